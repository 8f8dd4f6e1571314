"""What each kind of HTML element does to the text: begins a block, a heading, an item, or nothing at all.

A function here begins an element and gives what is to be done at its end (None: nothing; `skip`: leave the element out).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from claimwatch.reading.document import BlockKind, Mark
from claimwatch.reading.flow import Flow
from claimwatch.reading.seen import (
    attribute,
    classes,
    icon_marks,
    image_marks,
    is_for_screen_readers,
    is_glyph,
    is_hidden,
    is_link_mark,
    is_note_mark,
    is_power,
    name_of,
)  # fmt: skip
from claimwatch.reading.writer import clean

if TYPE_CHECKING:
    from bs4.element import Tag

Leave = Callable[[], None]

_BLOCKS = frozenset(
    "address article aside body center dd div fieldset footer form header hgroup hr html label legend main nav optgroup p search"
    " section summary"
    " text colgroup".split()
)
_ROOTS = frozenset({"blockquote", "details", "dialog", "figure"})  # a heading in one of these heads nothing outside it
_CONTENTS = re.compile(
    r"^(?:page-?|local-?|global)?(?:toc|table-?of-?contents|contents)(?:tree|-?list|-?wrapper|-?container)?$", re.IGNORECASE
)
_COPY = re.compile(r"copy|clip", re.IGNORECASE)


def skip() -> None:
    """In place of a leave: the element has no part in the text."""


def enter(flow: Flow, element: Tag) -> Leave | None:
    """Begins an element."""
    if is_hidden(element):
        return skip
    if flow.heading is None and is_for_screen_readers(element):
        flow.sinks[-1].marks.append(Mark("aria-label", clean(element.get_text().replace("\n", " "))))
        return skip
    name = name_of(element)
    handler = _HANDLERS.get(name)
    if handler is not None:
        leave = handler(flow, element)
    elif name in _BLOCKS:
        leave = _enter_block(flow, element)
    elif name in _ROOTS:
        leave = _enter_root(flow, element)
    else:
        leave = _enter_inline(flow, element)
    flow.places[id(element)] = flow.place
    return leave


def _enter_inline(flow: Flow, element: Tag) -> Leave | None:
    """At the end of an element that wrote nothing, its title, label or class speaks for it."""
    if not element.attrs:
        return None
    letters, sink = flow.letters, flow.sinks[-1]
    count = len(sink.marks)

    def leave() -> None:
        if flow.letters == letters and sink is flow.sinks[-1] and len(sink.marks) == count:
            sink.marks.extend(icon_marks(element))

    return leave


# ---------------------------------------------------------------------- blocks


def _is_contents(element: Tag) -> bool:
    return any(_CONTENTS.match(n) for n in (*classes(element), attribute(element, "id")))


def _enter_block(flow: Flow, element: Tag) -> Leave:
    if id(element) in flow.survey.main:
        return _enter_region(flow, element, is_main=True)
    if name_of(element) == "nav" and not flow.is_part:
        return _enter_region(flow, element, is_main=False)
    is_contents = _is_contents(element)
    is_notes = "footnotes" in classes(element) or attribute(element, "role") == "doc-endnotes"
    flow.boundary()
    flow.in_contents += is_contents
    flow.in_notes += is_notes
    restore = flow.outline.leave_all(flow.is_main) if is_notes else None
    icon = _enter_inline(flow, element) if flow.is_in_cell else None

    def leave() -> None:
        if icon:
            icon()
        flow.boundary()
        flow.in_contents -= is_contents
        flow.in_notes -= is_notes
        if restore:
            restore()

    return leave


def _enter_region(flow: Flow, element: Tag, *, is_main: bool) -> Leave:
    flow.flush()
    before, flow.is_main = flow.is_main, is_main
    is_contents = _is_contents(element)
    flow.in_contents += is_contents

    def leave() -> None:
        flow.flush()
        flow.is_main = before
        flow.in_contents -= is_contents

    return leave


def _enter_root(flow: Flow, element: Tag) -> Leave:
    flow.boundary()
    restore = flow.outline.enclose(flow.is_main)
    tables = len(flow.drafts.tables)

    def leave() -> None:
        flow.boundary()
        restore()
        if element.name == "figure":
            flow.drafts.caption_figure(tables)

    return leave


def _enter_heading(flow: Flow, element: Tag) -> Leave:
    if flow.is_in_cell:
        return _enter_block(flow, element)
    flow.flush()
    before, flow.heading = flow.heading, element
    said = attribute(element, "aria-level")
    level = int(element.name[1]) if re.fullmatch(r"h[1-6]", element.name) else 2
    level = int(said) if re.fullmatch(r"[1-9]", said) else level

    def leave() -> None:
        flow.heading = before
        flow.finish_heading(level, attribute(element, "id"))

    return leave


def _enter_pre(flow: Flow, _element: Tag) -> Leave:
    flow.border()
    flow.pre += 1

    def leave() -> None:
        flow.border()
        flow.pre -= 1

    return leave


def _enter_figcaption(flow: Flow, element: Tag) -> Leave:
    if flow.is_in_cell:
        return _enter_block(flow, element)
    flow.flush()
    before, flow.keeps_lines = flow.keeps_lines, True

    def leave() -> None:
        flow.keeps_lines = before
        count = len(flow.blocks)
        flow.flush(BlockKind.CAPTION)
        if len(flow.blocks) > count:
            flow.drafts.figure_caption = flow.blocks[-1].text

    return leave


def _enter_list(flow: Flow, element: Tag) -> Leave:
    if flow.is_in_cell:
        return _enter_block(flow, element)
    flow.flush()
    is_contents = _is_contents(element)
    flow.in_contents += is_contents
    flow.lists.begin(is_ordered=element.name == "ol", is_contents=flow.in_contents > 0)

    def leave() -> None:
        flow.flush()
        flow.lists.open.pop()
        flow.in_contents -= is_contents

    return leave


def _enter_item(flow: Flow, element: Tag) -> Leave:
    if flow.is_in_cell:
        flow.sinks[-1].break_line(starts_item=True)
        return flow.boundary
    flow.flush()
    is_stray = not flow.lists.open
    if is_stray:
        flow.lists.begin(is_ordered=False, is_contents=flow.in_contents > 0)
    flow.lists.begin_item()
    restore = flow.outline.enclose(flow.is_main)
    icon = _enter_inline(flow, element)

    def leave() -> None:
        if icon:
            icon()
        flow.flush()
        flow.lists.items.pop()
        restore()
        if is_stray:
            flow.lists.open.pop()

    return leave


def _enter_table_part(flow: Flow, element: Tag) -> Leave:
    return flow.drafts.enter(element) or _enter_block(flow, element)


def _enter_button(flow: Flow, element: Tag) -> Leave:
    names = f"{attribute(element, 'class')} {attribute(element, 'aria-label')} {attribute(element, 'title')}"
    if flow.heading is not None or flow.pre or _COPY.search(names):
        return skip
    return _enter_block(flow, element)


# ---------------------------------------------------------------------- running text


def _enter_break(flow: Flow, _element: Tag) -> Leave:
    if flow.heading is not None and not flow.is_in_cell:
        flow.write(" ")
    else:
        flow.sinks[-1].break_line()
    return skip


def _enter_image(flow: Flow, element: Tag) -> Leave:
    marks = image_marks(element)
    if marks and marks[0].source == "alt" and is_glyph(marks[0].text):
        flow.write(marks[0].text)
    flow.sinks[-1].marks.extend(marks)
    return skip


def _enter_drawing(flow: Flow, element: Tag) -> Leave | None:
    title = element.find("title")
    said = (Mark("title", clean(title.get_text()) if title else ""), Mark("aria-label", attribute(element, "aria-label").strip()))
    found = [m for m in said if m.text]
    flow.sinks[-1].marks.extend(found)
    return None if found else _enter_inline(flow, element)


def _enter_link(flow: Flow, element: Tag) -> Leave | None:
    if flow.heading is not None and is_link_mark(element, flow.heading):
        return skip
    if is_note_mark(element, flow.sinks[-1].before()):
        return skip
    href = attribute(element, "href")
    item = flow.lists.pending
    if item is None or not href.startswith("#") or flow.is_in_cell:
        return _enter_inline(flow, element)
    start = len(flow.sinks[0].pieces)

    def leave() -> None:
        item.links.append((href[1:], clean("".join(flow.sinks[0].pieces[start:]))))

    return leave


def _enter_raised(flow: Flow, element: Tag) -> Leave | None:
    before = flow.sinks[-1].before()
    if is_note_mark(element, before):
        return skip
    if is_power(element.get_text(), before):
        flow.write("^")
    return None


def _enter_bold(flow: Flow, element: Tag) -> Leave:
    flow.bold += 1
    icon = _enter_inline(flow, element)

    def leave() -> None:
        flow.bold -= 1
        if icon:
            icon()

    return leave


def _enter_input(flow: Flow, element: Tag) -> Leave:
    """A box that is only shown, as in a list of tasks, is a tick or its absence; what can be filled in is no text."""
    is_shown = "disabled" in element.attrs or any("task" in c for c in classes(element))
    if attribute(element, "type").lower() == "checkbox" and is_shown:
        flow.write("[x] " if "checked" in element.attrs else "[ ] ")
    return skip


def _leave_out(_flow: Flow, _element: Tag) -> Leave:
    return skip


_HANDLERS: dict[str, Callable[[Flow, Tag], Leave | None]] = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), _enter_heading),
    **dict.fromkeys(("pre", "listing", "xmp"), _enter_pre),
    **dict.fromkeys(("ul", "ol", "menu", "dl"), _enter_list),
    **dict.fromkeys(("li", "dt"), _enter_item),
    **dict.fromkeys(("table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th"), _enter_table_part),
    **dict.fromkeys(("b", "strong"), _enter_bold),
    "figcaption": _enter_figcaption,
    "br": _enter_break,
    "img": _enter_image,
    "svg": _enter_drawing,
    "title": _leave_out,
    "a": _enter_link,
    "sup": _enter_raised,
    "input": _enter_input,
    "button": _enter_button,
}
