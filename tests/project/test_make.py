"""The make targets that are not exercised by being used every day."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest


def make(root: Path, environment: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """Runs make without touching the environment: the stamps count as new."""
    fresh = [word for stamp in (".main", ".dev", "bin/python") for word in ("-o", f".venv/{stamp}")]
    return subprocess.run(["make", *fresh, *words], cwd=root, env=environment, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize("target", ["cases", "replay", "bench"])
def test_what_needs_material_from_outside_says_so_where_it_is_absent(
    root: Path, environment: dict[str, str], tmp_path: Path, target: str
) -> None:
    done = make(root, environment, target, f"SHARED={tmp_path}")
    assert done.returncode == 0, done.stderr
    assert f"make {target}: there" in done.stdout
    assert "nothing to " in done.stdout


def test_help_shows_the_targets_that_people_start_with(root: Path, environment: dict[str, str]) -> None:
    done = make(root, environment, "help")
    for target in ("demo", "test", "check", "dev"):
        assert re.search(rf"^  make {target} +\S", done.stdout, re.MULTILINE)


def test_without_a_python_that_fits_make_says_which_do(root: Path, environment: dict[str, str], tmp_path: Path) -> None:
    done = subprocess.run(
        ["make", "-f", root / "Makefile", ".venv/bin/python", "PYTHON="],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode != 0
    assert "claimwatch needs Python 3.11, 3.12 or 3.13" in done.stderr


def test_the_hooks_call_targets_of_make_check(root: Path) -> None:
    entries = re.findall(r"entry: make (\S+),", (root / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    gates = re.search(r"^check: ([a-z ]+?) *##", (root / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert gates
    assert entries
    assert set(entries) <= set(gates[1].split())


def test_no_function_and_no_file_is_too_long(root: Path, environment: dict[str, str]) -> None:
    done = make(root, environment, "shape")
    assert done.returncode == 0, done.stdout
    assert "90 of 100 functions" in done.stdout
