"""YAML as plain data: what is kept as text, what is refused, and where things stand."""

from __future__ import annotations

import resource
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from claimwatch.claims.compose import compose

TEXT = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs"), exclude_characters="\u2028\u2029\ufeff\ufffe\uffff"), max_size=12
)
PLAIN = st.recursive(TEXT | st.none(), lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4), max_leaves=12)


def message_of(text: str | bytes) -> tuple[int, int, str]:
    (problem,) = compose(text).problems
    return problem.line, problem.column, problem.message


@given(PLAIN)
def test_what_is_written_is_read_again(data: Any) -> None:
    written = yaml.safe_dump(data, allow_unicode=True)
    composed = compose(written)
    assert composed.data == data
    assert not composed.problems


@given(st.binary(max_size=60) | st.text(st.characters(exclude_categories=()), max_size=60))
def test_any_input_gives_data_or_problems_with_a_place(text: bytes | str) -> None:
    composed = compose(text)
    assert composed.is_whole or composed.problems
    assert all(p.line >= 1 and p.column >= 1 for p in composed.problems)


@pytest.mark.parametrize(
    "text", ["1.10", "no", "NO", "on", "010", "0x1f", "12:30", "4e10", "true", "2026-10-20", ".inf", "'~'", '""', "1" * 1000]
)
def test_scalars_stay_the_text_that_was_written(text: str) -> None:
    assert compose(f"a: {text}").data == {"a": text.strip("'\"")}


@pytest.mark.parametrize("text", ["~", "null", "Null", "NULL", "", "!!null x"])
def test_only_plain_nulls_are_none(text: str) -> None:
    assert compose(f"a: {text}").data == {"a": None if text != "!!null x" else "x"}


def test_keys_are_text_too() -> None:
    assert compose("no: a\n1.10: b\nnull: c\n12:30: d\n").data == {"no": "a", "1.10": "b", "null": "c", "12:30": "d"}


def test_a_quoted_merge_key_is_a_key() -> None:
    assert compose("'<<': {a: 1}").data == {"<<": {"a": "1"}}


def test_merges_keep_their_place_and_yield_to_own_keys() -> None:
    composed = compose("a: &a {p: 1, q: 2}\nb: &b {q: 3, r: 4}\nc:\n  x: 0\n  <<: [*a, *b]\n  q: 5\n", with_marks=True)
    assert list(composed.data["c"].items()) == [("x", "0"), ("p", "1"), ("r", "4"), ("q", "5")]
    assert composed.marks.locate(composed.data, ("c", "r")) == (2, 17)
    assert composed.marks.locate(composed.data, ("c", "q")) == (6, 6)


def test_places_are_those_of_keys_and_values() -> None:
    composed = compose("a:\n  - x\n  - {k: v}\nlong: é b\n", with_marks=True)
    locate = composed.marks.locate
    assert locate(composed.data, ("a",), is_key=True) == (1, 1)
    assert locate(composed.data, ("a", 0)) == (2, 5)
    assert locate(composed.data, ("a", 1, "k"), is_key=True) == (3, 6)
    assert locate(composed.data, ("a", 1, "k")) == (3, 9)
    assert locate(composed.data, ("a", 1, "gone")) == (3, 5)
    assert locate(composed.data, ("long",)) == (4, 7)


def test_a_byte_order_mark_of_utf8_is_no_text() -> None:
    composed = compose(b"\xef\xbb\xbfa: 1\n", with_marks=True)
    assert composed.data == {"a": "1"}
    assert composed.marks.locate(composed.data, ("a",)) == (1, 4)


@pytest.mark.parametrize(  # ROBUSTNESS C02
    ("text", "place", "word"),
    [
        (b"\xff\xfea\x00:\x00", (1, 1), "UTF-16"),
        (b"\xfe\xff\x00a\x00:", (1, 1), "UTF-16"),
        ("a: 1".encode("utf-16-le"), (1, 1), "UTF-16"),
        ("a: 1".encode("utf-32"), (1, 1), "UTF-32"),
        (b"a: 1\nb: \xff\n", (2, 4), "UTF-8"),
        ("a: 1\nb: x\0y\n", (2, 5), "NUL"),
        ("a: 1\nb: \x1b[31m\n", (2, 4), "U+001B"),
        ("a: x\u2028y", (1, 5), "line separator"),
        ("a: x\ufeffy", (1, 5), "byte order mark"),
        ("a: \ud800", (1, 4), "U+D800"),
        ("a:\n\tb: 1\n", (2, 1), "tab"),
        ("a:\n  b: 1\n\tc: 1\n", (3, 1), "tab"),
        ("a: b: c\n", (1, 5), "mapping values"),
        ("a: [1, 2\nb: 3\n", (2, 2), "not YAML"),
        ('a: "x\nb: 3\n', (3, 1), "not YAML"),
        ("a: 'x' y\n", (1, 8), "not YAML"),
        ("a: @x\n", (1, 4), "not YAML"),
        ("a: 1\n---\nb: 2\n", (2, 1), "second document"),
        ("? [a]\n: b\n", (1, 3), "key must be text"),
        ("a: 1\na: 2\n", (2, 1), "line 1"),
        ("a: {<<: 1}\n", (1, 9), "merge"),
        ("<<: {a: 1}\n<<: {b: 1}\n", (2, 1), "twice"),
    ],
)
def test_what_is_no_yaml_says_so_with_its_place(text: str | bytes, place: tuple[int, int], word: str) -> None:
    line, column, message = message_of(text)
    assert (line, column) == place
    assert word in message


def test_every_doubled_key_is_told() -> None:
    composed = compose("a: 1\nb: {c: 1, c: 2}\na: 3\nb: 4\n")
    assert [(p.line, p.column, p.path) for p in composed.problems] == [(2, 11, "b.c"), (3, 1, "a"), (4, 1, "b")]


BOMB = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n" + "".join(f"a{i}: &a{i} [{','.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 9))
MERGES = "a0: &a0 {k0: v, l0: v, m0: v, n0: v}\n" + "".join(f"a{i}: &a{i} {{<<: [*a{i - 1}, *a{i - 1}], k{i}: v}}\n" for i in range(1, 20))


@pytest.mark.parametrize(  # ROBUSTNESS C01
    ("text", "line", "word"),
    [
        ("a: !!python/object/apply:os.system [id]\n", 1, "tag !!python"),
        ("a: !secret x\n", 1, "tag !secret"),
        ("a: !!set {x}\n", 1, "tag !!set"),
        (BOMB, 2, "aliases make"),
        (MERGES, 2, "aliases make"),
        ("a: &a [1, *a]\n", 1, "never ends"),
        ("a: &a {b: *a}\n", 1, "never ends"),
        ("a: &a {<<: *a}\n", 1, "never ends"),
        ("a: *nowhere\n", 1, "nothing above"),
        ("[" * 51 + "]" * 51, 1, "levels deep"),
        ("[" * 100_000, 1, "levels deep"),
        ("".join(f"{' ' * i}a:\n" for i in range(60)), 51, "levels deep"),
        ("a0: &a0 [x]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}]\n" for i in range(1, 80)), 50, "levels deep"),
    ],
)
def test_tricks_of_yaml_are_refused_with_their_line(text: str, line: int, word: str) -> None:
    composed = compose(text)
    assert any(p.line == line and word in p.message for p in composed.problems)


def test_a_bomb_is_counted_and_not_built() -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    compose(BOMB + "".join(f"b{i}: [{','.join(['*a8'] * 10)}]\n" for i in range(100)))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000  # KB


def test_a_file_over_the_limit_is_refused_before_it_is_read() -> None:
    assert "64 MB" in message_of(bytes(64 * 1024 * 1024 + 1))[2]


def test_a_few_aliases_are_welcome() -> None:
    composed = compose("a: &a {x: 1, y: 2}\nb: *a\nc: {<<: *a, z: 3}\nd: &n text\ne: [*n, *n]\n*n : 1\n")
    assert not composed.problems
    assert composed.data["b"] == {"x": "1", "y": "2"}
    assert composed.data["e"] == ["text", "text"]
    assert composed.data["text"] == "1"
