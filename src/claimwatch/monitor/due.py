"""What is due: pure decisions about times. What is due stands in the store, so that a restart neither forgets nor repeats."""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo

from claimwatch.claims.schedule import Every

_SLACK_SHARE = 100
_MOST_SLACK = timedelta(minutes=1)


def is_due(every: Every, checked_at: datetime | None, now: datetime, zone: tzinfo) -> bool:
    """Is a source that was last tried at `checked_at` to be read again? `zone` is that of cron lines.

    A try dated in the future (the clock was set back) counts as none. A check a little early counts as in time: one that is woken at 06:00
    each day starts some seconds sooner on one day than on another, and must not skip a day for it.
    """
    if checked_at is None or checked_at > now:
        return True
    if isinstance(every, timedelta):
        return now - checked_at >= every - min(_MOST_SLACK, every / _SLACK_SHARE)
    latest = every.latest(now, zone)
    return latest is not None and latest > checked_at
