"""The tables of a page while it is walked: each cell gets its text as it ends, each table its grid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from claimwatch.reading.document import Block, BlockKind, Cell, Mark, Table
from claimwatch.reading.grid import SPAN, Placed, Row, grid, header_rows, span
from claimwatch.reading.outline import Outline
from claimwatch.reading.seen import attribute, icon_marks, name_of
from claimwatch.reading.survey import Survey
from claimwatch.reading.writer import Sink

if TYPE_CHECKING:
    from bs4.element import Tag

Leave = Callable[[], None]


class Walking(Protocol):
    """What a walk offers to its tables."""

    survey: Survey
    is_part: bool
    is_main: bool
    blocks: list[Block]
    sinks: list[Sink]
    marks: list[Mark]
    outline: Outline

    def border(self) -> None:
        """Ends the block or the line before."""

    def count(self, text: str) -> None:
        """Counts text towards the limit."""


@dataclass(slots=True)
class _Draft:
    """An open table."""

    index: int
    headings: tuple[str, ...]
    is_main: bool
    rows: list[Row] = field(default_factory=list)
    caption: str = ""
    group: int = 0
    section: str = ""
    row: Row | None = None


class Drafts:
    """The tables of one walk. A layout table is no table: its cells are blocks like any others."""

    def __init__(self, walk: Walking) -> None:
        self._walk = walk
        self.tables: list[Table] = []
        self.figure_caption = ""
        self._open: list[_Draft | None] = []  # None: a layout table
        self._cells: list[int] = []  # the blocks of the open cells and captions

    @property
    def place(self) -> int:
        """The block of the innermost open cell."""
        return self._cells[-1]

    def enter(self, element: Tag) -> Leave | None:
        """Begins a table or a part of one; None where it is to be read like any block."""
        name = name_of(element)
        if name == "table":
            return self._enter_layout() if id(element) in self._walk.survey.layout else self._enter_table()
        if not self._open and self._walk.is_part:
            return self._enter_fragment(element)
        draft = self._open[-1] if self._open else None
        if draft is None:
            return None
        if name in ("td", "th"):
            return self._enter_cell(element, draft, is_header=name == "th")
        if name == "tr":
            return self._enter_row(draft)
        return self._enter_caption(draft) if name == "caption" else self._enter_section(draft, name)

    def _enter_layout(self) -> Leave:
        self._walk.border()
        self._open.append(None)

        def leave() -> None:
            self._walk.border()
            self._open.pop()

        return leave

    def _enter_table(self) -> Leave:
        self._walk.border()
        draft = _Draft(len(self.tables), self._walk.outline.path(self._walk.is_main), self._walk.is_main)
        self.tables.append(Table((), 0))
        self._open.append(draft)

        def leave() -> None:
            self._walk.border()
            self._open.pop()
            cells = grid(draft.rows)
            self.tables[draft.index] = Table(cells, header_rows(draft.rows, cells), draft.caption, draft.headings, draft.is_main)

        return leave

    def _enter_fragment(self, element: Tag) -> Leave:
        """A part of a table that is read by itself stands in a table of its own."""
        leaves = [self._enter_table()]
        if name_of(element) in ("td", "th"):
            draft = self._open[-1]
            if draft is not None:
                leaves.append(self._enter_row(draft))
        inner = self.enter(element)

        def leave() -> None:
            if inner:
                inner()
            for outer in reversed(leaves):
                outer()

        return leave

    def _enter_section(self, draft: _Draft, name: str) -> Leave:
        draft.group += 1
        before, draft.section = draft.section, name

        def leave() -> None:
            draft.group += 1
            draft.section, draft.row = before, None

        return leave

    def _enter_row(self, draft: _Draft) -> Leave:
        draft.row = self._new_row(draft)

        def leave() -> None:
            draft.row = None

        return leave

    def _new_row(self, draft: _Draft) -> Row:
        row = Row(draft.group, is_head=draft.section == "thead", is_foot=draft.section == "tfoot")
        draft.rows.append(row)
        return row

    def _enter_cell(self, element: Tag, draft: _Draft, *, is_header: bool) -> Leave:
        if draft.row is None:
            draft.row = self._new_row(draft)
        row = draft.row
        sink = self._open_sink()

        def leave() -> None:
            marks = tuple(sink.marks)
            text = sink.text()
            if not text and not marks:
                marks = tuple(icon_marks(element))
            index = self._close_sink(text, BlockKind.CELL, draft)
            is_bold = sink.letters > 0 and sink.bold == sink.letters
            columns = span(attribute(element, "colspan"), least=1, most=SPAN)
            rows = span(attribute(element, "rowspan"), least=0, most=65_534)
            row.cells.append(Placed(Cell(text, marks, is_header, sink.items(), index), columns, rows, is_bold))

        return leave

    def _enter_caption(self, draft: _Draft) -> Leave:
        sink = self._open_sink()

        def leave() -> None:
            draft.caption = sink.text()
            self._close_sink(draft.caption, BlockKind.CAPTION, draft)

        return leave

    def _open_sink(self) -> Sink:
        """Text goes to a cell or caption from here; its block keeps its place before those of tables inside it."""
        self._walk.border()
        sink = Sink()
        self._walk.sinks.append(sink)
        self._cells.append(len(self._walk.blocks))
        self._walk.blocks.append(Block(BlockKind.CELL, ""))
        return sink

    def _close_sink(self, text: str, kind: BlockKind, draft: _Draft) -> int:
        walk = self._walk
        sink = walk.sinks.pop()
        walk.count(text)
        walk.marks.extend(sink.marks)
        index = self._cells.pop()
        walk.blocks[index] = Block(kind, text, draft.headings, 0, draft.index, draft.is_main)
        if len(walk.sinks) > 1:
            walk.sinks[-1].pieces.extend(("\n", text, "\n"))
            walk.sinks[-1].marks.extend(sink.marks)
        return index

    def caption_figure(self, first: int) -> None:
        """At the end of a figure: its caption is that of its tables (from index `first`) that have none."""
        for i in range(first, len(self.tables)):
            if not self.tables[i].caption:
                self.tables[i] = replace(self.tables[i], caption=self.figure_caption)
        self.figure_caption = ""

    def finished(self) -> tuple[Table, ...]:
        """All tables, in the order in which they begin."""
        return tuple(self.tables)
