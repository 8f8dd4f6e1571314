"""The network as one fetcher: facts of a repository or a page, over one client and with one politeness."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Self

from claimwatch.fetching.github import GithubFetcher
from claimwatch.fetching.http import HttpFetcher
from claimwatch.fetching.options import FetchOptions
from claimwatch.fetching.outcome import Outcome, Request
from claimwatch.fetching.politeness import Politeness
from claimwatch.fetching.trying import Tries, utc_now
from claimwatch.net.client import Client
from claimwatch.net.connecting import Resolver, resolve


class NetworkFetcher:
    """Chooses by what is asked. Clock, sleep, jitter and resolver are arguments so that a test needs neither time nor chance."""

    def __init__(
        self,
        options: FetchOptions,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        draw: Callable[[], float] = random.random,
        now: Callable[[], datetime] = utc_now,
        resolver: Resolver = resolve,
    ) -> None:
        politeness = Politeness(
            concurrency=options.concurrency,
            host_concurrency=options.host_concurrency,
            host_delay_s=options.host_delay_s,
            clock=clock,
            sleep=sleep,
        )
        self._client = Client(options.client(), turn=politeness.turn, resolver=resolver)
        tries = Tries(self._client, politeness, options, sleep=sleep, draw=draw, clock=clock, now=now)
        self._pages, self._repositories = HttpFetcher(tries, options), GithubFetcher(tries, options)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *details: object) -> None:
        await self._client.aclose()

    async def fetch(self, request: Request) -> Outcome:
        """What came of one source. Never raises for what the world normally does."""
        fetcher = self._repositories if request.facts else self._pages
        return await fetcher.fetch(request)
