from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from claimwatch.errors import StoreError
from claimwatch.history import queries
from claimwatch.history import tables as t
from claimwatch.history.editions import digest
from claimwatch.history.records import CitationState, ClaimState, Edition, RowState, SourceRecord, SourceState
from claimwatch.history.store import Store
from claimwatch.judging.verdict import Judgement, Verdict

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
BODY = b"<p>200+ model architectures</p>"
PAGE = Edition(digest(BODY), BODY, "text/html", "utf-8", NOON)
SUPPORTED, REFUTED, MISSING, UNREACHABLE = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.MISSING, Verdict.UNREACHABLE


def source(at: datetime = NOON, edition: str = PAGE.digest, outcome: str = "changed") -> SourceState:
    url = "https://example.org/readme"
    return SourceState(
        "readme", url, '"v1"', "Mon", edition, "text/html", "utf-8", at, at + HOUR, outcome, 200, None, "a reason", NOON - HOUR
    )


def broken(at: datetime, *, reason: str = "answered 503", trouble: str = "busy") -> SourceState:
    state = replace(source(at, outcome="unreachable"), status=503, trouble=trouble, reason=reason, failing_since=at)
    return replace(state, read_at=NOON, checked_at=at)


def citation(claim: str = "vllm.models") -> CitationState:
    judgement = Judgement(SUPPORTED, "it still says so", "200+", "200+ models", ("vLLM", "Models"), 17, True, 0.9, ("a", "b"))
    return CitationState(claim, 2, "readme", "f" * 64, judgement, PAGE.digest, "the first text")


def claim(verdict: Verdict = SUPPORTED, observed: str | None = "200+", since: datetime = NOON, **changes: object) -> ClaimState:
    state = ClaimState("vllm.models", verdict, verdict, observed, "because", "an excerpt", "readme", False, since)
    return replace(state, **changes)  # type: ignore[arg-type]


def unread(stands: Verdict | None = SUPPORTED, since: datetime = NOON) -> ClaimState:
    return claim(UNREACHABLE, None, since, stands=stands, reason="answered 503")


def row(state: str = "fresh", because: tuple[str, ...] = (), since: datetime = NOON, *, is_statement: bool = False) -> RowState:
    return RowState("deepinfer-vs-vllm", "models", is_statement, state, because, since)


def check(at: datetime, *claims: ClaimState, rows: tuple[RowState, ...] = (), state: SourceState | None = None) -> SourceRecord:
    return SourceRecord(state or source(at), at, PAGE, (citation(),), claims, rows)


def counts(store: Store) -> dict[str, int]:
    with store.reading() as connection:
        return {
            table.name: connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one() for table in t.metadata.sorted_tables
        }


def turned(store: Store) -> list[tuple[str | None, str]]:
    return [(turn.before, turn.after) for turn in reversed(queries.turns(store, kind="claim"))]


# What stands


def test_what_was_recorded_stands_with_every_field_in_its_place(store: Store) -> None:
    store.record(check(NOON, claim(excerpt=None, drift=True), rows=(row("stale", ("b", "a")), row(is_statement=True))))
    standing = store.standing()
    assert standing.sources == {"readme": source()}
    assert standing.citations == {("vllm.models", 2): citation()}
    assert standing.claims == {"vllm.models": claim(excerpt=None, drift=True)}
    assert standing.rows == {
        ("deepinfer-vs-vllm", "models", False): row("stale", ("b", "a")),
        ("deepinfer-vs-vllm", "models", True): row(is_statement=True),
    }


def test_a_store_keeps_what_it_has_when_it_is_opened_again(place: str) -> None:
    with Store.open(place, create=True) as first:
        first.record(check(NOON, claim(), rows=(row(),)))
        before = first.standing()
    with Store.open(place, create=False) as second:
        assert second.standing() == before


def test_a_later_record_replaces_what_stood(store: Store) -> None:
    store.record(check(NOON, claim(), rows=(row(),)))
    later = NOON + HOUR
    store.record(check(later, claim(REFUTED, "250+", later), rows=(row("stale", ("vllm.models",), later),)))
    standing = store.standing()
    assert standing.claims["vllm.models"] == claim(REFUTED, "250+", later)
    assert standing.rows["deepinfer-vs-vllm", "models", False] == row("stale", ("vllm.models",), later)


def test_only_the_citations_that_are_given_are_written(store: Store) -> None:
    store.record(check(NOON, claim()))
    store.record(SourceRecord(source(NOON + HOUR), NOON + HOUR))
    assert store.standing().citations == {("vllm.models", 2): citation()}


def test_a_citation_that_left_the_claims_file_is_forgotten_and_its_history_stays(store: Store) -> None:
    store.record(check(NOON, claim()))
    store.forget_citations([("vllm.models", 2)])
    store.forget_citations([])
    assert store.standing().citations == {}
    assert len(queries.runs(store)) == 1


def test_text_that_no_database_can_keep_is_kept_as_near_as_it_goes(store: Store) -> None:
    odd = claim(observed="a\x00b\ud800c")
    store.record(check(NOON, odd))
    store.record(check(NOON + HOUR, odd))
    assert store.standing().claims["vllm.models"].observed == "a\N{REPLACEMENT CHARACTER}b?c"
    assert len(queries.runs(store)) == 1


# Times: FAULTS.md B67


def test_b67_a_time_comes_back_as_the_same_instant_in_utc(store: Store) -> None:
    written = datetime(2026, 6, 19, 13, 26, 43, 123456, tzinfo=timezone(timedelta(hours=-8)))
    store.record(check(written, claim(since=written)))
    read = store.standing().claims["vllm.models"].since
    assert read == written
    assert read.tzinfo is UTC
    assert queries.runs(store)[0].first_at.isoformat() == "2026-06-19T21:26:43.123456+00:00"


def test_b67_a_naive_time_is_refused_and_nothing_is_written(store: Store) -> None:
    with pytest.raises(ValueError, match="no time zone"):
        store.record(check(NOON, claim(since=datetime(2026, 6, 19))))  # noqa: DTZ001 - the fault under test
    assert set(counts(store).values()) == {0}


# Runs: the store grows with changes, not with checks


def test_a_second_identical_pass_adds_no_row_to_any_table(store: Store) -> None:
    store.record(check(NOON, claim(), rows=(row(),)))
    store.keep_claims_file("abc", {"claims": 1}, NOON)
    before = counts(store)
    later = NOON + HOUR
    store.record(check(later, claim(), rows=(row(),)))
    store.record(SourceRecord(replace(source(later + HOUR, outcome="unchanged"), status=304), later + HOUR))
    store.record_claims(later + HOUR, (claim(),), (row(),))
    store.record_rows(later + HOUR, (row(),))
    store.keep_claims_file("abc", {"claims": 1}, later)
    assert counts(store) == before
    assert (queries.runs(store)[0].first_at, queries.runs(store)[0].last_at) == (NOON, later + HOUR)
    assert (queries.row_runs(store)[0].first_at, queries.row_runs(store)[0].last_at) == (NOON, later + HOUR)
    assert (queries.fetch_runs(store)[0].first_at, queries.fetch_runs(store)[0].last_at) == (NOON, later + HOUR)


@pytest.mark.parametrize("claims", [(), (claim(),)], ids=["only the source", "the claims unchanged"])
def test_a_304_moves_on_the_runs_of_the_claims_that_cite_the_source(store: Store, claims: tuple[ClaimState, ...]) -> None:
    store.record(check(NOON, claim()))
    store.record(SourceRecord(source(NOON + HOUR, outcome="unchanged"), NOON + HOUR, claims=claims))
    (run,) = queries.runs(store)
    assert run.last_at == NOON + HOUR


def test_a_source_that_could_not_be_read_moves_no_claim_on(store: Store) -> None:
    store.record(check(NOON, claim()))
    store.record(SourceRecord(broken(NOON + HOUR), NOON + HOUR))
    (run,) = queries.runs(store)
    assert run.last_at == NOON


def test_a_304_of_one_source_does_not_prolong_what_another_left_unreachable(store: Store) -> None:
    store.record(check(NOON, claim()))
    store.record(check(NOON + HOUR, unread(), state=broken(NOON + HOUR)))
    store.record(SourceRecord(source(NOON + 2 * HOUR, outcome="unchanged"), NOON + 2 * HOUR))
    assert queries.runs(store)[0].last_at == NOON + HOUR


def test_an_unreachable_stretch_is_a_run_and_no_turn(store: Store) -> None:
    store.record(check(NOON, claim()))
    for hours in (1, 2):
        at = NOON + hours * HOUR
        store.record(check(at, unread(), state=broken(at, reason=f"answered 503, try again in {hours} s")))
    store.record(check(NOON + 3 * HOUR, claim()))
    assert [(run.verdict, run.observed, run.edition) for run in reversed(queries.runs(store))] == [
        (SUPPORTED, "200+", PAGE.digest),
        (UNREACHABLE, None, None),
        (SUPPORTED, "200+", PAGE.digest),
    ]
    assert [(run.outcome, run.trouble, run.edition) for run in reversed(queries.fetch_runs(store))] == [
        ("read", None, PAGE.digest),
        ("unreachable", "busy", None),
        ("read", None, PAGE.digest),
    ]
    assert queries.fetch_runs(store)[1].reason == "answered 503, try again in 2 s"
    assert turned(store) == [(None, "supported")]


def test_another_edition_is_another_fetch_run_and_the_same_verdict_run(store: Store) -> None:
    store.record(check(NOON, claim()))
    body = BODY + b"\n"
    other = Edition(digest(body), body, "text/html", "utf-8", NOON + HOUR)
    store.record(SourceRecord(source(NOON + HOUR, other.digest), NOON + HOUR, other, claims=(claim(),)))
    assert [run.edition for run in queries.fetch_runs(store)] == [other.digest, PAGE.digest]
    assert len(queries.runs(store)) == 1


def test_a_clock_that_was_set_back_shortens_no_run_and_orders_nothing_anew(store: Store) -> None:
    store.record(check(NOON, claim()))
    store.record(check(NOON - 48 * HOUR, claim()))
    assert queries.runs(store)[0].last_at == NOON
    store.record(check(NOON - 47 * HOUR, claim(REFUTED, "250+")))
    assert [run.verdict for run in queries.runs(store)] == [REFUTED, SUPPORTED]


def test_a_row_that_is_stale_because_of_another_claim_too_has_another_run_and_no_turn(store: Store) -> None:
    for hours, because in enumerate([("a",), ("a", "b")]):
        store.record_rows(NOON + hours * HOUR, (row("stale", because),))
    assert [run.because for run in queries.row_runs(store)] == [("a", "b"), ("a",)]
    assert len(queries.turns(store)) == 1


# Turns: the transition is a record


def test_a_turn_says_what_stood_before_and_after(store: Store) -> None:
    store.record(check(NOON, claim()))
    at = NOON + HOUR
    store.record(check(at, claim(REFUTED, "250+", at, reason="the README now says 250+")))
    turn = queries.turns(store)[0]
    assert (turn.kind, turn.comparison, turn.name, turn.at) == ("claim", None, "vllm.models", at)
    assert (turn.before, turn.after, turn.observed_before, turn.observed_after) == ("supported", "refuted", "200+", "250+")
    assert turn.reason == "the README now says 250+"


def test_a_claim_refuted_by_one_value_and_then_by_another_has_turned_again(store: Store) -> None:
    store.record(check(NOON, claim(REFUTED, "250+")))
    store.record(check(NOON, claim(REFUTED, "300+")))
    assert turned(store) == [(None, "refuted"), ("refuted", "refuted")]


def test_a_count_that_moves_on_beyond_a_bound_it_broke_keeps_its_since_and_has_not_turned(store: Store) -> None:
    store.record(check(NOON, claim(REFUTED, "51")))
    store.record(check(NOON + HOUR, claim(REFUTED, "52", since=NOON)))
    assert turned(store) == [(None, "refuted")]
    assert [run.observed for run in queries.runs(store)] == ["52", "51"]


def test_a_claim_that_holds_by_another_value_has_a_run_of_its_own_and_has_not_turned(store: Store) -> None:
    store.record(check(NOON, claim()))
    store.record(check(NOON + HOUR, claim(SUPPORTED, "250+", NOON + HOUR, drift=True)))
    assert [(run.observed, run.drift) for run in queries.runs(store)] == [("250+", True), ("200+", False)]
    assert turned(store) == [(None, "supported")]


def test_a_refuted_claim_that_cannot_be_read_and_is_then_the_same_has_not_turned(store: Store) -> None:
    store.record(check(NOON, claim(REFUTED, "250+")))
    store.record(check(NOON + HOUR, unread(REFUTED), state=broken(NOON + HOUR)))
    store.record(check(NOON + 2 * HOUR, claim(REFUTED, "250+")))
    assert turned(store) == [(None, "refuted")]


def test_a_claim_that_was_never_judged_turns_when_it_first_is(store: Store) -> None:
    store.record(SourceRecord(replace(broken(NOON), edition=None), NOON, claims=(unread(None),)))
    assert turned(store) == []
    store.record(check(NOON + HOUR, claim(MISSING, None)))
    assert turned(store) == [(None, "missing")]


def test_rows_and_statements_turn_each_for_itself(store: Store) -> None:
    store.record_rows(NOON, (row("unverified"), row("fresh", is_statement=True)))
    store.record_claims(NOON + HOUR, (), (row("stale", ("a", "b")), row("fresh", is_statement=True)))
    assert [(turn.kind, turn.comparison, turn.name, turn.before, turn.after, turn.reason) for turn in reversed(queries.turns(store))] == [
        ("statement", "deepinfer-vs-vllm", "models", None, "fresh", ""),
        ("row", "deepinfer-vs-vllm", "models", "unverified", "stale", "a, b"),
    ]


assessments = st.lists(st.tuples(st.sampled_from(Verdict), st.sampled_from(["200+", "250+", None])), min_size=1, max_size=12)


@pytest.fixture(scope="module")
def shared_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, Iterator[int]]]:
    with Store.open(tmp_path_factory.mktemp("law") / "claims.db", create=True) as opened:
        yield opened, iter(range(1_000_000))


@given(seen=assessments)
@settings(max_examples=40, deadline=None)
def test_the_same_assessment_twice_makes_no_second_turn_and_no_second_run(
    shared_store: tuple[Store, Iterator[int]], seen: list[tuple[Verdict, str | None]]
) -> None:
    store, numbers = shared_store
    name, stands = f"claim-{next(numbers)}", None
    expected_turns: list[tuple[Verdict, str | None]] = []
    expected_runs: list[tuple[Verdict, str | None]] = []
    for hours, (verdict, observed) in enumerate(seen):
        is_read = verdict is not UNREACHABLE
        value = observed if is_read else None
        if is_read and (not expected_turns or expected_turns[-1] != (verdict, value)):
            if verdict is SUPPORTED and stands is SUPPORTED:
                expected_turns[-1] = (verdict, value)  # it holds by another value: no turn
            else:
                expected_turns.append((verdict, value))
        stands = verdict if is_read else stands
        if not expected_runs or expected_runs[-1] != (verdict, value):
            expected_runs.append((verdict, value))
        at = NOON + hours * HOUR
        state = replace(claim(verdict, value, at, stands=stands), claim=name, source=None)
        for _ in range(2):
            store.record_claims(at, (state,))
    assert [turn.after for turn in reversed(queries.turns(store, name=name))] == [verdict for verdict, _ in expected_turns]
    assert [(run.verdict, run.observed) for run in reversed(queries.runs(store, claim=name))] == expected_runs


# Editions and claims files


def test_an_edition_is_kept_once_and_comes_back_as_it_was(store: Store) -> None:
    store.record(check(NOON, claim()))
    store.record(check(NOON + HOUR, claim()))
    assert store.edition(PAGE.digest) == PAGE
    assert store.edition("0" * 64) is None
    assert counts(store)["editions"] == 1


def test_a_body_that_is_not_what_its_digest_says_is_refused_with_all_that_came_with_it(store: Store) -> None:
    wrong = replace(PAGE, body=b"another")
    with pytest.raises(ValueError, match="digest"):
        store.record(SourceRecord(source(), NOON, wrong, claims=(claim(),)))
    assert set(counts(store).values()) == {0}


def test_a_stored_body_that_was_damaged_is_told_from_a_good_one(store: Store) -> None:
    store.record(check(NOON, claim()))
    with store._engine.begin() as connection:
        connection.execute(sa.update(t.editions).values(body=b"no frame"))
    with pytest.raises(StoreError, match="damaged"):
        store.edition(PAGE.digest)


def test_a_claims_file_comes_back_to_the_program_that_read_it(store: Store) -> None:
    data = {"claims": {"a": [1, None, "žluťoučký"]}}
    store.keep_claims_file("d" * 64, data, NOON, program="1.0")
    assert store.claims_file("d" * 64, program="1.0") == data
    assert store.claims_file("d" * 64, program="1.1") is None
    assert store.claims_file("e" * 64, program="1.0") is None
    store.keep_claims_file("d" * 64, {}, NOON, program="1.1")
    assert store.claims_file("d" * 64, program="1.1") == {}
