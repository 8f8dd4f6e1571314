"""A quoted passage, found again: exact first, then approximate, never a lookalike about another subject.

W3C Web Annotation, TextQuoteSelector: `exact`, and `prefix` and `suffix` where the words alone would not do.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import ClassVar, Self

from claimwatch.finding.evidence import Found, Lost, Scope, ScopeKind
from claimwatch.finding.registry import registry
from claimwatch.reading.document import BlockKind
from claimwatch.text.alignment import (
    FLOOR,
    Alignment,
    Term,
    Weight,
    align,
    cached_terms,
    has_label,
    is_enough,
    overlap,
    subject_words,
    verb_at,
)
from claimwatch.text.sentences import sentences
from claimwatch.text.typography import fold

IN_CODE = 0.1  # what an approximate match loses in a block of code: a program's lines share words with prose, not its meaning
LEAD = 0.04  # by how much it must be better than the runner-up
_CONTEXT = 0.6  # the share of a prefix or suffix that must stand beside a match


@registry.register("quote")
@dataclass(frozen=True, slots=True)
class Quote:
    """That passage, also when its markup, typography or a few words have changed, or when it has moved."""

    exact: str
    prefix: str = ""
    suffix: str = ""
    kind: ClassVar[str] = "quote"
    EXAMPLES: ClassVar[tuple[object, ...]] = ("200+ model architectures", {"exact": "30 days", "prefix": "kept for"})

    @classmethod
    def parse(cls, value: object) -> Self:
        """From the claims file: the words, or `{exact, prefix, suffix}`. Raises ValueError with what is wrong."""
        if isinstance(value, str):
            value = {"exact": value}
        if not isinstance(value, dict) or not isinstance(value.get("exact"), str):
            raise ValueError("a quote is the words of the passage, or {exact: …, prefix: …, suffix: …}")  # noqa: TRY004  # one error type for all kinds
        for key, text in value.items():
            if key not in ("exact", "prefix", "suffix"):
                raise ValueError(f"a quote has no key {key!r}: it has exact, prefix and suffix")
            if not isinstance(text, str):
                raise ValueError(f"{key} of a quote is text")  # noqa: TRY004  # the same
        if not cached_terms(value["exact"]):
            raise ValueError("a quote needs at least one word")
        return cls(value["exact"], value.get("prefix", ""), value.get("suffix", ""))

    def matches(self, scope: Scope) -> Found | Lost:
        """Every place that reads as the quote does; else the one that is nearest to it, if it is near enough."""
        page = _Page(scope)
        exact = [_Match(page, first, last, 1.0) for first, last in page.occurrences(cached_terms(self.exact))]
        if exact and not (self.prefix or self.suffix):
            return tuple(m.scope(self.exact) for m in exact)
        beside = [m for m in exact if self._is_beside(page, m)]
        if beside:
            return tuple(m.scope(self.exact) for m in beside)
        near = self._nearest(page)
        if exact and not (isinstance(near, tuple) and self._context_of(page, near[0]) > max(self._context_of(page, m) for m in exact)):
            return tuple(m.scope(self.exact) for m in exact)
        return near if isinstance(near, Lost) else tuple(m.scope(self.exact) for m in near)

    def _is_beside(self, page: _Page, match: _Match) -> bool:
        return self._context_of(page, match) >= _CONTEXT

    def _context_of(self, page: _Page, match: _Match) -> float:
        """The share of the prefix and the suffix that stands next to the match, 0 to 1."""
        before, after = cached_terms(self.prefix), cached_terms(self.suffix)
        weight = sum(t.weight for t in (*before, *after)) or 1
        left = page.terms[max(0, match.first - len(before) - 2) : match.first]
        right = page.terms[match.last + 1 : match.last + 3 + len(after)]
        shared = overlap(before, left) * sum(t.weight for t in before) + overlap(after, right) * sum(t.weight for t in after)
        return shared / weight

    def _nearest(self, page: _Page) -> tuple[_Match] | Lost:
        statement = cached_terms(" ".join(filter(None, (self.prefix, self.exact, self.suffix))))
        skip, size = len(cached_terms(self.prefix)), len(cached_terms(self.exact))
        ranked = sorted(_candidates(page, statement, len(sentences(self.exact))), key=lambda c: -c.score)
        good = [c for c in ranked if is_enough(c.alignment) and is_same_subject(c.alignment)]
        if not good:
            shown = tuple(_whole_window(page, c) for c in ranked[:3])
            return Lost(_lost_reason(self.exact, shown), candidates=shown)
        first = good[0]
        match = first.match(page, skip, size)
        rivals = [c.match(page, skip, size) for c in good[1:6] if first.score - c.score < LEAD and not c.overlaps(first)]
        readings = {fold(m.text) for m in (match, *rivals)}
        if len(readings) > 1:
            both = tuple(m.scope(self.exact) for m in (match, *rivals))
            return Lost("several passages are equally like the quote, and they differ", is_ambiguous=True, candidates=both)
        return (match,)


def _lost_reason(quote: str, candidates: Sequence[Scope]) -> str:
    short = quote if len(quote) <= 80 else quote[:77] + "…"
    near = f"; the nearest passage is “{candidates[0].text[:100]}”" if candidates and candidates[0].score >= FLOOR / 2 else ""
    return f"no passage says “{short}” any more{near}"


def is_same_subject(alignment: Alignment) -> bool:
    """Does the page's statement speak of what the quote speaks of?

    Its subject (the words before the verb) must be there, unless a word of it was merely dropped; and of several names and
    dates that tell the quote from its likes, more than half must have stayed.
    """
    gone = set(alignment.gone)
    names = [i for i, t in enumerate(alignment.quote) if t.weight is Weight.NAME]
    lost = [i for i in names if i in gone]
    if has_label(alignment):
        return True
    if len(lost) >= 2 and 2 * len(lost) > len(names):
        return False
    subject = subject_words(alignment.quote)
    absent = [t for t in subject if alignment.quote.index(t) in gone and not _is_bound(alignment.quote, t)]
    if not absent:
        return True
    if any(t.weight is not Weight.CONTENT for t in absent) or len(absent) == len(subject):
        return False
    return not _has_new_subject(alignment, len(subject))


def _has_new_subject(alignment: Alignment, size: int) -> bool:
    """Stands a word that the quote has not where the page's statement names its subject?"""
    verb = verb_at(alignment.quote)
    at = next((j for i, j in alignment.pairs if i == verb), alignment.span[0])
    added = set(alignment.added)
    return any(j in added and alignment.page[j].is_content for j in range(max(0, at - size - 1), at))


def _is_bound(statement: Sequence[Term], term: Term) -> bool:
    """A number with "+" or "or newer" after it is a value; "Tarn 4" without is a name."""
    after = statement.index(term) + 1
    return term.weight is Weight.NUMBER and after < len(statement) and statement[after].key in ("+", "or", "and")


class _Page:
    """The words of the blocks of a scope, one after another, each with its block."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.document = scope.document
        self.terms: list[Term] = []
        self.block_of: list[int] = []
        for i in scope.blocks:
            found = cached_terms(self.document.blocks[i].text)
            self.terms.extend(found)
            self.block_of.extend([i] * len(found))
        self._joined = "\x1f" + "\x1f".join(t.key for t in self.terms) + "\x1f"
        self._ends = list(accumulate(len(t.key) + 1 for t in self.terms))

    def occurrences(self, quote: Sequence[Term]) -> Iterator[tuple[int, int]]:
        """First and last word of every place that has exactly these words."""
        needle = "\x1f" + "\x1f".join(t.key for t in quote) + "\x1f"
        at = self._joined.find(needle)
        while at >= 0:
            first = bisect_right(self._ends, at)
            yield first, first + len(quote) - 1
            at = self._joined.find(needle, at + 1)

    def windows(self, size: int, longest: int) -> Iterator[tuple[int, int]]:
        """First and last word of each run of up to `size` sentences of a block, and of each whole block of up to `longest` words."""
        position = 0
        for i in self.scope.blocks:
            count = len(cached_terms(self.document.blocks[i].text))
            bounds = _sentence_words(self.document.blocks[i].text)
            seen = set()
            for k in range(len(bounds)):
                for last in range(k, min(len(bounds), k + size)):
                    seen.add((position + bounds[k][0], position + bounds[last][1]))
            if 0 < count <= longest:
                seen.add((position, position + count - 1))
            yield from sorted(seen)
            position += count


@lru_cache(maxsize=4_000)
def _sentence_words(text: str) -> tuple[tuple[int, int], ...]:
    """First and last word of each sentence of a block."""
    found = cached_terms(text)
    out = []
    for start, end in sentences(text):
        inside = [k for k, t in enumerate(found) if start <= t.start < end]
        if inside:
            out.append((inside[0], inside[-1]))
    return tuple(out)


@dataclass(frozen=True, slots=True)
class _Match:
    """A run of words of the page."""

    page: _Page
    first: int
    last: int
    score: float

    def _pieces(self) -> list[tuple[int, int, int]]:
        """(block, start, end) of each block that the run touches."""
        page, out = self.page, []
        k = self.first
        while k <= self.last:
            block, m = page.block_of[k], k
            while m + 1 <= self.last and page.block_of[m + 1] == block:
                m += 1
            out.append((block, page.terms[k].start, page.terms[m].end))
            k = m + 1
        return out

    @property
    def text(self) -> str:
        return "\n".join(self.page.document.blocks[b].text[s:e] for b, s, e in self._pieces())

    def scope(self, quote: str) -> Scope:
        """As evidence: the words, and the sentences in which they stand."""
        pieces = self._pieces()
        document = self.page.document
        block = document.blocks[pieces[0][0]]
        passage = "\n".join(_around(document.blocks[b].text, s, e) for b, s, e in pieces)
        return Scope(
            document, ScopeKind.PASSAGE, self.text, blocks=tuple(b for b, _, _ in pieces), start=block.start + pieces[0][1],
            headings=block.headings, score=self.score, passage=passage, quote=quote,
        )  # fmt: skip


def _around(text: str, start: int, end: int) -> str:
    """The sentences of a block that a stretch of it touches."""
    touched = [(s, e) for s, e in sentences(text) if s < end and e > start]
    return text[touched[0][0] : touched[-1][1]] if touched else text


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A window of the page laid beside the quote."""

    first: int
    last: int
    alignment: Alignment
    is_code: bool

    @property
    def recall(self) -> float:
        return self.alignment.recall

    @property
    def score(self) -> float:
        return 0.85 * self.recall + 0.15 * self.alignment.precision - (IN_CODE if self.is_code else 0)

    def overlaps(self, other: _Candidate) -> bool:
        return self.first <= other.last and other.first <= self.last

    def match(self, page: _Page, skip: int, size: int) -> _Match:
        """The run that the quote itself (without its prefix, of `skip` words) has become; at the edges, replaced words count in."""
        pairs = [(i, j) for i, j in self.alignment.pairs if skip <= i < skip + size]
        strong = [(i, j) for i, j in pairs if self.alignment.quote[i].is_content] or pairs or list(self.alignment.pairs)
        first, last = min(j for _, j in strong), max(j for _, j in strong)
        head = min(i for i, _ in strong) - skip
        tail = skip + size - 1 - max(i for i, _ in strong)
        taken = {j for i, j in self.alignment.pairs if not skip <= i < skip + size}
        while head > 0 and first > 0 and first - 1 not in taken:
            first, head = first - 1, head - 1
        while tail > 0 and last < len(self.alignment.page) - 1 and last + 1 not in taken:
            last, tail = last + 1, tail - 1
        return _Match(page, self.first + first, self.first + last, round(self.score, 3))


def _candidates(page: _Page, statement: Sequence[Term], count: int) -> list[_Candidate]:
    """The windows that share enough with the quote, the closest few of them."""
    rough = []
    for first, last in page.windows(count + 1, longest=4 * len(statement) + 20):
        shared = overlap(statement, page.terms[first : last + 1])
        if shared >= FLOOR / 2:
            rough.append((shared, first - last, first, last))
    rough.sort(reverse=True)
    blocks = page.document.blocks
    return [
        _Candidate(first, last, align(statement, page.terms[first : last + 1]), blocks[page.block_of[first]].kind is BlockKind.CODE)
        for _, _, first, last in rough[:24]
    ]


def _whole_window(page: _Page, candidate: _Candidate) -> Scope:
    return _Match(page, candidate.first, candidate.last, round(candidate.score, 3)).scope("")
