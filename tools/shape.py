"""Prints how large the rooms of the house are: the longest functions and files of src/, and the 90th percentile of function lengths.

    python tools/shape.py [--limit N] [FOLDER…]

Exits with 1 when a function has over 60 lines or a file over 400.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LONGEST_FUNCTION, LONGEST_FILE = 60, 400


class Room(NamedTuple):
    """A function or a file: its length in lines, and where it is."""

    lines: int
    place: str


def functions(path: Path, name: str) -> Iterator[Room]:
    """Every function and method of a file, those within others too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Room((node.end_lineno or node.lineno) - node.lineno + 1, f"{name}:{node.lineno} {node.name}")


def percentile(lengths: list[int], share: float) -> int:
    """The smallest length that at least that share of them does not exceed; 0 of none."""
    ordered = sorted(lengths)
    return ordered[max(0, -int(-len(ordered) * share // 1) - 1)] if ordered else 0


def measure(folders: list[Path]) -> tuple[list[Room], list[Room]]:
    """The functions and the files below these folders, the longest first."""
    found: list[Room] = []
    files: list[Room] = []
    for path in sorted(path for folder in folders for path in folder.rglob("*.py")):
        name = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
        files.append(Room(path.read_text(encoding="utf-8").count("\n"), name))
        found.extend(functions(path, name))
    return sorted(found, reverse=True), sorted(files, reverse=True)


def main() -> int:
    """Prints the report; the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", nargs="*", type=Path, default=[ROOT / "src"], metavar="FOLDER")
    parser.add_argument("--limit", type=int, default=5, metavar="N", help="how many of the longest are shown")
    options = parser.parse_args()
    found, files = measure([folder.resolve() for folder in options.folders])
    report = [f"{len(files)} files, {sum(file.lines for file in files)} lines, {len(found)} functions"]
    report.append(f"90 of 100 functions have at most {percentile([room.lines for room in found], 0.9)} lines")
    for title, rooms in (("longest functions", found), ("longest files", files)):
        report += [f"{title}:", *(f"{room.lines:6d}  {room.place}" for room in rooms[: options.limit])]
    sys.stdout.write("\n".join(report) + "\n")
    too_long = [room for room in found if room.lines > LONGEST_FUNCTION] + [room for room in files if room.lines > LONGEST_FILE]
    for room in too_long:
        sys.stdout.write(f"too long: {room.lines} lines  {room.place}\n")
    return 1 if too_long else 0


if __name__ == "__main__":
    sys.exit(main())
