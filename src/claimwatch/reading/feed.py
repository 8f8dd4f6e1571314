"""Feeds (RSS 2.0, RSS 1.0, Atom), an entry a block, and other XML as the text that is in it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from claimwatch.reading import limits
from claimwatch.reading.charset import decode, of_xml
from claimwatch.reading.document import Block, BlockKind, Document, Unreadable, placed
from claimwatch.reading.registry import registry
from claimwatch.reading.writer import clean

if TYPE_CHECKING:
    from lxml.etree import _Element

_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,31});")
_OWN = frozenset({"amp", "lt", "gt", "quot", "apos"})
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
_TEXTS = ("encoded", "content", "summary", "description")  # of an entry, the fullest first


@registry.register("feed")
@dataclass(frozen=True, slots=True)
class FeedReader:
    """A feed, or another XML document."""

    kind: ClassVar[str] = "feed"
    media_types: ClassVar[tuple[str, ...]] = (
        "application/rss+xml",
        "application/atom+xml",
        "application/rdf+xml",
        "application/xml",
        "text/xml",
    )
    endings: ClassVar[tuple[str, ...]] = (".xml", ".rss", ".atom", ".rdf")
    EXAMPLES: ClassVar[tuple[bytes, ...]] = (b"<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>Version 2</title></entry></feed>",)

    def read(self, body: bytes, charset: str) -> Document | Unreadable:
        """The document, or why the bytes are none."""
        decoded = decode(body, charset, of_xml)
        if isinstance(decoded, Unreadable):
            return decoded
        root = _parsed(decoded.text)
        if isinstance(root, Unreadable):
            return root
        try:
            return _document(root, decoded.rule)
        except limits.LimitError as error:
            return Unreadable(str(error))


def _parsed(text: str) -> _Element | Unreadable:
    """The tree; nothing is loaded for it, and it may declare no entities."""
    from lxml import etree

    if "<!ENTITY" in text:
        return Unreadable("the XML declares entities of its own, which are not read")
    parser = etree.XMLParser(
        encoding="utf-8", resolve_entities=False, load_dtd=False, no_network=True, remove_comments=True, remove_pis=True
    )
    # feeds use HTML's entities, which XML does not know; in a CDATA section they come to the same
    source = _ENTITY.sub(lambda m: m[0] if m[1] in _OWN else html.unescape(m[0]), text.lstrip())
    try:
        root = etree.fromstring(source.encode(), parser)
    except etree.XMLSyntaxError as error:
        return Unreadable(f"the XML is broken or cut off: {error.msg}")
    except UnicodeEncodeError:
        return Unreadable("the XML has half of a surrogate pair, which is no letter")
    return root


def _name(element: _Element) -> str:
    tag = element.tag
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


def _children(element: _Element, *names: str) -> Iterator[_Element]:
    for name in names:
        yield from (c for c in element if _name(c) == name)


def _document(root: _Element, rule: str) -> Document:
    kind = _name(root)
    if kind == "html":
        from lxml import etree

        from claimwatch.reading.html import read_html

        found = read_html(etree.tostring(root, encoding="unicode", method="html"), charset_rule=rule)
        if isinstance(found, Document):
            return found
        raise limits.LimitError(found.reason)
    if kind not in ("rss", "feed", "rdf"):
        return Document(blocks=placed(list(_texts(root))), language=root.get(_LANGUAGE) or "", charset_rule=rule)
    channel = next(_children(root, "channel"), root)
    title = next((_text(t) for t in _children(channel, "title")), "")
    language = next((clean(t.text or "") for t in _children(channel, "language")), "") or root.get(_LANGUAGE) or ""
    entries = [*_children(channel, "item", "entry")]
    if channel is not root:
        entries.extend(_children(root, "item"))
    blocks, size = [], 0
    for entry in entries:
        text = _entry(entry)
        size += len(text) + 1
        if size > limits.TEXT:
            raise limits.too_much_text()
        if text:
            blocks.append(Block(BlockKind.ENTRY, text))
    return Document(blocks=placed(blocks), title=title, language=language, charset_rule=rule)


def _entry(entry: _Element) -> str:
    """Title and text of an entry, each on lines of its own."""
    title = next((_text(t) for t in _children(entry, "title")), "")
    text = next(filter(None, (_text(t) for t in _children(entry, *_TEXTS))), "")
    return "\n".join(filter(None, (title, text)))


def _text(element: _Element) -> str:
    """What an element says, its HTML read as a page."""
    from claimwatch.reading.html import read_html

    if element.get("type") == "xhtml" or len(element):
        from lxml import etree

        source = "".join(etree.tostring(child, encoding="unicode", method="html") for child in element)
        source = html.escape(element.text or "") + source
    else:
        source = element.text or ""
        if element.get("type") == "text" or not re.search(r"[<&]", source):
            return clean(source.replace("\n", " "))
    found = read_html(source)
    if isinstance(found, Unreadable):
        raise limits.LimitError(found.reason)
    return found.text


def _texts(root: _Element) -> Iterator[Block]:
    """Each text of an XML document, in order."""
    size = 0
    for number, piece in enumerate(root.itertext()):
        if number >= limits.NODES:
            raise limits.too_many_nodes()
        text = clean(str(piece))
        size += len(text) + 1
        if size > limits.TEXT:
            raise limits.too_much_text()
        if text:
            yield Block(BlockKind.PARAGRAPH, text)
