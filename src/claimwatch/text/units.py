"""Units as people write them: where one stands, how two convert. "0.3 s" and "300 ms" are one amount, a GB may be 2^30 bytes."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import product

from claimwatch.text.tokens import words
from claimwatch.text.typography import fold
from claimwatch.text.unitnames import CURRENCIES, CURRENCY_KINDS, NONE, SIGNS, WORDS, Unit, rate

__all__ = [
    "CURRENCIES",
    "NONE",
    "Unit",
    "conversions",
    "currency",
    "is_special",
    "noun_rate",
    "paid_for",
    "parse_unit",
    "rate_after",
    "same_kind",
    "singular",
    "unit_at",
]

_NOUNS = {"frame": "frame", "request": "request", "req": "request", "query": "query"}
_PER = re.compile(r"\s?/\s?(?=[^\W\d])|\s(?:per|pro|par|por|al|a|an|each|every|je)\s", re.IGNORECASE)
_LETTERS = re.compile(r"[^\W\d_]+[²³]?")
_MARKS = ("°C", "°F", "℃", "℉", "°", "%", "％", "‰", "×", "US$", "C$", "A$", "$", "€", "£", "¥", "￥", "₹", "₩", "¢", "″")
_CJK = tuple(sorted((w for w in WORDS if not w[0].isascii() and "\u3040" <= w[0] <= "\u9fff"), key=len, reverse=True))


def is_special(unit: Unit) -> bool:
    """Is it a unit without which a number is quite another thing: percent, times, money?"""
    return unit.kind.split("/")[0] in CURRENCY_KINDS or unit.kind in ("%", "x", "points")


def currency(sign: str) -> Unit:
    """The unit of one of CURRENCIES."""
    return SIGNS[sign]


def unit_at(text: str, start: int) -> tuple[Unit, int] | None:
    """The unit that begins exactly at `start`, and where it ends; a rate ("GB/s", "tokens per second") whole. None when none is there."""
    simple = _simple_at(text, start)
    if simple is None:
        return None
    unit, end = simple
    if unit.kind in CURRENCY_KINDS:
        return paid_for(unit, text, end), end
    per = _PER.match(text, end)
    if per and unit.kind not in ("x", "time", "month"):  # "7 days a week" are 7 days
        under = _simple_at(text, per.end())
        if under and under[0].kind in ("time", "month") and (per[0].strip() not in ("a", "al") or len(text[per.end() : under[1]]) > 2):
            return rate(unit, under[0]), under[1]
        if under and "/" in per[0]:
            return rate(unit, under[0]), under[1]
    return unit, end


def _simple_at(text: str, start: int) -> tuple[Unit, int] | None:
    is_word = text[start : start + 1].isascii() and text[start : start + 1].isalpha() and "$" not in text[start : start + 3]
    for sign in () if is_word else _MARKS:
        if text.startswith(sign, start):
            return SIGNS[sign], start + len(sign)
    for sign in () if is_word else _CJK:
        if text.startswith(sign, start):
            return WORDS[sign], start + len(sign)
    word = _LETTERS.match(text, start)
    if not word:
        return None
    two = re.match(r"\s?(?:\w+ ?)?", text[word.end() : word.end() + 12])
    pair = fold(word[0] + (two[0] if two else "")).strip()
    if pair in WORDS and " " in pair:
        return WORDS[pair], word.end() + len((two[0] if two else "").rstrip())
    found = SIGNS.get(word[0]) or WORDS.get(fold(word[0]))
    if found is None and word[0][-1] in "²³":  # the mark of a note
        found = SIGNS.get(word[0][:-1])
    if found is None or (word.end() < len(text) and (text[word.end()].isdigit() or text[word.end()] == "_")):
        return None
    return found, word.end()


def rate_after(text: str, start: int) -> tuple[Unit, int] | None:
    """The time unit of a rate whose thing is a plain noun that ends at `start`: "rows| per second", "rows|/s"."""
    per = _PER.match(text, start)
    under = _simple_at(text, per.end()) if per else None
    if (
        per is None
        or under is None
        or under[0].kind not in ("time", "month")
        or (per[0].strip() in ("a", "al", "an") and under[1] - per.end() < 3)
    ):
        return None
    return under


@lru_cache(maxsize=1000)
def singular(word: str) -> str:
    """A plain noun in one form: folded, without its plural ending."""
    key = fold(word)
    if len(key) > 4 and key.endswith("ies"):
        return key[:-3] + "y"
    if len(key) > 4 and key.endswith(("ches", "shes", "xes", "sses")):
        return key[:-2]
    return key[:-1] if len(key) > 2 and key.endswith("s") and not key.endswith("ss") else key


def noun_rate(noun: str, under: Unit) -> Unit:
    """Things a time ("row", s): a unit that no table knows."""
    name = _NOUNS.get(singular(noun), singular(noun))
    return Unit(f"{name}/{under.name}", f"{name}/{under.kind}", tuple(1 / f for f in under.factors))


@lru_cache(maxsize=1000)
def is_sign(word: str) -> bool:
    """Is the word the short sign of a known unit: ms, GB, kg?"""
    found = unit_at(word, 0) if len(word) <= 3 else None
    return found is not None and found[1] == len(word)


def parse_unit(name: str) -> Unit:
    """The unit that a claims file names: a known one, or a plain noun ("rows", "rows/s") as its own kind. Raises ValueError for none."""
    text = name.strip()
    if not words(text) and text not in SIGNS:
        raise ValueError(f"{name!r} is no unit; write one such as tokens, ms, GB, % or x")
    found = unit_at(text, 0)
    if found and found[1] == len(text):
        return found[0]
    head = re.match(r"[^/]+?(?=\s?/|\sper\s|$)", text)
    under = rate_after(text, head.end()) if head else None
    if head and under and under[1] == len(text):
        return noun_rate(head[0], under[0])
    return Unit(singular(text), "noun " + " ".join(singular(w.key) for w in words(text)))


def paid_for(unit: Unit, text: str, start: int) -> Unit:
    """Money by the month where the text goes on so: another sum than one by the year, though either is one of money."""
    under = rate_after(text, start)
    return replace(rate(unit, under[0]), also=(unit,)) if under else unit


def same_kind(a: Unit, b: Unit) -> bool:
    """Can amounts in the two be compared?"""
    return any(x.kind == y.kind for x, y in _readings(a, b))


def _readings(a: Unit, b: Unit) -> list[tuple[Unit, Unit]]:
    """Each of them as it is named, against the other one in all its meanings."""
    return [(a, b), *((a, y) for y in b.also), *((x, b) for x in a.also)]


def conversions(a: Unit, b: Unit) -> tuple[tuple[Fraction, Fraction], ...]:
    """The pairs of factors by which amounts in the two may be compared; none when they are of different kinds."""
    return tuple(pair for x, y in _readings(a, b) if x.kind == y.kind for pair in product(x.factors, y.factors))
