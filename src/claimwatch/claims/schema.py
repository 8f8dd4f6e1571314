"""The JSON Schema (2020-12) of the claims file, for editors: made from the models, and from the kinds of selector and expectation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from claimwatch.claims.citation import WHOLE, WITHIN, expectations, selectors
from claimwatch.claims.citations import keys_of
from claimwatch.claims.fields import SCALAR
from claimwatch.claims.model import ClaimsFile

Schema = dict[str, Any]


def schema() -> Schema:
    """The schema of format 1. Where text is meant, a number or a boolean may stand: YAML readers differ, and we read text."""
    made = ClaimsFile.model_json_schema(mode="validation")
    finders = {name: _value(kind) for name, kind in selectors() if name != WHOLE}
    judges = {name: _value(kind) for name, kind in expectations()}
    made["$defs"] |= {
        "Cite": {"anyOf": [_ref("Citation"), _list(_ref("Citation")), _object({"any": _list(_ref("Citation"))}, required=["any"])]},
        "Citation": _citation(finders),
        "Within": _one_of({name: finders[name] for name in WITHIN}, "Where the selector looks."),
        "Expect": _one_of(judges, "How the evidence is judged."),
    }
    made["$defs"]["Claim"]["properties"]["cite"] = _ref("Cite")
    made["properties"]["version"] = {"enum": [1, "1"], "description": "The version of the format."}
    _open_sections(made)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "The claims file of claimwatch, format 1"}
    return head | {key: value for key, value in made.items() if key != "title"}


def _citation(finders: Mapping[str, Schema]) -> Schema:
    made = _object({"source": SCALAR, **finders, "within": _ref("Within"), "expect": _ref("Expect")}, required=["source"])
    chosen = [{"required": [name]} for name in finders]
    description = "Where a claim was read: a source, at most one selector and one expectation."
    return made | {"oneOf": [*chosen, {"not": {"anyOf": chosen}}], "description": description}


def _value(kind: type) -> Schema:
    """What may be written for a kind: the shapes of its examples, a mapping with its keys. A kind may say it itself in `json_schema()`."""
    own = getattr(kind, "json_schema", None)
    made = dict(own()) if own else _shape(getattr(kind, "EXAMPLES", ()), keys_of(kind), frozenset(f.name for f in fields(kind)))
    lines = (kind.__doc__ or "").strip().splitlines()
    return made | ({"description": lines[0]} if lines else {})


def _shape(
    examples: Iterable[Any], keys: frozenset[str] = frozenset(), named: frozenset[str] = frozenset(), *, is_open: bool = False
) -> Schema:
    """The union of the shapes of some examples; any scalar where there is none.

    `keys` are those of a mapping, `named` those of them that are fields: a mapping in a field has data as keys (`where: {COLUMN: VALUE}`).
    """
    shown = list(examples)
    parts: list[Schema] = []
    mappings = [e for e in shown if isinstance(e, Mapping)]
    lists = [e for e in shown if isinstance(e, list | tuple)]
    if mappings and is_open:
        parts.append({"type": "object", "additionalProperties": SCALAR, "minProperties": 1})
    elif mappings:
        names = sorted(keys or {key for e in mappings for key in e})
        made = {name: _shape([e[name] for e in mappings if name in e], is_open=name in named) for name in names}
        parts.append(_object(made) | {"minProperties": 1})
    if lists:
        parts.append(_list({"anyOf": [SCALAR, *parts]} if parts else dict(SCALAR)))
    if lists or not shown or len(mappings) < len(shown):
        parts.append(dict(SCALAR))
    return parts[0] if len(parts) == 1 else {"anyOf": parts}


def _open_sections(node: Any) -> None:
    """A mapping by id has no other keys, and a section may be there with nothing in it."""
    if isinstance(node, list):
        for item in node:
            _open_sections(item)
    elif isinstance(node, dict):
        if "patternProperties" in node:
            node["additionalProperties"] = False
        if node.get("type") == "object" and ("patternProperties" in node or isinstance(node.get("additionalProperties"), dict)):
            node["type"] = ["object", "null"]
        for value in node.values():
            _open_sections(value)


def _object(properties: Mapping[str, Any], required: list[str] | None = None) -> Schema:
    return {"type": "object", "properties": dict(properties), "additionalProperties": False} | ({"required": required} if required else {})


def _one_of(properties: Mapping[str, Any], description: str) -> Schema:
    return _object(properties) | {"minProperties": 1, "maxProperties": 1, "description": description}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items, "minItems": 1}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}
