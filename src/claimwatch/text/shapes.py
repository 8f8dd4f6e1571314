"""Digits that are a part of something else: names, versions, times, paths, measures such as 40 × 30. None of their parts is a number."""

from __future__ import annotations

import re

from claimwatch.text.units import CURRENCIES

CJK = "\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3"
_IS_CJK = re.compile(f"[{CJK}]")
# "1024x768", "40 × 30 cm", "8x7B" are one shape; "1.9x 4-bit" is none.
_MEASURES = re.compile(r"(?:\s?[a-z]{1,2})?(?:[x×*](?=\d)|\s[x×*]\s(?=\d))")
_GLUED = re.compile(r"[/:]\d|[.,]\d|_|'\d|\(?\)?\^|:\w|\.[A-Za-z_]|@\w|-\d[\d.]*(?:-\d|[A-Za-z]{2,}\d)")
_REST = re.compile(r"(?:[\w.,:/@^*×'-]|\s[x×*]\s(?=\d))*(?<=[\w])")


def is_free_before(line: str, start: int) -> bool:
    """May a number begin here, or is it a part of what stands before it (H200, v1.2, 10:30, #7, a/2)?"""
    if start == 0:
        return True
    sign, before = line[start - 1], line[start - 2] if start > 1 else " "
    if _IS_CJK.match(sign):
        return sign != "第"  # an ordinal
    if money_before(line, start):
        return True
    if sign.isalnum() or sign in "_/#@\\^&?%":
        return False
    if sign in ":'\"":
        return not before.isdigit()
    if sign == "=":
        return before != "="  # a version that is pinned
    if sign in ".,*":
        return not before.isalnum()
    return sign not in "-–" or not (before.isalnum() or before in "_)]-")


def is_glued_after(line: str, end: int) -> bool:
    """Does something follow that makes it no number: "1.2.3", "24/7", "10:30", "8x7B", "2024-04-01"?"""
    tail = line[end : end + 24]
    return _GLUED.match(tail) is not None or _MEASURES.match(tail) is not None


def end_of_shape(line: str, end: int) -> int:
    """The end of the word, or of the measures, that digits up to `end` are a part of."""
    rest = _REST.match(line, end)
    return rest.end() if rest else end


def money_before(line: str, start: int) -> tuple[str, int] | None:
    """The sign of a currency just before a number, and where it begins."""
    last = line[max(0, start - 2) : start].rstrip()[-1:]
    if not last or (last.isascii() and last != "$" and not last.isupper()):
        return None
    for sign in CURRENCIES:
        for written in (sign, sign + " "):
            begin = start - len(written)
            if line.endswith(written, 0, start) and not (sign[0].isalpha() and line[max(0, begin - 1) : begin].isalnum()):
                return sign, begin
    return None
