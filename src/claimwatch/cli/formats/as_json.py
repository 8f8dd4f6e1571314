"""A report as the JSON document of DESIGN.md, stable across versions."""

from __future__ import annotations

from typing import Any

from claimwatch.cli.formats.escaping import as_json_text
from claimwatch.cli.formats.times import iso
from claimwatch.monitor.report import FORMAT, CitationResult, ClaimResult, PassReport, RowResult, SourceResult


def report_as_json(report: PassReport) -> str:
    """The whole report: one JSON object."""
    return as_json_text(
        {
            "format": FORMAT,
            "started": iso(report.started),
            "finished": iso(report.finished),
            "sources": [_source(s) for s in report.sources],
            "claims": [_claim(c) for c in report.claims],
            "rows": [_row(r) for r in report.rows],
        }
    )


def _source(source: SourceResult) -> dict[str, Any]:
    return {
        "id": source.source,
        "outcome": source.outcome or None,
        "status": source.status,
        "trouble": source.trouble,
        "reason": source.reason,
        "url": source.url,
        "failing_since": iso(source.failing_since),
    }


def _claim(claim: ClaimResult) -> dict[str, Any]:
    return {
        "id": claim.claim,
        "citations": [_citation(c) for c in claim.citations],
        "verdict": claim.verdict,
        "stands": claim.stands,
        "before": claim.before,
        "says": claim.says,
        "observed": claim.observed,
        "reason": claim.reason,
        "excerpt": claim.excerpt,
        "source": claim.source,
        "since": iso(claim.since),
        "age_s": None if claim.age is None else int(claim.age.total_seconds()),
        "drift": claim.drift,
    }


def _citation(citation: CitationResult) -> dict[str, Any]:
    return {
        "source": citation.source,
        "verdict": citation.verdict,
        "observed": citation.observed,
        "reason": citation.reason,
        "excerpt": citation.excerpt,
        "headings": list(citation.headings),
        "drift": citation.drift,
        "score": round(citation.score, 3),
    }


def _row(row: RowResult) -> dict[str, Any]:
    return {
        "comparison": row.comparison,
        "row": row.row,
        "kind": "statement" if row.is_statement else "row",
        "state": row.state,
        "before": row.before,
        "because": list(row.because),
        "since": iso(row.since),
    }
