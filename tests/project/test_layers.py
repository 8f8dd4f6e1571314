"""The import contracts: each breaks when a fault is planted."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Copy = Callable[..., Path]

FAULTS = {
    "Layers": ("claims/model.py", "import claimwatch.monitor.check"),
    "Layers, side by side": ("fetching/http.py", "import claimwatch.history.records"),
    "The core is pure": ("judging/same.py", "import time"),
    "The core is pure, by way of others": ("text/typography.py", "import claimwatch.settings"),
    "The core is pure, files": ("finding/quote.py", "import pathlib"),
    "No rings": ("text/typography.py", "import claimwatch.text.quantities"),
    "Only net opens connections": ("fetching/github.py", "import socket"),
    "Only history knows the database": ("monitor/due.py", "import sqlalchemy"),
    "Only reading and finding know markup": ("judging/same.py", "import bs4"),
    "Only cli talks to a terminal": ("monitor/due.py", "import rich.console"),
}


def contracts(folder: Path, environment: dict[str, str]) -> str:
    """What import-linter says of the package in the folder."""
    done = subprocess.run(
        ["lint-imports", "--no-cache"],
        cwd=folder,
        env=environment | {"PYTHONPATH": str(folder / "src")},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("case", FAULTS)
def test_a_planted_fault_breaks_its_contract(case: str, copy_of: Copy, environment: dict[str, str]) -> None:
    folder = copy_of("pyproject.toml", "src")
    name, fault = FAULTS[case]
    module = folder / "src" / "claimwatch" / name
    module.write_text(f"{module.read_text(encoding='utf-8')}\n{fault}\n", encoding="utf-8")
    assert f"{case.partition(',')[0]} BROKEN" in contracts(folder, environment)


def test_a_package_that_is_in_no_layer_is_noticed(copy_of: Copy, environment: dict[str, str]) -> None:
    folder = copy_of("pyproject.toml", "src")
    package = folder / "src" / "claimwatch" / "somewhere"
    package.mkdir()
    (package / "__init__.py").touch()
    said = contracts(folder, environment)
    assert "Layers BROKEN" in said
    assert "claimwatch.somewhere" in said
