"""Many fetches at once, each host's in chains of their own: a slow host holds up no other. The one asynchronous border of a pass."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Iterable
from urllib.parse import urlsplit

from claimwatch.fetching.outcome import Fetcher, Outcome, Request

Handler = Callable[[Request, Outcome], Awaitable[None]]


async def fetch_each(fetcher: Fetcher, requests: Iterable[Request], chains: int, handle: Handler) -> None:
    """Fetches every request and hands over each outcome as it comes. `chains` is how many requests of one host are under way at once.

    How many there are in all, and how long a host is left alone, is the fetcher's business. The first error of `handle` ends all.
    """
    hosts: dict[str, deque[Request]] = defaultdict(deque)
    for request in requests:
        hosts[urlsplit(request.url).netloc].append(request)

    async def follow(waiting: deque[Request]) -> None:
        while waiting:
            request = waiting.popleft()
            await handle(request, await fetcher.fetch(request))

    try:
        async with asyncio.TaskGroup() as group:
            for waiting in hosts.values():
                for _ in range(min(chains, len(waiting))):
                    group.create_task(follow(waiting))
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from errors
