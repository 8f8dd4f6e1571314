"""The lists of a page while it is walked, and which of them are its table of contents."""

from __future__ import annotations

from dataclasses import dataclass, field

from claimwatch.reading.document import ListGroup
from claimwatch.text.typography import fold


@dataclass(slots=True)
class Item:
    """An open list item: `is_done` once its own text stands in a block."""

    group: int
    level: int
    is_done: bool = False
    links: list[tuple[str, str]] = field(default_factory=list)  # (fragment, text) of links into this page


@dataclass(slots=True)
class _Group:
    """A list while it is read."""

    parent: int
    is_ordered: bool
    is_contents: bool
    items: list[int] = field(default_factory=list)
    links: int = 0  # items that are nothing but a link to a heading of this page


class Lists:
    """The lists of one walk, in the order in which they begin."""

    def __init__(self) -> None:
        self.items: list[Item] = []  # open ones, outermost first
        self.open: list[int] = []  # the lists around this place
        self._groups: list[_Group] = []
        self._links: list[tuple[int, str, str]] = []  # group, fragment, text of items that are only a link
        self._targets: set[str] = set()  # folded texts and ids of headings

    @property
    def pending(self) -> Item | None:
        """The item at this place, while it has no block yet."""
        return self.items[-1] if self.items and not self.items[-1].is_done else None

    def begin(self, *, is_ordered: bool, is_contents: bool) -> None:
        """A list begins."""
        self._groups.append(_Group(self.open[-1] if self.open else -1, is_ordered, is_contents))
        self.open.append(len(self._groups) - 1)

    def begin_item(self) -> None:
        """An item of the innermost list begins."""
        self.items.append(Item(self.open[-1], len(self.open)))

    def finish_item(self, item: Item, block: int, text: str) -> None:
        """An item's text stands in that block."""
        item.is_done = True
        self._groups[item.group].items.append(block)
        if len(item.links) == 1 and fold(item.links[0][1]) == fold(text):
            self._links.append((item.group, item.links[0][0], fold(text)))

    def note_heading(self, text: str, identifier: str) -> None:
        """The page has this heading."""
        self._targets.update((fold(text), identifier or text))

    def finished(self) -> tuple[ListGroup, ...]:
        """All lists; one is a table of contents when the page says so, or when nearly all of its items are links to headings."""
        for group, fragment, text in self._links:
            self._groups[group].links += text in self._targets or fragment in self._targets or f"user-content-{fragment}" in self._targets
        return tuple(
            ListGroup(tuple(g.items), g.parent, g.is_ordered, g.is_contents or (len(g.items) > 1 and g.links >= 0.8 * len(g.items)))
            for g in self._groups
        )
