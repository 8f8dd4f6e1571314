"""Without an expectation: does the passage still say what the quote says?

What carries meaning is compared (quantities, names, list members, negation, how much is said); what does not is let go
(typography, order, endings, synonyms, added words). Each rule is a function that finds a difference, or None.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from claimwatch.finding.evidence import Found, Scope, ScopeKind
from claimwatch.judging.verdict import Context, Judgement, Verdict
from claimwatch.text.alignment import Alignment, Term, Weight, align, cached_terms, is_enough
from claimwatch.text.lexicon import CONTRARY, DECISIVE, MODALS, NEGATIONS, VERBS
from claimwatch.text.quantities import Quantity, quantities, same_amount
from claimwatch.text.typography import fold


@dataclass(frozen=True, slots=True)
class Difference:
    """What the page says otherwise: the short value, and the end of the sentence "the source now says …"."""

    observed: str
    reason: str
    verdict: Verdict = Verdict.REFUTED


@dataclass(frozen=True, slots=True)
class Comparison:
    """The quote and what has become of it. `left` is what stands before the passage in its sentence, `right` what stands after it."""

    quote: str
    text: str
    left: str
    right: str
    alignment: Alignment
    language: str


def judge_same(evidence: Found, context: Context) -> Judgement:
    """Judges a passage against its quote; other evidence against what it said in the edition in which it was first found."""
    judged = [_judge_one(scope, context) for scope in evidence]
    return max(judged, key=lambda j: j.verdict.rank)


def _judge_one(scope: Scope, context: Context) -> Judgement:
    said = scope.quote or context.baseline
    difference = _difference(said, scope, context) if said is not None else None
    if difference is None:
        still = "still says so" if said is not None else "says so"
        return _placed(Verdict.SUPPORTED, f"{context.source} {still}", _short(scope.text), scope)
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
            return difference
    return None if scope.quote else _added_to_a_value(comparison, scope)


def compare(said: str, scope: Scope, language: str) -> Comparison:
    """Lays a quote beside the passage that was found for it."""
    passage = scope.passage or scope.text
    at = passage.find(scope.text)
    left, right = (passage[:at], passage[at + len(scope.text) :]) if at >= 0 else ("", "")
    return Comparison(said, scope.text, left, right, align(cached_terms(said), cached_terms(scope.text)), language)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 200 else line[:199] + "…"


# ---------------------------------------------------------------- rules, the most telling first


def _quantity_differs(c: Comparison) -> Difference | None:
    """Each amount of the quote is on the page, with its qualifier and unit."""
    wanted = quantities(c.quote, c.language)
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
    if _versions(c.text) - _versions(c.quote):
        return Difference(_short(c.text), f"“{_short(c.text)}”")
    return Difference(_short(c.text), f"no longer gives the figure “{gone[0].text}”", Verdict.MISSING)


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
    return Difference(_observed(c), f"“{_short(c.text)}”, without “{c.quote[gone[0].start : gone[0].end]}”")


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
        return Difference(_listed(c), f"“{_short(_whole_list(c))}”, without “{c.quote[t.start : t.end]}”")
    met = [j for i, j in a.pairs if i in in_list]
    if not met:
        return None
    added = _added_members(c, min(met), max(met), wanted)
    if added:
        return Difference(_listed(c), f"“{_short(_whole_list(c))}”, with “{added}” too")
    return None


def _whole_list(c: Comparison) -> str:
    """The passage with all further members that its list has on the page."""
    text, rest = c.text, c.right
    while following := _following_member(rest):
        text, rest = text + rest[: following.end()], rest[following.end() :]
    return text


def _listed(c: Comparison) -> str:
    """The members of the page's list in one normal form: sorted, parted by commas."""
    text = _whole_list(c)
    return ", ".join(sorted(" ".join(text[s:e].split()).strip(" .") for s, e in members(text))) or _observed(c)


def _following_member(rest: str) -> re.Match[str] | None:
    """Does a list go on here: a separator, and a few words without a verb?"""
    m = _CONTINUES.match(rest)
    is_member = m is not None and len(m[2].split()) <= 4 and not any(t.key in VERBS or t.key in NEGATIONS for t in cached_terms(m[2]))
    return m if is_member else None


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
    known = {name for s, e in wanted if (name := _first_word(a.quote, s, e)) is not None}
    met = {j for i, j in a.pairs if i in known}
    for s, e in members(c.text):
        mine = [j for j, t in enumerate(a.page) if s <= t.start < e and t.is_content]
        if mine and first <= mine[0] <= last and not any(j in met for j in mine):
            return c.text[s:e].strip()
    if wanted[-1][1] < len(c.quote.rstrip(" .!?")):
        return None  # the quote goes on after its list, so that the list has ended on the page too
    following = _following_member(c.right)
    return following[2].strip() if following else None


def _first_word(statement: Sequence[Term], start: int, end: int) -> int | None:
    """The word by which a member is known: its first telling one. "AMD GPUs" is known by AMD, as its GPUs may serve several members."""
    return next((i for i, t in enumerate(statement) if start <= t.start < end and t.weight >= Weight.CONTENT), None)


_CONTINUES = re.compile(r"(\s*(?:,\s*(?:and|or|und|et|y)?|、|\band\b|\bor\b|&|/)\s*)([^,.;:()、。]+)(?=[,.;:()、。]|$)", re.IGNORECASE)
_SEPARATOR = re.compile(
    r"\s*(?:,\s*(?:and|or|und|oder|et|ou|y|o|e)\b|,(?!\d)|;|、|，|\band\b|\bor\b(?!\s+(?:newer|later|above|higher|more|greater|better|up|fewer|less|older|earlier)\b)|\bund\b|\boder\b|\bet\b|&|\s/\s)\s*",
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


def _negation_differs(c: Comparison) -> Difference | None:
    """As many negations as the quote has, counted within the statement and just before it."""
    a = c.alignment
    quote_says = sum(_negates(t, a.quote, i) for i, t in enumerate(a.quote))
    page_says = sum(_negates(t, a.page, j) for j, t in enumerate(a.page))
    page_says += _negated_before(c)
    if quote_says % 2 == page_says % 2 and (quote_says == page_says or quote_says > 1):
        return None
    return Difference(_observed(c), f"“{_short(_with_negation(c))}”")


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


def _strength_differs(c: Comparison) -> Difference | None:
    """As much is said: all is not some, must is not may, experimental and deprecated come and go with a meaning."""
    a = c.alignment
    quote_says = {MODALS[t.key] for t in a.quote if t.key in MODALS}
    page_says = {MODALS[t.key] for t in a.page if t.key in MODALS}
    if page_says == quote_says:
        return None
    appeared, left = page_says - quote_says, quote_says - page_says
    decisive = (appeared | left) & DECISIVE
    turned = [(x, y) for x, y in CONTRARY if (x in left and y in appeared) or (y in left and x in appeared)]
    if not decisive and not turned:
        return None
    return Difference(_observed(c), f"“{_short(c.text)}”")


def _operator_differs(c: Comparison) -> Difference | None:
    """SPDX's AND binds where its OR lets choose (SPDX specification, annex on licence expressions)."""
    quote_says, page_says = _OPERATOR.findall(c.quote), _OPERATOR.findall(c.text)
    if quote_says and page_says and sorted(quote_says) != sorted(page_says):
        return Difference(_observed(c), f"“{_short(c.text)}”")
    return None


_OPERATOR = re.compile(r"\b(?:AND|OR|WITH)\b")


def _too_little_left(c: Comparison) -> Difference | None:
    """Below this, it is another statement."""
    if is_enough(c.alignment):
        return None
    return Difference(_short(c.text), f"says nothing of “{_short(c.quote)}” any more", Verdict.MISSING)


def _observed(c: Comparison) -> str:
    return _short(c.text).strip(" .,;:")


_RULES: tuple[Callable[[Comparison], Difference | None], ...] = (
    _too_little_left, _quantity_differs, _operator_differs, _list_differs, _name_differs, _negation_differs, _strength_differs,
)  # fmt: skip


def _added_to_a_value(c: Comparison, scope: Scope) -> Difference | None:
    """A cell, an element or a value is its text: a word more makes another value, unless the piece is long prose."""
    if scope.kind is ScopeKind.PASSAGE or scope.kind.is_wide or len(c.alignment.page) > 12:
        return None
    added = [c.alignment.page[j] for j in c.alignment.added if c.alignment.page[j].is_content]
    return Difference(_observed(c), f"“{_short(c.text)}”") if added else None
