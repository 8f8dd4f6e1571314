"""What is asked of the door, and what comes of it: values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from claimwatch.net.guard import Network


class FailureKind(StrEnum):
    """Why there is no answer; the words are those of ROBUSTNESS.md's classes."""

    BUSY = "busy"
    NETWORK = "network"
    TLS = "tls"
    REDIRECT = "redirect"
    CUT_OFF = "cut off"
    TOO_LARGE = "too large"
    TOO_SLOW = "too slow"
    ODD_ANSWER = "odd answer"
    UNREADABLE = "unreadable"
    NOT_ALLOWED = "not allowed"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server said. Header names are lower case; `body` is unpacked and whole, and empty unless the status is 2xx."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    url: str
    hops: tuple[str, ...] = ()  # the addresses that led here, the first asked for first


@dataclass(frozen=True, slots=True)
class Failure:
    """No whole answer came. `reason` is a sentence without its full stop."""

    kind: FailureKind
    reason: str
    status: int | None = None
    retry_after_s: float | None = None


@dataclass(frozen=True, slots=True)
class ClientOptions:
    """The limits of every request. Seconds and bytes."""

    allow: tuple[Network, ...] = ()
    connect_s: float = 10.0
    silence_s: float = 20.0
    fetch_s: float = 60.0  # all hops together, waiting for a turn not counted
    header_bytes: int = 64 * 1024
    wire_bytes: int = 10_000_000
    body_bytes: int = 20_000_000
    most_hops: int = 5
    host_connections: int = 2  # at once, to one origin; further requests wait
    user_agent: str = "claimwatch"
    ca_file: str | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """One request. `bound` headers belong to the address's origin and go nowhere else; `once` ones are left out after a redirect."""

    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    once: Mapping[str, str] = field(default_factory=dict)
    bound: Mapping[str, str] = field(default_factory=dict)
