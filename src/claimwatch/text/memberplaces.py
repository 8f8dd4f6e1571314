"""Where a statement lists things: the places of an enumeration's members, and whether it goes on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from claimwatch.text.alignment import Term, Weight, cached_terms
from claimwatch.text.lexicon import NEGATIONS, VERBS

_CONTINUES = re.compile(
    r"(\s*(?:,\s*(?:and|or|und|et|y)?|、|\band\b(?!\s+(?:newer|later|above|higher|more|greater|better|up|over|fewer|less|below|under|older|earlier)\b)|\bor\b(?!\s+(?:newer|later|above|higher|more|greater|better|up|over|fewer|less|below|under|older|earlier)\b)|&|/)\s*)([^,.;:()、。]+)(?=[,.;:()、。]|$)",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(
    r"\s*(?:,\s*(?:and|or|und|oder|et|ou|y|o|e)\b|,(?!\d)|;|、|，|\band\b(?!\s+(?:newer|later|above|higher|more|greater|better|up|over|fewer|less|below|under|older|earlier)\b)|\bor\b(?!\s+(?:newer|later|above|higher|more|greater|better|up|over|fewer|less|below|under|older|earlier)\b)|\bund\b|\boder\b|\bet\b|&|\s/\s)\s*",
    re.IGNORECASE,
)


def members(text: str) -> tuple[tuple[int, int], ...]:
    """The (start, end) of the members of the enumeration in a text, where it has one: short pieces between commas, "and", "or"."""
    cuts = list(_SEPARATOR.finditer(text))
    if not cuts:
        return ()
    bounds = [0, *[x for m in cuts for x in m.span()], len(text)]
    pieces = [(bounds[k], bounds[k + 1]) for k in range(0, len(bounds), 2)]
    lead = max(text.rfind(mark, *pieces[0]) for mark in (":", "(", "—"))
    if lead >= 0:
        pieces[0] = (lead + 1, pieces[0][1])
    inner = pieces[1:-1]
    if any(len(text[s:e].split()) > 5 or any(t.key in VERBS for t in cached_terms(text[s:e])) for s, e in inner):
        return ()
    first = pieces[0] if lead >= 0 else _trimmed_first(text, pieces[0])
    last = _trimmed_last(text, pieces[-1])
    if any(t.key in VERBS for t in cached_terms(text[slice(*pieces[-1])])[:2]):
        return ()
    return tuple(p for p in (first, *inner, last) if text[slice(*p)].strip())


def _trimmed_first(text: str, piece: tuple[int, int]) -> tuple[int, int]:
    """The last word or name of the words before the first comma: what leads up to the list is no member."""
    found = cached_terms(text[slice(*piece)])
    if not found:
        return piece
    k = len(found) - 1
    while k > 0 and (
        found[k - 1].weight is Weight.NAME or (found[k - 1].end + 1 == found[k].start and text[piece[0] + found[k - 1].end] == "-")
    ):
        k -= 1
    return piece[0] + found[k].start, piece[1]


def _trimmed_last(text: str, piece: tuple[int, int]) -> tuple[int, int]:
    """The first word or name after the last "and": what follows the list is no member."""
    found = cached_terms(text[slice(*piece)])
    if not found:
        return piece
    k = 0
    while k + 1 < len(found) and (
        found[k].weight is Weight.STOP
        or found[k + 1].weight is Weight.NAME
        or (found[k].end + 1 == found[k + 1].start and text[piece[0] + found[k].end] == "-")
    ):
        k += 1
    return piece[0], piece[0] + found[k].end


def following_member(rest: str) -> re.Match[str] | None:
    """Does a list go on here: a separator, and a few words without a verb?"""
    m = _CONTINUES.match(rest)
    is_member = m is not None and len(m[2].split()) <= 4 and not any(t.key in VERBS or t.key in NEGATIONS for t in cached_terms(m[2]))
    return m if is_member else None


def first_word(statement: Sequence[Term], start: int, end: int) -> int | None:
    """The word by which a member is known: its first telling one. "AMD GPUs" is known by AMD, as its GPUs may serve several members."""
    return next((i for i, t in enumerate(statement) if start <= t.start < end and t.weight >= Weight.CONTENT), None)
