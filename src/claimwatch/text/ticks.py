"""Yes and no as pages say them: by glyph, by a picture's text, class or file name, or by a word. A colour alone says nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from claimwatch.text.tokens import keys
from claimwatch.text.typography import fold

Answer = Literal["yes", "no"]

_YES_SIGNS = "✅✓✔☑🗹👍🆗√"
_NO_SIGNS = "❌✗✘✖✕❎🚫⛔👎☒☐🗙⨯⊘"
_CODES = {
    **dict.fromkeys("white_check_mark heavy_check_mark ballot_box_with_check check check_mark thumbsup +1 ok tick".split(), "✅"),
    **dict.fromkeys(
        "x negative_squared_cross_mark heavy_multiplication_x no_entry no_entry_sign thumbsdown -1 cross_mark cross".split(), "❌"
    ),
}
_CODE = re.compile(r":([a-z0-9_+-]+):")
_BOX = re.compile(r"\[\s*([xX✓✔ ]?)\s*\]")
_NOTE = re.compile(r"\([^()]*\)|（[^（）]*）|\[\d+\]|\[\^?[\w*†‡]{1,3}\]|[*†‡§¹²³⁴⁵⁶⁷⁸⁹⁰]+")
_BLANKS = frozenset({"", "-", "--", "---"})

_YES: dict[str, str] = {
    "en": "yes y true supported support supports included includes available full fully enabled native built-in present ok on",
    "de": "ja wahr unterstützt vorhanden verfügbar enthalten inklusive vollständig",
    "fr": "oui vrai inclus incluse disponible supporté supportée compris",
    "es": "sí si verdadero soportado incluido incluida disponible compatible",
    "it": "sì si vero supportato incluso inclusa disponibile",
    "pt": "sim verdadeiro suportado incluído incluso disponível",
    "nl": "ja waar ondersteund inbegrepen beschikbaar",
    "ru": "да есть поддерживается доступно включено",
    "zh": "是 有 支持 支援 可用 包含 已支持 是的",
    "ja": "はい あり 有り 有 対応 対応済み 可 可能 利用可 サポート ○ ◯ ◎",
    "ko": "예 네 지원 가능",
}
_NO: dict[str, str] = {
    "en": "no n false unsupported none never unavailable disabled excluded off absent lacking lacks missing ×",
    "de": "nein falsch nicht kein keine fehlt",
    "fr": "non faux aucun aucune indisponible",
    "es": "no falso ninguno ninguna",
    "it": "no falso nessuno nessuna",
    "pt": "não falso nenhum nenhuma indisponível",
    "nl": "nee neen niet geen onwaar",
    "ru": "нет недоступно",
    "zh": "否 无 無 没有 沒有 不支持 不支援 不可用 暂不支持 未支持 尚未支持 不",
    "ja": "いいえ なし 無し 無 非対応 未対応 不可 対応していません",
    "ko": "아니오 아니요 미지원 불가",
}
# What is neither: words that take a yes back in part.
_WEAK = frozenset(
    """
    partial partially partly experimental experimentally planned soon beta alpha limited limitations wip unknown tbd deprecated depends
    optional optionally upcoming roadmap maybe unclear untested mostly some sometimes only except preview teilweise geplant experimentell
    partiel partiellement prévu parcial parcialmente previsto parziale sperimentale частично
    """.split()
)
_LEADING = frozenset("yes ja oui sim да true no nein non não nee нет false".split())  # that may be followed by an explanation
_SHORT_ONLY = frozenset("y on ok si full fully native present support supports includes".split())  # that say yes in a short cell alone
_NEGATIONS = frozenset("not no never without cannot nicht kein keine non pas sin sem não senza niet geen не нет".split())
_LONGER = frozenset("longer yet currently officially fully planned plans".split())
_BARE_NO = frozenset({"not", "no", "nicht", "non", "não", "niet", "нет"})


def is_blank(text: str) -> bool:
    """Is it a cell that says nothing ("", "–")?"""
    return fold(text).strip(" .") in _BLANKS


@lru_cache(maxsize=2000)
def answer(text: str, language: str = "") -> Answer | None:
    """What a cell, an item or a short sentence says, or None where it says neither yes nor no."""
    spelt = _CODE.sub(lambda m: _CODES.get(m[1], m[0]), text)
    box = _BOX.search(spelt)
    if box and not spelt[: box.start()].strip(" -*•"):
        return "yes" if box[1].strip() else "no"
    notes = " ".join(fold(m[0]) for m in _NOTE.finditer(spelt))
    if re.search(r"\bpartial", notes):
        return None
    bare = _NOTE.sub(" ", spelt)
    signs = {"yes" for c in bare if c in _YES_SIGNS} | {"no" for c in bare if c in _NO_SIGNS}
    if signs:
        rest = set(keys("".join(" " if c in _YES_SIGNS + _NO_SIGNS else c for c in bare)))
        if signs == {"no"}:
            return "no"
        return "yes" if signs == {"yes"} and not rest & _WEAK and "/" not in bare.strip("/ ") else None
    return _of_words(fold(bare).strip(" .,;:!—-|"), language)


def _tables(language: str) -> tuple[set[str], set[str]]:
    """The words for yes and no: of the page's language where there is a table for it, English besides."""
    code = language.replace("_", "-").casefold().split("-")[0]
    codes = {"en", code} if code in _YES else set(_YES)
    return {w for c in codes for w in _YES[c].split()}, {w for c in codes for w in _NO[c].split()}


def _of_words(text: str, language: str) -> Answer | None:
    yes, no = _tables(language)
    if text in no:
        return "no"
    if text in yes:
        return "yes"
    if re.search("[\u3040-\u9fff]", text) and not re.search(r"[A-Za-z]", text):
        return _of_cjk(text, yes, no)
    words = keys(text)
    lead = re.match(r"([^\W\d_]+)\s*(?=[,;:.–—-])", text)
    if lead and lead[1] in _LEADING and not set(words) & {"partially", "partly", "partial"}:
        return "yes" if lead[1] in yes else "no"
    if set(words) & _WEAK and not _NEGATIONS & set(words):
        return None
    said = _polarities(words, yes, no)
    return next(iter(said)) if len(said) == 1 else None


def _of_cjk(text: str, yes: set[str], no: set[str]) -> Answer | None:
    if any(w in text for w in no if len(w) > 1) or re.search("ない|ません|不支持|未対応|没有|不能", text):
        return "no"
    if re.search("一部|部分|予定|计划|計画|实验|実験", text):
        return None
    return "yes" if any(w in text for w in yes if len(w) > 1 and not w.isascii()) else None


def _polarities(words: tuple[str, ...], yes: set[str], no: set[str]) -> set[Answer]:
    """What each word for yes or no says, turned round by a negation just before it."""
    said: set[Answer] = set()
    is_short = len(words) <= 4
    for i, word in enumerate(words):
        if len(word) <= 2 and i > 0 and not is_short:
            continue
        negated = any(w in _NEGATIONS for w in words[max(0, i - 3) : i])
        if word in yes and (len(word) > 2 or i == 0) and (is_short or word not in _SHORT_ONLY):
            said.add("no" if negated else "yes")
        elif word in no and word not in ("n", "off") and not (word in _NEGATIONS and _is_taken_up(words, i, yes)):
            said.add("yes" if negated and word not in _NEGATIONS else "no")
    if said == {"yes"} and any(w in _BARE_NO and not _is_taken_up(words, i, yes) for i, w in enumerate(words)):
        return {"yes", "no"}  # "supported on Linux, not on Windows"
    if not said and words and len(words) <= 3 and words[0] in _BARE_NO and set(words[1:]) <= _LONGER:
        said.add("no")
    return said


def _is_taken_up(words: tuple[str, ...], i: int, yes: set[str]) -> bool:
    """Does the negation belong to a word for yes that follows ("not supported")? Then that word speaks for both."""
    return any(w in yes and len(w) > 2 for w in words[i + 1 : i + 4])


_YES_NAMES = frozenset("check checked checkmark tick ticked yes true supported available included ok done enabled".split())
_NO_NAMES = frozenset(
    "times cross crossed xmark x no not false close ban unavailable unsupported none off unchecked excluded disabled remove wrong".split()
)
_TRUST = ("alt", "title", "aria-label", "class", "file")


def mark_answer(marks: Iterable[tuple[str, str]], language: str = "") -> Answer | None:
    """What pictures, icons and labels say: pairs of where it stands (alt, title, aria-label, class, file) and its text."""
    given = list(marks)
    for source in _TRUST:
        said = {a for where, text in given if where == source and (a := _mark(source, text, language))}
        if len(said) == 1:
            return said.pop()
        if said:
            return None
    return None


def _mark(source: str, text: str, language: str) -> Answer | None:
    if source in ("alt", "title", "aria-label"):
        return answer(text, language) or _names(re.split(r"[\W_]+", fold(text)), strict=True)
    if source == "file":
        text = re.sub(r"[?#].*$", "", text).rstrip("/").rsplit("/", 1)[-1]
        text = re.sub(r"\.\w{2,4}$", "", text)
    return _names(re.split(r"[\W_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).casefold()), strict=False)


def _names(parts: list[str], *, strict: bool) -> Answer | None:
    """The words of a class, a file name or a label. Two that differ ("no-check", "check-off") say no; a label must be short."""
    words = {p for p in parts if p}
    if not words or (strict and len(words) > 3) or words & _WEAK:
        return None
    if words & _NO_NAMES:
        return "no"
    return "yes" if words & _YES_NAMES else None
