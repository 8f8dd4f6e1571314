"""A little colour for terminals, and columns that line up. Nothing here knows whether there is a terminal: it is told."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from unicodedata import east_asian_width

from claimwatch.cli.formats.escaping import shown

_CODES = {"red": "31", "green": "32", "yellow": "33", "cyan": "36", "bold": "1", "dim": "2"}


@dataclass(frozen=True, slots=True)
class Paint:
    """Writes styled words: with escape codes where `is_on`, plain otherwise. `width` is that of a line, in cells."""

    is_on: bool = False
    width: int = 100

    def __call__(self, style: str, text: str) -> str:
        """The text in a style of several words ("bold red")."""
        if not self.is_on or not text:
            return text
        return f"\x1b[{';'.join(_CODES[name] for name in style.split())}m{text}\x1b[0m"

    def field(self, label: str, text: str, indent: int, label_width: int, style: str = "") -> list[str]:
        """`label  text`, the text wrapped under itself; no lines at all for an empty text."""
        lines = textwrap.wrap(shown(text), max(20, self.width - indent - label_width - 2), break_on_hyphens=False, break_long_words=False)
        first = " " * indent + self("dim", label.ljust(label_width)) + "  "
        rest = " " * (indent + label_width + 2)
        return [(first if i == 0 else rest) + (self(style, line) if style else line) for i, line in enumerate(lines)]


def cells(text: str) -> int:
    """How many columns of a terminal the text takes."""
    return sum(2 if east_asian_width(mark) in "WF" else 1 for mark in text)


def aligned(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """The rows with their columns padded to one width (none after the last)."""
    table = [tuple(shown(cell) for cell in row) for row in rows]
    widths = [max(map(cells, column)) for column in zip(*table, strict=True)]
    out = []
    for row in table:
        padded = [cell + " " * (width - cells(cell)) for cell, width in zip(row, widths, strict=True)]
        out.append("  ".join(padded).rstrip())
    return out
