"""Opens the claims file and the store together: what was read of an unchanged claims file is taken from the store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from claimwatch import __version__
from claimwatch.claims import file as claims_file
from claimwatch.claims.model import ClaimsFile
from claimwatch.history.store import Store


@contextmanager
def opened(path: Path, database: str, now: datetime, *, records: bool = True) -> Iterator[tuple[ClaimsFile, Store | None]]:
    """The claims file, and the store for a pass. One that is not there is made, once the claims file is known to be right.

    Without `records` the store is only read, and None where there is none. Raises ConfigError and StoreError.
    """
    body = claims_file.read(path)
    if not is_there(database):
        file = claims_file.parse(body, str(path))
        if not records:
            yield file, None
            return
    with Store.open(database, create=records) as store:
        yield _kept(store, path, body, now if records else None), store


@contextmanager
def opened_to_read(path: Path, database: str) -> Iterator[tuple[ClaimsFile, Store]]:
    """The claims file, and the store as it is. StoreError where there is none: reading never makes one."""
    body = claims_file.read(path)
    if not is_there(database):
        claims_file.parse(body, str(path))  # a mistake in the claims file is told before a store that is not there
    with Store.open(database, create=False) as store:
        yield _kept(store, path, body, None), store


def _kept(store: Store, path: Path, body: bytes, now: datetime | None) -> ClaimsFile:
    digest = claims_file.digest(body)
    data = store.claims_file(digest, program=__version__)
    if data is not None:
        return claims_file.from_data(data, str(path))
    file = claims_file.parse(body, str(path))
    if now is not None:
        store.keep_claims_file(digest, dict(file.data), now, program=__version__)
    return file


def is_there(database: str) -> bool:
    """Is there something at the store's address? Of a server only opening it can tell."""
    from claimwatch.history.opening import is_absent, locate

    return not is_absent(locate(database))
