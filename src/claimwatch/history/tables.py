"""The tables of the store, in words that SQLite and Postgres share.

A run is a stretch of time: `first_at` and `last_at` are the first and the last check that saw it. Its `id` is its place in the history,
since the clock may be set back and a sequence is not.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa


class UtcDateTime(sa.TypeDecorator[datetime]):
    """An instant: aware in, kept in UTC, aware (UTC) out. A naive one is refused, since nobody could say which instant it is."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:  # noqa: ARG002, D102 - SQLAlchemy's signature
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value.isoformat()} has no time zone: only aware times are kept")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:  # noqa: ARG002, D102 - SQLAlchemy's signature
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _name(column: str, *, optional: bool = False, **more: Any) -> sa.Column[Any]:
    return sa.Column(column, sa.String(64), nullable=optional, **more)


def _text(column: str, *, optional: bool = True) -> sa.Column[Any]:
    return sa.Column(column, sa.Text, nullable=optional)


def _time(column: str, *, optional: bool = False) -> sa.Column[Any]:
    return sa.Column(column, UtcDateTime, nullable=optional)


def _sequence() -> sa.Column[Any]:
    # SQLite numbers rows by itself only where the key is called INTEGER.
    return sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True)


def _edition(*, optional: bool = True) -> sa.Column[Any]:
    return sa.Column("edition", sa.String(64), sa.ForeignKey("editions.digest"), nullable=optional)


def _run(table: str) -> sa.Column[Any]:
    return sa.Column("run", sa.BigInteger().with_variant(sa.Integer, "sqlite"), sa.ForeignKey(f"{table}.id"), nullable=False)


claims_files = sa.Table(
    "claims_files",
    metadata,
    _name("digest", primary_key=True),
    sa.Column("program", sa.String(64), nullable=False),  # what read it: another one reads it again
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),  # JSON, compressed
    _time("first_seen_at"),
)

editions = sa.Table(
    "editions",
    metadata,
    _name("digest", primary_key=True),
    _text("media_type", optional=False),
    _text("charset", optional=False),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),  # compressed
    _time("first_seen_at"),
)

fetch_runs = sa.Table(
    "fetch_runs",
    metadata,
    _sequence(),
    _name("source"),
    _name("outcome"),  # read | unreachable
    sa.Column("status", sa.Integer),
    _text("trouble"),
    _text("reason"),
    _edition(),
    _time("first_at"),
    _time("last_at"),
    sa.Index(None, "source", "id"),
    sqlite_autoincrement=True,
)

sources = sa.Table(
    "sources",
    metadata,
    _name("source", primary_key=True),
    _text("url", optional=False),
    _text("etag"),
    _text("last_modified"),
    _edition(),
    _text("media_type", optional=False),
    _text("charset", optional=False),
    _time("read_at", optional=True),
    _time("checked_at", optional=True),
    _text("outcome", optional=False),
    sa.Column("status", sa.Integer),
    _text("trouble"),
    _text("reason"),
    _time("failing_since", optional=True),
    _run("fetch_runs"),
)

citations = sa.Table(
    "citations",
    metadata,
    _name("claim", primary_key=True),
    sa.Column("index", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("source", sa.String(64), sa.ForeignKey("sources.source"), nullable=False),
    _text("key", optional=False),
    _edition(optional=False),
    _text("baseline"),
    _name("verdict"),
    _text("reason", optional=False),
    _text("observed"),
    _text("excerpt"),
    _text("headings", optional=False),  # a JSON list
    sa.Column("start", sa.Integer),
    sa.Column("drift", sa.Boolean, nullable=False),
    sa.Column("score", sa.Float, nullable=False),
    _text("candidates", optional=False),  # a JSON list
    sa.Index(None, "source", "claim"),
)

verdict_runs = sa.Table(
    "verdict_runs",
    metadata,
    _sequence(),
    _name("claim"),
    _name("verdict"),
    _text("observed"),
    _text("reason", optional=False),
    _text("excerpt"),
    _name("source", optional=True),  # the one that decided
    _edition(),
    sa.Column("drift", sa.Boolean, nullable=False),
    _time("first_at"),
    _time("last_at"),
    sa.Index(None, "claim", "id"),
    sa.Index(None, "source", "id"),
    sa.Index(None, "verdict", "id"),
    sqlite_autoincrement=True,
)

claims = sa.Table(
    "claims",
    metadata,
    _name("claim", primary_key=True),
    _name("verdict"),
    _name("stands", optional=True),
    _text("observed"),
    _text("stands_observed"),  # the value of the standing verdict, also while the source is unreachable
    _text("reason", optional=False),
    _text("excerpt"),
    _name("source", optional=True),
    sa.Column("drift", sa.Boolean, nullable=False),
    _time("since"),
    _run("verdict_runs"),
)

row_runs = sa.Table(
    "row_runs",
    metadata,
    _sequence(),
    _name("comparison"),
    _name("kind"),  # row | statement
    _name("name"),
    _name("state"),
    _text("because", optional=False),  # a JSON list of claims
    _time("first_at"),
    _time("last_at"),
    sa.Index(None, "comparison", "name", "id"),
    sa.Index(None, "state", "id"),
    sqlite_autoincrement=True,
)

published_rows = sa.Table(
    "published_rows",
    metadata,
    _name("comparison", primary_key=True),
    _name("kind", primary_key=True),  # row | statement
    _name("name", primary_key=True),
    _name("state"),
    _text("because", optional=False),  # a JSON list of claims
    _time("since"),
    _run("row_runs"),
)

turns = sa.Table(
    "turns",
    metadata,
    _sequence(),
    _name("kind"),  # claim | row | statement
    _name("comparison", optional=True),
    _name("name"),
    _name("before", optional=True),
    _name("after"),
    _text("observed_before"),
    _text("observed_after"),
    _text("reason", optional=False),
    _time("at"),
    sa.Index(None, "name", "id"),
    sa.Index(None, "comparison", "id"),
    sa.Index(None, "at"),
    sqlite_autoincrement=True,
)
