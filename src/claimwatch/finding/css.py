"""The text of the elements that a CSS selector selects, in or outside the main content."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Self

from claimwatch.finding.evidence import Found, Lost, Scope, ScopeKind
from claimwatch.finding.registry import registry
from claimwatch.reading.document import Cell, Document, Mark

if TYPE_CHECKING:
    from bs4.element import Tag
    from soupsieve import SoupSieve

_LENGTH = 500
_NESTING = 8
_ITEMS = 1_000
_TEXT = 1_000_000


@registry.register("css")
@dataclass(frozen=True, slots=True)
class Css:
    """One scope for each selected element that is seen and says something; an element inside another selected one counts with that."""

    selector: str
    kind: ClassVar[str] = "css"
    EXAMPLES: ClassVar[tuple[object, ...]] = ("#support-matrix", "article ul.models > li")

    def __post_init__(self) -> None:
        _check(self.selector)

    @classmethod
    def parse(cls, value: object) -> Self:
        """From the claims file: the selector. Raises ValueError with what is wrong."""
        if not isinstance(value, str) or not value.strip():
            raise ValueError("css is a CSS selector, in quotes")
        return cls(value)

    def matches(self, scope: Scope) -> Found | Lost:
        """Each element as a document of its own, with the headings above it."""
        root = scope.element if scope.element is not None else scope.document.root
        if root is None:
            return Lost("the source is no HTML page, so that no CSS selector finds anything in it")
        selected = _compiled(self.selector).select(root, limit=_ITEMS * 2)
        if not selected:
            return Lost(f"no element is selected by “{self.selector}”")
        elements = [e for e in _outermost(selected) if _is_in(scope, e)][:_ITEMS]
        if not elements:
            return Lost(f"what “{self.selector}” selects is not seen, or stands elsewhere")
        found: list[Scope] = []
        size = 0
        for element in elements:
            found.append(_scope(scope.document, element))
            size += len(found[-1].text)
            if size > _TEXT:
                return Lost(f"“{self.selector}” selects too much: more than {_TEXT:,} letters")
        return tuple(s for s in found if s.text or s.cells) or tuple(found[:1])


def _is_in(scope: Scope, element: Tag) -> bool:
    """Is the element seen, and if the scope is a section, does it stand in that?"""
    place = scope.document.places.get(id(element))
    if place is None:
        return False
    return scope.kind in (ScopeKind.DOCUMENT, ScopeKind.ELEMENT) or place in scope.blocks


def _outermost(elements: Sequence[Tag]) -> list[Tag]:
    """Without those that lie in another one of them; they come in the order of the page, so only the last kept one can hold the next."""
    chosen = {id(e) for e in elements}
    return [e for e in elements if not any(id(p) in chosen for p in e.parents)]


def _scope(document: Document, element: Tag) -> Scope:
    from claimwatch.reading.html import read_element

    place = document.places[id(element)]
    headings = document.blocks[place].headings if place < len(document.blocks) else ()
    part, marks = read_element(element, headings)
    part = replace(part, language=document.language)
    text = part.text if part.text.strip() else ""
    return Scope(
        part, ScopeKind.ELEMENT, text, blocks=part.main, headings=headings, cells=_cells(part, element, text, marks), passage=text,
        element=element, items=_items(part),
    )  # fmt: skip


def _cells(part: Document, element: Tag, text: str, marks: tuple[Mark, ...]) -> tuple[Cell, ...]:
    """Of a cell or a row, its cells; of an element that speaks by its icons, one cell with what they say."""
    if element.name in ("td", "th", "tr") and part.tables and part.tables[0].rows:
        return tuple(dict.fromkeys(c for c in part.tables[0].rows[0] if c.block >= 0))
    return (Cell(text, marks),) if marks else ()


def _items(part: Document) -> tuple[str, ...]:
    """The members that the element holds: the items of its outermost lists; without lists, the lines of its only block."""
    if part.lists:
        tops = [g for g in part.lists if g.parent < 0]
        return tuple(part.blocks[i].text for g in tops for i in g.items)
    if len(part.tables) == 1 and len(part.blocks) == 1:
        return next((c.items for row in part.tables[0].rows for c in row), ())
    lines = part.blocks[0].text.split("\n") if len(part.blocks) == 1 else []
    return tuple(lines) if len(lines) > 1 else ()


def _check(selector: str) -> None:
    """Raises ValueError, in a sentence, for a selector that is wrong or too large; before the parser sees it."""
    if len(selector) > _LENGTH:
        raise ValueError(f"a CSS selector has at most {_LENGTH} letters; this one has {len(selector):,}")
    depth = deepest = 0
    for sign in selector:
        depth += {"(": 1, ")": -1}.get(sign, 0)
        deepest = max(deepest, depth)
    if deepest > _NESTING:
        raise ValueError(f"a CSS selector has brackets at most {_NESTING} deep; this one has them {deepest} deep")
    if re.search(r"\s{50}", selector):
        raise ValueError("the CSS selector has too much white space in it")
    _compiled(selector)


@lru_cache(maxsize=256)
def _compiled(selector: str) -> SoupSieve:
    import soupsieve
    from soupsieve.util import SelectorSyntaxError

    try:
        return soupsieve.compile(selector)
    except SelectorSyntaxError as error:
        raise ValueError(f"the CSS selector is wrong: {str(error).splitlines()[0]}") from error
    except (ValueError, RecursionError, NotImplementedError) as error:
        raise ValueError(f"the CSS selector is wrong: {error}") from error
