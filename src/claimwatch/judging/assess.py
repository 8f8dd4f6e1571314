"""A document and a citation make a judgement: a pure function of both, and of the version of the judge."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from claimwatch.finding.evidence import Found, Lost, Selector, whole
from claimwatch.judging.verdict import Context, Expectation, Judgement, Verdict
from claimwatch.reading.document import Document

JUDGE_VERSION = "1"
"""Part of the key of every judgement: when it changes, all claims are judged anew from their stored editions."""


class Cited(Protocol):
    """The part of a citation that judging needs."""

    @property
    def selector(self) -> Selector:
        """What finds the evidence."""
        ...

    @property
    def within(self) -> Selector | None:
        """Where to look for it, if not everywhere."""
        ...

    @property
    def expect(self) -> Expectation | None:
        """What judges it; without one, it must still say the same."""
        ...


def find(document: Document, citation: Cited) -> Found | Lost:
    """The evidence that a citation points to: its selector's matches, in the matches of `within` where that is given."""
    scopes: Found = (whole(document),)
    if citation.within is not None:
        inner = citation.within.matches(scopes[0])
        if isinstance(inner, Lost):
            return inner
        scopes = inner
    found = [citation.selector.matches(scope) for scope in scopes]
    good = tuple(scope for f in found if not isinstance(f, Lost) for scope in f)
    return good or next(f for f in found if isinstance(f, Lost))


def judge(document: Document, citation: Cited, context: Context) -> Judgement:
    """The verdict on one citation in one document. Evidence that is not there, or not told apart, is `missing`."""
    evidence = find(document, citation)
    if isinstance(evidence, Lost):
        shown = tuple(c.text for c in evidence.candidates)
        excerpt = (evidence.candidates[0].passage or evidence.candidates[0].text) if evidence.candidates else None
        return Judgement(Verdict.MISSING, f"{context.source}: {evidence.reason}", excerpt=excerpt, candidates=shown)
    from claimwatch.judging.same import is_turned_round, judge_same

    if citation.expect is None:
        return judge_same(evidence, context)
    judged = citation.expect.judge(evidence, context)
    is_denied = citation.expect.kind in _STATEMENTS and all(is_turned_round(scope, context) for scope in evidence)
    if judged.verdict is Verdict.SUPPORTED and is_denied:
        said = evidence[0].passage or evidence[0].text
        return replace(judged, verdict=Verdict.REFUTED, observed=said, drift=False, reason=f"{context.source} now says “{said}”")
    return judged


_STATEMENTS = frozenset({"number", "mentions", "items", "version", "date"})
"""What these find in a quoted statement says nothing once the statement is denied."""


def baseline_of(document: Document, citation: Cited) -> str | None:
    """The evidence's text, kept of the first edition in which it was found; None where it is not there."""
    evidence = find(document, citation)
    return None if isinstance(evidence, Lost) else "\n".join(scope.text for scope in evidence)
