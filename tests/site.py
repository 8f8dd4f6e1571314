"""A real web site on loopback, for tests: pages that can be set, ETag and 304, redirects, delays, broken bodies, and a log of requests."""  # noqa: A005  (a submodule)

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self


@dataclass(frozen=True, slots=True)
class Seen:
    """One request as it came; all are GETs. Header names are lower case; `at` is monotonic seconds."""

    path: str
    headers: Mapping[str, str]
    at: float


@dataclass(frozen=True, slots=True)
class Page:
    """One answer. With `etag` or `last_modified` it answers conditional requests with 304.

    `raw` is sent as it is instead of everything else, and the connection closed. `cut_at`: the connection is closed after so many bytes of
    the body. `is_chunked` sends the body in chunks, `delay_s` waits before the answer, `drip_s` after each byte of the body.
    """

    body: bytes = b""
    content_type: str | None = "text/html; charset=utf-8"
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    etag: str | None = None
    last_modified: str | None = None
    delay_s: float = 0.0
    drip_s: float = 0.0
    cut_at: int | None = None
    is_chunked: bool = False
    raw: bytes | None = None


Answer = Page | Callable[[Seen], Page]


def redirect(location: str, status: int = 302) -> Page:
    """A redirect to there."""
    return Page(status=status, headers={"Location": location})


def http_date(at: datetime) -> str:
    """A time as HTTP headers write it."""
    return format_datetime(at.astimezone(UTC), usegmt=True)


class Site:
    """The site. `pages` maps a path, with its query or without, to a page, to a function, or to several of these in turn."""

    def __init__(self, host: str = "127.0.0.1", *, tls: ssl.SSLContext | None = None) -> None:
        self.pages: dict[str, Answer | list[Answer]] = {}
        self.log: list[Seen] = []
        self.connections = 0
        self.most_at_once = 0
        self.host = host
        self._scheme = "https" if tls else "http"
        self._at_once = 0
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._server = _Server((host, 0), _handler_of(self), tls)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def port(self) -> int:
        """The port that the system chose."""
        return int(self._server.server_address[1])

    def url(self, path: str = "/") -> str:
        """The address of a path on this site."""
        return f"{self._scheme}://{self.host}:{self.port}{path}"

    def seen(self, path: str) -> list[Seen]:
        """The requests for a path, whatever their query."""
        return [seen for seen in self.log if seen.path.partition("?")[0] == path]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.close_all()
        self._thread.join()

    def answer(self, seen: Seen) -> Page:
        """The page for a request; 404 for an unknown path."""
        with self._lock:
            self.log.append(seen)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            found = self.pages.get(seen.path) or self.pages.get(seen.path.partition("?")[0])
            if isinstance(found, list):
                found = found.pop(0) if len(found) > 1 else found[0]
        page = found(seen) if callable(found) else found
        return page or Page(b"<h1>Not Found</h1>", status=404)

    def done(self) -> None:
        """One request is answered."""
        with self._lock:
            self._at_once -= 1

    def wait(self, seconds: float) -> None:
        """Waits, but not beyond the end of the site."""
        if seconds:
            self._closing.wait(seconds)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = True
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler], tls: ssl.SSLContext | None) -> None:
        if ":" in address[0]:
            self.address_family = socket.AF_INET6
        self._tls = tls
        self._open: set[socket.socket] = set()
        super().__init__(address, handler)

    def get_request(self) -> tuple[socket.socket, tuple[str, int]]:
        request, address = super().get_request()
        if self._tls:
            request = self._tls.wrap_socket(request, server_side=True, do_handshake_on_connect=False)
        self._open.add(request)
        return request, address

    def shutdown_request(self, request: socket.socket | tuple[bytes, socket.socket]) -> None:
        if isinstance(request, socket.socket):
            self._open.discard(request)
        super().shutdown_request(request)

    def close_all(self) -> None:
        """Closes the listening socket, and every connection that a client keeps open."""
        for request in list(self._open):
            try:
                request.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue
        self.server_close()

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that goes away is no error of a test."""


def _handler_of(site: Site) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def setup(self) -> None:
            site.connections += 1
            super().setup()

        def do_GET(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            page = site.answer(Seen(self.path, headers, time.monotonic()))
            try:
                site.wait(page.delay_s)
                self._send(page, headers)
            finally:
                site.done()

        def _send(self, page: Page, headers: Mapping[str, str]) -> None:
            if page.raw is not None:
                self.wfile.write(page.raw)
                self.close_connection = True
                return
            is_unchanged = page.status == 200 and _is_unchanged(page, headers)
            status = 304 if is_unchanged else page.status
            body = b"" if is_unchanged or status in (204, 205, 304) else page.body
            self.send_response(status)
            for name, value in _headers_of(page, len(body), has_body=not is_unchanged and status not in (204, 304)):
                self.send_header(name, value)
            self.end_headers()
            self._send_body(page, body)

        def _send_body(self, page: Page, body: bytes) -> None:
            if page.cut_at is not None:
                body = body[: page.cut_at]
                self.close_connection = True
            if page.is_chunked:
                for start in range(0, len(body), 1000):
                    piece = body[start : start + 1000]
                    self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece))
                if page.cut_at is None:
                    self.wfile.write(b"0\r\n\r\n")
            elif page.drip_s:
                for byte in body:
                    self.wfile.write(bytes([byte]))
                    site.wait(page.drip_s)
            else:
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (the base class names it so)
            """The log is `site.log`."""

    return Handler


def _is_unchanged(page: Page, headers: Mapping[str, str]) -> bool:
    """RFC 9110, 13.2.2: If-None-Match first, If-Modified-Since only without it."""
    if "if-none-match" in headers:
        return page.etag is not None and page.etag in headers["if-none-match"]
    return page.last_modified is not None and headers.get("if-modified-since") == page.last_modified


def _headers_of(page: Page, size: int, *, has_body: bool) -> list[tuple[str, str]]:
    headers = list(page.headers.items())
    named = {name.lower() for name, _ in headers}
    if page.etag:
        headers.append(("ETag", page.etag))
    if page.last_modified:
        headers.append(("Last-Modified", page.last_modified))
    if has_body:
        if page.content_type is not None:
            headers.append(("Content-Type", page.content_type))
        if page.is_chunked:
            headers.append(("Transfer-Encoding", "chunked"))
        elif "content-length" not in named:
            headers.append(("Content-Length", str(size)))
    return headers
