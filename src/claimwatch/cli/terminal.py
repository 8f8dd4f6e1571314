"""What the terminal can do: colour and width; and the two ways of writing to it."""

from __future__ import annotations

import io
import os
import shutil
import sys
from typing import TextIO

from claimwatch.cli.formats.escaping import shown
from claimwatch.cli.formats.painting import Paint


def paint_for(stream: TextIO) -> Paint:
    """Colour on a terminal only, and never where NO_COLOR is set (no-color.org) or the terminal is dumb."""
    is_on = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Paint(is_on, min(120, shutil.get_terminal_size((100, 24)).columns))


def write(text: str) -> None:
    """The text to standard output. Letters that its encoding lacks are written out, rather than an error in the middle."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.stdout.write(text if text.endswith("\n") else text + "\n")
    sys.stdout.flush()  # a reader that has gone is told here, not while the interpreter ends


def note(text: str) -> None:
    """A line for a person on standard error."""
    sys.stderr.write(f"claimwatch: {shown(text)}\n")
