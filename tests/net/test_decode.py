"""B17, L02, E12: bodies are unpacked within limits, and whole or not at all."""

from __future__ import annotations

import gzip
import hashlib
import tracemalloc
import zlib
from collections.abc import Callable

import pytest

from claimwatch.net.decode import Body, CutOffError, DecodeError, TooLargeError

TEXT = b"".join(b"<p>Passage %d of the page.</p>\n" % number for number in range(3000))


def unpack(encoding: str, data: bytes, *, piece: int = 1000, limit: int = 1_000_000) -> bytes:
    body = Body(encoding, wire_bytes=limit, body_bytes=limit)
    for start in range(0, len(data), piece):
        body.feed(data[start : start + piece])
    return body.finish()


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


PACKED = {
    "": TEXT,
    "identity": TEXT,
    "gzip": gzip.compress(TEXT),
    "X-GZIP": gzip.compress(TEXT),
    "deflate": zlib.compress(TEXT),
    "deflate ": raw_deflate(TEXT),
    "deflate, gzip": gzip.compress(zlib.compress(TEXT)),
    "gzip, identity": gzip.compress(TEXT),
}


@pytest.mark.parametrize("encoding", PACKED)
@pytest.mark.parametrize("piece", [1, 7, 65536])
def test_what_was_packed_comes_out_whatever_the_pieces(encoding: str, piece: int) -> None:
    assert unpack(encoding, PACKED[encoding], piece=piece) == TEXT


def test_members_of_a_gzip_stream_follow_one_another_and_padding_is_left_out() -> None:
    data = gzip.compress(b"one ") + gzip.compress(b"two") + b"\0" * 20
    assert unpack("gzip", data, piece=3) == unpack("gzip", data) == b"one two"


def test_incompressible_bytes_come_out_too() -> None:
    noise = b"".join(hashlib.sha256(bytes([number % 256, number // 256])).digest() for number in range(28_000))
    assert unpack("gzip", gzip.compress(noise), piece=65536) == noise


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "deflate ", "deflate, gzip"])
@pytest.mark.parametrize("missing", [1, 4, 9, 500])
def test_a_packed_body_without_its_end_is_cut_off(encoding: str, missing: int) -> None:
    with pytest.raises(CutOffError):
        unpack(encoding, PACKED[encoding][:-missing])


def test_one_byte_of_a_packed_body_is_cut_off() -> None:
    for encoding in ("gzip", "deflate"):
        with pytest.raises(CutOffError):
            unpack(encoding, PACKED[encoding][:1])


def test_no_bytes_at_all_are_an_empty_body() -> None:
    assert unpack("gzip", b"") == b""


def test_a_damaged_body_is_told_from_a_whole_one() -> None:
    data = bytearray(PACKED["gzip"])
    data[len(data) // 2] ^= 255
    with pytest.raises(DecodeError):
        unpack("gzip", bytes(data))
    with pytest.raises(DecodeError):
        unpack("gzip", TEXT)


@pytest.mark.parametrize("encoding", ["br", "zstd", "compress", "gzip, br", "gzip, gzip, gzip", "x" * 5000])
def test_encodings_that_were_not_offered_are_refused(encoding: str) -> None:
    with pytest.raises(DecodeError, match="not asked for"):
        Body(encoding, wire_bytes=10, body_bytes=10)


def bomb(wbits: int) -> bytes:
    packer = zlib.compressobj(1, wbits=wbits)
    return b"".join(packer.compress(bytes(1_000_000)) for _ in range(70)) + packer.flush()


def feed(body: Body, data: bytes) -> None:
    for start in range(0, len(data), 65536):
        body.feed(data[start : start + 65536])


@pytest.mark.parametrize(
    ("encoding", "make"),
    [
        ("gzip", lambda: bomb(31)),
        ("deflate", lambda: bomb(15)),
        ("deflate", lambda: bomb(-15)),
        ("gzip, gzip", lambda: gzip.compress(bomb(31))),
        ("gzip", lambda: gzip.compress(bytes(1000)) * 1500),
    ],
)
def test_a_bomb_never_takes_more_than_its_limit(encoding: str, make: Callable[[], bytes]) -> None:
    data = make()
    tracemalloc.start()
    try:
        with pytest.raises(TooLargeError):
            feed(Body(encoding, wire_bytes=10_000_000, body_bytes=20_000_000), data)
        assert tracemalloc.get_traced_memory()[1] < 64_000_000
    finally:
        tracemalloc.stop()


def test_the_wire_has_a_limit_of_its_own() -> None:
    body = Body("", wire_bytes=10, body_bytes=100)
    body.feed(b"0123456789")
    with pytest.raises(TooLargeError, match="10 bytes"):
        body.feed(b"!")
