from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwatch.text.dates import days

MARCH = date(2026, 3, 14)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("2026-03-14", ""),
        ("14 March 2026", ""),
        ("March 14, 2026", ""),
        ("March 14th, 2026", ""),
        ("Saturday, 14 March 2026", ""),
        ("Sat, 14 March", ""),
        ("14-Mar-2026", ""),
        ("2026年3月14日", "ja"),
        ("14.03.2026", "de"),
        ("14. März 2026", "de"),
        ("14 mars 2026", "fr"),
        ("14 de marzo de 2026", "es"),
        ("14 марта 2026", "ru"),
        ("2026/03/14", ""),
        ("Published 2026-03-14T10:00:00Z", ""),
        ("20260314", ""),
        ("14 March", ""),
    ],
)
def test_a_day_is_read_however_it_is_written(text: str, language: str) -> None:
    (found,) = days(text, language)
    assert found.could_be(MARCH)
    assert not found.could_be(date(2026, 3, 15))


@pytest.mark.parametrize(
    "text",
    [
        "Q3 2026",
        "third quarter of 2026",
        "March 2026",
        "2024/04",
        "2026",
        "2024-02-30",
        "may 5 users",
        "v1.2.3",
        "in May 2026, 5 users",
        "1.2.2026.3",
    ],
)
def test_what_is_vaguer_than_a_day_is_none(text: str) -> None:
    assert days(text) == ()


def test_day_and_month_may_be_either_unless_the_language_settles_it() -> None:
    assert set(days("03/04/2026")[0].dates) == {date(2026, 3, 4), date(2026, 4, 3)}
    assert days("03/04/2026", "en-US")[0].dates == (date(2026, 3, 4),)
    assert days("03/04/2026", "fr")[0].dates == (date(2026, 4, 3),)


def test_a_weekday_that_does_not_fit_is_another_year() -> None:
    assert not days("Sunday, 14 March")[0].could_be(MARCH)


@given(st.dates(min_value=date(1900, 1, 1), max_value=date(2100, 1, 1)))
def test_what_is_written_is_read_again(day: date) -> None:
    for form in (day.isoformat(), f"{day.day} {day:%B} {day.year}", f"{day:%B} {day.day}, {day.year}"):
        assert days(form)[0].dates == (day,)
