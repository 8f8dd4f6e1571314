"""The members that evidence lists: items of a list, cells, elements, or an enumeration in prose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from claimwatch.finding.evidence import Found, Scope, ScopeKind
from claimwatch.judging.evidence import passage, pieces
from claimwatch.reading.document import BlockKind, Cell
from claimwatch.text.enumerations import enumeration, has_negation_before, matched
from claimwatch.text.enumerations import members as members_of
from claimwatch.text.lists import runs, same_item, split
from claimwatch.text.phrases import find

Names = tuple[str, ...]


@dataclass(frozen=True)
class Listing:
    """The members that were read, and the texts in which further ones are looked for (paragraphs, other cells)."""

    members: tuple[str, ...]
    prose: tuple[str, ...] = ()
    quote: str = ""
    language: str = ""

    def has(self, names: Names) -> bool:
        """Is a thing with one of these names listed?"""
        if any(same_item(n, m) for n in names for m in self.members):
            return True
        several = [m for m in self.members if len(self.members) == 1 or len(split(m, self.language)) > 1]
        return any(_in_prose(names, text, self.quote, self.language) for text in (*several, *self.prose))


def _in_prose(names: Names, text: str, quote: str, language: str) -> bool:
    for run in runs(text, language, names):
        for i in range(len(run)):
            name = matched(names, run, i)
            if name:
                return not is_denied(text, run[0].start + max(0, run[0].text.find(name)), quote, names)
    return False


def is_denied(text: str, at: int, quote: str, names: Names) -> bool:
    """Is the enumeration denied ("does not support A, B"), while the quote was not?"""
    if not has_negation_before(text, at):
        return False
    spans = [s for n in names if (s := find(n, quote))]
    return not (spans and has_negation_before(quote, spans[0][0]))


def listing(evidence: Found, known: Sequence[Names], unwanted: Sequence[Names], language: str) -> Listing:
    """What the evidence lists. `known` are the names that are expected, by which an enumeration in prose is told from other words."""
    if len(evidence) > 1:
        return Listing(tuple(m for scope in evidence for m in _of_text(scope.text, known, language)), language=language)
    scope = evidence[0]
    if isinstance(scope.value, (list, tuple)):
        return Listing(tuple(str(v) for v in scope.value), language=language)
    if scope.cells and (scope.kind is not ScopeKind.ELEMENT or not scope.items):
        return Listing(_of_cells(scope, known, language), language=language)
    items = (_items(scope, known, language) or scope.items) if not scope.quote else ()
    if items or scope.kind.is_wide:
        members = items or _table(scope) or _of_prose(scope, known, language)
        return Listing(members, _other_texts(scope, is_whole=not items or bool(unwanted)), language=language)
    text = passage(scope)
    members = enumeration(text, [*known, *unwanted], language)
    if scope.quote and not members:
        members = enumeration(text, [(m,) for m in members_of(scope.quote, language)], language)
    if not scope.quote and not members:
        members = _of_text(text, known, language)
    if members and (at := text.find(members[0])) >= 0 and is_denied(text, at, scope.quote, (members[0],)):
        return Listing((), (), scope.quote, language)
    return Listing(members, (text,), scope.quote, language)


def _of_text(text: str, known: Sequence[Names], language: str) -> tuple[str, ...]:
    """The members of a text that is a list as a whole; one that is not split where it is itself a name that is expected."""
    if any(same_item(n, text) for names in known for n in names):
        return (text.strip(),)
    parts = split(text, language, [n for names in known for n in names])
    if len(parts) > 1 and not _all_known(parts, known):
        around = enumeration(text, known, language)
        if known and _all_known(around, known) and len(around) == len(known):
            return around
    return parts


def _all_known(members: Sequence[str], known: Sequence[Names]) -> bool:
    return all(any(same_item(n, m) for names in known for n in names) for m in members)


def _of_cells(scope: Scope, known: Sequence[Names], language: str) -> tuple[str, ...]:
    if scope.kind is ScopeKind.COLUMN:
        whole = tuple(t for t in pieces(scope) if t.strip(" -–—"))
        if _all_known(whole, known):
            return whole
        return tuple(m for text in whole for m in _parted(text, known, language))
    return tuple(m for cell in scope.cells for m in _of_cell(cell, known, language))


def _of_cell(cell: Cell, known: Sequence[Names], language: str) -> tuple[str, ...]:
    if len(cell.items) > 1:
        return tuple(m for item in cell.items for m in _parted(item, known, language))
    return _of_text(cell.text, known, language)


def _parted(text: str, known: Sequence[Names], language: str) -> tuple[str, ...]:
    """The text as one member, or its parts where one of these is expected."""
    parts = split(text, language, [n for names in known for n in names])
    if len(parts) > 1 and not any(same_item(n, text) for names in known for n in names) and any(_all_known((p,), known) for p in parts):
        return parts
    return (text.strip(),) if text.strip() else ()


def _items(scope: Scope, known: Sequence[Names], language: str) -> tuple[str, ...]:
    """The members of the lists among the evidence's blocks. Of nested lists, items that only name a group are no members."""
    doc = scope.document
    chosen = [i for i in scope.blocks if doc.blocks[i].kind is BlockKind.ITEM and not _is_contents(scope, i)]
    levels = [doc.blocks[i].level for i in chosen]
    top = min(levels, default=0)
    parents = {chosen[k] for k in range(len(chosen) - 1) if levels[k + 1] > levels[k]}
    tops = [i for i, level in zip(chosen, levels, strict=True) if level == top]
    readings: list[list[int]] = []
    leaves = [i for i in chosen if i not in parents]
    if parents and (all(i in parents for i in tops) or all(doc.blocks[i].text.rstrip().endswith((":", "：")) for i in parents)):
        readings = [leaves, tops, chosen]
    else:
        readings = [tops, leaves, chosen]
    texts = [tuple(m for i in reading for m in _parted(doc.blocks[i].text, known, language)) for reading in readings]
    for members in texts:
        if known and len(members) == len(known) and _all_known(members, known):
            return members
    return texts[0]


def _is_contents(scope: Scope, index: int) -> bool:
    group = scope.document.blocks[index].group
    return 0 <= group < len(scope.document.lists) and scope.document.lists[group].is_contents


def _table(scope: Scope) -> tuple[str, ...]:
    """The first column of the tables among the evidence's blocks: what their rows are about."""
    doc = scope.document
    groups = dict.fromkeys(doc.blocks[i].group for i in scope.blocks if doc.blocks[i].kind is BlockKind.CELL)
    tables = [doc.tables[g] for g in groups if 0 <= g < len(doc.tables)]
    return tuple(row[0].text for t in tables for row in t.rows[t.header_rows :] if row and row[0].text.strip())


def _of_prose(scope: Scope, known: Sequence[Names], language: str) -> tuple[str, ...]:
    found = [enumeration(text, known, language) for text in _other_texts(scope, is_whole=True)]
    return max(found, key=len, default=())


def _other_texts(scope: Scope, *, is_whole: bool) -> tuple[str, ...]:
    """Paragraphs and cells that may list further things: an enumeration in prose, or a table."""
    kinds = {BlockKind.PARAGRAPH, BlockKind.CELL, BlockKind.ITEM}
    if is_whole:
        kinds |= {BlockKind.ENTRY, BlockKind.VALUE, BlockKind.CAPTION}
    return tuple(scope.document.blocks[i].text for i in scope.blocks if scope.document.blocks[i].kind in kinds)
