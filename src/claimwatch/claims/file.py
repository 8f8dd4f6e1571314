"""Reads the claims file: the whole file as values, or every mistake in it at once. The only module of the core that opens a file."""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from claimwatch.claims.marks import MAX_BYTES
from claimwatch.claims.model import ClaimsFile
from claimwatch.errors import ConfigError

if TYPE_CHECKING:
    from claimwatch.claims.compose import Composed
    from claimwatch.claims.mistakes import Mistake


def load(path: Path) -> ClaimsFile:
    """The claims file at `path`. Raises ConfigError: it is not there, cannot be read, or has mistakes (all of them in `problems`)."""
    return parse(read(path), str(path))


def read(path: Path) -> bytes:
    """The bytes of the file at `path`, of at most 64 MB. Raises ConfigError."""
    try:
        if path.is_dir():
            raise ConfigError(f"{path} is a folder", file=str(path), hint="name the claims file in it with --claims")
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        hint = "start one with `claimwatch init`, or name another with --claims or CLAIMWATCH_CLAIMS"
        raise ConfigError(f"there is no claims file at {path}", file=str(path), hint=hint) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "its name is no path"
        raise ConfigError(f"{path} cannot be read: {reason}", file=str(path)) from error


def digest(body: bytes) -> str:
    """The SHA-256 of a file's bytes, hex: while it is the same, `from_data` of what was kept gives the same file."""
    return hashlib.sha256(body).hexdigest()


def parse(text: str | bytes, name: str = "claims.yaml") -> ClaimsFile:
    """A claims file from its text. Pure. Raises ConfigError with every mistake in `problems`; `name` is how it names the file."""
    from claimwatch.claims.compose import compose  # the YAML library, which a file that is known never needs
    from claimwatch.claims.mistakes import problems

    with _no_collector():
        composed = compose(text)
        file, mistakes = _build(composed) if composed.is_whole else (None, [])
        if file is not None and not mistakes and not composed.problems:
            return file.remember(composed.data, text, name)
        placed = compose(text, with_marks=True)
        found = (*placed.problems, *problems(mistakes, placed))
    count = f"{len(found)} mistakes" if len(found) != 1 else "a mistake"
    raise ConfigError(f"{name} has {count}", found, file=name, hint="correct the lines named")


def from_data(data: Mapping[str, Any], name: str = "claims.yaml") -> ClaimsFile:
    """A file from the plain data of one that was read without a mistake (its `data`, perhaps by way of JSON)."""
    with _no_collector():
        return ClaimsFile.model_validate(data).remember(dict(data), "", name)


def _build(composed: Composed) -> tuple[ClaimsFile | None, list[Mistake]]:
    from claimwatch.claims.mistakes import Mistake, of_validation
    from claimwatch.claims.references import mistakes_of

    data = composed.data
    if not isinstance(data, dict):
        message = "the file is empty" if data is None else "the file must be a mapping of keys to values"
        return None, [Mistake((), message, "begin with version: 1")]
    file, mistakes = None, []
    try:
        file = ClaimsFile.model_validate(data)
    except ValidationError as error:
        mistakes = of_validation(error, data)
    return file, [*mistakes, *mistakes_of(data)]


@contextmanager
def _no_collector() -> Iterator[None]:
    """Nothing that is built here is garbage, and looking for it would take a third of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
