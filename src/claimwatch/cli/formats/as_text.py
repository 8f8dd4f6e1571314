"""A report as text for a person: what is stale first, then what could not be read, then one line for all the rest."""

from __future__ import annotations

from claimwatch.cli.formats.escaping import shown
from claimwatch.cli.formats.grouping import StaleRow, fresh_again, stale_alone, stale_rows, state_of, unread
from claimwatch.cli.formats.painting import Paint, aligned
from claimwatch.cli.formats.times import counted, day, span
from claimwatch.judging.verdict import Verdict
from claimwatch.monitor.report import FRESH, STALE, UNVERIFIED, ClaimResult, ComparisonTitle, PassReport, RowResult, SourceResult

_LABEL = 11  # the width of "source says"
_STYLES = {"refuted": "bold red", "missing": "bold red", "overdue": "bold yellow", "unverified": "yellow", "supported": "green"}
_ROW_STYLES = {STALE: "bold red", UNVERIFIED: "yellow", FRESH: "green"}


def report_as_text(report: PassReport, paint: Paint, *, is_verbose: bool = False) -> str:
    """What a check found, ending in a newline."""
    sources = {source.source: source for source in (*report.sources, *report.others)}
    parts = [_supposed(report), *_stale(report, sources, paint), _again(report, paint), _unread(report, paint)]
    if is_verbose:
        parts.append(_drifting(report, paint))
    parts.append(summary(report, paint))
    return "\n\n".join(part for part in parts if part) + "\n"


def status_as_text(report: PassReport, paint: Paint) -> str:
    """Every row and claim selected as it stands, the stale ones in full, ending in a newline."""
    parts = [_table(report, comparison, paint) for comparison in report.comparisons]
    in_rows = {claim for row in report.rows for claim in row.because}
    alone = [claim for claim in report.claims if claim.is_stale and claim.claim not in in_rows]
    if not report.rows:
        alone = list(report.claims)
    if alone:
        parts.append("\n".join([paint("bold", "Claims"), *_claim_lines(alone, paint)]))
    parts += [_unread(report, paint), summary(report, paint)]
    return "\n\n".join(part for part in parts if part) + "\n"


def claim_in_full(claim: ClaimResult, source: SourceResult | None, paint: Paint, indent: int = 2) -> list[str]:
    """The lines that say all of one claim: what the page says, what the source says, where, and since when."""
    state = state_of(claim)
    lines = [f"{' ' * indent}{paint('bold', shown(claim.claim))}  {paint(_STYLES[state], state)}{_turned(claim, paint)}"]
    inner = indent + 2

    def put(label: str, text: str | None, style: str = "") -> None:
        lines.extend(paint.field(label, text or "", inner, _LABEL, style))

    put("page says", claim.says)
    observed, _, excerpt = claim.stood
    put("source says", observed, "bold")
    put("because", because(claim))
    if source is not None:
        put("where", _where(claim, source))
        put("", source.url, "cyan")
    put("passage", f"“{_shortened(excerpt)}”" if excerpt else "", "dim")
    put("since", f"{day(claim.since)}, last verified {_age(claim)}" if claim.since else "")
    return lines


def summary(report: PassReport, paint: Paint) -> str:
    """One line of counts."""
    rows = [counted(sum(row.state == STALE for row in report.rows), "row") + " stale"] if report.rows else []
    for state in (UNVERIFIED, FRESH):
        number = sum(row.state == state for row in report.rows)
        rows += [f"{number} {state}"] if number else []
    claims = [counted(len(report.claims), "claim")]
    bad = sum(claim.is_stale for claim in report.claims)
    claims += [f"{bad} stale"] if bad else []
    drifting = sum(claim.drift for claim in report.claims)
    claims += [f"{drifting} worded out of date"] if drifting else []
    changed, failed = (sum(s.outcome == outcome for s in report.sources) for outcome in ("changed", "unreachable"))
    sources = [counted(len(report.sources), "source") if report.sources else "nothing was due"]
    sources += [f"{changed} changed"] if changed else []
    sources += [f"{failed} unreachable"] if failed else []
    style = "bold red" if report.is_stale else "bold yellow" if report.is_partly_unread else "bold green"
    return paint(style, " · ".join(", ".join(part) for part in (rows, claims, sources) if part))


def _supposed(report: PassReport) -> str:
    return f"As if {', '.join(map(shown, report.supposed))} were published. Nothing was recorded." if report.supposed else ""


def _heading(title: str, url: str, paint: Paint) -> str:
    return paint("bold", shown(title)) + (f"  {paint('dim', shown(url))}" if url else "")


def _stale(report: PassReport, sources: dict[str, SourceResult], paint: Paint) -> list[str]:
    parts = []
    for comparison, rows in stale_rows(report):
        lines = [_heading(comparison.title, comparison.url, paint)]
        for stale in rows:
            lines += ["", *_stale_row(stale, sources, paint)]
        parts.append("\n".join(lines))
    alone = stale_alone(report)
    if alone:
        lines = [paint("bold", "In no row")]
        for claim in alone:
            lines += ["", *claim_in_full(claim, sources.get(claim.source or ""), paint)]
        parts.append("\n".join(lines))
    return parts


def _stale_row(stale: StaleRow, sources: dict[str, SourceResult], paint: Paint) -> list[str]:
    row = stale.row
    news = paint("yellow", "  new") if row.has_turned else ""
    lines = [f"  {paint('bold red', 'STALE')}  {paint('bold', _row_name(row))}{news}"]
    for claim in stale.claims:
        lines += claim_in_full(claim, sources.get(claim.source or ""), paint, 4)
    others = [i for i in row.because if i not in {claim.claim for claim in stale.claims}]
    if others:
        lines += paint.field("because of", ", ".join(others), 4, _LABEL)
    return lines


def _row_name(row: RowResult) -> str:
    name = shown(row.row) if row.title in ("", row.row) else f"{shown(row.row)}: {shown(row.title)}"
    return f"{name} (statement)" if row.is_statement else name


def _turned(claim: ClaimResult, paint: Paint) -> str:
    if not claim.has_turned:
        return ""
    return paint("yellow", f"  was {claim.before.value}" if claim.before else "  at the first check")


def because(claim: ClaimResult) -> str:
    """Why it stands as it does; and why nothing newer is known, where its source could not be read."""
    now = f"; {claim.reason}" if claim.verdict is Verdict.UNREACHABLE else ""
    if claim.stands is not None and claim.stands.is_bad:
        return claim.stood[1] + now
    if claim.is_overdue:
        return f"not verified for {span(claim.age)}{now}"
    return claim.reason


def _where(claim: ClaimResult, source: SourceResult) -> str:
    deciding = next((c for c in claim.citations if c.source == source.source and c.excerpt == claim.excerpt), None)
    heading = f", under “{deciding.headings[-1]}”" if deciding and deciding.headings else ""
    return (source.title or source.source) + heading


def _shortened(text: str, most: int = 300) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _age(claim: ClaimResult) -> str:
    return "never" if claim.age is None else f"{span(claim.age)} ago" if claim.age.total_seconds() >= 60 else "just now"


def _again(report: PassReport, paint: Paint) -> str:
    rows = fresh_again(report)
    if not rows:
        return ""
    return "\n".join([paint("bold green", "Holds again"), *(f"  {shown(r.comparison)}/{_row_name(r)}" for r in rows)])


def _unread(report: PassReport, paint: Paint) -> str:
    failed = unread(report)
    if not failed:
        return ""
    lines = [paint("bold yellow", "Could not be read")]
    for item in failed:
        source = item.source
        waits = f"  {paint('dim', counted(item.claims, 'claim') + ' as before')}" if item.claims else ""
        trouble = " ".join(filter(None, (source.trouble, f"({source.status})" if source.status else "")))
        lines.append(f"  {paint('bold', shown(source.source))}  {paint('yellow', trouble)}{waits}")
        lines += paint.field("", source.reason or "", 2, 0)
        if source.failing_since and source.failing_since < report.started:
            lines += paint.field("", f"cannot be read since {day(source.failing_since)}", 2, 0)
    return "\n".join(lines)


def _drifting(report: PassReport, paint: Paint) -> str:
    drifting = [claim for claim in report.claims if claim.drift]
    if not drifting:
        return ""
    rows = [(claim.claim, f"“{claim.says}”", f"now {claim.observed}") for claim in drifting]
    return "\n".join([paint("bold", "Holds, worded out of date"), *(f"  {line}" for line in aligned(rows))])


def _table(report: PassReport, comparison: ComparisonTitle, paint: Paint) -> str:
    rows = [row for row in report.rows if row.comparison == comparison.comparison]
    if not rows:
        return ""
    order = sorted(rows, key=lambda row: row.state != STALE)  # the stale first, else in the order of the page
    lines = aligned([(row.state, _row_name(row), f"since {day(row.since)}" if row.since else "", ", ".join(row.because)) for row in order])
    coloured = [_first_word(line, row.state, _ROW_STYLES, paint) for row, line in zip(order, lines, strict=True)]
    return "\n".join([_heading(comparison.title, comparison.url, paint), *(f"  {line}" for line in coloured)])


def _claim_lines(claims: list[ClaimResult], paint: Paint) -> list[str]:
    lines = aligned([(state_of(c), c.claim, c.says, c.observed or "", f"verified {_age(c)}") for c in claims])
    return [f"  {_first_word(line, state_of(c), _STYLES, paint)}" for c, line in zip(claims, lines, strict=True)]


def _first_word(line: str, word: str, styles: dict[str, str], paint: Paint) -> str:
    return paint(styles[word], word) + line.removeprefix(word)
