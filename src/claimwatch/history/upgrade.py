"""Migrations: makes a store, or brings one to the schema that this program knows. The only module that loads Alembic."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from claimwatch.errors import StoreError
from claimwatch.history.opening import (
    HEAD,
    absent,
    blank,
    connect,
    is_absent,
    locate,
    require_head,
    require_whole,
    require_writable,
    revision_of,
    sqlite_engine,
    transaction,
    translated,
)

if TYPE_CHECKING:
    from alembic.config import Config


@dataclass(frozen=True, slots=True)
class Upgrade:
    """What an upgrade did: the schema before (None: there was no store) and after, and where a copy of the old SQLite file was put."""

    before: str | None
    after: str
    copy: Path | None = None


def upgrade(name: str | Path, *, create: bool = False, revision: str = "head") -> Upgrade:
    """Brings a store to the newest schema, or to `revision`. Doing it twice is the same as once.

    With `create`, a store that is not there is made. A copy of an SQLite file is kept before its schema changes. A migration that was
    killed leaves the old schema, since all of it is one transaction. Raises StoreError.
    """
    place = locate(name)
    target = HEAD if revision == "head" else revision
    if is_absent(place):
        if not create or not isinstance(place, Path):
            raise absent(place)
        make_file(place)
        return Upgrade(None, HEAD)
    before = _revision(place)
    if before is None and (isinstance(place, Path) or not create):
        raise blank(place)
    if before == target:
        return Upgrade(before, target)
    if before is not None and before > HEAD:
        require_head(before)
    copy = _keep_copy(place, before) if isinstance(place, Path) and before else None
    with translated(place):
        engine = connect(place, writes=True, foreign_keys=False)
        try:
            _run(engine, target)
        finally:
            engine.dispose()
    return Upgrade(before, target, copy)


def make_file(path: Path) -> None:
    """Makes an SQLite store that only its owner may read. It appears under its name when it is whole, or not at all."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=path.parent)  # with mode 600
    except OSError as error:
        raise StoreError(
            f"no store can be made in {path.parent}: {error.strerror}", hint="mend its permissions, or give another path with --database"
        ) from error
    os.close(handle)
    made = Path(name)
    try:
        with translated(path):
            engine = sqlite_engine(made, "mode=rw", foreign_keys=False)
            try:
                with engine.connect() as connection:
                    require_writable(connection, made)
                _run(engine, HEAD)
            finally:
                engine.dispose()
        _publish(made, path)
    finally:
        made.unlink(missing_ok=True)


def migrations() -> Path:
    """The folder of the migrations: in the installed package, or at the top of the repository."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "migrations", package.parent.parent / "migrations"):
        if (folder / "env.py").is_file():
            return folder
    raise StoreError("the migrations are not installed", hint="install claimwatch again")


def config() -> Config:
    """Alembic's configuration for this program's migrations."""
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(migrations()).replace("%", "%%"))
    return made


def _run(engine: sa.Engine, target: str) -> None:
    from alembic import command
    from alembic.util import CommandError

    settings = config()
    with transaction(engine, writes=True) as connection:
        settings.attributes["connection"] = connection
        before = revision_of(connection)
        is_back = target == "base" or (before is not None and target < before)
        move = command.downgrade if is_back else command.upgrade
        try:
            move(settings, target)
        except CommandError as error:
            raise StoreError(f"the schema cannot become {target}: {error}", hint="report this, with the copy of the store") from error
        if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
            raise StoreError(
                "the upgrade would leave rows that refer to nothing, and was undone", hint="report this, with the store's copy"
            )


def _revision(place: Path | sa.URL) -> str | None:
    with translated(place):
        engine = connect(place, writes=False)
        try:
            with engine.connect() as connection:
                require_whole(connection)
                return revision_of(connection)
        finally:
            engine.dispose()


def _keep_copy(path: Path, revision: str) -> Path:
    copy = path.with_name(f"{path.name}.{revision}.bak")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{copy.name}.", dir=path.parent)
    except OSError as error:
        raise StoreError(
            f"no copy of the store can be kept in {path.parent}: {error.strerror}", hint="mend its permissions, then run it again"
        ) from error
    os.close(handle)
    made = Path(name)
    try:
        # SQLite's own backup: a plain copy could miss what still stands in the log.
        with (
            translated(path),
            closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(made)) as target,
        ):
            source.backup(target)
        made.replace(copy)
    finally:
        made.unlink(missing_ok=True)
    return copy


def _publish(made: Path, path: Path) -> None:
    try:
        os.link(made, path)  # fails where another process was quicker: then its store is the store
    except FileExistsError:
        return
    except OSError:  # a file system without links
        if not path.exists():
            made.rename(path)
