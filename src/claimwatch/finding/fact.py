"""A fact of a repository."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar, Self

from claimwatch.finding.evidence import Found, Lost, Scope, ScopeKind
from claimwatch.finding.registry import registry
from claimwatch.reading.jsontext import rendered
from claimwatch.text.nearest import nearest

NAMES = (
    "commits", "latest_release", "license", "stars", "forks", "contributors", "archived", "default_branch", "topics", "last_commit",
)  # fmt: skip


_COUNTS = frozenset({"commits", "contributors", "forks", "stars"})


@registry.register("fact")
@dataclass(frozen=True, slots=True)
class Fact:
    """One of the known facts; `until` (of `commits`) asks for the count at the end of that day, in UTC."""

    name: str
    until: date | None = None
    kind: ClassVar[str] = "fact"
    EXAMPLES: ClassVar[tuple[object, ...]] = ("commits", {"commits": {"until": "2026-10-20"}})

    def __post_init__(self) -> None:
        if self.name not in NAMES:
            near = nearest(self.name, NAMES)
            raise ValueError(f"there is no fact {self.name!r}" + (f": did you mean {near}?" if near else f": there are {', '.join(NAMES)}"))
        if self.until is not None and self.name != "commits":
            raise ValueError(f"only commits are counted until a day, not {self.name}")

    @classmethod
    def parse(cls, value: object) -> Self:
        """From the claims file: a name, or `{commits: {until: DATE}}`. Raises ValueError with what is wrong."""
        if isinstance(value, str):
            return cls(value)
        if not isinstance(value, dict) or len(value) != 1:
            raise ValueError("a fact is one name, or {commits: {until: DATE}}")
        ((name, options),) = value.items()
        if options is None:
            return cls(str(name))
        if not isinstance(options, dict) or set(options) != {"until"}:
            raise ValueError("of a fact, only the day until which commits are counted can be said: {commits: {until: DATE}}")
        return cls(str(name), _day(options["until"]))

    def matches(self, scope: Scope) -> Found | Lost:
        """The one value."""
        data = scope.document.data
        if not isinstance(data, dict):
            return Lost("the source is no repository: it has no facts")
        what = self.name if self.until is None else f"{self.name} until {self.until.isoformat()}"
        value = data.get(self.name) if self.until is None else _of_day(data, self.name, self.until)
        if value is None:
            return Lost(f"the repository has no {what.replace('_', ' ')}")
        items = tuple(rendered(v) for v in value) if isinstance(value, list) else ()
        text = rendered(value)
        return (Scope(scope.document, ScopeKind.VALUE, text, value=value, items=items, passage=self._sentence(text)),)

    def _sentence(self, text: str) -> str:
        """The fact as a person would say it: "87 commits", "license: MIT"."""
        name = self.name.replace("_", " ")
        if self.name not in _COUNTS:
            return f"{name}: {text}"
        return f"{text} {name}" if self.until is None else f"{text} {name} up to {self.until.isoformat()}"


def _of_day(data: dict[str, Any], name: str, day: date) -> Any:
    counts = data.get(f"{name}_until")
    return counts.get(day.isoformat()) if isinstance(counts, dict) else None


def _day(value: object) -> date:
    if isinstance(value, date):
        return date(value.year, value.month, value.day)
    try:
        return date.fromisoformat(str(value))
    except ValueError as error:
        raise ValueError(f"{value!r} is no day: write it as 2026-10-20") from error
