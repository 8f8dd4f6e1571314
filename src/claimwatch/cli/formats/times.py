"""Times as people and programs read them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def iso(at: datetime | None) -> str | None:
    """ISO 8601 in UTC with Z, to the second; None of None."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if at else None


def day(at: datetime | None) -> str:
    """The date and the minute in UTC, with the zone."""
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC") if at else "never"


def span(length: timedelta | None) -> str:
    """A length of time in its largest whole unit: "3 days", "1 hour"."""
    if length is None:
        return "never"
    seconds = max(0, int(length.total_seconds()))
    for size, unit in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            return counted(seconds // size, unit)
    return counted(seconds, "second")


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """The number with its noun: "1 row", "2 rows"."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"
