"""A table's rows and columns by the names that head them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from claimwatch.finding.naming import name_key, rank
from claimwatch.reading.document import Cell, Table

_INDEX_HEADS = frozenset({"#", "no", "no.", "nr", "nr.", "№", "id", "rank"})


@dataclass(frozen=True, slots=True)
class NamedColumn:
    """A column that is meant; a lower rank is a better match."""

    index: int
    rank: int


@dataclass(frozen=True, slots=True)
class NamedRow:
    """A row that is meant, with the columns of the cells that name it."""

    index: int
    rank: int
    headers: frozenset[int]


class TableView:
    """A table as one looks things up in it. `body` are its rows of data: no head, no row that is only a title, no repeated head."""

    def __init__(self, table: Table) -> None:
        self.table = table
        head = table.rows[: table.header_rows]
        self.has_head = any(c.text or c.marks for row in head for c in row)
        first = table.header_rows if self.has_head else min(table.header_rows + 1, len(table.rows))
        self.head = (
            head if self.has_head else table.rows[table.header_rows : first]
        )  # where it is missing or blank, the first row stands in for it
        heads = {_names(row) for row in self.head}
        self.body = [i for i in range(first, len(table.rows)) if _is_data(table.rows[i]) and _names(table.rows[i]) not in heads]
        self._all = [i for i in range(table.header_rows, len(table.rows)) if _is_data(table.rows[i])]

    def columns(self, name: str) -> list[NamedColumn]:
        """The columns of that name whose match is best: in the lowest row of the head, then in those above, then in all together."""
        best: list[NamedColumn] = []
        for texts in self._header_texts():
            found = [NamedColumn(i, r) for i, text in enumerate(texts) if (r := rank(text, name)) is not None]
            least = min((c.rank for c in found), default=9)
            if found and (not best or least < best[0].rank):
                best = [c for c in found if c.rank == least]
        return best

    def _header_texts(self) -> list[list[str]]:
        rows = [[c.text for c in row] for row in reversed(self.head)]
        if len(rows) > 1:
            rows.append([" ".join(dict.fromkeys(row[i].text for row in self.head if row[i].text)) for i in range(self.table.width)])
        return rows

    def rows_where(self, where: Mapping[str, str]) -> dict[int, int] | None:
        """The rows of data that have these values in these columns, each with the rank of the match; None where a column is not there."""
        found = dict.fromkeys(self.body, 0)
        for name, value in where.items():
            columns = self.columns(name)
            if not columns:
                return None
            ranks = {i: [r for c in columns if (r := rank(self.table.rows[i][c.index].text, value)) is not None] for i in found}
            found = {i: found[i] + min(ranks[i]) for i in found if ranks[i]}
        return found

    def rows_named(self, name: str, rows: Mapping[int, int], columns: Sequence[NamedColumn]) -> list[NamedRow]:
        """Those of the rows (with their ranks) that have this name, only those whose match is best.

        Where the head is missing and no column is asked for, the first row is a row like the others.
        """
        if not columns and not self.has_head and len(rows) == len(self.body):
            rows = dict.fromkeys(self._all, 0)
        found = []
        for i, of_where in rows.items():
            headers = self._header_columns(i)
            ranks = [(r, depth) for depth, column in enumerate(headers) if (r := rank(self.table.rows[i][column].text, name)) is not None]
            if ranks:
                found.append(((*min(ranks), of_where), NamedRow(i, min(ranks)[0] + of_where, frozenset(headers))))
        least = min((key for key, _ in found), default=None)
        return [row for key, row in found if key == least]

    def _header_columns(self, index: int) -> list[int]:
        """The columns of the cells that name a row: its first, its further header cells, and what follows a group's name or a number."""
        row = self.table.rows[index]
        out = [0]
        last = row[0]
        for column in range(1, len(row)):
            cell = row[column]
            if cell is last:
                continue
            if cell.is_header or (column == out[-1] + 1 and self._is_weak(out[-1], index)):
                out.append(column)
            elif not any(c.is_header for c in row[column:]):
                break
            last = cell
        return out if len(out) < len(row) else out[:1]

    def _is_weak(self, column: int, index: int) -> bool:
        """Does the cell of that column name the row only together with the next one: a group over several rows, a number, nothing?"""
        cell = self.table.rows[index][column]
        if cell.is_header and not _spans(self.table, column, index):
            return False
        if _spans(self.table, column, index) or not cell.text:
            return True
        head = name_key(self.head[-1][column].text) if self.head else ""
        return head in _INDEX_HEADS and cell.text.strip(". ").isdigit()


def _names(row: Sequence[Cell]) -> tuple[str, ...]:
    return tuple(name_key(c.text) for c in row)


def _is_data(row: Sequence[Cell]) -> bool:
    """Is a row more than a title over the rows below, and no head of its own?"""
    real = dict.fromkeys(c for c in row if c.block >= 0)
    if len(row) > 1 and len(real) == 1 and row[-1].block >= 0:
        return False
    return not (len(real) > 1 and all(c.is_header for c in real))


def _spans(table: Table, column: int, index: int) -> bool:
    cell = table.rows[index][column]
    return any(0 <= i < len(table.rows) and table.rows[i][column] is cell for i in (index - 1, index + 1))
