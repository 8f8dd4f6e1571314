from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from claimwatch.errors import StoreError
from claimwatch.history.opening import HEAD
from claimwatch.history.records import ClaimState, SourceRecord, SourceState
from claimwatch.history.store import Store
from claimwatch.judging.verdict import Verdict

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
NOBODY = 65534


def check(number: int = 0, at: datetime = NOON) -> SourceRecord:
    name = f"s{number}"
    state = SourceState(name, "https://example.org", outcome="unchanged", status=200, read_at=at, checked_at=at)
    claim = ClaimState(f"c{number}", Verdict.SUPPORTED, Verdict.SUPPORTED, "200+", "because", None, name, False, at)
    return SourceRecord(state, at, claims=(claim,))


def made(folder: Path, sources: int = 1) -> Path:
    folder.mkdir(exist_ok=True)
    with Store.open(folder / "claims.db", create=True) as store:
        for number in range(sources):
            store.record(check(number))
    return folder / "claims.db"


# Making


def test_a_new_store_may_be_read_by_its_owner_only(tmp_path: Path) -> None:
    path = made(tmp_path)
    assert path.stat().st_mode & 0o777 == 0o600
    with Store.open(path, create=True) as store:
        store.record(check())
        assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}
        assert len(list(tmp_path.iterdir())) == 3  # the file, its log and the log's index
    assert [file.name for file in tmp_path.iterdir()] == ["claims.db"]


@pytest.mark.parametrize("form", ["{}", "sqlite:///{}", "sqlite+pysqlite:///{}"])
def test_a_store_is_named_by_a_path_or_by_a_url(tmp_path: Path, form: str) -> None:
    path = made(tmp_path)
    with Store.open(form.format(path), create=False) as store:
        assert set(store.standing().claims) == {"c0"}


def test_odd_letters_in_a_path_are_only_letters(tmp_path: Path) -> None:
    folder = tmp_path / "a b?mode=memory#%41"
    folder.mkdir()
    assert made(folder).is_file()


def test_a_link_leads_to_the_store(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "claims.db").symlink_to(tmp_path / "there" / "real.db")
    made(tmp_path)
    assert (tmp_path / "there" / "real.db").is_file()
    assert (tmp_path / "claims.db").is_symlink()


def test_opening_a_store_that_is_up_to_date_loads_no_alembic(tmp_path: Path) -> None:
    code = "import sys; from claimwatch.history.store import Store; Store.open(sys.argv[1], create=True); print('alembic' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code, str(made(tmp_path))], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


# Refusing: ROBUSTNESS.md D12


@pytest.mark.parametrize("create", [True, False])
def test_d12_a_folder_that_is_missing_is_named(tmp_path: Path, create: bool) -> None:
    with pytest.raises(StoreError, match="no folder") as caught:
        Store.open(tmp_path / "nowhere" / "claims.db", create=create)
    assert "mkdir" in str(caught.value.hint)
    assert list(tmp_path.iterdir()) == []


def test_d12_a_reading_command_makes_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no store") as caught:
        Store.open(tmp_path / "claims.db", create=False)
    assert "claimwatch check" in str(caught.value.hint)
    assert list(tmp_path.iterdir()) == []


def _cut(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


def _scribble(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        page, size = connection.execute(
            "SELECT rootpage, (SELECT page_size FROM pragma_page_size) FROM sqlite_master WHERE name = 'claims'"
        ).fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xa5" * size)


def _foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE music (title)")


def _bare(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 1")


def _newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()


@pytest.mark.parametrize("create", [True, False])
@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_text("version: 1\nclaims: {}\n"),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b"SQLite format 3\x00" + bytes(4000)),
        _cut,
        _scribble,
        _foreign,
        _bare,
        _newer,
    ],
    ids=["a text", "nothing", "only a head", "cut", "a damaged page", "another's database", "an empty database", "a newer schema"],
)
def test_d12_what_is_no_good_store_is_refused_with_what_to_do_and_left_as_it_is(
    tmp_path: Path, spoil: Callable[[Path], object], create: bool
) -> None:
    path = made(tmp_path, 40)
    spoil(path)
    before = path.read_bytes()
    with pytest.raises(StoreError) as caught:
        Store.open(path, create=create)
    assert caught.value.hint
    assert path.read_bytes() == before
    assert {file.name for file in tmp_path.iterdir()} <= {"claims.db", "claims.db-wal", "claims.db-shm"}


@pytest.mark.parametrize("end", ["-wal", "-journal"])
def test_d12_a_log_whose_store_is_gone_is_not_taken_for_the_log_of_a_new_one(tmp_path: Path, end: str) -> None:
    (tmp_path / f"claims.db{end}").write_bytes(b"pages")
    with pytest.raises(StoreError, match="gone"):
        Store.open(tmp_path / "claims.db", create=True)
    assert [file.name for file in tmp_path.iterdir()] == [f"claims.db{end}"]


def test_d12_a_folder_in_its_place_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="not a file"):
        Store.open(tmp_path, create=True)


def test_an_older_schema_says_how_to_upgrade(tmp_path: Path) -> None:
    path = made(tmp_path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0000'")
        connection.commit()
    with pytest.raises(StoreError, match="older schema 0000") as caught:
        Store.open(path, create=True)
    assert "claimwatch db upgrade" in str(caught.value.hint)
    assert HEAD != "0000"


@pytest.mark.parametrize(
    "name", ["sqlite://", "sqlite:///:memory:", "sqlite:////tmp/x.db?mode=ro", "mysql://u:hunter2@h/d", "postgresql://u:hunter2@h:x/d"]
)
def test_what_is_no_kind_of_store_is_refused_without_its_password(name: str) -> None:
    with pytest.raises(StoreError) as caught:
        Store.open(name, create=True)
    assert caught.value.hint
    assert "hunter2" not in f"{caught.value} {caught.value.hint}"


# Reading only


READER = """
import os, sys
from claimwatch.errors import StoreError
from claimwatch.history import queries
from claimwatch.history.store import Store
with Store.open(sys.argv[2], create=True) as spare:  # loads all that may lie where only root reads
    spare.record_claims(spare.standing().claims["c0"].since, ())
    queries.runs(spare)
if os.getuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
with Store.open(sys.argv[1], create=False) as store:
    print(*store.standing().claims, len(queries.runs(store)))
    try:
        store.record_claims(next(iter(store.standing().claims.values())).since, tuple(store.standing().claims.values()))
    except StoreError as error:
        print(error.hint)
try:
    Store.open(sys.argv[1], create=True)
except StoreError as error:
    print(error)
"""


@pytest.fixture
def readable(tmp_path: Path) -> Path:
    """A folder that another user can reach: the tests may run as root, whom no permission stops."""
    for folder in (tmp_path, *tmp_path.parents):
        if os.getuid() == 0 and not folder.stat().st_mode & 0o001:
            folder.chmod(folder.stat().st_mode | 0o011)
    return tmp_path


def _read(path: Path, spare: Path) -> list[str]:
    done = subprocess.run([sys.executable, "-c", READER, str(path), str(made(spare))], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("folder_mode", [0o555, 0o777])
def test_d12_a_store_that_may_only_be_read_is_read_and_not_written(readable: Path, folder_mode: int) -> None:
    path = made(readable / "store")
    path.chmod(0o444)
    path.parent.chmod(folder_mode)
    try:
        lines = _read(path, readable / "spare")
    finally:
        path.parent.chmod(0o755)
    assert lines[0] == "c0 1"
    assert "permissions" in lines[1]
    assert "may only be read" in lines[2]


def test_d12_what_still_stands_in_the_log_is_read_too(readable: Path) -> None:
    path = made(readable / "store")
    (readable / "copy").mkdir()
    copy = readable / "copy" / "claims.db"
    with Store.open(path, create=True) as store:
        store.record(check(1))
        for suffix in ("", "-wal", "-shm"):
            shutil.copy(f"{path}{suffix}", f"{copy}{suffix}")
            Path(f"{copy}{suffix}").chmod(0o444)
    copy.parent.chmod(0o555)
    try:
        assert _read(copy, readable / "spare")[0] == "c0 c1 2"
    finally:
        copy.parent.chmod(0o755)


# A full disk: D11


def test_d11_what_does_not_fit_is_told_and_what_was_recorded_stays(tmp_path: Path) -> None:
    with Store.open(made(tmp_path), create=True) as store:
        before = store.standing()
        with store.reading() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 1")  # SQLite takes the pages it has for the most there may be
        with pytest.raises(StoreError, match="full") as caught:
            store.keep_claims_file("f" * 64, os.urandom(50_000).hex(), NOON)
        assert "free some space" in str(caught.value.hint)
        assert store.standing() == before


# Several processes: D10


WRITER = """
import sys
from datetime import UTC, datetime, timedelta
from claimwatch.history.records import ClaimState, SourceRecord, SourceState
from claimwatch.history.store import Store
from claimwatch.judging.verdict import Verdict

me = sys.argv[2]
with Store.open(sys.argv[1], create=True) as store:
    for n in range(60):
        at = datetime(2026, 12, 1, tzinfo=UTC) + timedelta(minutes=n)
        state = SourceState(f"s{me}", "https://example.org", outcome="unchanged", status=200, read_at=at, checked_at=at)
        claim = ClaimState("shared", Verdict.REFUTED, Verdict.REFUTED, f"{me}-{n}", "r", None, f"s{me}", False, at)
        store.standing()
        store.record(SourceRecord(state, at, claims=(claim,)))
"""


def test_d10_three_processes_that_make_and_write_one_store_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "claims.db"
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(n)], stderr=subprocess.PIPE, text=True) for n in range(3)]
    for writer in writers:
        _, errors = writer.communicate()
        assert writer.returncode == 0, errors
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM verdict_runs").fetchone() == (180,)
        assert connection.execute("SELECT count(*) FROM turns").fetchone() == (180,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert [file.name for file in tmp_path.iterdir()] == ["claims.db"]


def test_a_store_that_another_process_holds_says_so(tmp_path: Path) -> None:
    path = made(tmp_path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other, Store.open(path, create=False) as store:
        with store.reading() as connection:
            connection.exec_driver_sql("PRAGMA busy_timeout = 1")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="locked") as caught:
            store.record(check(0, NOON + timedelta(hours=1)))
        assert "another process" in str(caught.value.hint)
        other.execute("ROLLBACK")
        store.record(check(0, NOON + timedelta(hours=1)))
