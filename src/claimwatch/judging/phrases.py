"""Phrases of the claims file, and whether evidence has them: shared by `mentions` and `absent`."""

from __future__ import annotations

from dataclasses import dataclass

from claimwatch.finding.evidence import Found, Scope, ScopeKind
from claimwatch.judging.evidence import passage, pieces
from claimwatch.judging.values import mapping_of, text_of, texts_of
from claimwatch.judging.verdict import Context
from claimwatch.text.licences import expression, licences
from claimwatch.text.phrases import find, names_of


@dataclass(frozen=True, slots=True)
class Phrase:
    """One phrase, or (several words) phrases that must stand together in one passage."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return self.words[0] if len(self.words) == 1 else " with ".join(self.words)


def parse_phrases(value: object, name: str) -> tuple[Phrase, ...]:
    """From a phrase, a list, or `{together: […]}`, also as a member of a list. Raises ValueError."""
    given = value if isinstance(value, (list, tuple)) else [value]
    if not given:
        raise ValueError(f"{name} is empty; write what is looked for")
    return tuple(_phrase(v, name) for v in given)


def _phrase(value: object, name: str) -> Phrase:
    if isinstance(value, dict):
        together = texts_of(mapping_of(value, name, ("together",)).get("together"), "together")
        if len(together) < 2:
            raise ValueError("together takes two phrases or more")
        return Phrase(together)
    text = text_of(value, name)
    if not text:
        raise ValueError(f"{name} is empty; write what is looked for")
    return Phrase((text,))


def passages(scope: Scope) -> tuple[str, ...]:
    """The passages of the evidence: its paragraphs, items, cells and entries one by one."""
    if scope.kind.is_wide or (scope.kind is ScopeKind.ELEMENT and len(scope.blocks) > 1):
        return tuple(scope.document.blocks[i].text for i in scope.blocks)
    return pieces(scope)


def spot(words: str, text: str, context: Context) -> tuple[int, int] | None:
    """Where one of the names of a phrase stands in the text."""
    for name in names_of(words, context.aliases):
        span = find(name, text)
        if span:
            return span
    return _licence(words, text)


def _licence(words: str, text: str) -> tuple[int, int] | None:
    """The name of a licence is found in its other forms too."""
    named = licences(words)
    if len(named) != 1 or expression(words) is None:
        return None
    return next(((x.start, x.end) for x in licences(text) if x.name == named[0].name), None)


def where(phrase: Phrase, scope: Scope, context: Context) -> tuple[str, str] | None:
    """The passage that has the phrase, and the phrase as the page writes it; None where it is not there."""
    for text in passages(scope):
        spans = [spot(w, text, context) for w in phrase.words]
        found = [text[s[0] : s[1]] for s in spans if s]
        if len(found) == len(phrase.words):
            return text, ", ".join(found)
    return None


def stands_in(phrase: Phrase, scope: Scope, context: Context) -> bool:
    """Has the evidence the phrase?"""
    return where(phrase, scope, context) is not None


def first_in(phrase: Phrase, evidence: Found, context: Context) -> tuple[Scope, str]:
    """The first match that has the phrase, and the passage in it."""
    for scope in evidence:
        found = where(phrase, scope, context)
        if found:
            return scope, found[0]
    return evidence[0], passage(evidence[0])
