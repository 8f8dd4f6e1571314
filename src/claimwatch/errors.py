"""What the user got wrong, or what broke. What the world normally does is a value, never one of these."""

from __future__ import annotations

from dataclasses import dataclass


class ClaimwatchError(Exception):
    """The root: a message for a person, and a hint that says what to do about it."""

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One mistake in the claims file: where it stands (lines and columns from 1), its key path, what is wrong."""

    line: int
    column: int
    path: str
    message: str
    hint: str | None = None


class ConfigError(ClaimwatchError):
    """The claims file or a setting is wrong. Every problem is in `problems`, in the order of the file."""

    def __init__(self, message: str, problems: tuple[Problem, ...] = (), *, file: str | None = None, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.problems = tuple(sorted(problems))
        self.file = file


class UnknownKindError(ClaimwatchError):
    """A name that is in no registry; the hint names the nearest one."""


class StoreError(ClaimwatchError):
    """The store cannot be opened, read or written."""
