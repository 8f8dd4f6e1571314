from __future__ import annotations

import pytest
from packaging.version import Version

from claimwatch.text.versions import versions


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("1.10", "1.10"),
        ("v1.10", "1.10"),
        ("1.10rc1", "1.10rc1"),
        ("foo-1.2", "1.2"),
        ("release-1.2", "1.2"),
        ("v2.0.0-alpha.2", "2.0.0a2"),
        ("v2.0.0-rc.0", "2.0.0rc0"),
        ("acme/proxy:v2.10", "2.10"),
        ("PyTorch 2.1 and above", "2.1"),
        ("python 3.8+", "3.8"),
        ("1.2.3-slim", "1.2.3"),
        ("1.0-SNAPSHOT", "1.0.dev0"),
        ("TensorRT-LLM r24.07", "24.7"),
        ("[2024/01] Added ROCm 6.0 support", "6.0"),
        ("0.6.1.", "0.6.1"),
        ("1.2.3+cu121", "1.2.3+cu121"),
    ],
)
def test_a_version_is_read_in_text_and_tags(text: str, version: str) -> None:
    assert [v.version for v in versions(text)] == [Version(version)]


@pytest.mark.parametrize("text", ["nightly", "release-2024-02-30", "H200", "2.x", "Llama-2-70B", "1.2.3.*", "5 %", "", "127.0.0.1:80"])
def test_what_is_no_version_is_none(text: str) -> None:
    assert versions(text) == ()


def test_ten_comes_after_nine_and_a_candidate_before_its_release() -> None:
    order = [versions(t)[0].version for t in ("1.9", "1.10rc1", "v1.10")]
    assert order == sorted(order)
    assert versions("20160708")[0].is_day
    assert not versions("20169908")[0].is_day
