"""`text`: the evidence is that text, but for space and typography."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from claimwatch.finding.evidence import Found, Scope, ScopeKind
from claimwatch.judging.evidence import any_of, missing, refuted, says_nothing, supported
from claimwatch.judging.registry import registry
from claimwatch.judging.values import text_of
from claimwatch.judging.verdict import Context, Judgement
from claimwatch.text.ticks import answer, is_blank
from claimwatch.text.tokens import words
from claimwatch.text.typography import fold

_NOTE = re.compile(r"\s*(?:[*†‡§]+|\[\^?\w{1,3}\])$")

_POWER = re.compile(r"(?<=\d)[⁰¹²³⁴-⁹]")  # 3² is not 32


@registry.register("text")
@dataclass(frozen=True)
class Text:
    """The evidence is that text. The empty text means a cell that says nothing."""

    text: str
    kind: ClassVar[str] = "text"
    EXAMPLES: ClassVar[tuple[object, ...]] = ("12 hours", "1.10", "")

    @classmethod
    def parse(cls, value: object) -> Text:
        """From the text as it is written. Raises ValueError for a list or a mapping."""
        return cls("" if value is None else text_of(value, "text"))

    def judge(self, evidence: Found, context: Context) -> Judgement:
        """Judges each match; one that holds is enough."""
        return any_of(evidence, lambda scope: self._judge(scope, context))

    def _judge(self, scope: Scope, context: Context) -> Judgement:
        said = _said(scope)
        if is_same_text(self.text, said):
            return supported(scope, context, said)
        if says_nothing(scope):
            return missing(scope, context) if self.text else supported(scope, context, said)
        return refuted(scope, context, said)


def _said(scope: Scope) -> str:
    if isinstance(scope.value, bool):
        return "true" if scope.value else "false"
    if scope.kind in (ScopeKind.CELL, ScopeKind.ROW) and scope.cells:
        return " | ".join(cell.text for cell in scope.cells)
    return scope.text


def is_same_text(a: str, b: str) -> bool:
    """Are two texts one but for space, typography, a footnote's mark and a full stop? One tick is as good as another."""
    x, y = _plain(a), _plain(b)
    if x == y:
        return True
    is_sign = bool(x and y) and not any(c.isalnum() for c in x + y) and not (is_blank(a) or is_blank(b))
    return is_sign and len(words(x)) <= 1 and len(words(y)) <= 1 and answer(a) is not None and answer(a) == answer(b)


def _plain(text: str) -> str:
    folded = fold(_POWER.sub(lambda m: "^" + m[0], text), case=False)
    bare = _NOTE.sub("", folded)
    return (bare or folded).rstrip(".").rstrip() or folded
