"""The statements that recording uses, compiled once for each store.

SQLAlchemy's own path costs 60 µs a statement, most of it before the database is reached, and a pass over unchanged sources is made of
little else. A Prepared costs 5: the text and the order of its values are settled once; the types still convert what goes in and comes out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPICursor

from claimwatch.history import tables as t

Values = dict[str, Any]
_Convert = Callable[[Any], Any]


class Prepared:
    """A statement compiled for a database. Values go in and come out under the names of its parameters and columns."""

    def __init__(self, statement: Any, dialect: sa.Dialect, columns: Sequence[str] | None = None) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=columns)
        self._text = str(compiled)
        self._order: Sequence[str] | None = compiled.positiontup if dialect.positional else None
        self._binds = _conversions({name: bind.type for name, bind in compiled.binds.items()}, dialect, is_in=True)
        returned = list(getattr(statement, "exported_columns", ()))
        self._columns = [column.name for column in returned]
        self._results = _conversions({column.name: column.type for column in returned}, dialect, is_in=False)

    def run(self, cursor: DBAPICursor, values: Values) -> None:
        """Executes it once."""
        cursor.execute(self._text, self._bound(values))

    def run_each(self, cursor: DBAPICursor, rows: Sequence[Values]) -> None:
        """Executes it once for each row of values."""
        if rows:
            cursor.executemany(self._text, [self._bound(values) for values in rows])

    def first(self, cursor: DBAPICursor, values: Values) -> Values | None:
        """Executes it and gives its first row, or None. The statement's key allows one row at most."""
        cursor.execute(self._text, self._bound(values))
        found = cursor.fetchall()
        if not found:
            return None
        row = dict(zip(self._columns, found[0], strict=True))
        for name, convert in self._results.items():
            row[name] = convert(row[name])
        return row

    def _bound(self, values: Values) -> Any:
        values = dict(values)
        for name, convert in self._binds.items():
            values[name] = convert(values[name])
        return values if self._order is None else tuple([values[name] for name in self._order])


class Statements:
    """Everything that recording says to a database. Made once for an open store."""

    def __init__(self, dialect: sa.Dialect) -> None:
        # The two databases that know ON CONFLICT, each with a class of its own for it.
        insert: Any = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}[dialect.name]
        self._insert, self._dialect = insert, dialect

        self.add_edition = self._prepared(insert(t.editions).on_conflict_do_nothing(index_elements=[t.editions.c.digest]))
        self.put_claims_file = self._put(t.claims_files)
        self.put_source, self.put_citation = self._put(t.sources), self._put(t.citations)
        self.put_claim, self.put_row = self._put(t.claims), self._put(t.published_rows)

        self.forget_citation = self._prepared(sa.delete(t.citations).where(*_keys(t.citations)))

        self.source_before = self._before(t.sources, "outcome", "status", "trouble", "edition", "run")
        self.edition_of = self._prepared(sa.select(t.sources.c.edition).where(*_keys(t.sources)))
        self.claim_before, self.row_before = self._before(t.claims), self._before(t.published_rows)

        self.add_fetch_run = self._add(t.fetch_runs)
        self.add_verdict_run = self._add(t.verdict_runs)
        self.add_row_run = self._add(t.row_runs)
        self.add_turn = self._prepared(sa.insert(t.turns), [column.name for column in t.turns.columns if column.name != "id"])

        self.fetch_again = self._prepared(_again(t.fetch_runs).values(status=sa.bindparam("now_status"), reason=sa.bindparam("now_reason")))
        self.verdict_again = self._prepared(_again(t.verdict_runs))
        self.row_again = self._prepared(_again(t.row_runs))
        self.standing_again = self._prepared(_standing_again())

    def _prepared(self, statement: Any, columns: Sequence[str] | None = None) -> Prepared:
        return Prepared(statement, self._dialect, columns)

    def _put(self, table: sa.Table) -> Prepared:
        """Insert, or change what is there under the same key."""
        insert = self._insert(table)
        changed = {column.name: insert.excluded[column.name] for column in table.columns if not column.primary_key}
        return self._prepared(insert.on_conflict_do_update(index_elements=list(table.primary_key.columns), set_=changed))

    def _before(self, table: sa.Table, *names: str) -> Prepared:
        """The columns of those names, else all, of the row with that key."""
        # Postgres locks the row for the transaction; SQLite locks the file, and knows no FOR UPDATE.
        columns = [column for column in table.columns if not names or column.name in names]
        return self._prepared(sa.select(*columns).where(*_keys(table)).with_for_update())

    def _add(self, runs: sa.Table) -> Prepared:
        """Insert a run and give its id."""
        names = [column.name for column in runs.columns if column.name != "id"]
        return self._prepared(sa.insert(runs).returning(runs.c.id), names)


def _keys(table: sa.Table) -> list[sa.ColumnElement[bool]]:
    return [column == sa.bindparam(column.name) for column in table.primary_key.columns]


def _again(runs: sa.Table) -> sa.Update:
    # A check that is dated before the last one (the clock was set back) leaves the run's end where it is.
    later = sa.case(
        (runs.c.last_at < sa.bindparam("at", type_=t.UtcDateTime), sa.bindparam("at", type_=t.UtcDateTime)), else_=runs.c.last_at
    )
    return sa.update(runs).where(runs.c.id == sa.bindparam("run")).values(last_at=later)


def _standing_again() -> sa.Update:
    """Of the claims that cite a source: what a reading of it that changed nothing has seen again. An unreachable stretch ends otherwise."""
    citing = sa.select(t.citations.c.claim).where(t.citations.c.source == sa.bindparam("of_source"))
    standing = sa.select(t.claims.c.run).where(t.claims.c.claim.in_(citing), t.claims.c.verdict != sa.literal_column("'unreachable'"))
    at = sa.bindparam("at", type_=t.UtcDateTime)
    return sa.update(t.verdict_runs).where(t.verdict_runs.c.id.in_(standing), t.verdict_runs.c.last_at < at).values(last_at=at)


def _conversions(types: dict[str, Any], dialect: sa.Dialect, *, is_in: bool) -> dict[str, _Convert]:
    found = {}
    for name, kind in types.items():
        form = kind.dialect_impl(dialect)
        convert = form.bind_processor(dialect) if is_in else form.result_processor(dialect, None)
        if convert is not None:
            found[name] = convert
    return found
