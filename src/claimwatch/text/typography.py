"""Ways to set the same letters: quotation marks, dashes, ellipses, ligatures, widths, spaces and what nobody sees."""

from __future__ import annotations

import re
import unicodedata

_SIGNS = {
    **dict.fromkeys("‘’‚‛′`´＇", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
    "…": "...",
    "·": "·",
}
_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f\u200e\u200f\u061c"))
_TABLE: dict[int, str | None] = {**{ord(k): v for k, v in _SIGNS.items()}, **_UNSEEN}
_SPACE = re.compile(r"\s+")


def fold(text: str, *, case: bool = True) -> str:
    """The text with one way to set each sign, single spaces, and (with `case`) no capitals.

    Unicode's NFKC (UAX 15) brings ligatures, full-width forms and superscripts to plain letters; folding twice is folding once.
    """
    plain = text.translate(_TABLE)
    if not plain.isascii():
        plain = unicodedata.normalize("NFKC", plain).translate(_TABLE)
    plain = _SPACE.sub(" ", plain).strip()
    return unicodedata.normalize("NFKC", plain.casefold()).translate(_TABLE) if case else plain
