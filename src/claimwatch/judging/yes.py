"""`boolean`: the evidence says yes, or no."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from claimwatch.finding.evidence import Found, Scope, ScopeKind
from claimwatch.judging.evidence import any_of, language_of, missing, name_of, passage, refuted, says_nothing, short, supported
from claimwatch.judging.registry import registry
from claimwatch.judging.values import text_of
from claimwatch.judging.verdict import Context, Judgement
from claimwatch.reading.document import Cell
from claimwatch.text.ticks import Answer, answer, is_blank, mark_answer
from claimwatch.text.typography import fold


@registry.register("boolean")
@dataclass(frozen=True)
class Boolean:
    """The evidence says yes (`true`) or no (`false`), by glyph, picture, label or word."""

    expected: bool
    kind: ClassVar[str] = "boolean"
    EXAMPLES: ClassVar[tuple[object, ...]] = ("true", "false")

    @classmethod
    def parse(cls, value: object) -> Boolean:
        """From `true` or `false`. Raises ValueError for anything else ("yes" and "no" are words, not booleans, in YAML 1.2)."""
        text = text_of(value, "boolean").casefold()
        if text not in ("true", "false"):
            raise ValueError(f"boolean takes true or false, not {text!r}")
        return cls(text == "true")

    def judge(self, evidence: Found, context: Context) -> Judgement:
        """Judges each match; one that holds is enough."""
        return any_of(evidence, lambda scope: self._judge(scope, context))

    def _judge(self, scope: Scope, context: Context) -> Judgement:
        said = _answer(scope, context)
        if said is None and _is_empty(scope):
            return self._blank(scope, context)
        if said is None:
            return refuted(scope, context, short(_words(scope)))
        return self._of(said, scope, context)

    def _of(self, said: Answer, scope: Scope, context: Context) -> Judgement:
        if (said == "yes") is self.expected:
            return supported(scope, context, said)
        return refuted(scope, context, said, f"{name_of(scope, context)} now says {said}")

    def _blank(self, scope: Scope, context: Context) -> Judgement:
        """A blank among ticks means no; elsewhere it says nothing. The source may settle it."""
        means = context.blank_means or ("no" if _among_ticks(scope, language_of(scope, context)) else "missing")
        return self._of("no", scope, context) if means == "no" else missing(scope, context)


def _answer(scope: Scope, context: Context) -> Answer | None:
    language = language_of(scope, context)
    if isinstance(scope.value, bool):
        return "yes" if scope.value else "no"
    if scope.cells:
        said = {cell_answer(cell, language) for cell in scope.cells if not (is_blank(cell.text) and not cell.marks)}
        return said.pop() if len(said) == 1 else None
    return answer(scope.text, language) or (answer(passage(scope), language) if scope.quote else None)


def cell_answer(cell: Cell, language: str) -> Answer | None:
    """What a cell says: its text, and where that says neither yes nor no, its pictures and labels."""
    return answer(cell.text, language) or mark_answer(((m.source, m.text) for m in cell.marks), language)


def _is_empty(scope: Scope) -> bool:
    """Is there neither a text nor a picture with a label? One whose meaning is not known ("🟡", a logo) is no blank."""
    labels = (m.text for cell in scope.cells for m in cell.marks if m.source in ("alt", "title", "aria-label"))
    return says_nothing(scope) and not any(label.strip() for label in labels)


def _words(scope: Scope) -> str:
    """What stands there instead of a yes or a no: the text, else what its picture is called."""
    if scope.cells and not scope.text.strip():
        return next((m.text for cell in scope.cells for m in cell.marks if m.text.strip()), "")
    if scope.kind is ScopeKind.CELL and scope.cells:
        return scope.cells[0].text
    return scope.text


def _among_ticks(scope: Scope, language: str) -> bool:
    """Do the other cells of the column say yes or no, most of them that are not blank? If all are blank, those like it."""
    filled = _filled(scope.neighbours) or _filled(_like_columns(scope))
    ticks = [c for c in filled if cell_answer(c, language) is not None]
    return bool(ticks) and 2 * len(ticks) >= len(filled)


def _filled(cells: Iterable[Cell]) -> list[Cell]:
    return [cell for cell in cells if not is_blank(cell.text) or cell.marks]


def _like_columns(scope: Scope) -> list[Cell]:
    """The cells of the columns with the same header in the other tables of the page."""
    mine = scope.cells[0] if len(scope.cells) == 1 else None
    headers: set[str] = set()
    others: list[tuple[str, Cell]] = []
    for table in scope.document.tables:
        body = table.rows[table.header_rows :]
        for column in range(table.width if table.header_rows else 0):
            header = fold(table.rows[table.header_rows - 1][column].text)
            if any(row[column] is mine for row in body):
                headers.add(header)
            others.extend((header, row[column]) for row in body)
    return [cell for header, cell in others if header in headers]
