"""One request and its answer: the whole body within the limits, or a reason. The errors of the engine are translated here alone.

httpx sends what it is given and hands over what comes: headers are ours, bodies are read as they are on the wire and unpacked by `decode`,
redirects are left to `client`, and nothing is taken from the environment.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import httpcore
import httpx

from claimwatch.net.address import Address
from claimwatch.net.answer import Answer, ClientOptions, Failure, FailureKind
from claimwatch.net.backend import DoorBackend
from claimwatch.net.connecting import Checker, RefusedError, Resolver, TlsError, UnknownNameError
from claimwatch.net.decode import ACCEPTED, Body, CutOffError, DecodeError, TooLargeError
from claimwatch.net.guard import Door
from claimwatch.net.pools import Pools
from claimwatch.net.transport import HEADERS

_HAVE_NO_BODY = {204, 205, 304}
_SCRAP_BYTES = 64 * 1024  # of a body that nobody needs: read to keep the connection, else closed


class Exchange:
    """Asks and reads. The errors of `DoorTransport`, httpcore's and the door's, become failures here and nowhere else."""

    def __init__(self, options: ClientOptions, resolver: Resolver) -> None:
        self._options = options
        self._pools = Pools(DoorBackend(Checker(Door(options.allow), resolver)), options)
        self._timeout = {"connect": options.connect_s, "read": options.silence_s, "write": options.silence_s, "pool": None}

    async def aclose(self) -> None:
        """Closes every connection."""
        await self._pools.aclose()

    async def ask(self, address: Address, headers: Mapping[str, str], hops: tuple[str, ...]) -> Answer | Failure:
        """The answer of one address; `hops` are the addresses that led to it."""
        host = address.host
        try:
            async with self._pools.lend(address) as pool:
                request = httpx.Request("GET", pool.root, headers=self._headers(address, headers), extensions=self._extensions(address))
                response = await pool.client.send(request, stream=True)
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
        except (httpcore.LocalProtocolError, httpx.InvalidURL) as error:
            return Failure(FailureKind.NOT_ALLOWED, f"this request cannot be sent: {error}")
        except httpcore.RemoteProtocolError as error:
            return _broken(host, str(error))
        except (httpcore.NetworkError, OSError) as error:
            return Failure(FailureKind.NETWORK, f"{host} could not be reached ({str(error) or type(error).__name__})")

    def _headers(self, address: Address, headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
        ours = {"host": address.authority, "user-agent": self._options.user_agent, "accept": "*/*", "accept-encoding": ACCEPTED}
        fields = {**ours, **{name.lower(): value for name, value in headers.items()}}
        return [(name.encode("ascii"), value.encode("utf-8")) for name, value in fields.items()]

    def _extensions(self, address: Address) -> dict[str, Any]:
        """The target is told beside the URL, so that it goes over the wire just as `address` read it."""
        return {"timeout": self._timeout, "target": address.target.encode("ascii")}

    async def _read(self, response: httpx.Response, address: Address, hops: tuple[str, ...]) -> Answer | Failure:
        """The answer with its whole body. Bodies of other statuses than 2xx are thrown away."""
        status, raw = response.status_code, response.extensions[HEADERS]
        headers = _merged(raw)
        size = sum(len(name) + len(value) for name, value in raw)
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

    async def _read_body(self, response: httpx.Response, headers: Mapping[str, str]) -> bytes:
        options = self._options
        body = Body(headers.get("content-encoding", ""), wire_bytes=options.wire_bytes, body_bytes=options.body_bytes)
        announced = headers.get("content-length", "")
        if announced.isdecimal() and "transfer-encoding" not in headers and int(announced[:20]) > options.wire_bytes:
            raise TooLargeError(f"the body is larger than {options.wire_bytes:,} bytes")
        async for part in response.aiter_raw():
            body.feed(part)
        return body.finish()


def _merged(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for raw_name, raw_value in raw:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers


def _broken(host: str, complaint: str) -> Failure:
    if "too long" in complaint or "too large" in complaint:  # h11's own bound on what it holds of a head
        return Failure(FailureKind.TOO_LARGE, f"{host} sent headers without end")
    if "disconnected without sending" in complaint:
        return Failure(FailureKind.NETWORK, f"{host} closed the connection without an answer")
    return Failure(FailureKind.ODD_ANSWER, f"{host} does not speak HTTP as it should ({complaint})")


async def _throw_away(response: httpx.Response) -> None:
    """Reads a body that nobody needs, if it is short, so that the connection can be used again."""
    size = 0
    try:
        async for part in response.aiter_raw():
            size += len(part)
            if size > _SCRAP_BYTES:
                return
    except (httpcore.RemoteProtocolError, httpcore.ReadError):
        return  # the status was whole, which is all that counts here
