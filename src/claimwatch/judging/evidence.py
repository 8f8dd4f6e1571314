"""What every expectation does with its evidence: which text it reads, whether that is blank, and which of several matches counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from claimwatch.finding.evidence import Found, Scope, ScopeKind
from claimwatch.judging.verdict import Context, Judgement, Verdict
from claimwatch.text.ticks import is_blank

_LONGEST = 500


def passage(scope: Scope) -> str:
    """The text to read: of a quote the whole sentence or block around it, else the scope's own."""
    return scope.passage if scope.quote and scope.passage else scope.text


def pieces(scope: Scope) -> tuple[str, ...]:
    """The texts to read one after another: the cells of a row or a column, else one text."""
    return tuple(cell.text for cell in scope.cells) or (passage(scope),)


def says_nothing(scope: Scope) -> bool:
    """Is there nothing to read: an empty cell, element or value ("", "–")?"""
    return all(is_blank(text) for text in pieces(scope))


def language_of(scope: Scope, context: Context) -> str:
    """The language of the evidence: what the source's settings say, else the page."""
    return context.language or scope.document.language


def short(text: str, longest: int = _LONGEST) -> str:
    """The text on one line, cut where it is very long."""
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


def told(text: str) -> str:
    """A page's words as a reason quotes them."""
    return f"“{short(text, 120)}”"


def name_of(scope: Scope, context: Context) -> str:
    """What a reason calls the place: the cell, the list, or the source."""
    return {ScopeKind.CELL: "the cell", ScopeKind.ROW: "the row", ScopeKind.COLUMN: "the column"}.get(scope.kind, context.source)


def judgement(
    scope: Scope, verdict: Verdict, reason: str, observed: str | None, *, drift: bool = False, excerpt: str | None = None
) -> Judgement:
    """A judgement on that scope, with where it stands."""
    return Judgement(
        verdict,
        reason,
        short(observed) if observed is not None else None,
        short(excerpt if excerpt is not None else scope.passage or scope.text),
        scope.headings,
        scope.start,
        drift,
        scope.score,
    )


def _in_words(scope: Scope, observed: str) -> str:
    """The value with the few words around it that say what it is an amount of: “250+ model architectures”, “87 commits”."""
    around = scope.text if scope.kind is ScopeKind.PASSAGE else scope.passage if scope.kind is ScopeKind.VALUE else ""
    return told(around if observed in around and len(around) <= 80 else observed)


def supported(scope: Scope, context: Context, observed: str | None, *, drift: bool = False, excerpt: str | None = None) -> Judgement:
    """It still says so; with `drift`, in other figures."""
    value = f" {_in_words(scope, observed)}" if observed else " so"
    reason = f"{name_of(scope, context)} {'now' if drift else 'still'} says{value}"
    return judgement(scope, Verdict.SUPPORTED, reason, observed, drift=drift, excerpt=excerpt)


def refuted(scope: Scope, context: Context, observed: str, reason: str | None = None, *, excerpt: str | None = None) -> Judgement:
    """It says something else: `observed`; `reason` when "… now says observed" is not the sentence for it."""
    said = reason or f"{name_of(scope, context)} now says {_in_words(scope, observed) if observed else 'nothing'}"
    return judgement(scope, Verdict.REFUTED, said, observed, excerpt=excerpt)


def missing(scope: Scope, context: Context, reason: str | None = None) -> Judgement:
    """It is there no longer, or says nothing."""
    said = reason or (f"{name_of(scope, context)} is empty now" if says_nothing(scope) else f"{context.source} says nothing of it any more")
    return judgement(scope, Verdict.MISSING, said, None)


def any_of(evidence: Found, judge_one: Callable[[Scope], Judgement]) -> Judgement:
    """Of several matches, one that holds is enough; else the first that says something else; else none says anything."""
    return best_of([judge_one(scope) for scope in evidence])


def best_of(judged: Iterable[Judgement]) -> Judgement:
    """The judgement of the match that counts: supported before refuted before missing, and of equal ones the first without drift."""
    order = {Verdict.SUPPORTED: 0, Verdict.REFUTED: 1, Verdict.MISSING: 2, Verdict.UNREACHABLE: 3}
    return min(judged, key=lambda j: (order[j.verdict], j.drift))
