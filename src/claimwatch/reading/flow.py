"""What a page says, as it is collected while the page is walked: running text into blocks, each with the headings above it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwatch.reading import limits
from claimwatch.reading.document import Block, BlockKind, Document, Mark, placed
from claimwatch.reading.drafts import Drafts
from claimwatch.reading.listing import Lists
from claimwatch.reading.outline import Outline
from claimwatch.reading.survey import Survey
from claimwatch.reading.writer import Sink

if TYPE_CHECKING:
    from bs4.element import Tag


class Flow:
    """The state of one walk. `is_part`: what is walked is a piece of a page, and all of it counts as main content.

    Text goes to the last of `sinks`: the first is the running text of the page, the others are open cells and captions.
    """

    def __init__(self, survey: Survey, *, headings: tuple[str, ...] = (), is_part: bool = False) -> None:
        self.survey, self.is_part = survey, is_part
        self.is_main = is_part or not survey.main
        self.blocks: list[Block] = []
        self.sinks = [Sink()]
        self.marks: list[Mark] = []  # all of them, in order
        self.places: dict[int, int] = {}
        self.outline = Outline(headings)
        self.lists = Lists()
        self.drafts = Drafts(self)
        self.heading: Tag | None = None  # the open one
        self.keeps_lines = False  # in a figure's caption: its blocks are lines
        self.pre = self.bold = self.in_contents = self.in_notes = 0  # how many of these are open
        self.letters = 0  # written so far
        self._size = 0

    @property
    def is_in_cell(self) -> bool:
        """Does text go to a cell or a table's caption?"""
        return len(self.sinks) > 1

    @property
    def place(self) -> int:
        """The index of the block to which the next text belongs."""
        return self.drafts.place if self.is_in_cell else len(self.blocks)

    def write(self, text: str) -> None:
        """Adds a text node where the walk is."""
        self.letters += self.sinks[-1].write(text, keeps_lines=self.pre > 0, is_bold=self.bold > 0)

    def boundary(self) -> None:
        """The border of a block: ends the one before, or in a cell, a caption or an item only its line."""
        if self.is_in_cell:
            self.sinks[-1].break_line()
        elif self.heading is not None:
            self.sinks[0].write(" ")
        elif self.keeps_lines or self.lists.pending:
            self.sinks[0].break_line()
        else:
            self.flush()

    def border(self) -> None:
        """The border of a list, a table or code: it ends a pending item, too."""
        if self.is_in_cell:
            self.sinks[-1].break_line()
        else:
            self.flush()

    def flush(self, kind: BlockKind | None = None) -> None:
        """Makes a block of the running text that was collected, if there is any."""
        text = self._taken()
        if not text:
            return
        item = self.lists.pending if kind is None and not self.pre and not self.in_notes else None
        if item is not None:
            self.lists.finish_item(item, len(self.blocks), text)
            self.add(Block(BlockKind.ITEM, text, self.outline.path(self.is_main), item.level, item.group, self.is_main))
            return
        kind = kind or (BlockKind.CODE if self.pre else BlockKind.PARAGRAPH)
        self.add(Block(kind, text, self.outline.path(self.is_main), 0, -1, self.is_main))

    def finish_heading(self, level: int, identifier: str) -> None:
        """Makes a heading of the running text that was collected."""
        text = self._taken().replace("\n", " ")
        if text:
            path = self.outline.open(level, text, is_main=self.is_main)
            self.lists.note_heading(text, identifier)
            self.add(Block(BlockKind.HEADING, text, path, level, -1, self.is_main))

    def _taken(self) -> str:
        sink = self.sinks[0]
        if not sink.pieces and not sink.marks:
            return ""
        text = sink.text()
        self.marks.extend(sink.marks)
        sink.reset()
        return text

    def add(self, block: Block) -> None:
        """Adds a finished block; LimitError where the text has grown too large."""
        self.count(block.text)
        self.blocks.append(block)

    def count(self, text: str) -> None:
        """Counts text towards the limit."""
        self._size += len(text) + 1
        if self._size > limits.TEXT:
            raise limits.too_much_text()

    def document(self, *, title: str = "", language: str = "", root: object = None, charset_rule: str = "") -> Document:
        """What was read."""
        return Document(
            blocks=placed(self.blocks), tables=self.drafts.finished(), lists=self.lists.finished(), title=title or self._first_heading(),
            language=language, root=root, charset_rule=charset_rule, places=self.places,
        )  # fmt: skip

    def _first_heading(self) -> str:
        found = [b for b in self.blocks if b.kind is BlockKind.HEADING]
        return next((b.text for b in found if b.is_main), found[0].text if found else "")
