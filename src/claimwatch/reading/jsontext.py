"""JSON documents, and the facts of a repository, which are JSON too."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Never, Self

from claimwatch.reading import limits
from claimwatch.reading.charset import decode
from claimwatch.reading.document import Block, BlockKind, Document, Unreadable, placed
from claimwatch.reading.registry import registry

FACTS_MEDIA_TYPE = "application/vnd.claimwatch.facts+json"

_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+\\?(?:"|\Z)|[\[\]{}]', re.DOTALL)
Path = tuple[str | int, ...]


class WrittenFloat(float):
    """A number with a point or an exponent that remembers how it was written: 1.10 is printed as 1.10."""

    written: str

    def __new__(cls, text: str) -> Self:
        """From the number's letters."""
        made = super().__new__(cls, text)
        made.written = text
        return made

    def __str__(self) -> str:
        return self.written

    def __getnewargs__(self) -> tuple[str]:  # type: ignore[override]  # pickled by its text, not by its value
        return (self.written,)


@registry.register("json")
@dataclass(frozen=True, slots=True)
class JsonReader:
    """A JSON document: its value, and a block `key: value` for each number, text and flag in it."""

    kind: ClassVar[str] = "json"
    media_types: ClassVar[tuple[str, ...]] = ("application/json", "text/json", "application/ld+json", FACTS_MEDIA_TYPE)
    endings: ClassVar[tuple[str, ...]] = (".json", ".jsonld", ".webmanifest")
    EXAMPLES: ClassVar[tuple[bytes, ...]] = (b'{"models": {"count": 200}}',)

    def read(self, body: bytes, charset: str) -> Document | Unreadable:
        """The document, or why the bytes are none."""
        decoded = decode(body, charset)
        if isinstance(decoded, Unreadable):
            return decoded
        try:
            value = _value(decoded.text)
            document = Document(blocks=placed(list(_blocks(value))), title=_title(value), data=value, charset_rule=decoded.rule)
            "".join(b.text for b in document.blocks).encode()
        except json.JSONDecodeError as error:
            return Unreadable(f"the JSON is broken or cut off at line {error.lineno}, column {error.colno}: {error.msg}")
        except limits.LimitError as error:
            return Unreadable(str(error))
        except UnicodeEncodeError:
            return Unreadable("the JSON has half of a surrogate pair, which is no letter")
        return document


def _value(text: str) -> Any:
    depth = 0
    for token in _BRACKETS.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
        if depth > limits.JSON_DEPTH:
            raise limits.too_deep(limits.JSON_DEPTH)
    return json.loads(text, parse_int=_integer, parse_float=_number, parse_constant=_refuse_constant, object_pairs_hook=_object)


def _integer(text: str) -> int:
    if len(text) > limits.JSON_DIGITS:
        raise limits.LimitError(f"the JSON has a number of more than {limits.JSON_DIGITS:,} digits")
    return int(text)


def _number(text: str) -> float:
    if len(text) > limits.JSON_DIGITS:
        raise limits.LimitError(f"the JSON has a number of more than {limits.JSON_DIGITS:,} digits")
    return WrittenFloat(text)


def _refuse_constant(name: str) -> Never:
    raise limits.LimitError(f"the JSON has {name}, which is no JSON")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        twice = next(k for k, _ in pairs if k in seen or seen.add(k))  # type: ignore[func-returns-value]  # add gives None
        raise limits.LimitError(f"the JSON has the key {twice!r} twice in one object")
    return made


def leaves(value: Any) -> Iterator[tuple[Path, Any]]:
    """Every number, text, flag and null in the value, with its path, in the order of the document. Raises LimitError."""
    stack: list[tuple[Path, Any]] = [((), value)]
    nodes = 0
    while stack:
        path, node = stack.pop()
        nodes += 1
        if nodes > limits.NODES:
            raise limits.too_many_nodes()
        if isinstance(node, dict):
            stack.extend(((*path, k), v) for k, v in reversed(node.items()))
        elif isinstance(node, list):
            stack.extend(((*path, i), node[i]) for i in range(len(node) - 1, -1, -1))
        else:
            yield path, node


def _blocks(value: Any) -> Iterator[Block]:
    size = 0
    for path, leaf in leaves(value):
        name = next((str(p) for p in reversed(path) if isinstance(p, str)), "")
        text = f"{name}: {rendered(leaf)}" if name else rendered(leaf)
        size += len(text) + 1
        if size > limits.TEXT:
            raise limits.too_much_text()
        yield Block(BlockKind.VALUE, text, tuple(str(p) for p in path[:-1] if isinstance(p, str) and p != name))


def rendered(value: Any) -> str:
    """A JSON value as people read it: texts bare, numbers as written, flags true and false; a list's members parted by commas."""
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, list) and not any(isinstance(v, list | dict) for v in value):
        return ", ".join(rendered(v) for v in value)
    if isinstance(value, list | dict):
        return "\n".join(f"{path[-1]}: {rendered(leaf)}" if isinstance(path[-1], str) else rendered(leaf) for path, leaf in leaves(value))
    return str(value)


def _title(value: Any) -> str:
    found = (value.get(k) for k in ("title", "name")) if isinstance(value, dict) else ()
    return next((v for v in found if isinstance(v, str)), "")
