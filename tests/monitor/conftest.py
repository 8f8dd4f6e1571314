"""A claims file, a store and a fetcher for whole passes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.monitor.watching import Watch


@pytest.fixture
def watch(tmp_path: Path) -> Callable[[str], Watch]:
    """Makes a watch from the text of a claims file."""
    return lambda text: Watch(tmp_path / "store.db", text)
