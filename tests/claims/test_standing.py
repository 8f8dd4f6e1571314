"""The laws of verdicts, standing, age and rows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwatch.claims.file import from_data
from claimwatch.claims.model import Claim, ClaimsFile
from claimwatch.claims.standing import (
    ClaimVerdict,
    Stand,
    State,
    age,
    combine,
    is_same_value,
    is_too_old,
    is_turn,
    max_age_for,
    row_state,
    stands,
    topological,
)
from claimwatch.judging.verdict import Judgement, Verdict

R, M, U, S = Verdict.REFUTED, Verdict.MISSING, Verdict.UNREACHABLE, Verdict.SUPPORTED
NOW = datetime(2026, 10, 20, 12, tzinfo=UTC)
VERDICTS = st.sampled_from([R, M, U, S])
MAYBE = VERDICTS | st.none()


def claim_with(count: int, *, is_any: bool = False, **keys: object) -> Claim:
    cite = [{"source": f"s{i}", "quote": f"words number {i}"} for i in range(count)]
    return Claim.model_validate({"says": "x", **({"cite": {"any": cite} if is_any else cite} if count else {}), **keys})


def judged(verdicts: Sequence[Verdict | None]) -> list[Judgement | None]:
    return [Judgement(v, f"it is {v}", observed=str(i)) if v else None for i, v in enumerate(verdicts)]


def verdict_of(verdicts: Sequence[Verdict | None], *, is_any: bool = False) -> Verdict | None:
    return combine(claim_with(len(verdicts), is_any=is_any), judged(verdicts), {}).verdict


@pytest.mark.parametrize(
    ("verdicts", "all_of", "any_of"),
    [
        ([R, M, U, S], R, S), ([M, U, S], M, S), ([U, S], U, S), ([S, S], S, S), ([R, M], R, M), ([R, U], R, U),
        ([R, None], R, None), ([M, None], M, None), ([U, None], None, None), ([S, None], None, S), ([None, None], None, None),
    ],
)  # fmt: skip
def test_the_worst_decides_and_of_any_the_best(verdicts: list[Verdict | None], all_of: Verdict | None, any_of: Verdict | None) -> None:
    assert verdict_of(verdicts) is all_of
    assert verdict_of(verdicts, is_any=True) is any_of


@given(st.lists(MAYBE, min_size=1, max_size=5), st.randoms(use_true_random=False), st.booleans())
def test_combining_depends_on_neither_order_nor_repetition(verdicts: list[Verdict | None], random: object, is_any: bool) -> None:
    shuffled = verdicts + verdicts[:2]
    getattr(random, "shuffle")(shuffled)  # noqa: B009  # hypothesis's Random has no public type
    assert verdict_of(verdicts, is_any=is_any) is verdict_of(shuffled, is_any=is_any)


@given(st.lists(MAYBE, min_size=1, max_size=4), MAYBE)
def test_one_more_citation_never_makes_a_bad_claim_better(verdicts: list[Verdict | None], more: Verdict | None) -> None:
    before, after = verdict_of(verdicts), verdict_of([*verdicts, more])
    if before is not None and before.is_bad:
        assert after is not None
        assert after.rank <= before.rank


def test_the_citation_that_decided_gives_value_reason_and_source() -> None:
    result = combine(claim_with(3), judged([S, R, R]), {})
    assert (result.citation, result.source, result.observed, result.reason) == (1, "s1", "1", "it is refuted")


def test_drift_is_told_of_a_claim_that_holds() -> None:
    drifting = Judgement(S, "250+ now", observed="250+", drift=True)
    assert combine(claim_with(2), [Judgement(S, "the same"), drifting], {}).drift
    assert not combine(claim_with(2, is_any=True), [Judgement(S, "the same"), drifting], {}).drift


@pytest.mark.parametrize(("watched", "verdict"), [(S, S), (R, R), (U, U), (None, None)])
def test_what_is_watched_must_hold_too_even_of_any(watched: Verdict | None, verdict: Verdict | None) -> None:
    cite = {"any": [{"source": "a", "expect": {"absent": "x y"}}, {"source": "b", "quote": "some words"}]}
    claim = Claim.model_validate({"says": "x", "cite": cite, "watch": ["w"]})
    assert [c.source for c in claim.all_citations] == ["a", "b", "w"]
    result = combine(claim, judged([M, S, watched]), {})
    assert result.verdict is verdict
    if watched is not S:
        assert result.source == "w"


def test_a_claim_rests_on_the_worst_of_its_grounds_and_names_it() -> None:
    claim = claim_with(0, basis="editorial", rests_on=["a", "b"])
    grounds = {"a": ClaimVerdict(S, "fine"), "b": ClaimVerdict(R, "the README now says 250+", source="readme")}
    result = combine(claim, [], grounds)
    assert (result.verdict, result.source, result.reason) == (R, "readme", "it rests on b: the README now says 250+")
    assert combine(claim, [], {"a": ClaimVerdict(S, "fine")}).verdict is None
    assert combine(claim_with(1, rests_on=["a"]), judged([S]), {"a": ClaimVerdict(M, "gone")}).verdict is M


def test_an_own_claim_is_supported_and_one_with_nothing_behind_it_was_never_judged() -> None:
    assert combine(claim_with(0, basis="own"), [], {}).verdict is S
    assert combine(claim_with(0), [], {}).verdict is None


@given(MAYBE, st.lists(MAYBE, max_size=5))
def test_a_claim_stands_at_its_last_verdict_other_than_unreachable(first: Verdict | None, then: list[Verdict | None]) -> None:
    standing = stands(None, first)
    for verdict in then:
        standing = stands(standing, verdict)
    readable = [v for v in (first, *then) if v is not None and v is not U]
    assert standing is (readable[-1] if readable else None)


@pytest.mark.parametrize(
    ("before", "after", "turned"),
    [
        (None, Stand(S), False), (None, Stand(R, "1"), True), (None, Stand(M), True), (Stand(None), Stand(R), True),
        (Stand(S), Stand(S, "250"), False), (Stand(S), Stand(R, "1"), True), (Stand(R, "1"), Stand(S), True),
        (Stand(R, "1"), Stand(M), True), (Stand(M), Stand(R, "1"), True), (Stand(M), Stand(M, "x"), False),
        (Stand(R, "250+"), Stand(R, "250+"), False),
        (Stand(R, "250+"), Stand(R, "300+"), True), (Stand(R, "No online API."), Stand(R, " no  online API"), False),
        (Stand(R, "1"), Stand(U), False), (Stand(S), Stand(None), False),
    ],
)  # fmt: skip
def test_a_turn_is_another_verdict_or_another_refuting_value(before: Stand | None, after: Stand, turned: bool) -> None:
    assert is_turn(before, after) is turned


@given(VERDICTS, st.text(max_size=5))
def test_the_same_twice_is_no_turn(verdict: Verdict, observed: str) -> None:
    assert not is_turn(Stand(verdict, observed), Stand(verdict, observed))
    assert is_same_value(observed, observed.upper().lower()) or observed != observed.upper().lower()


@pytest.mark.parametrize(
    ("cite", "turned"),
    [
        ({"source": "r", "fact": "commits", "expect": {"number": "<= 50"}}, False),
        ({"source": "r", "fact": "stars", "expect": {"number": "< 1k"}}, False),
        ({"source": "r", "fact": "commits", "expect": {"number": "3"}}, True),
        ({"source": "r", "css": ".commits", "expect": {"number": "<= 50"}}, True),
    ],
)
def test_a_count_that_moves_on_beyond_a_bound_has_not_turned_again(cite: dict[str, object], turned: bool) -> None:
    (citation,) = Claim.model_validate({"says": "x", "cite": cite}).citations
    assert is_turn(Stand(R, "60"), Stand(R, "61"), citation) is turned
    assert is_turn(Stand(S, "50"), Stand(R, "51"), citation)
    assert is_turn(Stand(R, "51"), Stand(S, "50"), citation)


@pytest.fixture
def file() -> ClaimsFile:
    return from_data(
        {
            "version": "1",
            "defaults": {"max_age": "14d"},
            "sources": {
                "a": {"url": "https://a.example"},
                "b": {"url": "https://b.example", "max_age": "2d"},
                "w": {"url": "https://w.example"},
            },
            "claims": {
                "best": {"says": "best", "basis": "editorial", "rests_on": ["both", "own"]},
                "both": {"says": "both", "cite": [{"source": "a", "quote": "some words"}, {"source": "b", "quote": "some words"}]},
                "one": {"says": "one", "cite": {"source": "a", "expect": {"absent": "x y"}}, "watch": ["w"]},
                "own": {"says": "not tested", "basis": "own", "verified": "2026-10-10", "recheck": "30d"},
            },
        }
    )


def test_age_counts_from_the_oldest_reading_grounds_included(file: ClaimsFile) -> None:
    read_at = {"a": NOW - timedelta(days=1), "b": NOW - timedelta(days=3), "w": NOW - timedelta(days=5)}
    assert age(file.claims["one"], file, read_at, NOW) == timedelta(days=5)
    assert age(file.claims["both"], file, read_at, NOW) == timedelta(days=3)
    assert age(file.claims["best"], file, read_at, NOW) == timedelta(days=3)
    assert age(file.claims["own"], file, read_at, NOW) == timedelta(days=10, hours=12)
    assert age(file.claims["one"], file, {}, NOW) is None
    assert age(file.claims["one"], file, {"a": NOW + timedelta(days=1)}, NOW) == timedelta()


def test_the_least_max_age_counts(file: ClaimsFile) -> None:
    assert max_age_for(file.claims["one"], file) == timedelta(days=14)
    assert max_age_for(file.claims["both"], file) == timedelta(days=2)
    assert max_age_for(file.claims["own"], file) == timedelta(days=30)
    assert max_age_for(claim_with(0, basis="own"), file) is None


def test_a_claim_is_too_old_by_its_own_sources_limits_and_by_its_grounds(file: ClaimsFile) -> None:
    read_at = {"a": NOW - timedelta(days=10), "b": NOW - timedelta(days=1), "w": NOW}
    assert not is_too_old(file.claims["both"], file, read_at, NOW)
    assert not is_too_old(file.claims["best"], file, read_at, NOW)
    later = NOW + timedelta(days=1, seconds=1)
    assert is_too_old(file.claims["both"], file, read_at, later)
    assert is_too_old(file.claims["best"], file, read_at, later)
    assert not is_too_old(file.claims["one"], file, read_at, later)
    assert not is_too_old(file.claims["one"], file, {}, later)
    assert is_too_old(file.claims["own"], file, {}, NOW + timedelta(days=20))
    assert is_too_old(file.claims["best"], file, {"a": NOW + timedelta(days=20), "b": NOW + timedelta(days=20)}, NOW + timedelta(days=20))


@pytest.mark.parametrize(
    ("standing", "too_old", "state", "because"),
    [
        ({"a": S, "b": S}, set(), State.FRESH, ()), ({"a": S, "b": R}, set(), State.STALE, ("b",)),
        ({"a": M, "b": None}, set(), State.STALE, ("a",)), ({"a": S}, set(), State.UNVERIFIED, ("b",)),
        ({"a": S, "b": S}, {"a"}, State.STALE, ("a",)), ({"a": R, "b": S}, {"b"}, State.STALE, ("a", "b")),
    ],
)  # fmt: skip
def test_a_row_is_stale_before_unverified_before_fresh(
    standing: dict[str, Verdict | None], too_old: set[str], state: State, because: tuple[str, ...]
) -> None:
    assert row_state(("a", "b"), standing, too_old).state is state
    assert row_state(("a", "b"), standing, too_old).because == because


@given(st.dictionaries(st.sampled_from("abcd"), MAYBE), st.sets(st.sampled_from("abcd")), st.permutations("abcd"))
def test_a_row_does_not_depend_on_the_order_of_its_claims(standing: dict[str, Verdict | None], old: set[str], order: list[str]) -> None:
    one, other = row_state("abcd", standing, old), row_state(order, standing, old)
    assert one.state is other.state
    assert set(one.because) == set(other.because)


def test_a_row_with_no_claim_is_fresh() -> None:
    assert row_state((), {}, set()).state is State.FRESH


def test_grounds_come_before_what_rests_on_them(file: ClaimsFile) -> None:
    assert topological(file) == ("both", "own", "best", "one")


@given(st.lists(st.sets(st.integers(0, 30), max_size=3), min_size=1, max_size=30))
def test_every_order_of_grounds_is_kept(rests: list[set[int]]) -> None:
    claims = {f"c{i}": {"says": "x", "rests_on": [f"c{g}" for g in grounds if i < g < len(rests)]} for i, grounds in enumerate(rests)}
    file = from_data({"version": "1", "claims": claims})
    order = topological(file)
    assert sorted(order) == sorted(claims)
    assert all(order.index(g) < order.index(name) for name, claim in file.claims.items() for g in claim.rests_on)


def test_a_long_chain_of_grounds_is_no_trouble() -> None:
    claims = {f"c{i}": {"says": "x", "rests_on": [f"c{i + 1}"] if i < 4999 else []} for i in range(5000)}
    assert topological(from_data({"version": "1", "claims": claims}))[0] == "c4999"
