"""Plain text, reStructuredText among it: paragraphs, items, underlined headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import ClassVar

from claimwatch.reading import limits
from claimwatch.reading.charset import decode
from claimwatch.reading.document import Block, BlockKind, Document, ListGroup, Unreadable, placed
from claimwatch.reading.outline import Outline
from claimwatch.reading.registry import registry
from claimwatch.reading.writer import clean

_UNDERLINE = re.compile(r"([=\-~^\"'`#*+.:_])\1{2,}\s*$")
_BULLET = re.compile(r"\s*(?:[-*•‣◦–]|\d{1,3}[.)])\s+(?=\S)")
_WRAPPED = 50  # letters from which on a line is one that was broken because it was full


@registry.register("plain")
@dataclass(frozen=True, slots=True)
class PlainReader:
    """Text without markup."""

    kind: ClassVar[str] = "plain"
    media_types: ClassVar[tuple[str, ...]] = (
        "text/plain",
        "text/x-rst",
        "text/prs.fallenstein.rst",
        "text/csv",
        "text/yaml",
        "application/yaml",
        "application/toml",
    )
    endings: ClassVar[tuple[str, ...]] = (
        ".txt",
        ".text",
        ".rst",
        ".log",
        ".csv",
        ".tsv",
        ".yaml",
        ".yml",
        ".toml",
        ".cfg",
        ".ini",
        ".adoc",
        ".org",
    )
    EXAMPLES: ClassVar[tuple[bytes, ...]] = (b"Workers: 40\nReaders: 8\n",)

    def read(self, body: bytes, charset: str) -> Document | Unreadable:
        """The document, or why the bytes are none."""
        decoded = decode(body, charset)
        if isinstance(decoded, Unreadable):
            return decoded
        if len(decoded.text) > limits.TEXT:
            return Unreadable(str(limits.too_much_text()))
        return read_plain(decoded.text, charset_rule=decoded.rule)


@dataclass(slots=True)
class _Page:
    """The blocks so far. Levels of underlined headings go by the order in which their signs first come up, as in reStructuredText."""

    blocks: list[Block] = field(default_factory=list)
    lists: list[list[int]] = field(default_factory=list)
    signs: list[str] = field(default_factory=list)
    outline: Outline = field(default_factory=Outline)

    def add(self, kind: BlockKind, text: str, level: int = 0, group: int = -1) -> None:
        if text:
            self.blocks.append(Block(kind, text, self.outline.path(True), level, group))

    def add_heading(self, text: str, sign: str) -> None:
        if sign not in self.signs:
            self.signs.append(sign)
        level = min(6, self.signs.index(sign) + 1)
        above = self.outline.open(level, text, is_main=True)
        self.blocks.append(Block(BlockKind.HEADING, text, above, level))

    def add_items(self, lines: Sequence[str]) -> None:
        self.lists.append([])
        for item in _items(lines):
            self.lists[-1].append(len(self.blocks))
            self.add(BlockKind.ITEM, clean(_BULLET.sub("", item, count=1)), 1, len(self.lists) - 1)


def read_plain(text: str, *, charset_rule: str = "") -> Document:
    """A document from its text."""
    page = _Page()
    for lines in _paragraphs(text):
        _read_paragraph(page, lines)
    headings = [b.text for b in page.blocks if b.kind is BlockKind.HEADING]
    return Document(
        blocks=placed(page.blocks),
        lists=tuple(ListGroup(tuple(items)) for items in page.lists),
        title=headings[0] if headings else "",
        charset_rule=charset_rule,
    )


def _paragraphs(text: str) -> Iterator[list[str]]:
    lines: list[str] = []
    for line in re.split(r"\r\n|[\r\n\f]", text):
        if line.strip():
            lines.append(line)
        elif lines:
            yield lines
            lines = []
    if lines:
        yield lines


def _read_paragraph(page: _Page, lines: list[str]) -> None:
    if _UNDERLINE.match(lines[0]) and len(lines) > 2 and _UNDERLINE.match(lines[2]) and lines[0][0] == lines[2][0]:
        lines = lines[1:]  # a heading with a line above it, too
    if (
        len(lines) > 1
        and (found := _UNDERLINE.match(lines[1]))
        and len(lines[1].strip()) >= 0.7 * len(lines[0].strip())
        and not _UNDERLINE.match(lines[0])
    ):
        page.add_heading(clean(lines[0]), found[1])
        lines = lines[2:]
    lines = [line for line in lines if not _UNDERLINE.fullmatch(line.strip())]
    if not lines:
        return
    first = next((i for i, line in enumerate(lines) if _BULLET.match(line)), len(lines))
    if first and lines[:first]:
        page.add(BlockKind.PARAGRAPH, _joined(lines[:first]))
    if first < len(lines):
        page.add_items(lines[first:])


def _items(lines: Sequence[str]) -> list[str]:
    out: list[str] = []
    for line in lines:
        if _BULLET.match(line) or not out:
            out.append(line)
        else:
            out[-1] += " " + line.strip()
    return out


def _joined(lines: Sequence[str]) -> str:
    """The lines of a paragraph: one that was full runs on in the next, unless that is indented or set in columns."""
    out = [lines[0]]
    for before, line in pairwise(lines):
        is_set = line.startswith((" ", "\t")) != before.startswith((" ", "\t")) or "   " in line.strip() or "   " in before.strip()
        if len(before.strip()) >= _WRAPPED and not is_set:
            out[-1] += " " + line
        else:
            out.append(line)
    return clean("\n".join(out))
