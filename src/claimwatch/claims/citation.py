"""Citations: where a claim was read, how its evidence is found there, and how that is judged.

What was written is kept as it is; selectors and expectations are built from it when they are first needed, so that a pass in
which nothing changed imports none of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from claimwatch.finding.evidence import Selector
from claimwatch.judging.verdict import Expectation
from claimwatch.kinds import Registry

FIXED = ("source", "within", "expect")  # the keys of a citation beside its selector
WITHIN = ("heading", "css")
WHOLE = "whole"  # the selector that is meant where none is written


def selectors() -> Registry:
    """The kinds of selector."""
    from claimwatch.finding.registry import registry

    return registry


def expectations() -> Registry:
    """The kinds of expectation."""
    from claimwatch.judging.registry import registry

    return registry


@dataclass(frozen=True)
class Spec:
    """A selector or an expectation as it is written: the name of its kind, and its value (text, lists, mappings)."""

    kind: str
    value: Any

    def build(self, registry: Registry) -> Any:
        """The value of the kind. Raises UnknownKindError, or ValueError with a person's message."""
        return cast("Any", registry.get(self.kind)).parse(self.value)


@dataclass(frozen=True)
class Citation:
    """One citation. `select`, `narrow` and `judge_by` are as written; `selector`, `within` and `expect` are the values built from them."""

    source: str
    select: Spec | None = None
    narrow: Spec | None = None
    judge_by: Spec | None = None

    @cached_property
    def selector(self) -> Selector:
        """How the evidence is found; where nothing is said, it is the whole document."""
        if self.select is None:
            return cast("Selector", selectors().get(WHOLE)())
        return cast("Selector", self.select.build(selectors()))

    @cached_property
    def within(self) -> Selector | None:
        """Where the selector looks, if not everywhere."""
        return cast("Selector", self.narrow.build(selectors())) if self.narrow else None

    @cached_property
    def expect(self) -> Expectation | None:
        """How the evidence is judged; None: it still says the same."""
        return cast("Expectation", self.judge_by.build(expectations())) if self.judge_by else None

    @property
    def plain(self) -> dict[str, Any]:
        """The citation without its source, as data for JSON: all that its judgement depends on."""
        parts = {"select": self.select, "within": self.narrow, "expect": self.judge_by}
        return {name: {spec.kind: spec.value} for name, spec in parts.items() if spec}

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Citation:
        """From a citation of the claims file that was checked."""
        chosen = next(((k, v) for k, v in written.items() if k not in FIXED), None)
        return cls(written["source"], Spec(*chosen) if chosen else None, _only(written.get("within")), _only(written.get("expect")))


@dataclass(frozen=True)
class Cite:
    """The citations of a claim: all must hold, or (`is_any`) one."""

    citations: tuple[Citation, ...] = ()
    is_any: bool = False

    @classmethod
    def read(cls, written: Any) -> Cite:
        """From `cite` of the claims file: one, a list, or `{any: [...]}`. What is badly formed is read as nothing: the check tells it."""
        found, is_any = as_list(written)
        return cls(tuple(Citation.read(c) for c in found if isinstance(c, Mapping) and isinstance(c.get("source"), str)), is_any)


def as_list(written: Any) -> tuple[Sequence[Any], bool]:
    """The citations as they are written, and whether one of them is enough."""
    if isinstance(written, Mapping) and "any" in written:
        inner = written["any"]
        return (inner if isinstance(inner, list) else [inner]), True
    if isinstance(written, list):
        return written, False
    return ([] if written is None else [written]), False


def _only(written: Any) -> Spec | None:
    return Spec(*next(iter(written.items()))) if isinstance(written, Mapping) and written else None
