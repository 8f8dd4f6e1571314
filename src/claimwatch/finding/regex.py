"""What a regular expression matches in the text of each block; RE2, so that no expression can take long."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Self

from claimwatch.finding.evidence import Found, Lost, Scope, ScopeKind
from claimwatch.finding.registry import registry

_LENGTH = 1_000
_ITEMS = 1_000  # matches that are looked at
_MEMORY = 8 << 20  # bytes for one compiled expression


@registry.register("regex")
@dataclass(frozen=True, slots=True)
class Regex:
    """The first group, else the whole, of each match. `^` and `$` are the ends of a line, and `.` stays in its line."""

    pattern: str
    kind: ClassVar[str] = "regex"
    EXAMPLES: ClassVar[tuple[object, ...]] = (r"listens on port (\d+)",)

    def __post_init__(self) -> None:
        if len(self.pattern) > _LENGTH:
            raise ValueError(f"a regular expression has at most {_LENGTH:,} letters; this one has {len(self.pattern):,}")
        _compiled(self.pattern)

    @classmethod
    def parse(cls, value: object) -> Self:
        """From the claims file: the expression. Raises ValueError with what is wrong."""
        if not isinstance(value, str) or not value:
            raise ValueError("a regex is a regular expression in RE2's syntax, in quotes")
        return cls(value)

    def matches(self, scope: Scope) -> Found | Lost:
        """One scope a match, with the block around it as its passage."""
        found: list[Scope] = []
        for piece in _pieces(scope):
            for text, start in _matched(_compiled(self.pattern), piece.text):
                found.append(piece.match(scope, text, start))
                if len(found) >= _ITEMS:
                    return tuple(found)
        return tuple(found) or Lost(f"nothing matches /{self.pattern}/")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of text that no match leaves."""

    text: str
    blocks: tuple[int, ...]
    start: int
    headings: tuple[str, ...]

    def match(self, scope: Scope, text: str, start: int) -> Scope:
        """A match in it, as evidence."""
        return Scope(
            scope.document, ScopeKind.MATCH, text, blocks=self.blocks, start=self.start + start, headings=self.headings, passage=self.text
        )


def _pieces(scope: Scope) -> Iterator[_Piece]:
    """The blocks of the scope; of a scope that is less than its blocks, its own text."""
    blocks = scope.document.blocks
    if scope.text == "\n".join(blocks[i].text for i in scope.blocks):
        for i in scope.blocks:
            yield _Piece(blocks[i].text, (i,), blocks[i].start, blocks[i].headings)
    else:
        yield _Piece(scope.text, scope.blocks, scope.start, scope.headings)


def _matched(expression: Any, text: str) -> Iterator[tuple[str, int]]:
    for m in expression.finditer(text):
        group = 1 if m.re.groups and m.group(1) is not None else 0
        if m.group(group).strip() or not m.re.groups:
            yield m.group(group), m.start(group)


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> Any:
    """The expression, ready for use. Raises ValueError with what is wrong, in a sentence."""
    import re2

    options = re2.Options()
    options.log_errors = False
    options.max_mem = _MEMORY
    try:
        return re2.compile(f"(?m){pattern}", options)
    except re2.error as error:
        said = error.args[0] if error.args else error
        reason = said.decode(errors="replace") if isinstance(said, bytes) else str(said)
    if re.search(r"\(\?<?[=!]", pattern):
        raise ValueError(
            "the regular expression looks ahead or behind, which RE2 does not do: match what stands around, and put the value in a group"
        )
    if re.search(r"\\[1-9]|\(\?P=", pattern):
        raise ValueError("the regular expression refers back to a group, which RE2 does not do")
    raise ValueError(f"the regular expression is wrong: {reason}")
