"""Markdown of several dialects to the Markdown that all of them share: tabs and boxes opened, marks of their tools taken out.

Works line by line, and leaves code as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from claimwatch.reading.listtable import pipe_table

_FENCE = re.compile(r"(?P<indent> {0,3}|(?:\s{4,}))(?P<marks>`{3,}|~{3,})(?P<info>[^`]*)$")
_BOX = re.compile(r"(?P<indent>\s*)(?:!!!|\?\?\?\+?|={3}[!+]?)\s+(?P<rest>\S.*)$")  # MkDocs: admonitions, folded ones, tabs
_COLONS = re.compile(r"(?P<indent>\s*):{3,}\s*(?P<rest>.*)$")  # MyST, Docusaurus, VitePress, Pandoc
_ALERT = re.compile(r"(?P<lead>\s*(?:>\s?)+)\[!(?P<kind>\w+)\][+-]?\s*(?P<title>.*)$")  # GitHub, Obsidian
_OPTION = re.compile(r"\s*:[\w-]+:(?:\s.*)?$")
_DIRECTIVE = re.compile(r"\{(?P<name>[\w:-]+)\}\s*(?P<title>.*)$")
_TEXT_DIRECTIVES = frozenset(
    "note warning tip important caution attention danger error hint seealso see-also admonition versionadded versionchanged"
    " deprecated dropdown details"
    " tab-set tab-item tabs tab card grid grid-item grid-item-card margin sidebar topic epigraph pull-quote highlights table"
    " figure list-table todo div"
    " exercise solution prf:theorem info success question example".split()
)
_UNTITLED = frozenset("versionadded versionchanged deprecated tab-set grid figure div margin".split())
_LIQUID = re.compile(r"\{%-?\s.*?%\}|\{\{[<%].*?[%>]\}\}")
_ATTRIBUTES = re.compile(
    r"(?:(?<=[)\]`*_>])|(?<=\s)|^)\{:?\s*[#.:][A-Za-z][^{}\n]*\}\s*$|(?<=[)\]])\{:?\s*[#.][A-Za-z][^{}\n]*\}|^\s*\{:[^{}\n]*\}\s*$"
)
_MARKDOWN_IN_HTML = re.compile(r"\s{0,3}<\w+[^>]*\smarkdown(?:=[\"']?\w*[\"']?)?[^>]*>\s*$")
_OPENING_LINE = re.compile(r"\s{0,3}<(?:\w+[^>]*\smarkdown[^>]*|summary\b.*</summary)>\s*$")
_DEFINITION = re.compile(r"^\s{0,3}\[(?P<label>[^\]\n]+)\]:", re.MULTILINE)
_REFERENCE = re.compile(r"(?<![\w\]!\\])\[(?P<text>[^\[\]\n]+)\]\[(?P<label>[^\[\]\n]*)\]")
_NOTE_MARK = re.compile(r"(?<=\S)\[\^[^\]\s]+\](?!:)")
_CODE_SPAN = re.compile(r"(?<!`)(`{1,4})(?!`).*?(?<!`)\1(?!`)")


def plain_markdown(text: str) -> tuple[str, str]:
    """The Markdown without its dialect, and the title that its front matter gives it ("" if none)."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4)
    text, title = _without_front_matter(text)
    labels = {_label(m["label"]) for m in _DEFINITION.finditer(text)}
    lines = list(_Opener().lines(_without_comments(text.split("\n"))))
    return "\n".join(_outside_code(lines, lambda piece: _plain_inline(piece, labels))), title


def _without_front_matter(text: str) -> tuple[str, str]:
    first, _, rest = text.partition("\n")
    if first.rstrip() not in ("---", "+++"):
        return text, ""
    lines = rest.split("\n")
    for i, line in enumerate(lines[:500]):
        if line.rstrip() in (first.rstrip(), "..."):
            head = lines[:i]
            if any(h.strip() and not re.match(r"\s|[\w\"'-]+\s*[:=]|[#\-\]}]", h) for h in head):
                return text, ""  # a rule above a paragraph
            found = (re.match(r"title\s*[:=]\s*[\"']?(.*?)[\"']?\s*$", h) for h in head)
            return "\n".join(lines[i + 1 :]), next((m[1] for m in found if m), "")
    return text, ""


@dataclass(slots=True)
class _Fence:
    """Are we in a block of code? `feed` each line; True while it belongs to one, its first and last line included."""

    mark: str = ""

    def feed(self, line: str) -> bool:
        if self.mark:
            stripped = line.strip()
            if stripped.startswith(self.mark) and not stripped.strip(self.mark[0]):
                self.mark = ""
            return True
        found = _FENCE.match(re.sub(r"^\s*(?:>\s?|(?:[-*+]|\d{1,9}[.)])\s+)+", "", line))
        if found and not (found["marks"][0] == "`" and "`" in found["info"]):
            self.mark = found["marks"]
            return True
        return False


def _without_comments(lines: list[str]) -> Iterator[str]:
    """The lines without HTML comments. One that fills its lines leaves nothing, so that it does not part a list or table."""
    fence = _Fence()
    is_inside = False
    for line in lines:
        if not is_inside and ("`" in line or "~" in line or fence.mark) and fence.feed(line):
            yield line
            continue
        if not is_inside and "<!--" not in line:
            yield line
            continue
        kept, is_inside = _cut_comments(line, is_inside=is_inside)
        if kept.strip():
            yield kept
        elif not line.strip():
            continue


def _cut_comments(line: str, *, is_inside: bool) -> tuple[str, bool]:
    """What of a line stands outside comments, and whether one is open at its end."""
    spans = [m.span() for m in _CODE_SPAN.finditer(line)] if "`" in line else []
    kept: list[str] = []
    at = 0
    while True:
        if is_inside:
            end = line.find("-->", at)
            if end < 0:
                return "".join(kept), True
            at, is_inside = end + 3, False
        start = line.find("<!--", at)
        while start >= 0 and any(s <= start < e for s, e in spans):
            start = line.find("<!--", start + 4)
        if start < 0:
            kept.append(line[at:])
            return "".join(kept), False
        kept.append(line[at:start])
        at, is_inside = start + 4, True


@dataclass(slots=True)
class _Opener:
    """Opens boxes, tabs and directives: their titles become paragraphs, their content stands where they stood."""

    indents: list[int] = field(default_factory=list)  # of open MkDocs boxes
    fences: list[tuple[str, str]] = field(default_factory=list)  # (mark, name) of open directives in backticks or colons
    fence: _Fence = field(default_factory=_Fence)
    takes_options: bool = False
    has_markdown_in_html: bool = False
    rows: list[str] | None = None  # the lines of an open list-table

    def lines(self, lines: Iterator[str]) -> Iterator[str]:
        for raw in lines:
            line = self._dedented(raw)
            if self.fence.mark:
                self.fence.feed(line)
                yield line
            elif self.rows is not None and not self._ends_directive(line):
                self.rows.append(line)
            else:
                yield from self._line(line)

    def _dedented(self, line: str) -> str:
        """The line without the indents of the boxes around it; a line that stands further left ends them."""
        indent = len(line) - len(line.lstrip(" "))
        if line.strip():
            while self.indents and indent < self.indents[-1] + 4 * len(self.indents):
                self.indents.pop()
        return line[min(indent, 4 * len(self.indents)) :]

    def _line(self, line: str) -> Iterator[str]:
        if self.takes_options and (_OPTION.match(line) or line.strip() == "---"):
            return
        self.takes_options = False
        if self.fences and self._ends_directive(line):
            yield from self._end_directive()
        elif found := _BOX.match(line):
            yield from _title(found["indent"], _box_title(found["rest"]))
            self.indents.append(len(found["indent"]))
        elif found := _ALERT.match(line):
            yield f"{found['lead']}{found['title'] or found['kind'].capitalize()}"
            yield found["lead"].rstrip()
        elif (found := _COLONS.match(line)) and found["rest"]:
            yield from self._begin_colons(found["indent"], line.strip(), found["rest"])
        elif (found := _FENCE.match(line)) and (inner := _DIRECTIVE.match(found["info"].strip())) and inner["name"] in _TEXT_DIRECTIVES:
            yield from self._begin(found["indent"], found["marks"], inner["name"], inner["title"])
        else:
            self.fence.feed(line)
            yield line
            self.has_markdown_in_html |= _MARKDOWN_IN_HTML.match(line) is not None
            if self.has_markdown_in_html and _OPENING_LINE.match(line):
                yield ""

    def _begin_colons(self, indent: str, line: str, rest: str) -> Iterator[str]:
        mark = line[: len(line) - len(line.lstrip(":"))]
        if found := _DIRECTIVE.match(rest):
            name, title = found["name"], found["title"]
        else:
            name, _, title = rest.partition("[") if "[" in rest.split(" ", 1)[0] else rest.partition(" ")
            title = title.rstrip("]")
        if name.lower() in _TEXT_DIRECTIVES or not found:
            yield from self._begin(indent, mark, name.lower(), title)
        else:  # code in colons
            self.fence.mark = mark
            yield line

    def _begin(self, indent: str, mark: str, name: str, title: str) -> Iterator[str]:
        self.fences.append((mark, name))
        self.takes_options = True
        if name == "list-table":
            self.rows = []
        title = re.sub(r"\{[^{}]*\}\s*$", "", title).strip() or (
            "" if name in _UNTITLED or "-" in name or name in ("table", "tabs") else name.capitalize()
        )
        if name == "figure":
            title = ""  # the address of its picture
        yield from _title(indent, title)

    def _ends_directive(self, line: str) -> bool:
        mark = self.fences[-1][0]
        stripped = line.strip()
        return stripped.startswith(mark) and not stripped.strip(mark[0])

    def _end_directive(self) -> Iterator[str]:
        _, name = self.fences.pop()
        if name == "list-table" and self.rows is not None:
            yield ""
            yield from pipe_table(self.rows)
            self.rows = None
        yield ""


def _title(indent: str, title: str) -> Iterator[str]:
    """A box's title as a paragraph of its own, and the border that a box without one is."""
    yield ""
    if title:
        yield f"{indent}{title}"
        yield ""


def _box_title(rest: str) -> str:
    """The title that MkDocs shows: the quoted one, else the kind of the box."""
    quoted = re.search(r'"((?:[^"\\]|\\.)*)"', rest)
    return quoted[1].replace('\\"', '"') if quoted else rest.split(maxsplit=1)[0].capitalize()


def _outside_code(lines: list[str], change: Callable[[str], str]) -> Iterator[str]:
    """The lines with `change` made to what is no code."""
    fence = _Fence()
    for line in lines:
        if fence.feed(line) or not any(c in line for c in "{[<"):
            yield line
            continue
        out: list[str] = []
        at = 0
        for span in _CODE_SPAN.finditer(line) if "`" in line else ():
            out.extend((change(line[at : span.start()]), span[0]))
            at = span.end()
        out.append(change(line[at:]))
        yield "".join(out)


def _plain_inline(text: str, labels: set[str]) -> str:
    """Without Liquid tags, attribute lists, marks of footnotes that are not there, and references to other pages' labels."""
    text = _LIQUID.sub("", text)
    text = _ATTRIBUTES.sub("", text)
    text = _NOTE_MARK.sub(lambda m: m[0] if _label(m[0][1:-1]) in labels else "", text)
    return _REFERENCE.sub(lambda m: m[0] if _label(m["label"] or m["text"]) in labels else m["text"], text)


def _label(text: str) -> str:
    return " ".join(text.split()).casefold()
