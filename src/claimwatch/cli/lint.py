"""`claimwatch lint`: what is wrong or weak in the claims file."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from claimwatch.cli import exits
from claimwatch.cli.options import Claims, Verbose


class Format(StrEnum):
    """How the problems are printed."""

    TEXT = "text"
    JSON = "json"


Form = Annotated[Format, typer.Option("--format", help="How the problems are printed.")]


def lint(form: Form = Format.TEXT, claims: Claims = None, verbose: Verbose = False) -> None:  # noqa: ARG001 - see options
    """Says what is wrong or weak in the claims file, each with its line and column.

    Example: claimwatch lint --claims claims.yaml

    Exit codes: 2 when the file is wrong; 0 otherwise, also when something in it is weak.
    """
    from claimwatch.claims import file as claims_file
    from claimwatch.claims.lint import lint as find_weaknesses
    from claimwatch.cli.formats.problems import problems_as_json, problems_as_text
    from claimwatch.cli.place import find_place
    from claimwatch.cli.terminal import write
    from claimwatch.errors import ConfigError

    path = find_place(claims, None).claims
    try:
        weak = find_weaknesses(claims_file.load(path))
    except ConfigError as error:
        if form is Format.TEXT or not error.problems:
            raise
        write(problems_as_json(str(path), wrong=error.problems, weak=()))
        raise typer.Exit(exits.WRONG) from error
    write(problems_as_json(str(path), wrong=(), weak=weak) if form is Format.JSON else problems_as_text(str(path), weak))
