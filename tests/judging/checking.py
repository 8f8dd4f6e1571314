"""Pages read, found and judged by the real parts."""

from __future__ import annotations

from typing import Any

from claimwatch.claims.citation import Cite
from claimwatch.judging.assess import baseline_of, judge
from claimwatch.judging.verdict import Context, Judgement
from claimwatch.reading.document import Document
from claimwatch.reading.registry import registry


def read(text: str, kind: str = "html") -> Document:
    document = registry.get(kind)().read(text.encode(), "utf-8")
    assert isinstance(document, Document)
    return document


def check(page: str, cite: dict[str, Any], *, kind: str = "html", was: str | None = None, **context: Any) -> Judgement:
    """The judgement of a citation on a page; `was` is the edition in which the evidence was first found, `context` what else is known."""
    citation = Cite.read({"source": "page", **cite}).citations[0]
    baseline = baseline_of(read(was, kind), citation) if was is not None else None
    return judge(read(page, kind), citation, Context(source="the page", baseline=baseline, **context))


def quoted(quote: str, expect: dict[str, Any], now: str, **context: Any) -> Judgement:
    """The judgement on a quoted passage that now reads so."""
    page = f"<main><h1>Engine</h1><p>Read the guide first.</p><p>{now}</p><p>Everybody is welcome.</p></main>"
    return check(page, {"quote": quote, "expect": expect}, **context)


def cell(text: str, expect: dict[str, Any], others: tuple[str, ...] = (), **context: Any) -> Judgement:
    """The judgement on a cell with that content in a column with these other cells."""
    rows = "".join(f"<tr><td>other {i}</td><td>{c}</td></tr>" for i, c in enumerate(others))
    page = f"<main><table><tr><th>Feature</th><th>Engine</th></tr><tr><td>this</td><td>{text}</td></tr>{rows}</table></main>"
    return check(page, {"table": {"row": "this", "column": "Engine"}, "expect": expect}, **context)
