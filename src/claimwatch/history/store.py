"""The store: what is known, what was recorded, and every page once. One transaction for each source's check."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Self

import sqlalchemy as sa

from claimwatch.errors import StoreError
from claimwatch.history import mapping, opening
from claimwatch.history import tables as t
from claimwatch.history.editions import compress, decompress, digest
from claimwatch.history.recording import Recorder
from claimwatch.history.records import CitationState, ClaimState, Edition, RowState, SourceRecord, Standing
from claimwatch.history.statements import Statements


class Store:
    """An open store. Every method may raise StoreError, whose hint says what to do. Use it as a context manager, or close it."""

    def __init__(self, engine: sa.Engine, place: Path | sa.URL) -> None:
        self._engine, self._place = engine, place
        self._statements: Statements | None = None

    @classmethod
    def open(cls, name: str | Path, *, create: bool) -> Self:
        """Opens the store of that path or URL.

        With `create` it is for writing: one that is not there is made, and one that may only be read is refused. Without, it is for
        reading, which also works on a file that may only be read. A damaged, foreign, older or newer store is refused and left as it is.
        """
        place = opening.locate(name)
        if opening.is_absent(place):
            if not create:
                raise opening.absent(place)
            cls._make(name)
        with opening.translated(place):
            engine = opening.connect(place, writes=create)
            try:
                cls._require_good(engine, place, create=create)
            except BaseException:
                engine.dispose()
                raise
        return cls(engine, place)

    def standing(self) -> Standing:
        """Everything as it stands now, in one consistent reading."""
        with self.reading() as connection:
            sources = map(mapping.source_state, connection.execute(_SOURCES))
            citations = map(mapping.citation_state, connection.execute(_CITATIONS))
            claims = map(mapping.claim_state, connection.execute(_CLAIMS))
            rows = map(mapping.row_state, connection.execute(_ROWS))
            return Standing(
                sources={state.source: state for state in sources},
                citations={(state.claim, state.index): state for state in citations},
                claims={state.claim: state for state in claims},
                rows={(state.comparison, state.row, state.is_statement): state for state in rows},
            )

    def record(self, check: SourceRecord) -> None:
        """Writes all that one source's check changes, or nothing of it.

        Of claims that are not given but cite the source, a check that read it moves on the end of their runs: what stood, stands.
        """
        with self._transaction() as recorder:
            recorder.record(check)

    def record_claims(
        self, at: datetime, claims: Sequence[ClaimState], rows: Sequence[RowState] = (), citations: Sequence[CitationState] = ()
    ) -> None:
        """Writes claims and rows that turned by no source of their own: by their grounds, or by a claims file that was edited.

        `citations` are those that were judged anew on an edition that is stored already.
        """
        with self._transaction() as recorder:
            recorder.record_citations(citations)
            recorder.record_claims(claims, at)
            recorder.record_rows(rows, at)

    def record_rows(self, at: datetime, rows: Sequence[RowState]) -> None:
        """Writes rows that turned by age."""
        self.record_claims(at, (), rows)

    def forget_citations(self, keys: Sequence[tuple[str, int]]) -> None:
        """Drops the states of citations (claim, index) that the claims file no longer has. History stays."""
        if keys:
            with self._transaction() as recorder:
                recorder.forget_citations(keys)

    def edition(self, of_digest: str) -> Edition | None:
        """The stored bytes of that digest, proved by it; None where there are none."""
        with self.reading() as connection:
            row = connection.execute(_EDITION, {"digest": of_digest}).first()
        if row is None:
            return None
        body = decompress(row.body, row.size)
        if digest(body) != of_digest:
            raise StoreError(f"the stored edition {of_digest} is damaged: its bytes are others", hint="restore the store from a copy")
        return Edition(of_digest, body, row.media_type, row.charset, row.first_seen_at)

    def keep_claims_file(self, of_digest: str, data: Any, at: datetime, *, program: str = "") -> None:
        """Keeps what was read from a claims file (plain data, as JSON has it), and which program read it."""
        body = json.dumps(data, separators=(",", ":")).encode()
        values = {"digest": of_digest, "program": program, "size": len(body), "data": compress(body), "first_seen_at": at}
        with self._transaction() as recorder:
            recorder.sql.put_claims_file.run(recorder.cursor, values)

    def claims_file(self, of_digest: str, *, program: str = "") -> Any | None:
        """The plain data that this program kept for a claims file of that digest, or None."""
        with self.reading() as connection:
            row = connection.execute(_CLAIMS_FILE, {"digest": of_digest, "program": program}).first()
        return None if row is None else json.loads(decompress(row.data, row.size))

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection inside one transaction that only reads, for the queries of this package."""
        with opening.translated(self._place), opening.transaction(self._engine, writes=False) as connection:
            yield connection

    def close(self) -> None:
        """Closes every connection. The last one folds SQLite's log into the file."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    @contextmanager
    def _transaction(self) -> Iterator[Recorder]:
        if self._statements is None:
            self._statements = Statements(self._engine.dialect)
        with (
            opening.translated(self._place),
            opening.transaction(self._engine, writes=True) as connection,
            closing(connection.connection.cursor()) as cursor,
        ):
            yield Recorder(cursor, self._statements)

    @classmethod
    def _require_good(cls, engine: sa.Engine, place: Path | sa.URL, *, create: bool) -> None:
        with engine.connect() as connection:
            revision = opening.revision_of(connection)
            connection.rollback()
            if revision is None and create and not isinstance(place, Path):
                cls._make(place.render_as_string(hide_password=False))
                revision = opening.revision_of(connection)
                connection.rollback()
            if revision is None:
                raise opening.blank(place)
            opening.require_head(revision)
            opening.require_whole(connection)
            connection.rollback()
            if create:
                opening.require_writable(connection, place)

    @staticmethod
    def _make(name: str | Path) -> None:
        from claimwatch.history.upgrade import upgrade

        upgrade(name, create=True)


_SOURCES = sa.select(*(column for column in t.sources.columns if column.name != "run"))
_CITATIONS = sa.select(t.citations)
_CLAIMS = sa.select(*(column for column in t.claims.columns if column.name not in ("stands_observed", "run")))
_ROWS = sa.select(*(column for column in t.published_rows.columns if column.name != "run"))
_EDITION = sa.select(t.editions).where(t.editions.c.digest == sa.bindparam("digest"))
_CLAIMS_FILE = sa.select(t.claims_files).where(
    t.claims_files.c.digest == sa.bindparam("digest"), t.claims_files.c.program == sa.bindparam("program")
)
