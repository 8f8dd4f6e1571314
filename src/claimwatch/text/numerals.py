"""Digits with their marks ("1,234", "48 291", "3.350" by language), in any script, and numerals of Chinese and Japanese ("三百万")."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

# Languages in which a comma parts the decimals (CLDR); in the others a dot does.
_COMMA_DECIMAL = frozenset(
    """
    de fr es it pt nl ru uk pl cs sk sl hr sr bg ro hu fi sv nb nn no da is et lv lt el tr id vi ca gl eu az ka kk mk sq be
    """.split()
)
_MOST_DIGITS = 40  # longer runs are keys, not amounts
_FRACTIONS = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"
FRACTION = f"[{_FRACTIONS}]"


def plain(text: str) -> str:
    """The text with ASCII digits, spaces and marks, sign for sign (places stay): full-width, Arabic-Indic and other digits, odd spaces."""
    if text.isascii():
        return text.replace("\t", " ").replace("\r", " ")
    return "".join(_plain_sign(c) for c in text)


def _plain_sign(c: str) -> str:
    if c.isascii() or c in _FRACTIONS:
        return c
    if c == "−":
        return "-"
    if "\uff01" <= c <= "\uff5e":
        return chr(ord(c) - 0xFEE0)
    if c.isdecimal():
        return str(unicodedata.decimal(c))
    if c.isspace() and c not in "\n\u2028\u2029":
        return " "
    return {"٬": ",", "٫": ".", "’": "'", "٪": "%", "〜": "~", "∼": "~", "≃": "≈"}.get(c, c)


def _languages_decimal(language: str) -> str | None:
    """The decimal mark of the language, None when the language is not known."""
    code = language.replace("_", "-").casefold()
    if code in ("de-ch", "de-li", "es-mx", "es-us", "it-ch"):
        return "."
    code = code.split("-")[0]
    return None if not code else "," if code in _COMMA_DECIMAL else "."


_GROUPED = {m: re.compile(rf"\d{{1,3}}(?:{re.escape(m)}\d{{3}})+") for m in ",.' "}


def digits(token: str, language: str = "") -> tuple[tuple[Fraction, ...], int]:
    """What a run of digits and marks may be worth, likeliest first, and how many decimals it shows; nothing where that is no number."""
    if len(token) > _MOST_DIGITS or not token:
        return (), 0
    if token[0] in ".,":
        return ((Fraction("0." + token[1:]),), len(token) - 1) if token[1:].isdigit() else ((), 0)
    marks = [c for c in token if not c.isdigit()]
    kinds = set(marks)
    if not marks:
        return (Fraction(token),), 0
    if len(kinds) == 1:
        return _one_mark(token, marks[0], len(marks), language)
    last = marks[-1]
    head, _, tail = token.rpartition(last)
    group = marks[0]
    if len(kinds) == 2 and last in ".," and marks.count(last) == 1 and _GROUPED[group].fullmatch(head):
        return (Fraction(head.replace(group, "") + "." + tail),), len(tail)
    return (), 0


def _one_mark(token: str, mark: str, count: int, language: str) -> tuple[tuple[Fraction, ...], int]:
    grouped = Fraction(token.replace(mark, "")) if _GROUPED[mark].fullmatch(token) and token[0] != "0" else None
    if mark in "' ":
        return ((grouped,), 0) if grouped is not None else ((), 0)
    tail = token.rpartition(mark)[2]
    if count > 1:
        lakh = mark == "," and (language.endswith("-IN") or language[:2] in ("hi", "bn", "ta", "te", "mr"))
        if lakh and re.fullmatch(r"\d{1,2}(,\d\d)*,\d{3}", token):
            return (Fraction(token.replace(",", "")),), 0
        return ((grouped,), 0) if grouped is not None else ((), 0)
    decimal = Fraction(token.replace(mark, "."))
    if grouped is None:
        return (decimal,), len(tail)
    of_language = _languages_decimal(language)
    if of_language is None:
        return ((decimal, grouped), len(tail)) if mark == "." else ((grouped,), 0)
    return ((decimal,), len(tail)) if mark == of_language else ((grouped,), 0)


_CJK_DIGITS = {c: i for i, c in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2, "兩": 2, "十": 10}
_CJK_SMALL = {"十": 10, "百": 100, "千": 1000}
CJK_LARGE = {"百万": 10**6, "千万": 10**7, "百": 100, "千": 1000, "万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8, "兆": 10**12}
CJK_NUMERAL = "[〇一二三四五六七八九零两兩十百千万萬亿億]"


def cjk_value(text: str) -> int | None:
    """The value of Chinese or Japanese numerals ("三百万", "二十五"); None when they make no number."""
    total, section, digit = 0, 0, None
    for c in text:
        if c in _CJK_SMALL:
            section += (1 if digit is None else digit) * _CJK_SMALL[c]
            digit = None
        elif c in CJK_LARGE:
            total = (total + section + (digit or 0) or 1) * CJK_LARGE[c]
            section, digit = 0, None
        elif digit is None and c in _CJK_DIGITS:
            digit = _CJK_DIGITS[c]
        elif c not in _CJK_DIGITS or total or section or digit == 0:
            return None
        else:
            digit = (digit or 0) * 10 + _CJK_DIGITS[c]
    return total + section + (digit or 0)


def fraction(sign: str) -> Fraction:
    """The value of a fraction's sign ("½")."""
    return Fraction(unicodedata.numeric(sign)).limit_denominator(10)
