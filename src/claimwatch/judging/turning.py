"""How a statement is turned without another figure or name: denied, weakened, restricted, its contrary said, its roles exchanged."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from claimwatch.judging.comparing import Comparison, Difference, observed, short
from claimwatch.text.alignment import Term, Weight, cached_terms
from claimwatch.text.lexicon import CONTRARY, DECISIVE, DIRECTIONS, MODALS, NEGATIONS, OPPOSITES, PRESENT, TURNING


def negation_differs(c: Comparison) -> Difference | None:
    """As many negations as the quote has, counted within the statement and just before it."""
    a = c.alignment
    quote_says = sum(_negates(t, a.quote, i) for i, t in enumerate(a.quote))
    page_says = sum(_negates(t, a.page, j) for j, t in enumerate(a.page))
    page_says += _negated_before(c)
    if quote_says % 2 == page_says % 2 and (quote_says == page_says or quote_says > 1):
        return None
    return Difference(observed(c), f"“{short(_with_negation(c))}”")


def _negates(term: Term, around: Sequence[Term], at: int) -> bool:
    if term.key == "longer":
        return False  # "no longer" counts once, by its "no"
    if term.key in ("no", "not") and at + 1 < len(around) and around[at + 1].key in ("only", "matter"):
        return False
    return term.key in NEGATIONS


_CLAUSE_END = re.compile(r"[,;:.!?()]|\bbut\b|\band\b")


def _negated_before(c: Comparison) -> int:
    """A negation in the few words before the passage, in the same clause: "no longer supports X" of the quote "supports X"."""
    clause = _CLAUSE_END.split(c.left)[-1]
    near = cached_terms(clause)[-3:]
    return int(any(_negates(t, near, k) for k, t in enumerate(near)))


def _with_negation(c: Comparison) -> str:
    return (c.left + c.text).strip() if _negated_before(c) else c.text


def strength_differs(c: Comparison) -> Difference | None:
    """As much is said: all is not some, must is not may, is not was; experimental and deprecated come and go with a meaning."""
    a = c.alignment
    quote_says = Counter(MODALS[t.key] for t in a.quote if t.key in MODALS)
    page_says = Counter(MODALS[t.key] for t in a.page if t.key in MODALS)
    appeared, left = set(page_says - quote_says), set(quote_says - page_says)
    turned = any((x in left and y in appeared) or (y in left and x in appeared) for x, y in CONTRARY)
    is_past = "past" in appeared and any(t.key in PRESENT for t in a.quote)
    if turned or is_past or appeared & TURNING or (appeared | left) & DECISIVE or _used_to(c) or _narrowed(c):
        return Difference(observed(c), f"“{short(c.text)}”")
    restricted = _RESTRICTED.match(c.right)
    if restricted and not _RESTRICTED.search(c.quote):
        return Difference(observed(c) + restricted[0], f"“{short(c.text + restricted[0])}”")
    return None


def _used_to(c: Comparison) -> bool:
    """What something used to do, it does no longer; what is used to do something is another matter."""
    return bool(_USED_TO.search(c.left[-12:] + c.text)) and not _USED_TO.search(c.quote)


_USED_TO = re.compile(r"(?<!\bis )(?<!\bare )(?<!\bbe )\bused to\b", re.IGNORECASE)
_RESTRICTED = re.compile(
    r"\s*(?:\(|,?\s*\b(?:but|though|although|as)\b\s*(?:an?\s+)?)(?:experimental|deprecated|beta|preview|alpha|obsolete|planned)\b\)?"
)


def _narrowed(c: Comparison) -> bool:
    """Where the quote said "all plans", the page says "enterprise plans"."""
    a = c.alignment
    met, added = dict(a.pairs), set(a.added)
    for i in a.gone:
        noun = met.get(i + 1)
        if MODALS.get(a.quote[i].key) == "all" and noun and noun - 1 in added and a.page[noun - 1].is_content:
            return True
    return False


def roles_swapped(c: Comparison) -> Difference | None:
    """Who does it to whom: "A is faster than B" is not "B is faster than A". A passive ("… by A") is told apart."""
    a = c.alignment
    names = {t.form for t in (*a.quote, *a.page) if t.weight is Weight.NAME}
    for i, j in a.pairs:
        if a.quote[i].key not in DIRECTIONS or any(t.key == "by" for t in a.page[j : j + 3]):
            continue
        before, after = ({t.form for t in part} & names for part in (a.quote[:i], a.quote[i + 1 :]))
        page_before, page_after = ({t.form for t in part} & names for part in (a.page[:j], a.page[j + 1 :]))
        if page_before & (after - before) and page_after & (before - after):
            return Difference(observed(c), f"“{short(c.text)}”")
    return None


def opposite_said(c: Comparison) -> Difference | None:
    """Where a word of the quote stood, the page has its contrary: online for offline, unsupported for supported."""
    a = c.alignment
    first, last = a.span
    added = {a.page[j].key for j in a.added if first - 2 <= j <= last + 2}
    for i in a.gone:
        other = next((key for key in added if _is_opposite(a.quote[i].key, key)), None)
        if other:
            return Difference(other, f"“{other}”, not “{a.quote[i].key}”")
    return None


def _is_opposite(a: str, b: str) -> bool:
    brief, long = sorted((a, b), key=len)
    is_denied = len(brief) > 3 and any(long == prefix + brief for prefix in ("un", "non", "in", "dis", "de"))
    return is_denied or frozenset((a, b)) in OPPOSITES
