"""A report as Markdown, for a comment on a change or a page: the same order as the text."""

from __future__ import annotations

from claimwatch.cli.formats.as_text import because, summary
from claimwatch.cli.formats.escaping import in_markdown
from claimwatch.cli.formats.grouping import fresh_again, stale_alone, stale_rows, state_of
from claimwatch.cli.formats.painting import Paint
from claimwatch.cli.formats.times import day
from claimwatch.monitor.report import ClaimResult, PassReport, RowResult

_HEAD = "| row | claim | the page says | the source says now | why | where | since |\n| --- | --- | --- | --- | --- | --- | --- |"


def report_as_markdown(report: PassReport) -> str:
    """The whole report, ending in a newline."""
    urls = {source.source: source.url for source in (*report.sources, *report.others)}
    parts = []
    if report.supposed:
        parts.append(f"As if {in_markdown(', '.join(report.supposed))} were published. Nothing was recorded.")
    for comparison, rows in stale_rows(report):
        lines = [f"### {_link(comparison.title, comparison.url)}", "", _HEAD]
        for stale in rows:
            name = _row_name(stale.row)
            others = in_markdown(", ".join(stale.row.because))
            lines += [_line(name, claim, urls) for claim in stale.claims] or [f"| {name} | {others} | | | | | |"]
        parts.append("\n".join(lines))
    alone = stale_alone(report)
    if alone:
        parts.append("\n".join(["### In no row", "", _HEAD, *(_line("", claim, urls) for claim in alone)]))
    again = fresh_again(report)
    if again:
        parts.append("\n".join(["### Holds again", "", *(f"- {in_markdown(r.comparison)}: {_row_name(r)}" for r in again)]))
    if report.unread:
        lines = [f"- **{in_markdown(s.source)}** {in_markdown(s.trouble or '')}: {in_markdown(s.reason or '')}" for s in report.unread]
        parts.append("\n".join(["### Could not be read", "", *lines]))
    parts.append(f"**{in_markdown(summary(report, Paint()))}**")
    return "\n\n".join(parts) + "\n"


def _line(row: str, claim: ClaimResult, urls: dict[str, str]) -> str:
    url = urls.get(claim.source or "", "")
    where = _link(claim.source or "", url)
    fields = (
        in_markdown(claim.claim),
        in_markdown(claim.says),
        in_markdown(claim.stood[0] or state_of(claim)),
        in_markdown(because(claim)),
    )
    return f"| {row} | {' | '.join(fields)} | {where} | {day(claim.since) if claim.since else ''} |"


def _row_name(row: RowResult) -> str:
    return in_markdown(row.title or row.row) + (" (statement)" if row.is_statement else "")


def _link(text: str, url: str) -> str:
    """A link, for web addresses only; what could end it is percent-encoded."""
    if not url.startswith(("https://", "http://")):
        return in_markdown(text)
    from urllib.parse import quote

    return f"[{in_markdown(text)}]({quote(url, safe=':/?#@!$&*+,;=%~.-_')})"
