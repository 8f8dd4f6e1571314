"""Text, versions, dates, ticks: one value in its place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.judging.checking import cell, check, quoted

from claimwatch.judging.day import Date
from claimwatch.judging.plain import Text, is_same_text
from claimwatch.judging.registry import registry
from claimwatch.judging.version import Version
from claimwatch.judging.yes import Boolean


@pytest.mark.parametrize(
    ("text", "expected", "verdict"),
    [
        ("Don’t  panic – read&nbsp;on…", "Don't panic - read on...", "supported"),
        ("1.1", "1.10", "refuted"),
        ("1.10", "1.10", "supported"),
        ("12 hours", "12 hours", "supported"),
        ("12 hours.", "12 hours", "supported"),
        ("", "12 hours", "missing"),
        ("", "", "supported"),
        ("–", "", "supported"),
        ("withdrawn", "", "refuted"),
        ("-", "-", "supported"),
        ("Yes", "-", "refuted"),
        ("rust", "Rust", "refuted"),
        ("✔", "✓", "supported"),
        ("✗", "✓", "refuted"),
        ("Command-R, Command-A", "Command-R", "refuted"),
        ("e-mail*", "e-mail", "supported"),
    ],
)
def test_text(text: str, expected: str, verdict: str) -> None:
    assert cell(text, {"text": expected}).verdict == verdict


@given(st.text(max_size=30))
def test_a_text_is_the_same_as_itself(text: str) -> None:
    assert is_same_text(text, text)


@pytest.mark.parametrize(
    ("text", "expected", "verdict"),
    [
        ("1.10", ">=1.9", "supported"),
        ("2.1", "==2.10", "refuted"),
        ("5.0rc1", ">=5.0", "refuted"),
        ("5.0", ">=5.0", "supported"),
        ("2.0.1", "<2", "refuted"),
        ("20260108", ">=2.0,<3", "refuted"),
        ("20260108", ">=2.0", "refuted"),
        ("v2.0.0-alpha.2", "==2.0.0a2", "supported"),
        ("nightly", "==1.2.0", "refuted"),
        ("foo-1.2", "==1.2", "supported"),
        ("17", ">=17", "supported"),
        ("", ">=1", "missing"),
        ("1.2", "1.2", "supported"),
        ("1.2.0", "1.2", "supported"),
        ("2024.1", ">=2023.5", "supported"),
    ],
)
def test_version(text: str, expected: str, verdict: str) -> None:
    assert cell(text, {"version": expected}).verdict == verdict


def test_the_version_in_its_place() -> None:
    quote, expect = "PyTorch 2.1 and above, Python 3.8 and above", {"version": "==2.1"}
    assert quoted(quote, expect, "PyTorch 2.1 and above, Python 3.10 and above").verdict == "supported"
    j = quoted(quote, expect, "PyTorch 2.10 and above, Python 3.8 and above")
    assert (j.verdict, j.observed) == ("refuted", "2.10")


def test_odd_tags_hide_no_version() -> None:
    page = "tag: nightly\ntag: release-2024-02-30\ntag: v1.2.0\n"
    assert check(page, {"regex": r"tag: (\S+)", "expect": {"version": "==1.2.0"}}, kind="plain").verdict == "supported"
    assert check(page, {"regex": r"tag: (\S+)", "expect": {"version": "==1.3.0"}}, kind="plain").verdict == "refuted"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("2026-03-14", "supported"),
        ("Saturday, 14 March 2026", "supported"),
        ("14.03.2026", "supported"),
        ("March 15, 2026", "refuted"),
        ("Q1 2026", "refuted"),
        ("third quarter of 2026", "refuted"),
        ("", "missing"),
        ("soon", "refuted"),
    ],
)
def test_date(text: str, verdict: str) -> None:
    assert cell(text, {"date": "2026-03-14"}).verdict == verdict


def test_the_date_in_its_place() -> None:
    expect = {"date": "2026-09-01"}
    quote = "The freeze begins on 1 September 2026 and ends on 1 October 2026."
    assert quoted(quote, expect, "The freeze begins on September 1st, 2026 and ends on 5 October 2026.").verdict == "supported"
    j = quoted(quote, expect, "The freeze begins on 2 September 2026 and ends on 1 October 2026.")
    assert (j.verdict, j.observed) == ("refuted", "2 September 2026")


TICKS = ("✓", "✗", "✓")


@pytest.mark.parametrize(
    ("text", "others", "verdict", "observed"),
    [
        ("✅", TICKS, "supported", "yes"),
        ("✔", TICKS, "supported", "yes"),
        ("✖️", TICKS, "refuted", "no"),
        ("", TICKS, "refuted", "no"),
        ("–", TICKS, "refuted", "no"),
        ("", ("5 ms", "7 ms"), "missing", None),
        ("🟡", TICKS, "refuted", "🟡"),
        ("experimental", TICKS, "refuted", "experimental"),
        ('<img src="/i/check.svg" alt="">', TICKS, "supported", "yes"),
        ('<i class="fa fa-times"></i>', TICKS, "refuted", "no"),
        ('<img src="/s.svg" alt="Not supported">', TICKS, "refuted", "no"),
        ('<svg role="img" aria-label="Yes"><path d=""/></svg>', TICKS, "supported", "yes"),
        (":heavy_check_mark:", TICKS, "supported", "yes"),
        ("Yes (since 4.2)", TICKS, "supported", "yes"),
        ("No longer supported", TICKS, "refuted", "no"),
        ("Unsupported", TICKS, "refuted", "no"),
        ("✅<sup>[1]</sup>", TICKS, "supported", "yes"),
    ],
)
def test_boolean(text: str, others: tuple[str, ...], verdict: str, observed: str | None) -> None:
    j = cell(text, {"boolean": "true"}, others)
    assert (j.verdict, j.observed) == (verdict, observed), j


def test_a_picture_of_a_colour_says_nothing() -> None:
    assert cell('<img src="/green.png" alt="green">', {"boolean": "true"}, TICKS).verdict == "refuted"
    assert cell("🟢", {"boolean": "false"}, TICKS).verdict == "refuted"


def test_a_blank_means_what_the_source_says() -> None:
    assert cell("", {"boolean": "false"}, TICKS, blank_means="missing").verdict == "missing"
    assert cell("", {"boolean": "false"}, ("included",), blank_means="no").verdict == "supported"
    assert cell("", {"boolean": "false"}, TICKS).verdict == "supported"


def test_a_whole_row_or_a_flag_of_json() -> None:
    page = "<main><table><tr><th>Platform</th><th>Status</th></tr><tr><td>32-bit</td><td>Unsupported</td></tr></table></main>"
    assert check(page, {"table": {"row": "32-bit"}, "expect": {"boolean": "true"}}).verdict == "refuted"
    assert check('{"public": false}', {"jsonpath": "$.public", "expect": {"boolean": "true"}}, kind="json").observed == "no"


@pytest.mark.parametrize(
    ("kind", "value", "message"),
    [
        (Boolean, "yes", "true or false"),
        (Date, "Q3 2026", "is no date"),
        (Version, "latest", "no range"),
        (Version, "", "empty"),
        (Text, ["a"], "not a list"),
        (Date, "2026-02-30", "is no date"),
    ],
)
def test_what_is_wrong_is_told(kind: Any, value: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        kind.parse(value)


def test_every_kind_reads_its_own_examples() -> None:
    names = [name for name, _ in registry]
    assert names == ["absent", "boolean", "date", "items", "mentions", "number", "text", "version"]
    for _, kind in registry:
        assert all(kind.parse(example) for example in kind.EXAMPLES)  # type: ignore[attr-defined]
