"""Every setting of fetching, in one value."""

from __future__ import annotations

from dataclasses import dataclass, field

from claimwatch.net.answer import ClientOptions
from claimwatch.net.guard import Network

GITHUB_API_URL = "https://api.github.com"
GITHUB_RAW_URL = "https://raw.githubusercontent.com"


@dataclass(frozen=True, slots=True)
class FetchOptions:
    """Seconds and bytes; the defaults are those of ROBUSTNESS.md, section 4, and of the settings of the same names.

    `contact` is an address or page that the User-Agent names, so that the owner of a site knows whom to ask. `ca_file` holds further
    certificate authorities in PEM. `retries` counts the tries after the first.
    """

    allow: tuple[Network, ...] = ()
    concurrency: int = 16
    host_concurrency: int = 2
    host_delay_s: float = 1.0
    connect_s: float = 10.0
    silence_s: float = 20.0
    fetch_s: float = 60.0
    header_bytes: int = 64 * 1024
    wire_bytes: int = 10_000_000
    body_bytes: int = 20_000_000
    retries: int = 2
    backoff_s: float = 1.0
    github_api_url: str = GITHUB_API_URL
    github_raw_url: str = GITHUB_RAW_URL
    github_token: str | None = field(default=None, repr=False)
    contact: str | None = None
    ca_file: str | None = None

    def client(self) -> ClientOptions:
        """What of this the door is told."""
        return ClientOptions(
            allow=self.allow,
            connect_s=self.connect_s,
            silence_s=self.silence_s,
            fetch_s=self.fetch_s,
            header_bytes=self.header_bytes,
            wire_bytes=self.wire_bytes,
            body_bytes=self.body_bytes,
            host_connections=self.host_concurrency,
            user_agent=self.user_agent,
            ca_file=self.ca_file,
        )

    @property
    def user_agent(self) -> str:
        """`claimwatch/VERSION`, and the contact where one is set."""
        from importlib.metadata import version  # costs more than all else here

        name = f"claimwatch/{version('claimwatch')}"
        return f"{name} (+{self.contact})" if self.contact else name
