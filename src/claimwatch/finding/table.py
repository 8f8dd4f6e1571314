"""A cell, a row or a column of a table, by the headers that a person would look under."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar, Self

from claimwatch.finding.evidence import Found, Lost, Scope, ScopeKind
from claimwatch.finding.headers import TableView
from claimwatch.finding.heading import find_heading
from claimwatch.finding.naming import contains_name, rank
from claimwatch.finding.registry import registry
from claimwatch.reading.document import BlockKind, Cell, Document, Table
from claimwatch.text.typography import fold

_KEYS = ("row", "column", "heading", "caption", "where")


@registry.register("table")
@dataclass(frozen=True, slots=True)
class TableCell:
    """One cell by its row's and its column's header; without `column` the whole row, without `row` the whole column.

    Headers are matched by their whole text, footnote marks and what stands in brackets apart; a whole match outranks one with
    something apart. `heading` and `caption` say which table, `where` (column: value) tells rows of one name apart.
    """

    row: str | None = None
    column: str | None = None
    heading: str | None = None
    caption: str | None = None
    where: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    kind: ClassVar[str] = "table"
    EXAMPLES: ClassVar[tuple[object, ...]] = (
        {"row": "MX300", "column": "Memory"},
        {"row": "small", "column": "Price", "where": {"Region": "Europe"}},
    )

    def __post_init__(self) -> None:
        if self.row is None and self.column is None:
            raise ValueError("a table citation needs a row, a column, or both")

    def __hash__(self) -> int:
        return hash((self.row, self.column, self.heading, self.caption, tuple(self.where.items())))

    @classmethod
    def parse(cls, value: object) -> Self:
        """From the claims file: `{row, column, heading, caption, where}`. Raises ValueError with what is wrong."""
        if not isinstance(value, dict):
            raise ValueError("a table citation is {row: …, column: …}")  # noqa: TRY004  # one error type for all kinds
        for key, said in value.items():
            if key not in _KEYS:
                raise ValueError(f"a table citation has no key {key!r}: it has {', '.join(_KEYS)}")
            if key == "where":
                if not isinstance(said, dict) or not all(isinstance(k, str) and isinstance(v, str) for k, v in said.items()):
                    raise ValueError("where is {COLUMN: VALUE}, both of them text")
            elif not isinstance(said, str):
                raise ValueError(f"{key} of a table citation is text")  # the same
        where = MappingProxyType(dict(value.get("where", {})))
        return cls(value.get("row"), value.get("column"), value.get("heading"), value.get("caption"), where)

    def matches(self, scope: Scope) -> Found | Lost:
        """The one place that is meant; ambiguous where several are meant that read differently."""
        tables = self._tables(scope)
        if isinstance(tables, Lost):
            return tables
        views = [TableView(t) for t in tables]
        hits = [h for view in views for h in self._hits(scope.document, view)]
        if not hits:
            return Lost(self._reason(views))
        best = min(h.rank for h in hits)
        found = [h.scope for h in hits if h.rank == best]
        # without a heading in the citation, the first table that a reader meets is meant, not those of sections about something else
        found = [s for s in found if s.headings == found[0].headings]
        if len({_reading(s) for s in found}) > 1:
            return Lost(f"{self._what()} stands in {len(found)} places that differ", is_ambiguous=True, candidates=tuple(found[:10]))
        return (found[0],)

    # ------------------------------------------------------------------ which table

    def _tables(self, scope: Scope) -> list[Table] | Lost:
        document = scope.document
        inside = set(scope.blocks)
        tables = [t for t in document.tables if any(c.block in inside for row in t.rows for c in row)]
        if not tables:
            return Lost("there is no table")
        if self.heading is not None:
            at = find_heading(scope, self.heading)
            if at is None:
                return Lost(f"there is no heading “{self.heading}”")
            tables = _under(document, tables, at, self.heading)
            if not tables:
                return Lost(f"there is no table under the heading “{self.heading}”")
        if self.caption is not None:
            tables = _captioned(document, tables, self.caption)
            if not tables:
                return Lost(f"no table has the caption “{self.caption}”")
        return tables

    # ------------------------------------------------------------------ which place in it

    def _hits(self, document: Document, view: TableView) -> list[_Hit]:
        rows = view.rows_where(self.where)
        if rows is None:
            return []
        columns = view.columns(self.column) if self.column is not None else []
        if self.column is not None and not columns:
            return []
        if self.row is None:
            best = [i for i, r in rows.items() if r == min(rows.values())]
            return [_Hit((0, c.rank), _column_scope(document, view, c.index, best)) for c in columns if best]
        named = view.rows_named(self.row, rows, columns)
        if self.column is None:
            return [_Hit((r.rank, 0), _row_scope(document, view, r.index, r.headers)) for r in named]
        return [
            _Hit((r.rank, c.rank), _cell_scope(document, view, r.index, c.index))
            for r in named
            for c in columns
            if c.index not in r.headers
        ]

    # ------------------------------------------------------------------ what to say

    def _what(self) -> str:
        if self.row is None:
            return f"the column “{self.column}”"
        return f"the row “{self.row}”" if self.column is None else f"the cell of row “{self.row}” and column “{self.column}”"

    def _reason(self, views: Sequence[TableView]) -> str:
        """Which of the names is gone."""
        has_row = self.row is not None and any(v.rows_named(self.row, dict.fromkeys(v.body, 0), []) for v in views)
        has_column = self.column is not None and any(v.columns(self.column) for v in views)
        if self.row is not None and self.column is not None:
            if has_row and has_column and not self.where:
                return f"no table has both the row “{self.row}” and the column “{self.column}”"
            if not has_row:
                return f"no table has a row “{self.row}”"
            if not has_column:
                return f"the row “{self.row}” is there, but no column “{self.column}”"
        elif not has_row and not has_column:
            return f"no table has a row “{self.row}”" if self.row is not None else f"no table has a column “{self.column}”"
        said = ", ".join(f"{k} “{v}”" for k, v in self.where.items())
        return f"{self._what()} is not there where {said} is" if said else f"{self._what()} is not there"


@dataclass(frozen=True, slots=True)
class _Hit:
    """A place that is meant; a lower rank is a better match of its names."""

    rank: tuple[int, int]
    scope: Scope


def _reading(scope: Scope) -> tuple[str, tuple[tuple[str, str], ...]]:
    """What a reader takes from a place: two places that give the same are one."""
    marks = tuple((m.source, fold(m.text)) for c in scope.cells for m in c.marks)
    return "".join(fold(scope.text).split()), marks


def _under(document: Document, tables: Iterable[Table], at: int, heading: str) -> list[Table]:
    """The tables in the section of the heading that is block `at`; else those under any other heading that is meant by its text."""
    path = (*document.blocks[at].headings, document.blocks[at].text)
    listed = list(tables)
    here = [t for t in listed if t.headings[: len(path)] == path]
    return here or [t for t in listed if any(rank(h, heading) is not None for h in t.headings)]


def _captioned(document: Document, tables: Sequence[Table], caption: str) -> list[Table]:
    """The tables with that caption, or that contain it in theirs; else those right below a paragraph that says just that."""
    whole = [t for t in tables if rank(t.caption, caption) is not None]
    if not whole:
        whole = [t for t in tables if contains_name(t.caption, caption)]
    return whole or [t for t in tables if not t.caption and rank(_line_above(document, t).rstrip(" :."), caption) is not None]


def _line_above(document: Document, table: Table) -> str:
    first = min((c.block for row in table.rows for c in row if c.block >= 0), default=0)
    if first == 0 or document.blocks[first - 1].kind is not BlockKind.PARAGRAPH:
        return ""
    return document.blocks[first - 1].text


def _cell_scope(document: Document, view: TableView, row: int, column: int) -> Scope:
    cell = view.table.rows[row][column]
    neighbours = tuple(dict.fromkeys(view.table.rows[i][column] for i in view.body if view.table.rows[i][column] is not cell))
    found = _Found(ScopeKind.CELL, cell.text, (cell,), cell.items, _line(view.table.rows[row]), neighbours)
    return found.scope(document, view.table)


def _row_scope(document: Document, view: TableView, row: int, headers: frozenset[int]) -> Scope:
    """The row without the cells that name it, so that a figure in its name is not taken for its value; `passage` is all of it."""
    line = view.table.rows[row]
    named = [line[i] for i in headers]
    values = tuple(c for c in dict.fromkeys(line) if c.block >= 0 and not any(c is n for n in named))
    found = _Found(ScopeKind.ROW, " | ".join(c.text for c in values), values, _members(values), _line(line))
    return found.scope(document, view.table)


def _column_scope(document: Document, view: TableView, column: int, rows: Sequence[int]) -> Scope:
    cells = tuple(dict.fromkeys(c for c in (view.table.rows[i][column] for i in rows) if c.block >= 0))
    text = "\n".join(c.text for c in cells)
    return _Found(ScopeKind.COLUMN, text, cells, _members(cells), text).scope(document, view.table)


def _members(cells: Sequence[Cell]) -> tuple[str, ...]:
    """The things that several cells list, one each; of a single cell those that it lists itself."""
    return cells[0].items if len(cells) == 1 else tuple(c.text for c in cells if c.text)


@dataclass(frozen=True, slots=True)
class _Found:
    """What was found in a table."""

    kind: ScopeKind
    text: str
    cells: tuple[Cell, ...]
    items: tuple[str, ...]
    passage: str
    neighbours: tuple[Cell, ...] = ()

    def scope(self, document: Document, table: Table) -> Scope:
        blocks = tuple(c.block for c in self.cells if c.block >= 0)
        return Scope(
            document,
            self.kind,
            self.text,
            blocks=blocks,
            start=document.blocks[blocks[0]].start if blocks else 0,
            headings=table.headings,
            cells=self.cells,
            neighbours=self.neighbours,
            passage=self.passage,
            items=self.items,
        )


def _line(cells: Iterable[Cell]) -> str:
    return " | ".join(" ".join(c.text.split()) for c in dict.fromkeys(cells) if c.block >= 0)
