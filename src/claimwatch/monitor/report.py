"""What a pass (or a look into the store) found: values for the output formats. All times are aware and UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from claimwatch.judging.verdict import Verdict

FORMAT = 1
"""The version of the JSON document that these values become."""

STALE, UNVERIFIED, FRESH = "stale", "unverified", "fresh"


@dataclass(frozen=True, slots=True)
class SourceResult:
    """What came of one source. `outcome` is changed, unchanged or unreachable; "" where it was never read."""

    source: str
    title: str
    url: str
    outcome: str
    status: int | None = None
    trouble: str | None = None
    reason: str | None = None
    failing_since: datetime | None = None


@dataclass(frozen=True, slots=True)
class CitationResult:
    """One citation's verdict this time; None where it was never judged."""

    source: str
    verdict: Verdict | None
    observed: str | None
    reason: str
    excerpt: str | None = None
    headings: tuple[str, ...] = ()
    drift: bool = False
    score: float = 1.0


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """One claim: `verdict` is this pass's, `stands` the last other than unreachable, `before` what stood when the pass began.

    `stood` holds the observed value, the reason and the excerpt behind `stands`.
    """

    claim: str
    says: str
    basis: str
    verdict: Verdict | None
    stands: Verdict | None
    before: Verdict | None
    observed: str | None
    reason: str
    excerpt: str | None
    source: str | None
    since: datetime | None
    age: timedelta | None
    is_overdue: bool
    drift: bool
    has_turned: bool
    citations: tuple[CitationResult, ...] = ()
    stood: tuple[str | None, str, str | None] = (None, "", None)

    @property
    def is_stale(self) -> bool:
        """Does it make its rows stale: refuted, missing, or too long unverified?"""
        return self.is_overdue or (self.stands is not None and self.stands.is_bad)


@dataclass(frozen=True, slots=True)
class RowResult:
    """One row (or statement) of a comparison. `text` is what the page says there, where one text does."""

    comparison: str
    row: str
    is_statement: bool
    title: str
    state: str
    before: str | None
    because: tuple[str, ...]
    since: datetime | None = None

    @property
    def has_turned(self) -> bool:
        """Is its state another than before? (A first state that is fresh is no news.)"""
        return self.state != (self.before or FRESH)


@dataclass(frozen=True, slots=True)
class ComparisonTitle:
    """How a comparison is called, and where it is published ("" where the claims file does not say)."""

    comparison: str
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class PassReport:
    """Everything that was selected: `sources` are those that were read or tried, `others` those that the claims name besides.

    `supposed` names the sources for which local files stood in; then nothing was recorded.
    """

    started: datetime
    finished: datetime
    sources: tuple[SourceResult, ...]
    claims: tuple[ClaimResult, ...]
    rows: tuple[RowResult, ...]
    comparisons: tuple[ComparisonTitle, ...] = ()
    others: tuple[SourceResult, ...] = ()
    supposed: tuple[str, ...] = ()

    @property
    def is_stale(self) -> bool:
        """Is any row stale, or any claim (one in no row counts too)?"""
        return any(row.state == STALE for row in self.rows) or any(claim.is_stale for claim in self.claims)

    @property
    def unread(self) -> tuple[SourceResult, ...]:
        """The sources that could not be read."""
        return tuple(source for source in self.sources if source.outcome == "unreachable")

    @property
    def is_partly_unread(self) -> bool:
        """Could something that was selected not be read?"""
        return bool(self.unread) or any(claim.verdict is Verdict.UNREACHABLE for claim in self.claims)
