"""Whole passes over real SQLite stores, with a fake in place of the network."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.fakes import page, unreachable
from tests.monitor.watching import START, Watch, claim, row

from claimwatch.errors import ClaimwatchError
from claimwatch.fetching.outcome import Fetched
from claimwatch.judging.verdict import Verdict
from claimwatch.monitor.planning import Wanted

CLAIMS = """
version: 1
defaults: {every: 1d, max_age: 14d}
subjects: {engine: Engine, other: Other}
sources:
  models: {title: the model page, url: "https://engine.example/models"}
  devices: {url: "https://engine.example/devices"}
claims:
  models.count:
    subject: engine
    says: 200+ model architectures
    cite: {source: models, quote: 200+ model architectures, expect: {number: 200+}}
  models.stream:
    subject: engine
    says: streams its answers
    cite: {source: models, quote: Answers are streamed token by token}
  devices.tpu:
    subject: engine
    says: no TPU
    cite: {source: devices, expect: {absent: TPU}}
  engine.fit:
    says: broad model coverage
    basis: editorial
    rests_on: [models.count]
  own.tested:
    says: not tested
    basis: own
    verified: 2026-10-20
    recheck: 90d
comparisons:
  versus:
    title: Engine and Other
    columns: [engine, other]
    rows:
      models: {title: Models, cells: {engine: models.count}}
      stream: {title: Streaming, cells: {engine: models.stream}}
      devices: {title: Devices, cells: {engine: devices.tpu}}
      tested: {title: Tested, cells: {engine: own.tested}}
    statements:
      fit: {text: Take it for its models, claims: [engine.fit]}
"""


def models(count: str = "200+", note: str = "") -> Fetched:
    body = f"<p>It runs {count} model architectures on many devices.</p><p>Answers are streamed token by token.</p><p>{note}</p>"
    return page(f"<html><head><title>Models</title></head><body><main><h1>Models</h1>{body}</main></body></html>")


DEVICES = page("<html><head><title>Devices</title></head><body><main><h1>Devices</h1><p>It runs on GPUs and CPUs.</p></main></body></html>")


@pytest.fixture
def engine(watch: Callable[[str], Watch]) -> Watch:
    """A watch whose sources support every claim, not checked yet."""
    made = watch(CLAIMS)
    made.fetcher.will_answer("models", models())
    made.fetcher.will_answer("devices", DEVICES)
    return made


def test_at_first_nothing_stood_before(engine: Watch) -> None:
    report = engine.check()
    assert {c.claim: (c.verdict, c.before) for c in report.claims} == dict.fromkeys(
        ("models.count", "models.stream", "devices.tpu", "engine.fit", "own.tested"), (Verdict.SUPPORTED, None)
    )
    assert {(r.row, r.state, r.before) for r in report.rows} == {
        (name, "fresh", None) for name in ("models", "stream", "devices", "tested", "fit")
    }
    assert {s.source: s.outcome for s in report.sources} == {"models": "changed", "devices": "changed"}
    assert not report.is_stale
    assert not report.is_partly_unread


def test_a_check_that_finds_nothing_new_adds_no_row_to_any_table(engine: Watch) -> None:
    engine.check()
    before = engine.rows()
    report = engine.check(is_all=True)
    assert engine.rows() == before
    assert {s.outcome for s in report.sources} == {"unchanged"}
    assert claim(report, "models.count").age == timedelta()


def test_an_edit_that_leaves_the_claims_alone_turns_nothing(engine: Watch) -> None:
    engine.check()
    engine.fetcher.will_answer("models", models(note="1,204 stars"))
    report = engine.check()
    assert {s.source: s.outcome for s in report.sources} == {"models": "changed", "devices": "unchanged"}
    assert not report.is_stale
    assert not any(c.has_turned for c in report.claims)
    assert engine.fetcher.asked == ["devices", "models"] * 2


def test_a_refuted_claim_makes_its_rows_stale_and_what_rests_on_it(engine: Watch) -> None:
    engine.check()
    engine.fetcher.will_answer("models", models("250+"))
    report = engine.check()
    found = claim(report, "models.count")
    assert (found.verdict, found.before, found.observed, found.has_turned) == (Verdict.REFUTED, Verdict.SUPPORTED, "250+", True)
    assert found.since == START + timedelta(days=1)
    assert (row(report, "models").state, row(report, "models").before) == ("stale", "fresh")
    fit = claim(report, "engine.fit")
    assert fit.verdict is Verdict.REFUTED
    assert "models.count" in fit.reason
    assert row(report, "fit").because == ("engine.fit",)
    assert row(report, "stream").state == "fresh"
    assert sorted(engine.turns()[-4:]) == [
        ("engine.fit", "supported", "refuted"),
        ("fit", "fresh", "stale"),
        ("models", "fresh", "stale"),
        ("models.count", "supported", "refuted"),
    ]


def test_fresh_again_is_a_turn_too(engine: Watch) -> None:
    engine.check()
    engine.fetcher.will_answer("models", models("250+"))
    engine.check()
    engine.fetcher.will_answer("models", models())
    report = engine.check()
    assert (row(report, "models").state, row(report, "models").before) == ("fresh", "stale")
    assert ("models.count", "refuted", "supported") in engine.turns()


def test_only_what_is_due_is_fetched_and_everything_is_listed(engine: Watch) -> None:
    engine.check(after=timedelta(hours=1))
    engine.fetcher.forget()
    report = engine.check()
    assert engine.fetcher.asked == []
    assert report.sources == ()
    assert len(report.claims) == 5
    assert claim(report, "models.count").verdict is Verdict.SUPPORTED
    assert claim(report, "models.count").before is Verdict.SUPPORTED
    assert claim(report, "models.count").age == timedelta(hours=1)


@pytest.mark.parametrize(
    ("named", "fetched", "listed"),
    [
        ("models.count", ["models"], {"models.count"}),
        ("engine.fit", ["models"], {"engine.fit"}),
        ("versus/devices", ["devices"], {"devices.tpu"}),
        ("versus/fit", ["models"], {"engine.fit"}),
        ("models", ["models"], {"models.count", "models.stream"}),
        ("versus", ["devices", "models"], {"models.count", "models.stream", "devices.tpu", "engine.fit", "own.tested"}),
    ],
)
def test_what_is_named_is_fetched_though_it_is_not_due(engine: Watch, named: str, fetched: list[str], listed: set[str]) -> None:
    engine.check(after=timedelta(minutes=1))
    engine.fetcher.forget()
    report = engine.check(named)
    assert engine.fetcher.asked == fetched
    assert {c.claim for c in report.claims} == listed


def test_a_name_that_nothing_has_is_an_error_with_the_nearest_one(engine: Watch) -> None:
    with pytest.raises(ClaimwatchError) as caught:
        engine.check("models.cout")
    assert "models.count" in (caught.value.hint or "")
    assert engine.fetcher.asked == []


def test_what_cannot_be_read_speaks_against_nothing(engine: Watch) -> None:
    engine.check()
    engine.fetcher.will_answer("models", unreachable())
    report = engine.check()
    found = claim(report, "models.count")
    assert (found.verdict, found.stands, found.before, found.observed) == (Verdict.UNREACHABLE, Verdict.SUPPORTED, Verdict.SUPPORTED, None)
    assert row(report, "models").state == "fresh"
    assert report.is_partly_unread
    assert not report.is_stale
    assert report.unread[0].trouble == "busy"


def test_a_refuted_claim_whose_source_then_cannot_be_read_stays_stale(engine: Watch) -> None:
    engine.check()
    engine.fetcher.will_answer("models", models("250+"))
    engine.check()
    engine.fetcher.will_answer("models", unreachable())
    report = engine.check()
    found = claim(report, "models.count")
    assert (found.verdict, found.stands, found.before) == (Verdict.UNREACHABLE, Verdict.REFUTED, Verdict.REFUTED)
    assert found.stood[0] == "250+"
    assert row(report, "models").state == "stale"
    turns = engine.turns()
    engine.fetcher.will_answer("models", models("250+"))
    assert claim(engine.check(), "models.count").since == START + timedelta(days=1)
    assert engine.turns() == turns


def test_a_claim_that_could_never_be_read_has_no_standing(engine: Watch) -> None:
    engine.fetcher.will_answer("models", unreachable())
    report = engine.check()
    found = claim(report, "models.count")
    assert (found.verdict, found.stands, found.before) == (Verdict.UNREACHABLE, None, None)
    assert row(report, "models").state == "unverified"
    assert not report.is_stale


def test_a_claim_too_long_unverified_makes_its_row_stale_by_age_once(engine: Watch) -> None:
    engine.check(after=timedelta(days=10))
    engine.fetcher.will_answer("models", unreachable())
    assert row(engine.check(after=timedelta(days=5)), "models").state == "fresh"
    report = engine.check()
    assert claim(report, "models.count").is_overdue
    assert claim(report, "models.count").stands is Verdict.SUPPORTED
    assert (row(report, "models").state, row(report, "models").because) == ("stale", ("models.count",))
    assert row(report, "devices").state == "fresh"
    engine.check()
    assert engine.turns().count(("models", "fresh", "stale")) == 1
    engine.fetcher.will_answer("models", models())
    assert row(engine.check(), "models").state == "fresh"


def test_a_row_does_not_turn_by_age_while_its_source_is_about_to_be_read(engine: Watch) -> None:
    engine.check(after=timedelta(days=30))
    engine.check()
    assert [turn for turn in engine.turns() if turn[2] == "stale"] == []


def test_an_own_claim_is_looked_at_again_by_its_recheck(engine: Watch) -> None:
    engine.check(after=timedelta(days=100))
    report = engine.check()
    assert (row(report, "tested").state, row(report, "tested").before) == ("stale", "fresh")
    assert claim(report, "own.tested").stands is Verdict.SUPPORTED


def test_an_answer_of_not_modified_moves_the_age(engine: Watch) -> None:
    engine.fetcher.will_answer("models", replace(models(), etag='"1"'))
    engine.check()
    rows = engine.rows()
    report = engine.check()
    assert engine.fetcher.requests[-1].etag == '"1"'
    assert {s.source: s.status for s in report.sources}["models"] == 304
    assert claim(report, "models.count").age == timedelta()
    assert engine.rows() == rows


def test_an_edited_claim_is_judged_from_the_stored_edition_after_not_modified(engine: Watch) -> None:
    engine.fetcher.will_answer("models", replace(models(), etag='"1"'))
    engine.check()
    engine.text = CLAIMS.replace("expect: {number: 200+}", "expect: {number: 300+}")
    engine.fetcher.forget()
    report = engine.check()
    assert claim(report, "models.count").verdict is Verdict.REFUTED
    assert claim(report, "models.stream").verdict is Verdict.SUPPORTED
    assert engine.fetcher.asked.count("models") == 1


def test_an_edited_claim_is_judged_from_the_stored_edition_when_nothing_is_due(engine: Watch) -> None:
    engine.check(after=timedelta(minutes=1))
    engine.text = CLAIMS.replace("expect: {number: 200+}", "expect: {number: 300+}")
    engine.fetcher.forget()
    report = engine.check()
    assert engine.fetcher.asked == []
    assert claim(report, "models.count").verdict is Verdict.REFUTED
    assert row(report, "models").state == "stale"
    assert claim(engine.status(), "models.count").verdict is Verdict.REFUTED


def test_an_address_that_changed_is_due_at_once_and_asked_without_validators(engine: Watch) -> None:
    engine.fetcher.will_answer("models", replace(models(), etag='"1"'))
    engine.check(after=timedelta(minutes=1))
    engine.text = CLAIMS.replace("https://engine.example/models", "https://engine.example/all-models")
    engine.fetcher.forget()
    engine.check()
    assert engine.fetcher.asked == ["models"]
    assert engine.fetcher.requests[0].etag is None


def test_a_failed_read_keeps_the_edition_and_its_validators(engine: Watch) -> None:
    engine.fetcher.will_answer("models", replace(models(), etag='"1"'))
    engine.check()
    rows = engine.rows()
    engine.fetcher.will_answer("models", page(""))
    assert claim(engine.check(), "models.count").verdict is Verdict.UNREACHABLE
    engine.fetcher.will_answer("models", replace(models(), etag='"1"'))
    report = engine.check()
    assert engine.fetcher.requests[-1].etag == '"1"'
    assert claim(report, "models.count").verdict is Verdict.SUPPORTED
    assert engine.rows()["editions"] == rows["editions"]


def test_a_header_whose_secret_is_not_set_makes_the_source_unreachable(engine: Watch) -> None:
    text = 'url: "https://engine.example/models"'
    engine.text = CLAIMS.replace(text, f"{text}, headers: {{X-Key: '${{CLAIMWATCH_SECRET_KEY}}'}}")
    report = engine.check()
    assert "CLAIMWATCH_SECRET_KEY is not set" in (report.unread[0].reason or "")
    engine.manner = replace(engine.manner, secrets={"CLAIMWATCH_SECRET_KEY": "k"})
    engine.fetcher.forget()
    engine.check()
    asked = next(request for request in engine.fetcher.requests if request.source == "models")
    assert asked.headers == {"X-Key": "k"}


def test_a_file_that_stands_in_is_judged_and_nothing_is_recorded(engine: Watch) -> None:
    engine.check(after=timedelta(minutes=1))
    rows, turns = engine.rows(), engine.turns()
    engine.fetcher.forget()
    report = engine.check(wanted=Wanted(stand_ins={"models": models("250+")}))
    assert {c.claim for c in report.claims} == {"models.count", "models.stream"}
    assert claim(report, "models.count").verdict is Verdict.REFUTED
    assert row(report, "models").state == "stale"
    assert engine.fetcher.asked == []
    assert (engine.rows(), engine.turns()) == (rows, turns)
    assert claim(engine.status(), "models.count").stands is Verdict.SUPPORTED


def test_a_claim_taken_out_of_the_file_is_forgotten_and_its_history_stays(engine: Watch) -> None:
    engine.check()
    head, tail = CLAIMS.split("  models.stream:\n", 1)
    engine.text = (head + "  devices.tpu:\n" + tail.split("  devices.tpu:\n", 1)[1]).replace(
        "      stream: {title: Streaming, cells: {engine: models.stream}}\n", ""
    )
    rows = engine.rows()
    report = engine.check()
    assert "models.stream" not in {c.claim for c in report.claims}
    assert engine.rows()["citations"] == rows["citations"] - 1
    assert engine.rows()["verdict_runs"] == rows["verdict_runs"]


def test_the_status_is_what_the_last_check_left_aged_to_now(engine: Watch) -> None:
    engine.check()
    engine.fetcher.will_answer("models", models("250+"))
    engine.check()
    report = engine.status()
    assert claim(report, "models.count").verdict is Verdict.REFUTED
    assert row(report, "models").state == "stale"
    assert row(report, "devices").state == "fresh"
    engine.now += timedelta(days=20)
    assert row(engine.status(), "devices").state == "stale"
