"""Asking more than once: what may pass is tried again after a while, what asks for a pause gets it."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus

from claimwatch.fetching.options import FetchOptions
from claimwatch.fetching.outcome import Trouble, Unreachable
from claimwatch.fetching.politeness import PATIENCE_S, Politeness, parse_retry_after
from claimwatch.net.address import AddressError, parse_address
from claimwatch.net.answer import Answer, Ask, Failure
from claimwatch.net.client import Client

_BUSY = {408, 425, 429}
_PASSING = {Trouble.BUSY, Trouble.NETWORK}


def utc_now() -> datetime:
    """The wall clock; Retry-After's dates are compared with it."""
    return datetime.now(UTC)


def is_busy(answer: Answer) -> bool:
    """E01: 408, 425, 429 and 5xx."""
    return answer.status in _BUSY or 500 <= answer.status < 600


def pause_of(headers: Mapping[str, str], now: datetime) -> float | None:
    """The seconds of a Retry-After header, by the server's own clock where it tells the time; None without a usable one."""
    value = headers.get("retry-after")
    if value is None:
        return None
    try:
        server_now = parsedate_to_datetime(headers.get("date", ""))
        now = server_now if server_now.tzinfo is not None else now
    except (ValueError, IndexError, OverflowError):
        pass
    return parse_retry_after(value, now)


def describe(status: int) -> str:
    """`404 (Not Found)`; unknown ones as they are."""
    try:
        return f"{status} ({HTTPStatus(status).phrase})"
    except ValueError:
        return str(status)


class Tries:
    """A client with patience. `draw` gives numbers from 0 to 1 for the jitter."""

    def __init__(
        self,
        client: Client,
        politeness: Politeness,
        options: FetchOptions,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        draw: Callable[[], float] = random.random,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        self._client, self._politeness, self._options = client, politeness, options
        self._sleep, self._draw, self._clock, self.now = sleep, draw, clock, now

    async def get(self, ask: Ask, complaint: Callable[[Answer], Unreachable | None] | None = None) -> Answer | Unreachable:
        """The answer, or why there is none after all tries. `complaint` finds the answers that may be better in a moment, else E01 does."""
        complain = complaint or self.complaint
        host = host_of(ask.url)
        tries = 1 if self._politeness.is_lost(host) else 1 + self._options.retries
        began, attempt = self._clock(), 0
        while True:
            attempt += 1
            got = await self._client.get(ask)
            backoff = self._options.backoff_s * 2 ** (attempt - 1) * (0.5 + self._draw())
            if isinstance(got, Failure):
                failed = Unreachable(Trouble(got.kind.value), got.reason, got.status, got.retry_after_s)
            elif (complained := complain(got)) is None:
                self._politeness.find(host, is_content=True)
                return got
            else:
                failed = complained
                self._politeness.find(host, is_content=got.status != HTTPStatus.TOO_MANY_REQUESTS)
                self._heed(got, failed, backoff)
            is_worth_it = failed.trouble in _PASSING and (failed.retry_after_s or 0.0) <= PATIENCE_S
            if not is_worth_it or attempt >= tries or self._clock() - began >= self._options.fetch_s:
                if failed.trouble is Trouble.NETWORK:
                    self._politeness.lose(host)
                return failed
            await self._sleep(max(backoff, failed.retry_after_s or 0.0))

    def _heed(self, answer: Answer, failed: Unreachable, backoff_s: float) -> None:
        """Gives a host the pause that it asks for."""
        host = host_of(answer.url)
        if failed.retry_after_s is not None:
            self._politeness.rest(host, failed.retry_after_s)
        elif answer.status == HTTPStatus.TOO_MANY_REQUESTS:
            self._politeness.complain(host, backoff_s, 1 + self._options.retries)

    def complaint(self, answer: Answer) -> Unreachable | None:
        """E01's rule: what is wrong with an answer that may be better in a moment; None when it is final."""
        if not is_busy(answer):
            return None
        pause = pause_of(answer.headers, self.now())
        later = f" and asks to come back in {pause:g} s" if pause else ""
        return Unreachable(Trouble.BUSY, f"{host_of(answer.url)} answered {describe(answer.status)}{later}", answer.status, pause)


def host_of(url: str) -> str:
    """The host by which politeness is counted, with its port where that is unusual; "" for what is no address."""
    try:
        return parse_address(url).authority
    except AddressError:
        return ""
