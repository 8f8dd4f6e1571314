"""Stores for the tests of this folder: one suite for every kind of database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from claimwatch.history.store import Store

# How to name a new, empty place of each kind, given a folder of one's own. Another database is another line.
PLACES: dict[str, Callable[[Path], str]] = {"sqlite": lambda folder: str(folder / "claims.db")}


@pytest.fixture(params=sorted(PLACES))
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return PLACES[request.param](tmp_path)


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    with Store.open(place, create=True) as opened:
        yield opened
