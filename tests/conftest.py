"""What every test may use."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of specifications, cases and corpus beside the checkout; tests that need it skip where it is absent."""
    folder = ROOT.parent / "shared"
    if not (folder / "CLAIMS_FORMAT.md").exists():
        pytest.skip("the folder ../shared with the specifications and the corpus is not here")
    return folder
