"""Facts of a repository, from an imitation of GitHub's API on loopback."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from tests.fetching.conftest import NOW, Reader
from tests.site import Page, Seen, Site, redirect

from claimwatch.fetching.github import parse_links
from claimwatch.fetching.outcome import FACTS_MEDIA_TYPE, Fact, Fetched, Outcome, Request, Trouble, Unchanged, Unreachable

REPOSITORY = "https://github.com/acme/engine"
PATH = "/repos/acme/engine/commits"
COMMITS = Fact("commits")


class Api:
    """An API over a list of times at which commits were made, pages of `per_page` (or of a size of its own), newest first."""

    def __init__(self, site: Site, times: list[datetime], *, own_page_size: int | None = None) -> None:
        self.site, self.times, self.own_page_size = site, times, own_page_size
        site.pages[PATH] = self.answer

    def answer(self, seen: Seen) -> Page:
        query = parse_qs(urlsplit(seen.path).query)
        size = self.own_page_size or int(query.get("per_page", ["30"])[0])
        page = int(query.get("page", ["1"])[0])
        until = datetime.fromisoformat(query["until"][0]) if "until" in query else None
        times = sorted((at for at in self.times if until is None or at <= until), reverse=True)
        if not self.times:
            return Page(b'{"message": "Git Repository is empty."}', "application/json", status=409)
        last = max(1, -(-len(times) // size))
        entries = [{"sha": f"{number:040x}", "at": at.isoformat()} for number, at in enumerate(times)][(page - 1) * size : page * size]
        body = json.dumps(entries).encode()
        return Page(body, "application/json; charset=utf-8", etag=f'W/"{hash(body)}"', headers=self._link(seen, page, last))

    def _link(self, seen: Seen, page: int, last: int) -> dict[str, str]:
        if last == 1:
            return {}
        base = self.site.url(seen.path.partition("&page=")[0])
        link = f'<{base}&page={page + 1}>; rel="next", <{base}&page={last}>; rel="last"'
        return {"Link": link if page < last else f'<{base}&page=1>; rel="first"'}


@pytest.fixture
def github(site: Site, reader: Reader) -> Reader:
    return reader.with_options(github_api_url=site.url())


def days_before(count: int, start: datetime = NOW) -> list[datetime]:
    return [start - timedelta(days=number) for number in range(count)]


def facts_of(outcome: Outcome) -> object:
    assert isinstance(outcome, Fetched), outcome
    assert (outcome.media_type, outcome.charset, outcome.url) == (FACTS_MEDIA_TYPE, "utf-8", REPOSITORY)
    return json.loads(outcome.body)


def ask(*facts: Fact, etag: str | None = None, url: str = REPOSITORY) -> Request:
    return Request("engine-repo", url, etag, facts=facts)


def trouble_of(outcome: Outcome) -> Trouble:
    assert isinstance(outcome, Unreachable), outcome
    return outcome.trouble


@pytest.mark.parametrize("count", [1, 2, 30, 31, 482])
def test_commits_are_counted_with_one_request(site: Site, github: Reader, count: int) -> None:
    """B52: the number of the last page, one commit a page; without a Link header, the items."""
    Api(site, days_before(count))
    assert facts_of(github.one(ask(COMMITS))) == {"commits": count}
    assert len(site.log) == 1


@pytest.mark.parametrize("count", [1, 29, 30, 31, 59, 60, 61])
def test_a_server_with_pages_of_its_own_size_is_counted_right(site: Site, github: Reader, count: int) -> None:
    """B52."""
    Api(site, days_before(count), own_page_size=30)
    assert facts_of(github.one(ask(COMMITS))) == {"commits": count}


def test_an_empty_repository_has_no_commits(site: Site, github: Reader) -> None:
    Api(site, [])
    assert facts_of(github.one(ask(COMMITS))) == {"commits": 0}


def test_a_day_counts_to_its_end_in_utc(site: Site, github: Reader) -> None:
    day = datetime(2026, 10, 20, tzinfo=UTC)
    Api(site, [day - timedelta(seconds=1), day + timedelta(hours=23, minutes=59, seconds=59), day + timedelta(days=1)])
    asked = [Fact("commits", date(2026, 10, 20)), Fact("commits", date(2026, 10, 19)), COMMITS]
    outcome = github.one(ask(*asked))
    assert isinstance(outcome, Fetched)
    assert outcome.body == b'{"commits":3,"commits_until":{"2026-10-19":1,"2026-10-20":2}}'
    assert outcome.body == facts_bytes(github.one(ask(*reversed(asked)))), "the same facts are the same bytes"


def facts_bytes(outcome: Outcome) -> bytes:
    assert isinstance(outcome, Fetched)
    return outcome.body


def test_before_the_first_commit_there_were_none(site: Site, github: Reader) -> None:
    Api(site, [NOW])
    assert facts_of(github.one(ask(Fact("commits", date(2020, 1, 1))))) == {"commits_until": {"2020-01-01": 0}}


@pytest.mark.parametrize("url", [f"{REPOSITORY}/", f"{REPOSITORY}.git", "https://www.GitHub.com/acme/engine"])
def test_a_repository_is_known_by_its_usual_addresses(site: Site, github: Reader, url: str) -> None:
    Api(site, days_before(3))
    assert isinstance(github.one(ask(COMMITS, url=url)), Fetched)


@pytest.mark.parametrize(
    "url", ["https://gitlab.com/acme/engine", f"{REPOSITORY}/tree/main", "https://github.com/acme", "https://github.com/../x", ""]
)
def test_other_repositories_are_unreachable_and_told_so(site: Site, github: Reader, url: str) -> None:
    outcome = github.one(ask(COMMITS, url=url))
    assert isinstance(outcome, Unreachable)
    assert "github.com" in outcome.reason
    assert site.log == []


def test_facts_that_cannot_be_read_yet_are_named(site: Site, github: Reader) -> None:
    outcome = github.one(ask(COMMITS, Fact("stars"), Fact("license")))
    assert isinstance(outcome, Unreachable)
    assert "only commits" in outcome.reason
    assert "license, stars" in outcome.reason
    assert site.log == []


def test_a_count_that_is_not_ready_is_asked_for_again(site: Site, github: Reader) -> None:
    """B53: 202 is no count of nothing."""
    site.pages[PATH] = [Page(b"{}", "application/json", status=202), Page(b'[{"sha": "1"}]', "application/json")]
    assert facts_of(github.one(ask(COMMITS))) == {"commits": 1}
    site.pages[PATH] = Page(b"{}", "application/json", status=202)
    assert trouble_of(github.one(ask(COMMITS))) is Trouble.BUSY


@pytest.mark.parametrize(
    ("status", "headers", "pause"),
    [
        (403, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(int(NOW.timestamp()) + 1800)}, 1800),
        (429, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(int(NOW.timestamp()) + 90)}, 90),
        (403, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(int(NOW.timestamp()) + 10**9)}, 86400),
        (403, {"X-RateLimit-Remaining": "4999", "Retry-After": "60"}, 60),
        (429, {"Retry-After": "60"}, 60),
    ],
)
def test_a_used_up_quota_is_obeyed(site: Site, github: Reader, status: int, headers: dict[str, str], pause: float) -> None:
    site.pages[PATH] = Page(b'{"message": "API rate limit exceeded"}', "application/json", status=status, headers=headers)
    outcomes = github.with_options(host_concurrency=1).fetch(*(Request(f"r{n}", REPOSITORY, facts=(COMMITS,)) for n in range(5)))
    assert all(isinstance(outcome, Unreachable) and outcome.trouble is Trouble.BUSY for outcome in outcomes)
    assert [outcome.retry_after_s for outcome in outcomes if isinstance(outcome, Unreachable)] == [pause] * 5
    assert len(site.log) == 1


def test_a_quota_without_a_time_is_busy_too(site: Site, github: Reader) -> None:
    site.pages[PATH] = Page(status=403, headers={"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "soon"})
    assert trouble_of(github.one(ask(COMMITS))) is Trouble.BUSY


@pytest.mark.parametrize(
    ("status", "trouble"),
    [(404, Trouble.GONE), (410, Trouble.GONE), (401, Trouble.REFUSED), (403, Trouble.REFUSED), (451, Trouble.REFUSED), (500, Trouble.BUSY)],
)
def test_other_answers_have_their_class(site: Site, github: Reader, status: int, trouble: Trouble) -> None:
    """B23."""
    site.pages[PATH] = Page(b'{"message": "Not Found"}', "application/json", status=status)
    assert trouble_of(github.one(ask(COMMITS))) is trouble


@pytest.mark.parametrize("body", [b"{}", b'"x"', b"[", b"<html>", b"null", b"[" * 100_000])
def test_what_is_no_list_is_no_count(site: Site, github: Reader, body: bytes) -> None:
    site.pages[PATH] = Page(body, "application/json")
    assert trouble_of(github.one(ask(COMMITS))) is Trouble.ODD_ANSWER


@pytest.mark.parametrize(
    "link",
    ['<https://x/?page=2>; rel="next"', '<https://x/?page=0>; rel="last"', '<https://x/>; rel="last"', "<https://x/?page=1e9>; rel=last"],
)
def test_a_link_header_whose_end_cannot_be_told_is_no_count(site: Site, github: Reader, link: str) -> None:
    site.pages[PATH] = Page(b'[{"sha": "1"}]', "application/json", headers={"Link": link})
    assert trouble_of(github.one(ask(COMMITS))) is Trouble.ODD_ANSWER


def test_a_moved_repository_is_followed_and_the_token_stays_with_its_origin(site: Site, github: Reader) -> None:
    """B26 and G10."""
    Api(site, days_before(7))
    site.pages["/repos/old/name/commits"] = redirect(f"{PATH}?per_page=1", 301)
    with_token = github.with_options(github_token="t0ken")  # noqa: S106
    outcome = with_token.one(ask(COMMITS, url="https://github.com/old/name"))
    assert isinstance(outcome, Fetched)
    assert json.loads(outcome.body) == {"commits": 7}
    assert [seen.headers["authorization"] for seen in site.log] == ["Bearer t0ken"] * 2
    with Site() as other:
        other.pages[PATH] = Page(b'[{"sha": "1"}]', "application/json")
        site.pages["/repos/old/name/commits"] = redirect(other.url(PATH), 301)
        assert isinstance(with_token.one(ask(COMMITS, url="https://github.com/old/name")), Fetched)
        assert "t0ken" not in str(other.log)


def test_a_page_never_gets_the_token(site: Site, github: Reader) -> None:
    site.pages["/page"] = Page(b"words")
    github.with_options(github_token="t0ken").page(site.url("/page"))  # noqa: S106
    assert "t0ken" not in str(site.log)
    assert "t0ken" not in repr(github.with_options(github_token="t0ken").options)  # noqa: S106


def test_one_fact_is_asked_for_conditionally_and_two_questions_are_never_mixed_up(site: Site, github: Reader) -> None:
    Api(site, days_before(3))
    first = github.one(ask(COMMITS))
    assert isinstance(first, Fetched)
    assert first.etag
    assert isinstance(github.one(ask(COMMITS, etag=first.etag)), Unchanged)
    until = github.one(ask(Fact("commits", date(2026, 10, 20)), etag=first.etag))
    assert facts_of(until) == {"commits_until": {"2026-10-20": 3}}


@pytest.mark.parametrize(
    ("header", "links"),
    [
        ("", {}),
        ('<a?page=2>; rel="next", <a?page=9>; rel="last"', {"next": "a?page=2", "last": "a?page=9"}),
        ("<a>;rel=last", {"last": "a"}),
        ('<a>; title="x, <b>; rel=last"; REL="Last prev"', {"last": "a", "prev": "a"}),
        ("<a>", {}),
        ("<a>; rel=last; rel=next", {"last": "a", "next": "a"}),
        ("<" * 50_000, {}),
        ("<a>" + ";" + " " * 50_000, {}),
    ],
)
def test_link_headers_are_read(header: str, links: dict[str, str]) -> None:
    assert parse_links(header) == links
