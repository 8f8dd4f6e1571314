"""`absent`: the evidence contains none of the phrases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from claimwatch.finding.evidence import Found
from claimwatch.judging.evidence import missing, refuted, says_nothing, supported
from claimwatch.judging.phrases import Phrase, parse_phrases, where
from claimwatch.judging.registry import registry
from claimwatch.judging.verdict import Context, Judgement


@registry.register("absent")
@dataclass(frozen=True)
class Absent:
    """The evidence contains none of the phrases (of `together`: no passage has them all)."""

    phrases: tuple[Phrase, ...]
    kind: ClassVar[str] = "absent"
    EXAMPLES: ClassVar[tuple[object, ...]] = ("Windows", ["Files API", "file uploads"], {"together": ["Skiff", "Dinghy"]})

    @classmethod
    def parse(cls, value: object) -> Absent:
        """From a phrase, a list of phrases, or `{together: [A, B]}`. Raises ValueError."""
        return cls(parse_phrases(value, "absent"))

    def judge(self, evidence: Found, context: Context) -> Judgement:
        """No match may have any of the phrases."""
        for scope in evidence:
            for phrase in self.phrases:
                found = where(phrase, scope, context)
                if found:
                    text, written = found
                    return refuted(scope, context, written, f"{context.source} now mentions {written}", excerpt=text)
        scope = evidence[0]
        if all(says_nothing(s) for s in evidence):
            return missing(scope, context)
        return supported(scope, context, None)
