"""`version`: the evidence is a version in that range (PEP 440)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from claimwatch.finding.evidence import Found, Scope
from claimwatch.judging.evidence import any_of, missing, passage, pieces, refuted, says_nothing, short, supported
from claimwatch.judging.places import Marked, counterpart, instead_of
from claimwatch.judging.registry import registry
from claimwatch.judging.values import text_of
from claimwatch.judging.verdict import Context, Judgement
from claimwatch.text.versions import Found as FoundVersion
from claimwatch.text.versions import versions


@registry.register("version")
@dataclass(frozen=True)
class Version:
    """The evidence is a version within `range`. Pre-releases stand in the order of PEP 440: 5.0rc1 comes before 5.0."""

    range: str
    kind: ClassVar[str] = "version"
    EXAMPLES: ClassVar[tuple[object, ...]] = (">=0.11,<0.12", "==2.10", "<2")

    @classmethod
    def parse(cls, value: object) -> Version:
        """From a PEP 440 specifier; a bare version means exactly that one. Raises ValueError."""
        text = text_of(value, "version")
        exact = f"=={text.removeprefix('v')}" if re.match(r"v?\d", text) else text
        try:
            SpecifierSet(exact)
        except InvalidSpecifier:
            raise ValueError(f'{text!r} is no range of versions (PEP 440); write one such as ">=0.11,<0.12" or "==2.10"') from None
        if not exact.strip(", "):
            raise ValueError('version is empty; write a range such as ">=0.11,<0.12"')
        return cls(exact)

    def judge(self, evidence: Found, context: Context) -> Judgement:
        """Judges each match; one that holds is enough, and one that is no version hides no other."""
        return any_of(evidence, lambda scope: self._judge(scope, context))

    def _judge(self, scope: Scope, context: Context) -> Judgement:
        if says_nothing(scope):
            return missing(scope, context)
        found = self._in_quote(scope) if scope.quote else _first(pieces(scope))
        if isinstance(found, str) or found is None:
            value = found or short(scope.text)
            return missing(scope, context) if scope.kind.is_wide else refuted(scope, context, value)
        return supported(scope, context, found.text) if self._has(found) else refuted(scope, context, found.text)

    def _has(self, found: FoundVersion) -> bool:
        allowed = SpecifierSet(self.range)
        if found.is_day and not any(spec.version[:2] in ("19", "20") and len(spec.version) > 3 for spec in allowed):
            return False  # a snapshot named by its day is no release
        return allowed.contains(found.version, prereleases=True)

    def _in_quote(self, scope: Scope) -> FoundVersion | str | None:
        """The version in the place where the quote's own stood; what else stands there; None where neither is told."""
        page = passage(scope)
        marked, there = versions(scope.quote), versions(page)
        index = next((i for i, v in enumerate(marked) if self._has(v)), None)
        if index is None:
            return _first((scope.text,)) or _first((page,))
        j = counterpart(Marked(scope.quote, marked), index, Marked(page, there), lambda i, k: _likeness(marked[i], there[k]))
        if j is not None:
            return there[j]
        return instead_of(scope.quote, marked[index].start, marked[index].end, page)


def _first(texts: tuple[str, ...]) -> FoundVersion | None:
    """The first thing in the shape of a version, rather than a plain number where there is a better one."""
    found = [v for text in texts for v in versions(text)]
    return next((v for v in found if not v.is_plain), found[0] if found else None)


def _likeness(a: FoundVersion, b: FoundVersion) -> float:
    return (0.3 if a.version == b.version else 0.0) - (0.3 if a.is_plain != b.is_plain else 0.0)
