from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from claimwatch.history import queries
from claimwatch.history.records import ClaimState, RowState, SourceRecord, SourceState
from claimwatch.history.store import Store
from claimwatch.judging.verdict import Verdict

FIRST = datetime(2026, 11, 1, tzinfo=UTC)
DAY = timedelta(days=1)
SUPPORTED, REFUTED = Verdict.SUPPORTED, Verdict.REFUTED


def claim(name: str, verdict: Verdict, source: str, at: datetime) -> ClaimState:
    return ClaimState(name, verdict, verdict, verdict.value, "because", None, source, False, at)


@pytest.fixture
def told(store: Store) -> Store:
    """Ten days: claim a is refuted on the fourth day; claim b holds; the row turns with a; source two fails on the last three days."""
    for day in range(10):
        at = FIRST + day * DAY
        verdict = REFUTED if day >= 3 else SUPPORTED
        rows = tuple(RowState("cmp", "models", kind, "stale" if day >= 3 else "fresh", (), at) for kind in (False, True))
        one = SourceState("one", "https://one.example", outcome="unchanged", status=304)
        store.record(SourceRecord(one, at, claims=(claim("a", verdict, "one", at),), rows=rows))
        is_down = day >= 7
        two = SourceState(
            "two", "https://two.example", outcome="unreachable" if is_down else "unchanged", trouble="gone" if is_down else None
        )
        store.record(SourceRecord(two, at, claims=() if is_down else (claim("b", SUPPORTED, "two", at),)))
    return store


def test_runs_are_newest_first(told: Store) -> None:
    assert [(run.claim, run.verdict) for run in queries.runs(told)] == [("a", REFUTED), ("b", SUPPORTED), ("a", SUPPORTED)]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"claim": "a"}, [("a", REFUTED), ("a", SUPPORTED)]),
        ({"claim": "nobody"}, []),
        ({"source": "two"}, [("b", SUPPORTED)]),
        ({"verdict": SUPPORTED}, [("b", SUPPORTED), ("a", SUPPORTED)]),
        ({"claim": "a", "verdict": REFUTED}, [("a", REFUTED)]),
        ({"since": FIRST + 4 * DAY}, [("a", REFUTED), ("b", SUPPORTED)]),
        ({"since": FIRST + 8 * DAY}, [("a", REFUTED)]),
        ({"until": FIRST + DAY}, [("b", SUPPORTED), ("a", SUPPORTED)]),
        ({"until": FIRST - DAY}, []),
        ({"limit": 1}, [("a", REFUTED)]),
    ],
)
def test_runs_are_filtered(told: Store, filters: dict[str, Any], expected: list[tuple[str, Verdict]]) -> None:
    assert [(run.claim, run.verdict) for run in queries.runs(told, **filters)] == expected


def test_a_run_reaches_from_the_first_to_the_last_check_that_saw_it(told: Store) -> None:
    newest, oldest = queries.runs(told, claim="a")
    assert (oldest.first_at, oldest.last_at) == (FIRST, FIRST + 2 * DAY)
    assert (newest.first_at, newest.last_at) == (FIRST + 3 * DAY, FIRST + 9 * DAY)


def test_turns_are_filtered(told: Store) -> None:
    assert [(turn.kind, turn.after) for turn in queries.turns(told, comparison="cmp", kind="row")] == [("row", "stale"), ("row", "fresh")]
    assert [turn.after for turn in queries.turns(told, kind="claim", name="a")] == ["refuted", "supported"]
    assert {turn.at for turn in queries.turns(told, since=FIRST + DAY)} == {FIRST + 3 * DAY}
    assert {turn.at for turn in queries.turns(told, until=FIRST + DAY)} == {FIRST}
    assert len(queries.turns(told, limit=2)) == 2


def test_runs_of_rows_are_filtered(told: Store) -> None:
    assert [run.state for run in queries.row_runs(told, comparison="cmp", row="models", is_statement=False)] == ["stale", "fresh"]
    assert [run.is_statement for run in queries.row_runs(told, state="stale")] == [True, False]
    assert queries.row_runs(told, comparison="other") == []
    assert [run.state for run in queries.row_runs(told, since=FIRST + 5 * DAY, limit=1)] == ["stale"]


def test_runs_of_fetches_are_filtered(told: Store) -> None:
    assert [(run.outcome, run.trouble) for run in queries.fetch_runs(told, "two")] == [("unreachable", "gone"), ("read", None)]
    assert {run.source for run in queries.fetch_runs(told)} == {"one", "two"}
    assert [run.outcome for run in queries.fetch_runs(told, "two", until=FIRST + DAY)] == ["read"]


@pytest.mark.parametrize(
    "ask",
    [
        lambda store: queries.runs(store, claim="a"),
        lambda store: queries.runs(store, source="one"),
        lambda store: queries.runs(store, verdict=SUPPORTED),
        lambda store: queries.row_runs(store, comparison="cmp", row="models"),
        lambda store: queries.row_runs(store, state="stale"),
        lambda store: queries.fetch_runs(store, "two"),
        lambda store: queries.turns(store, name="a"),
        lambda store: queries.turns(store, comparison="cmp"),
    ],
)
def test_each_question_is_answered_from_an_index_in_the_order_of_the_sequence(told: Store, ask: Callable[[Store], object]) -> None:
    asked: list[tuple[str, Any]] = []

    def note(_c: Any, _cursor: Any, statement: str, parameters: Any, _x: Any, _many: Any) -> None:
        asked.append((statement, parameters))

    sa.event.listen(told._engine, "before_cursor_execute", note)
    ask(told)
    sa.event.remove(told._engine, "before_cursor_execute", note)
    statement, parameters = asked[-1]
    with told.reading() as connection:
        if connection.dialect.name != "sqlite":
            pytest.skip("EXPLAIN QUERY PLAN is SQLite's")
        plan = [step[3] for step in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)]
    assert len(plan) == 1, plan
    assert " USING INDEX " in plan[0], plan
