"""The whole document: what a citation without a selector means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from claimwatch.finding.evidence import Found, Lost, Scope
from claimwatch.finding.registry import registry


@registry.register("whole")
@dataclass(frozen=True, slots=True)
class Whole:
    """All that the scope holds: of a page its main content."""

    kind: ClassVar[str] = "whole"
    EXAMPLES: ClassVar[tuple[object, ...]] = (None,)

    @classmethod
    def parse(cls, value: object) -> Self:
        """Takes nothing: the claims file has no key for it. Raises ValueError for anything."""
        if value is not None:
            raise ValueError("the whole document is what a citation without a selector means: leave the key out")
        return cls()

    def matches(self, scope: Scope) -> Found | Lost:
        """The scope itself; Lost where it says nothing at all."""
        if not scope.text.strip() and scope.value is None:
            return Lost("the document is empty")
        return (scope,)
