"""`claimwatch check`: reads what is due, judges, records, and prints what turned."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from claimwatch.cli.exits import exit_code
from claimwatch.cli.options import Claims, Database, Fail, FailOn, Ids, Now, Verbose

if TYPE_CHECKING:
    from claimwatch.cli.place import Place
    from claimwatch.fetching.outcome import Fetched, Fetcher
    from claimwatch.monitor.report import PassReport


class Format(StrEnum):
    """How the report is printed."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


All = Annotated[bool, typer.Option("--all", help="Reads every source, not only what is due.")]
Offline = Annotated[
    Path | None,
    typer.Option("--offline", metavar="ARCHIVE", help="Reads a WARC or a folder of pages instead of the network.", show_default=False),
]
With = Annotated[
    list[str] | None,
    typer.Option("--with", metavar="SOURCE=FILE", help="Judges a file as if it were the source; records nothing.", show_default=False),
]
Form = Annotated[Format, typer.Option("--format", help="How the report is printed.")]
Quiet = Annotated[bool, typer.Option("-q", "--quiet", help="Shows no progress.")]


def check(
    ids: Ids = None,
    *,
    is_all: All = False,
    offline: Offline = None,
    now: Now = None,
    with_: With = None,
    form: Form = Format.TEXT,
    fail_on: Fail = FailOn.STALE,
    claims: Claims = None,
    database: Database = None,
    verbose: Verbose = False,
    quiet: Quiet = False,
) -> None:
    """Reads the sources that are due (or named, or all), judges their claims, records it, and prints what is stale.

    Example: claimwatch check --all --format markdown

    Exit codes: 0 nothing is stale; 1 something is stale; 3 nothing is stale, but something could not be read.
    """
    from dataclasses import replace

    from claimwatch.cli.place import find_place
    from claimwatch.cli.progress import watching
    from claimwatch.monitor.check import Manner, run_pass
    from claimwatch.monitor.opening import opened
    from claimwatch.monitor.planning import Wanted

    begun, started = monotonic(), now or datetime.now(UTC)
    place = find_place(claims, database)
    stand_ins = dict(map(_stand_in, with_ or ()))
    with opened(place.claims, place.database, started, records=not stand_ins) as (file, store):
        wanted = Wanted(tuple(ids or ()), is_all=is_all, stand_ins=stand_ins)
        fetcher = _archive(offline, started) if offline else _network(place)
        with watching(is_verbose=verbose, is_quiet=quiet) as watcher:
            manner = Manner(
                confirm_after=None if offline else place.settings.confirm_after,
                chains=place.settings.host_concurrency,
                secrets={name: secret.get_secret_value() for name, secret in place.settings.secrets.items()},
                watcher=watcher,
            )
            report = run_pass(file, store, fetcher, wanted, now=started, manner=manner)
    report = replace(report, finished=started + timedelta(seconds=monotonic() - begun))
    _print(report, form, is_verbose=verbose)
    raise typer.Exit(exit_code(report, fail_on))


def _stand_in(text: str) -> tuple[str, Fetched]:
    from claimwatch.fetching.archive import MEDIA_TYPES
    from claimwatch.fetching.outcome import Fetched

    source, _, name = text.partition("=")
    if not source or not name:
        raise typer.BadParameter(f"{text!r} is not SOURCE=FILE", param_hint="--with")
    try:
        return source, Fetched(Path(name).read_bytes(), MEDIA_TYPES.get(Path(name).suffix.lower(), ""), url=name)
    except OSError as error:
        raise typer.BadParameter(f"{name} cannot be read: {error.strerror}", param_hint="--with") from error


def _archive(path: Path, now: datetime) -> Fetcher:
    from claimwatch.fetching import open_archive

    return open_archive(path, now)


def _network(place: Place) -> Fetcher:
    from claimwatch.cli.network import fetch_options
    from claimwatch.fetching import open_fetcher

    return open_fetcher(fetch_options(place.settings))


def _print(report: PassReport, form: Format, *, is_verbose: bool) -> None:
    from claimwatch.cli.terminal import paint_for, write

    match form:
        case Format.JSON:
            from claimwatch.cli.formats.as_json import report_as_json

            write(report_as_json(report))
        case Format.MARKDOWN:
            from claimwatch.cli.formats.as_markdown import report_as_markdown

            write(report_as_markdown(report))
        case Format.TEXT:
            from claimwatch.cli.formats.as_text import report_as_text

            write(report_as_text(report, paint_for(sys.stdout), is_verbose=is_verbose))
