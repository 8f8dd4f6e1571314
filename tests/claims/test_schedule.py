"""Durations and cron lines."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwatch.claims.schedule import Cron, parse_duration, parse_every

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("15m", timedelta(minutes=15)),
        ("6h", timedelta(hours=6)),
        ("1d", timedelta(days=1)),
        ("2w", timedelta(weeks=2)),
        ("90d", timedelta(days=90)),
    ],
)
def test_durations_are_a_number_and_a_unit(text: str, length: timedelta) -> None:
    assert parse_duration(text) == length == parse_every(text)


@pytest.mark.parametrize("text", ["", "0", "0m", "1s", "100y", "1M", "1.5h", "-1d", "d", "1 day", "99999999999999999999d", "١d", "9999w"])
def test_other_durations_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"length of time|out of bounds"):
        parse_duration(text)


@pytest.mark.parametrize(
    "line",
    ["* * * * *", "0 3 * * 1", "*/15 9-17 * * mon-fri", "0 0 29 2 *", "5,35 0 1 jan,jul *", "0 0 31 2 mon", "0 0 * * 7", "30 2 1-7/2 * *"],
)
def test_cron_lines_have_five_fields(line: str) -> None:
    assert Cron.parse(line).line == line


@pytest.mark.parametrize(  # ROBUSTNESS T06
    "line",
    [
        "* * * *", "* * * * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *", "* * * * 8", "0 0 31 2 *", "0 0 30 2 *",
        "0 0 31 4,6,9,11 *", "*/0 * * * *", "5-1 * * * *", "a * * * *", "1,,2 * * * *", "-1 * * * *", "* * * foo *", "@daily x x x x",
        "*/x * * * *", "99999999999999999999 * * * *",
    ],
)  # fmt: skip
def test_cron_lines_that_never_come_are_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"cron line|is no|step|backwards|never comes"):
        Cron.parse(line)


@pytest.mark.parametrize(
    ("line", "now", "latest"),
    [
        ("0 3 * * 1", "2026-10-20T12:00", "2026-10-19T03:00"),
        ("0 3 * * 1", "2026-10-19T03:00", "2026-10-19T03:00"),
        ("0 3 * * 1", "2026-10-19T02:59", "2026-10-12T03:00"),
        ("*/15 * * * *", "2026-10-20T12:14", "2026-10-20T12:00"),
        ("0 0 29 2 *", "2027-01-01T00:00", "2024-02-29T00:00"),
        ("0 0 13 * fri", "2026-10-14T00:00", "2026-10-13T00:00"),
        ("0 0 13 * fri", "2026-10-17T00:00", "2026-10-16T00:00"),
    ],
)
def test_the_latest_time_of_a_cron_line(line: str, now: str, latest: str) -> None:
    assert Cron.parse(line).latest(datetime.fromisoformat(now + "Z"), UTC) == datetime.fromisoformat(latest + "Z")


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"])
@pytest.mark.parametrize("line", ["30 2 * * *", "0 3 * * *", "45 1 * * *"])
def test_a_daily_line_comes_once_a_local_day_whatever_the_clocks_do(zone: str, line: str) -> None:  # ROBUSTNESS T03
    cron, here = Cron.parse(line), ZoneInfo(zone)
    begin = datetime(2026, 1, 1, tzinfo=UTC)
    times = {cron.latest(begin + timedelta(minutes=30 * i), here) for i in range(48 * 400)}
    days = [t.astimezone(here).date() for t in times if t]
    assert len(days) == len(set(days)) >= 400


def test_a_line_of_every_hour_comes_in_both_hours_of_autumn() -> None:
    cron = Cron.parse("0 * * * *")
    first = datetime(2026, 10, 25, 0, 0, tzinfo=UTC)  # 02:00, and at 01:00 UTC it is 02:00 once more
    assert [cron.latest(first + timedelta(hours=i, minutes=5), BERLIN) for i in range(3)] == [first + timedelta(hours=i) for i in range(3)]


@given(
    st.integers(0, 15 * 366 * 24 * 60).map(lambda minutes: datetime(2020, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)),
    st.sampled_from(["*/10 * * * *", "0 3 * * 1", "30 2 * * *", "0 0 1 * *"]),
)
def test_the_latest_time_is_never_after_now_and_never_goes_back(now: datetime, line: str) -> None:
    cron = Cron.parse(line)
    earlier, later = cron.latest(now, BERLIN), cron.latest(now + timedelta(minutes=37), BERLIN)
    assert earlier is not None
    assert later is not None
    assert earlier <= now
    assert earlier <= later
