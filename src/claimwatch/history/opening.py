"""From the name of a store to connections: where it is, whether it is one, whether this program knows its schema."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.pool import QueuePool

from claimwatch.errors import StoreError

HEAD = "0001"
"""The newest migration. Comparing with it spares every command the import of Alembic."""

_BUSY_S = 10.0
_MAGIC = b"SQLite format 3\x00"
_NO_STORE = "run `claimwatch check` first, or name the store with --database"
_DAMAGED = "restore it from a copy, or move it away (with its -wal and -shm) so that `claimwatch check` makes a new one"


def locate(name: str | Path) -> Path | sa.URL:
    """The file of an SQLite store, or the URL of a Postgres one. Raises StoreError for what is neither."""
    text = str(name)
    if not re.match(r"[A-Za-z][A-Za-z0-9+]*://", text):
        return _real(Path(text))
    try:
        url = sa.make_url(text)
    except (exc.ArgumentError, ValueError) as error:
        raise StoreError("the store's address cannot be read", hint="give a path, or postgresql+psycopg://USER@HOST/NAME") from error
    backend = url.drivername.partition("+")[0]
    if backend == "sqlite":
        if not url.database or url.database == ":memory:" or url.query:
            raise StoreError("an SQLite store is a file", hint="give its path, or sqlite:///PATH without parameters")
        return _real(Path(url.database))
    if backend in ("postgresql", "postgres"):
        return _with_driver(url.set(drivername="postgresql+psycopg"))
    raise StoreError(f"{backend} is no kind of store", hint="give the path of an SQLite file, or postgresql+psycopg://USER@HOST/NAME")


def said(place: Path | sa.URL) -> str:
    """The store's name for a message, without its password."""
    return str(place) if isinstance(place, Path) else place.render_as_string(hide_password=True)


@contextmanager
def translated(place: Path | sa.URL) -> Iterator[None]:
    """Turns what the database's library raises into StoreError."""
    own: type[Exception] = sqlite3.Error if isinstance(place, Path) else place.get_dialect().import_dbapi().Error
    try:
        yield
    except (exc.DBAPIError, exc.TimeoutError, own) as error:
        raise _store_error(place, error) from error


def is_absent(place: Path | sa.URL) -> bool:
    """Is there no SQLite file? (Postgres has to be asked.) Raises StoreError where no store can be under that name."""
    if not isinstance(place, Path):
        return False
    if place.exists():
        if not place.is_file():
            raise StoreError(f"{place} is not a file", hint="give the path of the store's file with --database")
        return False
    if not place.parent.is_dir():
        raise StoreError(
            f"there is no folder {place.parent} for the store",
            hint=f"make it (mkdir -p {place.parent}), or give another path with --database",
        )
    for log in (place.with_name(place.name + end) for end in ("-wal", "-journal")):
        if log.exists():  # SQLite would write the lost store's pages into a new one
            raise StoreError(f"the store {place} is gone, but its log {log.name} is there", hint="restore the store, or remove the log too")
    return True


def absent(place: Path | sa.URL) -> StoreError:
    """The error that a reading command raises where there is no store."""
    return StoreError(f"there is no store at {said(place)}", hint=_NO_STORE)


def blank(place: Path | sa.URL) -> StoreError:
    """The error for a database that holds nothing: a store that lost all, or one that never was. A file is left as it is."""
    return StoreError(f"{said(place)} is empty: it is no store", hint=_DAMAGED) if isinstance(place, Path) else absent(place)


def connect(place: Path | sa.URL, *, writes: bool, foreign_keys: bool = True) -> sa.Engine:
    """An engine for a store that is there, not yet asked anything. Without `writes`, a file that may only be read is good enough."""
    if isinstance(place, Path):
        _require_sqlite(place)
        return sqlite_engine(place, _mode(place, writes=writes), foreign_keys=foreign_keys)
    return sa.create_engine(place, pool_pre_ping=True)


def sqlite_engine(path: Path, mode: str, *, foreign_keys: bool = True) -> sa.Engine:
    """An engine for a file, opened with `mode=rw`, `mode=ro` or `immutable=1`. None of these makes a file that is not there."""
    address = f"{path.as_uri()}?{mode}"

    def open_file() -> sqlite3.Connection:
        connection = sqlite3.connect(address, uri=True, timeout=_BUSY_S, isolation_level=None, check_same_thread=False)
        try:
            connection.execute(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")
            connection.execute("PRAGMA synchronous = NORMAL")
        except sqlite3.Error:  # it is no database
            connection.close()
            raise
        return connection

    return sa.create_engine("sqlite://", creator=open_file, poolclass=QueuePool)


@contextmanager
def transaction(engine: sa.Engine, *, writes: bool) -> Iterator[sa.Connection]:
    """A connection inside one transaction, committed at the end and rolled back by what is raised.

    On SQLite one that writes begins IMMEDIATE: one that turned from reading to writing would fail at once where another writes, whatever
    the timeout. (The driver begins nothing by itself, and an event of SQLAlchemy's would cost each statement 20 µs.)
    """
    with engine.begin() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
        yield connection


def revision_of(connection: sa.Connection) -> str | None:
    """The store's schema, None where the database has no tables at all. Raises StoreError for a database of something else."""
    tables = set(sa.inspect(connection).get_table_names())
    if "alembic_version" in tables:
        revision: str | None = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
        if revision is not None or tables == {"alembic_version"}:
            return revision
    if tables:
        raise StoreError("the database is not a store of claimwatch", hint="give another path or database with --database")
    return None


def require_head(revision: str) -> None:
    """Raises StoreError unless this program was written for that schema. Revisions are numbers of four digits."""
    if revision == HEAD:
        return
    if revision < HEAD:
        raise StoreError(f"the store has the older schema {revision}", hint="run `claimwatch db upgrade` (it keeps a copy)")
    raise StoreError(f"the store has the schema {revision}, made by a newer claimwatch", hint="install that version, or give another store")


def require_whole(connection: sa.Connection) -> None:
    """Raises StoreError where a page of an SQLite store is damaged. Bodies are proved by their digests when they are read."""
    if connection.dialect.name != "sqlite":
        return
    for table in sa.inspect(connection).get_table_names():
        if table not in ("editions", "claims_files"):
            found = connection.exec_driver_sql(f"PRAGMA quick_check('{table}')").scalar()
            if found != "ok":
                raise StoreError(f"the store is damaged: {found}", hint=_DAMAGED)


def require_writable(connection: sa.Connection, place: Path | sa.URL) -> None:
    """Raises StoreError where nothing can be recorded; puts an SQLite file into WAL mode. Call outside a transaction of `connection`."""
    if isinstance(place, Path):
        raw: Any = connection.connection.driver_connection
        if raw.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            raw.execute("PRAGMA journal_mode = WAL").fetchone()
        raw.execute("BEGIN IMMEDIATE")
        raw.execute("ROLLBACK")


def _with_driver(url: sa.URL) -> sa.URL:
    try:
        url.get_dialect().import_dbapi()
    except ImportError as error:
        raise StoreError("the driver for Postgres is not installed", hint="pip install 'psycopg[binary]'") from error
    return url


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path.expanduser()))


def _require_sqlite(path: Path) -> None:
    try:
        with path.open("rb") as file:
            head = file.read(len(_MAGIC))
    except OSError as error:
        raise StoreError(
            f"the store {path} cannot be read: {error.strerror}", hint="mend its permissions, or name another with --database"
        ) from error
    if not head:
        raise blank(path)
    if head != _MAGIC:
        raise StoreError(f"{path} is not an SQLite database: it is no store", hint=_DAMAGED)


def _mode(path: Path, *, writes: bool) -> str:
    # SQLite keeps its log beside the file, so that writing needs the folder too.
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        return "mode=rw"
    if writes:
        what = "the folder of the store" if os.access(path, os.W_OK) else "the store"
        raise StoreError(
            f"{what} {path} may only be read, so nothing can be recorded", hint="mend its permissions, or name another with --database"
        )
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.OperationalError:
        # SQLite cannot make the index of its log here. Without a log nothing is being written, and a reader needs no index.
        log = path.with_name(f"{path.name}-wal")
        return "mode=ro" if log.exists() and log.stat().st_size else "immutable=1"
    return "mode=ro"


def _store_error(place: Path | sa.URL, error: Exception) -> StoreError:
    cause = getattr(error, "orig", None) or error
    text, name = str(cause).strip().splitlines()[0] if str(cause).strip() else type(cause).__name__, said(place)
    told = text.lower()
    hints = {
        "locked": f"another process writes to it for over {_BUSY_S:.0f} s: try again",
        "readonly": "mend its permissions, or name another with --database",
        "full": "free some space and run the command again: what was recorded before is whole",
        "malformed": _DAMAGED,
        "not a database": _DAMAGED,
        "unable to open": "look at the permissions of the file and its folder",
        "connection": "is the database server running, and is the address right?",
    }
    hint = next((hint for word, hint in hints.items() if word in told), None)
    return StoreError(f"the store {name} cannot be used: {text}", hint=hint)
