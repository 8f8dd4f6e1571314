"""Which value of a passage stands where a value of the quote stood: told by the words around it, not by its rank."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import product
from typing import Protocol

from claimwatch.text.tokens import stem, words

_WINDOW = 5
_ENOUGH = 0.4
_LITTLE = frozenset("the a an of and or to in on for with by is are at it its as that this".split())


class Placed(Protocol):
    """A value in a text: a quantity, a version, a day."""

    @property
    def start(self) -> int: ...  # noqa: D102  # code points
    @property
    def end(self) -> int: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Marked:
    """A text and the values in it."""

    text: str
    values: Sequence[Placed]


def counterpart(quote: Marked, index: int, page: Marked, likeness: Callable[[int, int], float]) -> int | None:
    """The index of the page's value in the place of the quote's value `index`; None when no value is.

    `likeness(i, j)` says how alike the values are themselves: above 0 for the same unit or value, below for what cannot be the same kind.
    """
    n, m = len(quote.values), len(page.values)
    before, now = [_around(quote, i) for i in range(n)], [_around(page, j) for j in range(m)]
    ranked = ((_score(before[i], now[j]) + likeness(i, j) + _rank_bonus(i, j, n, m), -i, -j) for i, j in product(range(n), range(m)))
    scored = sorted(ranked, reverse=True)
    taken_i: set[int] = set()
    taken_j: set[int] = set()
    for score, minus_i, minus_j in scored:
        i, j = -minus_i, -minus_j
        if score < _ENOUGH:
            break
        if i in taken_i or j in taken_j:
            continue
        taken_i.add(i)
        taken_j.add(j)
        if i == index:
            return j
    return None


def _rank_bonus(i: int, j: int, n: int, m: int) -> float:
    return 0.1 if i == j or n - i == m - j else 0.0


def _around(where: Marked, k: int) -> tuple[list[str], list[str]]:
    """The stems before and after a value, nearest first; other values are one sign, so that their change moves nothing."""
    left: list[str] = []
    right: list[str] = []
    for w in words(where.text):
        inside = next((i for i, v in enumerate(where.values) if v.start <= w.start < v.end), None)
        if inside == k:
            continue
        form = "#" if inside is not None else stem(w.key)
        side = left if w.start < where.values[k].start else right
        if form != "#" or not side or side[-1] != "#":
            side.append(form)
    return left[::-1][:_WINDOW], right[:_WINDOW]


def _score(before: tuple[list[str], list[str]], now: tuple[list[str], list[str]]) -> float:
    total = 0.0
    for side, other in ((0, 1), (1, 0)):
        for i, form in enumerate(before[side]):
            weight = 0.3 if form in _LITTLE or form == "#" else 1.0
            if form in now[side]:
                total += weight / max(i + 1, now[side].index(form) + 1)
            elif form in now[other] and weight == 1.0:
                total += 0.3 / max(i + 1, now[other].index(form) + 1)
    return total


def instead_of(quote: str, start: int, end: int, page: str) -> str | None:
    """What the page has in the place of a part of the quote: what stands between the neighbours that both share; None without any."""
    before, now = words(quote), words(page)
    a, b = [stem(w.key) for w in before], [stem(w.key) for w in now]
    first = next((i for i, w in enumerate(before) if w.end > start), len(before))
    after = next((i for i, w in enumerate(before) if w.start >= end), len(before))
    blocks = SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks()
    pairs = {x.a + k: x.b + k for x in blocks for k in range(x.size)}
    left = next((pairs[i] for i in range(first - 1, -1, -1) if i in pairs), None)
    right = next((pairs[i] for i in range(after, len(a)) if i in pairs), None)
    if left is None and right is None:
        return None
    begin = now[left].end if left is not None else (now[0].start if first == 0 or right is not None else 0)
    finish = now[right].start if right is not None else len(page)
    said = page[begin:finish].strip(" ,;.:()[]\"'“”\n")
    return said if 0 < len(said) <= 60 else None
