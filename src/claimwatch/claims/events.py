"""The events of a YAML text, from libyaml where it is there, and what its mistakes of syntax are called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from claimwatch.errors import Problem

_NULLS = frozenset(("", "~", "null", "Null", "NULL"))
_NULL_TAG = "tag:yaml.org,2002:null"
_TAGS = frozenset(("!", *(f"tag:yaml.org,2002:{name}" for name in ("str", "map", "seq", "null", "bool", "int", "float", "merge"))))
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class SyntaxStopError(Exception):
    """The text is no YAML from here on; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def events(text: str) -> Iterator[Any]:
    """The parser's events in order, up to the end of the stream. Raises SyntaxStopError."""
    loader = _LOADER(text)
    try:
        while True:
            event = loader.get_event()
            if event is None or type(event) is yaml.StreamEndEvent:
                return
            yield event
    except yaml.MarkedYAMLError as error:
        raise SyntaxStopError(_of(error, text)) from error
    finally:
        loader.dispose()


def value_of(event: Any) -> str | None:
    """What a scalar stands for: its text as written, or None for a plain null (YAML 1.2.2, 10.3.2)."""
    text: str = event.value
    return None if text in _NULLS and (event.implicit[0] or event.tag == _NULL_TAG) else text


def foreign_tag(event: Any) -> str | None:
    """A tag outside the core schema as it is written, None where there is none."""
    return None if event.tag is None or event.tag in _TAGS else event.tag.replace("tag:yaml.org,2002:", "!!")


def _of(error: yaml.MarkedYAMLError, text: str) -> Problem:
    mark: Any = error.problem_mark or error.context_mark
    said, hint = f"not YAML: {error.problem or 'it cannot be read'}", None
    if text[mark.index : mark.index + 1] == "\t" or "\\t" in said:
        said, hint = "a tab cannot indent a line or begin a value", "use spaces"
    elif "nesting depth" in said:
        said = "too many levels deep"
    elif "mapping values are not allowed" in said:
        hint = "a value that holds ': ' stands in quotes"
    elif error.context:
        hint = error.context + (f" that begins in line {error.context_mark.line + 1}" if error.context_mark else "")
    return Problem(mark.line + 1, mark.column + 1, "", said, hint)
