"""Mistakes by key path, and how they become problems with a line and a column: each once, in the order of the file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from claimwatch.claims import model as m
from claimwatch.claims.compose import Composed
from claimwatch.claims.fields import ID_PATTERN
from claimwatch.claims.marks import Path, path_text
from claimwatch.errors import Problem
from claimwatch.text.nearest import nearest

ID_RULE = "letters, digits, '.', '_' and '-', at most 64 of them, the first a letter or digit"
_MODELS: dict[tuple[str, ...], type[m.Model]] = {
    (): m.ClaimsFile,
    ("defaults",): m.Defaults,
    ("subjects", "*"): m.Subject,
    ("sources", "*"): m.Source,
    ("claims", "*"): m.Claim,
    ("claims", "*", "conditions"): m.Conditions,
    ("comparisons", "*"): m.Comparison,
    ("comparisons", "*", "rows", "*"): m.Row,
    ("comparisons", "*", "rows", "*", "cells", "*"): m.Cell,
    ("comparisons", "*", "statements", "*"): m.Cell,
    ("notify", "*"): m.Target,
    ("notify", "*", "only"): m.Only,
    ("publisher",): m.Publisher,
}


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong at a key path of the data; `is_key` where the key itself is meant and not its value."""

    path: Path
    message: str
    hint: str | None = None
    is_key: bool = False


def shown(value: object) -> str:
    """A value in a message: in quotes, and never long."""
    text = str(value)
    return repr(text if len(text) <= 60 else text[:60] + "…")


def unknown(noun: str, name: object, known: Iterable[str]) -> tuple[str, str | None]:
    """Message and hint for a name that is not there."""
    near = nearest(str(name)[:100], known)
    return f"there is no {noun} {shown(name)}", f"did you mean {near}?" if near else None


def problems(mistakes: Iterable[Mistake], composed: Composed, *, is_lint: bool = False) -> tuple[Problem, ...]:
    """The mistakes with their places: one for each key and each value, the first; of weaknesses (`is_lint`) all that differ."""
    out: dict[tuple[str, bool, str], Problem] = {}
    for mistake in mistakes:
        line, column = composed.marks.locate(composed.data, mistake.path, is_key=mistake.is_key)
        path = path_text(mistake.path)
        key = (path, mistake.is_key, mistake.message if is_lint else "")
        out.setdefault(key, Problem(line, column, path, mistake.message, mistake.hint))
    return tuple(sorted(out.values()))


def of_validation(error: ValidationError, data: Any) -> list[Mistake]:
    """What the models refused. A key that is missing because it is misspelt is told once, where it is misspelt."""
    found = error.errors(include_url=False)
    strange: dict[Path, list[str]] = {}
    for e in found:
        if e["type"] == "extra_forbidden":
            strange.setdefault(e["loc"][:-1], []).append(str(e["loc"][-1]))
    told = [e for e in found if not (e["type"] == "missing" and is_misspelt(str(e["loc"][-1]), strange.get(e["loc"][:-1], ())))]
    return [_of(e, data) for e in told]


def is_misspelt(name: str, strange: Iterable[str]) -> bool:
    """Is one of these unknown keys meant to be that one?"""
    return any(nearest(key[:100], (name,)) for key in strange)


def _of(error: ErrorDetails, data: Any) -> Mistake:
    loc = error["loc"]
    is_key = loc[-1] == "[key]" if loc else False
    path = _settle(data, loc[:-1] if is_key else loc)
    kind, value, ctx = error["type"], error["input"], error.get("ctx", {})
    if kind == "extra_forbidden":
        keys = _keys_at(path[:-1])
        message, hint = unknown("key", path[-1], keys)
        return Mistake(path, message, hint or (f"the keys here are {', '.join(keys)}" if keys else None), is_key=True)
    if kind == "missing":
        return Mistake(path, f"the key {path[-1]!r} is missing", "write version: 1" if path == ("version",) else None, is_key=True)
    message, hint = _words(kind, value, ctx, path, is_key=is_key)
    return Mistake(path, message, hint, is_key=is_key)


def _words(kind: str, value: Any, ctx: Mapping[str, Any], path: Path, *, is_key: bool) -> tuple[str, str | None]:
    if kind == "value_error":
        return str(ctx["error"]), None
    if kind == "string_pattern_mismatch" and ctx.get("pattern") == ID_PATTERN:
        return f"{shown(value)} is no id", f"an id is {ID_RULE}"
    if kind in ("literal_error", "enum"):
        return _choice(value, path)
    if value is None:
        return "nothing stands here", "write a text (in quotes if it is the word null)" if kind == "string_type" else None
    what = {"string_type": "a text", "tuple_type": "a list", "enum": "a text"}.get(kind, "a mapping of keys to values")
    return f"{'the key' if is_key else 'this'} must be {what}, not {_kind_of(value)}", None


def _choice(value: Any, path: Path) -> tuple[str, str | None]:
    if path == ("version",):
        return f"this program reads version 1 of the format, not {shown(value)}", "write version: 1"
    choices = _choices(path)
    listed = f"one of {', '.join(choices)}"
    if not isinstance(value, str):
        return f"nothing stands here: it must be {listed}" if value is None else f"this must be {listed}, not {_kind_of(value)}", None
    near = nearest(value[:100], choices)
    return f"{shown(value)} is not {listed}", f"did you mean {near}?" if near else None


def _choices(path: Path) -> tuple[str, ...]:
    """The values that a key may have, from its annotation."""
    model = _model_at(path[:-1])
    annotation: Any = model.model_fields[str(path[-1])].annotation if model else None
    if annotation is m.Basis:
        return tuple(m.Basis)
    parts = getattr(annotation, "__args__", ())
    return tuple(str(v) for part in parts for v in (getattr(part, "__args__", None) or [part]) if isinstance(v, str))


def _kind_of(value: Any) -> str:
    return "a mapping" if isinstance(value, dict) else "a list" if isinstance(value, list | tuple) else "a text"


def _model_at(path: Path) -> type[m.Model] | None:
    for pattern, model in _MODELS.items():
        if len(pattern) == len(path) and all(p in ("*", step) for p, step in zip(pattern, path, strict=True)):
            return model
    return None


def _keys_at(path: Path) -> tuple[str, ...]:
    model = _model_at(path)
    return tuple(model.model_fields) if model else ()


def _settle(data: Any, loc: Path) -> Path:
    """The path in the data as written, where a short form has fewer steps than the model."""
    path: list[str | int] = []
    for step in loc:
        if isinstance(data, dict) and isinstance(step, str):
            path.append(step)
            data = data.get(step)
        elif isinstance(data, list):
            index = data.index(step) if step in data else step
            if not isinstance(index, int) or index >= len(data):
                break
            path.append(index)
            data = data[index]
        else:
            break
    return tuple(path)
