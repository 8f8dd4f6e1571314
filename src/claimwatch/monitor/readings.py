"""Bytes become judgements: the pure middle of a pass, which may run beside the fetching."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from claimwatch.fetching.outcome import Trouble
from claimwatch.history.records import CitationState
from claimwatch.judging.assess import JUDGE_VERSION
from claimwatch.monitor.citations import Cited

New = tuple[tuple[Cited, "str | None"], ...]
"""Citations to be judged, each with its baseline."""


@dataclass(frozen=True, slots=True)
class Page:
    """The bytes of one source, under their digest. `name` is its address: the path's ending may choose the reader."""

    source: str
    digest: str
    body: bytes
    media_type: str
    charset: str
    name: str


@dataclass(frozen=True, slots=True)
class NotRead:
    """The bytes are no document, or one that says nothing: why."""

    trouble: Trouble
    reason: str


def unjudged(cited: Iterable[Cited], edition: str, states: Mapping[tuple[str, int], CitationState]) -> New:
    """The citations of a source (each with its baseline) that were not judged on that edition as they are now."""
    found = []
    for one in cited:
        state = states.get((one.claim, one.index))
        baseline = one.baseline_in(state)
        if state is None or state.key != one.key(edition, baseline, JUDGE_VERSION):
            found.append((one, baseline))
    return tuple(found)


def judge_safely(page: Page, wanted: New) -> tuple[CitationState, ...] | NotRead:
    """The same as `judge_page`; a fault of this program on one page is told of its source, and the rest of the pass goes on."""
    try:
        return judge_page(page, wanted)
    except Exception as error:  # noqa: BLE001 - around one job: one page must not end the pass for all others
        return NotRead(Trouble.UNREADABLE, f"claimwatch failed on this page, please report it: {type(error).__name__}: {error}")


def judge_page(page: Page, wanted: New) -> tuple[CitationState, ...] | NotRead:
    """Reads the page once and judges the citations on it."""
    from claimwatch.judging.assess import baseline_of, judge
    from claimwatch.reading.document import Unreadable
    from claimwatch.reading.read import read

    document = read(page.body, page.media_type, page.charset, name=page.name)
    if isinstance(document, Unreadable):
        return NotRead(Trouble.UNREADABLE, document.reason)
    if not document.text.strip() and document.data is None:
        return NotRead(Trouble.EMPTY, "there is no text on the page")
    states = []
    for cited, kept in wanted:
        judgement = judge(document, cited.citation, cited.given(kept))
        baseline = kept
        if baseline is None and cited.needs_baseline:
            baseline = baseline_of(document, cited.citation)
        key = cited.key(page.digest, baseline, JUDGE_VERSION)
        states.append(CitationState(cited.claim, cited.index, page.source, key, judgement, page.digest, baseline))
    return tuple(states)
