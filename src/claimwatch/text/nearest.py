"""The name that somebody probably meant."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The known name most like `name` (letters apart by at most about a third), or None when none is near."""
    from rapidfuzz import fuzz, process

    found = process.extractOne(name.casefold(), {n: n.casefold() for n in names}, scorer=fuzz.ratio, score_cutoff=65)
    return str(found[2]) if found else None
