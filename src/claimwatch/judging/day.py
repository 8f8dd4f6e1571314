"""`date`: the evidence is that date."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from claimwatch.finding.evidence import Found, Scope
from claimwatch.judging.evidence import any_of, language_of, missing, passage, pieces, refuted, says_nothing, short, supported
from claimwatch.judging.places import Marked, counterpart, instead_of
from claimwatch.judging.registry import registry
from claimwatch.judging.values import text_of
from claimwatch.judging.verdict import Context, Judgement
from claimwatch.text.dates import Day, days


@registry.register("date")
@dataclass(frozen=True)
class Date:
    """The evidence is that day, however it is written. What is vaguer than a day is not that day."""

    day: date
    kind: ClassVar[str] = "date"
    EXAMPLES: ClassVar[tuple[object, ...]] = ("2026-10-20",)

    @classmethod
    def parse(cls, value: object) -> Date:
        """From a date as ISO 8601 writes it. Raises ValueError."""
        if isinstance(value, date):
            return cls(date(value.year, value.month, value.day))
        text = text_of(value, "date")
        try:
            return cls(date.fromisoformat(text))
        except ValueError:
            raise ValueError(f"{text!r} is no date; write it as 2026-10-20") from None

    def judge(self, evidence: Found, context: Context) -> Judgement:
        """Judges each match; one that holds is enough."""
        return any_of(evidence, lambda scope: self._judge(scope, context))

    def _judge(self, scope: Scope, context: Context) -> Judgement:
        if says_nothing(scope):
            return missing(scope, context)
        language = language_of(scope, context)
        found = self._in_quote(scope, language) if scope.quote else next((d for text in pieces(scope) for d in days(text, language)), None)
        if found is None or isinstance(found, str):
            return missing(scope, context) if scope.kind.is_wide else refuted(scope, context, found or short(" | ".join(pieces(scope))))
        return supported(scope, context, found.text) if found.could_be(self.day) else refuted(scope, context, found.text)

    def _in_quote(self, scope: Scope, language: str) -> Day | str | None:
        page = passage(scope)
        marked, there = days(scope.quote, language), days(page, language)
        index = next((i for i, d in enumerate(marked) if d.could_be(self.day)), None)
        if index is None:
            return next(iter(days(scope.text, language)), None) or next(iter(there), None)
        j = counterpart(Marked(scope.quote, marked), index, Marked(page, there), lambda i, k: 0.3 * (marked[i].dates == there[k].dates))
        if j is None and len(marked) == len(there) == 1:
            j = 0
        return there[j] if j is not None else instead_of(scope.quote, marked[index].start, marked[index].end, page)
