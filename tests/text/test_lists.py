from __future__ import annotations

import pytest

from claimwatch.text.enumerations import enumeration
from claimwatch.text.lists import same_item, split


def around(text: str, *known: str, language: str = "") -> tuple[str, ...]:
    return enumeration(text, [(name,) for name in known], language)


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("Signed with RSA, ECDSA and Ed25519.", ("RSA", "ECDSA", "Ed25519")),
        ("Signed with RSA, ECDSA, ML-DSA and Ed25519.", ("RSA", "ECDSA", "ML-DSA", "Ed25519")),
        ("Signed with ML-DSA, RSA, ECDSA and Ed25519.", ("ML-DSA", "RSA", "ECDSA", "Ed25519")),
        ("Signed with RSA, ECDSA, Ed25519 and ML-DSA.", ("RSA", "ECDSA", "Ed25519", "ML-DSA")),
        ("Signed with RSA, ECDSA and Ed25519, and valid for a year.", ("RSA", "ECDSA", "Ed25519")),
        ("On Linux, RSA, ECDSA and Ed25519 are there.", ("RSA", "ECDSA", "Ed25519")),
        ("Three kinds of key: RSA, ECDSA (P-256), and Ed25519", ("RSA", "ECDSA (P-256)", "Ed25519")),
        ("Keys (RSA, ECDSA and Ed25519) expire.", ("RSA", "ECDSA", "Ed25519")),
    ],
)
def test_the_enumeration_around_what_is_known(text: str, members: tuple[str, ...]) -> None:
    assert around(text, "RSA", "ECDSA", "Ed25519") == members


def test_words_around_stick_to_no_member() -> None:
    assert around("The loader reads CSV, JSON, and Parquet files.", "JSON", "Parquet") == ("CSV", "JSON", "Parquet")
    assert around("The kit has a hose, a valve and a clamp, and costs 5 euros.", "hose", "valve") == ("hose", "valve", "clamp")


def test_a_longer_word_is_no_member() -> None:
    assert around("Highlights C, JavaScript and Perl.", "Java") == ()
    assert "Java" not in around("Highlights C, JavaScript and Perl.", "C", "Java")


def test_a_shared_noun_belongs_to_both() -> None:
    assert around("Runs on NVIDIA and AMD GPUs.", "NVIDIA GPUs") == ("NVIDIA GPUs", "AMD GPUs")
    assert "AMD GPUs" in around("Support NVIDIA GPUs, AMD CPUs and GPUs", "AMD GPUs")
    assert around("Runs on NVIDIA CPUs and AMD GPUs.", "NVIDIA GPUs") == ()


def test_what_is_excepted_is_no_member() -> None:
    assert around("Reads C, Java, but not Perl", "Perl") == ()
    assert around("Reads C, Java and Perl", "Perl") == ("C", "Java", "Perl")


@pytest.mark.parametrize(
    ("text", "language", "members"),
    [
        ("Linux, macOS, FreeBSD", "", ("Linux", "macOS", "FreeBSD")),
        ("Python 3.8 and above, Ruby 3 or later", "", ("Python 3.8 and above", "Ruby 3 or later")),
        ("TCP/IP, UDP & QUIC", "", ("TCP/IP", "UDP", "QUIC")),
        ("8B,70B", "", ("8B", "70B")),
        ("東京、大阪、福岡", "ja", ("東京", "大阪", "福岡")),
        ("A (x, y), B", "", ("A (x, y)", "B")),
        ("北京、上海和广州", "zh", ("北京", "上海", "广州")),
        ("rojo y azul", "es", ("rojo", "azul")),
        ("1,5", "", ("1,5",)),
        ("a\nb", "", ("a", "b")),
        ("C++, C#", "", ("C++", "C#")),
    ],
)
def test_a_cell_is_split_at_its_separators(text: str, language: str, members: tuple[str, ...]) -> None:
    assert split(text, language) == members


def test_members_are_compared_as_words() -> None:
    assert same_item("gift card", "Gift cards")
    assert same_item("BF16", "BF16 (recommended)")
    assert same_item("vLLM", "vLLM – fast serving")
    assert not same_item("Go", "Google")
    assert not same_item("C", "C++")
