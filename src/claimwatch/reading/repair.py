"""Missing end tags, put where browsers would put them, before the parser sees the page.

libxml2 ignores an end tag while an element of a "stronger" kind is open inside (`<li>one<div></li><li>two`), so that the rest
of the page becomes part of the item. Browsers close what is open (HTML, section 13.2.6.4.7). Where a page is well formed,
nothing changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from claimwatch.reading.limits import NODES, too_many_nodes

# end tags that close whatever is still open inside their element
_CLOSING = frozenset(
    "address article aside blockquote button center dd details dialog div dl dt fieldset figcaption figure footer header hgroup"
    " li main menu nav ol pre"
    " section summary ul h1 h2 h3 h4 h5 h6 td th caption tr thead tbody tfoot table".split()
)
# end tags do not reach out of these
_SCOPES = frozenset("table td th caption html template object svg math".split())
_TABLE = frozenset("table tr td th thead tbody tfoot caption".split())
_LISTS = frozenset({"ul", "ol", "menu"})
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr frame".split())
_RAW = frozenset("script style textarea title xmp iframe noembed noframes plaintext".split())
_OPENS_BLOCK = _CLOSING - {"button", "td", "th", "caption", "tr", "thead", "tbody", "tfoot"} | {"p", "form", "hr"}
_LIBXML_UNKNOWN_VOID = re.compile(r"</?(?:wbr|source|track)\b[^<>]*>", re.IGNORECASE)
_INSTRUCTION = re.compile(r"<\?[^>]*(?:>|\Z)")
_NAME = re.compile(r"/?([a-zA-Z][^\s/>]*)")


def repair(text: str) -> str:
    """The same page with the end tags that it lacks; in time that grows with its length alone. LimitError for too many elements."""
    text = _LIBXML_UNKNOWN_VOID.sub("", text)  # the parser would put all that follows inside them
    text = _INSTRUCTION.sub("", text)  # a comment in HTML; the parser takes the page for XML, and warns
    out: list[str] = []
    done = 0
    stack: list[str] = []
    elements = 0
    for start, name, is_end, is_closed in _tags(text):
        if not is_end:
            elements += 1
            if elements > NODES:
                raise too_many_nodes()
            closed = _before_start(stack, name)
            if name not in _VOID and not is_closed:
                stack.append(name)
        else:
            closed = _before_end(stack, name)
        if closed:
            out.append(text[done:start])
            out.extend(f"</{n}>" for n in closed)
            done = start
    if not out:
        return text
    out.append(text[done:])
    return "".join(out)


def _tags(text: str) -> Iterator[tuple[int, str, bool, bool]]:
    """Each tag: where it starts, its name, is it an end tag, does it close itself. Comments and raw texts are passed over."""
    at = text.find("<")
    while at >= 0:
        if text.startswith("<!--", at):
            end = text.find("-->", at + 4)
            if end < 0:
                return
            at = text.find("<", end)
            continue
        found = _NAME.match(text, at + 1)
        if not found:
            at = text.find("<", at + 1)
            continue
        end = _end_of_tag(text, found.end())
        if end < 0:
            return
        name = found[1].lower()
        is_end = text[at + 1] == "/"
        yield at, name, is_end, text[end - 1] == "/" and name not in _CLOSING and name != "p"
        if name in _RAW and not is_end:
            end = _end_of_raw(text, name, end)
        at = text.find("<", end)


def _end_of_tag(text: str, at: int) -> int:
    """The place of the tag's `>`, past quoted ones."""
    end = text.find(">", at)
    while end >= 0 and text.count('"', at, end) % 2:
        quote = text.find('"', end)
        if quote < 0:
            return end
        at, end = quote + 1, text.find(">", quote)
    return end


def _end_of_raw(text: str, name: str, at: int) -> int:
    """Where the end tag of a script or another raw text begins; the end of the page where there is none."""
    found = re.compile(f"</{name}", re.IGNORECASE).search(text, at)
    return found.start() if found else len(text)


def _before_start(stack: list[str], name: str) -> list[str]:
    """What a start tag closes by itself, as an item does the one before; only what libxml2 would not close is written out."""
    if name in _TABLE:
        _pop_table(stack, name)
        return []
    if name in _OPENS_BLOCK and stack and stack[-1] == "p":
        stack.pop()
    if name not in ("li", "dd", "dt"):
        return []
    same = {"li"} if name == "li" else {"dd", "dt"}
    for depth in range(1, len(stack) + 1):
        open_ = stack[-depth]
        if open_ in same:
            return _cut(stack, depth)
        if open_ in _SCOPES or open_ in _LISTS or open_ == "dl" or (open_ in _OPENS_BLOCK and open_ not in ("address", "div", "p")):
            break
    return []


def _pop_table(stack: list[str], name: str) -> None:
    """Cells and rows end where the next ones begin; the parser knows that, so nothing is written out."""
    ends = {"td": {"td", "th"}, "th": {"td", "th"}, "tr": {"td", "th", "tr"}}.get(
        name, {"td", "th", "tr", "thead", "tbody", "tfoot", "caption"}
    )
    if name == "table":
        return
    for depth in range(1, len(stack) + 1):
        if stack[-depth] == "table":
            return
        if stack[-depth] in ends and (depth == len(stack) or stack[-depth - 1] not in ends):
            del stack[len(stack) - depth :]
            return


def _before_end(stack: list[str], name: str) -> list[str]:
    """What is still open inside the element that an end tag ends."""
    if name not in _CLOSING:
        _forget(stack, name)
        return []
    scopes = {"table"} if name in _TABLE else _SCOPES | _LISTS if name == "li" else _SCOPES
    for depth in range(1, len(stack) + 1):
        if stack[-depth] == name:
            return _cut(stack, depth, keeps_last=True)
        if stack[-depth] in scopes:
            break
    return []


def _forget(stack: list[str], name: str) -> None:
    """An end tag of running text (`</b>`): the nearest of that name within its block is no longer open."""
    for depth in range(1, min(len(stack), 30) + 1):
        if stack[-depth] == name:
            del stack[-depth]
            return
        if stack[-depth] in _SCOPES:
            return


def _cut(stack: list[str], depth: int, *, keeps_last: bool = False) -> list[str]:
    """Takes the innermost `depth` elements off the stack; those to be closed in writing (not the last, when its own end tag follows)."""
    cut = stack[len(stack) - depth :][::-1]
    del stack[len(stack) - depth :]
    written = cut[:-1] if keeps_last else cut
    return [n for n in written if n != "p" or len(written) > 1] if any(n in _CLOSING for n in written) else []
