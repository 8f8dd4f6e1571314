"""Opening connections: one of the literals that were checked is connected to, in clear or inside TLS."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterable
from typing import Any

import httpcore

from claimwatch.net.connecting import Checker, TlsError


class DoorBackend(httpcore.AsyncNetworkBackend):
    """The way to the network that a pool is given: no connection is made past the door."""

    def __init__(self, checker: Checker) -> None:
        self._checker = checker
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
        literals = await self._checker.literals(host, port, timeout)
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
