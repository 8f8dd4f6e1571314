"""The evidence of a citation as it stands in its page: the passage with what is before and after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimwatch.history.records import CitationState

if TYPE_CHECKING:
    from claimwatch.history.store import Store

_AROUND = 240  # letters before and after


@dataclass(frozen=True, slots=True)
class InContext:
    """A passage, what stands before and after it, and the headings above it, outermost first."""

    before: str
    passage: str
    after: str
    headings: tuple[str, ...]


def in_context(store: Store, state: CitationState, name: str) -> InContext | None:
    """The passage that decided a citation, in its stored edition (alone where that cannot be read); None where there is no passage."""
    from claimwatch.reading.document import Unreadable
    from claimwatch.reading.read import read

    judgement = state.judgement
    if judgement.excerpt is None:
        return None
    alone = InContext("", judgement.excerpt, "", judgement.headings)
    edition = store.edition(state.edition)
    if edition is None or judgement.start is None:
        return alone
    document = read(edition.body, edition.media_type, edition.charset, name=name)
    if isinstance(document, Unreadable):
        return alone
    start = document.text.find(judgement.excerpt, max(0, judgement.start - len(judgement.excerpt)))
    if start < 0:
        return alone
    end = start + len(judgement.excerpt)
    return InContext(_tail(document.text[:start]), judgement.excerpt, _head(document.text[end:]), judgement.headings)


def _tail(text: str) -> str:
    """The end of a text, from the begin of a word."""
    return text if len(text) <= _AROUND else "…" + text[-_AROUND:].partition(" ")[2]


def _head(text: str) -> str:
    """The begin of a text, to the end of a word."""
    return text if len(text) <= _AROUND else text[:_AROUND].rpartition(" ")[0] + "…"
