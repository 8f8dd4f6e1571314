"""What a person sees on standard error while a check works: a bar on a terminal, log lines with -v, else nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from claimwatch.monitor.report import SourceResult

Watcher = Callable[[SourceResult, int], None]


@contextmanager
def watching(*, is_verbose: bool, is_quiet: bool) -> Iterator[Watcher]:
    """A function to be called with each source's result and the number of sources in all."""
    if is_verbose:
        from claimwatch.cli.logs import logger

        log = logger()
        yield lambda result, total: log.info(  # noqa: ARG005 - a watcher takes both
            "source", source=result.source, outcome=result.outcome, status=result.status, trouble=result.trouble, reason=result.reason
        )
    elif is_quiet or not sys.stderr.isatty():
        yield lambda result, total: None  # noqa: ARG005 - a watcher takes both
    else:
        with _bar() as watcher:
            yield watcher


@contextmanager
def _bar() -> Iterator[Watcher]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    name = TextColumn("{task.description}", markup=False)
    with Progress(
        TextColumn("reading"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), name, console=Console(stderr=True), transient=True
    ) as progress:
        task = progress.add_task("", total=None)
        yield lambda result, total: progress.update(task, advance=1, total=total, description=result.source)
