"""A change for the worse counts when a second, unconditional reading says the same. Pure decisions about which changes those are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from claimwatch.claims.standing import is_same_value
from claimwatch.fetching.outcome import Fetched
from claimwatch.history.records import CitationState, SourceState
from claimwatch.judging.verdict import Verdict
from claimwatch.monitor.ledger import Ledger

Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Held:
    """A first reading that waits: its judgements, and which of them are worse than what stood."""

    source: str
    answer: Fetched | None  # None after a 304
    state: SourceState
    citations: tuple[CitationState, ...]
    worse: frozenset[Key]


def worse_citations(new: Iterable[CitationState], known: Mapping[Key, CitationState], stored: str | None) -> frozenset[Key]:
    """The judgements that speak against a claim as no earlier one did, on a page that changed under the claim.

    Where the page is the one that was judged before (or, for a claim that is new, the `stored` one), the claim has changed and not the
    page: this reading is the second one already.
    """
    return frozenset((state.claim, state.index) for state in new if _is_worse(state, known.get((state.claim, state.index)), stored))


def _is_worse(new: CitationState, old: CitationState | None, stored: str | None) -> bool:
    if not new.judgement.verdict.is_bad:
        return False
    if old is None:
        return new.edition != stored
    return old.edition != new.edition and not is_same_judgement(old, new)


def is_same_judgement(one: CitationState, other: CitationState) -> bool:
    """The same verdict with the same value."""
    a, b = one.judgement, other.judgement
    return a.verdict is b.verdict and is_same_value(a.observed, b.observed)


def sources_to_confirm(ledger: Ledger, held: Iterable[Held]) -> frozenset[str]:
    """The held sources that turn a claim for the worse, all of them taken together. `ledger` is not changed."""
    waiting = tuple(held)
    trial = ledger.copy()
    for one in waiting:
        trial.settle(one.state, one.citations)
    turned = {key for one in waiting for key in one.worse if _turns_for_the_worse(trial, key[0])}
    return frozenset(one.source for one in waiting if not turned.isdisjoint(one.worse))


def _turns_for_the_worse(trial: Ledger, claim: str) -> bool:
    verdict = trial.verdict(claim, {})
    if verdict.verdict is None or not verdict.verdict.is_bad:
        return False
    before = trial.claims.get(claim)
    if before is None or before.stands is None:
        return verdict.verdict is Verdict.MISSING  # a first reading refutes at once, but proves no absence alone (ROBUSTNESS E56)
    return trial.has_turned(claim, before, verdict)


def confirmed(first: Held, second: Iterable[CitationState], known: Mapping[Key, CitationState]) -> tuple[CitationState, ...]:
    """What counts of the second reading: all that is no worse than what stood, and what is worse as the first reading said it too."""
    before = {(state.claim, state.index): state for state in first.citations}
    accepted = []
    for state in second:
        key = (state.claim, state.index)
        old = known.get(key)
        is_worse = state.judgement.verdict.is_bad and (old is None or not is_same_judgement(old, state))
        if not is_worse or (key in before and is_same_judgement(before[key], state)):
            accepted.append(state)
    return tuple(accepted)
