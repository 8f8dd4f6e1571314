"""The values that the store takes and gives. All times are aware and UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from claimwatch.judging.verdict import Judgement, Verdict


@dataclass(frozen=True, slots=True)
class SourceState:
    """What is known of a source. `read_at`: the last whole read or 304; `checked_at`: the last try."""

    source: str
    url: str
    etag: str | None = None
    last_modified: str | None = None
    edition: str | None = None  # SHA-256 of the last good edition, hex
    media_type: str = ""
    charset: str = ""
    read_at: datetime | None = None
    checked_at: datetime | None = None
    outcome: str = ""  # changed | unchanged | unreachable
    status: int | None = None
    trouble: str | None = None
    reason: str | None = None
    failing_since: datetime | None = None


@dataclass(frozen=True, slots=True)
class CitationState:
    """A citation's last judgement on a readable edition, and `key`, the digest of everything that judgement depended on.

    `key` covers the edition, the citation, `says`, subjects, aliases, language, blank_means, the baseline and the version of the judge:
    while it is the same, nothing needs judging. `baseline` is the evidence's text in the first edition in which it was found.
    """

    claim: str
    index: int  # 0.. over the claim's citations and then its `watch` sources
    source: str
    key: str
    judgement: Judgement
    edition: str
    baseline: str | None = None


@dataclass(frozen=True, slots=True)
class ClaimState:
    """A claim as last recorded. `verdict` is the last one, unreachable included; `stands` the last other than unreachable.

    `since`: when the standing verdict with this observed value was first seen.
    """

    claim: str
    verdict: Verdict
    stands: Verdict | None
    observed: str | None
    reason: str
    excerpt: str | None
    source: str | None  # the one that decided
    drift: bool
    since: datetime


@dataclass(frozen=True, slots=True)
class RowState:
    """A row or a statement as last recorded: fresh, stale or unverified, and the claims because of which."""

    comparison: str
    row: str
    is_statement: bool
    state: str
    because: tuple[str, ...]
    since: datetime


@dataclass(frozen=True, slots=True)
class Edition:
    """One retrieved representation (RFC 9110): its bytes under their digest."""

    digest: str
    body: bytes
    media_type: str
    charset: str
    first_seen_at: datetime


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """Everything that one source's check changes, written in one transaction. `edition` is None when its digest is stored already."""

    state: SourceState
    at: datetime
    edition: Edition | None = None
    citations: tuple[CitationState, ...] = ()
    claims: tuple[ClaimState, ...] = ()
    rows: tuple[RowState, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """The store as it stands, read once at the start of a pass."""

    sources: dict[str, SourceState]
    citations: dict[tuple[str, int], CitationState]
    claims: dict[str, ClaimState]
    rows: dict[tuple[str, str, bool], RowState]


@dataclass(frozen=True, slots=True)
class VerdictRun:
    """A stretch of time in which a claim had one verdict and one observed value. `last_at` is the last check that saw it."""

    claim: str
    verdict: Verdict
    observed: str | None
    reason: str
    excerpt: str | None
    source: str | None
    edition: str | None
    drift: bool
    first_at: datetime
    last_at: datetime


@dataclass(frozen=True, slots=True)
class RowRun:
    """A stretch of time in which a row (or statement) had one state because of the same claims."""

    comparison: str
    row: str
    is_statement: bool
    state: str
    because: tuple[str, ...]
    first_at: datetime
    last_at: datetime


@dataclass(frozen=True, slots=True)
class FetchRun:
    """A stretch of time in which a source gave one edition, or failed in one way. `reason` is that of the last try."""

    source: str
    outcome: str  # read | unreachable
    status: int | None
    trouble: str | None
    reason: str | None
    edition: str | None
    first_at: datetime
    last_at: datetime


@dataclass(frozen=True, slots=True)
class Turn:
    """A claim or a row that changed its state: the transition as a record.

    `before` is None when there was no state before. Of a claim, `before` and `after` are standing verdicts, and a claim that is refuted by
    one value and then by another has turned too. Of a row, `reason` names the claims because of which.
    """

    kind: str  # claim | row | statement
    comparison: str | None  # of a row or statement
    name: str  # the id of the claim, row or statement
    before: str | None
    after: str
    observed_before: str | None
    observed_after: str | None
    reason: str
    at: datetime
