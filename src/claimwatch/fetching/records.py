"""Reading a WARC (ISO 28500) as a stream: records one after another, packed or not, and never more of one than is asked for."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO

from claimwatch.net.decode import CutOffError

_PIECE = 64 * 1024
_HEAD_BYTES = 64 * 1024
_CHUNK_SIZE = re.compile(rb"([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r?\n")


class RecordError(ValueError):
    """The file is no WARC, or a damaged one."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record begins: the offset of its gzip member (0 in a file that is not packed), and the unpacked bytes from there."""

    member: int = 0
    since: int = 0


class Stream:
    """The unpacked bytes of a file, read forward from a place."""

    def __init__(self, file: BinaryIO, place: Place | None = None) -> None:
        place = place or Place()
        self._file = file
        file.seek(0)
        self._is_packed = file.read(2) == b"\x1f\x8b"
        file.seek(place.member if self._is_packed else place.since)
        self._member, self._made = place.member, 0 if self._is_packed else place.since
        self._unpacker = zlib.decompressobj(31)
        self._input = self._buffer = b""
        skip = place.since if self._is_packed else 0
        while skip and (data := self.read(min(skip, _PIECE))):
            skip -= len(data)

    @property
    def place(self) -> Place:
        """Where the next byte stands."""
        self._fill()
        return Place(self._member, self._made - len(self._buffer))

    def read(self, size: int) -> bytes:
        """Up to `size` bytes, b"" at the end. RecordError when packed data is damaged or stops early."""
        self._fill()
        data, self._buffer = self._buffer[:size], self._buffer[size:]
        return data

    def line(self, limit: int) -> bytes:
        """The next line with its end, or what there is of it at the end of the file or within the limit."""
        parts: list[bytes] = []
        while limit > 0:
            self._fill()
            end = self._buffer.find(b"\n", 0, limit) + 1
            part = self.read(end or min(limit, _PIECE))
            parts.append(part)
            limit -= len(part)
            if end or not part:
                break
        return b"".join(parts)

    def _fill(self) -> None:
        if self._buffer:
            return
        if self._is_packed:
            self._unpack()
        else:
            self._buffer = self._file.read(_PIECE)
        self._made += len(self._buffer)

    def _unpack(self) -> None:
        while not self._buffer:
            if self._unpacker.eof:
                self._input = self._unpacker.unused_data or self._file.read(_PIECE)
                if not self._input:
                    return
                self._member, self._made = self._file.tell() - len(self._input), 0
                self._unpacker = zlib.decompressobj(31)
            data = self._input or self._file.read(_PIECE)
            try:
                self._buffer = self._unpacker.decompress(data, _PIECE)
            except zlib.error as error:
                raise RecordError("its packed data is damaged") from error
            if not data and not self._buffer:
                raise RecordError("it stops in the middle of packed data")
            self._input = self._unpacker.unconsumed_tail


class Record:
    """One record: its head, names in lower case, and its block, which is read at most once and forward."""

    def __init__(self, stream: Stream, place: Place, head: Mapping[str, str]) -> None:
        length = head.get("content-length", "")
        if not (length.isascii() and length.isdigit() and len(length) < 16):
            raise RecordError("a record does not say how long it is")
        self._stream, self._left = stream, int(length)
        self.place, self.head = place, head

    def read(self, size: int = _PIECE) -> bytes:
        """Up to `size` bytes of the block, b"" at its end. RecordError where the file stops before."""
        if not self._left:
            return b""
        return self._took(self._stream.read(min(size, self._left)))

    def line(self) -> bytes:
        """The next line of the block."""
        return self._took(self._stream.line(min(_HEAD_BYTES, self._left))) if self._left else b""

    def skip(self) -> None:
        """Leaves the rest of the block out."""
        while self.read():
            pass

    def _took(self, data: bytes) -> bytes:
        if not data:
            raise RecordError("it stops in the middle of a record")
        self._left -= len(data)
        return data

    def read_http_head(self) -> tuple[int, dict[str, str]] | None:
        """The status and the headers (names in lower case) of an archived answer; None when the block holds none."""
        match = re.match(rb"HTTP/\d(?:\.\d)? (\d{3})\b", self.line())
        return (int(match[1]), _fields(iter(self.line, b""))) if match else None

    def pieces(self, *, is_chunked: bool) -> Iterator[bytes]:
        """The rest of the block, its chunks put together where it has any (many archives keep the header and drop the chunks).

        CutOffError when there are chunks, but not the last one.
        """
        line = self.line() if is_chunked else b""
        size = _CHUNK_SIZE.fullmatch(line)
        if size is None:
            yield line
            while data := self.read():
                yield data
            return
        while size is not None and (left := int(size[1], 16)):
            while left and (data := self.read(min(left, _PIECE))):
                left -= len(data)
                yield data
            self.line()
            size = _CHUNK_SIZE.fullmatch(self.line())
        if size is None:
            raise CutOffError("the body stops before its last chunk")


def read_records(file: BinaryIO, place: Place | None = None) -> Iterator[Record]:
    """The records of a file from a place on. RecordError when it is no WARC, or a damaged one."""
    stream = Stream(file, place)
    while True:
        start = stream.place
        line = stream.line(_HEAD_BYTES)
        if not line:
            return
        if not line.strip():
            continue
        if not line.startswith(b"WARC/"):
            raise RecordError("a record does not begin with WARC/")
        record = Record(stream, start, _fields(iter(lambda: stream.line(_HEAD_BYTES), b"")))
        yield record
        record.skip()


def _fields(lines: Iterator[bytes]) -> dict[str, str]:
    """Header fields up to the blank line; the first of a name counts, as in the reading of one answer's Content-Type."""
    fields: dict[str, str] = {}
    size = 0
    for line in lines:
        size += len(line)
        if size > _HEAD_BYTES:
            raise RecordError("the head of a record has no end")
        text = line.decode("utf-8", "replace").rstrip("\r\n")
        if not text:
            break
        name, _, value = text.partition(":")
        fields.setdefault(name.strip().lower(), value.strip())
    return fields
