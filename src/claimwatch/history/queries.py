"""What `status`, `history` and `show` ask of the past. Newest first, in the order in which it was recorded."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import sqlalchemy as sa

from claimwatch.history import mapping
from claimwatch.history import tables as t
from claimwatch.history.records import FetchRun, RowRun, Turn, VerdictRun
from claimwatch.history.store import Store
from claimwatch.judging.verdict import Verdict


def runs(
    store: Store,
    *,
    claim: str | None = None,
    source: str | None = None,
    verdict: Verdict | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    limit: int | None = None,
) -> list[VerdictRun]:
    """Stretches of one verdict: of a claim, decided by a source, that reach into the time from `since` to `until` (both included)."""
    where = _equal(t.verdict_runs, claim=claim, source=source, verdict=verdict.value if verdict else None)
    return list(map(mapping.verdict_run, _newest(store, t.verdict_runs, where + _within(t.verdict_runs, since, until), limit)))


def row_runs(
    store: Store,
    *,
    comparison: str | None = None,
    row: str | None = None,
    is_statement: bool | None = None,
    state: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    limit: int | None = None,
) -> list[RowRun]:
    """Stretches of one state of a row or statement that reach into the time from `since` to `until` (both included)."""
    kind = None if is_statement is None else mapping.row_kind(is_statement)
    where = _equal(t.row_runs, comparison=comparison, kind=kind, name=row, state=state)
    return list(map(mapping.row_run, _newest(store, t.row_runs, where + _within(t.row_runs, since, until), limit)))


def fetch_runs(
    store: Store, source: str | None = None, *, since: datetime | None = None, until: datetime | None = None, limit: int | None = None
) -> list[FetchRun]:
    """Stretches in which a source gave one edition, or failed in one way."""
    where = _equal(t.fetch_runs, source=source) + _within(t.fetch_runs, since, until)
    return list(map(mapping.fetch_run, _newest(store, t.fetch_runs, where, limit)))


def turns(
    store: Store,
    *,
    kind: str | None = None,
    comparison: str | None = None,
    name: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    limit: int | None = None,
) -> list[Turn]:
    """What turned: claims (kind `claim`), rows (`row`) and statements (`statement`), from `since` to `until` (both included)."""
    where = _equal(t.turns, kind=kind, comparison=comparison, name=name)
    where += [t.turns.c.at >= since] if since else []
    where += [t.turns.c.at <= until] if until else []
    return list(map(mapping.turn, _newest(store, t.turns, where, limit)))


def _equal(table: sa.Table, **wanted: str | None) -> list[sa.ColumnElement[bool]]:
    return [table.c[name] == value for name, value in wanted.items() if value is not None]


def _within(table: sa.Table, since: datetime | None, until: datetime | None) -> list[sa.ColumnElement[bool]]:
    return ([table.c.last_at >= since] if since else []) + ([table.c.first_at <= until] if until else [])


def _newest(store: Store, table: sa.Table, where: list[sa.ColumnElement[bool]], limit: int | None) -> list[sa.Row[Any]]:
    columns = [column for column in table.columns if column.name != "id"]
    query = sa.select(*columns).where(*where).order_by(table.c.id.desc()).limit(limit)
    with store.reading() as connection:
        return list(connection.execute(query))
