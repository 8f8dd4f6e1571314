"""A first look at a parsed page: is it within the limits, which part is its main content, which tables only lay it out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimwatch.reading import limits
from claimwatch.reading.seen import attribute, classes, is_hidden, name_of

if TYPE_CHECKING:
    from bs4.element import Tag

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_CODE_TABLES = frozenset({"highlighttable", "rouge-table", "codehilitetable", "highlight", "js-file-line-container"})


@dataclass(slots=True)
class _TableFacts:
    """What is known of an open table: only of its own cells, not of those of tables inside it."""

    element: Tag
    rows: int = 0
    cells: int = 0
    most: int = 0  # cells in one row
    in_row: int = 0
    has_heads: bool = False
    has_headings: bool = False
    has_tables: bool = False

    def is_layout(self) -> bool:
        """Is the table there for the arrangement of the page, not for data?"""
        if classes(self.element) & _CODE_TABLES:
            return True
        if self.has_heads:
            return False
        if attribute(self.element, "role") in ("presentation", "none") or self.has_headings or self.cells == 1:
            return True
        return self.has_tables and (self.rows <= 1 or self.most <= 1)


@dataclass(slots=True)
class Survey:
    """The elements (by `id`) that are the main content, none where the page does not say; and the tables that only lay it out."""

    main: frozenset[int] = frozenset()
    layout: set[int] = field(default_factory=set)


class _Surveyor:
    def __init__(self) -> None:
        self.survey = Survey()
        self.tables: list[_TableFacts] = []
        self.mains: list[Tag] = []
        self.articles: list[tuple[Tag, Tag | None]] = []  # the outermost ones, each with the main element around it
        self.titles: list[tuple[Tag | None, Tag | None]] = []  # of each h1, the main and the article around it
        self.main: Tag | None = None
        self.article: Tag | None = None
        self.nodes = 0

    def open(self, element: Tag) -> None:
        name = name_of(element)
        if self.tables:
            self._note_in_table(name)
        if name == "table":
            self.tables.append(_TableFacts(element))
        elif name in ("main", "article"):
            self._note_region(element)
        elif name == "h1":
            self.titles.append((self.main, self.article))

    def _note_in_table(self, name: str) -> None:
        facts = self.tables[-1]
        if name == "tr":
            facts.rows += 1
            facts.in_row = 0
        elif name in ("td", "th"):
            facts.cells += 1
            facts.in_row += 1
            facts.most = max(facts.most, facts.in_row)
            facts.has_heads |= name == "th"
        elif name in ("caption", "thead"):
            facts.has_heads = True
        elif name in _HEADINGS:
            facts.has_headings = True
        elif name == "table":
            facts.has_tables = True

    def _note_region(self, element: Tag) -> None:
        if "main" in (element.name, attribute(element, "role")) and self.main is None:
            self.main = element
            self.mains.append(element)
        if "article" in (element.name, attribute(element, "role")) and self.article is None:
            self.article = element
            self.articles.append((element, self.main))

    def close(self, element: Tag) -> None:
        if element is self.main:
            self.main = None
        if element is self.article:
            self.article = None
        if self.tables and element is self.tables[-1].element:
            facts = self.tables.pop()
            if facts.is_layout():
                self.survey.layout.add(id(element))

    def chosen(self) -> list[Tag]:
        """The main elements; inside a single one, the article that is what the page is about; without one, the articles."""
        if not self.mains:
            return [a for a, _ in self.articles]
        inside = [a for a, main in self.articles if main is not None]
        if len(self.mains) != 1 or len(inside) != 1 or inside[0] is self.mains[0]:
            return self.mains
        main, article = self.mains[0], inside[0]
        if any(of_main is main and of_article is not article for of_main, of_article in self.titles):
            return self.mains
        has_title = any(of_article is article for _, of_article in self.titles)
        return [article] if has_title or 2 * len(article.get_text()) >= len(main.get_text()) else self.mains


def survey(root: Tag) -> Survey:
    """Walks the whole tree once. Raises LimitError when it is too deep or too large."""
    from bs4.element import Tag

    found = _Surveyor()
    stack: list[tuple[Tag, int]] = [(root, 0)]
    while stack:
        element, at = stack[-1]
        if at >= len(element.contents):
            found.close(element)
            stack.pop()
            continue
        stack[-1] = (element, at + 1)
        node = element.contents[at]
        found.nodes += 1
        if found.nodes > limits.NODES:
            raise limits.too_many_nodes()
        if isinstance(node, Tag) and not is_hidden(node):
            if len(stack) > limits.DEPTH:
                raise limits.too_deep()
            found.open(node)
            stack.append((node, 0))
    found.survey.main = frozenset(id(e) for e in found.chosen())
    return found.survey
