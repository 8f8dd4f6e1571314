"""Are the citations of a claim well formed? Each selector and expectation is asked to read its own value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from claimwatch.claims.citation import FIXED, WHOLE, WITHIN, as_list, expectations, selectors
from claimwatch.claims.marks import Path
from claimwatch.claims.mistakes import Mistake, is_misspelt, unknown
from claimwatch.errors import UnknownKindError
from claimwatch.kinds import Registry
from claimwatch.text.nearest import nearest

_SPLIT = "make it a citation of its own"


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources that may be cited (None: the section is too badly formed to tell), and those that are the publisher's own pages."""

    known: Mapping[str, Any] | None
    own: frozenset[str]

    def check_use(self, source: str, path: Path, *, is_fact: bool) -> Iterator[Mistake]:
        """May this source be cited so?"""
        written = (self.known or {}).get(source)
        if not isinstance(written, Mapping):
            return
        if source in self.own:
            yield Mistake(path, f"{source!r} is a page of the publisher: a claim that rests on it can never fail", "cite what others say")
        is_repository = written.get("kind") == "repository"
        if is_fact and not is_repository:
            yield Mistake(path, f"a fact is asked of a repository, and {source!r} is none", "give the source kind: repository")
        elif is_repository and not is_fact:
            hint = "write fact: commits, or cite a page of it as another source"
            yield Mistake(path, f"{source!r} is a repository: its citations name a fact", hint)


def check_citations(sources: Sources, cite: Any, path: Path) -> Iterator[Mistake]:
    """All mistakes in the `cite` of one claim."""
    written, is_any = as_list(cite)
    if is_any:
        for key in cite:
            if key != "any":
                yield Mistake((*path, key), f"the key {key!r} stands beside 'any'", "citations stand in its list", is_key=True)
        path = (*path, "any")
        if not isinstance(cite["any"], list):
            yield Mistake(path, "any takes a list of citations")
            return
    if cite is not None and not written:
        yield Mistake(path, "the list of citations is empty")
    for i, citation in enumerate(written):
        at: Path = (*path, i) if is_any or isinstance(cite, list) else path
        if isinstance(citation, Mapping):
            yield from _citation(sources, citation, at)
        else:
            yield Mistake(at, "a citation is a mapping: {source: …, quote: …}")


def _citation(sources: Sources, citation: Mapping[str, Any], path: Path) -> Iterator[Mistake]:
    kinds = [name for name, _ in selectors() if name != WHOLE]
    chosen = [key for key in citation if key in kinds]
    for key in citation:
        if key not in kinds and key not in FIXED:
            known = [*FIXED, *kinds]
            message, hint = unknown("key", key, known)
            yield Mistake((*path, key), message, hint or f"a citation has {', '.join(known)}", is_key=True)
    for key in chosen[1:]:
        yield Mistake((*path, key), f"a citation has one selector: {chosen[0]} stands here already", _SPLIT, is_key=True)
    for key in chosen:
        yield from _kind(selectors(), "selector", key, citation[key], (*path, key))
    if "source" in citation or not is_misspelt("source", (key for key in citation if key not in kinds)):
        yield from _source(sources, citation, path, is_fact="fact" in chosen)
    if "within" in citation:
        yield from _within(citation["within"], (*path, "within"))
    if "expect" in citation:
        yield from _expect(citation["expect"], (*path, "expect"))


def _source(sources: Sources, citation: Mapping[str, Any], path: Path, *, is_fact: bool) -> Iterator[Mistake]:
    at = (*path, "source")
    if "source" not in citation:
        yield Mistake(at, "the key 'source' is missing", is_key=True)
        return
    source = citation["source"]
    if not isinstance(source, str):
        yield Mistake(at, "a citation names one source")
    elif sources.known is not None and source not in sources.known:
        message, hint = unknown("source", source, sources.known)
        yield Mistake(at, message, hint)
    else:
        yield from sources.check_use(source, at, is_fact=is_fact)


def _within(written: Any, path: Path) -> Iterator[Mistake]:
    if not isinstance(written, Mapping) or not written:
        yield Mistake(path, "within is {heading: …} or {css: …}")
        return
    for i, (key, value) in enumerate(written.items()):
        if key not in WITHIN:
            message, hint = unknown("key", key, WITHIN)
            yield Mistake((*path, key), message, hint or "within is {heading: …} or {css: …}", is_key=True)
        elif i:
            yield Mistake((*path, key), "within has one of heading and css", is_key=True)
        else:
            yield from _kind(selectors(), "selector", key, value, (*path, key))


def _expect(written: Any, path: Path) -> Iterator[Mistake]:
    names = [name for name, _ in expectations()]
    if not isinstance(written, Mapping) or not written:
        yield Mistake(path, "an expectation is a mapping: {number: 200+}", f"one of {', '.join(names)}")
        return
    known = [key for key in written if key in names]
    for key in known[1:]:
        yield Mistake((*path, key), f"a citation has one expectation: {known[0]} stands here already", _SPLIT, is_key=True)
    for key, value in written.items():
        if key not in names:
            message, hint = unknown("expectation", key, names)
            yield Mistake((*path, key), message, hint or f"one of {', '.join(names)}", is_key=True)
        else:
            yield from _kind(expectations(), "expectation", key, value, (*path, key))


def _kind(registry: Registry, noun: str, name: str, value: Any, path: Path) -> Iterator[Mistake]:
    """Lets the kind read its value. An unknown key in it is told at that key, with the nearest known one."""
    try:
        kind: Any = registry.get(name)
        kind.parse(value)
    except UnknownKindError:
        yield Mistake(path, f"there is no {noun} {name!r}", is_key=True)
    except ValueError as error:
        slips = {key: nearest(key, keys_of(kind)) for key in value if key not in keys_of(kind)} if isinstance(value, Mapping) else {}
        for key, near in slips.items():
            yield Mistake((*path, key), f"{name} has no key {key!r}", f"did you mean {near}?" if near else str(error), is_key=True)
        if not slips:
            yield Mistake(path, str(error) if value is not None else f"nothing stands here: {error}")


def keys_of(kind: type) -> frozenset[str]:
    """The keys that a mapping of this kind may have in the claims file: its fields, or where its examples have others, those."""
    named = frozenset(f.name for f in fields(kind))
    shown = frozenset(key for example in getattr(kind, "EXAMPLES", ()) if isinstance(example, Mapping) for key in example)
    if shown <= named:
        return named
    return shown
