"""Exit codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwatch.cli.options import FailOn

if TYPE_CHECKING:
    from claimwatch.monitor.report import PassReport

FRESH = 0
STALE = 1
WRONG = 2
UNREAD = 3
INTERRUPTED = 130


def exit_code(report: PassReport, fail_on: FailOn) -> int:
    """0 nothing is stale (or nothing is to fail), 1 something is, 3 nothing is, but something could not be read."""
    if fail_on is FailOn.NEVER:
        return FRESH
    return STALE if report.is_stale else UNREAD if report.is_partly_unread else FRESH
