"""Pages over HTTP: conditional requests, and what each answer means (ROBUSTNESS.md, section 2)."""

from __future__ import annotations

import re
from typing import Self

from claimwatch.fetching.options import FetchOptions
from claimwatch.fetching.outcome import Fetched, Outcome, Request, Trouble, Unchanged, Unreachable
from claimwatch.fetching.trying import Tries, describe, host_of
from claimwatch.net.address import parse_address
from claimwatch.net.answer import Answer, Ask

_ACCEPT = "text/html,application/xhtml+xml,*/*;q=0.8"
_SIGN_IN = {
    401: "it asks who is there; the source's `headers` can say it",
    403: "it does not show this page to programs, or to strangers",
    407: "it wants a proxy's sign-in",
    451: "it may not show the page, for legal reasons",
}
_DOORWAY = re.compile(r"(?<![a-z0-9])(login|log-in|signin|sign-in|auth|sso|consent)(?![a-z0-9])")
_PARAMETER = re.compile(r""";\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,"']+))""", re.IGNORECASE)
_BLOB = re.compile(r"https?://(?:www\.)?github\.com/([^/?#]+)/([^/?#]+)/blob/([^?#]+)(?:[?#].*)?", re.IGNORECASE | re.DOTALL)


class HttpFetcher:
    """Pages by their URL. A GitHub `blob` page is read as its raw file."""

    def __init__(self, tries: Tries, options: FetchOptions) -> None:
        self._tries, self._raw_url = tries, options.github_raw_url

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *details: object) -> None:
        """Nothing is held here: the client belongs to whoever made it."""

    async def fetch(self, request: Request) -> Outcome:
        """What came of one source; never raises for what the world does."""
        url = raw_url(request.url, self._raw_url)
        bound = request.headers if url == request.url else {}  # headers are for the source's own origin only
        condition = {"if-none-match": request.etag} if request.etag else {}
        # A page at the end of a redirect may be another one than was stored, and older: only an ETag speaks for its content there.
        once = {"if-modified-since": request.last_modified} if request.last_modified else {}
        answer = await self._tries.get(Ask(url, {"accept": _ACCEPT, **condition}, once, bound), self._complaint)
        if isinstance(answer, Answer) and _needs_whole(answer, is_conditional=bool(condition or (once and not answer.hops))):
            answer = await self._tries.get(Ask(url, {"accept": _ACCEPT}, {}, bound), self._complaint)
            if isinstance(answer, Answer) and answer.status == 304:
                return Unreachable(Trouble.ODD_ANSWER, f"{host_of(answer.url)} says that nothing changed, but was not asked that", 304)
        return answer if isinstance(answer, Unreachable) else outcome_of(answer, url)

    def _complaint(self, answer: Answer) -> Unreachable | None:
        return None if _mitigated_by(answer) else self._tries.complaint(answer)  # a challenge comes with any status (E08)


def raw_url(url: str, base: str) -> str:
    """The raw file behind `https://github.com/OWNER/REPO/blob/REF/PATH`, its query and fragment dropped; any other URL as it is."""
    match = _BLOB.fullmatch(url)
    return f"{base.rstrip('/')}/{match[1]}/{match[2]}/{match[3]}" if match else url


def outcome_of(answer: Answer, url: str) -> Outcome:
    """What an answer means for a source whose address is `url`."""
    host, status = host_of(answer.url), answer.status
    if vendor := _mitigated_by(answer):
        return Unreachable(Trouble.BLOCKED, f"{host} shows a challenge of {vendor} in place of the page", status)
    if status == 304:
        return Unchanged(304, answer.headers.get("etag"), answer.headers.get("last-modified"))
    if status in (204, 205) or (200 <= status < 300 and not answer.body.strip()):
        return Unreachable(Trouble.EMPTY, f"{host} sent an empty page", status)
    if answer.hops and _is_elsewhere(url, answer.url):
        chain = " → ".join((*answer.hops, answer.url))
        return Unreachable(Trouble.ELSEWHERE, f"the address now leads to another place: {chain}", status)
    if status in (200, 203):
        return _fetched(answer)
    return _refused(host, status)


def _refused(host: str, status: int) -> Unreachable:
    if status in (404, 410):
        return Unreachable(Trouble.GONE, f"{host} answered {describe(status)}: there is no such page", status)
    if status < 400:
        return Unreachable(Trouble.ODD_ANSWER, f"{host} answered {describe(status)}, which was not asked for", status)
    hint = f": {_SIGN_IN[status]}" if status in _SIGN_IN else ""
    return Unreachable(Trouble.REFUSED, f"{host} answered {describe(status)}{hint}", status)


def _fetched(answer: Answer) -> Fetched:
    media_type, charset = parse_content_type(answer.headers.get("content-type", ""))
    headers = answer.headers
    return Fetched(answer.body, media_type, charset, answer.status, answer.url, headers.get("etag"), headers.get("last-modified"))


def parse_content_type(value: str) -> tuple[str, str]:
    """Media type and charset of a Content-Type header (RFC 9110, 8.3): lower case, without quotes, "" for what it does not say."""
    charset = _PARAMETER.search(value)
    media_type = value.partition(";")[0].partition(",")[0].strip().lower()
    name = next((group for group in charset.groups() if group), "") if charset else ""
    return (media_type if "/" in media_type else ""), name.strip().lower()


def _needs_whole(answer: Answer, *, is_conditional: bool) -> bool:
    """E14: part of a page, or a 304 that speaks of nothing we hold. One unconditional try settles it."""
    return answer.status == 206 or (answer.status == 304 and not is_conditional)


def _mitigated_by(answer: Answer) -> str | None:
    """E08: the vendor whose headers say that this is a challenge; a `server` header alone says nothing."""
    headers = answer.headers
    if "challenge" in headers.get("cf-mitigated", "").lower():
        return "Cloudflare"
    if "x-vercel-mitigated" in headers:
        return "Vercel"
    return "AWS" if "x-amzn-waf-action" in headers else None


def _is_elsewhere(asked: str, got: str) -> bool:
    """E07: redirected to a sign-in, consent or home page. A word that the source's own address has already says nothing."""
    before, after = parse_address(asked), parse_address(got)
    if after.path == "/" and before.path != "/":
        return True
    words = set(_DOORWAY.findall(f"{after.host}{after.path}".lower()))
    return bool(words - set(_DOORWAY.findall(f"{before.host}{before.path}".lower())))
