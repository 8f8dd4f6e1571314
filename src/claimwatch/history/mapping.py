"""States and runs as the columns that keep them, and back again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from claimwatch.history.records import CitationState, ClaimState, FetchRun, RowRun, RowState, SourceState, Turn, VerdictRun
from claimwatch.history.statements import Values
from claimwatch.judging.verdict import Judgement, Verdict


def kept(text: str | None) -> str | None:
    """The text as a database can keep it: neither NUL (Postgres) nor half of a surrogate pair (no encoding has it)."""
    if text is None or (text.isascii() and "\x00" not in text):
        return text
    return text.encode("utf-8", "replace").decode("utf-8").replace("\x00", "\N{REPLACEMENT CHARACTER}")


def listed(texts: tuple[str, ...]) -> str:
    """Several texts in one column. JSON's escapes make it plain ASCII."""
    return json.dumps([kept(text) for text in texts]) if texts else "[]"


def unlisted(column: str) -> tuple[str, ...]:
    """The several texts again."""
    return tuple(json.loads(column)) if column != "[]" else ()


def row_kind(is_statement: bool) -> str:
    """How the tables call what a RowState is about."""
    return "statement" if is_statement else "row"


def source_values(state: SourceState) -> Values:
    """The columns of `sources`, but for its run."""
    return {
        "source": state.source,
        "url": kept(state.url),
        "etag": kept(state.etag),
        "last_modified": kept(state.last_modified),
        "edition": state.edition,
        "media_type": kept(state.media_type),
        "charset": kept(state.charset),
        "read_at": state.read_at,
        "checked_at": state.checked_at,
        "outcome": state.outcome,
        "status": state.status,
        "trouble": state.trouble,
        "reason": kept(state.reason),
        "failing_since": state.failing_since,
    }


def source_state(row: Sequence[Any]) -> SourceState:
    """A source from a row whose columns stand in the order of SourceState's fields."""
    return SourceState(*row)


def citation_values(state: CitationState) -> Values:
    """The columns of `citations`."""
    judgement = state.judgement
    return {
        "claim": state.claim,
        "index": state.index,
        "source": state.source,
        "key": state.key,
        "edition": state.edition,
        "baseline": kept(state.baseline),
        "verdict": judgement.verdict.value,
        "reason": kept(judgement.reason),
        "observed": kept(judgement.observed),
        "excerpt": kept(judgement.excerpt),
        "headings": listed(judgement.headings),
        "start": judgement.start,
        "drift": judgement.drift,
        "score": judgement.score,
        "candidates": listed(judgement.candidates),
    }


def citation_state(row: Sequence[Any]) -> CitationState:
    """A citation from a row whose columns stand in the order of the table."""
    claim, index, source, key, edition, baseline, verdict, reason, observed, excerpt, headings, start, drift, score, candidates = row
    judgement = Judgement(Verdict(verdict), reason, observed, excerpt, unlisted(headings), start, drift, score, unlisted(candidates))
    return CitationState(claim, index, source, key, judgement, edition, baseline)


def claim_values(state: ClaimState) -> Values:
    """The columns of `claims`, but for its run and its standing value."""
    return {
        "claim": state.claim,
        "verdict": state.verdict.value,
        "stands": state.stands.value if state.stands else None,
        "observed": kept(state.observed),
        "reason": kept(state.reason),
        "excerpt": kept(state.excerpt),
        "source": state.source,
        "drift": state.drift,
        "since": state.since,
    }


def claim_state(row: Sequence[Any]) -> ClaimState:
    """A claim from a row whose columns stand in the order of ClaimState's fields."""
    claim, verdict, stands, *rest = row
    return ClaimState(claim, Verdict(verdict), Verdict(stands) if stands else None, *rest)


def row_values(state: RowState) -> Values:
    """The columns of `published_rows`, but for its run."""
    return {
        "comparison": state.comparison,
        "kind": row_kind(state.is_statement),
        "name": state.row,
        "state": state.state,
        "because": listed(state.because),
        "since": state.since,
    }


def row_state(row: Sequence[Any]) -> RowState:
    """A row or statement from comparison, kind, name, state, because, since."""
    comparison, kind, name, state, because, since = row
    return RowState(comparison, name, kind == "statement", state, unlisted(because), since)


def verdict_run(row: Sequence[Any]) -> VerdictRun:
    """A run from a row whose columns stand in the order of VerdictRun's fields."""
    claim, verdict, *rest = row
    return VerdictRun(claim, Verdict(verdict), *rest)


def row_run(row: Sequence[Any]) -> RowRun:
    """A run from comparison, kind, name, state, because, first_at, last_at."""
    comparison, kind, name, state, because, first_at, last_at = row
    return RowRun(comparison, name, kind == "statement", state, unlisted(because), first_at, last_at)


def fetch_run(row: Sequence[Any]) -> FetchRun:
    """A run from a row whose columns stand in the order of FetchRun's fields."""
    return FetchRun(*row)


def turn(row: Sequence[Any]) -> Turn:
    """A turn from a row whose columns stand in the order of Turn's fields."""
    return Turn(*row)
