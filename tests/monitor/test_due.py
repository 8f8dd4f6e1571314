"""When a source is due."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from claimwatch.claims.schedule import parse_every
from claimwatch.monitor.due import is_due

NOW = datetime(2026, 11, 2, 6, 0, tzinfo=UTC)
UTC_ZONE = ZoneInfo("UTC")


@pytest.mark.parametrize(
    ("every", "ago", "due"),
    [
        ("1d", timedelta(hours=23), False),
        ("1d", timedelta(hours=24), True),
        ("1d", timedelta(hours=24, seconds=-30), True),  # a timer is never exact
        ("15m", timedelta(minutes=14), False),
        ("15m", timedelta(days=2), True),
        ("0 6 * * *", timedelta(minutes=1), True),
        ("0 7 * * *", timedelta(hours=22), False),
        ("0 7 * * *", timedelta(hours=24), True),
    ],
)
def test_a_source_is_due_when_its_interval_has_passed(every: str, ago: timedelta, due: bool) -> None:
    assert is_due(parse_every(every), NOW - ago, NOW, UTC_ZONE) is due


def test_a_source_never_tried_is_due() -> None:
    assert is_due(timedelta(days=1), None, NOW, UTC_ZONE)


def test_a_try_dated_in_the_future_counts_as_none() -> None:
    """T02 of ROBUSTNESS.md: the clock was set back."""
    assert is_due(timedelta(days=1), NOW + timedelta(days=2), NOW, UTC_ZONE)


def test_a_cron_line_is_read_in_its_zone() -> None:
    zone = ZoneInfo("Europe/Berlin")  # 06:00 UTC is 07:00 there in November
    assert is_due(parse_every("0 7 * * *"), NOW - timedelta(minutes=1), NOW, zone)
    assert not is_due(parse_every("0 8 * * *"), NOW - timedelta(minutes=1), NOW, zone)
