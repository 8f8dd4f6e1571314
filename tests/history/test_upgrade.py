from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from claimwatch.errors import StoreError
from claimwatch.history.editions import digest
from claimwatch.history.opening import HEAD
from claimwatch.history.records import ClaimState, Edition, SourceRecord, SourceState
from claimwatch.history.store import Store
from claimwatch.history.tables import metadata
from claimwatch.history.upgrade import Upgrade, config, migrations, upgrade
from claimwatch.judging.verdict import Verdict

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def fill(name: str) -> None:
    body = b"<p>200+</p>"
    state = SourceState("readme", "https://example.org", edition=digest(body), read_at=NOON, checked_at=NOON, outcome="changed", status=200)
    claim = ClaimState("a", Verdict.SUPPORTED, Verdict.SUPPORTED, "200+", "because", None, "readme", False, NOON)
    with Store.open(name, create=True) as store:
        store.record(SourceRecord(state, NOON, Edition(digest(body), body, "text/html", "utf-8", NOON), claims=(claim,)))


def dump(path: str | Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def test_the_migrations_make_what_the_program_expects(store: Store) -> None:
    with store.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata) == []


def test_foreign_keys_and_indexes_are_those_of_the_tables(store: Store) -> None:
    with store.reading() as connection:
        look = sa.inspect(connection)
        for table in metadata.sorted_tables:
            assert {key["name"] for key in look.get_foreign_keys(table.name)} == {key.name for key in table.foreign_key_constraints}
            assert {index["name"] for index in look.get_indexes(table.name)} == {index.name for index in table.indexes}


def test_there_is_one_head_and_the_program_knows_it() -> None:
    assert ScriptDirectory.from_config(config()).get_heads() == [HEAD]


def test_revisions_are_numbers_in_their_order() -> None:
    revisions = [script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()]
    assert revisions == [f"{number:04}" for number in range(len(revisions), 0, -1)]


def test_the_migrations_are_found() -> None:
    assert (migrations() / "versions").is_dir()


def test_down_and_up_again_with_data(place: str) -> None:
    fill(place)
    assert upgrade(place, revision="base").before == HEAD
    with pytest.raises(StoreError):
        Store.open(place, create=False)
    if not place.startswith("postgresql"):  # what is left is Alembic's own table
        assert [line.split()[2] for line in dump(place) if line.startswith("CREATE TABLE")] == ["alembic_version"]


def test_an_upgrade_of_a_new_store_does_nothing_and_twice_is_the_same(place: str) -> None:
    fill(place)
    assert upgrade(place) == upgrade(place) == Upgrade(HEAD, HEAD)
    with Store.open(place, create=False) as store:
        assert store.standing().claims["a"].observed == "200+"


def test_a_copy_is_kept_before_the_schema_changes(tmp_path: Path) -> None:
    name = tmp_path / "claims.db"
    fill(str(name))
    before = dump(name)
    done = upgrade(name, revision="base")
    assert done.copy == tmp_path / f"claims.db.{HEAD}.bak"
    assert dump(done.copy) == before
    assert done.copy.stat().st_mode & 0o777 == 0o600
    with Store.open(done.copy, create=False) as copy:
        assert copy.standing().claims["a"].observed == "200+"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["claims.db", f"claims.db.{HEAD}.bak"]


def test_what_is_not_there_is_not_made_by_an_upgrade(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no store") as caught:
        upgrade(tmp_path / "claims.db")
    assert "claimwatch check" in str(caught.value.hint)
    assert list(tmp_path.iterdir()) == []


def test_a_newer_schema_is_left_alone(tmp_path: Path) -> None:
    name = tmp_path / "claims.db"
    fill(str(name))
    with closing(sqlite3.connect(name)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    with pytest.raises(StoreError, match="newer"):
        upgrade(name)
    assert [path.name for path in tmp_path.iterdir()] == ["claims.db"]


KILLED = """
import os, signal, sys
import sqlalchemy as sa
from claimwatch.history import upgrade
from claimwatch.history.opening import sqlite_engine

left = int(sys.argv[2])
def dying(*details):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)

sa.event.listen(sa.Engine, "before_cursor_execute", dying)
upgrade.upgrade(sys.argv[1], create=len(sys.argv) > 3, revision="head" if len(sys.argv) > 3 else "base")
"""


@pytest.mark.parametrize("statement", [18, 24, 28])
def test_a_migration_that_is_killed_leaves_the_old_schema_and_ends_when_it_is_run_again(tmp_path: Path, statement: int) -> None:
    name = tmp_path / "claims.db"
    fill(str(name))
    before = dump(name)
    done = subprocess.run([sys.executable, "-c", KILLED, str(name), str(statement)], capture_output=True, text=True, check=False)
    assert done.returncode == -9, done.stderr
    assert dump(name) == before
    assert upgrade(name, revision="base").after == "base"


@pytest.mark.parametrize("statement", [0, 5, 20])
def test_a_store_whose_making_is_killed_is_not_there_and_is_made_the_next_time(tmp_path: Path, statement: int) -> None:
    name = tmp_path / "claims.db"
    done = subprocess.run([sys.executable, "-c", KILLED, str(name), str(statement), "make"], capture_output=True, text=True, check=False)
    assert done.returncode == -9, done.stderr
    assert not name.exists()
    fill(str(name))
