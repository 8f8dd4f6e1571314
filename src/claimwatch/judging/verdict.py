"""What a judgement is: a verdict, the value that was observed, and why, in a sentence that a person would write."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from claimwatch.finding.evidence import Found


class Verdict(StrEnum):
    """The four verdicts of CLAIMS_FORMAT.md, after FEVER's three labels (its "not enough info" split in two)."""

    REFUTED = "refuted"
    MISSING = "missing"
    UNREACHABLE = "unreachable"
    SUPPORTED = "supported"

    @property
    def rank(self) -> int:
        """0 is the worst: refuted, missing, unreachable, supported."""
        return _ORDER.index(self)

    @property
    def is_bad(self) -> bool:
        """Does it speak against the claim? What could not be read never does."""
        return self in (Verdict.REFUTED, Verdict.MISSING)


_ORDER = (Verdict.REFUTED, Verdict.MISSING, Verdict.UNREACHABLE, Verdict.SUPPORTED)


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The worst of several verdicts; of none, supported."""
    return min(verdicts, key=lambda v: v.rank, default=Verdict.SUPPORTED)


def best(verdicts: Iterable[Verdict]) -> Verdict:
    """The best of several verdicts (`any`); of none, missing."""
    return max(verdicts, key=lambda v: v.rank, default=Verdict.MISSING)


@dataclass(frozen=True, slots=True)
class Judgement:
    """One citation judged on one edition.

    `observed` is the value in one normal form (CLAIMS_FORMAT.md), None where there is none; `excerpt` is the passage it
    was read from; `drift` tells that the claim holds while its wording is out of date; `score` is under 1 where the
    passage was found approximately; `candidates` are what else could have been meant.
    """

    verdict: Verdict
    reason: str
    observed: str | None = None
    excerpt: str | None = None
    headings: tuple[str, ...] = ()
    start: int | None = None
    drift: bool = False
    score: float = 1.0
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Context:
    """What a judgement may look at beside the evidence. `baseline` is the evidence's text in the edition in which it was first found."""

    says: str = ""
    subjects: tuple[str, ...] = ()
    source: str = "the source"  # how a reason names it
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    language: str = ""
    blank_means: str | None = None  # "no" or "missing"
    baseline: str | None = None


class Expectation(Protocol):
    """How evidence is judged. Implementations are frozen dataclasses, one a file."""

    kind: str

    def judge(self, evidence: Found, context: Context) -> Judgement:
        """The verdict on evidence that was found (never empty)."""
        ...
