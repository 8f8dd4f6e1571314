"""A small HTTP client over the door: redirects by hand, limits of time and size, whole bodies or a reason.

It stands on httpcore, the engine of httpx, and leaves httpx's client out: cookies, proxies from the environment, redirects and unpacking
are just what must not happen unseen here.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import httpcore

from claimwatch.net.address import Address, AddressError, join, parse_address
from claimwatch.net.answer import Answer, Ask, ClientOptions, Failure, FailureKind
from claimwatch.net.connecting import DoorBackend, RefusedError, Resolver, TlsError, UnknownNameError, resolve
from claimwatch.net.decode import ACCEPTED, Body, CutOffError, DecodeError, TooLargeError
from claimwatch.net.guard import Door
from claimwatch.net.pools import Pools

_REDIRECTS = {301, 302, 303, 307, 308}
_HAVE_NO_BODY = {204, 205, 304}
_SCRAP_BYTES = 64 * 1024  # of a body that nobody needs: read to keep the connection, else closed
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
        self._options, self._turn = options, turn
        self._pools = Pools(DoorBackend(Door(options.allow), resolver), options)
        timeout = {"connect": options.connect_s, "read": options.silence_s, "write": options.silence_s, "pool": None}
        self._extensions = {"timeout": timeout}

    async def get(self, ask: Ask) -> Answer | Failure:
        """The answer at the end of all redirects, or why there is none. Raises nothing that the world does."""
        try:
            address = parse_address(ask.url)
        except AddressError as error:
            return Failure(FailureKind.NOT_ALLOWED, f"the address cannot be read: {error}")
        if (bad := _bad_header(ask.bound)) is not None:
            return Failure(FailureKind.NOT_ALLOWED, f"the header {bad!r} cannot be sent")
        return await self._follow(ask, address)

    async def aclose(self) -> None:
        """Closes every connection."""
        await self._pools.aclose()

    async def _follow(self, ask: Ask, address: Address) -> Answer | Failure:
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
                answer = await self._ask_within(left, address, headers, tuple(hops))
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

    async def _ask_within(self, seconds: float, address: Address, headers: dict[str, str], hops: tuple[str, ...]) -> Answer | Failure:
        try:
            async with asyncio.timeout(seconds):
                return await self._ask(address, headers, hops)
        except TimeoutError:
            return Failure(FailureKind.TOO_SLOW, f"{address.host} had not sent all after {self._options.fetch_s:g} s")

    async def _ask(self, address: Address, headers: dict[str, str], hops: tuple[str, ...]) -> Answer | Failure:
        """One exchange. The errors of the engine are translated here and nowhere else."""
        host = address.host
        try:
            async with self._pools.lend(address) as pool:
                response = await pool.handle_async_request(self._request(address, headers))
                try:
                    return await self._read(response, address, hops)
                finally:
                    await response.aclose()
        except RefusedError as error:
            return Failure(FailureKind.NOT_ALLOWED, f"{error}; CLAIMWATCH_ALLOW_NETWORKS names private networks that may be read")
        except UnknownNameError as error:
            return Failure(FailureKind.NETWORK, str(error))
        except TlsError as error:
            return Failure(FailureKind.TLS, f"{host}: {error}")
        except httpcore.TimeoutException:
            return Failure(FailureKind.NETWORK, f"{host} did not answer in time")
        except httpcore.LocalProtocolError as error:
            return Failure(FailureKind.NOT_ALLOWED, f"this request cannot be sent: {error}")
        except httpcore.RemoteProtocolError as error:
            return _broken(host, str(error))
        except (httpcore.NetworkError, OSError) as error:
            return Failure(FailureKind.NETWORK, f"{host} could not be reached ({str(error) or type(error).__name__})")

    def _request(self, address: Address, headers: dict[str, str]) -> httpcore.Request:
        ours = {"host": address.authority, "user-agent": self._options.user_agent, "accept": "*/*", "accept-encoding": ACCEPTED}
        fields = {**ours, **{name.lower(): value for name, value in headers.items()}}
        wire = [(name.encode("ascii"), value.encode("utf-8")) for name, value in fields.items()]
        scheme, host, target = (part.encode("ascii") for part in (address.scheme, address.host, address.target))
        url = httpcore.URL(scheme=scheme, host=host, port=address.port, target=target)
        return httpcore.Request(b"GET", url, headers=wire, extensions=self._extensions)

    async def _read(self, response: httpcore.Response, address: Address, hops: tuple[str, ...]) -> Answer | Failure:
        """The answer with its whole body. Bodies of other statuses than 2xx are thrown away."""
        headers, status = _headers(response), response.status
        size = sum(len(name) + len(value) for name, value in response.headers)
        if size > self._options.header_bytes:
            return Failure(FailureKind.TOO_LARGE, f"the headers are larger than {self._options.header_bytes:,} bytes", status)
        if not 200 <= status < 300 or status in _HAVE_NO_BODY:
            await _throw_away(response)
            return Answer(status, headers, b"", str(address), hops)
        try:
            body = await self._read_body(response, headers)
        except TooLargeError as error:
            return Failure(FailureKind.TOO_LARGE, str(error), status)
        except CutOffError as error:
            return Failure(FailureKind.CUT_OFF, str(error), status)
        except DecodeError as error:
            return Failure(FailureKind.UNREADABLE, str(error), status)
        except (httpcore.RemoteProtocolError, httpcore.ReadError) as error:
            return Failure(FailureKind.CUT_OFF, f"the body stops before its end ({str(error) or 'the connection broke'})", status)
        return Answer(status, headers, body, str(address), hops)

    async def _read_body(self, response: httpcore.Response, headers: Mapping[str, str]) -> bytes:
        options = self._options
        body = Body(headers.get("content-encoding", ""), wire_bytes=options.wire_bytes, body_bytes=options.body_bytes)
        announced = headers.get("content-length", "")
        if announced.isdecimal() and "transfer-encoding" not in headers and int(announced[:20]) > options.wire_bytes:
            raise TooLargeError(f"the body is larger than {options.wire_bytes:,} bytes")
        async for part in response.aiter_stream():
            body.feed(part)
        return body.finish()


def _headers(response: httpcore.Response) -> dict[str, str]:
    headers: dict[str, str] = {}
    for raw_name, raw_value in response.headers:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers


def _bad_header(headers: Mapping[str, str]) -> str | None:
    """The first of a user's headers that must not be sent."""
    for name, value in headers.items():
        is_token = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
        if not is_token or name.lower() in _RESERVED or not value.isprintable():
            return name
    return None


def _broken(host: str, complaint: str) -> Failure:
    if "too long" in complaint or "too large" in complaint:  # h11's own bound on what it holds of a head
        return Failure(FailureKind.TOO_LARGE, f"{host} sent headers without end")
    if "disconnected without sending" in complaint:
        return Failure(FailureKind.NETWORK, f"{host} closed the connection without an answer")
    return Failure(FailureKind.ODD_ANSWER, f"{host} does not speak HTTP as it should ({complaint})")


async def _throw_away(response: httpcore.Response) -> None:
    """Reads a body that nobody needs, if it is short, so that the connection can be used again."""
    size = 0
    try:
        async for part in response.aiter_stream():
            size += len(part)
            if size > _SCRAP_BYTES:
                return
    except (httpcore.RemoteProtocolError, httpcore.ReadError):
        return  # the status was whole, which is all that counts here
