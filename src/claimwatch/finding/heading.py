"""The section under a heading, up to the next one of its level or higher."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar, Self

from claimwatch.finding.evidence import Found, Lost, Scope, ScopeKind, of_blocks
from claimwatch.finding.naming import contains_name, heading_key
from claimwatch.finding.registry import registry
from claimwatch.reading.document import BlockKind, Document


@registry.register("heading")
@dataclass(frozen=True, slots=True)
class Heading:
    """The first heading of that whole text, link marks apart; else the first that contains it. A contents list is no heading."""

    text: str
    kind: ClassVar[str] = "heading"
    EXAMPLES: ClassVar[tuple[object, ...]] = ("Supported models",)

    @classmethod
    def parse(cls, value: object) -> Self:
        """From the claims file: the heading's text. Raises ValueError with what is wrong."""
        if not isinstance(value, str) or not heading_key(value):
            raise ValueError("a heading is the text of it")
        return cls(value)

    def matches(self, scope: Scope) -> Found | Lost:
        """The one section, heading apart."""
        at = find_heading(scope, self.text)
        if at is None:
            return Lost(f"there is no heading “{self.text}”")
        document = scope.document
        path = (*document.blocks[at].headings, document.blocks[at].text)
        inside = section(document, at)
        allowed = set(scope.blocks)
        found = of_blocks(document, ScopeKind.SECTION, (i for i in inside if i in allowed), path)
        return (found,)


def find_heading(scope: Scope, text: str) -> int | None:
    """The block of the first heading in the scope that is meant by this text; None where there is none."""
    blocks = scope.document.blocks
    headings = [i for i in scope.blocks if blocks[i].kind is BlockKind.HEADING]
    sought = heading_key(text)
    whole = _first(headings, lambda i: heading_key(blocks[i].text) == sought)
    return whole if whole is not None else _first(headings, lambda i: contains_name(blocks[i].text, text))


def _first(indexes: Iterable[int], is_meant: Callable[[int], bool]) -> int | None:
    return next((i for i in indexes if is_meant(i)), None)


def section(document: Document, at: int) -> range:
    """The blocks under the heading that is block `at`."""
    blocks = document.blocks
    path = (*blocks[at].headings, blocks[at].text)
    end = at + 1
    while end < len(blocks) and blocks[end].is_main == blocks[at].is_main and blocks[end].headings[: len(path)] == path:
        end += 1
    return range(at + 1, end)
