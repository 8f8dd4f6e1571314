"""One claim in full, as text."""

from __future__ import annotations

import json
from dataclasses import dataclass

from claimwatch.claims.citation import Citation
from claimwatch.claims.model import Claim
from claimwatch.cli.formats.as_text import claim_in_full
from claimwatch.cli.formats.painting import Paint, aligned
from claimwatch.cli.formats.runs import runs_as_text
from claimwatch.history.records import VerdictRun
from claimwatch.monitor.evidence import InContext
from claimwatch.monitor.report import PassReport

_LABEL = 11


@dataclass(frozen=True, slots=True)
class Shown:
    """The claim as the file has it, the report of it alone, the evidence of each of its citations, and its last verdicts."""

    claim: Claim
    report: PassReport
    evidence: tuple[InContext | None, ...]
    runs: tuple[VerdictRun, ...]


def claim_as_text(found: Shown, paint: Paint) -> str:
    """Everything of the claim, ending in a newline."""
    result = found.report.claims[0]
    sources = {source.source: source for source in (*found.report.sources, *found.report.others)}
    blocks = ["\n".join(claim_in_full(result, sources.get(result.source or ""), paint, 0))]
    for i, citation in enumerate(found.claim.all_citations):
        source = sources.get(citation.source)
        blocks.append("\n".join(_citation(i, citation, found, source.url if source else "", paint)))
    rows = aligned([(f"{row.comparison}/{row.row}", row.state) for row in found.report.rows])
    if rows:
        blocks.append("\n".join([paint("bold", "Rows"), *(f"  {line}" for line in rows)]))
    if found.claim.rests_on:
        blocks.append("\n".join([paint("bold", "Rests on"), *(f"  {name}" for name in found.claim.rests_on)]))
    if found.runs:
        blocks.append("\n".join([paint("bold", "History"), *(f"  {line}" for line in runs_as_text(found.runs, paint).splitlines())]))
    return "\n\n".join(blocks) + "\n"


def _citation(index: int, citation: Citation, found: Shown, url: str, paint: Paint) -> list[str]:
    result, evidence = found.report.claims[0].citations[index], found.evidence[index]
    lines = [paint("bold", f"Citation {index + 1}: {citation.source}") + f"  {result.verdict.value if result.verdict else 'never judged'}"]
    lines += paint.field("address", url, 2, _LABEL, "cyan")
    lines += paint.field("looks at", _written(citation.select), 2, _LABEL)
    lines += paint.field("within", _written(citation.narrow) if citation.narrow else "", 2, _LABEL)
    lines += paint.field("expected", _written(citation.judge_by) if citation.judge_by else "the same words", 2, _LABEL)
    lines += paint.field("found", result.observed or "", 2, _LABEL, "bold")
    lines += paint.field("because", result.reason, 2, _LABEL)
    if evidence is not None:
        lines += paint.field("under", " › ".join(evidence.headings), 2, _LABEL)
        lines += paint.field("passage", evidence.before, 2, _LABEL, "dim")
        lines += paint.field("" if evidence.before else "passage", evidence.passage, 2, _LABEL, "bold")
        lines += paint.field("", evidence.after, 2, _LABEL, "dim")
    return lines


def _written(spec: object) -> str:
    """A selector or expectation as the claims file has it."""
    kind, value = getattr(spec, "kind", None), getattr(spec, "value", None)
    if kind is None:
        return "the whole document"
    return f"{kind}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
