"""The project's own files, and a scratch copy of them for what writes."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root() -> Path:
    """The top of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def environment() -> dict[str, str]:
    """This one's without claimwatch settings, with the tools of the running interpreter first on PATH."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("CLAIMWATCH_", "MAKE", "PYTEST_"))}
    return clean | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{clean.get('PATH', os.defpath)}", "NO_COLOR": "1", "COLUMNS": "200"}


@pytest.fixture
def copy_of(root: Path, tmp_path: Path) -> Callable[..., Path]:
    """Copies files and folders of the checkout into a scratch folder, which it gives back."""

    def copy(*names: str) -> Path:
        for name in names:
            source = root / name
            if source.is_dir():
                shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, tmp_path / name)
        return tmp_path

    return copy
