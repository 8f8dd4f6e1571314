"""`claimwatch show`: one claim, its evidence in context, what was expected and found."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import Annotated

import typer

from claimwatch.cli.options import Claims, Database, Now, Verbose

_RUNS = 8  # how much of the history is shown


def show(
    claim: Annotated[str, typer.Argument(metavar="CLAIM", help="The id of the claim.", show_default=False)],
    now: Now = None,
    claims: Claims = None,
    database: Database = None,
    verbose: Verbose = False,  # noqa: ARG001 - the option's callback remembers it
) -> None:
    """Prints one claim: what the page says, the passage it was read from, what was expected and found, since when, and its last verdicts.

    Example: claimwatch show vllm.model-architectures
    """
    from claimwatch.cli.formats.one_claim import Shown, claim_as_text
    from claimwatch.cli.place import find_place
    from claimwatch.cli.terminal import paint_for, write
    from claimwatch.history.queries import runs
    from claimwatch.monitor.evidence import in_context
    from claimwatch.monitor.opening import opened_to_read
    from claimwatch.monitor.selection import require_known
    from claimwatch.monitor.status import standing_report

    place = find_place(claims, database)
    with opened_to_read(place.claims, place.database) as (file, store):
        require_known("claim", claim, file.claims)
        standing = store.standing()
        states = [standing.citations.get((claim, i)) for i in range(len(file.claims[claim].all_citations))]
        evidence = tuple(in_context(store, state, file.sources[state.source].url) if state else None for state in states)
        report = standing_report(file, standing, (claim,), now or datetime.now(UTC))
        found = Shown(file.claims[claim], report, evidence, tuple(runs(store, claim=claim, limit=_RUNS)))
    write(claim_as_text(found, paint_for(sys.stdout)))
