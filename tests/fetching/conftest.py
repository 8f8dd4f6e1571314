"""A site on loopback, and a fetcher that may read it and never really waits."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

import pytest
from tests.site import Site

from claimwatch.fetching.network import NetworkFetcher
from claimwatch.fetching.options import FetchOptions
from claimwatch.fetching.outcome import Outcome, Request
from claimwatch.net.connecting import Resolver, resolve
from claimwatch.net.guard import parse_networks

NOW = datetime(2026, 10, 20, 12, 0, tzinfo=UTC)


@dataclass
class Patience:
    """A clock that moves when somebody sleeps, and not otherwise."""

    now_s: float = 1000.0
    slept: list[float] = field(default_factory=list)

    def clock(self) -> float:
        return self.now_s

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now_s += seconds
        await asyncio.sleep(0)


@dataclass
class Reader:
    """Fetches with options for tests: loopback allowed, no delay between requests, jitter without chance."""

    options: FetchOptions
    patience: Patience = field(default_factory=Patience)
    resolver: Resolver = resolve

    def fetch(self, *requests: Request) -> list[Outcome]:
        """The outcomes of requests that are all made at once, in one pass."""
        return asyncio.run(self._fetch(requests))

    def one(self, request: Request) -> Outcome:
        """The outcome of a pass of one request."""
        return self.fetch(request)[0]

    def page(self, url: str, *, etag: str | None = None, last_modified: str | None = None) -> Outcome:
        """The outcome of a pass of one page."""
        return self.one(Request("page", url, etag, last_modified))

    def with_options(self, **changes: object) -> Reader:
        """Another reader, some options changed."""
        return replace(self, options=replace(self.options, **changes))  # type: ignore[arg-type]

    async def _fetch(self, requests: tuple[Request, ...]) -> list[Outcome]:
        patience = self.patience
        fetcher = NetworkFetcher(
            self.options,
            clock=patience.clock,
            sleep=patience.sleep,
            draw=lambda: 0.5,
            now=lambda: NOW,
            resolver=self.resolver,
        )
        async with fetcher:
            return list(await asyncio.gather(*(fetcher.fetch(request) for request in requests)))


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as site:
        yield site


@pytest.fixture
def reader() -> Reader:
    return Reader(FetchOptions(allow=parse_networks("127.0.0.0/8"), host_delay_s=0.0, silence_s=5.0, fetch_s=20.0))
