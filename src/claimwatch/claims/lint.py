"""What is weak in a claims file that has no mistakes: what could never be noticed, compared or found again. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

from claimwatch.claims.citation import Citation
from claimwatch.claims.compose import compose
from claimwatch.claims.marks import Path
from claimwatch.claims.mistakes import Mistake, problems
from claimwatch.claims.model import Basis, Cell, Claim, ClaimsFile, Conditions
from claimwatch.errors import Problem
from claimwatch.text.tokens import keys

_PERFORMANCE = re.compile(
    r"\b(?:speed|speeds|speedup|faster|slower|throughput|latency|latencies|cost|costs|cheaper|tokens?/s|tok/s|tps|qps|req/s|requests/s|ttft|tpot)\b"
    r"|(?<![\w.])\d+(?:\.\d+)?\s?(?:×|x\b)(?!\s?[A-Z\d])|\bper second\b",
    re.IGNORECASE,
)
_LITTLE_WORDS = frozenset("a an and are as at be by for from has in is it no not of on or that the this to with yes".split())


def lint(file: ClaimsFile) -> tuple[Problem, ...]:
    """The weaknesses, each with its line and column, in the order of the file. The file is one that `load` or `parse` gave."""
    found: list[Mistake] = []
    for rule in _RULES:
        found.extend(rule(file))
    if not found:
        return ()
    return problems(found, compose(file.text or "{}", with_marks=True), is_lint=True)


def _unused_sources(file: ClaimsFile) -> Iterator[Mistake]:
    used = {s for claim in file.claims.values() for s in (*(c.source for c in claim.citations), *claim.watch)}
    for name in file.sources:
        if name not in used:
            yield Mistake(("sources", name), "no claim cites this source", "cite it or take it out", is_key=True)


def _unused_claims(file: ClaimsFile) -> Iterator[Mistake]:
    used = {c for place in file.places() for c in place.claims} | {g for claim in file.claims.values() for g in claim.rests_on}
    for name in file.claims:
        if name not in used:
            message = "no row, statement or other claim rests on this claim"
            yield Mistake(("claims", name), message, "name it in a cell, or take it out", is_key=True)


def _unused_subjects(file: ClaimsFile) -> Iterator[Mistake]:
    used = {s for claim in file.claims.values() for s in claim.subject}
    for comparison in file.comparisons.values():
        used |= {*comparison.columns, *(r.subject for r in comparison.rows.values() if r.subject)}
    for name in file.subjects:
        if name not in used:
            yield Mistake(("subjects", name), "nothing is said of this subject", is_key=True)


def _cells(file: ClaimsFile) -> Iterator[Mistake]:
    for name, comparison in file.comparisons.items():
        for key, row in comparison.rows.items():
            path: Path = ("comparisons", name, "rows", key)
            if not row.cells:
                yield Mistake(path, "the row has no cells", is_key=True)
            for column, cell in row.cells.items():
                yield from _cell(cell, (*path, "cells", column), "cell")
        for key, cell in comparison.statements.items():
            yield from _cell(cell, ("comparisons", name, "statements", key), "statement")


def _cell(cell: Cell, path: Path, noun: str) -> Iterator[Mistake]:
    if not cell.claims:
        yield Mistake(path, f"the {noun} has no claim: nobody would notice when it is no longer true", "name its claims", is_key=True)
    elif noun == "cell" and cell.text is None and len(cell.claims) > 1:
        yield Mistake(path, "the cell has several claims and no text of its own", "give it a text", is_key=True)


def _claims(file: ClaimsFile) -> Iterator[Mistake]:
    for name, claim in file.claims.items():
        path: Path = ("claims", name)
        yield from _ground(claim, path)
        yield from _dates(claim, path)
        if claim.todo:
            yield Mistake((*path, "todo"), f"to do: {claim.todo}")
        if _is_performance(claim):
            yield from _conditions(claim, path)
        for i, citation in enumerate(claim.citations):
            yield from _citation(claim, citation, _citation_path(file, name, i))


def _ground(claim: Claim, path: Path) -> Iterator[Mistake]:
    if claim.is_own:
        if claim.citations:
            yield Mistake((*path, "cite"), "a claim of our own has no source, and this one cites one", "give it another basis", is_key=True)
    elif not claim.citations and not claim.rests_on:
        yield Mistake(path, "the claim has no citation: nothing could refute it", "cite a source, or say what it rests on", is_key=True)
    elif claim.basis is Basis.EDITORIAL and not claim.rests_on:
        yield Mistake(path, "a judgement of ours rests on other claims, and this one names none", "add rests_on", is_key=True)


def _dates(claim: Claim, path: Path) -> Iterator[Mistake]:
    if claim.verified is None and (claim.citations or claim.is_own):
        yield Mistake(path, "it is not said when a person last looked", "add verified: and the day", is_key=True)
    if claim.is_own and claim.recheck is None:
        yield Mistake(path, "a claim of our own that nobody looks at again never ages", "add recheck: 90d", is_key=True)
    if claim.recheck is not None and not claim.is_own:
        yield Mistake((*path, "recheck"), "recheck is for claims of our own: this one is read again with its sources", is_key=True)


def _is_performance(claim: Claim) -> bool:
    return claim.basis is Basis.VENDOR_REPORTED or bool(_PERFORMANCE.search(claim.says))


def _conditions(claim: Claim, path: Path) -> Iterator[Mistake]:
    said = claim.conditions or Conditions()
    missing = [key for key in Conditions.model_fields if not getattr(said, key)]
    if missing:
        at, hint = ((*path, "conditions"), "say each, also that it is not published") if claim.conditions else (path, "add conditions:")
        yield Mistake(at, f"a performance claim says its conditions: {', '.join(missing)} missing", hint, is_key=True)


def _citation(claim: Claim, citation: Citation, path: Path) -> Iterator[Mistake]:
    kind = citation.judge_by.kind if citation.judge_by else None
    if kind is None and (citation.select is None or citation.select.kind != "quote"):
        yield Mistake(path, "neither a quote nor an expectation: any change of this place counts", "add expect")
    if kind == "absent" and not claim.watch:
        yield Mistake((*path, "expect"), "what is missing here may be told elsewhere first", "name other pages of theirs under watch")
    if citation.select and citation.select.kind == "quote" and not _has_meaning(_quoted(citation)):
        yield Mistake((*path, "quote"), "the quote is too short to mean anything by itself", "quote the whole sentence")
    if citation.judge_by and kind in ("mentions", "absent"):
        for phrase in _phrases(citation.judge_by.value):
            if len(phrase.strip()) < 2 and phrase.isascii():
                yield Mistake((*path, "expect", kind), f"{phrase!r} is too short to mean anything", "give a longer phrase")


def _quoted(citation: Citation) -> str:
    if citation.select is None or citation.select.kind != "quote":
        return ""
    value = citation.select.value
    return str(" ".join(str(v) for v in value.values()) if isinstance(value, dict) else value)


def _has_meaning(quote: str) -> bool:
    """Two words, of which one says something, or one sign of a language without spaces."""
    words = keys(quote)
    return len(words) > 1 and any(w not in _LITTLE_WORDS and (len(w) > 2 or not w.isascii()) for w in words)


def _phrases(value: Any) -> Iterator[str]:
    for phrase in value if isinstance(value, list) else [value]:
        yield from (str(p) for p in phrase.get("together", ())) if isinstance(phrase, dict) else [str(phrase)]


def _citation_path(file: ClaimsFile, claim: str, index: int) -> Path:
    cite = file.data["claims"][claim]["cite"]
    if isinstance(cite, list):
        return ("claims", claim, "cite", index)
    return ("claims", claim, "cite", "any", index) if "any" in cite else ("claims", claim, "cite")


def _own_pages(file: ClaimsFile) -> Iterator[Mistake]:
    pages = {c.url.partition("#")[0].rstrip("/") for c in file.comparisons.values() if c.url}
    for name, source in file.sources.items():
        if source.url.partition("#")[0].rstrip("/") in pages:
            message = "this is a page that publishes the claims: it can never refute them"
            yield Mistake(("sources", name, "url"), message, "cite what others say")


def _intervals(file: ClaimsFile) -> Iterator[Mistake]:
    for name, source in file.sources.items():
        every = file.every_of(name)
        if (source.every or source.max_age) and isinstance(every, timedelta) and every > file.max_age_of(name):
            at: Path = ("sources", name, "every" if source.every else "max_age")
            yield Mistake(at, "it is read less often than max_age allows: its claims go stale between two readings")
    if isinstance(file.defaults.every, timedelta) and file.defaults.every > file.defaults.max_age:
        yield Mistake(("defaults", "every"), "sources are read less often than max_age allows: claims go stale between two readings")


def _targets(file: ClaimsFile) -> Iterator[Mistake]:
    owners = {claim.owner for claim in file.claims.values()}
    for name, target in file.notify.items():
        for owner in target.only.owners:
            if owner not in owners:
                yield Mistake(("notify", name, "only", "owners"), f"no claim has the owner {owner!r}")
        if target.webhook and not target.secret:
            message = "the webhook has no secret: its receiver cannot tell who sent it"
            yield Mistake(("notify", name), message, "add secret: ${CLAIMWATCH_SECRET_…}", is_key=True)
        if target.secret and not target.webhook:
            yield Mistake(("notify", name, "secret"), "only a webhook is signed with a secret", is_key=True)


_RULES: tuple[Callable[[ClaimsFile], Iterator[Mistake]], ...] = (
    _unused_subjects, _unused_sources, _unused_claims, _cells, _claims, _own_pages, _intervals, _targets,
)  # fmt: skip
