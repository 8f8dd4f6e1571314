"""What came of a fetch: a closed union. What the world normally does is a value; nothing here is raised."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Protocol, Self

FACTS_MEDIA_TYPE = "application/vnd.claimwatch.facts+json"


class Trouble(StrEnum):
    """The classes of a failed fetch (ROBUSTNESS.md, section 2)."""

    BUSY = "busy"
    NETWORK = "network"
    TLS = "tls"
    REFUSED = "refused"
    GONE = "gone"
    REDIRECT = "redirect"
    ELSEWHERE = "elsewhere"
    BLOCKED = "blocked"
    NOT_THE_PAGE = "not the page"
    EMPTY = "empty"
    CUT_OFF = "cut off"
    TOO_LARGE = "too large"
    TOO_SLOW = "too slow"
    ODD_ANSWER = "odd answer"
    ANOTHER_KIND = "another kind"
    UNREADABLE = "unreadable"
    NOT_ALLOWED = "not allowed"  # the door refused the address
    NO_FILE = "no file"  # the archive has none for this source


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing asked of a repository: `commits`, plain or up to the end of a day (UTC)."""

    name: str
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """One source to be fetched once, for all its claims. The validators are those of the stored edition."""

    source: str
    url: str
    etag: str | None = None
    last_modified: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    facts: tuple[Fact, ...] = ()  # of a repository; empty for a page


@dataclass(frozen=True, slots=True)
class Fetched:
    """A whole answer: its bytes, and what the headers say of them. `charset` and `media_type` are lower case, charset "" when not said."""

    body: bytes
    media_type: str
    charset: str = ""
    status: int = 200
    url: str = ""  # the final one
    etag: str | None = None
    last_modified: str | None = None


@dataclass(frozen=True, slots=True)
class Unchanged:
    """304: the stored edition still stands."""

    status: int = 304
    etag: str | None = None
    last_modified: str | None = None


@dataclass(frozen=True, slots=True)
class Unreachable:
    """The source could not be read. `reason` is a sentence for a person and says what to do where something can be done."""

    trouble: Trouble
    reason: str
    status: int | None = None
    retry_after_s: float | None = None


Outcome = Fetched | Unchanged | Unreachable


class Fetcher(Protocol):
    """The network or an archive. `fetch` never raises for what the world normally does."""

    async def __aenter__(self) -> Self: ...
    async def __aexit__(self, *details: object) -> None: ...
    async def fetch(self, request: Request) -> Outcome:
        """What came of one source."""
