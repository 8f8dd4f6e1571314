"""Words as a reader tells them apart."""

from __future__ import annotations

import pytest

from claimwatch.text.tokens import keys, stem, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It doesn’t, and can't", ("it", "does", "not", "and", "can", "not")),
        ("multi-LoRA", ("multi", "lora")),
        ("version 1.10, not 1.1.", ("version", "1.10", "not", "1.1")),
        ("12+ probes", ("12", "+", "probes")),
        ("down to −40 °C", ("down", "to", "-40", "°", "c")),
        ("支持120台", ("支", "持", "120", "台")),
        ("the engine's core", ("the", "engine", "core")),
    ],
)
def test_a_text_is_read_as_these_words(text: str, expected: tuple[str, ...]) -> None:
    assert keys(text) == expected


def test_a_word_knows_its_place() -> None:
    text = "two  “quoted” words"
    assert [text[w.start : w.end] for w in words(text)] == ["two", "quoted", "words"]


@pytest.mark.parametrize(
    ("a", "b"),
    [("encrypts", "encrypted"), ("colour", "color"), ("customisable", "customizable"), ("GPUs".lower(), "gpu"), ("licence", "license")],
)
def test_endings_and_spellings_make_one_stem(a: str, b: str) -> None:
    assert stem(a) == stem(b)


@pytest.mark.parametrize(("a", "b"), [("java", "javascript"), ("rust", "trust"), ("v100", "v1000")])
def test_other_words_keep_other_stems(a: str, b: str) -> None:
    assert stem(a) != stem(b)
