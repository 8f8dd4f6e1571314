"""How large a document may be (ROBUSTNESS.md, L04 and L09), and what is raised inside a reader when one is larger."""

from __future__ import annotations

DEPTH = 1_000  # elements inside one another
NODES = 300_000  # elements and texts
TEXT = 5_000_000  # letters
JSON_DEPTH = 500
JSON_DIGITS = 1_000


class LimitError(Exception):
    """Raised and caught inside this package: a reader makes it an `Unreadable` with the same sentence."""


def too_deep(limit: int = DEPTH) -> LimitError:
    """The error for a document whose parts lie too deep inside one another."""
    return LimitError(f"the document is too deep: its elements lie more than {limit:,} deep inside one another")


def too_many_nodes() -> LimitError:
    """The error for a document of too many parts."""
    return LimitError(f"the document is too large: it has more than {NODES:,} elements")


def too_much_text() -> LimitError:
    """The error for a document of too much text."""
    return LimitError(f"the document is too large: it has more than {TEXT:,} letters of text")
