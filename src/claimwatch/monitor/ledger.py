"""Where everything stands during a pass: the store as it was, and what this pass has learned since. Decides, and records nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from functools import cached_property

from claimwatch.claims.model import ClaimsFile, Place
from claimwatch.claims.standing import ClaimVerdict, Stand, combine, is_too_old, is_turn, row_state, sources_of, stands, topological
from claimwatch.history.records import CitationState, ClaimState, RowState, SourceState, Standing
from claimwatch.judging.verdict import Judgement, Verdict
from claimwatch.monitor.selection import dependents, with_grounds

EMPTY = Standing({}, {}, {}, {})
"""The standing of a store that is not there yet."""

RowKey = tuple[str, str, bool]


class Ledger:
    """The standing of all sources, citations, claims and rows at `now`. `pending` are the sources that this pass has still to settle."""

    def __init__(self, file: ClaimsFile, before: Standing, now: datetime, pending: Iterable[str] = ()) -> None:
        self.file, self.before, self.now = file, before, now
        self.pending = set(pending)
        self.sources: dict[str, SourceState] = dict(before.sources)
        self.read_at: dict[str, datetime | None] = {name: state.read_at for name, state in before.sources.items()}
        self.citations: dict[tuple[str, int], CitationState] = dict(before.citations)
        self.claims: dict[str, ClaimState] = dict(before.claims)
        self.rows: dict[RowKey, RowState] = dict(before.rows)

    def copy(self) -> Ledger:
        """Another one that may be changed without this one."""
        other = Ledger(self.file, self.before, self.now, self.pending)
        other.sources, other.read_at = dict(self.sources), dict(self.read_at)
        other.citations, other.claims, other.rows = dict(self.citations), dict(self.claims), dict(self.rows)
        return other

    def settle(self, state: SourceState, citations: Iterable[CitationState] = ()) -> None:
        """Takes in what came of one source."""
        self.pending.discard(state.source)
        self.sources[state.source] = state
        self.read_at[state.source] = state.read_at
        for citation in citations:
            self.citations[citation.claim, citation.index] = citation

    def judgement(self, claim: str, index: int) -> Judgement | None:
        """The verdict on a citation: unreachable where its source could not be read at the last try, None where it was never judged."""
        source = self.file.claims[claim].all_citations[index].source
        state = self.sources.get(source)
        if state is not None and state.outcome == "unreachable":
            return Judgement(Verdict.UNREACHABLE, f"{source} could not be read: {state.reason or state.trouble or 'no reason is known'}")
        return self.judged(claim, index)

    def judged(self, claim: str, index: int) -> Judgement | None:
        """The last verdict on a citation from a whole page. One of another source than the file now names counts for nothing."""
        state = self.citations.get((claim, index))
        if state is None or state.source != self.file.claims[claim].all_citations[index].source:
            return None
        return state.judgement

    def verdict(self, claim_id: str, known: dict[str, ClaimVerdict]) -> ClaimVerdict:
        """What a claim comes to now. `known` keeps the verdicts of its grounds, so that each is worked out once."""
        if claim_id not in known:
            claim = self.file.claims[claim_id]
            for ground in claim.rests_on:
                self.verdict(ground, known)
            judgements = [self.judgement(claim_id, i) for i in range(len(claim.all_citations))]
            known[claim_id] = combine(claim, judgements, known)
        return known[claim_id]

    def state_of(self, claim_id: str, verdict: ClaimVerdict) -> ClaimState | None:
        """The claim's state with that verdict; what it was where it has none. What could not be read leaves the value that stands."""
        before = self.claims.get(claim_id)
        if verdict.verdict is None:
            return before
        if verdict.verdict is Verdict.UNREACHABLE and before is not None and before.stands is not None:
            return replace(before, verdict=verdict.verdict, reason=verdict.reason)
        standing = stands(before.stands if before else None, verdict.verdict)
        is_news = before is None or before.stands is not standing or self.has_turned(claim_id, before, verdict)
        since = self.now if is_news or before is None else before.since
        return ClaimState(
            claim_id, verdict.verdict, standing, verdict.observed, verdict.reason, verdict.excerpt, verdict.source, verdict.drift, since
        )

    def has_turned(self, claim_id: str, before: ClaimState | None, verdict: ClaimVerdict) -> bool:
        """Does the claim turn with that verdict?"""
        citation = None if verdict.citation is None else self.file.claims[claim_id].all_citations[verdict.citation]
        return is_turn(Stand(before.stands, before.observed) if before else None, Stand(verdict.verdict, verdict.observed), citation)

    def changed_claims(self, claims: Iterable[str] | None = None, known: dict[str, ClaimVerdict] | None = None) -> tuple[ClaimState, ...]:
        """Takes in the verdicts of the claims (of all, where none are given), and gives the states that are new.

        `known` keeps the verdicts.
        """
        known = {} if known is None else known
        new = []
        for claim_id in self.order if claims is None else claims:
            state = self.state_of(claim_id, self.verdict(claim_id, known))
            if state is not None and state != self.claims.get(claim_id):
                self.claims[claim_id] = state
                new.append(state)
        return tuple(new)

    def changed_rows(self, places: Iterable[Place] | None = None) -> tuple[RowState, ...]:
        """Takes in the states of the rows (of all, where none are given), and gives those that are new."""
        new = []
        for place in self.places if places is None else places:
            state = self.row(place)
            key = (place.comparison, place.row, place.is_statement)
            if state != self.rows.get(key):
                self.rows[key] = state
                new.append(state)
        return tuple(new)

    def row(self, place: Place) -> RowState:
        """The state of a row or statement now."""
        standing = {name: self.stands(name) for name in place.claims}
        found = row_state(place.claims, standing, {name for name in place.claims if self.is_overdue(name)})
        before = self.rows.get((place.comparison, place.row, place.is_statement))
        since = before.since if before is not None and before.state == found.state else self.now
        return RowState(place.comparison, place.row, place.is_statement, found.state.value, found.because, since)

    def stands(self, claim_id: str) -> Verdict | None:
        """The claim's standing verdict."""
        state = self.claims.get(claim_id)
        return state.stands if state else None

    def is_overdue(self, claim_id: str) -> bool:
        """Is the claim older than it may be? While a source of it is still to be read in this pass, it is what it was."""
        if not self.pending.isdisjoint(self._sources_behind(claim_id)):
            return claim_id in self._overdue_before
        return is_too_old(self.file.claims[claim_id], self.file, self.read_at, self.now)

    def affected(self, source: str) -> tuple[str, ...]:
        """The claims that cite or watch the source, and those that rest on them, grounds first."""
        rest = list(self._citing.get(source, ()))
        found: set[str] = set()
        while rest:
            name = rest.pop()
            if name not in found:
                found.add(name)
                rest.extend(self._dependents.get(name, ()))
        return tuple(sorted(found, key=self._position.__getitem__))

    def places_of(self, claims: Iterable[str]) -> tuple[Place, ...]:
        """The rows and statements that name one of the claims."""
        return tuple({place: None for name in claims for place in self._places_by_claim.get(name, ())})

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """All rows and statements, in the order of the file."""
        return tuple(self.file.places())

    @cached_property
    def order(self) -> tuple[str, ...]:
        """All claims, grounds first."""
        return topological(self.file)

    @cached_property
    def _position(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.order)}

    @cached_property
    def _dependents(self) -> dict[str, tuple[str, ...]]:
        return dependents(self.file)

    @cached_property
    def _citing(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, claim in self.file.claims.items():
            for source in sources_of(claim):
                found.setdefault(source, []).append(name)
        return found

    @cached_property
    def _places_by_claim(self) -> dict[str, list[Place]]:
        found: dict[str, list[Place]] = {}
        for place in self.places:
            for name in place.claims:
                found.setdefault(name, []).append(place)
        return found

    @cached_property
    def _overdue_before(self) -> frozenset[str]:
        stale = (name for row in self.before.rows.values() if row.state == "stale" for name in row.because)
        return frozenset(name for name in stale if not ((state := self.before.claims.get(name)) and state.stands and state.stands.is_bad))

    def _sources_behind(self, claim_id: str) -> set[str]:
        return {source for name in with_grounds(self.file, (claim_id,)) for source in sources_of(self.file.claims[name])}
