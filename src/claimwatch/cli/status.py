"""`claimwatch status`: rows and claims as they stand, from the store alone."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated

import typer

from claimwatch.cli.exits import exit_code
from claimwatch.cli.options import Claims, Database, Fail, FailOn, Ids, Now, Verbose


class Format(StrEnum):
    """How the standing is printed."""

    TEXT = "text"
    JSON = "json"


Form = Annotated[Format, typer.Option("--format", help="How it is printed.")]


def status(
    ids: Ids = None,
    *,
    form: Form = Format.TEXT,
    fail_on: Fail = FailOn.STALE,
    now: Now = None,
    claims: Claims = None,
    database: Database = None,
    verbose: Verbose = False,  # noqa: ARG001 - the option's callback remembers it
) -> None:
    """Prints the rows and claims as they stand, from the store alone: nothing is fetched or recorded.

    Example: claimwatch status deepinfer-vs-vllm

    Exit codes: 0 nothing is stale; 1 something is stale; 3 nothing is stale, but something could not be read.
    """
    from claimwatch.cli.place import find_place
    from claimwatch.cli.terminal import paint_for, write
    from claimwatch.monitor.opening import opened_to_read
    from claimwatch.monitor.status import standing_report

    place = find_place(claims, database)
    with opened_to_read(place.claims, place.database) as (file, store):
        report = standing_report(file, store.standing(), tuple(ids or ()), now or datetime.now(UTC))
    if form is Format.JSON:
        from claimwatch.cli.formats.as_json import report_as_json

        write(report_as_json(report))
    else:
        from claimwatch.cli.formats.as_text import status_as_text

        write(status_as_text(report, paint_for(sys.stdout)))
    raise typer.Exit(exit_code(report, fail_on))
