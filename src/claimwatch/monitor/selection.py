"""What a person named on the command line: claims, rows, comparisons or sources; everything where nothing is named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from claimwatch.claims.model import ClaimsFile, Place
from claimwatch.errors import ClaimwatchError


@dataclass(frozen=True, slots=True)
class Selection:
    """The claims and places (rows and statements) to be listed, in the order of the file, and the sources that they rest on."""

    claims: tuple[str, ...]
    places: tuple[Place, ...]
    sources: frozenset[str]


def select(file: ClaimsFile, ids: Iterable[str]) -> Selection:
    """What the ids name. ClaimwatchError for names that are in the claims file nowhere, all of them at once."""
    places = tuple(file.places())
    wanted = tuple(ids)
    if not wanted:
        used = (citation.source for claim in file.claims.values() for citation in claim.all_citations)
        return Selection(tuple(file.claims), places, frozenset(used))
    claims: set[str] = set()
    chosen: set[Place] = set()
    sources: set[str] = set()
    unknown = []
    for name in wanted:
        named = [p for p in places if name in (p.comparison, f"{p.comparison}/{p.row}")]
        if name in file.sources:
            sources.add(name)
            claims.update(citing(file, name))
        if name in file.claims:
            claims.add(name)
        chosen.update(named)
        if not named and name not in file.sources and name not in file.claims and name not in file.comparisons:
            unknown.append(name)
    if unknown:
        raise _unknown(unknown, file, places)
    direct = {i for place in chosen for i in place.claims} | {i for i in wanted if i in file.claims}
    sources.update(citation.source for i in with_grounds(file, direct) for citation in file.claims[i].all_citations)
    claims |= direct
    chosen.update(place for place in places if claims.intersection(place.claims))
    return Selection(tuple(i for i in file.claims if i in claims), tuple(p for p in places if p in chosen), frozenset(sources))


def citing(file: ClaimsFile, source: str) -> Iterator[str]:
    """The claims that cite the source or watch it."""
    return (name for name, claim in file.claims.items() if any(c.source == source for c in claim.all_citations))


def with_grounds(file: ClaimsFile, claims: Iterable[str]) -> set[str]:
    """The claims and all that they rest on, however far down."""
    found: set[str] = set()
    rest = list(claims)
    while rest:
        name = rest.pop()
        if name not in found:
            found.add(name)
            rest.extend(file.claims[name].rests_on)
    return found


def dependents(file: ClaimsFile) -> dict[str, tuple[str, ...]]:
    """For each claim, those that rest on it directly."""
    found: dict[str, list[str]] = {}
    for name, claim in file.claims.items():
        for ground in claim.rests_on:
            found.setdefault(ground, []).append(name)
    return {name: tuple(above) for name, above in found.items()}


def _unknown(names: list[str], file: ClaimsFile, places: tuple[Place, ...]) -> ClaimwatchError:
    from claimwatch.text.nearest import nearest

    known = {*file.claims, *file.sources, *file.comparisons, *(f"{p.comparison}/{p.row}" for p in places)}
    near = [found for found in (nearest(name, known) for name in names) if found]
    what = "nothing in the claims file is called" if len(names) == 1 else "nothing in the claims file is called any of"
    hint = f"did you mean {', '.join(near)}?" if near else "name a claim, a row (comparison/row), a comparison or a source"
    return ClaimwatchError(f"{what} {', '.join(names)}", hint=hint)


def require_known(noun: str, name: str | None, known: Iterable[str]) -> None:
    """ClaimwatchError, with the nearest name, unless the claims file has a claim, source or subject of that name (or none is asked for)."""
    if name is None or name in known:
        return
    from claimwatch.text.nearest import nearest

    near = nearest(name, known)
    raise ClaimwatchError(f"the claims file has no {noun} called {name}", hint=f"did you mean {near}?" if near else None)
