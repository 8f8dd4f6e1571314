"""A claims file that is checked again and again over one real store."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.fakes import FakeFetcher

from claimwatch.claims import file as claims_file
from claimwatch.history.store import Store
from claimwatch.monitor.check import Manner, run_pass
from claimwatch.monitor.planning import Wanted
from claimwatch.monitor.report import ClaimResult, PassReport, RowResult
from claimwatch.monitor.status import standing_report

START = datetime(2026, 11, 2, 6, 0, tzinfo=UTC)


@dataclass
class Watch:
    """A claims file that is checked again and again over one real store."""

    path: Path
    text: str
    fetcher: FakeFetcher = field(default_factory=FakeFetcher)
    now: datetime = START
    manner: Manner = field(default_factory=lambda: Manner(confirm_after=timedelta()))

    def check(self, *ids: str, is_all: bool = False, wanted: Wanted | None = None, after: timedelta = timedelta(days=1)) -> PassReport:
        """One pass; the clock goes on by `after` behind it."""
        file = claims_file.parse(self.text)
        with Store.open(self.path, create=True) as store:
            report = run_pass(file, store, self.fetcher, wanted or Wanted(ids, is_all=is_all), now=self.now, manner=self.manner)
        self.now += after
        return report

    def status(self, *ids: str) -> PassReport:
        """What the store alone says."""
        with Store.open(self.path, create=False) as store:
            return standing_report(claims_file.parse(self.text), store.standing(), ids, self.now)

    def rows(self) -> dict[str, int]:
        """How many rows each table has."""
        connection = sqlite3.connect(self.path)
        try:
            names = [
                name for (name,) in connection.execute("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
            ]
            return {name: connection.execute(f'select count(*) from "{name}"').fetchone()[0] for name in names}  # noqa: S608 - names of tables
        finally:
            connection.close()

    def turns(self) -> list[tuple[str, str | None, str]]:
        """Every turn in the order in which it was recorded: name, before, after."""
        connection = sqlite3.connect(self.path)
        try:
            return list(connection.execute("select name, before, after from turns order by id"))
        finally:
            connection.close()


def claim(report: PassReport, name: str) -> ClaimResult:
    """The claim of that id."""
    return next(c for c in report.claims if c.claim == name)


def row(report: PassReport, name: str) -> RowResult:
    """The row or statement of that name."""
    return next(r for r in report.rows if r.row == name)
