"""Phrases in running text, compared word for word: case, typography and plural apart; signs and numbers exactly."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from claimwatch.text.tokens import Word, words
from claimwatch.text.typography import fold

Span = tuple[int, int]

# Words that end in s and are no plurals of what is left without it.
_NO_PLURALS = frozenset(
    """
    news https ios its this has was does lens mars is as us aws dns css gps os js ts ads windows always perhaps towards besides series
    analysis
    """.split()
)


@lru_cache(maxsize=20_000)
def same_word(a: str, b: str, *, loosely: bool = True) -> bool:
    """Are two words (as written) one but for case, typography and plural? "TPUs" and "tpu" are; "Windows" and "window" only `loosely`."""
    x, y = fold(a), fold(b)
    if x == y or _without_v(x) == _without_v(y):
        return True
    return _is_plural(a, x, y, loosely=loosely, other=b) or _is_plural(b, y, x, loosely=loosely, other=a)


def _without_v(key: str) -> str:
    return key[1:] if len(key) > 1 and key[0] == "v" and key[1].isdigit() and "." in key else key


def _is_plural(written: str, plural: str, single: str, *, loosely: bool, other: str) -> bool:
    """Is `plural`, which was written so, the plural of `single`?"""
    if len(single) < 2 or not plural.endswith("s") or written.endswith("S") or plural in _NO_PLURALS or any(c.isdigit() for c in plural):
        return False
    if not loosely and written.istitle() and other.islower():
        return False  # a name such as Windows, and a common word
    return plural in (single + "s", single + "es") or (single.endswith("y") and plural == single[:-1] + "ies")


def find(phrase: str, text: str, *, loosely: bool = False) -> Span | None:
    """Where the phrase stands first in the text (start, end in code points), or None. Its words must follow one another."""
    wanted = words(phrase)
    if not wanted:
        at = text.find(phrase.strip()) if phrase.strip() else -1
        return (at, at + len(phrase.strip())) if at >= 0 else None
    there = words(text)
    wanted, there = _unglued(phrase, wanted), _unglued(text, there)
    forms, page = [_written(phrase, w) for w in wanted], [_written(text, w) for w in there]
    for i in range(len(there) - len(wanted) + 1):
        if all(same_word(a, b, loosely=loosely) for a, b in zip(forms, page[i : i + len(wanted)], strict=True)):
            span = (there[i].start, there[i + len(wanted) - 1].end)
            if not _is_cut(phrase, text, there, i, i + len(wanted), loosely=loosely):
                return span
    return None


_GLUED = re.compile(r"(-?\d[\d.,]*)([^\W\d_]+)")


def _unglued(text: str, found: tuple[Word, ...]) -> tuple[Word, ...]:
    """A number and the unit that is glued to it are two words: "163us" is "163 us"."""
    out: list[Word] = []
    for word in found:
        m = _GLUED.fullmatch(text[word.start : word.end])
        if m and fold(m[0]) == word.key:
            middle = word.start + len(m[1])
            out += [Word(fold(m[1]), word.start, middle), Word(fold(m[2]), middle, word.end)]
        else:
            out.append(word)
    return tuple(out)


def _written(text: str, word: Word) -> str:
    """A word as it is written, where its key is no more than that folded; else (a contraction, a minus) its key."""
    raw = text[word.start : word.end]
    return raw if fold(raw) == word.key else word.key


def _is_cut(phrase: str, text: str, there: tuple[Word, ...], first: int, after: int, *, loosely: bool) -> bool:
    """Does the text go on as another name: "C" in "C++" or "C#", "node" in "node.js", "1" in "1.5", "Go" in "Go-kart" never?"""
    end = there[after - 1].end
    if (end < len(text) and text[end - 1].isdigit() and text[end].isascii() and text[end].isalpha()) or (
        there[first].start
        and text[there[first].start - 1].isdigit()
        and text[there[first].start].isascii()
        and text[there[first].start].isalpha()
    ):
        return True  # a part of "3D"
    rest = text[end : end + 2]
    last = text[end - 1]
    if rest[:1] in "+#" and rest and last.isalpha() and not phrase.rstrip().endswith(("+", "#")):
        return True
    if rest[:1] == "." and rest[1:2].isalnum() and last.isdigit():
        return True
    before = text[: there[first].start][-2:]
    if before[-1:] == "." and before[:1].isdigit() and text[there[first].start].isdigit():
        return True
    return (
        not loosely and rest[:1] == "-" and last.isdigit() and rest[1:2].isdigit() and phrase.strip()[-1:].isdigit() and "." not in phrase
    )


def names_of(name: str, aliases: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """The name, and what the claims file says is another name of the same thing."""
    key = fold(name)
    for first, others in aliases.items():
        group = (first, *others)
        if any(fold(other) == key for other in group):
            return tuple(dict.fromkeys((name, *group)))
    return (name,)
