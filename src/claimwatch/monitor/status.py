"""Rows and claims as they stand, from the store alone."""

from __future__ import annotations

from datetime import datetime

from claimwatch.claims.model import ClaimsFile
from claimwatch.history.records import Standing
from claimwatch.monitor.ledger import Ledger
from claimwatch.monitor.report import PassReport
from claimwatch.monitor.results import report_of
from claimwatch.monitor.selection import select


def standing_report(file: ClaimsFile, standing: Standing, ids: tuple[str, ...], now: datetime) -> PassReport:
    """What the ids name (everything where there are none), as the last checks left it, aged to `now`. ClaimwatchError for unknown ids."""
    selection = select(file, ids)
    tried = {name: state for name, state in standing.sources.items() if name in selection.sources and name in file.sources}
    return report_of(Ledger(file, standing, now), selection, tried)
