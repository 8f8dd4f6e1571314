"""Text as it is collected while a page is walked: runs of space become one, line breaks stay, what nobody sees goes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from claimwatch.reading.document import Mark

_SPACE = re.compile(r"\s+")
_SPACE_IN_LINE = re.compile(r"[^\S\n]+")
_UNSEEN = re.compile("[\u00ad\u200b\u2060\ufeff]")
_RAISED_MARK = re.compile(r"(?<=[^\W\d_]{4})[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]+(?!\w)")  # "Memory¹": a footnote's mark
_ITEM = "\x1e"  # before the text of a list's item in a cell; never in a page's text, where control marks count as space


@dataclass(slots=True)
class Sink:
    """Where the text of one block, cell or caption goes."""

    pieces: list[str] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    bold: int = 0  # letters in bold
    letters: int = 0

    def write(self, text: str, *, keeps_lines: bool = False, is_bold: bool = False) -> int:
        """Adds a text node; returns how many letters it added, space apart."""
        text = _UNSEEN.sub("", text)
        # a parser has made all line ends newlines
        text = (_SPACE_IN_LINE if keeps_lines else _SPACE).sub(" ", text)
        if not text:
            return 0
        self.pieces.append(text)
        count = len(text) - text.count(" ") - text.count("\n")
        self.letters += count
        if is_bold:
            self.bold += count
        return count

    def break_line(self, *, starts_item: bool = False) -> None:
        """A `<br>`, or the border of a block inside a cell."""
        self.pieces.append("\n" + _ITEM if starts_item else "\n")

    def before(self) -> str:
        """The end of what has been written, for deciding what a raised number is."""
        return "".join(self.pieces[-4:])[-40:]

    def text(self) -> str:
        """The block's text: its own, or where it has none but signs, what its images say."""
        own = clean("".join(self.pieces))
        if any(c.isalnum() for c in own) or any(_is_picture(c) for c in own):
            return own
        said = [m.text for m in self.marks if m.source == "alt"] or [m.text for m in self.marks if m.source == "aria-label" and not own]
        return "\n".join(_SPACE.sub(" ", s) for s in said) or own

    def items(self) -> tuple[str, ...]:
        """The members where there are several: the items of lists in it, else its lines."""
        lines = [line for line in "".join(self.pieces).split("\n") if line.strip()]
        marked = [line for line in lines if line.lstrip(" ").startswith(_ITEM)]
        if marked:
            return tuple(filter(None, (clean(line) for line in marked)))
        cleaned = tuple(filter(None, (clean(line) for line in lines)))
        return cleaned if len(cleaned) > 1 else ()

    def reset(self) -> None:
        """Empties it for the next block."""
        self.pieces, self.marks, self.bold, self.letters = [], [], 0, 0


def clean(text: str) -> str:
    """Single spaces, no empty lines, none at the ends; cleaning twice is cleaning once."""
    lines = (_SPACE.sub(" ", _UNSEEN.sub("", line)).strip() for line in text.split("\n"))
    return _RAISED_MARK.sub("", "\n".join(line for line in lines if line))


def _is_picture(sign: str) -> bool:
    """Is a sign one that says something by itself: a tick, an emoji, not punctuation?"""
    return ord(sign) > 0x2000 and not sign.isspace() and sign not in "‐‑‒–—―‘’“”†‡•…"
