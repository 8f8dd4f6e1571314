"""JSON, and what is no JSON."""

from __future__ import annotations

import pickle

import pytest

from claimwatch.reading.document import BlockKind, Document, Unreadable
from claimwatch.reading.jsontext import FACTS_MEDIA_TYPE, WrittenFloat, rendered
from claimwatch.reading.read import read


def document(source: str) -> Document:
    found = read(source.encode(), "application/json")
    assert isinstance(found, Document)
    return found


def test_each_leaf_is_a_block_with_its_name() -> None:
    found = document('{"config": {"max_context": 32768, "fast": true}, "roles": ["admin", "viewer"], "none": null}')
    assert [b.text for b in found.blocks] == ["max_context: 32768", "fast: true", "roles: admin", "roles: viewer", "none: null"]
    assert {b.kind for b in found.blocks} == {BlockKind.VALUE}
    assert found.data["config"]["max_context"] == 32768


def test_numbers_stay_as_they_are_written() -> None:
    found = document('{"version": 1.10, "rate": 1e3}')
    assert [b.text for b in found.blocks] == ["version: 1.10", "rate: 1e3"]
    assert found.data == {"version": 1.1, "rate": 1000.0}
    assert str(pickle.loads(pickle.dumps(WrittenFloat("1.10")))) == "1.10"  # noqa: S301  # our own bytes


def test_values_are_printed_as_people_read_them() -> None:
    assert rendered(["a", 1, True, None]) == "a, 1, true, null"
    assert rendered({"a": 1, "b": ["x"]}) == "a: 1\nx"


def test_facts_are_json() -> None:
    found = read(b'{"commits": 3}', FACTS_MEDIA_TYPE)
    assert isinstance(found, Document)
    assert found.data == {"commits": 3}


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ("[" * 200_000, "deep"),
        ('{"a":' * 600 + "1" + "}" * 600, "deep"),
        ('{"a": ' + "9" * 5_000 + "}", "digits"),
        ('{"a": NaN}', "NaN"),
        ('{"a": -Infinity}', "Infinity"),
        ('{"a": 1, "a": 2}', "twice"),
        ('{"a": "\\ud800"}', "surrogate"),
        ('{"a": [1, 2', "cut off"),
        ("", "cut off"),
        ('"' + '\\"' * 100_000, "cut off"),
    ],
    ids=["open", "closed", "digits", "nan", "infinity", "doubled", "surrogate", "cut", "empty", "quotes"],
)
def test_l09_what_is_no_json_is_unreadable(source: str, word: str) -> None:
    found = read(source.encode(), "application/json")
    assert isinstance(found, Unreadable)
    assert word in found.reason
