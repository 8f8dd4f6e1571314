"""What a selector returns. A match is a scope, so that `within` is composition: the selector again, on a match."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Protocol

from claimwatch.reading.document import Cell, Document


class ScopeKind(StrEnum):
    """How wide a piece of a page is: a phrase not found in a narrow one refutes, in a wide one it is missing."""

    DOCUMENT = "document"
    SECTION = "section"
    PASSAGE = "passage"
    ELEMENT = "element"
    CELL = "cell"
    ROW = "row"
    COLUMN = "column"
    MATCH = "match"  # of a regular expression
    VALUE = "value"  # of JSON, or a repository's fact

    @property
    def is_wide(self) -> bool:
        """Does it hold many passages?"""
        return self in (ScopeKind.DOCUMENT, ScopeKind.SECTION)


@dataclass(frozen=True, slots=True)
class Scope:
    """A piece of a document: what a selector searches, and what it finds.

    `blocks` are the indexes (into document.blocks) of the blocks it covers wholly or in part; `text` is exactly its own
    text. `cells` are set for cells, rows and columns; `value` for JSON and facts. `score` is 1.0 for an exact match,
    lower for an approximate one. `neighbours` are the other cells of a cell's column: what a blank among them means.
    """

    document: Document
    kind: ScopeKind
    text: str
    blocks: tuple[int, ...] = ()
    start: int = 0
    headings: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()
    neighbours: tuple[Cell, ...] = ()
    value: Any = None
    score: float = 1.0
    passage: str = ""  # of a quote: the whole sentence or block around the match
    quote: str = ""  # of a quote: the words that were looked for
    element: Any = field(default=None, compare=False, repr=False)  # of css: the element, for a `within`
    items: tuple[str, ...] = ()  # of elements selected together: the text of each


@dataclass(frozen=True, slots=True)
class Lost:
    """The evidence is not there (or, with `is_ambiguous`, stands in several places that differ)."""

    reason: str
    is_ambiguous: bool = False
    candidates: tuple[Scope, ...] = ()


Found = tuple[Scope, ...]


class Selector(Protocol):
    """How a citation points into a document. Implementations are frozen dataclasses, one a file."""

    kind: ClassVar[str]

    def matches(self, scope: Scope) -> Found | Lost:
        """All places in `scope` that the selector means, in the page's order (never an empty tuple), or Lost."""
        ...


def whole(document: Document) -> Scope:
    """The scope of the whole document: its main content."""
    return of_blocks(document, ScopeKind.DOCUMENT, document.main)


def of_blocks(document: Document, kind: ScopeKind, indexes: Iterable[int], headings: tuple[str, ...] = ()) -> Scope:
    """The scope that covers these blocks wholly."""
    chosen = tuple(indexes)
    text = "\n".join(document.blocks[i].text for i in chosen)
    start = document.blocks[chosen[0]].start if chosen else 0
    return Scope(document, kind, text, blocks=chosen, start=start, headings=headings, value=document.data)
