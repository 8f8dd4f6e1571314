"""A WARC in place of the network: of each URL the latest good record that is not after now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from claimwatch.errors import ConfigError
from claimwatch.fetching.archive import MEDIA_TYPES
from claimwatch.fetching.http import parse_content_type, raw_url
from claimwatch.fetching.options import GITHUB_RAW_URL
from claimwatch.fetching.outcome import Fetched, Outcome, Request, Trouble, Unreachable
from claimwatch.fetching.records import Place, Record, RecordError, read_records
from claimwatch.net.address import Address, AddressError, join, parse_address
from claimwatch.net.decode import Body, CutOffError, DecodeError, TooLargeError

_REDIRECTS = {301, 302, 303, 307, 308}
_MOST_HOPS = 5


@dataclass(frozen=True, slots=True)
class _Page:
    """What the heads of a record say, and where it stands."""

    at: datetime
    place: Place
    status: int
    headers: Mapping[str, str]
    is_response: bool
    is_truncated: bool


class WarcFetcher:
    """Pages of a WARC, read as a stream; a redirect that was archived is followed inside the archive."""

    def __init__(self, path: Path, now: datetime, *, body_bytes: int = 20_000_000) -> None:
        """`now` is aware. ConfigError when the file cannot be read or is no WARC."""
        self._path, self._limit = path, body_bytes
        self._pages: dict[str, _Page] = {}
        try:
            with path.open("rb") as file:
                for record in read_records(file):
                    self._note(record, now)
        except OSError as error:
            raise ConfigError(f"the archive {path} cannot be read: {error.strerror}") from error
        except RecordError as error:
            raise ConfigError(f"the archive {path} is no WARC, or a damaged one: {error}") from error

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *details: object) -> None:
        """Nothing is held open."""

    async def fetch(self, request: Request) -> Outcome:
        """The page of this source, or why there is none."""
        if request.facts:
            return Unreachable(Trouble.NO_FILE, "a WARC holds pages; facts of a repository are read from a folder with SOURCE.facts.json")
        try:
            found = self._find(parse_address(request.url)) or self._find(parse_address(raw_url(request.url, GITHUB_RAW_URL)))
            return self._follow(found) if found else Unreachable(Trouble.NO_FILE, f"the archive has no {request.url}")
        except AddressError as error:
            return Unreachable(Trouble.NO_FILE, f"the archive has no {request.url}: {error}")

    def _note(self, record: Record, now: datetime) -> None:
        """Keeps what a record is about, if it is a page, not after now, and newer than what is known of its URL."""
        kind = record.head.get("warc-type", "").lower()
        if kind not in ("response", "resource"):
            return
        try:
            at = datetime.fromisoformat(record.head.get("warc-date", ""))
            url = str(parse_address(record.head.get("warc-target-uri", "").strip("<>")))
        except ValueError:
            return  # a date that is none, or an address like dns:example.org
        at = at if at.tzinfo else at.replace(tzinfo=UTC)
        head = record.read_http_head() if kind == "response" else (200, {"content-type": record.head.get("content-type", "")})
        if head is None or at > now or (head[0] != 200 and head[0] not in _REDIRECTS):
            return
        before = self._pages.get(url)
        if before is None or before.at <= at:
            self._pages[url] = _Page(at, record.place, head[0], head[1], kind == "response", "warc-truncated" in record.head)

    def _find(self, address: Address) -> tuple[str, _Page] | None:
        for scheme, port in ((address.scheme, address.port), ("https", 443), ("http", 80)):
            url = str(Address(scheme, address.host, port, address.target))
            if url in self._pages:
                return url, self._pages[url]
        return None

    def _follow(self, found: tuple[str, _Page]) -> Outcome:
        for _ in range(_MOST_HOPS + 1):
            url, page = found
            if page.status not in _REDIRECTS:
                return self._read(url, page)
            target = join(parse_address(url), page.headers.get("location", ""))
            following = self._find(target)
            if following is None:
                return Unreachable(Trouble.NO_FILE, f"the archive has a redirect to {target}, but not that page")
            found = following
        return Unreachable(Trouble.REDIRECT, f"in the archive {found[0]} redirects more than {_MOST_HOPS} times")

    def _read(self, url: str, page: _Page) -> Outcome:
        try:
            content = self._body(page)
        except TooLargeError as error:
            return Unreachable(Trouble.TOO_LARGE, f"in the archive, {error}")
        except CutOffError as error:
            return Unreachable(Trouble.CUT_OFF, f"in the archive, {error}")
        except (DecodeError, RecordError, OSError) as error:
            return Unreachable(Trouble.UNREADABLE, f"the archived page {url} cannot be read: {error}")
        if not content.strip():
            return Unreachable(Trouble.EMPTY, f"the archived page {url} is empty")
        media_type, charset = parse_content_type(page.headers.get("content-type", ""))
        ending = "." + url.partition("?")[0].rpartition(".")[2].lower()
        etag, last_modified = page.headers.get("etag"), page.headers.get("last-modified")
        return Fetched(content, media_type or MEDIA_TYPES.get(ending, ""), charset, 200, url, etag, last_modified)

    def _body(self, page: _Page) -> bytes:
        body = Body(page.headers.get("content-encoding", ""), wire_bytes=self._limit, body_bytes=self._limit)
        is_chunked = "chunked" in page.headers.get("transfer-encoding", "").lower()
        size = 0
        with self._path.open("rb") as file:
            record = next(read_records(file, page.place))
            if page.is_response:
                record.read_http_head()
            for piece in record.pieces(is_chunked=is_chunked):
                size += len(piece)
                body.feed(piece)
        announced = page.headers.get("content-length", "")
        if page.is_truncated or (not is_chunked and announced.isdecimal() and size < int(announced[:20])):
            raise CutOffError("the body stops before its end")
        return body.finish()
