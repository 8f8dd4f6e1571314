"""What no model can see alone: names that lead nowhere, ids that are one without case, rings, letters that may not stand in a text.

It works on the plain data, whatever its shape, so that one mistake hides no other; a wrong shape is the models' to tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from claimwatch.claims.citations import Sources, check_citations
from claimwatch.claims.fields import text_problem
from claimwatch.claims.marks import Path
from claimwatch.claims.mistakes import Mistake, is_misspelt, unknown
from claimwatch.claims.model import ClaimsFile, Comparison

_SECTIONS = ("subjects", "sources", "claims", "comparisons", "notify")


def mistakes_of(data: Mapping[str, Any]) -> Iterator[Mistake]:
    """All mistakes of this kind in a claims file's data."""
    yield from _texts(data)
    for section in _SECTIONS:
        yield from _twins(_map(data, section), (section,))
    names = _Names(data)
    for claim, written in _map(data, "claims").items():
        if isinstance(written, Mapping):
            yield from _claim(names, claim, written)
    yield from _rings(data)
    for comparison, written in _map(data, "comparisons").items():
        if isinstance(written, Mapping):
            yield from _comparison(names, ("comparisons", comparison), written)
    for target, written in _map(data, "notify").items():
        if isinstance(written, Mapping):
            yield from _target(names, ("notify", target), written)


class _Names:
    """The names that are known, by what they name; a section that is misspelt or of a wrong shape knows every name."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        strange = [key for key in data if key not in ClaimsFile.model_fields]
        self._known = {s: None if s not in data and is_misspelt(s, strange) else data.get(s) or {} for s in _SECTIONS}
        hosts = _map(data, "publisher").get("hosts")
        self.sources = Sources(_map(data, "sources") if self._is_sound("sources") else None, frozenset(_own_sources(data, hosts)))

    def _is_sound(self, section: str) -> bool:
        return isinstance(self._known[section], Mapping)

    def check(self, section: str, value: Any, path: Path, hint: str | None = None) -> Iterator[Mistake]:
        """A name, or a list of names, of a section."""
        known = self._known[section]
        for at, name in _texts_at(value, path):
            if isinstance(known, Mapping) and name not in known:
                message, near = unknown(section[:-1], name, known)
                yield Mistake(at, message, near or hint)


def _claim(names: _Names, claim: str, written: Mapping[str, Any]) -> Iterator[Mistake]:
    path: Path = ("claims", claim)
    yield from names.check("subjects", written.get("subject"), (*path, "subject"))
    yield from names.check("claims", written.get("rests_on"), (*path, "rests_on"))
    yield from check_citations(names.sources, written.get("cite"), (*path, "cite"))
    watch = written.get("watch")
    yield from names.check("sources", watch, (*path, "watch"))
    if watch and not _has_absent(written.get("cite")):
        message = "there is nothing to watch for: no citation of the claim expects something to be absent"
        yield Mistake((*path, "watch"), message, is_key=True)
    for at, source in _texts_at(watch, (*path, "watch")):
        yield from names.sources.check_use(source, at, is_fact=False)


def _has_absent(cite: Any) -> bool:
    """Is something expected to be absent, or is the citation too badly formed to tell?"""
    if isinstance(cite, list):
        return any(map(_has_absent, cite))
    if not isinstance(cite, Mapping):
        return False
    if "any" in cite:
        return _has_absent(cite["any"])
    expect = cite.get("expect")
    return "absent" in expect if isinstance(expect, Mapping) else expect is not None


def _comparison(names: _Names, path: Path, written: Mapping[str, Any]) -> Iterator[Mistake]:
    columns = written.get("columns")
    if isinstance(columns, list | str):
        yield from names.check("subjects", columns, (*path, "columns"), "a column that is no subject has a title: columns: {type: Type}")
        columns = [columns] if isinstance(columns, str) else columns
    rows, statements = _map(written, "rows"), _map(written, "statements")
    for section, items in (("rows", rows), ("statements", statements), ("columns", columns if isinstance(columns, Mapping) else {})):
        yield from _twins(items, (*path, section))
    strange = [key for key in written if key not in Comparison.model_fields]
    if columns is None and not is_misspelt("columns", strange) and any(isinstance(r, Mapping) and r.get("cells") for r in rows.values()):
        hint = "write the subjects that are compared: columns: [a, b]"
        yield Mistake((*path, "columns"), "the key 'columns' is missing", hint, is_key=True)
    for row, content in rows.items():
        if isinstance(content, Mapping):
            yield from _row(names, (*path, "rows", row), content, columns)
    for statement, cell in statements.items():
        yield from _cell(names, (*path, "statements", statement), cell)


def _row(names: _Names, path: Path, row: Mapping[str, Any], columns: Any) -> Iterator[Mistake]:
    yield from names.check("subjects", row.get("subject"), (*path, "subject"))
    for column, cell in _map(row, "cells").items():
        at = (*path, "cells", column)
        if isinstance(columns, list | Mapping) and column not in columns:
            message, hint = unknown("column", column, [c for c in columns if isinstance(c, str)])
            yield Mistake(at, message, hint, is_key=True)
        yield from _cell(names, at, cell)


def _cell(names: _Names, path: Path, cell: Any) -> Iterator[Mistake]:
    if isinstance(cell, Mapping):
        yield from names.check("claims", cell.get("claims"), (*path, "claims"))
        if cell and not cell.get("claims") and cell.get("text") is None and not set(cell) - {"text", "claims"}:
            yield Mistake(path, "the cell has neither a text nor a claim")
    else:
        yield from names.check("claims", cell, path, "a cell that no claim stands behind is written {text: …}")


def _target(names: _Names, path: Path, written: Mapping[str, Any]) -> Iterator[Mistake]:
    ways = [key for key in written if key in ("email", "webhook", "apprise")]
    if not ways and not any(_is_slip(key) for key in written):
        yield Mistake(path, "nobody is told", "give one of email, webhook and apprise", is_key=True)
    for way in ways[1:]:
        yield Mistake((*path, way), f"a target has one way: {ways[0]} stands here already", "make it a target of its own", is_key=True)
    only = _map(written, "only")
    for section in ("comparisons", "subjects"):
        yield from names.check(section, only.get(section), (*path, "only", section))


def _is_slip(key: str) -> bool:
    """Is the key unknown? Then that is the mistake to tell, and not what it should have been."""
    return key not in ("secret", "only", "repeat")


def _rings(data: Mapping[str, Any]) -> Iterator[Mistake]:
    """Each ring of `rests_on` once, at the name that closes it."""
    claims = _map(data, "claims")
    grounds: dict[str, list[tuple[Path, str]]] = {}
    for claim, written in claims.items():
        value = written.get("rests_on") if isinstance(written, Mapping) else None
        grounds[claim] = [(at, name) for at, name in _texts_at(value, ("claims", claim, "rests_on")) if name in claims]
    done: set[str] = set()
    for start in claims:
        trail: dict[str, Iterator[tuple[Path, str]]] = {}
        if start not in done:
            trail[start] = iter(grounds[start])
        while trail:
            here = next(reversed(trail))
            at, name = next(trail[here], ((), ""))
            if not name:
                done.add(here)
                del trail[here]
            elif name in trail:
                ring = list(trail)[list(trail).index(name) :]
                yield Mistake(at, f"the claim rests on itself: {' → '.join((*ring, name))}", "take one of them out of rests_on")
            elif name not in done:
                trail[name] = iter(grounds[name])


def _texts(data: Mapping[str, Any]) -> Iterator[Mistake]:
    """Control marks, `${…}` where none may stand and endless texts, in keys and values."""
    waiting: list[tuple[Any, Path, bool]] = [(data, (), False)]
    while waiting:
        box, path, may_hold = waiting.pop()

        for key, value in box.items() if isinstance(box, dict) else enumerate(box):
            if isinstance(key, str) and _is_odd(key) and (wrong := text_problem(key, may_hold_secrets=False)):
                yield Mistake((*path, key), wrong, is_key=True)
            if isinstance(value, str):
                if _is_odd(value) and (wrong := text_problem(value, may_hold_secrets=may_hold)):
                    yield Mistake((*path, key), wrong)
            elif value is not None:
                is_header = len(path) == 2 and path[0] == "sources" and key == "headers"
                waiting.append((value, (*path, key), may_hold or is_header or (not path and key == "notify")))


def _is_odd(text: str) -> bool:
    """Can anything be wrong with it?"""
    return not text.isprintable() or "$" in text or len(text) > 1000


def _twins(items: Mapping[str, Any], path: Path) -> Iterator[Mistake]:
    """Ids that are one when case is set aside."""
    seen: dict[str, str] = {}
    for name in items:
        first = seen.setdefault(name.casefold(), name)
        if first != name:
            yield Mistake((*path, name), f"the ids {first!r} and {name!r} differ in case only", "choose another id", is_key=True)


def _own_sources(data: Mapping[str, Any], hosts: Any) -> Iterator[str]:
    """The sources that are pages of the publisher: of one of its hosts, or of a host below it."""
    own = [host.lower().removesuffix(".") for _, host in _texts_at(hosts, ())]
    for name, source in _map(data, "sources").items() if own else ():
        url = source.get("url") if isinstance(source, Mapping) else None
        try:
            host = (urlsplit(url).hostname or "").removesuffix(".") if isinstance(url, str) else ""
        except ValueError:
            continue
        if any(host == h or host.endswith("." + h) for h in own):
            yield name


def _map(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = data.get(key)
    return value if isinstance(value, Mapping) else {}


def _texts_at(value: Any, path: Path) -> list[tuple[Path, str]]:
    """A text, or the texts of a list, each with its path."""
    if isinstance(value, str):
        return [(path, value)]
    return [((*path, i), v) for i, v in enumerate(value) if isinstance(v, str)] if isinstance(value, list) else []
