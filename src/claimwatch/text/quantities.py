"""The numbers of a text as people read them. Digits in names, versions, dates and other shapes are no numbers, never smaller ones."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from claimwatch.text import qualifiers
from claimwatch.text.amounts import Quantity, same_amount
from claimwatch.text.numberwords import MULTIPLIERS, in_words
from claimwatch.text.numerals import CJK_LARGE, FRACTION, digits, fraction, plain
from claimwatch.text.shapes import CJK, end_of_shape, is_free_before, is_glued_after, money_before
from claimwatch.text.typography import fold
from claimwatch.text.units import CURRENCIES, NONE, Unit, currency, noun_rate, paid_for, rate_after, unit_at

__all__ = ["Quantity", "quantities", "quantity", "same_amount"]

_RUN = re.compile(rf"[.,]?\d(?:\d|[.,'](?=\d)| (?=\d{{3}}(?!\d)))*(?:[eE][+-]?\d{{1,3}}(?![\w.]))?{FRACTION}?|{FRACTION}")
_POWERS = {"k": 1, "K": 1, "M": 2, "G": 3, "B": 3, "T": 4}
_MULTIPLIER = re.compile(r"\s?([kKMGBT])(?![^\W_])|\s?-?([^\W\d_]+\.?)(?![^\W_])")
_TO = re.compile(r"\s?[–—~]\s?|\s?-\s?|\s(?:to|through|bis|à|a|至|and|und|et|y|e|en)\s|\s?(?:から|到|至)\s?")
_AND = frozenset({"and", "und", "et", "y", "e", "en"})
_BETWEEN = re.compile(r"(?:between|zwischen|entre|tra|tussen)\s(?:the )?$", re.IGNORECASE)
_NOUN = re.compile(r"[ -]?([^\W\d_]+(?:[ -][^\W\d_]+)?)(?![\d_])")
_NO_NOUNS = frozenset("or and of in on a an the to for per with at by from is are was but than as it und oder et ou y o e of".split())
_PREPOSITIONS = frozenset({"in", "d", "a", "l", "t", "A", "V", "an"})  # that look like units: "40 in all"


def quantities(text: str, language: str = "") -> tuple[Quantity, ...]:
    """The quantities of a text in order of appearance. `language` (BCP 47) settles what "3.350" means; without it, it may be either."""
    return _read(text, language)


def quantity(text: str, language: str = "") -> Quantity | None:
    """The quantity that the whole text is, or None."""
    found = quantities(text, language)
    return found[0] if len(found) == 1 and found[0].text == text.strip() else None


@lru_cache(maxsize=4000)
def _read(text: str, language: str) -> tuple[Quantity, ...]:
    scan = _Scan(text, language)
    found = scan.in_digits()
    taken = [(q.start, q.end) for q in found]
    words = [q for q in scan.in_words() if not any(s < q.end and q.start < e for s, e in taken)]
    return tuple(sorted((*found, *words), key=lambda q: q.start))


class _Scan:
    """One text being read: `text` as written, `line` with plain digits and marks, sign for sign."""

    def __init__(self, text: str, language: str) -> None:
        self.text, self.line, self.language = text, plain(text), language

    def _after(self, end: int) -> str:
        """What follows, as far as it matters here."""
        return self.line[end : end + 40]

    def in_digits(self) -> list[Quantity]:
        """The numbers in digits."""
        out: list[Quantity] = []
        at = 0
        while m := _RUN.search(self.line, at):
            found = self._number(m)
            if found:
                out.append(found)
                at = max(found.end, m.end())
            else:
                at = max(end_of_shape(self.line, m.end()), m.end())
        return out

    def in_words(self) -> list[Quantity]:
        """The numbers in words, with what belongs to them."""
        grown = (self._grow(start, start, end, (value,), 0) for start, end, value in in_words(self.line, self.language))
        return [q for q in grown if q]

    def _number(self, m: re.Match[str]) -> Quantity | None:
        """The quantity whose digits are `m`, or None where they are no number."""
        start, end = m.span()
        if not is_free_before(self.line, start):
            return None
        values, decimals = _values(m[0], self.language)
        if not values and " " in m[0]:  # two numbers side by side, no groups of one
            end = start + m[0].index(" ")
            values, decimals = _values(self.line[start:end], self.language)
        if not values or is_glued_after(self.line, end):
            return None
        is_negative = self.line[start - 1 : start] in ("-", "–")
        if is_negative:
            values = tuple(-v for v in values)
        return self._grow(start - is_negative, start, end, values, decimals)

    def _grow(self, sign_at: int, start: int, end: int, values: tuple[Fraction, ...], decimals: int) -> Quantity | None:
        """The number with its multiplier, currency, range, unit and qualifier; None where what follows makes it none."""
        paid = money_before(self.line, sign_at)
        money, begin = (currency(paid[0]), paid[1]) if paid else (NONE, sign_at)
        factor, end, is_letter = self._multiplier(end, money)
        scaled, halves = _scaled(values, decimals, factor, is_letter=is_letter)
        q = Quantity(scaled, "", "", begin, end, halves, measure=money, decimals=decimals)
        if self.line.startswith("+", end) and not re.match(r"\+[\w+]", self._after(end)):
            q = replace(q, qualifier="+", end=end + 1)
        else:
            q = self._ranged(q, start, factor)
            if not q.highs and re.match(r"[-–]\d", self._after(end)):
                return None
        number_end = q.end
        measured = self._measured(q)
        return self._finished(measured, sign_at, number_end) if measured else None

    def _multiplier(self, end: int, money: Unit) -> tuple[int, int, bool]:
        """1,000 for "k", 10^6 for " million": the factor, where it ends, and whether it is a letter."""
        for name, value in CJK_LARGE.items():
            if self.line.startswith((name, " " + name), end):
                return value, end + len(name) + (self.line[end] == " "), False
        m = _MULTIPLIER.match(self.line, end)
        if not m:
            return 1, end, False
        if m[1]:
            is_far_g = m[0][0] == " " and m[1] == "G"
            return (1, end, False) if is_far_g else (1000 ** _POWERS[m[1]], m.end(), True)
        if m.start(2) == end and (m[2] == "b" or (m[2] == "m" and money != NONE)):  # "70b", "$5m"
            return 1000 ** (3 if m[2] == "b" else 2), m.end(), True
        word = fold(m[2]).rstrip(".")
        if word in MULTIPLIERS and not (word == "mil" and self.language[:2] not in ("es", "pt")):
            return MULTIPLIERS[word], m.end(), False
        return 1, end, False

    def _ranged(self, q: Quantity, start: int, factor: int) -> Quantity:
        """The same, with its upper end where a range begins: "5–10", "5 to 10", "5x-10x", "between 5 and 10"."""
        unit = unit_at(self.line, q.end) or (unit_at(self.line, q.end + 1) if self.line.startswith(" ", q.end) else None)
        for after in dict.fromkeys((q.end, unit[1] if unit else q.end)):
            to = _TO.match(self.line, after)
            number = _RUN.match(self.line, self._past_money(to.end())) if to else None
            if to and number and self._is_range(to[0], start):
                found = self._upper(q, to[0], number, factor)
                if found:
                    return found
        return q

    def _is_range(self, to: str, start: int) -> bool:
        word = to.strip()
        if word in _AND:
            return _BETWEEN.search(self.line[max(0, start - 20) : start]) is not None
        return word != "a" or self.language[:2] in ("es", "pt", "it")

    def _upper(self, q: Quantity, to: str, number: re.Match[str], factor: int) -> Quantity | None:
        """The range from `q` to the number; None when that is no higher, or a part of something else."""
        highs, decimals = _values(number[0], self.language)
        if not highs or is_glued_after(self.line, number.end()) or re.match(r"0\d", number[0]):
            return None
        high_factor, end, is_letter = self._multiplier(number.end(), q.measure)
        low = q
        if factor == 1 and high_factor != 1 and q.values[0] <= highs[0]:  # 5–10K
            values, halves = _scaled(q.values, q.decimals, high_factor, is_letter=is_letter)
            low = replace(q, values=values, halves=halves)
        scaled, _ = _scaled(highs, decimals, high_factor, is_letter=is_letter)
        is_name = to == "-" and re.match(r"[A-Za-z]\w*\d|[A-Z]{2}", self._after(end))
        return replace(low, highs=scaled, end=end) if scaled[0] > low.values[0] and not is_name else None

    def _past_money(self, start: int) -> int:
        return next((start + len(s) for s in CURRENCIES if self.line.startswith(s, start)), start)

    def _measured(self, q: Quantity) -> Quantity | None:
        """With the unit after it; None when letters are glued to it that are no unit."""
        end = q.end
        is_glued = bool(re.match(rf"[^\W\d_{CJK}]|[°µ%‰×″]", self._after(end)))
        gap = 0 if is_glued or not re.match(r"[ -](?=\S)", self._after(end)) else 1
        found = unit_at(self.text, end + gap)
        if found and not _is_preposition(self.line, end + gap, found[1]):
            unit, unit_end = found
            if is_glued and unit.name == "s" and q.values[0] >= 1000 and unit_end == end + 1 and not q.halves[0]:
                return None  # the 1990s
            q = replace(q, measure=unit, end=unit_end) if q.measure == NONE else q
            if self.line.startswith("+", q.end) and not q.qualifier:
                q = replace(q, qualifier="+", end=q.end + 1)
            return self._with_binary(q)
        if q.measure != NONE:
            q = replace(q, measure=paid_for(q.measure, self.line, end))
        return None if is_glued and not found else self._with_noun(q)

    def _with_noun(self, q: Quantity) -> Quantity:
        """With the plain word after it, and with "per second" after that as a unit."""
        noun = _NOUN.match(self.line, q.end)
        if not noun or fold(noun[1].split(" ")[0]) in _NO_NOUNS:
            return self._with_binary(q)
        for word in (noun[1], noun[1].split(" ")[0]):
            under = rate_after(self.line, noun.start(1) + len(word))
            if under and q.measure == NONE:
                return replace(q, measure=noun_rate(word.split(" ")[-1], under[0]), end=under[1], noun=fold(word))
        first, _, second = fold(noun[1]).partition(" ")
        return self._with_binary(replace(q, noun=first if second in _NO_NOUNS else f"{first} {second}".strip()))

    def _with_binary(self, q: Quantity) -> Quantity:
        """Powers of 1,024 beside those of 1,000, where K, M or G stand for memory, files or tokens, or for nobody knows what."""
        if len(q.values) != 1 or q.highs or not q.halves[0] or q.measure.kind.split("/")[0] not in ("byte", "bit", "token", ""):
            return q
        m = re.search(r"\d\s?([kKMGT])", self.line[q.start : q.end])
        if not m:
            return q
        ratio = Fraction(1024, 1000) ** _POWERS[m[1]]
        other = q.values[0] * ratio
        if other.denominator != 1:
            return q
        half = q.halves[0] * ratio if q.measure != NONE else Fraction(0)
        return replace(q, values=(*q.values, other), halves=(*q.halves, half))

    def _finished(self, q: Quantity, sign_at: int, number_end: int) -> Quantity:
        """With the qualifier around it, and the texts."""
        start, end, qualifier = q.start, q.end, q.qualifier
        ahead = qualifiers.before(self.line, start, self.language)
        between = _BETWEEN.search(self.line[max(0, start - 20) : start]) if q.highs else None
        if ahead and not qualifier:
            qualifier, start = ahead
        elif between:
            start = between.start()
        behind = None if qualifier else qualifiers.after(self.line, end, self.language)
        if behind:
            qualifier, end = behind
        number_start = start if q.measure == NONE or start != q.start else sign_at
        written, number = self.text[start:end].strip(), self.text[number_start:number_end].strip()
        return replace(q, qualifier=qualifier, start=start, end=end, text=written, number_text=number)


def _values(token: str, language: str) -> tuple[tuple[Fraction, ...], int]:
    """The readings of a run of digits, with its exponent and a fraction's sign."""
    part = Fraction(0)
    if not token[-1].isascii():
        part, token = fraction(token[-1]), token[:-1]
        if not token:
            return (part,), 0
    mantissa, mark, exponent = token.replace("E", "e").partition("e")
    values, decimals = digits(mantissa, language)
    power = Fraction(10) ** int(exponent) if mark else Fraction(1)
    return tuple((v + part) * power for v in values), decimals


def _scaled(
    values: tuple[Fraction, ...], decimals: int, factor: int, *, is_letter: bool
) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """The values times the multiplier, and half the unit of the last digit shown where that is a rounding ("1.2k" is 1,200 ± 50)."""
    is_rounded = factor >= 1000 and (is_letter or decimals > 0 or values[0] != 1)
    half = Fraction(factor, 2 * 10**decimals) if is_rounded else Fraction(0)
    return tuple(v * factor for v in values), tuple(half for _ in values)


def _is_preposition(line: str, start: int, end: int) -> bool:
    """Is the "unit" after the number another word ("40 in all", "5 a day")?"""
    return line[start:end] in _PREPOSITIONS and line[start - 1] == " " and re.match(r"\s[^\W\d]", line[end:]) is not None
