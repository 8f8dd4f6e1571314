"""What of a page's markup a person sees: which elements are hidden, struck out, marks of footnotes or of links, and what icons say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from claimwatch.reading.document import Mark

if TYPE_CHECKING:
    from bs4.element import Tag

# never shown, or not as text; `rt` and `rp` are the reading aids of ruby, `annotation` the source text of MathML
SKIPPED = frozenset(
    "script style template noscript head iframe object canvas audio video select datalist textarea meta link param"
    " annotation annotation-xml defs desc metadata rt rp progress meter del s strike".split()
)
_UNSEEN_CLASSES = frozenset(
    {"katex-mathml", "mjx-assistive-mml", "MJX_Assistive_MathML", "mw-editsection", "footnote-backref", "linenos", "lineno", "rouge-gutter"}
)
_FOR_SCREEN_READERS = frozenset(
    "sr-only visually-hidden visuallyhidden screen-reader-text screenreader-only show-for-sr u-visually-hidden a11y-hidden".split()
)
_HIDING = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))", re.IGNORECASE)
_STRIKING = re.compile(r"(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*line-through", re.IGNORECASE)
_TAB_CLASS = re.compile(r"^tab(?:bed)?-?(?:pane|panel|content)$", re.IGNORECASE)


def attribute(element: Tag, name: str) -> str:
    """An attribute's text, "" when it is not there."""
    value = element.get(name)
    return " ".join(value) if isinstance(value, list) else value or ""


def classes(element: Tag) -> frozenset[str]:
    """The class names of an element."""
    return frozenset(attribute(element, "class").split())


def is_hidden(element: Tag) -> bool:
    """Is this element, with all that is in it, not shown? A panel of tabs is one click away, so it counts as shown, as `details` does."""
    if element.name in SKIPPED:
        return True
    if not element.attrs:
        return element.name == "dialog"
    if element.name == "dialog" and "open" not in element.attrs:
        return True
    names = classes(element)
    if names & _UNSEEN_CLASSES:
        return True
    style = attribute(element, "style")
    if style and _STRIKING.search(style):
        return True
    hidden = ("hidden" in element.attrs and attribute(element, "hidden").lower() != "until-found") or bool(style and _HIDING.search(style))
    return hidden and not (attribute(element, "role") == "tabpanel" or any(_TAB_CLASS.match(n) for n in names))


def is_for_screen_readers(element: Tag) -> bool:
    """Is it a label that is read aloud and not shown?"""
    return (
        "class" in element.attrs
        and element.name in ("span", "i", "em", "small", "b", "strong", "div", "p")
        and bool(classes(element) & _FOR_SCREEN_READERS)
    )


_NOTE_CLASSES = frozenset("footnote-ref footnote-reference footnote-anchor footref fn-ref fnref sdfootnoteanc doc-noteref".split())
_NOTE_TARGET = re.compile(r"#(?:user-content-)?(?:fn|_?ftn|footnote|cite[_-]note|note)(?![a-z])", re.IGNORECASE)
_SHORT_MARK = re.compile(r"[\[(]?\s*[^\W_]{1,3}\s*[\])]?|[*†‡§¶#]+")
_SUP_MARK = re.compile(r"(?:\[[\w ,–-]{1,24}\]\s*,?\s*)+|\(\w{1,2}\)|[*†‡§¶#]+")
_BARE_NUMBERS = re.compile(r"\d{1,2}(?:\s*[, ]\s*\d{1,2})*")


def is_note_mark(element: Tag, before: str) -> bool:
    """Is this `<a>` or `<sup>` the mark of a footnote? `before` is what stands before it in its block."""
    if not before.strip():
        return False
    if element.name == "a":
        if classes(element) & _NOTE_CLASSES or attribute(element, "role") == "doc-noteref" or attribute(element, "epub:type") == "noteref":
            return True
        return bool(_NOTE_TARGET.search(attribute(element, "href"))) and bool(_SHORT_MARK.fullmatch(element.get_text().strip()))
    if classes(element) & _NOTE_CLASSES:
        return True
    text = element.get_text().strip()
    if _SUP_MARK.fullmatch(text):
        return True
    if len(text) <= 4 and element.find("a", href=re.compile("#")) is not None:
        return True
    return _is_loose_mark(text, before)


def _is_loose_mark(text: str, before: str) -> bool:
    """Is a raised number or letter without brackets or link a footnote's mark, not an exponent, an index or an ordinal's ending?"""
    word = re.search(r"[^\W\d_]*$", before)
    letters = len(word[0]) if word else 0
    if _BARE_NUMBERS.fullmatch(text):
        return letters >= 4 or (letters == 0 and not is_power(text, before) and not before.endswith(("-", "−", ".", "×")))
    return letters >= 4 and len(text) == 1 and text.isascii() and text.islower()


def is_power(text: str, before: str) -> bool:
    """Is a raised number an exponent: 10 or 2 to the power of it?"""
    return bool(re.fullmatch(r"[-−+]?\d{1,3}", text.strip()) and re.search(r"(?<![\w.,])(?:10|2)$", before))


_LINK_CLASSES = re.compile(
    r"(?:^|[\s_-])(?:header-?link|heading-?link|headerlink|anchor(?:-?js)?(?:-?link)?|perma-?link|hash-?link|direct-?link|edit)(?:$|[\s_-])",
    re.IGNORECASE,
)


def is_link_mark(link: Tag, heading: Tag) -> bool:
    """Is a link in a heading only the sign that links to it ("#", "¶", "🔗", "Permalink"), not the heading's text?"""
    text = link.get_text()
    if not any(c.isalnum() for c in text):
        return link.find("img") is None
    label = f"{attribute(link, 'class')} {attribute(link, 'aria-label')} {attribute(link, 'title')}"
    if not _LINK_CLASSES.search(label) and not re.search(r"permalink|link to this", label, re.IGNORECASE):
        return False
    return len(re.findall(r"\w", heading.get_text())) > len(re.findall(r"\w", text))


def is_glyph(alt: str) -> bool:
    """Is an image's alt text a sign that stands in the running text (an emoji)?"""
    return 0 < len(alt) <= 8 and not any(c.isalnum() or c.isspace() for c in alt)


def image_marks(image: Tag) -> list[Mark]:
    """What an image says: its alt text, title, label and file name, in this order of trust."""
    found = [Mark(source, attribute(image, source).strip()) for source in ("alt", "title", "aria-label")]
    source = attribute(image, "src")
    if source.startswith("data:") or not source:
        source = attribute(image, "data-src")
    found.append(Mark("file", file_name(source)))
    return [m for m in found if m.text]


def icon_marks(element: Tag) -> list[Mark]:
    """What an element without text says by its title, label or class names."""
    found = [
        Mark("title", attribute(element, "title").strip()),
        Mark("aria-label", attribute(element, "aria-label").strip()),
        Mark("class", attribute(element, "class")),
    ]
    if element.name == "use":
        target = attribute(element, "href") or attribute(element, "xlink:href")
        found.append(Mark("file", target.rpartition("#")[2] or file_name(target)))
    return [m for m in found if m.text]


def file_name(address: str) -> str:
    """The last part of an address's path, without its query."""
    try:
        path = urlsplit(address).path
    except ValueError:
        return ""
    return unquote(path.rstrip("/").rpartition("/")[2])


_ROLES = {
    "table": "table", "grid": "table", "treegrid": "table", "row": "tr", "cell": "td", "gridcell": "td", "columnheader": "th",
    "rowheader": "th", "rowgroup": "tbody", "list": "ul", "listitem": "li", "navigation": "nav", "heading": "h2", "main": "main",
    "article": "article",
}  # fmt: skip
_PLAIN = frozenset({"div", "span", "section", "p", "ul", "ol", "li"})


def name_of(element: Tag) -> str:
    """The element's name, or that of the element whose role it plays (ARIA): a `div` with the role of a row is a `tr`."""
    if "role" in element.attrs:
        role = attribute(element, "role")
        if element.name in _PLAIN or role in ("heading", "main"):
            return _ROLES.get(role, element.name)
    return element.name
