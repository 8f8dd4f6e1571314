"""Unpacking bodies within limits: whatever the sender claims, no more than the limit is ever held (ROBUSTNESS.md, L02)."""

from __future__ import annotations

import zlib
from typing import Protocol

ACCEPTED = "gzip, deflate"  # what is offered: both can be unpacked a bounded piece at a time
_GZIP = {"gzip", "x-gzip"}
_MOST_MEMBERS = 1000  # of one gzip stream; each costs a copy of what follows it
_PIECE = 256 * 1024


class DecodeError(Exception):
    """A body that cannot be unpacked. The message says why."""


class TooLargeError(DecodeError):
    """More than the limit would come out."""


class CutOffError(DecodeError):
    """The stream has not reached its end mark."""


class Unpacker(Protocol):
    """One layer of an encoding."""

    def feed(self, data: bytes) -> bytes:
        """What comes out of these bytes. DecodeError when they are no such stream, TooLargeError over the limit."""

    def finish(self) -> None:
        """CutOffError unless the stream has reached its end mark."""


class _Inflate:
    """gzip (of several members too) or deflate, in zlib's wrapping or, as some servers send it, without."""

    def __init__(self, encoding: str, limit: int) -> None:
        self._is_gzip = encoding in _GZIP
        self._limit, self._out, self._members = limit, 0, 1
        self._stream = zlib.decompressobj(31) if self._is_gzip else None
        self._head = b""
        self._is_over = False

    def feed(self, data: bytes) -> bytes:
        parts: list[bytes] = []
        is_full = False  # a full piece may leave more behind though all input was taken
        while (data or is_full) and not self._is_over:
            stream = self._stream or self._open_deflate(data)
            if stream is None:
                break
            if self._head:
                data, self._head = self._head, b""
            try:
                part = stream.decompress(data, _PIECE)
            except zlib.error as error:
                raise DecodeError("the packed body is damaged") from error
            self._out += len(part)
            if self._out > self._limit:
                raise TooLargeError(f"unpacked, the body is larger than {self._limit:,} bytes")
            parts.append(part)
            is_full = len(part) == _PIECE and not stream.eof
            data = self._next_member(stream.unused_data) if stream.eof else stream.unconsumed_tail
        return b"".join(parts)

    def _open_deflate(self, data: bytes) -> zlib._Decompress | None:
        """The stream of a deflate body once its first two bytes are known: RFC 1950 says how zlib's head is recognised."""
        self._head += data
        if len(self._head) < 2:
            return None
        is_wrapped = self._head[0] & 15 == 8 and int.from_bytes(self._head[:2], "big") % 31 == 0
        self._stream = zlib.decompressobj(zlib.MAX_WBITS if is_wrapped else -zlib.MAX_WBITS)
        return self._stream

    def _next_member(self, rest: bytes) -> bytes:
        """RFC 1952, 2.2: members follow one another. What follows the last and is no member is padding."""
        if self._is_gzip and rest[:1] == b"\x1f":
            self._members += 1
            if self._members > _MOST_MEMBERS:
                raise TooLargeError(f"the packed body has more than {_MOST_MEMBERS} members")
            self._stream = zlib.decompressobj(31)
            return rest
        self._is_over = not self._is_gzip or bool(rest.strip(b"\0"))
        return b""

    def finish(self) -> None:
        if self._stream is None or not self._stream.eof:
            raise CutOffError("the packed body stops before its end mark")


class Body:
    """Gathers a body from its bytes on the wire: unpacks them, counts both, and knows whether the whole came."""

    def __init__(self, encoding: str, *, wire_bytes: int, body_bytes: int) -> None:
        """`encoding` is the Content-Encoding header. DecodeError for one that was not offered, or for more than two."""
        names = [name.strip().lower() for name in encoding.split(",")]
        names = [name for name in names if name and name != "identity"]
        if len(names) > 2 or not all(name in _GZIP or name == "deflate" for name in names):
            raise DecodeError(f"the body is packed in a way that was not asked for: {', '.join(names)[:80]}")
        # RFC 9110, 8.4: the encoding that was applied last is named last, and undone first
        self._layers: list[Unpacker] = [_Inflate(name, body_bytes) for name in reversed(names)]
        self._parts: list[bytes] = []
        self._wire, self._size = 0, 0
        self._wire_limit, self._limit = wire_bytes, body_bytes

    def feed(self, data: bytes) -> None:
        """The next bytes of the wire. TooLargeError over either limit, DecodeError for a damaged stream."""
        self._wire += len(data)
        if self._wire > self._wire_limit:
            raise TooLargeError(f"the body is larger than {self._wire_limit:,} bytes")
        for layer in self._layers:
            data = layer.feed(data)
        self._size += len(data)
        if self._size > self._limit:
            raise TooLargeError(f"the body is larger than {self._limit:,} bytes")
        if data:
            self._parts.append(data)

    def finish(self) -> bytes:
        """The whole body; CutOffError when a packed one stops early. A packed body of no bytes at all is an empty one."""
        if self._wire:
            for layer in self._layers:
                layer.finish()
        return b"".join(self._parts)
