"""Verdicts over time as text, JSON and CSV. A run is a stretch of time with one verdict and one observed value."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from claimwatch.cli.formats.escaping import as_json_text, shown
from claimwatch.cli.formats.painting import Paint, aligned
from claimwatch.cli.formats.times import day, iso
from claimwatch.history.records import VerdictRun
from claimwatch.monitor.report import FORMAT

VERDICT_STYLES = {"refuted": "bold red", "missing": "bold red", "unreachable": "yellow", "supported": "green"}
_COLUMNS = ("claim", "verdict", "observed", "reason", "source", "first", "last", "edition", "drift")
_FORMULA = re.compile("^[=+\\-@\t\r\uff1d\uff0b\uff0d\uff20]")


def runs_as_text(runs: Sequence[VerdictRun], paint: Paint) -> str:
    """A line a run: when, which claim, its verdict, what was observed and why."""
    if not runs:
        return "Nothing is recorded of that."
    lines = aligned([(_stretch(r), r.claim, r.verdict.value, r.observed or "", r.reason) for r in runs])
    return "\n".join(_painted(line, run, paint) for line, run in zip(lines, runs, strict=True))


def runs_as_json(runs: Iterable[VerdictRun]) -> str:
    """One JSON object."""
    return as_json_text({"format": FORMAT, "runs": [_fields(run) for run in runs]})


def runs_as_csv(runs: Iterable[VerdictRun]) -> str:
    """RFC 4180, with a head; a cell that a spreadsheet would take for a formula begins with an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(_COLUMNS)
    for run in runs:
        writer.writerow([_cell(value) for value in _fields(run).values()])
    return out.getvalue()


def _stretch(run: VerdictRun) -> str:
    return day(run.first_at) if day(run.first_at) == day(run.last_at) else f"{day(run.first_at)} to {day(run.last_at)}"


def _fields(run: VerdictRun) -> dict[str, object]:
    times = iso(run.first_at), iso(run.last_at)
    values = (run.claim, run.verdict.value, run.observed, run.reason, run.source, *times, run.edition, run.drift)
    return dict(zip(_COLUMNS, values, strict=True))


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case _:
            text = str(value)
            return shown(f"'{text}" if _FORMULA.match(text) else text)


def _painted(line: str, run: VerdictRun, paint: Paint) -> str:
    before, word, after = line.partition(f"  {run.verdict.value}  ")
    return f"{before}  {paint(VERDICT_STYLES[run.verdict.value], word.strip())}  {after}" if word else line
