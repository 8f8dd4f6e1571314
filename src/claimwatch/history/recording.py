"""What one check changes, inside the caller's transaction. Runs that were seen again move their end; only what is new adds rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.engine.interfaces import DBAPICursor

from claimwatch.history.editions import compress, digest
from claimwatch.history.mapping import citation_values, claim_values, kept, row_values, source_values, unlisted
from claimwatch.history.records import CitationState, ClaimState, Edition, RowState, SourceRecord, SourceState
from claimwatch.history.statements import Prepared, Statements, Values

_BAD = frozenset({"refuted", "missing"})


@dataclass(frozen=True, slots=True)
class Recorder:
    """Writes into one open transaction."""

    cursor: DBAPICursor
    sql: Statements

    def record(self, check: SourceRecord) -> None:
        """Everything that one source's check changes."""
        if check.edition:
            self.record_edition(check.edition)
        self.record_fetch(check.state, check.at)
        self.record_citations(check.citations)
        self.record_claims(check.claims, check.at)
        self.record_rows(check.rows, check.at)
        if check.state.outcome != "unreachable":
            self.sql.standing_again.run(self.cursor, {"of_source": check.state.source, "at": check.at})

    def record_edition(self, edition: Edition) -> None:
        """Keeps a body once. Raises ValueError when it is not what its digest says."""
        if digest(edition.body) != edition.digest:
            raise ValueError(f"the body's digest is not {edition.digest}")
        values = {
            "digest": edition.digest,
            "media_type": kept(edition.media_type),
            "charset": kept(edition.charset),
            "size": len(edition.body),
            "body": compress(edition.body),
            "first_seen_at": edition.first_seen_at,
        }
        self.sql.add_edition.run(self.cursor, values)

    def record_fetch(self, state: SourceState, at: datetime) -> None:
        """The source as it stands, and its run: one edition read, or one way to fail."""
        values = source_values(state)
        before = self.sql.source_before.first(self.cursor, {"source": state.source})
        if before is not None and _fetch_key(before) == _fetch_key(values):
            values["run"] = before["run"]
            again = {"run": before["run"], "at": at, "now_status": state.status, "now_reason": values["reason"]}
            self.sql.fetch_again.run(self.cursor, again)
        else:
            is_read = state.outcome != "unreachable"
            run = {name: values[name] for name in ("source", "status", "trouble", "reason")}
            run |= {"outcome": "read" if is_read else "unreachable", "edition": state.edition if is_read else None}
            values["run"] = self._add(self.sql.add_fetch_run, run, at)
        self.sql.put_source.run(self.cursor, values)

    def record_citations(self, states: Iterable[CitationState]) -> None:
        """The citations as they were judged."""
        self.sql.put_citation.run_each(self.cursor, [citation_values(state) for state in states])

    def forget_citations(self, keys: Iterable[tuple[str, int]]) -> None:
        """Drops what is known of citations (claim, index)."""
        self.sql.forget_citation.run_each(self.cursor, [{"claim": claim, "index": index} for claim, index in keys])

    def record_claims(self, states: Iterable[ClaimState], at: datetime) -> None:
        """The claims as they stand, their verdict runs, and what turned."""
        seen_again, changed, turned = [], [], []
        for state in states:
            values = claim_values(state)
            before = self.sql.claim_before.first(self.cursor, {"claim": state.claim})
            is_unreachable = values["verdict"] == "unreachable"
            values["stands_observed"] = (before["stands_observed"] if before else None) if is_unreachable else values["observed"]
            if before is not None and _verdict_key(before) == _verdict_key(values):
                values["run"] = before["run"]
                seen_again.append({"run": before["run"], "at": at})
            else:
                values["run"] = self._add(self.sql.add_verdict_run, self._verdict_run(values), at)
            if _has_claim_turned(before, values, at):
                turned.append(_claim_turn(before, values, at))
            if before != values:
                changed.append(values)
        self.sql.verdict_again.run_each(self.cursor, seen_again)
        self.sql.put_claim.run_each(self.cursor, changed)
        self.sql.add_turn.run_each(self.cursor, turned)

    def record_rows(self, states: Iterable[RowState], at: datetime) -> None:
        """The rows and statements as they stand, their runs, and what turned."""
        seen_again, changed, turned = [], [], []
        for values in map(row_values, states):
            before = self.sql.row_before.first(self.cursor, values)
            if before is not None and (before["state"], before["because"]) == (values["state"], values["because"]):
                values["run"] = before["run"]
                seen_again.append({"run": before["run"], "at": at})
            else:
                run = {name: values[name] for name in ("comparison", "kind", "name", "state", "because")}
                values["run"] = self._add(self.sql.add_row_run, run, at)
            if _has_row_turned(before, values):
                turned.append(_row_turn(before, values, at))
            if before != values:
                changed.append(values)
        self.sql.row_again.run_each(self.cursor, seen_again)
        self.sql.put_row.run_each(self.cursor, changed)
        self.sql.add_turn.run_each(self.cursor, turned)

    def _add(self, insert: Prepared, run: Values, at: datetime) -> int:
        added = insert.first(self.cursor, run | {"first_at": at, "last_at": at})
        if added is None:
            raise TypeError("the insert gave no id")
        return int(added["id"])

    def _verdict_run(self, claim: Values) -> Values:
        run = {name: claim[name] for name in ("claim", "verdict", "observed", "reason", "excerpt", "source", "drift")}
        if claim["verdict"] == "unreachable":
            return run | {"observed": None, "edition": None}
        source = self.sql.edition_of.first(self.cursor, {"source": claim["source"]}) if claim["source"] else None
        return run | {"edition": source["edition"] if source else None}


def _fetch_key(source: Values) -> tuple[object, ...]:
    # 200 and 304 of one edition are one run; so are tries that fail alike, whatever each one's reason says besides ("try again in 17 s").
    if source["outcome"] == "unreachable":
        return ("unreachable", source["trouble"], source["status"])
    return ("read", source["edition"])


def _verdict_key(claim: Values) -> tuple[object, ...]:
    return ("unreachable",) if claim["verdict"] == "unreachable" else (claim["verdict"], claim["observed"])


def _has_claim_turned(before: Values | None, after: Values, at: datetime) -> bool:
    """Another standing verdict is a turn, and so is another value of one that speaks against the claim.

    What could not be read turns nothing. A count that moved on beyond a bound it broke keeps its `since`, by which it is told.
    """
    if after["stands"] is None:
        return False
    if before is None or before["stands"] != after["stands"]:
        return True
    if after["stands"] not in _BAD or before["stands_observed"] == after["stands_observed"]:
        return False
    return bool(after["since"] != before["since"] or after["since"] == at)


def _claim_turn(before: Values | None, after: Values, at: datetime) -> Values:
    return {
        "kind": "claim",
        "comparison": None,
        "name": after["claim"],
        "before": before["stands"] if before else None,
        "after": after["stands"],
        "observed_before": before["stands_observed"] if before else None,
        "observed_after": after["stands_observed"],
        "reason": after["reason"],
        "at": at,
    }


def _has_row_turned(before: Values | None, after: Values) -> bool:
    # A row that was never recorded is as unverified as one whose claims were never judged.
    return bool((before["state"] if before else "unverified") != after["state"])


def _row_turn(before: Values | None, after: Values, at: datetime) -> Values:
    return {
        "kind": after["kind"],
        "comparison": after["comparison"],
        "name": after["name"],
        "before": before["state"] if before else None,
        "after": after["state"],
        "observed_before": None,
        "observed_after": None,
        "reason": ", ".join(unlisted(after["because"])),
        "at": at,
    }
