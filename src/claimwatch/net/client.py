"""A small HTTP client over the door: redirects by hand, limits of time and size, whole bodies or a reason.

What speaks to the network, `exchange` with httpx, is loaded when the first address is asked for.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING, Any

from claimwatch.net.address import Address, AddressError, join, parse_address
from claimwatch.net.answer import Answer, Ask, ClientOptions, Failure, FailureKind
from claimwatch.net.connecting import Resolver, resolve

if TYPE_CHECKING:
    from claimwatch.net.exchange import Exchange

_REDIRECTS = {301, 302, 303, 307, 308}
# Ours to say. A user's header of these names could smuggle a request, leave the check of limits or forge a 304.
_RESERVED = {"host", "connection", "content-length", "transfer-encoding", "accept-encoding", "te", "trailer", "upgrade", "expect", "range"}
_RESERVED |= {"keep-alive", "proxy-authorization", "proxy-connection", "if-none-match", "if-modified-since", "if-match", "if-range"}


Turn = Callable[[str], AbstractAsyncContextManager[float]]


@asynccontextmanager
async def _no_waiting(_host: str) -> AsyncIterator[float]:
    yield 0.0


class Client:
    """Fetches whole answers.

    `turn` is entered around each request to a host; it yields 0, or the seconds for which that host is to rest.
    """

    def __init__(self, options: ClientOptions, *, turn: Turn = _no_waiting, resolver: Resolver = resolve) -> None:
        self._options, self._turn, self._resolver = options, turn, resolver
        self._exchange: Exchange | None = None

    async def get(self, ask: Ask) -> Answer | Failure:
        """The answer at the end of all redirects, or why there is none. Raises nothing that the world does."""
        try:
            address = parse_address(ask.url)
        except AddressError as error:
            return Failure(FailureKind.NOT_ALLOWED, f"the address cannot be read: {error}")
        if (bad := _bad_header(ask.bound)) is not None:
            return Failure(FailureKind.NOT_ALLOWED, f"the header {bad!r} cannot be sent")
        if self._exchange is None:
            from claimwatch.net.exchange import Exchange

            self._exchange = Exchange(self._options, self._resolver)
        return await self._follow(self._exchange, ask, address)

    async def aclose(self) -> None:
        """Closes every connection."""
        if self._exchange is not None:
            await self._exchange.aclose()

    async def _follow(self, exchange: Exchange, ask: Ask, address: Address) -> Answer | Failure:
        loop = asyncio.get_running_loop()
        hops: list[str] = []
        left, is_home, origin = self._options.fetch_s, True, address.origin
        while True:
            is_home = is_home and address.origin == origin  # once away, the user's headers stay away
            headers = {**ask.headers, **({} if hops else ask.once), **(ask.bound if is_home else {})}
            async with self._turn(address.authority) as rest:
                if rest > 0:
                    return Failure(FailureKind.BUSY, f"{address.host} asked to be left alone for a while", retry_after_s=rest)
                began = loop.time()
                answer = await self._within(left, exchange.ask(address, headers, tuple(hops)), address.host)
                left -= loop.time() - began
            if isinstance(answer, Failure) or answer.status not in _REDIRECTS:
                return answer
            hops.append(str(address))
            target = self._next(address, answer, hops)
            if isinstance(target, Failure):
                return target
            address = target

    def _next(self, address: Address, answer: Answer, hops: list[str]) -> Address | Failure:
        """Where a redirect leads, or why it is not followed (E06)."""

        def fail(reason: str) -> Failure:
            return Failure(FailureKind.REDIRECT, f"{reason} ({' → '.join(hops)})", answer.status)

        location = answer.headers.get("location")
        if not location:
            return fail("it redirects without saying where to")
        try:
            target = join(address, location)
        except AddressError as error:
            return fail(f"it redirects to an address that cannot be read: {error}")
        if address.scheme == "https" and target.scheme == "http":
            return fail(f"it redirects from https to {target}")
        if str(target) in hops:
            return fail("it redirects in a circle")
        if len(hops) > self._options.most_hops:
            return fail(f"it redirects more than {self._options.most_hops} times")
        return target

    async def _within(self, seconds: float, answer: Coroutine[Any, Any, Answer | Failure], host: str) -> Answer | Failure:
        try:
            async with asyncio.timeout(seconds):
                return await answer
        except TimeoutError:
            return Failure(FailureKind.TOO_SLOW, f"{host} had not sent all after {self._options.fetch_s:g} s")


def _bad_header(headers: Mapping[str, str]) -> str | None:
    """The first of a user's headers that must not be sent."""
    for name, value in headers.items():
        is_token = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
        if not is_token or name.lower() in _RESERVED or not value.isprintable():
            return name
    return None
