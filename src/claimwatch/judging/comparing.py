"""A quote laid beside the passage that was found for it, and what a rule may find to differ."""

from __future__ import annotations

from dataclasses import dataclass

from claimwatch.finding.evidence import Scope
from claimwatch.judging.verdict import Verdict
from claimwatch.text.alignment import Alignment, align, cached_terms


@dataclass(frozen=True, slots=True)
class Difference:
    """What the page says otherwise: the short value, and the end of the sentence "the source now says …"."""

    observed: str
    reason: str
    verdict: Verdict = Verdict.REFUTED


@dataclass(frozen=True, slots=True)
class Comparison:
    """The quote and what has become of it. `left` is what stands before the passage in its sentence, `right` what stands after it."""

    quote: str
    text: str
    left: str
    right: str
    alignment: Alignment
    language: str


def compare(said: str, scope: Scope, language: str) -> Comparison:
    """Lays a quote beside the passage that was found for it."""
    passage = scope.passage or scope.text
    at = passage.find(scope.text)
    left, right = (passage[:at], passage[at + len(scope.text) :]) if at >= 0 else ("", "")
    return Comparison(said, scope.text, left, right, align(cached_terms(said), cached_terms(scope.text)), language)


def short(text: str) -> str:
    """The text on one line, at most 200 letters of it."""
    line = " ".join(text.split())
    return line if len(line) <= 200 else line[:199] + "…"


def observed(c: Comparison) -> str:
    """The passage as the value that was observed, where a rule has no shorter one."""
    return short(c.text).strip(" .,;:")
