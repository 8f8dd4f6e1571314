"""The options that several commands share."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

VERBOSE = "claimwatch.verbose"
"""Where the context keeps whether -v was given: errors at the top look there."""


class FailOn(StrEnum):
    """What makes the exit code 1."""

    STALE = "stale"
    NEVER = "never"


def parse_time(text: str) -> datetime:
    """ISO 8601 with an offset, as UTC. A time without one is refused: nobody could say which instant it is."""
    try:
        at = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise typer.BadParameter(f"{text!r} is no ISO 8601 time, such as 2026-10-20T12:00:00Z") from error
    if at.tzinfo is None:
        raise typer.BadParameter(f"{text!r} says no offset from UTC: write 2026-10-20T12:00:00Z or …+02:00")
    try:
        return at.astimezone(UTC)
    except OverflowError as error:  # at the ends of the calendar
        raise typer.BadParameter(f"{text!r} lies outside the calendar") from error


def parse_day_or_time(text: str) -> datetime:
    """A day (its begin in UTC) or ISO 8601 with an offset."""
    if len(text.strip()) == 10:
        text = f"{text.strip()}T00:00:00+00:00"
    return parse_time(text)


def _remember(ctx: typer.Context, value: bool) -> bool:
    ctx.meta[VERBOSE] = value
    return value


Claims = Annotated[
    Path | None,
    typer.Option("--claims", metavar="FILE", help="The claims file (CLAIMWATCH_CLAIMS, else ./claims.yaml).", show_default=False),
]
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL|FILE",
        help="The store: a URL or the path of a SQLite file (CLAIMWATCH_DATABASE_URL, else claimwatch.db beside the claims file).",
        show_default=False,
    ),
]
Verbose = Annotated[
    bool, typer.Option("-v", "--verbose", help="Logs each step; errors show their trace.", callback=_remember, is_eager=True)
]
Now = Annotated[
    datetime | None,
    typer.Option("--now", metavar="TIME", parser=parse_time, help="Takes this for the present (ISO 8601 with offset).", show_default=False),
]
Fail = Annotated[FailOn, typer.Option("--fail-on", help="What makes the exit code 1.")]
Ids = Annotated[
    list[str] | None,
    typer.Argument(metavar="ID", help="Claims, rows (comparison/row), comparisons or sources; else all.", show_default=False),
]
