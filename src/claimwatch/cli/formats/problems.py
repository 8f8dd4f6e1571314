"""What is wrong or weak in the claims file, as `file:line:column: message` lines and as JSON."""

from __future__ import annotations

from collections.abc import Iterable

from claimwatch.cli.formats.escaping import as_json_text, shown
from claimwatch.cli.formats.times import counted
from claimwatch.errors import Problem
from claimwatch.monitor.report import FORMAT


def problem_line(file: str, problem: Problem) -> str:
    """`file:line:column: message (where; what to do)`."""
    more = "; ".join(filter(None, (problem.path, problem.hint)))
    return shown(f"{file}:{problem.line}:{problem.column}: {problem.message}" + (f" ({more})" if more else ""))


def problems_as_text(file: str, weak: Iterable[Problem]) -> str:
    """A line a problem, and how many there are."""
    lines = [problem_line(file, problem) for problem in weak]
    total = counted(len(lines), "weakness", "weaknesses")
    return "\n".join([*lines, f"{shown(file)}: nothing wrong, {total if lines else 'nothing weak'}"])


def problems_as_json(file: str, *, wrong: Iterable[Problem], weak: Iterable[Problem]) -> str:
    """One JSON object; `severity` is error or warning."""
    found = [("error", problem) for problem in wrong] + [("warning", problem) for problem in weak]
    keys = ("severity", "line", "column", "path", "message", "hint")
    values = [(severity, p.line, p.column, p.path, p.message, p.hint) for severity, p in found]
    return as_json_text({"format": FORMAT, "file": file, "problems": [dict(zip(keys, value, strict=True)) for value in values]})
