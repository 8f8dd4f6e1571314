"""Where claims and rows stand: the rules under "Verdicts" of CLAIMS_FORMAT.md. Pure; the time is an argument."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum

from claimwatch.claims.citation import Citation
from claimwatch.claims.model import Claim, ClaimsFile
from claimwatch.judging.verdict import Judgement, Verdict
from claimwatch.text.typography import fold

_BOUNDS = ("<", ">", "≤", "≥")


class State(StrEnum):
    """Of a row or a statement, in RFC 9111's sense of the words."""

    FRESH = "fresh"
    STALE = "stale"
    UNVERIFIED = "unverified"


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    """What a claim comes to. `citation` is the index (into the claim's `all_citations`) of the one that decided, None where none did.

    `verdict` is None while something that is needed was never judged.
    """

    verdict: Verdict | None
    reason: str
    citation: int | None = None
    source: str | None = None
    observed: str | None = None
    excerpt: str | None = None
    drift: bool = False


@dataclass(frozen=True, slots=True)
class RowStanding:
    """The state of a row, and the claims because of which it is not fresh."""

    state: State
    because: tuple[str, ...] = ()


def combine(claim: Claim, judgements: Sequence[Judgement | None], grounds: Mapping[str, ClaimVerdict]) -> ClaimVerdict:
    """The claim's verdict: the worst of its citations (with `any` the best), of what it watches and of what it rests on.

    `judgements` are those of `all_citations`, None where one was never judged; `grounds` the verdicts of the claims in `rests_on`.
    """
    parts = [_part(claim.all_citations[i], i, judgement) for i, judgement in enumerate(judgements)]
    cited, watched = parts[: len(claim.citations)], parts[len(claim.citations) :]
    if claim.cite.is_any and cited:
        cited = [_best(cited)]
    needed = [*cited, *watched, *(_ground(name, grounds.get(name)) for name in claim.rests_on)]
    if needed:
        return _worst(needed)
    if claim.is_own:
        return ClaimVerdict(Verdict.SUPPORTED, "a statement of our own, which no source could refute")
    return ClaimVerdict(None, "nothing is cited for it")


def _part(citation: Citation, index: int, judgement: Judgement | None) -> ClaimVerdict:
    if judgement is None:
        return ClaimVerdict(None, f"{citation.source} was never read for it", index, citation.source)
    j = judgement
    return ClaimVerdict(j.verdict, j.reason, index, citation.source, j.observed, j.excerpt, j.drift)


def _ground(name: str, ground: ClaimVerdict | None) -> ClaimVerdict:
    if ground is None or ground.verdict is None:
        return ClaimVerdict(None, f"it rests on {name}, which was never judged")
    return ClaimVerdict(ground.verdict, f"it rests on {name}: {ground.reason}", source=ground.source)


def _best(parts: Sequence[ClaimVerdict]) -> ClaimVerdict:
    """One that holds decides; else nothing is known while one was never judged."""
    known = [p for p in parts if p.verdict is not None]
    best = max(known, key=lambda p: (_rank(p), not p.drift), default=None)
    if best and (best.verdict is Verdict.SUPPORTED or len(known) == len(parts)):
        return best
    return next(p for p in parts if p.verdict is None)


def _worst(parts: Sequence[ClaimVerdict]) -> ClaimVerdict:
    """What speaks against the claim decides; else nothing is known while one was never judged. Of equals the first, drift before none."""
    known = [p for p in parts if p.verdict is not None]
    worst = min(known, key=lambda p: (_rank(p), not p.drift), default=None)
    if worst and worst.verdict and (worst.verdict.is_bad or len(known) == len(parts)):
        return worst
    return next(p for p in parts if p.verdict is None)


def _rank(part: ClaimVerdict) -> int:
    return part.verdict.rank if part.verdict else -1


def stands(previous: Verdict | None, now: Verdict | None) -> Verdict | None:
    """The verdict that a claim stands at: its last one other than unreachable."""
    return previous if now is None or now is Verdict.UNREACHABLE else now


@dataclass(frozen=True, slots=True)
class Stand:
    """A standing verdict and its value."""

    verdict: Verdict | None
    observed: str | None = None


def is_turn(before: Stand | None, after: Stand, citation: Citation | None = None) -> bool:
    """Has the claim turned? For the worse or the better, from refuted to missing or back, or refuted by another value than before.

    A first verdict is a turn when it speaks against the claim. `citation` is the one that decided: a repository's count that moves
    on beyond a bound it broke has not turned again.
    """
    if after.verdict is None or after.verdict is Verdict.UNREACHABLE:
        return False
    was = before.verdict if before else None
    if was is None or was is Verdict.UNREACHABLE:
        return after.verdict.is_bad
    if was is not after.verdict:
        return True
    if after.verdict is not Verdict.REFUTED or before is None or is_same_value(before.observed, after.observed):
        return False
    return not _is_bound_on_fact(citation)


def is_same_value(one: str | None, other: str | None) -> bool:
    """Two observed values are the same but for case, typography, spaces and the punctuation at their ends."""
    return _bare(one) == _bare(other)


def _bare(value: str | None) -> str:
    return fold(value or "").strip(" .,;:")


def _is_bound_on_fact(citation: Citation | None) -> bool:
    if citation is None or citation.select is None or citation.select.kind != "fact" or citation.judge_by is None:
        return False
    return citation.judge_by.kind == "number" and str(citation.judge_by.value).lstrip().startswith(_BOUNDS)


def sources_of(claim: Claim) -> tuple[str, ...]:
    """The sources that the claim itself was read from or watches, each once."""
    return tuple(dict.fromkeys((*(c.source for c in claim.citations), *claim.watch)))


def age(claim: Claim, file: ClaimsFile, read_at: Mapping[str, datetime | None], now: datetime) -> timedelta | None:
    """How old the claim is: the time since the last whole read or 304 of the source for which it is longest ago, grounds included.

    An own claim is as old as its `verified`; as the ground of another it counts there only by `is_too_old`. None: nothing was ever read.
    """
    if claim.is_own and not sources_of(claim) and not claim.rests_on:
        return _own_age(claim, now)
    times = [at for c in _with_grounds(claim, file) for s in sources_of(c) if (at := read_at.get(s))]
    return max(now - min(times), timedelta()) if times else None


def max_age_for(claim: Claim, file: ClaimsFile) -> timedelta | None:
    """How old the claim may be: the least `max_age` of its (and its grounds') sources; of an own claim its `recheck`, None without one."""
    if claim.is_own and not sources_of(claim) and not claim.rests_on:
        return claim.recheck
    return min((file.max_age_of(s) for c in _with_grounds(claim, file) for s in sources_of(c)), default=file.defaults.max_age)


def is_too_old(claim: Claim, file: ClaimsFile, read_at: Mapping[str, datetime | None], now: datetime) -> bool:
    """Is a source behind the claim older than that source may be, or an own claim (or ground) past its `recheck`?"""
    for part in _with_grounds(claim, file):
        own = _own_age(part, now) if part.is_own else None
        if own is not None and part.recheck is not None and own > part.recheck:
            return True
        if any((at := read_at.get(s)) and now - at > file.max_age_of(s) for s in sources_of(part)):
            return True
    return False


def _own_age(claim: Claim, now: datetime) -> timedelta | None:
    if claim.verified is None:
        return None
    return max(now - datetime.combine(claim.verified, time(), UTC), timedelta())


def _with_grounds(claim: Claim, file: ClaimsFile) -> Iterator[Claim]:
    """The claim, and all that it rests on, however far down, each once."""
    yield claim
    seen: set[str] = set()
    waiting = list(claim.rests_on)
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            yield file.claims[name]
            waiting.extend(file.claims[name].rests_on)


def row_state(claims: Sequence[str], standing: Mapping[str, Verdict | None], too_old: frozenset[str] | set[str]) -> RowStanding:
    """The state of a row or statement from the claims behind it: `standing` verdicts (None: never judged), and those that are too old."""
    stale = tuple(c for c in claims if c in too_old or ((v := standing.get(c)) is not None and v.is_bad))
    if stale:
        return RowStanding(State.STALE, stale)
    unjudged = tuple(c for c in claims if standing.get(c) is None)
    return RowStanding(State.UNVERIFIED, unjudged) if unjudged else RowStanding(State.FRESH)


def topological(file: ClaimsFile) -> tuple[str, ...]:
    """The ids of all claims, what a claim rests on before the claim, else in the order of the file."""
    done: dict[str, None] = {}
    for start in file.claims:
        trail = [start]
        while trail:
            missing = [g for g in file.claims[trail[-1]].rests_on if g not in done]
            if missing:
                trail.append(missing[0])
            else:
                done.setdefault(trail.pop())
    return tuple(done)
