"""`claimwatch history`: verdicts over time, from the store."""

from __future__ import annotations

import sys
from datetime import datetime
from enum import StrEnum
from typing import Annotated

import typer

from claimwatch.cli.options import Claims, Database, Verbose, parse_day_or_time


class Format(StrEnum):
    """How the history is printed."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"


class Judged(StrEnum):
    """The verdicts, by their names."""

    REFUTED = "refuted"
    MISSING = "missing"
    UNREACHABLE = "unreachable"
    SUPPORTED = "supported"


Claim = Annotated[str | None, typer.Argument(metavar="CLAIM", help="Only of this claim.", show_default=False)]
Source = Annotated[str | None, typer.Option("--source", metavar="SOURCE", help="Only what this source decided.", show_default=False)]
Subject = Annotated[str | None, typer.Option("--subject", metavar="SUBJECT", help="Only claims about this subject.", show_default=False)]
Only = Annotated[Judged | None, typer.Option("--verdict", help="Only this verdict.", show_default=False)]
_TIMES = "a day, or a time in ISO 8601 with offset"
Since = Annotated[
    datetime | None, typer.Option("--since", metavar="TIME", parser=parse_day_or_time, help=f"From then on ({_TIMES}).", show_default=False)
]
Until = Annotated[
    datetime | None, typer.Option("--until", metavar="TIME", parser=parse_day_or_time, help=f"Up to then ({_TIMES}).", show_default=False)
]
Form = Annotated[Format, typer.Option("--format", help="How it is printed.")]


def history(
    claim: Claim = None,
    *,
    source: Source = None,
    subject: Subject = None,
    verdict: Only = None,
    since: Since = None,
    until: Until = None,
    form: Form = Format.TEXT,
    claims: Claims = None,
    database: Database = None,
    verbose: Verbose = False,  # noqa: ARG001 - the option's callback remembers it
) -> None:
    """Prints the verdicts over time, the newest first: how long each held, and what was observed.

    Example: claimwatch history vllm.model-architectures --since 2026-10-01 --format csv
    """
    from claimwatch.cli.formats.runs import runs_as_csv, runs_as_json, runs_as_text
    from claimwatch.cli.place import find_place
    from claimwatch.cli.terminal import paint_for, write
    from claimwatch.history.queries import runs
    from claimwatch.judging.verdict import Verdict
    from claimwatch.monitor.opening import opened_to_read
    from claimwatch.monitor.selection import require_known

    place = find_place(claims, database)
    with opened_to_read(place.claims, place.database) as (file, store):
        require_known("subject", subject, file.subjects)
        found = runs(store, claim=claim, source=source, verdict=Verdict(verdict) if verdict else None, since=since, until=until)
        if not found:
            # What the claims file no longer has may still have a history; what neither has is a mistake.
            require_known("claim", claim, file.claims)
            require_known("source", source, file.sources)
    if subject:
        about = {name for name, one in file.claims.items() if subject in one.subject}
        found = [run for run in found if run.claim in about]
    match form:
        case Format.JSON:
            write(runs_as_json(found))
        case Format.CSV:
            sys.stdout.write(runs_as_csv(found))
        case Format.TEXT:
            write(runs_as_text(found, paint_for(sys.stdout)))
