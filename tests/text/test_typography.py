"""Folding: one way to set each sign."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwatch.text.typography import fold


@given(st.text(max_size=80))
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("it’s “so” – really…", 'it\'s "so" - really...'),
        ("o\ufb03ce \ufb01les", "office files"),
        ("soft\u00adware", "software"),
        ("a\u00a0b\u2009c", "a b c"),
        ("２８０", "280"),
        ("Straße", "STRASSE"),
    ],
)
def test_two_settings_of_the_same_letters_fold_alike(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def test_capitals_stay_where_case_counts() -> None:
    assert fold("GPU  ready", case=False) == "GPU ready"
