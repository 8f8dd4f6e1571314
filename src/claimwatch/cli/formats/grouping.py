"""A report's news in the order in which a person wants it: by comparison, then row; what is in no row last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from claimwatch.judging.verdict import Verdict
from claimwatch.monitor.report import FRESH, STALE, ClaimResult, ComparisonTitle, PassReport, RowResult, SourceResult


@dataclass(frozen=True, slots=True)
class StaleRow:
    """A stale row with those of its claims that make it so and were selected."""

    row: RowResult
    claims: tuple[ClaimResult, ...]


@dataclass(frozen=True, slots=True)
class Unread:
    """A source that could not be read, and how many of the claims listed rest on it."""

    source: SourceResult
    claims: int


def stale_rows(report: PassReport) -> Iterator[tuple[ComparisonTitle, tuple[StaleRow, ...]]]:
    """Each comparison that has stale rows, with them."""
    claims = {claim.claim: claim for claim in report.claims}
    for comparison in titles(report):
        stale = [row for row in report.rows if row.comparison == comparison.comparison and row.state == STALE]
        if stale:
            yield comparison, tuple(StaleRow(row, tuple(claims[i] for i in row.because if i in claims)) for row in stale)


def titles(report: PassReport) -> tuple[ComparisonTitle, ...]:
    """The comparisons of the report's rows, in the order of the claims file."""
    return tuple({c.comparison: c for c in report.comparisons}.values())


def stale_alone(report: PassReport) -> tuple[ClaimResult, ...]:
    """The stale claims that no listed stale row names."""
    named = {claim for row in report.rows if row.state == STALE for claim in row.because}
    return tuple(claim for claim in report.claims if claim.is_stale and claim.claim not in named)


def fresh_again(report: PassReport) -> tuple[RowResult, ...]:
    """The rows that were stale before and no longer are."""
    return tuple(row for row in report.rows if row.before == STALE and row.state == FRESH)


def unread(report: PassReport) -> tuple[Unread, ...]:
    """What could not be read, with how many claims wait for it."""
    return tuple(
        Unread(source, sum(any(c.source == source.source for c in claim.citations) for claim in report.claims)) for source in report.unread
    )


def state_of(claim: ClaimResult) -> str:
    """The claim's standing in one word: refuted, missing, overdue, supported, or unverified where it was never judged."""
    if claim.stands is not None and claim.stands.is_bad:
        return claim.stands.value
    if claim.is_overdue:
        return "overdue"
    return "unverified" if claim.stands is None else Verdict.SUPPORTED.value
