"""Facts of a repository on GitHub, through its REST API."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from datetime import date
from typing import Self
from urllib.parse import parse_qs, urlsplit

from claimwatch.fetching.options import FetchOptions
from claimwatch.fetching.outcome import FACTS_MEDIA_TYPE, Fact, Fetched, Outcome, Request, Trouble, Unchanged, Unreachable
from claimwatch.fetching.politeness import LONGEST_REST_S
from claimwatch.fetching.trying import Tries, describe, host_of, is_busy, pause_of
from claimwatch.net.answer import Answer, Ask

_REPOSITORY = re.compile(r"https?://(?:www\.)?github\.com/([A-Za-z0-9-]+)/([A-Za-z0-9._-]+?)(?:\.git)?/?", re.IGNORECASE)
_LINK = re.compile(r"<([^<>]*)>\s*((?:;[^;,\"]*(?:\"[^\"]*\"[^;,\"]*)*)*)")
_PARAMETER = re.compile(r";\s*([\w*-]+)\s*=\s*(?:\"([^\"]*)\"|([^\s;,\"]+))", re.ASCII)
_READABLE = {"commits"}


class GithubFetcher:
    """The facts that a request asks of `https://github.com/OWNER/REPO`, as one JSON document in a canonical form."""

    def __init__(self, tries: Tries, options: FetchOptions) -> None:
        self._tries, self._options = tries, options
        self._api = options.github_api_url.rstrip("/")

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *details: object) -> None:
        """Nothing is held here: the client belongs to whoever made it."""

    async def fetch(self, request: Request) -> Outcome:
        """Fetched with all facts asked for, Unchanged for a single one that the API calls unchanged, else Unreachable."""
        match = _REPOSITORY.fullmatch(request.url)
        if match is None:
            return Unreachable(Trouble.UNREADABLE, f"{request.url} is no repository on github.com; facts of others cannot be read so far")
        if others := sorted({fact.name for fact in request.facts} - _READABLE):
            names = ", ".join(others)
            reason = f"of a repository only commits can be read so far, not {names}; cite those as another source"
            return Unreachable(Trouble.UNREADABLE, reason)
        facts = sorted(set(request.facts), key=lambda fact: (fact.until is not None, fact.until or date.min))
        counts: dict[Fact, int] = {}
        etag = None
        for fact in facts:
            known = _etag_for(fact, request.etag) if len(facts) == 1 else None
            answer = await self._ask(f"{match[1]}/{match[2]}", fact, known)
            if isinstance(answer, Unreachable):
                return answer
            if answer.status == 304:
                return Unchanged(304, request.etag)
            count = await self._count(f"{match[1]}/{match[2]}", fact, answer)
            if isinstance(count, Unreachable):
                return count
            counts[fact], etag = count, answer.headers.get("etag")
        tag = f"{_label(facts[0])};{etag}" if len(facts) == 1 and etag else None
        return Fetched(facts_json(counts), FACTS_MEDIA_TYPE, "utf-8", 200, request.url, tag)

    async def _ask(self, repository: str, fact: Fact, etag: str | None, page: int | None = None) -> Answer | Unreachable:
        """One page of the commits that a fact counts: an answer of 200, 304 or (of an empty repository) 409."""
        until = f"&until={fact.until.isoformat()}T23:59:59Z" if fact.until else ""  # a day counts to its end, in UTC
        url = f"{self._api}/repos/{repository}/commits?per_page=1{until}{f'&page={page}' if page else ''}"
        headers = {"accept": "application/vnd.github+json", "x-github-api-version": "2022-11-28"}
        headers |= {"if-none-match": etag} if etag else {}
        token = self._options.github_token
        bound = {"authorization": f"Bearer {token}"} if token else {}
        answer = await self._tries.get(Ask(url, headers, {}, bound), self._complaint)
        if isinstance(answer, Answer) and answer.status not in (200, 409) and not (answer.status == 304 and etag):
            return _refused(repository, answer)
        return answer

    async def _count(self, repository: str, fact: Fact, answer: Answer) -> int | Unreachable:
        """How many commits there are, from the first page: the number of the last page, one commit a page."""
        if answer.status == 409:
            return 0
        size = _length(answer)
        links = parse_links(answer.headers.get("link", ""))
        if size is None or ("next" in links and "last" not in links):
            return _odd(answer)
        last = _page_of(links["last"]) if "last" in links else 1
        if last is None or (size == 0 and last > 1):
            return _odd(answer)
        if size <= 1 or last == 1:
            return size if last == 1 else last
        tail = await self._ask(repository, fact, None, last)  # a server with pages of its own size: count those of the last page too
        if isinstance(tail, Unreachable):
            return tail
        rest = _length(tail)
        return _odd(tail) if rest is None else (last - 1) * size + rest

    def _complaint(self, answer: Answer) -> Unreachable | None:
        """What may pass: a count not ready yet (202), an exhausted quota (403 or 429), a server in trouble."""
        headers, status, host = answer.headers, answer.status, host_of(answer.url)
        if status == 202:
            return Unreachable(Trouble.BUSY, f"{host} is still counting", status)
        pause = pause_of(headers, self._tries.now())
        is_spent = status in (403, 429) and headers.get("x-ratelimit-remaining", "").strip() == "0"
        if is_spent and pause is None:
            pause = _until_reset(headers, self._tries.now().timestamp())
        if is_spent or status == 429 or (status == 403 and pause is not None):
            hint = "" if self._options.github_token else "; with CLAIMWATCH_GITHUB_TOKEN the quota is larger"
            return Unreachable(Trouble.BUSY, f"the quota of {host} is used up{_in(pause)}{hint}", status, pause)
        return Unreachable(Trouble.BUSY, f"{host} answered {describe(status)}{_in(pause)}", status, pause) if is_busy(answer) else None


def facts_json(counts: Mapping[Fact, int]) -> bytes:
    """`{"commits":3,"commits_until":{"2026-10-20":3}}`: sorted and without spaces, so that equal facts are equal bytes."""
    days = {fact.until.isoformat(): count for fact, count in counts.items() if fact.until is not None}
    plain = {fact.name: count for fact, count in counts.items() if fact.until is None}
    return json.dumps({**plain, **({"commits_until": days} if days else {})}, sort_keys=True, separators=(",", ":")).encode()


def parse_links(header: str) -> dict[str, str]:
    """The targets of a Link header (RFC 8288) by their relation, in lower case; the first of each counts."""
    links: dict[str, str] = {}
    for target, parameters in _LINK.findall(header):
        for name, quoted, plain in _PARAMETER.findall(parameters):
            if name.lower() == "rel":
                for relation in (quoted or plain).lower().split():
                    links.setdefault(relation, target)
    return links


def _page_of(url: str) -> int | None:
    pages = parse_qs(urlsplit(url).query).get("page", [])
    if len(pages) != 1 or not re.fullmatch(r"[1-9][0-9]{0,11}", pages[0]):
        return None
    return int(pages[0])


def _length(answer: Answer) -> int | None:
    """How many entries the page holds; None when it is no list."""
    try:
        items = json.loads(answer.body)
    except (ValueError, RecursionError):
        return None
    return len(items) if isinstance(items, list) else None


def _until_reset(headers: Mapping[str, str], now: float) -> float | None:
    reset = headers.get("x-ratelimit-reset", "").strip()
    if not (reset.isascii() and reset.isdigit() and len(reset) < 12):
        return None
    return min(max(float(math.ceil(int(reset) - now)), 1.0), LONGEST_REST_S)


def _in(pause: float | None) -> str:
    return f"; it may be asked again in {pause:g} s" if pause else ""


def _label(fact: Fact) -> str:
    return f"{fact.name}@{fact.until.isoformat()}" if fact.until else fact.name


def _etag_for(fact: Fact, stored: str | None) -> str | None:
    """The API's own ETag, if what is stored was this very fact: equal pages of two different questions have equal ETags."""
    label, mark, etag = (stored or "").partition(";")
    return etag if mark and label == _label(fact) else None


def _odd(answer: Answer) -> Unreachable:
    return Unreachable(Trouble.ODD_ANSWER, f"{host_of(answer.url)} sent no list of commits whose length can be told", answer.status)


def _refused(repository: str, answer: Answer) -> Unreachable:
    host, said = host_of(answer.url), describe(answer.status)
    if answer.status in (404, 410):
        return Unreachable(Trouble.GONE, f"{host} knows no public repository {repository} ({said})", answer.status)
    if 400 <= answer.status < 500:
        hint = "; is CLAIMWATCH_GITHUB_TOKEN still valid?" if answer.status == 401 else ""
        return Unreachable(Trouble.REFUSED, f"{host} answered {said}{hint}", answer.status)
    return Unreachable(Trouble.ODD_ANSWER, f"{host} answered {said}", answer.status)
