"""How often: durations (`15m`, `6h`, `1d`, `2w`) and cron lines in five fields. Pure: the time is an argument."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Self

_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_DURATION = re.compile(r"([0-9]{1,6})\s?([mhdw])")
SHORTEST, LONGEST = timedelta(minutes=1), timedelta(days=3660)
_MONTHS = tuple("jan feb mar apr may jun jul aug sep oct nov dec".split())
_DAYS = tuple("sun mon tue wed thu fri sat".split())
_LONGEST_MONTH = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def parse_duration(text: str) -> timedelta:
    """`15m`, `6h`, `1d` or `2w`. Raises ValueError with a person's message; under a minute and over ten years is refused."""
    found = _DURATION.fullmatch(text.strip())
    if not found:
        raise ValueError(f"{_shown(text)} is no length of time: write 15m, 6h, 1d or 2w")
    length = timedelta(**{_UNITS[found[2]]: int(found[1])})
    if not SHORTEST <= length <= LONGEST:
        raise ValueError(f"{_shown(text)} is out of bounds: at least 1m, at most ten years")
    return length


@dataclass(frozen=True, slots=True)
class Cron:
    """A cron line: minute, hour, day of the month, month, day of the week (0 and 7 are Sunday), in the zone of `defaults.timezone`.

    Where both days are restricted, one of them is enough, as in crontab(5).
    """

    line: str
    minutes: tuple[int, ...]
    hours: tuple[int, ...]
    days: frozenset[int]
    months: frozenset[int]
    weekdays: frozenset[int]
    is_any_day: bool  # no rule for the day of the month
    is_any_weekday: bool

    @classmethod
    def parse(cls, line: str) -> Self:
        """Raises ValueError with a person's message, also for a line that never comes, such as 31 February."""
        parts = line.split()
        if len(parts) != 5:
            raise ValueError(f"{_shown(line)} is no cron line: it has five fields (minute, hour, day, month, weekday)")
        minutes, hours = _field(parts[0], "minute", 0, 59), _field(parts[1], "hour", 0, 23)
        days, months = _field(parts[2], "day", 1, 31), _field(parts[3], "month", 1, 12, _MONTHS)
        weekdays = frozenset(d % 7 for d in _field(parts[4], "weekday", 0, 7, _DAYS))
        is_any_day, is_any_weekday = parts[2].startswith("*"), parts[4].startswith("*")
        cron = cls(line, tuple(sorted(minutes)), tuple(sorted(hours)), days, months, weekdays, is_any_day, is_any_weekday)
        if cron.is_any_weekday and not any(d <= _LONGEST_MONTH[m - 1] for m in months for d in days):
            raise ValueError(f"{_shown(line)} never comes: no such month has that day")
        return cron

    def latest(self, now: datetime, zone: tzinfo) -> datetime | None:
        """The last time at or before `now` (aware), in UTC; None when there was none in nine years.

        A time that a clock change skips comes at the same instant it would have had; one that comes twice counts the first time,
        unless every hour is meant.
        """
        local = now.astimezone(zone)
        for back in range(9 * 366):
            day = local.date() - timedelta(days=back)
            if self._is_on(day) and (best := self._latest_of(day, now, zone)):
                return best
        return None

    def _is_on(self, day: date) -> bool:
        if day.month not in self.months:
            return False
        by_day, by_weekday = day.day in self.days, day.isoweekday() % 7 in self.weekdays
        return by_day and by_weekday if self.is_any_day or self.is_any_weekday else by_day or by_weekday

    def _latest_of(self, day: date, now: datetime, zone: tzinfo) -> datetime | None:
        best: datetime | None = None
        for moment in self._moments(day):
            for fold in (0, 1) if len(self.hours) == 24 else (0,):
                at = moment.replace(tzinfo=zone, fold=fold).astimezone(UTC)
                if at <= now and (best is None or at > best):
                    best = at
            if best and moment < best.astimezone(zone).replace(tzinfo=None) - timedelta(hours=3):  # no clock change is longer
                break
        return best

    def _moments(self, day: date) -> Iterator[datetime]:
        for hour in reversed(self.hours):
            for minute in reversed(self.minutes):
                yield datetime.combine(day, time(hour, minute))


Every = timedelta | Cron


def parse_every(text: str) -> Every:
    """A duration, or a cron line where there are spaces. Raises ValueError with a person's message."""
    return Cron.parse(text.strip()) if " " in text.strip() else parse_duration(text)


def _field(text: str, name: str, low: int, high: int, words: tuple[str, ...] = ()) -> frozenset[int]:
    out: set[int] = set()
    for part in text.split(","):
        span, _, step = part.partition("/")
        if step and not (step.isascii() and step.isdigit() and 0 < int(step[:4]) <= high):
            raise ValueError(f"the step {_shown(step)} of the {name} is no number from 1 to {high}")
        if span == "*":
            first, last = low, high
        else:
            begin, dash, end = span.partition("-")
            first = _number(begin, name, low, high, words)
            last = _number(end, name, low, high, words) if dash else (high if step else first)
        if last < first:
            raise ValueError(f"the {name} {_shown(span)} runs backwards")
        out.update(range(first, last + 1, int(step or 1)))
    return frozenset(out)


def _number(text: str, name: str, low: int, high: int, words: tuple[str, ...]) -> int:
    if text.lower() in words:
        return words.index(text.lower()) + (low if name == "month" else 0)
    if not (text.isascii() and text.isdigit() and len(text) <= 2 and low <= int(text) <= high):
        raise ValueError(f"{_shown(text)} is no {name} from {low} to {high}")
    return int(text)


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "…")
