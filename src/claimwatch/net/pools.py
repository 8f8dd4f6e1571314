"""Connections that are kept: small pools, one TLS context for all."""

from __future__ import annotations

import ssl
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpcore

from claimwatch.net.address import Address
from claimwatch.net.answer import ClientOptions
from claimwatch.net.connecting import DoorBackend, make_ssl_context

POOL_SIZE = 2  # a pool walks all its connections twice for each request: several small ones cost less than a large one
_KEPT_ORIGINS = 100  # whose idle connections stay open


@dataclass(slots=True)
class _Pool:
    connections: httpcore.AsyncConnectionPool
    lent: int = 0


class Pools:
    """Pools of two connections, by origin. One TLS context serves all; it is made when the first https address is asked for."""

    def __init__(self, backend: DoorBackend, options: ClientOptions) -> None:
        self._backend, self._options = backend, options
        self._context: ssl.SSLContext | None = None
        self._origins: OrderedDict[tuple[str, str, int], list[_Pool]] = OrderedDict()

    @asynccontextmanager
    async def lend(self, address: Address) -> AsyncIterator[httpcore.AsyncConnectionPool]:
        """The pool of this origin with the fewest requests under way; a new one when all are full."""
        pools = self._origins.setdefault(address.origin, [])
        self._origins.move_to_end(address.origin)
        pool = next((pool for pool in pools if pool.lent < POOL_SIZE), None)
        if pool is None:
            pool = _Pool(self._open(address))
            pools.append(pool)
        pool.lent += 1
        try:
            yield pool.connections
        finally:
            pool.lent -= 1
            if len(self._origins) > _KEPT_ORIGINS:
                await self._close_oldest()

    def _open(self, address: Address) -> httpcore.AsyncConnectionPool:
        if address.scheme == "https" and self._context is None:
            self._context = make_ssl_context(self._options.ca_file)
        return httpcore.AsyncConnectionPool(
            ssl_context=self._context,
            max_connections=POOL_SIZE,
            max_keepalive_connections=POOL_SIZE,
            keepalive_expiry=30.0,
            network_backend=self._backend,
        )

    async def _close_oldest(self) -> None:
        for origin, pools in self._origins.items():
            if not any(pool.lent for pool in pools):
                del self._origins[origin]
                for pool in pools:
                    await pool.connections.aclose()
                return

    async def aclose(self) -> None:
        """Closes all."""
        pools = [pool for pools in self._origins.values() for pool in pools]
        self._origins.clear()
        for pool in pools:
            await pool.connections.aclose()
