"""What an outcome makes of a source's state. Pure; only a whole page moves its age, its edition and its validators."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from claimwatch.fetching.outcome import Fetched, Unchanged, Unreachable
from claimwatch.history.records import SourceState


def read_whole(old: SourceState, url: str, answer: Fetched, digest: str, now: datetime) -> SourceState:
    """The state after a whole page with that digest."""
    return SourceState(
        old.source,
        url,
        answer.etag,
        answer.last_modified,
        digest,
        answer.media_type,
        answer.charset,
        read_at=now,
        checked_at=now,
        outcome="unchanged" if digest == old.edition else "changed",
        status=answer.status,
    )


def not_modified(old: SourceState, url: str, answer: Unchanged, now: datetime) -> SourceState:
    """The state after a 304: the stored edition still stands."""
    return SourceState(
        old.source,
        url,
        answer.etag or old.etag,
        answer.last_modified or old.last_modified,
        old.edition,
        old.media_type,
        old.charset,
        read_at=now,
        checked_at=now,
        outcome="unchanged",
        status=answer.status,
    )


def failed(old: SourceState, failure: Unreachable, now: datetime) -> SourceState:
    """The state after a failed fetch: what was known is known still."""
    return replace(
        old,
        checked_at=now,
        outcome="unreachable",
        status=failure.status,
        trouble=failure.trouble.value,
        reason=failure.reason,
        failing_since=old.failing_since or now,
    )
