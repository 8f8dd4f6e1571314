"""Markdown: rendered to HTML as GitHub and the documentation generators do, then read as any page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from claimwatch.reading.charset import decode
from claimwatch.reading.document import Document, Unreadable
from claimwatch.reading.registry import registry

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_NESTING = 60  # lists and quotations inside one another; what is deeper is left out


@registry.register("markdown")
@dataclass(frozen=True, slots=True)
class MarkdownReader:
    """Markdown of GitHub, MkDocs, MyST, Docusaurus, VitePress and Jekyll, as their readers see it."""

    kind: ClassVar[str] = "markdown"
    media_types: ClassVar[tuple[str, ...]] = ("text/markdown", "text/x-markdown")
    endings: ClassVar[tuple[str, ...]] = (".md", ".markdown", ".mdx", ".mkd", ".mdown", ".myst", ".qmd")
    EXAMPLES: ClassVar[tuple[bytes, ...]] = (b"# Models\n\n- 200+ architectures\n",)

    def read(self, body: bytes, charset: str) -> Document | Unreadable:
        """The document, or why the bytes are none."""
        decoded = decode(body, charset)
        if isinstance(decoded, Unreadable):
            return decoded
        return read_markdown(decoded.text, charset_rule=decoded.rule)


def read_markdown(text: str, *, charset_rule: str = "") -> Document | Unreadable:
    """A document from its Markdown."""
    from claimwatch.reading.dialects import plain_markdown
    from claimwatch.reading.html import read_html

    source, title = plain_markdown(text)
    try:
        page = _renderer().render(source)
    except RecursionError:
        return Unreadable("the Markdown is too deep: its quotations and lists lie too deep inside one another")
    return read_html(page, title=title, charset_rule=charset_rule)


@lru_cache(maxsize=1)
def _renderer() -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.deflist import deflist_plugin
    from mdit_py_plugins.footnote import footnote_plugin

    made = MarkdownIt("commonmark", {"html": True, "maxNesting": _NESTING}).enable(["table", "strikethrough"])
    made.use(footnote_plugin, inline=False)
    made.use(deflist_plugin)
    return made
