"""A page as a person reads it: blocks of text in order, with the headings, lists and tables that they belong to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any


class BlockKind(StrEnum):
    """What a block of text is to its reader."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    CELL = "cell"
    CAPTION = "caption"
    CODE = "code"
    ENTRY = "entry"  # of a feed
    VALUE = "value"  # of a JSON document


@dataclass(frozen=True, slots=True)
class Mark:
    """What a picture, icon or label says without words: an image's alt text, an icon's class, a file's name.

    `source` is one of alt, title, aria-label, class, file, in this order of trust.
    """

    source: str
    text: str


@dataclass(frozen=True, slots=True)
class Block:
    """One passage. `text` has single spaces; a line break inside it (`<br>`, preformatted lines) is a newline."""

    kind: BlockKind
    text: str
    headings: tuple[str, ...] = ()  # the headings above it, outermost first (of a heading: those above it, not itself)
    level: int = 0  # of a heading: 1 to 6; of an item: its depth, from 1
    group: int = -1  # index into Document.lists (items) or Document.tables (cells, captions); -1: neither
    is_main: bool = True  # False: outside the main content (navigation, footer, side bar)
    start: int = 0  # code points from the start of Document.text


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of the full grid: a cell that spans several places stands in each of them, as the same object."""

    text: str
    marks: tuple[Mark, ...] = ()
    is_header: bool = False
    items: tuple[str, ...] = ()  # its members where it holds a list or lines parted by <br>
    block: int = -1  # index into Document.blocks; -1 for the filling of a short row


@dataclass(frozen=True, slots=True)
class Table:
    """A table as a full grid: every row has `width` cells. The first `header_rows` rows are its head."""

    rows: tuple[tuple[Cell, ...], ...]
    header_rows: int
    caption: str = ""
    headings: tuple[str, ...] = ()
    is_main: bool = True

    @property
    def width(self) -> int:
        """Cells in each row."""
        return len(self.rows[0]) if self.rows else 0


@dataclass(frozen=True, slots=True)
class ListGroup:
    """A list: the indexes of its items' blocks (those of nested lists are theirs, not their parent's)."""

    items: tuple[int, ...]
    parent: int = -1  # index of the list around it
    is_ordered: bool = False
    is_contents: bool = False  # a table of contents: links to the page's own headings


@dataclass(frozen=True)
class Document:
    """What a reader made of some bytes. Pure data but for `root`, the parsed tree that `css` looks into."""

    blocks: tuple[Block, ...]
    tables: tuple[Table, ...] = ()
    lists: tuple[ListGroup, ...] = ()
    title: str = ""
    language: str = ""  # BCP 47, as the page says it; "" when it does not
    data: Any = None  # of a JSON document or a repository's facts: the value
    root: Any = field(default=None, compare=False, repr=False)
    charset_rule: str = ""  # which rule settled the charset: bom, header, meta, utf-8, fallback
    places: Mapping[int, int] = field(
        default_factory=dict, compare=False, repr=False
    )  # id of each visible element of root: the first block in or after it

    @cached_property
    def text(self) -> str:
        """All blocks, a newline between two. Positions (`Block.start`) count its code points."""
        return "\n".join(block.text for block in self.blocks)

    @cached_property
    def main(self) -> tuple[int, ...]:
        """The indexes of the blocks of the main content, in order."""
        return tuple(i for i, block in enumerate(self.blocks) if block.is_main)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The bytes are no document: why, in a sentence for a person."""

    reason: str


def placed(blocks: list[Block]) -> tuple[Block, ...]:
    """The same blocks with their `start` set as they follow one another."""
    out, start = [], 0
    for b in blocks:
        out.append(Block(b.kind, b.text, b.headings, b.level, b.group, b.is_main, start))
        start += len(b.text) + 1
    return tuple(out)
