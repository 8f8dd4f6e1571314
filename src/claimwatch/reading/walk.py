"""One walk over a parsed page, without recursion, since a page may be a thousand elements deep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from claimwatch.reading import limits
from claimwatch.reading.elements import Leave, enter, skip
from claimwatch.reading.flow import Flow

if TYPE_CHECKING:
    from bs4.element import PageElement


def walk(flow: Flow, roots: Iterable[PageElement]) -> None:
    """Reads these nodes in order into the flow. Raises LimitError."""
    from bs4.element import CData, NavigableString, Tag

    stack: list[tuple[Iterator[PageElement], Leave | None]] = [(iter(roots), None)]
    while stack:
        children, leave = stack[-1]
        node = next(children, None)
        if node is None:
            stack.pop()
            if leave:
                leave()
        elif isinstance(node, Tag):
            if len(stack) > limits.DEPTH:
                raise limits.too_deep()
            after = enter(flow, node)
            if after is not skip:
                stack.append((iter(node.contents), after))
        elif type(node) in (NavigableString, CData):
            flow.write(str(node))
    flow.flush()
