"""How often a host is asked, and when it is left alone."""

from __future__ import annotations

import asyncio
import itertools
from datetime import UTC, datetime

import pytest
from tests.fetching.conftest import NOW, Patience, Reader
from tests.site import Page, Site

from claimwatch.fetching.outcome import Fetched, Request, Trouble, Unreachable
from claimwatch.fetching.politeness import Politeness, parse_retry_after

AT = datetime(2026, 10, 21, 7, 27, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("120", 120),
        (" 0 ", 0),
        ("1.5", 2),
        ("Wed, 21 Oct 2026 07:28:00 GMT", 30),
        ("Wed, 21 Oct 2026 07:28:00 -0000", 30),
        ("Wed, 21 Oct 2026 07:27:30.5", None),
        ("Tue, 20 Oct 2026 07:28:00 GMT", 0),
        ("Wednesday, 21-Oct-26 07:28:00 GMT", 30),
        ("99999999999", 86400),
        ("Wed, 21 Oct 2099 07:28:00 GMT", 86400),
        ("soon", None),
        ("-5", None),
        ("", None),
        ("1e9", None),
        ("inf", None),
        ("٣", None),
        ("Wed, 99 Oct 2026 07:28:00 GMT", None),
    ],
)
def test_retry_after_is_read_in_both_forms_and_nonsense_is_ignored(value: str, seconds: float | None) -> None:
    """B19."""
    assert parse_retry_after(value, AT) == seconds


def test_a_long_retry_after_is_not_waited_for_and_the_whole_host_is_left_alone(site: Site, reader: Reader) -> None:
    """E01 and B19: the other sources of the host are turned away without a request."""
    site.pages["/a"] = Page(status=503, headers={"Retry-After": "3600"})
    site.pages["/b"] = Page(b"words")
    outcomes = reader.with_options(host_concurrency=1).fetch(
        Request("a", site.url("/a")), *(Request(f"b{n}", site.url("/b")) for n in range(5))
    )
    assert all(isinstance(outcome, Unreachable) and outcome.trouble is Trouble.BUSY for outcome in outcomes)
    assert [round(outcome.retry_after_s or 0) for outcome in outcomes if isinstance(outcome, Unreachable)] == [3600] * 6
    assert len(site.log) == 1
    assert reader.patience.slept == []


def test_a_short_retry_after_is_waited_for(site: Site, reader: Reader) -> None:
    site.pages["/a"] = [Page(status=429, headers={"Retry-After": "4"}), Page(b"words")]
    assert isinstance(reader.page(site.url("/a")), Fetched)
    assert reader.patience.slept == [4.0]


def test_a_date_in_retry_after_is_compared_with_the_servers_own_clock(site: Site, reader: Reader) -> None:
    date = b"Date: Mon, 20 Oct 2025 12:00:00 GMT\r\nRetry-After: Mon, 20 Oct 2025 12:10:00 GMT\r\n"
    site.pages["/a"] = Page(raw=b"HTTP/1.1 503 Busy\r\n" + date + b"Content-Length: 0\r\n\r\n")
    outcome = reader.page(site.url("/a"))
    assert isinstance(outcome, Unreachable)
    assert outcome.retry_after_s == 600
    assert NOW.year == 2026


def test_a_429_that_does_not_say_how_long_rests_the_host_for_the_pass(site: Site, reader: Reader) -> None:
    """B20."""
    site.pages["/"] = Page(status=429)
    outcomes = reader.with_options(host_concurrency=1).fetch(*(Request(f"s{n}", site.url(f"/?{n}")) for n in range(50)))
    assert all(isinstance(outcome, Unreachable) and outcome.trouble is Trouble.BUSY for outcome in outcomes)
    assert len(site.log) == 3, "not fifty times three"


def test_at_most_so_many_requests_are_at_one_host_at_once(site: Site, reader: Reader) -> None:
    site.pages["/"] = Page(b"words", delay_s=0.02)
    outcomes = reader.fetch(*(Request(f"s{n}", site.url(f"/?{n}")) for n in range(20)))
    assert all(isinstance(outcome, Fetched) for outcome in outcomes)
    assert site.most_at_once == 2


def take_turns(politeness: Politeness, patience: Patience, hosts: list[str]) -> list[tuple[str, float]]:
    started: list[tuple[str, float]] = []

    async def take(host: str) -> None:
        async with politeness.turn(host) as rest:
            assert rest == 0
            started.append((host, patience.now_s))
            await asyncio.sleep(0)

    async def run() -> None:
        await asyncio.gather(*(take(host) for host in hosts))

    asyncio.run(run())
    return started


def test_two_starts_at_one_host_are_a_delay_apart() -> None:
    patience = Patience()
    politeness = Politeness(concurrency=8, host_concurrency=2, host_delay_s=1.0, clock=patience.clock, sleep=patience.sleep)
    times = [at for _, at in take_turns(politeness, patience, ["a"] * 5)]
    assert all(later - earlier >= 1.0 for earlier, later in itertools.pairwise(times))


def test_another_host_does_not_wait_for_the_first() -> None:
    patience = Patience()
    politeness = Politeness(concurrency=8, host_concurrency=2, host_delay_s=1.0, clock=patience.clock, sleep=patience.sleep)
    started = take_turns(politeness, patience, ["a", "b", "c"])
    assert {at for _, at in started} == {1000.0}


def test_all_hosts_together_have_a_limit(reader: Reader) -> None:
    with Site() as first, Site() as second:
        for site in (first, second):
            site.pages["/"] = Page(b"words", delay_s=0.02)
        outcomes = reader.with_options(concurrency=1).fetch(*(Request(f"s{n}", (first, second)[n % 2].url("/")) for n in range(8)))
        assert all(isinstance(outcome, Fetched) for outcome in outcomes)
        assert first.most_at_once == second.most_at_once == 1


def test_a_rest_ends() -> None:
    patience = Patience()
    politeness = Politeness(concurrency=8, host_concurrency=2, host_delay_s=0.0, clock=patience.clock, sleep=patience.sleep)

    async def rest_of(host: str) -> float:
        async with politeness.turn(host) as rest:
            return rest

    politeness.rest("a", 600)
    politeness.rest("a", 60)
    assert asyncio.run(rest_of("a")) == 600
    assert asyncio.run(rest_of("b")) == 0
    patience.now_s += 601
    assert asyncio.run(rest_of("a")) == 0
