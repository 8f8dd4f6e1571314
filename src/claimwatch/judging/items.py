"""`items`: the evidence lists these things, in any order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from claimwatch.finding.evidence import Found, ScopeKind
from claimwatch.judging.evidence import any_of, best_of, language_of, missing, passage, refuted, says_nothing, short, supported, told
from claimwatch.judging.members import Listing, Names, listing
from claimwatch.judging.registry import registry
from claimwatch.judging.values import mapping_of, text_of, texts_of
from claimwatch.judging.verdict import Context, Judgement
from claimwatch.text.lists import same_item
from claimwatch.text.phrases import names_of

_PARTS = ("exactly", "include", "exclude", "first", "count")


@registry.register("items")
@dataclass(frozen=True)
class Items:
    """The evidence lists exactly these, or includes some, excludes some, begins with one, has so many."""

    exactly: tuple[str, ...] | None = None
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    first: str | None = None
    count: int | None = None
    kind: ClassVar[str] = "items"
    EXAMPLES: ClassVar[tuple[object, ...]] = (
        {"exactly": ["RSA", "Ed25519"]}, {"include": ["SVG"], "exclude": ["GIF"]}, {"first": "Firefox"}, {"count": "17"},
    )  # fmt: skip

    @classmethod
    def parse(cls, value: object) -> Items:
        """From a mapping of `exactly`, `include`, `exclude`, `first`, `count`; one or several. Raises ValueError."""
        given = mapping_of(value, "items", _PARTS)
        if not given:
            raise ValueError("items needs one of exactly, include, exclude, first, count")
        lists = {name: texts_of(given[name], name) for name in _PARTS[:3] if name in given}
        count = text_of(given["count"], "count") if "count" in given else None
        if count is not None and not (count.isascii() and count.isdigit() and len(count) <= 9):
            raise ValueError(f"count {count[:20]!r} is no whole number of up to nine digits")
        first = text_of(given["first"], "first") if "first" in given else None
        number = int(count) if count is not None else None
        return cls(lists.get("exactly"), lists.get("include", ()), lists.get("exclude", ()), first, number)

    def judge(self, evidence: Found, context: Context) -> Judgement:
        """Several elements or values are one list. Of several matches of an expression one that holds is enough, but for `exclude`."""
        if len(evidence) == 1:
            return self._judge(evidence, context)
        together = self._judge(evidence, context)
        if self.exclude or evidence[0].kind is not ScopeKind.MATCH:  # elements and values selected together are one list
            return together
        return best_of([together, any_of(evidence, lambda scope: self._judge((scope,), context))])

    def _judge(self, evidence: Found, context: Context) -> Judgement:
        scope = evidence[0]
        if all(says_nothing(s) for s in evidence):
            return missing(scope, context)
        known = [_names(name, context) for name in (*(self.exactly or ()), *self.include, *([self.first] if self.first else []))]
        read = listing(evidence, known, [_names(n, context) for n in self.exclude], language_of(scope, context))
        observed = ", ".join(sorted(dict.fromkeys(read.members), key=str.casefold)) or short(passage(scope))
        place = context.source if scope.kind.is_wide or scope.quote else "the list"
        problem = _and(name for name in self.include if not read.has(_names(name, context)))
        if problem and scope.kind.is_wide:
            return missing(scope, context, f"{place} no longer has {problem}")
        if problem:
            return refuted(scope, context, observed, f"{place} no longer has {problem}")
        if not read.members and (self.exactly is not None or self.count is not None or self.first is not None):
            return missing(scope, context) if scope.kind.is_wide else refuted(scope, context, observed)
        reason = self._wrong(read, place, context)
        return refuted(scope, context, observed, reason) if reason else supported(scope, context, observed)

    def _wrong(self, read: Listing, place: str, context: Context) -> str | None:
        """The reason why the list is not what is expected, or None."""
        members = read.members
        extra = [name for name in self.exclude if read.has(_names(name, context))]
        if extra:
            return f"{place} now has {_and(extra)}"
        if self.exactly is not None:
            changed = _changes(members, [_names(n, context) for n in self.exactly], place)
            if changed:
                return changed
        if self.first is not None and not any(same_item(n, members[0]) for n in _names(self.first, context)):
            return f"{place} now begins with {told(members[0])}"
        if self.count is not None and len(members) != self.count:
            return f"{place} now has {len(members)} members, not {self.count}"
        return None


def _names(name: str, context: Context) -> Names:
    return names_of(name, context.aliases)


def _changes(members: Sequence[str], expected: Sequence[Names], place: str) -> str | None:
    """What was added and what is gone, in a sentence; None when the two are the same set."""
    gone = [names[0] for names in expected if not any(same_item(n, m) for n in names for m in members)]
    added = list(dict.fromkeys(m for m in members if not any(same_item(n, m) for names in expected for n in names)))
    if not gone and not added:
        return None
    said = [f"{place} now has {_and(added)} too" if added else "", f"{'it' if added else place} no longer has {_and(gone)}" if gone else ""]
    return ", and ".join(filter(None, said))


def _and(names: Iterable[str]) -> str:
    found = list(names)
    return " and ".join([", ".join(found[:-1]), found[-1]] if len(found) > 1 else found)
