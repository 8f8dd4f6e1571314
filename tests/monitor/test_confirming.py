"""A change for the worse counts when a second reading says the same (E54 and E56 of ROBUSTNESS.md)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.fakes import page, unreachable
from tests.monitor.test_check import CLAIMS, DEVICES, models
from tests.monitor.watching import Watch, claim, row

from claimwatch.fetching.outcome import Outcome, Unchanged
from claimwatch.judging.verdict import Verdict


@pytest.fixture
def engine(watch: Callable[[str], Watch]) -> Watch:
    """A watch that was checked once: everything is supported."""
    made = watch(CLAIMS)
    made.fetcher.will_answer("models", replace(models(), etag='"1"'))
    made.fetcher.will_answer("devices", DEVICES)
    made.check()
    made.fetcher.forget()
    return made


def test_a_change_is_read_twice_and_the_second_time_without_condition(engine: Watch) -> None:
    engine.fetcher.will_answer("models", replace(models("250+"), etag='"2"'))
    assert claim(engine.check(), "models.count").verdict is Verdict.REFUTED
    first, second = (request for request in engine.fetcher.requests if request.source == "models")
    assert first.etag == '"1"'
    assert second.etag is None
    assert engine.turns().count(("models.count", "supported", "refuted")) == 1


def test_counters_that_differ_between_the_readings_do_not_matter(engine: Watch) -> None:
    engine.fetcher.will_answer("models", models("250+", "1 visit"), models("250+", "2 visits"))
    assert claim(engine.check(), "models.count").verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    "second",
    [
        models(),
        models("260+"),
        page("<main><h1>Models</h1><p>Nothing is said here of what was cited.</p></main>"),
        unreachable(),
        page(""),
        Unchanged(),
    ],
    ids=["supported", "another-value", "missing", "unreachable", "empty", "not-modified"],
)
def test_a_change_that_the_second_reading_does_not_confirm_is_none(engine: Watch, second: Outcome) -> None:
    turns = engine.turns()
    engine.fetcher.will_answer("models", models("250+"), second)
    report = engine.check()
    assert claim(report, "models.count").stands is Verdict.SUPPORTED
    assert claim(report, "models.count").verdict is not Verdict.REFUTED
    assert row(report, "models").state == "fresh"
    assert engine.turns() == turns
    engine.fetcher.will_answer("models", models("250+"))
    assert claim(engine.check(), "models.count").verdict is Verdict.REFUTED


def test_another_value_of_a_refuted_claim_is_confirmed_too(engine: Watch) -> None:
    engine.fetcher.will_answer("models", models("250+"))
    engine.check()
    engine.fetcher.will_answer("models", models("300+"), models("250+"))
    assert claim(engine.check(), "models.count").observed == "250+"
    engine.fetcher.will_answer("models", models("300+"))
    assert claim(engine.check(), "models.count").observed == "300+"


def test_a_change_for_the_better_is_not_confirmed(engine: Watch) -> None:
    engine.fetcher.will_answer("models", models("250+"))
    engine.check()
    engine.fetcher.forget()
    engine.fetcher.will_answer("models", models())
    assert claim(engine.check(), "models.count").verdict is Verdict.SUPPORTED
    assert engine.fetcher.asked.count("models") == 1


def test_a_first_absence_is_confirmed_and_a_first_refutation_is_not(watch: Callable[[str], Watch]) -> None:
    made = watch(CLAIMS)
    made.fetcher.will_answer("devices", DEVICES)
    made.fetcher.will_answer("models", models("250+"))
    assert claim(made.check(), "models.count").verdict is Verdict.REFUTED
    assert made.fetcher.asked.count("models") == 1


def test_a_first_absence_that_is_not_confirmed_is_none(watch: Callable[[str], Watch]) -> None:
    made = watch(CLAIMS)
    made.fetcher.will_answer("devices", DEVICES)
    bare = page("<main><h1>Models</h1><p>Nothing is said here of what was cited.</p></main>")
    made.fetcher.will_answer("models", bare, models())
    report = made.check()
    assert claim(report, "models.count").verdict is Verdict.SUPPORTED
    assert not report.is_stale
    made.fetcher.will_answer("models", bare)
    assert claim(made.check(), "models.count").verdict is Verdict.MISSING


def test_nothing_is_confirmed_from_an_archive(engine: Watch) -> None:
    engine.manner = replace(engine.manner, confirm_after=None)
    engine.fetcher.will_answer("models", models("250+"), models())
    assert claim(engine.check(), "models.count").verdict is Verdict.REFUTED
    assert engine.fetcher.asked.count("models") == 1


def test_an_alternative_that_fails_waits_for_nothing_while_the_other_holds(watch: Callable[[str], Watch]) -> None:
    cite = "{source: models, quote: 200+ model architectures, expect: {number: 200+}}"
    either = f"{{any: [{cite}, {{source: devices, quote: It runs on GPUs and CPUs}}]}}"
    made = watch(CLAIMS.replace(f"cite: {cite}", f"cite: {either}"))
    made.fetcher.will_answer("models", models())
    made.fetcher.will_answer("devices", DEVICES)
    made.check()
    made.fetcher.forget()
    made.fetcher.will_answer("models", models("250+"))
    report = made.check()
    assert claim(report, "models.count").verdict is Verdict.SUPPORTED
    assert made.fetcher.asked.count("models") == 1
    made.fetcher.will_answer("devices", page("<main><h1>Devices</h1><p>It runs on NPUs alone and nothing else.</p></main>"))
    made.fetcher.forget()
    assert claim(made.check(), "models.count").verdict is not Verdict.SUPPORTED
    assert made.fetcher.asked.count("devices") == 2
