"""Where a connection may go: a name is resolved once, and every address of it is checked."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from itertools import chain, zip_longest

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


class Checker:
    """Finds the literal addresses of a host that may be connected to."""

    def __init__(self, door: Door, resolver: Resolver = resolve) -> None:
        self._door, self._resolve = door, resolver

    async def literals(self, host: str, port: int, seconds: float | None) -> list[str]:
        """The addresses to try in turn; `seconds` bound the look-up.

        RefusedError when any address of the name is refused: a name that is half ours is not trusted. UnknownNameError without any.
        """
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
