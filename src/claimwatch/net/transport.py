"""What an `httpx.AsyncClient` sends through: connections of the door's, and answers that make httpx do nothing of its own accord."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterable, AsyncIterator
from typing import Protocol, cast

import httpcore
import httpx

from claimwatch.net.backend import DoorBackend

HEADERS = "claimwatch.headers"  # the extension of an answer that holds its headers as they came: pairs of bytes
_KEPT_S = 30.0


class DoorTransport(httpx.AsyncBaseTransport):
    """A pool of httpcore's over the door. The errors of httpcore and of the door pass as they are.

    httpx is not shown `Location`, which it reads even when it is to follow nothing, failing over a bad one. All headers, as they came,
    are in the extension `HEADERS` of an answer.
    """

    def __init__(self, backend: DoorBackend, *, connections: int, context: ssl.SSLContext | None) -> None:
        """`connections` are as many as there may be at once; all are kept. `context` None serves plain http alone."""
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=context,
            max_connections=connections,
            max_keepalive_connections=connections,
            keepalive_expiry=_KEPT_S,
            network_backend=backend,
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Sends one request; the answer's body is still to be read."""
        url = request.url
        response = await self._pool.handle_async_request(
            httpcore.Request(
                request.method,
                httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
                headers=request.headers.raw,
                content=cast("AsyncIterable[bytes]", request.stream),
                extensions=request.extensions,  # with `target`, which httpcore puts in the place of the path
            )
        )
        headers = [pair for pair in response.headers if pair[0].lower() != b"location"]
        extensions = {**response.extensions, HEADERS: response.headers}
        return httpx.Response(response.status, headers=headers, stream=_Stream(cast("_CoreStream", response.stream)), extensions=extensions)

    async def aclose(self) -> None:
        """Closes every connection."""
        await self._pool.aclose()


class _CoreStream(Protocol):
    """What httpcore's streams are."""

    def __aiter__(self) -> AsyncIterator[bytes]: ...

    async def aclose(self) -> None: ...


class _Stream(httpx.AsyncByteStream):
    """The bytes of a body as they come."""

    def __init__(self, stream: _CoreStream) -> None:
        self._stream = stream

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._stream.__aiter__()

    async def aclose(self) -> None:
        await self._stream.aclose()
