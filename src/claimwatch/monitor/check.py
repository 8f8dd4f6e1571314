"""One pass: fetch what is due, read, judge, confirm what turned for the worse, record. It sequences; what it calls decides."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, assert_never

from claimwatch.claims.model import ClaimsFile
from claimwatch.claims.standing import ClaimVerdict
from claimwatch.fetching.outcome import Fetched, Fetcher, Outcome, Request, Trouble, Unchanged, Unreachable
from claimwatch.history.records import CitationState, Edition, SourceRecord, SourceState
from claimwatch.monitor.citations import Cited, cited_by_source
from claimwatch.monitor.confirming import Held, confirmed, sources_to_confirm, worse_citations
from claimwatch.monitor.fetches import fetch_each
from claimwatch.monitor.ledger import EMPTY, Ledger
from claimwatch.monitor.planning import Plan, Wanted, new_of, plan
from claimwatch.monitor.readings import NotRead, Page, judge_safely
from claimwatch.monitor.report import PassReport, SourceResult
from claimwatch.monitor.requests import request_for
from claimwatch.monitor.results import report_of, source_result
from claimwatch.monitor.selection import require_known, select
from claimwatch.monitor.states import failed, not_modified, read_whole

if TYPE_CHECKING:
    from claimwatch.history.store import Store

Watcher = Callable[[SourceResult, int], None]


@dataclass(frozen=True, slots=True)
class Manner:
    """How a pass goes about it. `confirm_after` is None where nothing is confirmed (an archive); `chains` are a host's requests at once."""

    confirm_after: timedelta | None = timedelta(seconds=60)
    chains: int = 2
    secrets: Mapping[str, str] = field(default_factory=dict)
    watcher: Watcher | None = None


def run_pass(file: ClaimsFile, store: Store | None, fetcher: Fetcher, wanted: Wanted, *, now: datetime, manner: Manner) -> PassReport:
    """One pass as of `now` (aware). With stand-ins nothing is recorded, and without a store nothing is known or recorded.

    ClaimwatchError for ids that nothing has; StoreError where the store fails, after which what was recorded is whole.
    """
    for source in wanted.stand_ins:
        require_known("source", source, file.sources)
    selection = select(file, wanted.ids or (() if wanted.is_all else tuple(wanted.stand_ins)))
    standing = store.standing() if store else EMPTY
    cited = cited_by_source(file)
    one = Pass(Ledger(file, standing, now), cited, manner, store=None if wanted.stand_ins else store, archive=store)
    one.begin(plan(one.ledger, cited, selection.sources, wanted, manner.secrets))
    asyncio.run(one.fetch(fetcher))
    one.finish()
    return report_of(one.ledger, selection, one.handled, known=one.known, supposed=tuple(wanted.stand_ins))


class Pass:
    """The state of one pass while it runs. `store` records (None: nothing does), `archive` is where editions are read from."""

    def __init__(
        self, ledger: Ledger, cited: Mapping[str, tuple[Cited, ...]], manner: Manner, *, store: Store | None, archive: Store | None
    ) -> None:
        self.file, self.store, self.archive, self.ledger, self.cited, self.manner = ledger.file, store, archive, ledger, cited, manner
        self.now = ledger.now
        self.handled: dict[str, SourceState] = {}
        self.known: dict[str, ClaimVerdict] = {}  # the verdicts at the end
        self._plan = Plan()
        self._held: list[Held] = []
        self._reading = asyncio.Lock()

    def begin(self, planned: Plan) -> None:
        """Takes the plan, and judges what is new of the sources that are not fetched."""
        self._plan = planned
        self.ledger.pending.update(request.source for request in planned.requests)
        for state, new in planned.stored:
            page = self._stored_page(state)
            judged = judge_safely(page, new) if page and new else ()
            if judged and not isinstance(judged, NotRead):
                self._record(state, judged, is_read=False)

    async def fetch(self, fetcher: Fetcher) -> None:
        """Fetches what was planned, then a second time what turned for the worse."""
        for source, outcome in self._plan.given.items():
            await self._take(Request(source, self.file.sources[source].url), outcome)
        if not self._plan.requests:
            return
        async with fetcher:
            await fetch_each(fetcher, self._plan.requests, self.manner.chains, self._take)
            waiting = self._release()
            if waiting and self.manner.confirm_after is not None:
                await asyncio.sleep(self.manner.confirm_after.total_seconds())
                again = {held.source: held for held in waiting}
                requests = [self._unconditional(source) for source in again]
                await fetch_each(fetcher, requests, self.manner.chains, lambda r, o: self._take_again(again[r.source], o))

    def finish(self) -> None:
        """Records what turned by age, by its grounds or because the claims file was edited."""
        self.ledger.pending.clear()
        claims, rows = self.ledger.changed_claims(known=self.known), self.ledger.changed_rows()
        if self.store is None:
            return
        if claims or rows:
            self.store.record_claims(self.now, claims, rows)
        known = {(one.claim, one.index) for cited in self.cited.values() for one in cited}
        self.store.forget_citations([key for key in self.ledger.citations if key not in known])

    def _unconditional(self, source: str) -> Request:
        return request_for(self.file, source, self.cited.get(source, ()), None, self.manner.secrets)

    async def _take(self, request: Request, outcome: Outcome) -> None:
        """What came of one source: recorded, or held until a second reading says the same."""
        first = await self._read(request.source, outcome)
        if first.worse and self.manner.confirm_after is not None and self.store is not None:
            self._held.append(first)
        else:
            self._commit(first)

    def _release(self) -> list[Held]:
        """Records the held readings by which no claim turned for the worse, and gives the others."""
        confirm = sources_to_confirm(self.ledger, self._held)
        waiting = []
        for held in self._held:
            if held.source in confirm:
                waiting.append(held)
            else:
                self._commit(held)
        return waiting

    async def _take_again(self, first: Held, outcome: Outcome) -> None:
        """The second reading: it counts where it says what the first one said."""
        if isinstance(outcome, Unchanged):
            outcome = Unreachable(Trouble.ODD_ANSWER, "it answered 304 to a request that asked for the whole page", outcome.status)
        second = await self._read(first.source, outcome, first)
        if second.state.outcome == "unreachable":
            reason = f"a change for the worse could not be confirmed by a second reading: {second.state.reason}"
            self._commit(replace(second, state=replace(second.state, reason=reason)))
        else:
            self._commit(replace(second, citations=confirmed(first, second.citations, self.ledger.citations)))

    async def _read(self, source: str, outcome: Outcome, first: Held | None = None) -> Held:
        """What an outcome comes to: the new state and the new judgements. `first` is the reading that this one is to confirm."""
        url = self.file.sources[source].url
        old = self.ledger.sources.get(source) or SourceState(source, url)
        match outcome:
            case Unreachable():
                return self._failed(old, outcome)
            case Unchanged() if old.edition is None:
                return self._failed(old, Unreachable(Trouble.ODD_ANSWER, "it answered 304, and no page of it is stored", outcome.status))
            case Unchanged():
                answer, state = None, not_modified(old, url, outcome, self.now)
            case Fetched():
                answer, state = outcome, read_whole(old, url, outcome, hashlib.sha256(outcome.body).hexdigest(), self.now)
            case _:
                assert_never(outcome)
        new = new_of(source, state, self.cited, self.ledger)
        if not new:
            return Held(source, answer, state, (), frozenset())
        page = self._fetched_page(state, answer) if answer else self._stored_page(state)
        if page is None:
            return self._failed(old, Unreachable(Trouble.ODD_ANSWER, "the page did not change, and the store has lost it", outcome.status))
        if first is not None and _is_same_page(first.state, state):
            return Held(source, answer, state, first.citations, frozenset())  # the same bytes need no second judge
        async with self._reading:
            judged = await asyncio.to_thread(judge_safely, page, new)
        if isinstance(judged, NotRead):
            return self._failed(old, Unreachable(judged.trouble, judged.reason, outcome.status))
        worse = frozenset() if first is not None else worse_citations(judged, self.ledger.citations, old.edition)
        return Held(source, answer, state, judged, worse)

    def _fetched_page(self, state: SourceState, answer: Fetched) -> Page:
        return Page(state.source, state.edition or "", answer.body, answer.media_type, answer.charset, answer.url or state.url)

    def _stored_page(self, state: SourceState) -> Page | None:
        edition = self.archive.edition(state.edition) if self.archive and state.edition else None
        return Page(state.source, edition.digest, edition.body, edition.media_type, edition.charset, state.url) if edition else None

    def _failed(self, old: SourceState, failure: Unreachable) -> Held:
        return Held(old.source, None, failed(old, failure, self.now), (), frozenset())

    def _commit(self, reading: Held) -> None:
        edition = None
        answer, state = reading.answer, reading.state
        old = self.ledger.sources.get(state.source)
        if answer is not None and state.edition and (old is None or old.edition != state.edition):
            edition = Edition(state.edition, answer.body, answer.media_type, answer.charset, self.now)
        self._record(state, reading.citations, edition)
        self.handled[state.source] = state
        if self.manner.watcher is not None:
            self.manner.watcher(source_result(self.file, state), len(self._plan.requests) + len(self._plan.given))

    def _record(
        self, state: SourceState, citations: tuple[CitationState, ...], edition: Edition | None = None, *, is_read: bool = True
    ) -> None:
        """Takes in a source and what turns with it, and records that in one transaction."""
        old = self.ledger.sources.get(state.source)
        was_unreachable = old is not None and old.outcome == "unreachable"
        self.ledger.settle(state, citations)
        is_news = bool(citations) or was_unreachable or state.outcome == "unreachable"
        affected: Iterable[str] = self.ledger.affected(state.source) if is_news else ()
        claims = self.ledger.changed_claims(affected)
        rows = self.ledger.changed_rows(self.ledger.places_of(affected))
        if self.store is None:
            return
        if is_read:
            self.store.record(SourceRecord(state, self.now, edition, citations, claims, rows))
        else:
            self.store.record_claims(self.now, claims, rows, citations)


def _is_same_page(one: SourceState, other: SourceState) -> bool:
    """Were the same bytes read, to be read in the same way?"""
    return (one.edition, one.media_type, one.charset) == (other.edition, other.media_type, other.charset)
