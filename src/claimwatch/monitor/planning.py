"""What a pass does with each source: fetch it, take a file in its place, judge what is new on the stored edition, or nothing. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from claimwatch.fetching.outcome import Fetched, Outcome, Request, Trouble, Unreachable
from claimwatch.history.records import SourceState
from claimwatch.monitor.citations import Cited
from claimwatch.monitor.due import is_due
from claimwatch.monitor.ledger import Ledger
from claimwatch.monitor.readings import New, unjudged
from claimwatch.monitor.requests import request_for


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a pass is asked for: the ids named, or everything; all of it or what is due. `stand_ins` are local files in place of sources."""

    ids: tuple[str, ...] = ()
    is_all: bool = False
    stand_ins: Mapping[str, Fetched] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan:
    """The requests; what is known without one; and the sources that are not fetched, with what is new of their claims."""

    requests: tuple[Request, ...] = ()
    given: Mapping[str, Outcome] = field(default_factory=dict)
    stored: tuple[tuple[SourceState, New], ...] = ()


def plan(
    ledger: Ledger, cited: Mapping[str, tuple[Cited, ...]], sources: Iterable[str], wanted: Wanted, secrets: Mapping[str, str]
) -> Plan:
    """The plan for these sources, in the order of their ids."""
    file, zone = ledger.file, ZoneInfo(ledger.file.defaults.timezone)
    requests: list[Request] = []
    given: dict[str, Outcome] = {}
    stored: list[tuple[SourceState, New]] = []
    for source in sorted(sources):
        state = ledger.sources.get(source)
        every, url = file.every_of(source), file.sources[source].url
        is_wanted = wanted.is_all or bool(wanted.ids)
        if not is_wanted and not wanted.stand_ins:
            is_wanted = state is None or state.url != url or is_due(every, state.checked_at, ledger.now, zone)
        # The stored facts are those that were asked for: a new one is in no stored edition.
        is_repository = file.sources[source].is_repository
        new = new_of(source, state, cited, ledger) if is_repository or not is_wanted else ()
        if source in wanted.stand_ins:
            given[source] = wanted.stand_ins[source]
        elif is_wanted or (new and is_repository):
            validators = None if new and is_repository else state
            try:
                requests.append(request_for(file, source, cited.get(source, ()), validators, secrets))
            except KeyError as error:
                given[source] = _lacks(source, str(error.args[0]))
        elif new and state:
            stored.append((state, _without_waiting(new, state, ledger)))
    return Plan(tuple(requests), given, tuple(stored))


def new_of(source: str, state: SourceState | None, cited: Mapping[str, tuple[Cited, ...]], ledger: Ledger) -> New:
    """The citations of a source that were not judged on its edition as they are now, each with its baseline."""
    return unjudged(cited.get(source, ()), state.edition, ledger.citations) if state and state.edition else ()


def _without_waiting(new: New, state: SourceState, ledger: Ledger) -> New:
    """Without those whose last reading was not confirmed: the page is to say it once more, and the stored edition is no second reading."""
    olds = [(one, ledger.citations.get((one[0].claim, one[0].index))) for one in new]
    return tuple(one for one, old in olds if old is None or old.source != state.source or old.edition == state.edition)


def _lacks(source: str, name: str) -> Unreachable:
    return Unreachable(Trouble.NOT_ALLOWED, f"{name} is not set, and a header of {source} needs it: set it in the environment or in .env")
