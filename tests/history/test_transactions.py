from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from claimwatch.errors import StoreError
from claimwatch.history import queries
from claimwatch.history import tables as t
from claimwatch.history.editions import digest
from claimwatch.history.records import CitationState, ClaimState, Edition, RowState, SourceRecord, SourceState
from claimwatch.history.store import Store
from claimwatch.judging.verdict import Judgement, Verdict

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def check(verdict: Verdict = Verdict.SUPPORTED, *, cites: str = "readme") -> SourceRecord:
    body = verdict.encode()
    state = SourceState("readme", "https://example.org", edition=digest(body), read_at=NOON, checked_at=NOON, outcome="changed", status=200)
    judged = CitationState("vllm.models", 2, cites, "k", Judgement(verdict, "because", "9"), digest(body))
    claim = ClaimState("vllm.models", verdict, verdict, "9", "because", None, "readme", False, NOON)
    row = RowState("deepinfer-vs-vllm", "models", False, "stale" if verdict.is_bad else "fresh", (), NOON)
    return SourceRecord(state, NOON, Edition(digest(body), body, "text/plain", "utf-8", NOON), (judged,), (claim,), (row,))


def everything(store: Store) -> list[list[tuple[object, ...]]]:
    with store.reading() as connection:
        return [[tuple(row) for row in connection.execute(sa.select(table))] for table in t.metadata.sorted_tables]


def turned(store: Store) -> list[tuple[str | None, str]]:
    return [(turn.before, turn.after) for turn in reversed(queries.turns(store, kind="claim"))]


def test_what_fails_in_the_middle_leaves_nothing(store: Store) -> None:
    store.record(check())
    before = everything(store)
    with pytest.raises(StoreError, match="cannot be used"):
        store.record(check(Verdict.REFUTED, cites="nobody"))
    assert everything(store) == before


KILLED = """
import os, signal, sys
from claimwatch.history import statements
from claimwatch.history.records import *
from claimwatch.history.store import Store
from claimwatch.history.editions import digest
from claimwatch.judging.verdict import Judgement, Verdict
from datetime import UTC, datetime

left = int(sys.argv[2])
class Dying(statements.Prepared):
    def _bound(self, values):
        global left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return super()._bound(values)

store = Store.open(sys.argv[1], create=True)
statements.Prepared = Dying
at = datetime(2026, 12, 1, tzinfo=UTC)
body = b"new"
state = SourceState("readme", "https://example.org", edition=digest(body), read_at=at, checked_at=at, outcome="changed", status=200)
judged = CitationState("vllm.models", 2, "readme", "k", Judgement(Verdict.REFUTED, "r", "9"), digest(body))
claim = ClaimState("vllm.models", Verdict.REFUTED, Verdict.REFUTED, "9", "r", None, "readme", False, at)
rows = (RowState("deepinfer-vs-vllm", "models", False, "stale", ("vllm.models",), at),)
store.record(SourceRecord(state, at, Edition(digest(body), body, "", "", at), (judged,), (claim,), rows))
"""


def test_killed_at_any_statement_of_a_transaction_leaves_it_whole(tmp_path: Path) -> None:
    name = str(tmp_path / "claims.db")
    with Store.open(name, create=True) as store:
        store.record(check())
        before = everything(store)
    for statement in (0, 1, 4, 7, 10, 13):
        done = subprocess.run([sys.executable, "-c", KILLED, name, str(statement)], capture_output=True, text=True, check=False)
        assert done.returncode == -9, done.stderr
        with Store.open(name, create=False) as store:
            assert everything(store) == before
    assert subprocess.run([sys.executable, "-c", KILLED, name, "99"], check=False).returncode == 0
    with Store.open(name, create=False) as store:
        assert turned(store) == [(None, "supported"), ("supported", "refuted")]
