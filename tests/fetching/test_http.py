"""Pages over HTTP: what each answer means."""

from __future__ import annotations

import gzip
import socket

import pytest
from tests.fetching.conftest import Reader
from tests.site import Page, Site, redirect

from claimwatch.fetching.http import parse_content_type, raw_url
from claimwatch.fetching.outcome import Fetched, Outcome, Request, Trouble, Unchanged, Unreachable
from claimwatch.net.connecting import UnknownNameError

DATE = "Tue, 20 Oct 2026 07:28:00 GMT"


def trouble_of(outcome: Outcome) -> Trouble:
    assert isinstance(outcome, Unreachable), outcome
    return outcome.trouble


def test_a_page_is_fetched_with_what_its_headers_say(site: Site, reader: Reader) -> None:
    site.pages["/a"] = Page("<p>モデル</p>".encode("shift_jis"), 'Text/HTML; Charset="Shift_JIS"', etag='"v1"', last_modified=DATE)
    assert reader.page(site.url("/a#part")) == Fetched(
        body="<p>モデル</p>".encode("shift_jis"),
        media_type="text/html",
        charset="shift_jis",
        status=200,
        url=site.url("/a"),
        etag='"v1"',
        last_modified=DATE,
    )


@pytest.mark.parametrize(
    ("header", "media_type", "charset"),
    [
        ('text/html; Charset="GBK"', "text/html", "gbk"),
        ("text/html;charset=UTF-8", "text/html", "utf-8"),
        ("TEXT/Markdown ; CHARSET='utf-8' ; variant=GFM", "text/markdown", "utf-8"),
        ('text/plain; format="a;b"; charset = "iso-8859-1"', "text/plain", "iso-8859-1"),
        ("application/json", "application/json", ""),
        ("text/html; charset=", "text/html", ""),
        ("text/html; xcharset=x", "text/html", ""),
        ("text/html, text/plain", "text/html", ""),
        ("nonsense", "", ""),
        ("", "", ""),
    ],
)
def test_media_type_and_charset_are_read_in_any_case_and_in_quotes(header: str, media_type: str, charset: str) -> None:
    """B02."""
    assert parse_content_type(header) == (media_type, charset)


def test_a_page_without_a_media_type_says_none(site: Site, reader: Reader) -> None:
    site.pages["/README.md"] = Page(b"# Title", content_type=None)
    outcome = reader.page(site.url("/README.md"))
    assert isinstance(outcome, Fetched)
    assert (outcome.media_type, outcome.url) == ("", site.url("/README.md"))


def test_validators_are_sent_and_a_304_is_unchanged(site: Site, reader: Reader) -> None:
    site.pages["/etag"] = Page(b"x", etag='"v1"')
    site.pages["/date"] = Page(b"x", last_modified=DATE)
    assert reader.page(site.url("/etag"), etag='"v1"') == Unchanged(304, '"v1"', None)
    assert isinstance(reader.page(site.url("/date"), last_modified=DATE), Unchanged)
    assert isinstance(reader.page(site.url("/etag"), etag='"v0"'), Fetched)
    assert [("if-none-match" in seen.headers, "if-modified-since" in seen.headers) for seen in site.log] == [
        (True, False),
        (False, True),
        (True, False),
    ]


def test_without_validators_nothing_is_conditional(site: Site, reader: Reader) -> None:
    """B14: what was never stored cannot be unchanged."""
    site.pages["/a"] = Page(status=304)
    outcome = reader.page(site.url("/a"))
    assert trouble_of(outcome) is Trouble.ODD_ANSWER
    assert len(site.log) == 2
    assert not any("if-none-match" in seen.headers or "if-modified-since" in seen.headers for seen in site.log)


def test_a_304_at_the_end_of_a_redirect_counts_by_its_etag_alone(site: Site, reader: Reader) -> None:
    """An older page that took this one's place is not modified since, either."""
    site.pages["/a"] = redirect("/b")
    site.pages["/b"] = Page(b"another", last_modified="Mon, 19 Oct 2026 07:28:00 GMT")
    outcome = reader.page(site.url("/a"), last_modified="Mon, 19 Oct 2026 07:28:00 GMT")
    assert isinstance(outcome, Fetched)
    assert outcome.body == b"another"
    site.pages["/b"] = Page(b"the same", etag='"v1"')
    assert isinstance(reader.page(site.url("/a"), etag='"v1"'), Unchanged)


def test_a_last_modified_that_always_says_now_is_only_handed_on(site: Site, reader: Reader) -> None:
    """B16: the body decides what changed; both fetches give the same bytes."""
    site.pages["/a"] = [Page(b"x", last_modified=f"Tue, 20 Oct 2026 07:28:0{second} GMT") for second in (1, 2)]
    first, second = reader.page(site.url("/a")), reader.page(site.url("/a"))
    assert isinstance(first, Fetched)
    assert isinstance(second, Fetched)
    assert first.body == second.body
    assert first.last_modified != second.last_modified


@pytest.mark.parametrize(
    ("status", "trouble", "requests"),
    [
        *((status, Trouble.BUSY, 3) for status in (408, 425, 429, 500, 502, 503, 504, 520)),
        *((status, Trouble.REFUSED, 1) for status in (400, 401, 402, 403, 405, 406, 407, 409, 418, 422, 451, 499, 999)),
        *((status, Trouble.GONE, 1) for status in (404, 410)),
        *((status, Trouble.EMPTY, 1) for status in (204, 205)),
        *((status, Trouble.ODD_ANSWER, 1) for status in (201, 202, 207, 226, 300, 305, 306)),
        (206, Trouble.ODD_ANSWER, 2),
        *((status, Trouble.REDIRECT, 1) for status in (301, 302, 303, 307, 308)),
    ],
)
def test_every_status_but_a_whole_page_has_its_class(site: Site, reader: Reader, status: int, trouble: Trouble, requests: int) -> None:
    """E01, E04, E05, E06, E11, E14 and B23."""
    site.pages["/a"] = Page(b'{"message": "Not what you want"}', "application/json", status=status)
    outcome = reader.page(site.url("/a"))
    assert isinstance(outcome, Unreachable)
    assert (outcome.trouble, outcome.status) == (trouble, status)
    assert len(site.log) == requests
    assert outcome.reason


@pytest.mark.parametrize("body", [b"", b" \n\t "])
def test_an_empty_page_is_no_page(site: Site, reader: Reader, body: bytes) -> None:
    site.pages["/a"] = Page(body)
    assert trouble_of(reader.page(site.url("/a"))) is Trouble.EMPTY


def test_cut_off_and_too_large_pages_prove_nothing(site: Site, reader: Reader) -> None:
    """B11, B13, B17 and E12."""
    site.pages["/cut"] = Page(b"x" * 5000, cut_at=100)
    site.pages["/packed"] = Page(gzip.compress(b"x" * 50_000)[:-3], headers={"Content-Encoding": "gzip"})
    site.pages["/bomb"] = Page(gzip.compress(bytes(30_000_000)), headers={"Content-Encoding": "gzip"})
    site.pages["/large"] = Page(b"x" * 11_000_000)
    troubles = [trouble_of(reader.page(site.url(path))) for path in ("/cut", "/packed", "/bomb", "/large")]
    assert troubles == [Trouble.CUT_OFF, Trouble.CUT_OFF, Trouble.TOO_LARGE, Trouble.TOO_LARGE]


def test_a_source_may_be_on_http_and_https_alone(site: Site, reader: Reader) -> None:
    """B25."""
    for url in ("file:///etc/hostname", "ftp://example.org/", "gopher://example.org/", "http://user:pw@example.org/", "nonsense", ""):
        assert trouble_of(reader.page(url)) is Trouble.NOT_ALLOWED, url
    site.pages["/a"] = redirect("http://169.254.169.254/latest/")
    assert trouble_of(reader.page(site.url("/a"))) is Trouble.NOT_ALLOWED


@pytest.mark.parametrize("headers", [{"cf-mitigated": "challenge"}, {"x-vercel-mitigated": "challenge"}, {"X-Amzn-Waf-Action": "captcha"}])
@pytest.mark.parametrize("status", [200, 202, 403, 429, 503])
def test_a_challenge_is_told_by_its_header_whatever_its_status(site: Site, reader: Reader, headers: dict[str, str], status: int) -> None:
    """E08 and B04."""
    site.pages["/a"] = Page(b"<title>Just a moment...</title>", status=status, headers=headers)
    assert trouble_of(reader.page(site.url("/a"))) is Trouble.BLOCKED
    assert len(site.log) == 1


def test_a_page_behind_such_a_vendor_is_a_page(site: Site, reader: Reader) -> None:
    """B05."""
    body = b'<script src="/cdn-cgi/challenge-platform/x.js"></script>' + b"word " * 3000
    site.pages["/a"] = Page(body, headers={"Server": "cloudflare", "CF-Ray": "8f1"})
    assert isinstance(reader.page(site.url("/a")), Fetched)


@pytest.mark.parametrize(
    ("source", "target", "is_elsewhere"),
    [
        ("/docs/a", "/login?next=/docs/a", True),
        ("/docs/a", "/user/sign-in", True),
        ("/docs/a", "/sso/start", True),
        ("/docs/a", "/consent", True),
        ("/docs/a", "/", True),
        ("/docs/a", "/docs/latest/a", False),
        ("/docs/auth", "/docs/latest/auth", False),
        ("/docs/a", "/authors/b", False),
        ("/docs/a", "/docs/consented", False),
    ],
)
def test_a_redirect_to_a_doorway_leads_elsewhere(site: Site, reader: Reader, source: str, target: str, is_elsewhere: bool) -> None:
    """E07."""
    site.pages[source] = redirect(target)
    site.pages[target] = Page(b"<p>words</p>")
    outcome = reader.page(site.url(source))
    assert isinstance(outcome, Unreachable) is is_elsewhere
    if isinstance(outcome, Unreachable):
        assert outcome.trouble is Trouble.ELSEWHERE
        assert f"{site.url(source)} → {site.url(target)}" in outcome.reason


def test_a_moved_page_is_read_where_it_is(site: Site, reader: Reader) -> None:
    site.pages["/a"] = redirect("/b", 301)
    site.pages["/b"] = Page(b"words")
    outcome = reader.page(site.url("/a"))
    assert isinstance(outcome, Fetched)
    assert outcome.url == site.url("/b")


def test_what_fails_for_a_moment_is_tried_again_with_backoff(site: Site, reader: Reader) -> None:
    site.pages["/a"] = [Page(status=502), Page(raw=b""), Page(b"words")]
    assert isinstance(reader.page(site.url("/a")), Fetched)
    assert reader.patience.slept == [1.0, 2.0]


def test_a_host_that_refuses_connections_is_tried_three_times_and_then_once_a_source(reader: Reader) -> None:
    """E02."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/"
        assert trouble_of(reader.page(url)) is Trouble.NETWORK
        assert len(reader.patience.slept) == 2


def test_with_no_network_every_source_ends_after_short_waits(reader: Reader) -> None:
    calls: list[str] = []

    async def no_network(host: str, _port: int) -> list[str]:
        calls.append(host)
        raise UnknownNameError(f"the name {host} could not be looked up (Temporary failure in name resolution)")

    reader.resolver = no_network
    outcomes = reader.fetch(*(Request(f"s{number}", f"https://host{number}.example/page") for number in range(10)))
    assert {trouble_of(outcome) for outcome in outcomes} == {Trouble.NETWORK}
    assert 10 <= len(calls) <= 30
    assert sum(reader.patience.slept) <= 31


def test_a_failed_handshake_is_a_trouble_of_tls(site: Site, reader: Reader) -> None:
    assert trouble_of(reader.page(site.url("/").replace("http:", "https:"))) is Trouble.TLS


@pytest.mark.parametrize(
    ("url", "raw"),
    [
        ("https://github.com/o/r/blob/main/docs/README.md", "https://raw.githubusercontent.com/o/r/main/docs/README.md"),
        ("https://github.com/o/r/blob/main/README.md?plain=1#L3", "https://raw.githubusercontent.com/o/r/main/README.md"),
        ("https://github.com/o/r/blob/release/1.2/a%20b.txt", "https://raw.githubusercontent.com/o/r/release/1.2/a%20b.txt"),
        ("http://www.GitHub.com/o/r/blob/HEAD/x.json", "https://raw.githubusercontent.com/o/r/HEAD/x.json"),
        ("https://github.com/o/r/tree/main/docs", "https://github.com/o/r/tree/main/docs"),
        ("https://github.com/o/r", "https://github.com/o/r"),
        ("https://evilgithub.com/o/r/blob/main/x", "https://evilgithub.com/o/r/blob/main/x"),
        ("https://example.org/?u=https://github.com/o/r/blob/main/x", "https://example.org/?u=https://github.com/o/r/blob/main/x"),
    ],
)
def test_a_blob_page_is_read_as_its_raw_file(url: str, raw: str) -> None:
    assert raw_url(url, "https://raw.githubusercontent.com/") == raw


def test_a_raw_file_comes_from_where_the_options_say_and_gets_no_headers_of_another_origin(site: Site, reader: Reader) -> None:
    site.pages["/raw/o/r/main/README.md"] = Page(b"# Title", "text/plain; charset=utf-8")
    request = Request("readme", "https://github.com/o/r/blob/main/README.md", headers={"X-Key": "s3cret"})
    outcome = reader.with_options(github_raw_url=site.url("/raw"), github_token="t0ken").one(request)  # noqa: S106
    assert isinstance(outcome, Fetched)
    assert outcome.url.endswith("/README.md")
    assert not any(word in str(site.log) for word in ("s3cret", "t0ken"))


def test_a_sources_headers_are_sent_to_it(site: Site, reader: Reader) -> None:
    site.pages["/a"] = Page(b"words")
    reader.one(Request("a", site.url("/a"), headers={"X-Key": "s3cret", "Accept": "application/json"}))
    assert site.log[0].headers["x-key"] == "s3cret"
    assert site.log[0].headers["accept"] == "application/json"


def test_the_user_agent_says_who_asks(site: Site, reader: Reader) -> None:
    site.pages["/a"] = Page(b"words")
    reader.with_options(contact="https://example.org/bot").page(site.url("/a"))
    assert site.log[0].headers["user-agent"].startswith("claimwatch/")
    assert site.log[0].headers["user-agent"].endswith(" (+https://example.org/bot)")
