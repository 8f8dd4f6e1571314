"""What the claims file writes as an expectation, read with a message for a person where it is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from claimwatch.text.nearest import nearest


def text_of(value: object, name: str) -> str:
    """A plain value as it was written. Raises ValueError for a list, a mapping or nothing."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int, float)):
        return str(value).strip()
    raise ValueError(f"{name} takes one value, not {_what(value)}")


def texts_of(value: object, name: str) -> tuple[str, ...]:
    """One value or a list of them, none of them empty. Raises ValueError."""
    found = tuple(text_of(v, name) for v in (value if isinstance(value, (list, tuple)) else [value]))
    if not found or not all(found):
        raise ValueError(f"{name} is empty; write what is looked for")
    return found


def mapping_of(value: object, name: str, allowed: Iterable[str]) -> Mapping[str, object]:
    """A mapping with these keys only. Raises ValueError, with the nearest key."""
    if not isinstance(value, Mapping):
        raise ValueError(f"{name} takes a mapping of {_or(allowed)}, not {_what(value)}")  # noqa: TRY004  # one error for all mistakes
    for key in value:
        if key not in allowed:
            near = nearest(str(key), allowed)
            raise ValueError(f"{name} has no {key!r}; it takes {_or(allowed)}" + (f" (did you mean {near!r}?)" if near else ""))
    return value


def _or(names: Iterable[str]) -> str:
    found = list(names)
    return " or ".join([", ".join(found[:-1]), found[-1]] if len(found) > 1 else found)


def _what(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return "a list"
    return "a mapping" if isinstance(value, Mapping) else "nothing" if value is None else repr(value)
