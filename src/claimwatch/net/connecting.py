"""Opening connections: a name is resolved once, every address of it is checked, and one of the checked literals is connected to."""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
from collections.abc import Awaitable, Callable, Iterable
from ipaddress import ip_address
from itertools import chain, zip_longest
from typing import Any

import httpcore

from claimwatch.net.guard import Door

Resolver = Callable[[str, int], Awaitable[list[str]]]
_MOST_TRIED = 4  # addresses of one name


class RefusedError(Exception):
    """The door does not let this address pass. The message says which and why."""


class UnknownNameError(Exception):
    """The name could not be resolved."""


class TlsError(Exception):
    """The handshake failed, or the certificate is not to be trusted."""


async def resolve(host: str, port: int) -> list[str]:
    """Every address of a host, in the system's order. UnknownNameError when there is none.

    In a thread of its own that nobody waits for: a resolver that hangs must hold up neither the other look-ups nor the end of the program.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[list[str]] = loop.create_future()

    def settle(found: list[str] | UnknownNameError) -> None:
        if future.done():
            return
        if isinstance(found, list):
            future.set_result(found)
        else:
            future.set_exception(found)

    def look_up() -> None:
        found = _look_up(host, port)
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, found)

    threading.Thread(target=look_up, name=f"resolve {host}", daemon=True).start()
    return await future


def _look_up(host: str, port: int) -> list[str] | UnknownNameError:
    try:
        infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except socket.gaierror as error:
        if error.errno == socket.EAI_NONAME:
            return UnknownNameError(f"there is no host called {host}")
        return UnknownNameError(f"the name {host} could not be looked up ({error.strerror})")
    except (OSError, UnicodeError) as error:
        return UnknownNameError(f"the name {host} could not be looked up ({error})")
    return list(dict.fromkeys(str(info[4][0]) for info in infos))


class DoorBackend(httpcore.AsyncNetworkBackend):
    """The way to the network that a pool is given: no connection is made past the door."""

    def __init__(self, door: Door, resolver: Resolver = resolve) -> None:
        self._door, self._resolve = door, resolver
        self._sockets = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  (the interface's)
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """A connection to the first checked address that answers, within `timeout` seconds, look-up included."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + (timeout or 3600.0)
        literals = await self._checked(host, port, timeout)
        for index, literal in enumerate(literals, 1):
            left = max(0.01, (deadline - loop.time()) / (len(literals) - index + 1))  # an address that is silent leaves time for the next
            try:
                stream = await self._sockets.connect_tcp(literal, port, left, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if index == len(literals):
                    raise
            else:
                return _Stream(stream)
        raise httpcore.ConnectError(f"{host} has no address")

    async def _checked(self, host: str, port: int, seconds: float | None) -> list[str]:
        """The literals that may be tried. RefusedError when any address of the name is refused: a name that is half ours is not trusted."""
        try:
            literals = [str(ip_address(host))]
        except ValueError:
            try:
                async with asyncio.timeout(seconds):
                    literals = await self._resolve(host, port)
            except TimeoutError as error:
                raise UnknownNameError(f"the name {host} could not be looked up within {seconds:g} s") from error
        for literal in literals:
            if refusal := self._door.refusal(literal, port):
                raise RefusedError(refusal if literal == host else f"{host} is at {literal}, and {refusal}")
        return _alternating(literals)[:_MOST_TRIED]


def _alternating(literals: list[str]) -> list[str]:
    """The addresses with the two families in turn, the first one's first (RFC 8305, 4): a broken IPv6 must not eat all the time."""
    first = [literal for literal in literals if (":" in literal) == (":" in literals[0])]
    second = [literal for literal in literals if literal not in first]
    return [literal for literal in chain.from_iterable(zip_longest(first, second)) if literal]


class _Stream(httpcore.AsyncNetworkStream):
    """A stream whose failed handshake can be told from a failed connection."""

    def __init__(self, stream: httpcore.AsyncNetworkStream) -> None:
        self._stream = stream
        self.read = stream.read  # type: ignore[method-assign]  # the same calls without another layer
        self.write = stream.write  # type: ignore[method-assign]
        self.aclose = stream.aclose  # type: ignore[method-assign]
        self.get_extra_info = stream.get_extra_info  # type: ignore[method-assign]

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109  (the interface's)
    ) -> httpcore.AsyncNetworkStream:
        """The stream inside TLS; TlsError when the handshake fails."""
        try:
            return await self._stream.start_tls(ssl_context, server_hostname, timeout)
        except httpcore.ConnectError as error:
            raise TlsError(_complaint(error)) from error


def _complaint(error: BaseException) -> str:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return f"its certificate is not to be trusted: {cause.verify_message}"
        if isinstance(cause, ssl.SSLError):
            return f"the TLS handshake failed: {cause.reason or cause}"
        cause = cause.__cause__ or cause.__context__
    return "the TLS handshake broke off"


def make_ssl_context(ca_file: str | None = None) -> ssl.SSLContext:
    """The one TLS context of a client: the system's authorities (certifi's where it has none), and those of `ca_file`. Costs 16 ms."""
    context = ssl.create_default_context()
    if not context.cert_store_stats()["x509_ca"]:
        import certifi

        context.load_verify_locations(certifi.where())
    if ca_file is not None:
        context.load_verify_locations(ca_file)
    return context
