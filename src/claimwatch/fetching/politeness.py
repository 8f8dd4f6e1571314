"""How many requests at once, how long between two to one host, and when a host is left alone."""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

PATIENCE_S = 5.0  # a shorter wait is waited for; for a longer one the source comes back in a later pass
UNSAID_REST_S = 60.0
LONGEST_REST_S = 24 * 3600.0
_SECONDS = re.compile(r"\d{1,15}(\.\d*)?", re.ASCII)


class _Host:
    __slots__ = ("complaints", "is_lost", "next_at", "rests_until", "slots")

    def __init__(self, slots: int) -> None:
        self.slots = asyncio.Semaphore(slots)
        self.next_at = -math.inf
        self.rests_until = -math.inf
        self.is_lost = False
        self.complaints = 0


class Politeness:
    """Gives out turns. `clock` counts monotonic seconds; it and `sleep` are arguments so that a test needs no real time."""

    def __init__(
        self,
        *,
        concurrency: int,
        host_concurrency: int,
        host_delay_s: float,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._all = asyncio.Semaphore(concurrency)
        self._host_concurrency, self._delay = host_concurrency, host_delay_s
        self._clock, self._sleep = clock, sleep
        self._hosts: dict[str, _Host] = {}

    @asynccontextmanager
    async def turn(self, host: str) -> AsyncIterator[float]:
        """Waits for a turn at a host. Yields 0, or the seconds for which the host is left alone: then nothing may be sent."""
        state = self._host(host)
        async with state.slots:
            while True:
                if (rest := state.rests_until - self._clock()) > 0:
                    yield rest
                    return
                if (wait := state.next_at - self._clock()) > 0:
                    await self._sleep(wait)
                    continue
                async with self._all:
                    now = self._clock()
                    if state.next_at > now or state.rests_until > now:  # another began, or the host complained, while this one waited
                        continue
                    state.next_at = now + self._delay
                    yield 0.0
                    return

    def rest(self, host: str, seconds: float) -> None:
        """The host asked for a pause: a short one delays what is next, a longer one turns away whatever comes before its end."""
        state = self._host(host)
        until = self._clock() + min(seconds, LONGEST_REST_S)
        if seconds <= PATIENCE_S:
            state.next_at = max(state.next_at, until)
        else:
            state.rests_until = max(state.rests_until, until)

    def complain(self, host: str, backoff_s: float, most: int) -> None:
        """The host is asked too often, and does not say how long to wait: a short pause, and a long one after `most` times in a row."""
        state = self._host(host)
        state.complaints += 1
        self.rest(host, UNSAID_REST_S if state.complaints >= most else min(backoff_s, PATIENCE_S))

    def lose(self, host: str) -> None:
        """All tries at this host failed; the next requests to it get one try each."""
        self._host(host).is_lost = True

    def find(self, host: str, *, is_content: bool) -> None:
        """The host answered; `is_content` unless it complained."""
        state = self._host(host)
        state.is_lost = False
        if is_content:
            state.complaints = 0

    def is_lost(self, host: str) -> bool:
        """Was this host lost, and not found since?"""
        return self._host(host).is_lost

    def _host(self, host: str) -> _Host:
        state = self._hosts.get(host)
        if state is None:
            state = self._hosts[host] = _Host(self._host_concurrency)
        return state


def parse_retry_after(value: str, now: datetime) -> float | None:
    """RFC 9110, 10.2.3: whole seconds (fractions are seen too, and rounded up) or a date. Between 0 and a day; None for nonsense."""
    text = value.strip()
    if _SECONDS.fullmatch(text):
        seconds = float(math.ceil(float(text)))
    else:
        try:
            at = parsedate_to_datetime(text)
        except (ValueError, IndexError, OverflowError):
            return None
        at = at if at.tzinfo is not None else at.replace(tzinfo=UTC)  # `-0000` gives a naive time, which is UTC
        seconds = float(math.ceil((at - now).total_seconds()))
    return min(max(seconds, 0.0), LONGEST_REST_S)
