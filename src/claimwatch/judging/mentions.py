"""`mentions`: the evidence contains the phrases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from claimwatch.finding.evidence import Found, Scope
from claimwatch.judging.evidence import missing, passage, pieces, refuted, says_nothing, supported
from claimwatch.judging.phrases import Phrase, first_in, parse_phrases, stands_in
from claimwatch.judging.places import instead_of
from claimwatch.judging.registry import registry
from claimwatch.judging.verdict import Context, Judgement
from claimwatch.text.phrases import find


@registry.register("mentions")
@dataclass(frozen=True)
class Mentions:
    """The evidence contains each of the phrases (of `together`: all of them in one passage)."""

    phrases: tuple[Phrase, ...]
    kind: ClassVar[str] = "mentions"
    EXAMPLES: ClassVar[tuple[object, ...]] = ("WireGuard", ["sharding", "materialized views"], {"together": ["Ferry", "Gondola"]})

    @classmethod
    def parse(cls, value: object) -> Mentions:
        """From a phrase, a list of phrases, or `{together: [A, B]}`. Raises ValueError."""
        return cls(parse_phrases(value, "mentions"))

    def judge(self, evidence: Found, context: Context) -> Judgement:
        """Each phrase must stand in one of the matches."""
        scope = evidence[0]
        gone = next((p for p in self.phrases if not any(stands_in(p, s, context) for s in evidence)), None)
        if gone is None:
            place = first_in(self.phrases[0], evidence, context)
            return supported(place[0], context, str(self.phrases[0]) if len(self.phrases) == 1 else None, excerpt=place[1])
        if all(says_nothing(s) for s in evidence):
            return missing(scope, context)
        if scope.kind.is_wide:
            return missing(scope, context, f"{context.source} no longer mentions {gone}")
        observed = _instead(gone, scope) or " | ".join(pieces(scope))
        return refuted(scope, context, observed, f"{context.source} no longer mentions {gone} there")


def _instead(gone: Phrase, scope: Scope) -> str | None:
    """What stands in the phrase's place in the passage that was quoted."""
    if not scope.quote or len(gone.words) != 1:
        return None
    span = find(gone.words[0], scope.quote)
    return instead_of(scope.quote, *span, passage(scope)) if span else None
