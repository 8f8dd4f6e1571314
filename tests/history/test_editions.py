from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwatch.errors import StoreError
from claimwatch.history.editions import compress, decompress, digest


@given(st.binary(max_size=5000))
def test_what_is_compressed_comes_back(body: bytes) -> None:
    assert decompress(compress(body), len(body)) == body


def test_a_digest_is_sha256_in_hex() -> None:
    assert digest(b"abc") == hashlib.sha256(b"abc").hexdigest()


def test_a_frame_that_unpacks_to_another_size_is_refused_before_it_is_unpacked() -> None:
    with pytest.raises(StoreError, match="says 50000000 bytes where 3 were kept"):
        decompress(compress(bytes(50_000_000)), 3)


@pytest.mark.parametrize("packed", [b"", b"no frame", compress(b"text" * 100)[:-5]])
def test_damaged_bytes_are_told(packed: bytes) -> None:
    with pytest.raises(StoreError, match="damaged") as caught:
        decompress(packed, 400)
    assert caught.value.hint
