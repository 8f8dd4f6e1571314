"""Archives: folders and WARCs in place of the network."""

from __future__ import annotations

import asyncio
import gzip
import os
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from claimwatch.errors import ConfigError
from claimwatch.fetching import open_archive
from claimwatch.fetching.outcome import FACTS_MEDIA_TYPE, Fact, Fetched, Outcome, Request, Trouble, Unreachable

NOW = datetime(2026, 10, 20, 12, 0, tzinfo=UTC)
COMMITS = Fact("commits")


def fetch(path: Path, request: Request, *, now: datetime = NOW, body_bytes: int = 20_000_000) -> Outcome:
    async def run() -> Outcome:
        async with open_archive(path, now, body_bytes=body_bytes) as fetcher:
            return await fetcher.fetch(request)

    return asyncio.run(run())


def page(source: str = "readme", url: str = "https://example.org/x") -> Request:
    return Request(source, url)


def body_of(outcome: Outcome) -> bytes:
    assert isinstance(outcome, Fetched), outcome
    return outcome.body


def trouble_of(outcome: Outcome) -> Trouble:
    assert isinstance(outcome, Unreachable), outcome
    return outcome.trouble


@pytest.mark.parametrize(
    ("ending", "media_type"),
    [
        ("html", "text/html"),
        ("md", "text/markdown"),
        ("txt", "text/plain"),
        ("json", "application/json"),
        ("pdf", "application/pdf"),
        ("xml", "application/xml"),
    ],
)
def test_a_page_is_the_file_of_its_source(tmp_path: Path, ending: str, media_type: str) -> None:
    (tmp_path / f"vllm.readme-1.{ending}").write_bytes(b"words")
    assert fetch(tmp_path, page("vllm.readme-1")) == Fetched(b"words", media_type, url="https://example.org/x")


def test_a_source_without_a_file_is_unreachable(tmp_path: Path) -> None:
    (tmp_path / "other.html").write_text("words")
    (tmp_path / "readme.facts.json").write_text("{}")
    assert trouble_of(fetch(tmp_path, page())) is Trouble.NO_FILE


@pytest.mark.parametrize("source", ["../secret", "/etc/hostname", "sub/page", "..", ".", "", "readme\0", "*", "other.html/../readme"])
def test_no_name_from_a_claims_file_is_opened(tmp_path: Path, source: str) -> None:
    archive = tmp_path / "archive"
    (archive / "sub").mkdir(parents=True)
    (archive / "sub" / "page.html").write_text("words")
    (tmp_path / "secret.html").write_text("secret")
    (archive / "readme.html").write_text("words")
    assert trouble_of(fetch(archive, page(source))) is Trouble.NO_FILE


def test_links_inside_are_read_and_links_out_are_refused(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    archive.mkdir()
    (tmp_path / "secret.html").write_text("secret")
    (archive / "a.html").write_text("words")
    (archive / "inside.html").symlink_to("a.html")
    (archive / "out.html").symlink_to(tmp_path / "secret.html")
    (archive / "broken.html").symlink_to("nowhere")
    assert body_of(fetch(archive, page("inside"))) == b"words"
    assert trouble_of(fetch(archive, page("out"))) is Trouble.NOT_ALLOWED
    assert trouble_of(fetch(archive, page("broken"))) is Trouble.NO_FILE
    (tmp_path / "way").symlink_to(archive)
    assert body_of(fetch(tmp_path / "way", page("a"))) == b"words", "the archive itself may be reached by a link"


def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "folder.html").mkdir()
    os.mkfifo(tmp_path / "pipe.html")
    assert trouble_of(fetch(tmp_path, page("folder"))) is Trouble.NO_FILE
    assert trouble_of(fetch(tmp_path, page("pipe"))) is Trouble.NO_FILE


def test_large_and_empty_files_prove_nothing(tmp_path: Path) -> None:
    (tmp_path / "large.html").write_bytes(b"x" * 101)
    (tmp_path / "empty.html").write_bytes(b" \n")
    assert trouble_of(fetch(tmp_path, page("large"), body_bytes=100)) is Trouble.TOO_LARGE
    assert trouble_of(fetch(tmp_path, page("empty"))) is Trouble.EMPTY


@pytest.mark.parametrize(
    ("now", "found"),
    [
        (datetime(2026, 10, 21, 0, 0, tzinfo=UTC), b"21"),
        (datetime(2026, 10, 20, 23, 59, tzinfo=UTC), b"19"),
        (datetime(2026, 10, 21, 1, 0, tzinfo=timezone(timedelta(hours=2))), b"19"),
        (datetime(2026, 10, 20, 23, 0, tzinfo=timezone(timedelta(hours=-3))), b"21"),
        (datetime(2030, 1, 1, tzinfo=UTC), b"21"),
    ],
)
def test_now_chooses_the_latest_day_that_is_not_after_it(tmp_path: Path, now: datetime, found: bytes) -> None:
    for day in ("2026-10-19", "2026-10-21", "2026-02-30", "drafts"):
        (tmp_path / day).mkdir()
        (tmp_path / day / "readme.md").write_bytes(day[-2:].encode())
    assert body_of(fetch(tmp_path, page(), now=now)) == found


def test_before_the_first_day_there_is_nothing(tmp_path: Path) -> None:
    (tmp_path / "2026-10-21").mkdir()
    (tmp_path / "2026-10-21" / "readme.md").write_text("words")
    assert trouble_of(fetch(tmp_path, page())) is Trouble.NO_FILE


def test_a_day_that_is_a_link_out_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "archive").mkdir()
    (tmp_path / "archive" / "2026-10-19").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ConfigError):
        open_archive(tmp_path / "archive", NOW)


def test_an_archive_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file.zip").write_bytes(b"PK")
    for name in ("nowhere", "file.zip", "nowhere.warc.gz"):
        with pytest.raises(ConfigError):
            open_archive(tmp_path / name, NOW)


FACTS = '{"commits": 3, "commits_until": {"2026-10-20": 2}, "license": "Apache-2.0", "topics": ["ö"], "archived": false}'


def test_of_the_facts_those_asked_for_are_kept(tmp_path: Path) -> None:
    (tmp_path / "repo.facts.json").write_text(FACTS, encoding="utf-8")
    (tmp_path / "repo.json").write_text("{}")
    facts = (COMMITS, Fact("commits", date(2026, 10, 20)), Fact("license"), Fact("topics"), Fact("archived"))
    outcome = fetch(tmp_path, Request("repo", "https://github.com/a/b", facts=facts))
    assert isinstance(outcome, Fetched)
    assert (outcome.media_type, outcome.charset) == (FACTS_MEDIA_TYPE, "utf-8")
    assert outcome.body.decode() == FACTS.replace(": ", ":").replace(", ", ",").replace(
        '{"commits":3,"commits_until":{"2026-10-20":2},"license":"Apache-2.0","topics":["ö"],"archived":false}',
        '{"archived":false,"commits":3,"commits_until":{"2026-10-20":2},"license":"Apache-2.0","topics":["ö"]}',
    )


@pytest.mark.parametrize(
    "facts", [(Fact("stars"),), (COMMITS, Fact("stars")), (Fact("commits", date(2026, 10, 19)),), (Fact("license", date(2026, 10, 20)),)]
)
def test_a_fact_that_is_not_there_is_unreachable(tmp_path: Path, facts: tuple[Fact, ...]) -> None:
    (tmp_path / "repo.facts.json").write_text(FACTS, encoding="utf-8")
    assert trouble_of(fetch(tmp_path, Request("repo", "https://github.com/a/b", facts=facts))) is Trouble.NO_FILE


@pytest.mark.parametrize("text", ["[]", "{", "null", "[" * 100_000, '{"commits": "\\ud800"}'])
def test_facts_that_are_no_facts_are_unreadable(tmp_path: Path, text: str) -> None:
    (tmp_path / "repo.facts.json").write_text(text)
    outcome = fetch(tmp_path, Request("repo", "https://github.com/a/b", facts=(COMMITS,)))
    assert trouble_of(outcome) is Trouble.UNREADABLE


class Warc:
    """Writes a WARC record by record (ISO 28500), each in a gzip member of its own if the name says so."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._records: list[bytes] = []

    def put(self, url: str, body: bytes, *, at: str = "2026-10-19T00:00:00Z", status: str = "200 OK", **headers: str) -> None:
        """One response; header names with `_` for `-`."""
        fields = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        self.put_record("response", "application/http; msgtype=response", url, f"HTTP/1.1 {status}\r\n{fields}\r\n".encode() + body, at=at)

    def put_record(self, kind: str, content_type: str, url: str, block: bytes, *, at: str = "2026-10-19T00:00:00Z", more: str = "") -> None:
        head = f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: {at}\r\n"
        head += (
            f"WARC-Record-ID: <urn:uuid:{len(self._records)}>\r\n{more}Content-Type: {content_type}\r\nContent-Length: {len(block)}\r\n\r\n"
        )
        self._records.append(head.encode() + block + b"\r\n\r\n")

    def save(self) -> Path:
        is_packed = self._path.name.endswith(".gz")
        self._path.write_bytes(b"".join(gzip.compress(record, mtime=0) if is_packed else record for record in self._records))
        return self._path


@pytest.fixture(params=["pages.warc", "pages.warc.gz"])
def warc(request: pytest.FixtureRequest, tmp_path: Path) -> Warc:
    return Warc(tmp_path / str(request.param))


URL = "https://example.org/page"


def test_the_latest_good_record_that_is_not_after_now_is_read(warc: Warc) -> None:
    warc.put(URL, b"older", at="2026-10-01T00:00:00Z", Content_Type="text/html")
    warc.put(URL, b"newer", at="2026-10-19T00:00:00Z", Content_Type='text/HTML; charset="UTF-8"', ETag='"2"')
    warc.put(URL, b"oldest", at="2026-09-01T00:00:00Z", Content_Type="text/html")
    warc.put(URL, b"down", at="2026-10-19T06:00:00Z", status="503 Busy")
    warc.put(URL, b"later", at="2026-10-21T00:00:00Z", Content_Type="text/html")
    warc.put("https://example.org/other", b"other", Content_Type="text/html")
    path = warc.save()
    assert fetch(path, page(url=f"{URL}#part")) == Fetched(b"newer", "text/html", "utf-8", 200, URL, '"2"', None)
    assert body_of(fetch(path, page(url=URL), now=datetime(2026, 9, 2, tzinfo=UTC))) == b"oldest"
    assert trouble_of(fetch(path, page(url=URL), now=datetime(2026, 8, 2, tzinfo=UTC))) is Trouble.NO_FILE
    assert trouble_of(fetch(path, page(url="https://example.org/none"))) is Trouble.NO_FILE


def test_archived_redirects_are_followed_inside_the_archive(warc: Warc) -> None:
    warc.put("http://example.org/old", b"", status="301 Moved", Location="/new")
    warc.put("https://example.org/new", b"words", Content_Type="text/html")
    warc.put("https://example.org/circle", b"", status="302 Found", Location="/circle")
    warc.put("https://example.org/out", b"", status="302 Found", Location="https://elsewhere.example/")
    path = warc.save()
    outcome = fetch(path, page(url="http://example.org/old"))
    assert isinstance(outcome, Fetched)
    assert (outcome.body, outcome.url) == (b"words", "https://example.org/new")
    assert trouble_of(fetch(path, page(url="https://example.org/circle"))) is Trouble.REDIRECT
    assert trouble_of(fetch(path, page(url="https://example.org/out"))) is Trouble.NO_FILE


def test_a_blob_page_is_found_as_its_raw_file(warc: Warc) -> None:
    warc.put("https://raw.githubusercontent.com/o/r/main/README.md", b"# Title", Content_Type="text/plain; charset=utf-8")
    outcome = fetch(warc.save(), page(url="https://github.com/o/r/blob/main/README.md"))
    assert isinstance(outcome, Fetched)
    assert outcome.url.endswith("/README.md")


def test_chunked_and_packed_bodies_are_unpacked_within_limits(warc: Warc) -> None:
    packed = gzip.compress(b"words " * 1000, mtime=0)
    chunked = b"%x\r\n%b\r\n0\r\n\r\n" % (len(packed), packed)
    warc.put("https://example.org/a", chunked, Content_Type="text/html", Content_Encoding="gzip", Transfer_Encoding="chunked")
    warc.put("https://example.org/bomb", gzip.compress(bytes(50_000_000)), Content_Encoding="gzip")
    warc.put("https://example.org/cut", packed[:-5], Content_Encoding="gzip")
    warc.put("https://example.org/short", b"words", Content_Length="500")
    warc.put("https://example.org/chunk", chunked[:-5], Transfer_Encoding="chunked")
    warc.put("https://example.org/large", b"x" * 200_000)
    warc.put("https://example.org/empty", b"")
    path = warc.save()
    assert body_of(fetch(path, page(url="https://example.org/a"))) == b"words " * 1000
    troubles = {name: trouble_of(fetch(path, page(url=f"https://example.org/{name}"), body_bytes=100_000)) for name in NAMES}
    assert troubles == NAMES


NAMES = {
    "bomb": Trouble.TOO_LARGE,
    "cut": Trouble.CUT_OFF,
    "short": Trouble.CUT_OFF,
    "chunk": Trouble.CUT_OFF,
    "large": Trouble.TOO_LARGE,
    "empty": Trouble.EMPTY,
}


def test_resources_are_pages_and_other_records_are_not(warc: Warc) -> None:
    warc.put_record("warcinfo", "application/warc-fields", "", b"software: x\r\n")
    warc.put_record("resource", "text/markdown; charset=utf-8", URL, b"# Title")
    warc.put_record("request", "application/http; msgtype=request", "https://example.org/asked", b"GET /asked HTTP/1.1\r\n\r\n")
    warc.put_record("response", "text/dns", "dns:example.org", b"20261019000000\r\n")
    path = warc.save()
    assert fetch(path, page(url=URL)) == Fetched(b"# Title", "text/markdown", "utf-8", 200, URL)
    assert trouble_of(fetch(path, page(url="https://example.org/asked"))) is Trouble.NO_FILE


def test_a_record_that_was_truncated_when_it_was_made_is_cut_off(warc: Warc) -> None:
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nwords"
    warc.put_record("response", "application/http; msgtype=response", URL, block, more="WARC-Truncated: length\r\n")
    assert trouble_of(fetch(warc.save(), page(url=URL))) is Trouble.CUT_OFF


def test_a_warc_holds_no_facts(warc: Warc) -> None:
    warc.put(URL, b"words")
    assert trouble_of(fetch(warc.save(), Request("repo", "https://github.com/a/b", facts=(COMMITS,)))) is Trouble.NO_FILE


def test_one_gzip_stream_over_all_records_is_read_too(tmp_path: Path) -> None:
    plain = Warc(tmp_path / "plain.warc")
    for number in range(50):
        plain.put(f"https://example.org/{number}", b"page %d " % number * 5000, Content_Type="text/html")
    packed = tmp_path / "packed.warc.gz"
    packed.write_bytes(gzip.compress(plain.save().read_bytes()))
    for number in (0, 17, 49):
        request = page(url=f"https://example.org/{number}")
        assert body_of(fetch(packed, request)) == body_of(fetch(plain.save(), request)) == b"page %d " % number * 5000


DAMAGED = [
    b"no archive at all\r\n\r\n",
    b"\x1f\x8bdamaged",
    gzip.compress(b"WARC/1.1\r\nContent-Length: 0\r\n\r\n\r\n", mtime=0)[:-9],
    b"WARC/1.1\r\nWARC-Type: response\r\n\r\n\r\n",
    b"WARC/1.1\r\nContent-Length: -1\r\n\r\n\r\n",
    b"WARC/1.1\r\nContent-Length: 500\r\n\r\nshort",
    b"WARC/1.1\r\nX: " + b"y" * 200_000,
]


@pytest.mark.parametrize("data", DAMAGED)
def test_a_damaged_warc_is_an_error(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.warc").write_bytes(data)
    with pytest.raises(ConfigError):
        open_archive(tmp_path / "x.warc", NOW)
