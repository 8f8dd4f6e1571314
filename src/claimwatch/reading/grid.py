"""Rows of cells with spans to a full grid, by the rules of browsers (HTML, section 4.9.12), and which of its rows are its head."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from claimwatch.reading.document import Cell

SPAN = 1_000  # columns that one cell may span (HTML, section 4.9.11)
AREA = 2_000_000  # places that a grid may have; columns beyond are cut off
_FILLING = Cell("")


@dataclass(frozen=True, slots=True)
class Placed:
    """A cell as it is written, with its spans; `rows` 0 means to the end of its group. `is_bold`: all of its text is."""

    cell: Cell
    columns: int = 1
    rows: int = 1
    is_bold: bool = False


@dataclass(slots=True)
class Row:
    """A row as it is written. `group` numbers the `thead`, `tbody` or `tfoot` around it, which no span leaves."""

    group: int = 0
    is_head: bool = False
    is_foot: bool = False
    cells: list[Placed] = field(default_factory=list)


def span(text: str, *, least: int, most: int) -> int:
    """A span as browsers read it: the leading digits, 1 where there are none, no less and no more than it may be."""
    found = re.match(r"\s*\+?(\d{1,9})", text)
    if not found:
        return 1
    value = int(found[1])
    return 1 if value < least else min(value, most)


def grid(rows: Sequence[Row]) -> tuple[tuple[Cell, ...], ...]:
    """The full grid: every row is as wide as the last column in which a cell begins; spans fill the places they cover."""
    ordered = [r for r in rows if not r.is_foot] + [r for r in rows if r.is_foot]
    placed = [_starts(group) for group in _groups(ordered)]
    width = 1 + max((start for rows_ in placed for row in rows_ for start, _, _ in row), default=-1)
    width = min(width, SPAN, max(1, AREA // max(1, len(ordered))))
    out = []
    for rows_ in placed:
        for row in rows_:
            line = [_FILLING] * width
            for start, end, cell in row:
                for column in range(start, min(end, width)):
                    line[column] = cell
            out.append(tuple(line))
    return tuple(out)


def _groups(rows: Iterable[Row]) -> list[list[Row]]:
    out: list[list[Row]] = []
    for row in rows:
        if not out or out[-1][0].group != row.group:
            out.append([])
        out[-1].append(row)
    return out


def _starts(rows: Sequence[Row]) -> list[list[tuple[int, int, Cell]]]:
    """For each row of a group: (first column, column after the last, cell), those that reach down from rows above included."""
    reaching: list[tuple[int, int, int, Cell]] = []  # first column, column after the last, row after the last, cell
    out: list[list[tuple[int, int, Cell]]] = []
    filled = 0
    for number, row in enumerate(rows):
        reaching = [r for r in reaching if r[2] > number] if filled < AREA else []
        filled += len(reaching)
        taken = sorted((r[0], r[1]) for r in reaching)
        line = [(first, last, cell) for first, last, _, cell in reaching]
        column = k = 0
        for placed in row.cells:
            while k < len(taken) and taken[k][0] <= column:
                column = max(column, taken[k][1])
                k += 1
            end = column + placed.columns
            line.append((column, end, placed.cell))
            if placed.rows != 1:
                last = len(rows) if placed.rows == 0 else min(len(rows), number + placed.rows)
                reaching.append((column, end, last, placed.cell))
            column = end
        out.append(line)
    return out


def header_rows(rows: Sequence[Row], cells: Sequence[Sequence[Cell]]) -> int:
    """How many of the first rows are the head: the `thead`, else the leading rows of header cells, else a first row that looks like one."""
    ordered = [r for r in rows if not r.is_foot] + [r for r in rows if r.is_foot]
    heads = sum(r.is_head for r in ordered)
    if heads:
        return heads
    count = 0
    while count < len(cells) and _is_header_row(cells[count]):
        count += 1
    if count:
        return 1 if count == len(cells) else count
    if any(c.is_header for row in cells for c in row):
        return 0
    return 1 if _looks_like_head(ordered, cells) else 0


def _is_header_row(cells: Sequence[Cell]) -> bool:
    """Are all cells of a row header cells, but perhaps for an empty corner?"""
    rest = cells[1:] if len(cells) > 1 and not cells[0].text else cells
    return bool(rest) and all(c.is_header or c.block < 0 for c in rest) and any(c.is_header for c in rest)


def _looks_like_head(rows: Sequence[Row], cells: Sequence[Sequence[Cell]]) -> bool:
    """In a table without header cells: is the first row set in bold, or is it the only one whose columns do not begin with figures?"""
    if len(cells) < 2 or not rows or not rows[0].cells:
        return False
    first = [p for p in rows[0].cells if p.cell.text]
    others = [p for r in rows[1:] for p in r.cells if p.cell.text]
    if first and all(p.is_bold for p in first) and not all(p.is_bold for p in others):
        return True
    if len(first) < len(rows[0].cells) - 1 or any(_is_value(p.cell) for p in first):
        return False
    for column in range(1, len(cells[0])):
        below = [row[column] for row in cells[1:] if row[column].text or row[column].marks]
        if len(below) >= 2 and all(_is_value(c) for c in below):
            return True
    return False


def _is_value(cell: Cell) -> bool:
    """Does a cell hold a figure or a tick, as heads do not?"""
    text = cell.text.strip()
    return bool(re.match(r"[~≥≤<>$€£+-]?\s*\d", text)) or (bool(text or cell.marks) and not any(c.isalpha() for c in text))
