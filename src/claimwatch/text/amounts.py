"""Amounts and when two of them are the same, as people read: a rounding, a unit and a qualifier are part of an amount."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from claimwatch.text.units import NONE, Unit, conversions, is_special

_LOWER, _UPPER = ("+", ">"), ("<=", "<")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number on a page, in context.

    `values` are its readings, likeliest first (`3.350` and `128K` have two), `halves` half the unit of the last digit shown of
    each where it is a rounding ("1.2k"), else 0; `highs` the upper end of a range, else empty; `qualifier` one of "", +, >, <=,
    <, ~; `unit` the name of its unit in normal form ("" without), `measure` the unit itself; `noun` the plain word after it.
    `text` is the page's writing with qualifier and unit, `number_text` without the unit; both without the noun. `start` and `end`
    are code points of `text`.
    """

    values: tuple[Fraction, ...]
    text: str
    number_text: str
    start: int
    end: int
    halves: tuple[Fraction, ...] = (Fraction(0),)
    highs: tuple[Fraction, ...] = ()
    qualifier: str = ""
    measure: Unit = NONE
    noun: str = ""
    decimals: int = 0

    @property
    def unit(self) -> str:
        """The name of its unit, "" without one."""
        return self.measure.name


def bound(qualifier: str) -> str:
    """Qualifiers that say the same: "over 200" and "200+" are both `+`, "under" and "up to" both `<=`."""
    return "+" if qualifier in _LOWER else "<=" if qualifier in _UPPER else qualifier


def same_amount(a: Quantity, b: Quantity) -> bool:
    """Do both say the same amount: the same bound and unit (0.3 s, 300 ms), the same number but for rounding (14k, 14,473)?"""
    if bound(a.qualifier) != bound(b.qualifier) or bool(a.highs) != bool(b.highs):
        return False
    return same_value(a, b) and (not a.highs or same_high(a, b))


def same_value(a: Quantity, b: Quantity) -> bool:
    """The same number and unit, whatever the qualifiers are."""
    return any(_close(*pair) for pair in _pairs(a, b))


def same_high(a: Quantity, b: Quantity) -> bool:
    """The same upper end of a range."""
    zero = Fraction(0)
    return any(_close(x * f, zero, y * g, zero) for f, g in conversions(a.measure, b.measure) for x, y in product(a.highs, b.highs))


def same_measure(a: Quantity, b: Quantity) -> bool:
    """Can the two be compared at all? A plain number can be one of any unit but percent, times and money."""
    if conversions(a.measure, b.measure):
        return True
    return NONE in (a.measure, b.measure) and not (is_special(a.measure) or is_special(b.measure))


def _pairs(a: Quantity, b: Quantity) -> list[tuple[Fraction, Fraction, Fraction, Fraction]]:
    return [
        (x * f, hx * f, y * g, hy * g)
        for f, g in conversions(a.measure, b.measure)
        for (x, hx), (y, hy) in product(zip(a.values, a.halves, strict=True), zip(b.values, b.halves, strict=True))
    ]


def _close(x: Fraction, half_x: Fraction, y: Fraction, half_y: Fraction) -> bool:
    apart = abs(x - y)
    if apart == 0:
        return True
    if half_x and half_y:  # two roundings: the finer one rounds to the coarser one, which shows two digits at the least
        half, coarse = max((half_x, abs(x)), (half_y, abs(y)))
        return apart < half and half * 20 <= coarse
    half, rounded = (half_x, abs(x)) if half_x else (half_y, abs(y))
    return apart <= min(half, rounded / 10)  # of one digit alone ("2k"), a tenth: 2,400 is no 2k to a reader


def is_at_least(amount: Quantity, limit: Quantity, *, strictly: bool = False) -> bool:
    """Does what the page says ensure that the amount is at least the limit's? "~250" ensures 200, "up to 250" nothing."""
    if bound(amount.qualifier) == "<=" and not amount.highs:
        return False
    slack = Fraction(9, 10) if amount.qualifier == "~" else Fraction(1)
    strictly = strictly and amount.qualifier != ">"
    return any(_over(x * slack + (hx if slack == 1 else 0), y, strictly=strictly) for x, hx, y, _ in _pairs(amount, limit))


def is_at_most(amount: Quantity, limit: Quantity, *, strictly: bool = False) -> bool:
    """Does what the page says ensure that the amount is at most the limit's?"""
    if bound(amount.qualifier) == "+":
        return False
    slack = Fraction(11, 10) if amount.qualifier == "~" else Fraction(1)
    strictly = strictly and amount.qualifier != "<"
    if amount.highs:
        return any(
            _over(y * g, x * f, strictly=strictly)
            for f, g in conversions(amount.measure, limit.measure)
            for x, y in product(amount.highs, limit.values)
        )
    return any(_over(y, x * slack - (hx if slack == 1 else 0), strictly=strictly) for x, hx, y, _ in _pairs(amount, limit))


def _over(x: Fraction, y: Fraction, *, strictly: bool) -> bool:
    return x > y if strictly else x >= y


def is_within(amount: Quantity, target: Quantity, share: Fraction) -> bool:
    """Is the amount within a share (5 % is 1/20) of the target's?"""
    return any(abs(x - y) <= abs(y) * share for x, _, y, _ in _pairs(amount, target))
