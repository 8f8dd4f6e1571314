"""What the documentation shows works: its commands are run, and what they print is what it says.

A block ```console shows commands after `$ `, and below each some lines of what it prints, in their order; `…` stands for what was left out.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "ARCHITECTURE.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    ROOT / "examples" / "README.md",
]
SHELL = re.compile(r"^```(?:console|bash|sh)\n(.*?)^```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`((?:claimwatch|make) [^`\n]+)`")


@dataclass(frozen=True)
class Shown:
    """A command in the documentation, and the lines that it is said to print."""

    page: str
    line: str
    output: tuple[str, ...] = ()


def shown(page: Path) -> Iterator[Shown]:
    """The commands of a page's console blocks, in their order."""
    name = str(page.relative_to(ROOT))
    for block in re.findall(r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, *output = part.rstrip().replace("\\\n", " ").splitlines()
            yield Shown(name, line.partition(" # ")[0].strip(), tuple(text.rstrip() for text in output if text.strip()))


def mentioned() -> list[Shown]:
    """Every command of ours that a page names, in a block or in a sentence."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        lines = [
            line.strip().removeprefix("$ ").partition(" # ")[0]
            for block in SHELL.findall(text)
            for line in block.replace("\\\n", " ").splitlines()
        ]
        found += [
            Shown(str(page.relative_to(ROOT)), line.strip())
            for line in [*lines, *INLINE.findall(text)]
            if line.startswith(("claimwatch ", "make "))
        ]
    return list(dict.fromkeys(found))


def is_offline(line: str) -> bool:
    """Can it be run here: does it stay away from the network, and is it quick?"""
    words = shlex.split(line)
    return words[0] == "claimwatch" and ("check" not in words[:2] or "--offline" in words or "--help" in words)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_shows_is_what_happens(page: Path, tmp_path: Path, environment: dict[str, str]) -> None:
    shutil.copy(ROOT / "claims.yaml", tmp_path)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    for command in shown(page):
        if not is_offline(command.line):
            continue
        typed = ["bash", "-c", command.line]
        done = subprocess.run(typed, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode in (0, 1, 3), f"{command}\n{done.stderr}"
        rest = done.stdout + done.stderr
        for line in command.output:
            for piece in filter(None, (piece.strip() for piece in line.split("…"))):
                before, found, rest = rest.partition(piece)
                assert found, f"{command.page}: `{command.line}` does not print {piece!r} here:\n{before}"


@pytest.mark.parametrize("command", mentioned(), ids=lambda command: f"{command.page}: {command.line}")
def test_every_command_and_option_that_is_named_exists(command: Shown, environment: dict[str, str]) -> None:
    words = [word for word in command.line.split() if word not in ("|", ">")]
    if words[0] == "make":
        targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
        named = [word for word in words[1:] if re.fullmatch(r"[a-z-]+", word)]
        assert named
        assert named[0] in targets
        return
    steps = [word for word in words[1:3] if re.fullmatch(r"[a-z]+", word)]
    steps = steps[: 2 if steps[:1] == ["db"] else 1]
    done = subprocess.run(["claimwatch", *steps, "--help"], env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    for option in re.findall(r"(?<!\S)--[a-z-]+", command.line):
        assert option in done.stdout, f"{command.line}: there is no {option}"
