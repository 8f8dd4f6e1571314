"""`number`: the evidence holds that quantity, as people read numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from claimwatch.finding.evidence import Found, Scope
from claimwatch.judging.evidence import any_of, language_of, missing, passage, pieces, refuted, says_nothing, short, supported
from claimwatch.judging.places import Marked, counterpart, instead_of
from claimwatch.judging.registry import registry
from claimwatch.judging.values import mapping_of, text_of
from claimwatch.judging.verdict import Context, Judgement
from claimwatch.text.amounts import bound, is_at_least, is_at_most, is_within, same_amount, same_high, same_measure, same_value
from claimwatch.text.dates import days
from claimwatch.text.quantities import Quantity, quantities, quantity
from claimwatch.text.units import NONE, Unit, is_special, parse_unit, same_kind, singular

_COMPARED = re.compile(r"(>=|<=|>|<|≥|≤)\s*(.+)")
_PARTS = ("equals", "unit", "tolerance")
_SOFT = ("<=", "~")  # qualifiers that a bare number in the claims file takes over from its quote


@registry.register("number")
@dataclass(frozen=True)
class Number:
    """The evidence holds that quantity. `compare` is "" (that amount), or one of >= <= > <; `tolerance` is a share of the amount."""

    amount: Quantity
    compare: str = ""
    tolerance: Fraction = Fraction(0)
    kind: ClassVar[str] = "number"
    EXAMPLES: ClassVar[tuple[object, ...]] = ("200+", ">= 200", "1.9x", {"equals": "131072", "unit": "tokens", "tolerance": "5%"})

    @classmethod
    def parse(cls, value: object) -> Number:
        """From `200`, `200+`, `">= 200"` or `{equals, unit, tolerance}`. Raises ValueError."""
        if not isinstance(value, dict):
            return cls._of(text_of(value, "number"))
        given = mapping_of(value, "number", _PARTS)
        if "equals" not in given:
            raise ValueError("number needs `equals`: the number that is expected")
        read = cls._of(text_of(given["equals"], "equals"))
        if "unit" in given:
            unit = parse_unit(text_of(given["unit"], "unit"))
            if read.amount.measure != NONE and not same_kind(read.amount.measure, unit):
                raise ValueError(f"equals is in {read.amount.unit}, and unit says {unit.name}")
            read = replace(read, amount=_in_unit(read.amount, unit))
        return replace(read, tolerance=_share(text_of(given["tolerance"], "tolerance"), read.amount)) if "tolerance" in given else read

    @classmethod
    def _of(cls, text: str) -> Number:
        compared = _COMPARED.fullmatch(text)
        sign, rest = (compared[1], compared[2]) if compared else ("", text)
        read = quantity(rest.strip(), "en")
        if read is None:
            raise ValueError(f'{text!r} is no number; write one such as 200, 200+, ">= 200", 1.2k or 1.9x')
        if sign and read.qualifier:
            raise ValueError(f"{text!r} has two bounds; write one of them")
        return cls(read, {"≥": ">=", "≤": "<="}.get(sign, sign))

    def judge(self, evidence: Found, context: Context) -> Judgement:
        """Judges each match; one that holds is enough."""
        return any_of(evidence, lambda scope: self._judge(scope, context))

    def _judge(self, scope: Scope, context: Context) -> Judgement:
        if isinstance(scope.value, (int, float)) and not isinstance(scope.value, bool):
            text = str(scope.value)
            found = quantity(text, "en") or quantity(format(scope.value, "f"), "en")
            return self._compare(scope, context, found, self.amount) if found else refuted(scope, context, text)
        if says_nothing(scope):
            return missing(scope, context)
        if scope.quote:
            return self._judge_quote(scope, context)
        language = language_of(scope, context)
        there = [q for text in pieces(scope) for q in _numbers(text, language)]
        meant, found = self._in_context((context.baseline or "", context.says), language, there)
        if found is None:
            value = " | ".join(t for t in pieces(scope) if t.strip())
            return missing(scope, context) if scope.kind.is_wide else refuted(scope, context, value)
        return self._compare(scope, context, found, meant)

    def _in_context(self, texts: tuple[str, ...], language: str, there: list[Quantity]) -> tuple[Quantity, Quantity | None]:
        """The expected amount with the unit that the first edition or the claim's own words give it, and the first number of that unit."""
        meant = self.amount
        if meant.measure == NONE:
            told = next((q for text in texts for q in _numbers(text, language) if _is_like(q, meant)), None)
            plain = next((q for q in there if not is_special(q.measure)), None)
            if told and told.measure != NONE:
                meant = replace(meant, measure=told.measure)
            elif not told and plain is None and there and there[0].unit != "x":  # nobody says in what: "$20" may be the 20
                meant = replace(meant, measure=there[0].measure)
            fallback = next((q for q in there if q.measure == NONE), there[0] if there else None)
        else:  # the unit may stand elsewhere, as in the header of a column
            fallback = there[0] if len(there) == 1 and there[0].measure == NONE and not there[0].noun else None
        return meant, next((q for q in there if _is_of(q, meant.measure)), fallback)

    def _judge_quote(self, scope: Scope, context: Context) -> Judgement:
        """The number that stands where the expected one stood when the quote was taken."""
        page = passage(scope)
        language = language_of(scope, context)
        marked, there = _numbers(scope.quote, language), _numbers(page, language)
        index = self._expected_in(marked)
        if index is None:
            found = next((q for q in there if _is_of(q, self.amount.measure)), None)
            return self._compare(scope, context, found, self.amount) if found else refuted(scope, context, short(scope.text))
        at = page.find(scope.text)
        inside = [q for q in there if q.end > at and q.start < at + len(scope.text)] if at >= 0 else there
        meant = self._taking_over(marked[index])
        for candidates in (inside, there):
            j = counterpart(Marked(scope.quote, marked), index, Marked(page, candidates), _likenesses(marked, candidates))
            if j is not None:
                return self._compare(scope, context, candidates[j], meant)
        alone = [q for q in inside if self._holds(q, meant)]
        if alone and not any(same_amount(alone[0], m) for i, m in enumerate(marked) if i != index):
            return self._compare(scope, context, alone[0], meant)
        value = instead_of(scope.quote, marked[index].start, marked[index].end, page) or short(scope.text)
        return refuted(scope, context, value, f"{context.source} no longer says {marked[index].text} there, but {short(scope.text, 120)!r}")

    def _expected_in(self, marked: list[Quantity]) -> int | None:
        """Which number of the quote the expected one is: one that holds, else one of its value, else of its unit."""
        unit = self.amount.measure
        holds = [self._holds(q, self.amount) for q in marked]
        likes = [_is_like(q, self.amount) for q in marked]
        of_unit = [unit != NONE and same_kind(q.measure, unit) for q in marked]
        return next((i for hits in (holds, likes, of_unit) for i, hit in enumerate(hits) if hit), None)

    def _taking_over(self, quoted: Quantity) -> Quantity:
        """The expected amount with the unit and the weak qualifier that the quote gives it, where the claims file gives none."""
        meant = self.amount
        if meant.measure == NONE and _is_like(quoted, meant):
            meant = replace(meant, measure=quoted.measure, noun=quoted.noun)
            if quoted.measure == NONE or set(quoted.values) != set(meant.values):
                meant = replace(meant, values=tuple(dict.fromkeys((*meant.values, *quoted.values))), halves=_halves(meant, quoted))
        if not meant.qualifier and not self.compare and quoted.qualifier in _SOFT:
            meant = replace(meant, qualifier=quoted.qualifier)
        return meant

    def _compare(self, scope: Scope, context: Context, found: Quantity, meant: Quantity) -> Judgement:
        if not self._holds(found, meant):
            return refuted(scope, context, found.text or str(scope.value))
        return supported(scope, context, found.text or str(scope.value), drift=self._has_drifted(found, scope, context))

    def _holds(self, q: Quantity, meant: Quantity) -> bool:
        if not same_measure(q, meant):
            return False
        if NONE in (q.measure, meant.measure):  # one of them names no unit: it is meant in the other's
            unit = meant.measure if q.measure == NONE else q.measure
            q, meant = (_in_unit(q, unit), meant) if q.measure == NONE else (q, _in_unit(meant, unit))
            if not same_kind(q.measure, meant.measure):
                return False
        if self.compare:
            is_strict = self.compare in "<>"
            return is_at_least(q, meant, strictly=is_strict) if self.compare[0] == ">" else is_at_most(q, meant, strictly=is_strict)
        if self.tolerance:
            return bound(q.qualifier) in (bound(meant.qualifier), "~") and is_within(q, meant, self.tolerance)
        if same_amount(q, meant):
            return True
        is_bare = not q.qualifier and meant.qualifier in _SOFT and not self.amount.qualifier
        return is_bare and same_value(q, meant) and bool(q.highs) == bool(meant.highs) and (not q.highs or same_high(q, meant))

    def _has_drifted(self, found: Quantity, scope: Scope, context: Context) -> bool:
        """Does a bound hold with another amount than the claim's words (else the quote) give?"""
        if not self.compare:
            return False
        for text in (context.says, scope.quote):
            told = [q for q in _numbers(text, "en" if text == context.says else language_of(scope, context)) if same_measure(q, found)]
            if told:
                return not any(_is_like(q, found) for q in told)
        return False


def _numbers(text: str, language: str) -> list[Quantity]:
    """The quantities of a text that are no part of a date."""
    dates = days(text, language)
    return [q for q in quantities(text, language) if not any(d.start <= q.start < d.end for d in dates)]


def _likenesses(marked: list[Quantity], there: list[Quantity]) -> Callable[[int, int], float]:
    return lambda i, k: _likeness(marked[i], there[k])


def _is_of(q: Quantity, unit: Unit) -> bool:
    """Is the number in that unit (or, where none is named, in none that makes it another kind of thing)?"""
    if unit == NONE:
        return not is_special(q.measure)
    if unit.kind.startswith("noun ") or (q.measure == NONE and unit.kind.startswith("noun")):
        named = singular(q.noun.split(" ")[0]) if q.noun else ""
        return unit.name in (named, singular(q.noun) if q.noun else "")
    return same_kind(q.measure, unit)


def _in_unit(q: Quantity, unit: Unit) -> Quantity:
    """The same number, in that unit; a K or G before it may then be one of 1,024."""
    if q.measure not in (NONE, unit):
        return q
    if unit.kind in ("byte", "bit") and q.halves[0]:  # 16G of memory
        unit = parse_unit("bytes" if unit.kind == "byte" else "bits")
    return replace(q, measure=unit)


def _is_like(a: Quantity, b: Quantity) -> bool:
    """The same value, where at least one of them names no unit or both name one of a kind."""
    if NONE in (a.measure, b.measure):
        a, b = replace(a, measure=NONE), replace(b, measure=NONE)
    return same_value(a, b)


def _halves(a: Quantity, b: Quantity) -> tuple[Fraction, ...]:
    rounding = {**dict(zip(b.values, b.halves, strict=True)), **dict(zip(a.values, a.halves, strict=True))}
    return tuple(rounding[v] for v in dict.fromkeys((*a.values, *b.values)))


def _likeness(a: Quantity, b: Quantity) -> float:
    """How likely it is that one number is the other one changed."""
    score = 0.3 if same_value(a, b) else 0.0
    if NONE not in (a.measure, b.measure):
        return score + (0.8 if same_kind(a.measure, b.measure) else 0.0)
    if is_special(a.measure) or is_special(b.measure):
        return score - 0.6
    if a.noun and b.noun:
        nouns = [{singular(word) for word in q.noun.split(" ")} for q in (a, b)]
        score += 0.8 if nouns[0] & nouns[1] else -0.3
    return score


def _share(text: str, amount: Quantity) -> Fraction:
    """A tolerance as a share: "5%" is 1/20; a plain number is in the amount's own unit."""
    read = quantity(text, "en")
    if read is None or read.values[0] < 0 or read.qualifier:
        raise ValueError(f"tolerance {text!r} is none; write a share such as 5%, or an amount")
    if read.unit == "%":
        return read.values[0] / 100
    if not amount.values[0]:
        raise ValueError("a tolerance of an amount of 0 says nothing")
    return read.values[0] / abs(amount.values[0])
