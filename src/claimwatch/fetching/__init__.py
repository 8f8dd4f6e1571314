"""From a source to what came of fetching it: an edition's bytes, unchanged, or unreachable and why.

In goes a `Request`, out comes an `Outcome` (both in `outcome`). `open_fetcher` reads the network: pages over HTTP, facts of repositories
over GitHub's API, politely and only past the door in `net`. `open_archive` reads a folder or a WARC instead.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from claimwatch.fetching.outcome import Fetcher

if TYPE_CHECKING:
    from claimwatch.fetching.options import FetchOptions


def open_fetcher(options: FetchOptions) -> Fetcher:
    """The network. To be entered with `async with` before it fetches."""
    from claimwatch.fetching.network import NetworkFetcher  # costs the import of an HTTP stack

    return NetworkFetcher(options)


def open_archive(path: Path, now: datetime, *, body_bytes: int = 20_000_000) -> Fetcher:
    """An archive as of `now`: a folder as DESIGN.md has it, or a WARC. ConfigError when it is neither, or cannot be read."""
    from claimwatch.fetching.archive import ArchiveFetcher, is_warc

    if is_warc(path):
        from claimwatch.fetching.warc import WarcFetcher

        return WarcFetcher(path, now, body_bytes=body_bytes)
    return ArchiveFetcher(path, now, body_bytes=body_bytes)
