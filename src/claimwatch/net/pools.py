"""Clients that are kept: one small `httpx.AsyncClient` for each origin, one TLS context for all."""

from __future__ import annotations

import ssl
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http.cookiejar import CookieJar
from typing import Any

import httpx

from claimwatch.net.address import Address
from claimwatch.net.answer import ClientOptions
from claimwatch.net.backend import DoorBackend
from claimwatch.net.transport import DoorTransport

_KEPT_ORIGINS = 100  # whose idle connections stay open


@dataclass(slots=True)
class Pool:
    """The client of an origin, and the URL of its root."""

    client: httpx.AsyncClient
    root: httpx.URL
    lent: int = 0


class Pools:
    """Clients by origin. A pool walks all its connections for each request: many small ones cost less than a large one.

    The TLS context is made when the first https address is asked for.
    """

    def __init__(self, backend: DoorBackend, options: ClientOptions) -> None:
        self._backend, self._options = backend, options
        self._context: ssl.SSLContext | None = None
        self._origins: OrderedDict[tuple[str, str, int], Pool] = OrderedDict()

    @asynccontextmanager
    async def lend(self, address: Address) -> AsyncIterator[Pool]:
        """The client for this origin. httpx.InvalidURL for a host that httpx does not read, such as 127.0.0.02."""
        pool = self._origins.get(address.origin)
        if pool is None:
            pool = self._origins[address.origin] = self._open(address)
        self._origins.move_to_end(address.origin)
        pool.lent += 1
        try:
            yield pool
        finally:
            pool.lent -= 1
            if len(self._origins) > _KEPT_ORIGINS:
                await self._close_oldest()

    def _open(self, address: Address) -> Pool:
        root = httpx.URL(f"{address.scheme}://{address.authority}/")
        if address.scheme == "https" and self._context is None:
            self._context = make_ssl_context(self._options.ca_file)
        transport = DoorTransport(self._backend, connections=self._options.host_connections, context=self._context)
        client = httpx.AsyncClient(transport=transport, trust_env=False, follow_redirects=False, cookies=_NoCookies())
        return Pool(client, root)

    async def _close_oldest(self) -> None:
        for origin, pool in self._origins.items():
            if not pool.lent:
                del self._origins[origin]
                await pool.client.aclose()
                return

    async def aclose(self) -> None:
        """Closes all."""
        pools = list(self._origins.values())
        self._origins.clear()
        for pool in pools:
            await pool.client.aclose()


class _NoCookies(CookieJar):
    """A jar that takes no cookie."""

    def extract_cookies(self, response: Any, request: Any) -> None:
        """Takes nothing."""


def make_ssl_context(ca_file: str | None = None) -> ssl.SSLContext:
    """The one TLS context of a client: the system's authorities (certifi's where it has none), and those of `ca_file`. Costs 16 ms."""
    context = ssl.create_default_context()
    if not context.cert_store_stats()["x509_ca"]:
        import certifi

        context.load_verify_locations(certifi.where())
    if ca_file is not None:
        context.load_verify_locations(ca_file)
    return context
