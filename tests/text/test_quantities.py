from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwatch.text.quantities import Quantity, quantities, quantity, same_amount


def one(text: str, language: str = "") -> Quantity:
    found = quantities(text, language)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("text", "qualifier", "value"),
    [
        ("200+ model architectures", "+", 200),
        ("over 200 architectures", ">", 200),
        ("more than 200", ">", 200),
        ("at least 200", "+", 200),
        ("200 or more", "+", 200),
        ("no fewer than 200", "+", 200),
        ("a minimum of 16 GPUs", "+", 16),
        ("up to 200", "<=", 200),
        ("no more than 200", "<=", 200),
        ("At most, 5 releases", "<=", 5),
        ("under 200", "<", 200),
        ("about 200", "~", 200),
        ("~200", "~", 200),
        ("≈ 200", "~", 200),
        ("200", "", 200),
        ("8 GB of memory or more", "+", 8),
        ("200以上", "+", 200),
        ("最大250台", "<=", 250),
        ("462 in average", "~", 462),
        (">= 7", "+", 7),
    ],
)
def test_a_qualifier_is_a_part_of_the_number(text: str, qualifier: str, value: int) -> None:
    q = one(text)
    assert q.qualifier == qualifier
    assert q.values[0] == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,234", 1234),
        ("1,000,000", 1_000_000),
        ("48 291 specimens", 48291),
        ("48\u202f291", 48291),
        ("1'234", 1234),
        ("1,234,567.890", Decimal("1234567.89")),
        ("1.2k", 1200),
        ("52.3K", 52300),
        ("3.4M", 3_400_000),
        ("2.8 k", 2800),
        ("1.5B parameters", 1_500_000_000),
        ("1 million rows", 1_000_000),
        ("a million", 1_000_000),
        ("half a million", 500_000),
        ("three", 3),
        ("a dozen themes", 12),
        ("half a dozen", 6),
        ("two dozen", 24),
        ("twenty-five", 25),
        ("two hundred and five", 205),
        ("２８０台", 280),
        ("١٢٠ لغة", 120),
        ("½", Decimal("0.5")),
        ("2½ hours", Decimal("2.5")),
        ("−40 °C", -40),
        ("-40 °C", -40),
        ("1,5", Decimal("1.5")),
        (",89", Decimal("0.89")),
        ("三百万", 3_000_000),
        ("120万", 1_200_000),
        ("1e6 rows", 1_000_000),
        ("CUDA 12.", 12),
    ],
)
def test_a_number_is_read_however_it_is_set(text: str, value: Decimal | int) -> None:
    assert one(text).values[0] == value


@pytest.mark.parametrize(
    "text",
    [
        "H200 only",
        "V4.1",
        "1.2.3",
        "SM100",
        "int8",
        "2024/04",
        "2024-04-01",
        "x86-64",
        "Llama-2-70B",
        "GPT-4",
        "8x7B",
        "40 × 30 cm",
        "10:30",
        "24/7",
        "1080p",
        "2nd",
        "#123",
        "127.0.0.1:8000",
        "the 1990s",
        "flour, sifted",
        "1,2,3",
        "ISO 8601-1",
        "one of the models",
        "dozens of models",
        "v1.10",
        "r24.07",
        "9" * 5000,
    ],
)
def test_an_unknown_shape_is_no_number(text: str) -> None:
    assert quantities(text) == ()


@pytest.mark.parametrize(
    ("text", "language", "values"),
    [
        ("3.350", "de", {3350}),
        ("3.350", "en", {Decimal("3.35")}),
        ("3.350", "", {3350, Decimal("3.35")}),
        ("2,750", "de", {Decimal("2.75")}),
        ("2,750", "en", {2750}),
        ("1.234.567", "de", {1234567}),
        ("1.234,5", "", {Decimal("1234.5")}),
        ("zwei Dutzend", "de", {24}),
        ("fünfundzwanzig", "de", {25}),
        ("once modelos", "es", {11}),
        ("quatre-vingt-dix", "fr", {90}),
        ("dreihundert", "de", {300}),
        ("0.350", "", {Decimal("0.35")}),
    ],
)
def test_the_language_settles_marks_and_words(text: str, language: str, values: set[Decimal | int]) -> None:
    assert set(one(text, language).values) == values


@pytest.mark.parametrize(
    ("text", "low", "high", "unit"),
    [
        ("5–10 ms", 5, 10, "ms"),
        ("5-10x faster", 5, 10, "x"),
        ("5 to 10 ms", 5, 10, "ms"),
        ("between 5 and 10 ms", 5, 10, "ms"),
        ("5x-10x", 5, 10, "x"),
        ("5–10K", 5000, 10000, ""),
    ],
)
def test_a_range_has_two_ends(text: str, low: int, high: int, unit: str) -> None:
    q = one(text)
    assert q.values[0] == low
    assert q.highs[0] == high
    assert q.unit == unit


def test_two_numbers_joined_by_and_are_no_range() -> None:
    assert [q.values[0] for q in quantities("15 and 16 nodes")] == [15, 16]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("runs 250+ model architectures", "250+"),
        ("needs more than 70 sensors", "more than 70"),
        ("about 1.8x faster", "about 1.8x"),
        ("with 250MiB memory", "250MiB"),
        ("needs 16+ GB of it", "16+ GB"),
        ("costs $20 a seat", "$20"),
        ("63 plug-ins", "63"),
        ("1100 rpm.", "1100 rpm"),
    ],
)
def test_the_text_is_as_the_page_writes_it_without_the_noun(text: str, written: str) -> None:
    assert one(text).text == written


SAME = [
    ("200+", "over 200"),
    ("200+", "more than 200"),
    ("200+", "at least 200"),
    ("200+", "200 or more"),
    ("14k", "14,473"),
    ("14,473", "14.5k"),
    ("1,234", "1.2k"),
    ("1.9×", "1.9 times"),
    ("0.3 s", "300 ms"),
    ("128K tokens", "131,072 tokens"),
    ("128K tokens", "128,000 tokens"),
    ("1 GB", "1024 MB"),
    ("1 GB", "1000 MB"),
    ("16 GB", "16 GiB"),
    ("5–10 ms", "5 to 10 ms"),
    ("a million", "1,000,000"),
    ("12", "twelve"),
    ("90 minutes", "1.5 h"),
    ("$20", "20 USD"),
    ("50 %", "50 percent"),
    ("370 tok/s", "370 tokens per second"),
    ("1 week", "7 days"),
    ("２００", "200"),
    ("2 years", "24 months"),
    ("40,000 rows per second", "40,000 rows/s"),
]
OTHER = [
    ("200+", "200"),
    ("200+", "250+"),
    ("200+", "~200"),
    ("200+", "up to 200"),
    ("1.9×", "1.9"),
    ("2.4×", "2.4%"),
    ("1.2k", "1.3k"),
    ("2.3k", "1,871"),
    ("3.4K", "3.4M"),
    ("45 seconds", "45 minutes"),
    ("$20", "€20"),
    ("3–8 weeks", "3–12 weeks"),
    ("128K tokens", "64K tokens"),
    ("12", "half a dozen"),
    ("-40 °C", "40 °C"),
    ("1 million", "1.4 million"),
    ("1.9", "1.93"),
    ("16 GB/s", "16 Gb/s"),
    ("5–10 ms", "5 ms"),
    ("15", "1,5"),
    ("2k", "2,400"),
    ("40 °C", "40 °F"),
    ("16 GiB", "16 MiB"),
    ("100 ml", "100 mg"),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_the_same_amount_in_another_form_is_the_same(a: str, b: str) -> None:
    assert same_amount(one(a), one(b))
    assert same_amount(one(b), one(a))


@pytest.mark.parametrize(("a", "b"), OTHER)
def test_another_amount_is_another(a: str, b: str) -> None:
    assert not same_amount(one(a), one(b))
    assert not same_amount(one(b), one(a))


@given(st.integers(min_value=0, max_value=10**12), st.sampled_from(["{}", "{:,}", "{}+", "~{}", "up to {}", "{} ms", "{}%"]))
def test_what_is_written_is_read_again(n: int, form: str) -> None:
    q = quantity(form.format(n), "en")
    assert q is not None
    assert q.values[0] == n
    assert same_amount(q, q)


@given(st.text(alphabet="0123456789.,'-–+ kKMxX×%$€ /:ab½٣一百万GB", max_size=40))
def test_any_text_is_read_without_error_and_in_order(text: str) -> None:
    found = quantities(text)
    assert [q.start for q in found] == sorted(q.start for q in found)
    assert all(q.text == text[q.start : q.end].strip() for q in found)
