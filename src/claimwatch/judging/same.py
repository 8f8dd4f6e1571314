"""Without an expectation: does the passage still say what the quote says?

What carries meaning is compared (quantities, names, list members, negation, how much is said); what does not is let go
(typography, order, endings, synonyms, added words). Each rule is a function that finds a difference, or None.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from claimwatch.finding.evidence import Found, Scope, ScopeKind
from claimwatch.judging.comparing import Comparison, Difference, compare, observed, short
from claimwatch.judging.turning import negation_differs, opposite_said, roles_swapped, strength_differs
from claimwatch.judging.verdict import Context, Judgement, Verdict
from claimwatch.text.alignment import Term, Weight, cached_terms, is_enough
from claimwatch.text.dates import days
from claimwatch.text.memberplaces import first_word, following_member, members
from claimwatch.text.quantities import Quantity, quantities, same_amount
from claimwatch.text.typography import fold


def judge_same(evidence: Found, context: Context) -> Judgement:
    """Judges a passage against its quote; other evidence against what it said in the edition in which it was first found."""
    judged = [_judge_one(scope, context) for scope in evidence]
    return max(judged, key=lambda j: j.verdict.rank)


def is_turned_round(scope: Scope, context: Context) -> bool:
    """Is the quoted statement denied now, or no longer, whatever figures and words it still has?"""
    return bool(scope.quote) and negation_differs(compare(scope.quote, scope, context.language)) is not None


def _judge_one(scope: Scope, context: Context) -> Judgement:
    said = scope.quote or context.baseline
    difference = _difference(said, scope, context) if said is not None else None
    if difference is None:
        still = "still says so" if said is not None else "says so"
        return _placed(Verdict.SUPPORTED, f"{context.source} {still}", short(scope.text), scope)
    says = "" if difference.verdict is Verdict.MISSING else "now says "
    return _placed(difference.verdict, f"{context.source} {says}{difference.reason}", difference.observed, scope)


def _placed(verdict: Verdict, reason: str, observed: str, scope: Scope) -> Judgement:
    return Judgement(
        verdict, reason, observed, excerpt=scope.passage or scope.text, headings=scope.headings, start=scope.start, score=scope.score
    )  # fmt: skip


def _difference(said: str, scope: Scope, context: Context) -> Difference | None:
    if not scope.quote and fold(said) == fold(scope.text):
        return None
    comparison = compare(said, scope, context.language)
    for rule in _RULES:
        difference = rule(comparison)
        if difference is not None:
            is_there = not scope.quote and difference.verdict is Verdict.MISSING  # an element or a cell that says something else
            return Difference(difference.observed, f"“{difference.observed}”") if is_there else difference
    return None if scope.quote else _added_to_a_value(comparison, scope)


# ---------------------------------------------------------------- rules, the most telling first


def _quantity_differs(c: Comparison) -> Difference | None:
    """Each amount of the quote is on the page, with its qualifier and unit."""
    parts_of_days = _days_named_again(c)
    wanted = [q for q in quantities(c.quote, c.language) if not any(start <= q.start < end for start, end in parts_of_days)]
    if not wanted:
        return None
    whole = c.left + c.text + c.right
    low, high = len(c.left), len(c.left) + len(c.text)
    there = [q for q in quantities(whole, c.language) if q.start < high and q.end > low]
    free = list(there)
    gone: list[Quantity] = []
    for q in wanted:
        match = next((p for p in free if same_amount(q, p) and _is_same_version(q, p)), None)
        if match is None:
            gone.append(q)
        else:
            free.remove(match)
    if not gone:
        return _traded_places(c, wanted, there)
    if free:
        return Difference(free[0].text, f"“{free[0].text}”, not “{gone[0].text}”")
    added = {c.alignment.page[j].weight for j in c.alignment.added}
    if Weight.NAME in added and any(_is_name(c.alignment.quote[i]) for i in c.alignment.gone):
        return None  # another thing is named in its place: the rule for names tells it
    if _versions(c.text) - _versions(c.quote):
        return Difference(short(c.text), f"“{short(c.text)}”")
    return Difference(short(c.text), f"no longer gives the figure “{gone[0].text}”", Verdict.MISSING)


def _days_named_again(c: Comparison) -> list[tuple[int, int]]:
    """Where the quote names days that the page names too, in whatever notation: their figures are no amounts to compare."""
    again = {day for said in days(c.text, c.language) for day in said.dates}
    return [(said.start, said.end) for said in days(c.quote, c.language) if again & set(said.dates)]


def _is_same_version(a: Quantity, b: Quantity) -> bool:
    """3.1 and 3.10 are one number, but two releases: where neither has a unit, the digits behind the point must be the same."""
    x, y = _DIGITS.search(a.text), _DIGITS.search(b.text)
    if a.unit or b.unit or not x or not y or "." not in x[0] or "." not in y[0]:
        return True
    return x[0] == y[0]


_DIGITS = re.compile(r"\d[\d.,]*\d|\d")


def _traded_places(c: Comparison, wanted: Sequence[Quantity], there: Sequence[Quantity]) -> Difference | None:
    """Two amounts that have each other's words beside them now: "6 drives and 32 racks" is not "32 drives and 6 racks"."""
    if len(wanted) < 2 or len({q.text for q in wanted}) < 2:
        return None
    for q in wanted:
        noun = _next_word(c.quote, q.end)
        if noun is None or sum(_next_word(c.quote, w.end) == noun for w in wanted) > 1:
            continue
        whole = c.left + c.text + c.right
        for p in there:
            if _next_word(whole, p.end) == noun and not same_amount(q, p):
                return Difference(p.text, f"“{p.text} {noun}”, not “{q.text}”")
    return None


def _next_word(text: str, at: int) -> str | None:
    found = next((t for t in cached_terms(text) if t.start >= at), None)
    return found.form if found and found.is_content and found.weight is Weight.CONTENT else None


def _versions(text: str) -> frozenset[str]:
    return frozenset(t.key for t in cached_terms(text) if any(ch.isdigit() for ch in t.key))


def _name_differs(c: Comparison) -> Difference | None:
    """Names, versions and codes of the quote are on the page; one that another took the place of is a change."""
    a = c.alignment
    gone = [a.quote[i] for i in a.gone if _is_name(a.quote[i])]
    if not gone:
        return None
    if _is_dropped_head(c, gone):
        return None
    return Difference(observed(c), f"“{short(c.text)}”, without “{c.quote[gone[0].start : gone[0].end]}”")


def _is_name(term: Term) -> bool:
    return term.weight is Weight.NAME or (term.weight is Weight.NUMBER and "." in term.key.strip("."))


def _is_dropped_head(c: Comparison, gone: Sequence[Term]) -> bool:
    """A number that quantities compared, or a capital that only the quote's typography gave, decides nothing here."""
    ordinary = {t.form for t in c.alignment.page}
    return all(t.form in ordinary or (t.weight is Weight.NUMBER and quantities(c.quote[t.start : t.end])) for t in gone)


def _list_differs(c: Comparison) -> Difference | None:
    """Where the quote lists things, the page lists the same ones, in any order."""
    wanted = members(c.quote)
    if len(wanted) < 2:
        return None
    a = c.alignment
    in_list = [i for i, t in enumerate(a.quote) if any(s <= t.start < e for s, e in wanted)]
    gone = [i for i in a.gone if i in in_list and a.quote[i].weight >= Weight.CONTENT]
    if gone and _whole_member_gone(c, wanted, gone):
        t = a.quote[gone[0]]
        return Difference(_listed(c), f"“{short(_whole_list(c))}”, without “{c.quote[t.start : t.end]}”")
    met = [j for i, j in a.pairs if i in in_list]
    if not met:
        return None
    added = _added_members(c, min(met), max(met), wanted)
    if added:
        return Difference(_listed(c), f"“{short(_whole_list(c))}”, with “{added}” too")
    return None


def _whole_list(c: Comparison) -> str:
    """The passage with all further members that its list has on the page."""
    text, rest = c.text, c.right
    while following := following_member(rest):
        text, rest = text + rest[: following.end()], rest[following.end() :]
    return text


def _listed(c: Comparison) -> str:
    """The members of the page's list in one normal form: sorted, parted by commas."""
    text = _whole_list(c)
    return ", ".join(sorted(" ".join(text[s:e].split()).strip(" .") for s, e in members(text))) or observed(c)


def _whole_member_gone(c: Comparison, wanted: Sequence[tuple[int, int]], gone: Sequence[int]) -> bool:
    """Is no telling word of some member left?"""
    a = c.alignment
    for s, e in wanted:
        mine = [i for i, t in enumerate(a.quote) if s <= t.start < e and t.weight >= Weight.CONTENT]
        if mine and all(i in gone for i in mine):
            return True
    return False


def _added_members(c: Comparison, first: int, last: int, wanted: Sequence[tuple[int, int]]) -> str | None:
    """A member of the page's list that the quote has not, or None."""
    a = c.alignment
    known = {name for s, e in wanted if (name := first_word(a.quote, s, e)) is not None}
    met = {j for i, j in a.pairs if i in known}
    for s, e in members(c.text):
        mine = [j for j, t in enumerate(a.page) if s <= t.start < e and t.is_content]
        if mine and first <= mine[0] <= last and not any(j in met for j in mine):
            return c.text[s:e].strip()
    if wanted[-1][1] < len(c.quote.rstrip(" .!?")):
        return None  # the quote goes on after its list, so that the list has ended on the page too
    following = following_member(c.right)
    return following[2].strip() if following else None


def _operator_differs(c: Comparison) -> Difference | None:
    """SPDX's AND binds where its OR lets choose (SPDX specification, annex on licence expressions)."""
    quote_says, page_says = _OPERATOR.findall(c.quote), _OPERATOR.findall(c.text)
    if quote_says and page_says and sorted(quote_says) != sorted(page_says):
        return Difference(observed(c), f"“{short(c.text)}”")
    return None


_OPERATOR = re.compile(r"\b(?:AND|OR|WITH)\b")


def _too_little_left(c: Comparison) -> Difference | None:
    """Below this, it is another statement."""
    if is_enough(c.alignment):
        return None
    return Difference(short(c.text), f"says nothing of “{short(c.quote)}” any more", Verdict.MISSING)


_RULES: tuple[Callable[[Comparison], Difference | None], ...] = (
    _too_little_left,
    _quantity_differs,
    _operator_differs,
    _list_differs,
    _name_differs,
    negation_differs,
    opposite_said,
    roles_swapped,
    strength_differs,
)


def _added_to_a_value(c: Comparison, scope: Scope) -> Difference | None:
    """A cell, an element or a value is its text: a word more makes another value, unless the piece is long prose."""
    if scope.kind is ScopeKind.PASSAGE or scope.kind.is_wide or len(c.alignment.page) > 12:
        return None
    added = [c.alignment.page[j] for j in c.alignment.added if c.alignment.page[j].is_content]
    return Difference(observed(c), f"“{short(c.text)}”") if added else None
