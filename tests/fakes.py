"""One hand-written fake for each port."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from claimwatch.fetching.outcome import Fetched, Outcome, Request, Trouble, Unchanged, Unreachable


def page(body: str, *, etag: str | None = None, media_type: str = "text/html") -> Fetched:
    """A whole answer in UTF-8."""
    return Fetched(body.encode(), media_type, "utf-8", etag=etag)


def unreachable(reason: str = "the server is busy", trouble: Trouble = Trouble.BUSY, status: int | None = 503) -> Unreachable:
    """A failed fetch."""
    return Unreachable(trouble, reason, status)


@dataclass
class FakeFetcher:
    """Answers from scripts: for each source its outcomes in order, the last one for ever. Keeps every request.

    A conditional request for what the stored validators name is answered with Unchanged, as an honest server would.
    """

    answers: dict[str, list[Outcome]] = field(default_factory=dict)
    requests: list[Request] = field(default_factory=list)
    is_open: bool = False

    def will_answer(self, source: str, *outcomes: Outcome) -> None:
        """From now on the source answers so."""
        self.answers[source] = list(outcomes)

    @property
    def asked(self) -> list[str]:
        """The sources of the requests, in order."""
        return [request.source for request in self.requests]

    def forget(self) -> None:
        """Drops the requests seen so far."""
        self.requests.clear()

    async def fetch(self, request: Request) -> Outcome:
        assert self.is_open, "fetched outside `async with`"
        self.requests.append(request)
        script = self.answers.get(request.source)
        if not script:
            return unreachable("there is no file for this source", Trouble.NO_FILE, None)
        outcome = script.pop(0) if len(script) > 1 else script[0]
        if isinstance(outcome, Fetched) and outcome.etag and outcome.etag == request.etag:
            return Unchanged(etag=outcome.etag)
        return outcome

    async def __aenter__(self) -> Self:
        self.is_open = True
        return self

    async def __aexit__(self, *details: object) -> None:
        self.is_open = False


def all_answer(outcomes: Iterable[tuple[str, Outcome]]) -> FakeFetcher:
    """A fetcher with one outcome for each source."""
    return FakeFetcher({source: [outcome] for source, outcome in outcomes})
