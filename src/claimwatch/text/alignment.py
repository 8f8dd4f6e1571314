"""Two statements laid side by side: which words of the one are in the other, which are gone, which came in between."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import IntEnum
from functools import lru_cache

from claimwatch.text.lexicon import MAGNITUDES, MODALS, MONTHS, NEGATIONS, NUMBER_WORDS, STOP, SYNONYMS, VERBS
from claimwatch.text.tokens import stem, words
from claimwatch.text.units import is_sign


class Weight(IntEnum):
    """How much a word says, in hundredths."""

    STOP = 10
    NUMBER = 50
    CONTENT = 100
    NAME = 160


@dataclass(frozen=True, slots=True)
class Term:
    """A word with what it counts for. `form` is what is compared: the stem, or the word itself of a name or number."""

    key: str
    form: str
    weight: Weight
    start: int
    end: int
    mark: str = ""  # the comma or colon right behind it, if there is one

    @property
    def is_content(self) -> bool:
        """Does it say something by itself?"""
        return self.weight > Weight.STOP


_NUMBER_AND_UNIT = re.compile(r"(-?\d[\d.,]*)([a-zµ]+)")
_HAS_DIGIT = re.compile(r"\d")


def terms(text: str) -> tuple[Term, ...]:
    """The words of a text, each with its weight. A number glued to its unit ("200MiB") is two; a unit by itself says little."""
    out: list[Term] = []
    for w in words(text):
        glued = _NUMBER_AND_UNIT.fullmatch(w.key)
        if glued and "." not in w.key[-1:]:
            middle = w.start + len(glued[1])
            out.append(Term(glued[1], glued[1], Weight.NUMBER, w.start, middle))
            out.append(Term(glued[2], glued[2], Weight.STOP, middle, w.end))
        else:
            after_number = bool(out) and out[-1].weight is Weight.NUMBER
            is_unit = after_number and (w.key in MAGNITUDES or is_sign(text[w.start : w.end]))
            weight = Weight.STOP if is_unit else _weight(text, w.key, w.start, w.end)
            mark = text[w.end : w.end + 1]
            out.append(Term(w.key, _form(w.key, weight), weight, w.start, w.end, mark if mark in {",", ":"} else ""))
    return tuple(out)


def _weight(text: str, key: str, start: int, end: int) -> Weight:
    token = text[start:end]
    if key.lstrip("-")[:1].isdigit() or key in NUMBER_WORDS or (key in MONTHS and token[:1].isupper()):
        return Weight.NUMBER
    is_first = not text[:start].rstrip() or text[:start].rstrip()[-1:] in ".!?:\n•([-"
    is_single_letter = len(token) == 1 and token.isupper() and not is_first
    if (key in STOP or key in NEGATIONS) and not is_single_letter and not (token.isupper() and len(token) > 1):
        return Weight.STOP
    if len(key) == 1 and not key.isalnum():
        return Weight.STOP
    if _HAS_DIGIT.search(token) or token[1:] != token[1:].lower() or (token[:1].isupper() and not is_first):
        return Weight.NAME
    return Weight.CONTENT


def _form(key: str, weight: Weight) -> str:
    if weight is Weight.NUMBER or _HAS_DIGIT.search(key):
        return NUMBER_WORDS.get(key, key)
    form = stem(key)
    return SYNONYMS.get(form, form)


@lru_cache(maxsize=4_000)
def cached_terms(text: str) -> tuple[Term, ...]:
    """`terms`, remembered: the same sentences are compared with many quotes."""
    return terms(text)


@dataclass(frozen=True, slots=True)
class Alignment:
    """`pairs`: indexes (quote, page) of equal words; `gone`: quote words not on the page; `added`: page words that no quote word meets."""

    quote: tuple[Term, ...]
    page: tuple[Term, ...]
    pairs: tuple[tuple[int, int], ...]
    gone: tuple[int, ...]
    added: tuple[int, ...]

    @property
    def recall(self) -> float:
        """The share of what the quote says (by weight) that the page has, 0 to 1."""
        total = sum(t.weight for t in self.quote)
        return sum(self.quote[i].weight for i, _ in self.pairs) / total if total else 0.0

    @property
    def span(self) -> tuple[int, int]:
        """First and last (inclusive) page word that meets a word of the quote; words that say little do not stretch it."""
        hits = [j for i, j in self.pairs if self.quote[i].is_content] or [j for _, j in self.pairs]
        return (min(hits), max(hits)) if hits else (0, -1)

    @property
    def precision(self) -> float:
        """The share of the words within the span (by weight) that are the quote's."""
        first, last = self.span
        inside = [self.page[j].weight for j in range(first, last + 1)]
        met = {j for _, j in self.pairs}
        return sum(self.page[j].weight for j in range(first, last + 1) if j in met) / sum(inside) if inside else 0.0


def align(quote: Sequence[Term], page: Sequence[Term]) -> Alignment:
    """Lays the words side by side: first those in the same order, then those that changed places, then mere misspellings."""
    a, b = [t.form for t in quote], [t.form for t in page]
    pairs: dict[int, int] = {}
    for block in SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks():
        pairs.update((block.a + k, block.b + k) for k in range(block.size))
    free = set(range(len(b))) - set(pairs.values())
    for i, form in enumerate(a):
        if i not in pairs:
            j = _closest(i, [j for j in free if b[j] == form], pairs)
            if j is None and quote[i].is_content:
                j = _closest(i, [j for j in free if is_misspelling(form, b[j])], pairs)
            if j is not None:
                pairs[i] = j
                free.discard(j)
    gone = tuple(i for i in range(len(a)) if i not in pairs)
    return Alignment(tuple(quote), tuple(page), tuple(sorted(pairs.items())), gone, tuple(sorted(free)))


def _closest(i: int, options: list[int], pairs: dict[int, int]) -> int | None:
    """Of several equal words, the one nearest to where its neighbour in the quote was met."""
    if not options:
        return None
    near = min(pairs, key=lambda k: abs(k - i), default=None)
    target = pairs[near] + (i - near) if near is not None else i
    return min(options, key=lambda j: (abs(j - target), j))


def is_misspelling(a: str, b: str) -> bool:
    """Is one word the other with two letters exchanged, or, if long, with one letter wrong? Never of what holds a digit."""
    if a == b or min(len(a), len(b)) < 4 or not (a.isalpha() and b.isalpha()):
        return False
    if len(a) == len(b):
        differ = [k for k in range(len(a)) if a[k] != b[k]]
        if len(differ) == 2 and differ[1] == differ[0] + 1 and a[differ[0]] == b[differ[1]] and a[differ[1]] == b[differ[0]]:
            return True
    if min(len(a), len(b)) < 7 or a[0] != b[0]:
        return False
    from rapidfuzz.distance import Levenshtein

    return Levenshtein.distance(a, b, score_cutoff=1) <= 1


def overlap(quote: Sequence[Term], page: Sequence[Term]) -> float:
    """A quick upper bound of `align(quote, page).recall` but for misspellings."""
    have = Counter(t.form for t in page)
    total = hit = 0
    for t in quote:
        total += t.weight
        if have[t.form] > 0:
            have[t.form] -= 1
            hit += t.weight
    return hit / total if total else 0.0


def verb_at(statement: Sequence[Term]) -> int | None:
    """The index of the first verb: a known one, or a word in -s before an amount or an article; None where none is recognised."""
    for k, term in enumerate(statement):
        if term.key in VERBS:
            return k
        following = statement[k + 1] if k + 1 < len(statement) else None
        if not k or not following or any(t.weight is Weight.NUMBER for t in statement[max(0, k - 2) : k]):
            continue  # "52 downloads a week": a noun
        if _THIRD_PERSON.fullmatch(term.key) and (following.weight is Weight.NUMBER or following.key in _DETERMINERS):
            return k
    return None


_THIRD_PERSON = re.compile(r"[a-z]{2,}[^sui\W\d]s")
_DETERMINERS = frozenset({"a", "an", "the", "all", "each", "its", "up", "at", "no", "over", "about"})


def subject_words(statement: Sequence[Term]) -> tuple[Term, ...]:
    """The words before the verb, what leads up to them ("Since May, …") apart: what the statement is about.

    Empty where no verb is recognised or it comes first.
    """
    verb = verb_at(statement)
    if not verb:
        return ()
    first = max((k + 1 for k in range(verb - 1) if statement[k].mark), default=0)
    return tuple(t for t in statement[first:verb] if t.is_content and t.key not in MODALS)


def label_of(statement: Sequence[Term]) -> tuple[str, ...]:
    """The words before a first colon, as of "Quantization: GPTQ, AWQ": by them a line is known. Empty where there is none."""
    at = next((k for k, t in enumerate(statement[:5]) if t.mark == ":"), None)
    return tuple(t.form for t in statement[: at + 1]) if at is not None else ()


FLOOR = 0.6  # the share of what a quote says, by weight, below which a passage is another one
LABELLED_FLOOR = 0.35


def has_label(alignment: Alignment) -> bool:
    """Does the page's line begin with the quote's own label?"""
    label = label_of(alignment.quote)
    return bool(label) and label_of(alignment.page) == label


def is_enough(alignment: Alignment) -> bool:
    """Is enough left of the quote? A line with its own label before the colon is that line, even if much of what follows is new."""
    return alignment.recall >= (LABELLED_FLOOR if has_label(alignment) else FLOOR)
