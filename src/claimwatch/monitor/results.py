"""From where everything stands to the values of a report."""

from __future__ import annotations

from collections.abc import Mapping

from claimwatch.claims.model import ClaimsFile, Place
from claimwatch.claims.standing import ClaimVerdict, age, combine
from claimwatch.history.records import SourceState
from claimwatch.judging.verdict import Verdict
from claimwatch.monitor.ledger import Ledger
from claimwatch.monitor.report import CitationResult, ClaimResult, ComparisonTitle, PassReport, RowResult, SourceResult
from claimwatch.monitor.selection import Selection


def report_of(
    ledger: Ledger,
    selection: Selection,
    handled: Mapping[str, SourceState],
    *,
    known: dict[str, ClaimVerdict] | None = None,
    supposed: tuple[str, ...] = (),
) -> PassReport:
    """Everything selected as it stands in the ledger. `handled` are the sources that were read, or tried; the rest are only named.

    `known` are verdicts that were worked out already.
    """
    known = {} if known is None else known
    claims = tuple(claim_result(ledger, claim, known) for claim in selection.claims)
    rows = tuple(row_result(ledger, place) for place in selection.places)
    file = ledger.file
    comparisons = dict.fromkeys(row.comparison for row in rows)
    cited = {citation.source for claim in claims for citation in claim.citations} | {claim.source for claim in claims if claim.source}
    others = [s for s in file.sources if s in cited and s not in handled]
    return PassReport(
        started=ledger.now,
        finished=ledger.now,
        sources=tuple(source_result(file, handled[source]) for source in file.sources if source in handled),
        claims=claims,
        rows=rows,
        comparisons=tuple(ComparisonTitle(c, file.comparisons[c].title or c, file.comparisons[c].url or "") for c in comparisons),
        others=tuple(source_result(file, ledger.sources.get(s) or SourceState(s, file.sources[s].url)) for s in others),
        supposed=supposed,
    )


def source_result(file: ClaimsFile, state: SourceState) -> SourceResult:
    """What came of one source."""
    source = file.sources[state.source]
    return SourceResult(
        state.source, source.title or "", source.url, state.outcome, state.status, state.trouble, state.reason, state.failing_since
    )


def claim_result(ledger: Ledger, claim_id: str, known: dict[str, ClaimVerdict]) -> ClaimResult:
    """One claim as it stands."""
    claim, state, before = ledger.file.claims[claim_id], ledger.claims.get(claim_id), ledger.before.claims.get(claim_id)
    verdict = ledger.verdict(claim_id, known)
    stood = verdict
    if verdict.verdict is Verdict.UNREACHABLE and state is not None and state.stands is not None:
        stood = _stood(ledger, claim_id)
    turned = ledger.has_turned(claim_id, before, stood) and state is not None and state.stands is stood.verdict
    return ClaimResult(
        claim=claim_id,
        says=claim.says,
        basis=claim.basis.value,
        verdict=verdict.verdict,
        stands=state.stands if state else None,
        before=before.stands if before else None,
        observed=verdict.observed,
        reason=verdict.reason,
        excerpt=verdict.excerpt,
        source=stood.source,
        since=state.since if state else None,
        age=age(claim, ledger.file, ledger.read_at, ledger.now),
        is_overdue=ledger.is_overdue(claim_id),
        drift=verdict.drift,
        has_turned=turned,
        citations=tuple(_citation(ledger, claim_id, i) for i in range(len(claim.all_citations))),
        stood=(stood.observed, stood.reason, stood.excerpt),
    )


def row_result(ledger: Ledger, place: Place) -> RowResult:
    """One row or statement as it stands."""
    comparison = ledger.file.comparisons[place.comparison]
    state = ledger.row(place)
    before = ledger.before.rows.get((place.comparison, place.row, place.is_statement))
    title = ledger.file.text_of(comparison.statements[place.row]) if place.is_statement else comparison.rows[place.row].title or ""
    return RowResult(
        place.comparison, place.row, place.is_statement, title, state.state, before.state if before else None, state.because, state.since
    )


def _citation(ledger: Ledger, claim_id: str, index: int) -> CitationResult:
    source = ledger.file.claims[claim_id].all_citations[index].source
    judgement = ledger.judgement(claim_id, index)
    if judgement is None:
        return CitationResult(source, None, None, "it was never read")
    j = judgement
    return CitationResult(source, j.verdict, j.observed, j.reason, j.excerpt, j.headings, j.drift, j.score)


def _stood(ledger: Ledger, claim_id: str) -> ClaimVerdict:
    """What the claim, and all that it rests on, came to by the last readings that could be made."""
    claim = ledger.file.claims[claim_id]
    grounds = {name: _stood(ledger, name) for name in claim.rests_on}
    return combine(claim, [ledger.judged(claim_id, i) for i in range(len(claim.all_citations))], grounds)
