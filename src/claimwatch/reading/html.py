"""HTML pages, XHTML among them: parsed once by lxml, walked once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from claimwatch.reading.charset import decode, of_html
from claimwatch.reading.document import Document, Mark, Unreadable
from claimwatch.reading.limits import LimitError
from claimwatch.reading.registry import registry

if TYPE_CHECKING:
    from bs4.element import Tag


@registry.register("html")
@dataclass(frozen=True, slots=True)
class HtmlReader:
    """A page as a browser shows it: without what is hidden, with what is folded."""

    kind: ClassVar[str] = "html"
    media_types: ClassVar[tuple[str, ...]] = ("text/html", "application/xhtml+xml")
    endings: ClassVar[tuple[str, ...]] = (".html", ".htm", ".xhtml")
    EXAMPLES: ClassVar[tuple[bytes, ...]] = (b"<h1>Models</h1><p>200+ architectures</p>",)

    def read(self, body: bytes, charset: str) -> Document | Unreadable:
        """The document, or why the bytes are none."""
        decoded = decode(body, charset, of_html)
        if isinstance(decoded, Unreadable):
            return decoded
        return read_html(decoded.text, charset_rule=decoded.rule)


def read_html(text: str, *, title: str = "", charset_rule: str = "") -> Document | Unreadable:
    """A page from its source text. `title` is used where the page has none."""
    from bs4 import BeautifulSoup

    from claimwatch.reading.flow import Flow
    from claimwatch.reading.repair import repair
    from claimwatch.reading.survey import survey
    from claimwatch.reading.walk import walk

    try:
        soup = BeautifulSoup(repair(text) + "\n", "lxml")  # a line end, lest a short text be taken for a file's name
        flow = Flow(survey(soup))
        walk(flow, soup.contents)
    except LimitError as error:
        return Unreadable(str(error))
    own = soup.find("title")
    said = " ".join(own.get_text().split()) if own is not None and own.find_parent("svg") is None else ""
    return flow.document(title=said or title, language=_language(soup), root=soup, charset_rule=charset_rule)


def read_element(element: Tag, headings: tuple[str, ...] = ()) -> tuple[Document, tuple[Mark, ...]]:
    """One element of a page as a document of its own, all of it main content, read by the same rules; and what its pictures say.

    `headings` are those above it.
    """
    from claimwatch.reading.flow import Flow
    from claimwatch.reading.survey import Survey, survey
    from claimwatch.reading.walk import walk

    try:
        found = survey(element)
    except LimitError:  # cannot be: the page was within the limits
        found = Survey()
    flow = Flow(replace(found, main=frozenset()), headings=headings, is_part=True)
    walk(flow, [element])
    return flow.document(root=element), tuple(flow.marks)


def _language(soup: Tag) -> str:
    """What the page says its language is."""
    from claimwatch.reading.seen import attribute

    for name in ("html", "body"):
        element = soup.find(name)
        if element is not None:
            said = attribute(element, "lang") or attribute(element, "xml:lang")
            if said.strip():
                return said.strip()
    return ""
