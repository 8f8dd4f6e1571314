"""Numbers in words: "three", "twenty-five", "two hundred and five", "half a dozen", "a million", "fünfundzwanzig", 三百."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from claimwatch.text.numerals import CJK_NUMERAL, cjk_value
from claimwatch.text.typography import fold


def _table(listed: str) -> dict[str, int]:
    return {name: int(value) for name, _, value in (part.partition(":") for part in listed.split())}


# What multiplies a number in digits before it ("1.5 million").
MULTIPLIERS = _table(
    """
    hundred:100 thousand:1000 million:1000000 millions:1000000 billion:1000000000 billions:1000000000 trillion:1000000000000
    mn:1000000 bn:1000000000 mio:1000000 mrd:1000000000 tausend:1000 millionen:1000000 milliarde:1000000000
    milliarden:1000000000 mille:1000 milliard:1000000000 milliards:1000000000 mil:1000 millón:1000000 millones:1000000
    milione:1000000 milioni:1000000 miliardo:1000000000 miliardi:1000000000 milhão:1000000 milhões:1000000 bilhões:1000000000
    miljoen:1000000 miljard:1000000000 duizend:1000 тысяч:1000 тысячи:1000 миллиона:1000000 миллионов:1000000 lakh:100000
    crore:10000000 dozen:12
    """
)
_TABLES = {
    "en": _table(
        """
        zero:0 one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 thirteen:13 fourteen:14
        fifteen:15 sixteen:16 seventeen:17 eighteen:18 nineteen:19 twenty:20 thirty:30 forty:40 fourty:40 fifty:50 sixty:60
        seventy:70 eighty:80 ninety:90 hundred:100 thousand:1000 million:1000000 billion:1000000000 trillion:1000000000000
        dozen:12
        """
    ),
    "de": _table(
        """
        null:0 zwei:2 drei:3 vier:4 fünf:5 sechs:6 sieben:7 acht:8 neun:9 zehn:10 elf:11 zwölf:12 dreizehn:13 vierzehn:14
        fünfzehn:15 sechzehn:16 siebzehn:17 achtzehn:18 neunzehn:19 zwanzig:20 dreißig:30 vierzig:40 fünfzig:50 sechzig:60
        siebzig:70 achtzig:80 neunzig:90 hundert:100 tausend:1000 million:1000000 millionen:1000000 milliarde:1000000000
        milliarden:1000000000 dutzend:12
        """
    ),
    "fr": _table(
        """
        zéro:0 deux:2 trois:3 quatre:4 cinq:5 six:6 sept:7 huit:8 neuf:9 dix:10 onze:11 douze:12 treize:13 quatorze:14 quinze:15
        seize:16 vingt:20 trente:30 quarante:40 cinquante:50 soixante:60 cent:100 cents:100 mille:1000 million:1000000
        millions:1000000 milliard:1000000000 milliards:1000000000 douzaine:12
        """
    ),
    "es": _table(
        """
        cero:0 dos:2 tres:3 cuatro:4 cinco:5 seis:6 siete:7 ocho:8 nueve:9 diez:10 once:11 doce:12 trece:13 catorce:14 quince:15
        dieciséis:16 diecisiete:17 dieciocho:18 diecinueve:19 veinte:20 veinticinco:25 treinta:30 cuarenta:40 cincuenta:50
        sesenta:60 setenta:70 ochenta:80 noventa:90 cien:100 ciento:100 doscientos:200 doscientas:200 quinientos:500
        quinientas:500 mil:1000 millón:1000000 millones:1000000 docena:12
        """
    ),
    "it": _table(
        """
        zero:0 due:2 tre:3 quattro:4 cinque:5 sei:6 sette:7 otto:8 nove:9 dieci:10 undici:11 dodici:12 tredici:13 quattordici:14
        quindici:15 sedici:16 diciassette:17 diciotto:18 diciannove:19 venti:20 venticinque:25 trenta:30 quaranta:40
        cinquanta:50 sessanta:60 settanta:70 ottanta:80 novanta:90 cento:100 duecento:200 mille:1000 milione:1000000
        milioni:1000000 dozzina:12
        """
    ),
    "pt": _table(
        """
        zero:0 dois:2 duas:2 três:3 quatro:4 cinco:5 seis:6 sete:7 oito:8 nove:9 dez:10 onze:11 doze:12 treze:13 catorze:14
        quinze:15 dezesseis:16 dezessete:17 dezoito:18 dezenove:19 vinte:20 trinta:30 quarenta:40 cinquenta:50 sessenta:60
        setenta:70 oitenta:80 noventa:90 cem:100 cento:100 duzentos:200 mil:1000 milhão:1000000 milhões:1000000 dúzia:12
        """
    ),
    "nl": _table(
        """
        nul:0 twee:2 drie:3 vier:4 vijf:5 zes:6 zeven:7 acht:8 negen:9 tien:10 elf:11 twaalf:12 dertien:13 veertien:14
        vijftien:15 zestien:16 zeventien:17 achttien:18 negentien:19 twintig:20 dertig:30 veertig:40 vijftig:50 zestig:60
        zeventig:70 tachtig:80 negentig:90 honderd:100 duizend:1000 miljoen:1000000 miljard:1000000000 dozijn:12
        """
    ),
}
_ARTICLES = {
    "en": ("a", "an"),
    "de": ("ein", "eine", "einem", "einer"),
    "fr": ("un", "une"),
    "es": ("un", "una"),
    "it": ("un", "una"),
    "pt": ("um", "uma"),
    "nl": ("een",),
}
_HALVES = {
    "en": ("half",),
    "de": ("halbes", "halbe", "halben"),
    "fr": ("demi", "demie"),
    "es": ("media", "medio"),
    "it": ("mezza", "mezzo"),
    "pt": ("meia", "meio"),
    "nl": ("half", "halve"),
}
_JOINS = {
    "en": ("and",),
    "de": ("und",),
    "fr": ("et",),
    "es": ("y",),
    "it": ("e",),
    "pt": ("e",),
    "nl": ("en",),
}
_DOZENS = frozenset({"dozen", "dutzend", "douzaine", "docena", "dozzina", "dúzia", "dozijn"})
_GAPS = (" ", "-", "‐", "‑")
_GERMAN_ONES = "ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun"
_GERMAN = re.compile(rf"({_GERMAN_ONES})?hundert|({_GERMAN_ONES})und(zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig)")
_CJK = "\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3"
_WORD = re.compile(rf"[^\W\d_{_CJK}]+")
_COUNTED = re.compile(
    r"[个個种種台款项項名人倍年ヶかカ件本枚社つ位家所条條座次回度点點万億亿円元类類层層]|以上|以下|余|多"
)  # after a lone numeral
_NOT_ONE = frozenset("the this that which no any every each some another either neither not only last first".split())
_NOT_AFTER_ONE = frozenset("of another or and who that can could should may might must has is was would will by to".split())


@dataclass(frozen=True, slots=True)
class _Language:
    table: dict[str, int]
    articles: tuple[str, ...]
    halves: tuple[str, ...]
    joins: tuple[str, ...]

    def value(self, word: str) -> int | None:
        """The value of one number word, also of a German one that is written together."""
        if word in self.table:
            return self.table[word]
        found = _GERMAN.fullmatch(word) if "zwanzig" in self.table else None
        if not found:
            return None
        if found[3]:
            return self.table[found[3]] + (1 if found[2] == "ein" else self.table[found[2]])
        return 100 * (1 if found[1] in (None, "ein") else self.table[found[1]])


@lru_cache(maxsize=32)
def _language(code: str) -> _Language:
    short = code.replace("_", "-").casefold().split("-")[0]
    short = short if short in _TABLES else "en"
    return _Language(_TABLES[short], _ARTICLES[short], _HALVES[short], _JOINS[short])


def in_words(line: str, language: str = "") -> list[tuple[int, int, Fraction]]:
    """The numbers in words of a text: start, end and value. English words are read where the language has no table here."""
    own = _language(language)
    tokens = list(_WORD.finditer(line))
    words = [fold(t[0]) for t in tokens]
    gaps = [line[a.end() : b.start()] for a, b in pairwise(tokens)]
    out = [(m.start(), m.end(), Fraction(v)) for m in re.finditer(rf"{CJK_NUMERAL}+", line) if (v := _cjk(line, m)) is not None]
    i = 0
    while i < len(tokens):
        read = _number(words, gaps, i, own)
        if read is None or line[tokens[i].start() - 1 : tokens[i].start()] in ("-", "'", "’", "_"):
            i += 1
            continue
        value, after = read
        out.append((tokens[i].start(), tokens[after - 1].end(), value))
        i = after
    return out


def _cjk(line: str, m: re.Match[str]) -> int | None:
    """The value of numerals that count something; None of those in other words (一般) and of ordinals (第三)."""
    before = line[max(0, m.start() - 1) : m.start()]
    is_long = len(m[0]) > 1 and re.search("[十百千万萬亿億]", m[0])
    if before == "第" or before.isdigit() or not (is_long or _COUNTED.match(line, m.end())):
        return None
    return cjk_value(m[0])


def _number(words: Sequence[str], gaps: Sequence[str], i: int, own: _Language) -> tuple[Fraction, int] | None:
    """The number that begins at word `i`, and the word after it."""
    opening = _opening(words, gaps, i, own)
    if opening is None or (words[i] == "one" and not _is_count(words, gaps, i)):
        return None
    first, scale = opening
    total = current = 0
    n = end = first
    while n < len(words) and (n == first or gaps[n - 1] in _GAPS):
        value = own.value(words[n])
        if value is None and words[n] in own.joins and end == n > first and _may_join(words, n, current, own):
            n += 1
            continue
        step = _append(total, current, value, words[n], own) if value is not None else None
        if step is None:
            break
        total, current = step
        n = end = n + 1
    return ((total + current) * scale, end) if end > first else None


def _opening(words: Sequence[str], gaps: Sequence[str], i: int, own: _Language) -> tuple[int, Fraction] | None:
    """Past "a" and "half" before a word that can follow them ("a dozen", "half a million"); None where none follows."""
    n, scale, needs = i, Fraction(1), False
    for _ in range(2):
        if n < len(words) and words[n] in own.halves and scale == 1:
            n, scale, needs = n + 1, Fraction(1, 2), True
        elif n < len(words) and words[n] in own.articles:
            n, needs = n + 1, True
    if not needs:
        return n, scale
    is_scale = n < len(words) and (words[n] in _DOZENS or own.table.get(words[n], 0) in (100, 1000, 10**6, 10**9, 10**12))
    return (n, scale) if is_scale and all(g == " " for g in gaps[i:n]) else None


def _may_join(words: Sequence[str], n: int, current: int, own: _Language) -> bool:
    """Does "and" go on with the number ("two hundred and five")?"""
    following = own.value(words[n + 1]) if n + 1 < len(words) else None
    return following is not None and following < 100 and current > 0 and current % 100 == 0


def _append(total: int, current: int, value: int, word: str, own: _Language) -> tuple[int, int] | None:
    """The sum so far with one more word; None where the word begins another number ("three four")."""
    if word in _DOZENS or value == 100:
        return (total, (current or 1) * value) if current < 100 else None
    if value >= 1000:
        return total + (current or 1) * value, 0
    if current % 100 == 0 or (current % 10 == 0 and current % 100 >= 20 and value < 10):
        return total, current + value
    if "vingt" in own.table:  # quatre-vingt, soixante-dix
        if value == 20 and current % 100 == 4:
            return total, current + 76
        if current % 100 in (60, 80) and value < 20:
            return total, current + value
    return None


def _is_count(words: Sequence[str], gaps: Sequence[str], i: int) -> bool:
    """Is this "one" a number, and not "the one that" or "one of"?"""
    before = words[i - 1] if i and gaps[i - 1] == " " else ""
    after = words[i + 1] if i + 1 < len(words) and gaps[i] in (" ", "-") else ""
    return before not in _NOT_ONE and bool(after) and after not in _NOT_AFTER_ONE
