"""The commands, and the one place where errors become messages and exit codes.

Command modules are light: what a command needs beyond its options it imports when it runs.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from claimwatch import __version__
from claimwatch.cli import check, database, exits, history, lint, schema, settings, show, status
from claimwatch.cli.options import VERBOSE
from claimwatch.errors import ClaimwatchError, ConfigError


class Commands(TyperGroup):
    """The group of all commands: what any of them raises becomes one message on standard error, and an exit code."""

    def invoke(self, ctx: Any) -> Any:
        """Runs the command."""
        try:
            return super().invoke(ctx)
        except ClaimwatchError as error:
            _complain(error)
            raise typer.Exit(exits.WRONG) from error
        except KeyboardInterrupt as error:
            _say("interrupted: what was recorded so far is whole; run the command again for the rest")
            raise typer.Exit(exits.INTERRUPTED) from error
        except BrokenPipeError as error:
            # The reader of our output has gone, which is its right: no trace, and none at the interpreter's last flush either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(exits.INTERRUPTED) from error
        except (typer.Exit, typer.Abort, typer.BadParameter):
            raise
        except Exception as error:  # the top of the command line: a person gets a sentence, not a trace
            if hasattr(error, "format_message"):  # a usage error, which Typer prints
                raise
            _confess(error, is_verbose=bool(ctx.meta.get(VERBOSE)))
            raise typer.Exit(exits.WRONG) from error


def _complain(error: ClaimwatchError) -> None:
    from claimwatch.cli.formats.problems import problem_line
    from claimwatch.cli.terminal import note

    problems = error.problems if isinstance(error, ConfigError) else ()
    file = (error.file if isinstance(error, ConfigError) else None) or "claims.yaml"
    for problem in problems:
        sys.stderr.write(problem_line(file, problem) + "\n")
    if not problems:
        for line in str(error).splitlines():
            note(line)
    if error.hint:
        note(f"hint: {error.hint}")


def _confess(error: Exception, *, is_verbose: bool) -> None:
    if is_verbose:
        from traceback import print_exception

        print_exception(error)
    _say(f"unexpected {type(error).__name__}: {error}")
    _say("this is a fault of claimwatch: " + ("please report it" if is_verbose else "run it again with -v, and report what that prints"))


def _say(text: str) -> None:
    from claimwatch.cli.terminal import note

    note(text)


def _version(value: bool) -> None:
    if value:
        typer.echo(__version__)
        raise typer.Exit


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    # Rich costs as much as all the rest of the start: it lays out help on a terminal, and nothing elsewhere.
    rich_markup_mode="rich" if sys.stdout.isatty() else None,
    context_settings={"help_option_names": ["--help", "-h"]},
)
database_app = typer.Typer(no_args_is_help=True, help="The store: migrations.")
database_app.command("upgrade")(database.upgrade)

app.command("check")(check.check)
app.command("status")(status.status)
app.command("show")(show.show)
app.command("history")(history.history)
app.command("lint")(lint.lint)
app.command("schema")(schema.schema)
app.command("settings")(settings.settings)
app.add_typer(database_app, name="db")


@app.callback()
def claimwatch(
    _: Annotated[bool, typer.Option("--version", help="Prints the version.", callback=_version, is_eager=True)] = False,
) -> None:
    """Says which rows of a published comparison no longer hold, why, and what their sources say now.

    Exit codes: 0 nothing is stale; 1 something is stale; 2 the command line, the claims file or a setting is wrong; 3 nothing is stale, but
    something could not be read.
    """


def main() -> None:
    """The installed command."""
    app(prog_name="claimwatch")
