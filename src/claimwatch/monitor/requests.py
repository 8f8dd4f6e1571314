"""What is asked of the network: one request a source, for all its claims."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date

from claimwatch.claims.model import ClaimsFile
from claimwatch.fetching.outcome import Fact, Request
from claimwatch.history.records import SourceState
from claimwatch.monitor.citations import Cited

_NAMED = re.compile(r"\$\{(CLAIMWATCH_SECRET_[A-Z0-9_]+)\}")


def request_for(file: ClaimsFile, source_id: str, cited: Iterable[Cited], state: SourceState | None, secrets: Mapping[str, str]) -> Request:
    """The request for a source, conditional on the stored edition of `state` where that is of the same address; unconditional without one.

    KeyError when a header names a secret that is not set.
    """
    source = file.sources[source_id]
    keeps = state is not None and state.edition is not None and state.url == source.url
    return Request(
        source_id,
        source.url,
        etag=state.etag if keeps and state else None,
        last_modified=state.last_modified if keeps and state else None,
        headers={name: _NAMED.sub(lambda m: secrets[m[1]], value) for name, value in source.headers.items()},
        facts=facts_of(cited) if source.is_repository else (),
    )


def facts_of(cited: Iterable[Cited]) -> tuple[Fact, ...]:
    """The facts that citations of a repository name, each once."""
    found = dict.fromkeys(_fact(one.citation.select.value) for one in cited if one.citation.select and one.citation.select.kind == "fact")
    return tuple(found)


def _fact(written: object) -> Fact:
    if isinstance(written, Mapping):
        name, more = next(iter(written.items()))
        return Fact(str(name), date.fromisoformat(more["until"]) if isinstance(more, Mapping) and "until" in more else None)
    return Fact(str(written))
