"""MyST's `list-table`: nested lists that stand for the rows and cells of a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_ROW = re.compile(r"(\s*)[*-]\s+[*-](?:\s+(.*))?$")
_CELL = re.compile(r"(\s+)[*-](?:\s+(.*))?$")


def pipe_table(lines: Sequence[str]) -> Iterator[str]:
    """The same table with pipes; its options and what belongs to no cell are left out."""
    heads = 0
    rows: list[list[list[str]]] = []
    indent = 0
    for line in lines:
        if found := re.match(r"\s*:header-rows:\s*(\d+)", line):
            heads = int(found[1])
        elif found := _ROW.match(line):
            indent = len(found[1])
            rows.append([[found[2] or ""]])
        elif rows and (found := _CELL.match(line)) and len(found[1]) <= indent + 2:
            rows[-1].append([found[2] or ""])
        elif rows and line.strip():
            rows[-1][-1].append(re.sub(r"^\s*[*-]\s+", "", line.strip()))
    width = max((len(r) for r in rows), default=0)
    if not width:
        return
    shown = [[_cell(c) for c in row] + [""] * (width - len(row)) for row in rows]
    if not heads:
        shown.insert(0, [""] * width)
    yield _line(shown[0])
    yield _line(["---"] * width)
    for row in shown[1:]:
        yield _line(row)


def _cell(lines: Sequence[str]) -> str:
    return "<br>".join(s.strip() for s in lines if s.strip()).replace("\\|", "|").replace("|", "\\|")


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
