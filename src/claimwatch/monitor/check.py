"""One pass: fetch what is due, read, judge, confirm what turned for the worse, record. It sequences; what it calls decides."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from claimwatch.claims.model import ClaimsFile
from claimwatch.claims.standing import ClaimVerdict
from claimwatch.fetching.outcome import Fetched, Fetcher, Outcome, Request, Trouble, Unchanged, Unreachable
from claimwatch.history.records import CitationState, Edition, SourceRecord, SourceState
from claimwatch.monitor.citations import Cited, cited_by_source
from claimwatch.monitor.confirming import Held, confirmed, sources_to_confirm, worse_citations
from claimwatch.monitor.due import is_due
from claimwatch.monitor.fetches import fetch_each
from claimwatch.monitor.ledger import EMPTY, Ledger
from claimwatch.monitor.readings import NotRead, Page, judge_safely, unjudged
from claimwatch.monitor.report import PassReport, SourceResult
from claimwatch.monitor.requests import request_for
from claimwatch.monitor.results import report_of, source_result
from claimwatch.monitor.selection import Selection, require_known, select

if TYPE_CHECKING:
    from claimwatch.history.store import Store

Watcher = Callable[[SourceResult, int], None]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a pass is asked for: the ids named, or everything; all of it or what is due. `stand_ins` are local files in place of sources."""

    ids: tuple[str, ...] = ()
    is_all: bool = False
    stand_ins: Mapping[str, Fetched] = field(default_factory=dict)


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
    one.plan(selection, wanted)
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
        self._requests: list[Request] = []
        self._given: dict[str, Outcome] = {}  # what needs no fetch
        self._held: list[Held] = []
        self._reading = asyncio.Lock()
        self._zone = ZoneInfo(self.file.defaults.timezone)

    def plan(self, selection: Selection, wanted: Wanted) -> None:
        """Chooses what is fetched, and judges from stored editions what is new of the rest."""
        stored = []
        for source in sorted(selection.sources):
            state = self.ledger.sources.get(source)
            is_wanted = self._is_wanted(source, state, wanted)
            # The stored facts are those that were asked for: a new one is in no stored edition.
            new = self._new(source, state) if not is_wanted or self.file.sources[source].is_repository else ()
            lacks_facts = bool(new) and self.file.sources[source].is_repository
            if source in wanted.stand_ins:
                self._given[source] = wanted.stand_ins[source]
            elif is_wanted or lacks_facts:
                self._ask(source, is_conditional=not lacks_facts)
            elif new and state:
                stored.append((state, new))
        self.ledger.pending.update(request.source for request in self._requests)
        for state, new in stored:
            self._judge_stored(state, new)

    def _new(self, source: str, state: SourceState | None) -> tuple[tuple[Cited, str | None], ...]:
        """The citations of a source that were not judged on that edition as they are now, each with its baseline."""
        return unjudged(self.cited.get(source, ()), state.edition, self.ledger.citations) if state and state.edition else ()

    def _is_wanted(self, source: str, state: SourceState | None, wanted: Wanted) -> bool:
        if wanted.ids or wanted.is_all:
            return True
        if wanted.stand_ins:
            return False
        if state is None or state.url != self.file.sources[source].url:
            return True
        return is_due(self.file.every_of(source), state.checked_at, self.now, self._zone)

    async def fetch(self, fetcher: Fetcher) -> None:
        """Fetches what was planned, then a second time what turned for the worse."""
        for source, outcome in self._given.items():
            await self._take(Request(source, self.file.sources[source].url), outcome)
        if not self._requests:
            return
        async with fetcher:
            await fetch_each(fetcher, self._requests, self.manner.chains, self._take)
            waiting = self._release()
            if waiting and self.manner.confirm_after is not None:
                await asyncio.sleep(self.manner.confirm_after.total_seconds())
                again = {held.source: held for held in waiting}
                requests = [self._request(source, is_conditional=False) for source in again]
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

    def _ask(self, source: str, *, is_conditional: bool) -> None:
        try:
            self._requests.append(self._request(source, is_conditional=is_conditional))
        except KeyError as error:
            reason = f"{error.args[0]} is not set, and a header of {source} needs it: set it in the environment or in .env"
            self._given[source] = Unreachable(Trouble.NOT_ALLOWED, reason)

    def _request(self, source: str, *, is_conditional: bool) -> Request:
        state = self.ledger.sources.get(source)
        return request_for(self.file, source, self.cited.get(source, ()), state, self.manner.secrets, is_conditional=is_conditional)

    def _judge_stored(self, state: SourceState, new: tuple[tuple[Cited, str | None], ...]) -> None:
        """A source that is not due: what is new of its claims (and not of its page) is judged on the stored edition."""
        edition = self.archive.edition(state.edition) if self.archive and state.edition else None
        wanted = tuple((cited, kept) for cited, kept in new if not self._waits_for_page(cited, state))
        if edition is None or not wanted:
            return
        judged = judge_safely(Page(state.source, edition.digest, edition.body, edition.media_type, edition.charset, state.url), wanted)
        if not isinstance(judged, NotRead):
            self._record(state, judged, is_read=False)

    def _waits_for_page(self, cited: Cited, state: SourceState) -> bool:
        # Its last reading was not confirmed: the page is to say it once more, and the stored edition is no second reading.
        old = self.ledger.citations.get((cited.claim, cited.index))
        return old is not None and old.source == state.source and old.edition != state.edition

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
        second = await self._read(first.source, outcome, is_second=True)
        if second.state.outcome == "unreachable":
            reason = f"a change for the worse could not be confirmed by a second reading: {second.state.reason}"
            self._commit(replace(second, state=replace(second.state, reason=reason)))
        else:
            self._commit(replace(second, citations=confirmed(first, second.citations, self.ledger.citations)))

    async def _read(self, source: str, outcome: Outcome, *, is_second: bool = False) -> Held:
        old = self.ledger.sources.get(source) or SourceState(source, self.file.sources[source].url)
        match outcome:
            case Unreachable():
                return self._failed(old, outcome)
            case Unchanged():
                if old.edition is None:
                    reason = "it answered 304, and no page of it is stored"
                    return self._failed(old, Unreachable(Trouble.ODD_ANSWER, reason, outcome.status))
                state = self._good(old, outcome, old.edition, old.media_type, old.charset)
            case Fetched():
                digest = hashlib.sha256(outcome.body).hexdigest()
                state = self._good(old, outcome, digest, outcome.media_type, outcome.charset)
        wanted = self._new(source, state)
        if not wanted:
            return Held(source, outcome if isinstance(outcome, Fetched) else None, state, (), frozenset())
        page = self._page(state, outcome)
        if page is None:
            return self._failed(old, Unreachable(Trouble.ODD_ANSWER, "the page did not change, and the store has lost it", outcome.status))
        async with self._reading:
            judged = await asyncio.to_thread(judge_safely, page, wanted)
        if isinstance(judged, NotRead):
            return self._failed(old, Unreachable(judged.trouble, judged.reason, outcome.status))
        worse = frozenset() if is_second else worse_citations(judged, self.ledger.citations, old.edition)
        return Held(source, outcome if isinstance(outcome, Fetched) else None, state, judged, worse)

    def _page(self, state: SourceState, outcome: Outcome) -> Page | None:
        if isinstance(outcome, Fetched):
            name = outcome.url or state.url
            return Page(state.source, state.edition or "", outcome.body, outcome.media_type, outcome.charset, name)
        edition = self.archive.edition(state.edition) if self.archive and state.edition else None
        return Page(state.source, edition.digest, edition.body, edition.media_type, edition.charset, state.url) if edition else None

    def _good(self, old: SourceState, answer: Fetched | Unchanged, digest: str, media_type: str, charset: str) -> SourceState:
        is_new = isinstance(answer, Fetched)
        return SourceState(
            old.source,
            self.file.sources[old.source].url,
            answer.etag if is_new else answer.etag or old.etag,
            answer.last_modified if is_new else answer.last_modified or old.last_modified,
            digest,
            media_type,
            charset,
            read_at=self.now,
            checked_at=self.now,
            outcome="unchanged" if digest == old.edition else "changed",
            status=answer.status,
        )

    def _failed(self, old: SourceState, failure: Unreachable) -> Held:
        state = replace(
            old,
            checked_at=self.now,
            outcome="unreachable",
            status=failure.status,
            trouble=failure.trouble.value,
            reason=failure.reason,
            failing_since=old.failing_since or self.now,
        )
        return Held(old.source, None, state, (), frozenset())

    def _commit(self, reading: Held) -> None:
        edition = None
        answer, state = reading.answer, reading.state
        old = self.ledger.sources.get(state.source)
        if answer is not None and state.edition and (old is None or old.edition != state.edition):
            edition = Edition(state.edition, answer.body, answer.media_type, answer.charset, self.now)
        self._record(state, reading.citations, edition)
        self.handled[state.source] = state
        if self.manner.watcher is not None:
            self.manner.watcher(source_result(self.file, state), len(self._requests) + len(self._given))

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
