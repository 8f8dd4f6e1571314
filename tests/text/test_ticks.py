from __future__ import annotations

import pytest

from claimwatch.text.ticks import answer, is_blank, mark_answer

YES = [
    "✅",
    "✔️",
    "✅︎",
    "✓",
    "☑",
    ":heavy_check_mark:",
    ":white_check_mark:",
    "[x]",
    "✅*",
    "✓ (since May)",
    "Yes (since 4.2)",
    "Yes",
    "Supported",
    "true",
    "included",
    "Full support",
    "The S3 gateway is supported.",
    "Yes, since 4.2",
    "ja",
    "oui",
    "sí",
    "支持",
    "対応",
    "да",
]
NO = [
    "❌",
    "✗",
    "✘",
    "✖️",
    ":x:",
    "[ ]",
    "No",
    "Unsupported",
    "not supported",
    "No longer supported",
    "not yet",
    "isn't supported",
    "none",
    "never",
    "no, but planned",
    "✗ (planned)",
    "nein",
    "nicht unterstützt",
    "não",
    "不支持",
    "非対応",
    "対応していません",
    "нет",
    "not available",
]
NEITHER = [
    "🟡",
    "🟢",
    "🔴",
    "green",
    "experimental",
    "partial",
    "Partially supported",
    "planned",
    "coming soon",
    "n/a",
    "N/A",
    "5",
    "Up to 5",
    "-/✓",
    "✓/✗",
    "only on Linux",
    "Supported on Linux, not on Windows",
    "✅ (partial)",
    "untested",
    "Cannot be disabled",
]


@pytest.mark.parametrize("text", YES)
def test_what_says_yes(text: str) -> None:
    assert answer(text) == "yes"


@pytest.mark.parametrize("text", NO)
def test_what_says_no(text: str) -> None:
    assert answer(text) == "no"


@pytest.mark.parametrize("text", NEITHER)
def test_what_says_neither(text: str) -> None:
    assert answer(text) is None


def test_words_of_another_language_are_not_read_where_the_language_is_known() -> None:
    assert answer("non", "fr") == "no"
    assert answer("○", "ja") == "yes"
    assert answer("○", "de") is None


@pytest.mark.parametrize(
    ("source", "text", "said"),
    [
        ("class", "fa fa-check", "yes"),
        ("class", "fa fa-times", "no"),
        ("class", "octicon octicon-x", "no"),
        ("class", "text-success", None),
        ("class", "icon-no-check", "no"),
        ("file", "/icons/check.svg", "yes"),
        ("file", "/icons/cross.svg?v=2", "no"),
        ("file", "green.png", None),
        ("file", "s.svg", None),
        ("alt", "Not supported", "no"),
        ("alt", "check mark", "yes"),
        ("alt", "green", None),
        ("aria-label", "Yes", "yes"),
        ("title", "Unavailable", "no"),
    ],
)
def test_a_picture_says_what_its_label_class_or_file_says(source: str, text: str, said: str | None) -> None:
    assert mark_answer([(source, text)]) == said


def test_the_most_trusted_mark_speaks_first() -> None:
    assert mark_answer([("file", "check.svg"), ("alt", "Not supported")]) == "no"
    assert mark_answer([("file", "check.svg"), ("alt", "")]) == "yes"


def test_blanks() -> None:
    assert all(is_blank(t) for t in ("", " ", "–", "—", "-", "\u00a0"))
    assert not any(is_blank(t) for t in ("0", "no", "✗", "🟡", "n/a"))
