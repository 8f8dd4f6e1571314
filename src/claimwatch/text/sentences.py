"""Where sentences end."""

from __future__ import annotations

import re

# An end mark, perhaps closing quotes or brackets, then space and something that can begin a sentence. CJK end marks need no space.
_END = re.compile(r"(?:[.!?][\"'”’)\]]*\s+(?=[\"'“‘(\[]?[^\W_a-z])|[。！？]|\n+)")
_ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|fig|inc|ltd|dr|mr|mrs|st|resp)|\b[A-Z])\.\s*$", re.IGNORECASE)


def sentences(text: str) -> tuple[tuple[int, int], ...]:
    """The (start, end) of each sentence; a line break ends one."""
    out, start = [], 0
    for m in _END.finditer(text):
        if m[0][0] == "." and _ABBREVIATION.search(text, start, m.start() + 1):
            continue
        out.append((start, m.end()))
        start = m.end()
    if start < len(text):
        out.append((start, len(text)))
    return tuple((s, s + len(text[s:e].rstrip())) for s, e in out if text[s:e].strip())
