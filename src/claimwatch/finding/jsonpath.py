"""Values in a JSON document, by RFC 9535."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Self

from claimwatch.finding.evidence import Found, Lost, Scope, ScopeKind
from claimwatch.finding.registry import registry
from claimwatch.reading.jsontext import Path, leaves, rendered

if TYPE_CHECKING:
    from jsonpath_rfc9535 import JSONPathEnvironment, JSONPathQuery

_LENGTH = 500
_ITEMS = 1_000  # values that are looked at
_STEPS = 2_000_000  # visits of a node that a path may cost at worst
_DEPTH = 500
_TEXT = re.compile(r"\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'")


@registry.register("jsonpath")
@dataclass(frozen=True, slots=True)
class JsonPath:
    """The values that the path selects, in the order of the document."""

    path: str
    kind: ClassVar[str] = "jsonpath"
    EXAMPLES: ClassVar[tuple[object, ...]] = ("$.config.max_context", "$.plans[?@.id == 'm2'].cores")

    def __post_init__(self) -> None:
        if len(self.path) > _LENGTH:
            raise ValueError(f"a JSONPath has at most {_LENGTH} letters; this one has {len(self.path):,}")
        _compiled(self.path)

    @classmethod
    def parse(cls, value: object) -> Self:
        """From the claims file: the path. Raises ValueError with what is wrong."""
        if not isinstance(value, str) or not value:
            raise ValueError('a jsonpath is a path as in "$.config.max_context" (RFC 9535)')
        return cls(value)

    def matches(self, scope: Scope) -> Found | Lost:
        """One scope a value; a list's members are its items."""
        from jsonpath_rfc9535 import JSONPathError

        document = scope.document
        if document.data is None:
            return Lost("the source is no JSON document")
        if _cost(self.path, document.data) > _STEPS:
            return Lost(f"{self.path} is too costly for a document of this size: name more of the path")
        found: list[tuple[Path, Any]] = []
        try:
            for node in _compiled(self.path).finditer(document.data):
                found.append((node.location, node.value))
                if len(found) >= _ITEMS:
                    break
        except (JSONPathError, RecursionError):
            return Lost(f"{self.path} is too costly for a document as deep as this one")
        if not found:
            return Lost(f"nothing stands at {self.path}")
        return _scopes(scope, found)


def _scopes(scope: Scope, found: list[tuple[Path, Any]]) -> Found:
    """The values as evidence, each with the blocks that it fills."""
    document = scope.document
    places = {path: i for i, (path, _) in enumerate(leaves(document.data))}
    out = []
    for path, value in found:
        single = places.get(path)
        if single is not None:
            blocks: tuple[int, ...] = (single,)
        else:
            blocks = tuple(i for leaf, i in places.items() if leaf[: len(path)] == path) if len(found) <= 20 else ()
        text = rendered(value)
        items = tuple(rendered(v) for v in value) if isinstance(value, list) else ()
        name = next((p for p in reversed(path) if isinstance(p, str)), "")
        start = document.blocks[blocks[0]].start if blocks else 0
        out.append(
            Scope(
                document,
                ScopeKind.VALUE,
                text,
                blocks=blocks,
                start=start,
                value=value,
                items=items,
                passage=f"{name}: {text}" if name else text,
            )
        )
    return tuple(out)


def _cost(path: str, data: Any) -> int:
    """How many visits of a node the path may take at worst: each `..` can meet every node once for each node above it."""
    bare = _TEXT.sub("", path)
    sweeps = bare.count("..")
    searches = len(re.findall(r"\$(?=[^,)\]&|<>=!?]*(?:\.\.|\*))", bare[1:]))  # from the root, for each node tried
    if not sweeps and not searches:
        return 0
    nodes, depth = _size(data)
    return int(nodes * depth ** max(0, sweeps - 1) * nodes**searches)


def _size(data: Any) -> tuple[int, int]:
    """How many nodes a value has, and how deep it is."""
    nodes, depth = 0, 1
    level = [data]
    while level:
        nodes += len(level)
        depth += 1
        level = [v for n in level if isinstance(n, dict | list) for v in (n.values() if isinstance(n, dict) else n)]
    return nodes, depth


@lru_cache(maxsize=1)
def _environment() -> JSONPathEnvironment:
    """RFC 9535 with RE2 behind `match` and `search`."""
    import re2
    from jsonpath_rfc9535 import JSONPathEnvironment
    from jsonpath_rfc9535.function_extensions import ExpressionType, FilterFunction

    def matcher(*, is_whole: bool) -> FilterFunction:
        class _Matching(FilterFunction):
            arg_types = [ExpressionType.VALUE, ExpressionType.VALUE]  # noqa: RUF012  # the library's way to declare it
            return_type = ExpressionType.LOGICAL

            def __call__(self, text: object, pattern: object) -> bool:
                if not isinstance(text, str) or not isinstance(pattern, str) or len(pattern) > _LENGTH:
                    return False
                try:
                    return bool(re2.fullmatch(pattern, text) if is_whole else re2.search(pattern, text))
                except re2.error:
                    return False

        return _Matching()

    class _Environment(JSONPathEnvironment):
        max_recursion_depth = _DEPTH

        def setup_function_extensions(self) -> None:
            super().setup_function_extensions()
            self.function_extensions["match"] = matcher(is_whole=True)
            self.function_extensions["search"] = matcher(is_whole=False)

    return _Environment()


@lru_cache(maxsize=256)
def _compiled(path: str) -> JSONPathQuery:
    """The path, ready for use. Raises ValueError with what is wrong, in a sentence."""
    from jsonpath_rfc9535 import JSONPathError

    try:
        return _environment().compile(path)
    except JSONPathError as error:
        raise ValueError(f"the JSONPath is wrong: {str(error).splitlines()[0]}") from error
    except RecursionError as error:
        raise ValueError("the JSONPath is wrong: its brackets lie too deep inside one another") from error
