"""Where things stand in the claims file: bytes become text, and each key and value has its line and column (from 1)."""

from __future__ import annotations

import codecs
import re
from typing import Any

from claimwatch.errors import Problem

MAX_BYTES = 64 * 1024 * 1024
Path = tuple[str | int, ...]
Place = tuple[int, int]
_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_NAMES = {
    "\0": "a NUL",
    "\x85": "a next-line mark (U+0085)",
    "\u2028": "a line separator (U+2028)",
    "\u2029": "a paragraph separator (U+2029)",
    "\ufeff": "a byte order mark in the middle of the text",
}
_WIDE = ((codecs.BOM_UTF32_LE, "UTF-32"), (codecs.BOM_UTF32_BE, "UTF-32"), (codecs.BOM_UTF16_LE, "UTF-16"), (codecs.BOM_UTF16_BE, "UTF-16"))


def path_text(path: Path) -> str:
    """A key path as people write it: `claims.a.cite[0].source`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


class Marks:
    """The places of keys and values by the mapping or list that holds them. That one must live as long as this."""

    __slots__ = ("_items",)

    def __init__(self) -> None:
        self._items: dict[int, dict[Any, tuple[int, int, int, int]]] = {}

    def put_item(self, box: list[Any], index: int, mark: Any) -> None:
        """Notes where an item of a list begins; marks count from 0."""
        line, column = mark.line + 1, mark.column + 1
        self._items.setdefault(id(box), {})[index] = (line, column, line, column)

    def put_key(self, box: dict[str, Any], key: str, key_at: Place, mark: Any) -> None:
        """Notes where a key and its value begin."""
        self._items.setdefault(id(box), {}).setdefault(key, (*key_at, mark.line + 1, mark.column + 1))

    def copy(self, source: dict[str, Any], box: dict[str, Any], key: str) -> None:
        """A merged key keeps the place where it is written."""
        place = self._items.get(id(source), {}).get(key)
        if place:
            self._items.setdefault(id(box), {})[key] = place

    def key_of(self, box: dict[str, Any], key: str) -> Place | None:
        """Where the key of a mapping stands."""
        place = self._items.get(id(box), {}).get(key)
        return place[:2] if place else None

    def locate(self, data: Any, path: Path, *, is_key: bool = False) -> Place:
        """The place of the value (or key) at that path of `data`, or of the last thing on the way to it that is there."""
        place = (1, 1, 1, 1)
        last = len(path) - 1
        for depth, step in enumerate(path):
            found = self._items.get(id(data), {}).get(step)
            if found is None:
                return place[:2] if isinstance(data, dict) and depth else place[2:]
            place = found
            if depth < last:
                data = data[step]
        return place[:2] if is_key else place[2:]


def decode(body: bytes | str) -> tuple[str, tuple[Problem, ...]]:
    """The text of a file and what is wrong with its letters. A byte order mark of UTF-8 at its start is no part of it (YAML 1.2, 5.2)."""
    if len(body) > MAX_BYTES:
        return "", (Problem(1, 1, "", f"the file is larger than {MAX_BYTES // 1024 // 1024} MB"),)
    if isinstance(body, bytes):
        wide = next((name for mark, name in _WIDE if body.startswith(mark)), "UTF-16" if len(body) > 1 and 0 in body[:2] else None)
        if wide:
            return "", (Problem(1, 1, "", f"the file is in {wide}", "save it as UTF-8"),)
        try:
            text = body.decode("utf-8")
        except UnicodeDecodeError as error:
            return "", (_bad_byte(body, error),)
    else:
        text = body
    text = text.removeprefix("\ufeff")
    return text, _bad_letters(text)


def _bad_byte(body: bytes, error: UnicodeDecodeError) -> Problem:
    before = body[: error.start].decode("utf-8")
    line, column = _place(before)
    return Problem(line, column, "", f"the byte 0x{body[error.start]:02x} is not UTF-8", "save the file as UTF-8")


def _bad_letters(text: str) -> tuple[Problem, ...]:
    """Letters that YAML does not allow or that end lines unseen, the first of each line."""
    problems: dict[int, Problem] = {}
    for found in _FORBIDDEN.finditer(text):
        line, column = _place(text[: found.start()])
        name = _NAMES.get(found[0], f"the control mark U+{ord(found[0]):04X}")
        problems.setdefault(line, Problem(line, column, "", f"{name} is not allowed in the file", "take it out"))
        if len(problems) >= 20:  # a binary file
            break
    return tuple(problems.values())


def _place(before: str) -> Place:
    lines = re.split("\r\n|\r|\n", before)
    return len(lines), len(lines[-1]) + 1
