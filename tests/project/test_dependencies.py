"""What is declared, what is locked and what is imported are the same things."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

LOCKS = ("main", "postgres", "dev", "bench")
NOT_IMPORTED = {
    "lxml": "BeautifulSoup is told to use it",
    "mdit-py-plugins": "extends markdown-it-py",
    "sniffio": "httpcore looks for it",
    "tzdata": "zoneinfo looks for it",
}


@pytest.fixture(scope="module")
def project(root: Path) -> dict[str, Any]:
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))


def locked(root: Path, name: str) -> dict[str, set[str]]:
    """The versions of each distribution in a lock: more than one where they differ by Python's version."""
    found: dict[str, set[str]] = {}
    for line in (root / "requirements" / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        pinned = re.match(r"([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^ ;]+)", line)
        if pinned:
            found.setdefault(canonicalize_name(pinned[1]), set()).add(pinned[2])
    return found


def imported(folder: Path) -> set[str]:
    """The distributions that the modules below a folder import, wherever in a module the import stands."""
    names = {name for path in folder.rglob("*.py") for name in _names(ast.parse(path.read_text(encoding="utf-8")))}
    owners = packages_distributions()
    return {canonicalize_name(owners[name][0]) for name in names - sys.stdlib_module_names - {"claimwatch", "tests"}}


def _names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def declared(requirements: list[Any]) -> set[str]:
    return {canonicalize_name(Requirement(one).name) for one in requirements if isinstance(one, str)}


def test_every_import_of_the_program_is_declared(root: Path, project: dict[str, Any]) -> None:
    known = declared(project["project"]["dependencies"]) | {"pydantic-core"}  # pydantic pins its own core
    assert imported(root / "src") | imported(root / "migrations") <= known


def test_every_dependency_is_imported_or_has_a_reason(root: Path, project: dict[str, Any]) -> None:
    assert declared(project["project"]["dependencies"]) - imported(root / "src") - imported(root / "migrations") <= set(NOT_IMPORTED)


def test_every_import_of_the_tests_is_declared(root: Path, project: dict[str, Any]) -> None:
    groups = project["dependency-groups"]
    known = declared(project["project"]["dependencies"]) | declared(groups["test"]) | declared(groups["lint"])
    assert imported(root / "tests") <= known


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_index_and_every_pin_has_hashes(root: Path, name: str) -> None:
    text = (root / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"^-", text, re.MULTILINE)
    pins = re.split(r"\n(?=[a-z0-9])", text, flags=re.IGNORECASE)[1:]
    assert len(pins) > 10
    assert all("--hash=sha256:" in pin for pin in pins)


@pytest.mark.parametrize(("name", "parts"), [("main", []), ("postgres", ["postgres"]), ("dev", ["lint", "test"])])
def test_a_lock_satisfies_what_is_declared(root: Path, project: dict[str, Any], name: str, parts: list[str]) -> None:
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["build"]]
    for part in parts:
        wanted += project["project"]["optional-dependencies"].get(part, project["dependency-groups"].get(part, []))
    pins = locked(root, name)
    for one in map(Requirement, wanted):
        versions = pins.get(canonicalize_name(one.name), set())
        assert versions, f"{one} is not in the lock: run `make lock`"
        assert all(one.specifier.contains(Version(version)) for version in versions), f"the lock has another {one}: run `make lock`"


@pytest.mark.parametrize("name", ["postgres", "dev"])
def test_larger_locks_have_all_of_the_main_one(root: Path, name: str) -> None:
    assert locked(root, "main").items() <= locked(root, name).items()
