"""YAML as plain data: mappings, lists and the text as it was written, read from the parser's events within limits.

YAML 1.2's core schema, but for numbers and booleans: they stay text (`1.10`, `no`, `010`, `12:30`), since the models know where text is
meant. Only a plain `~`, `null` or nothing at all is None. Limits: ROBUSTNESS C01.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import yaml

from claimwatch.claims.events import SyntaxStopError, events, foreign_tag, value_of
from claimwatch.claims.marks import MAX_BYTES, Marks, decode, path_text
from claimwatch.errors import Problem
from claimwatch.text.nearest import nearest

MAX_DEPTH = 50
MAX_GROWTH = 3  # after expansion at most so many times the nodes that are written
_MERGE = object()  # stands for the key `<<`
_NO_KEY = object()  # a mapping waits for its next key
_IGNORED = object()  # stands for a key that is no text


@dataclass(frozen=True, slots=True)
class Composed:
    """What a text holds: its data, the mistakes of its YAML, and (where they were asked for) the places of keys and values.

    `is_whole` is false where it could not be read to its end; its data are then a part.
    """

    data: Any
    problems: tuple[Problem, ...]
    marks: Marks
    is_whole: bool = True


class _StopError(Exception):
    """Nothing after this can be read."""


class _NoMarksError(Exception):
    """A mistake can only be told with the places of keys."""


def compose(body: bytes | str, *, with_marks: bool = False) -> Composed:
    """The data of a YAML text. Never raises: what is wrong is in `problems`. Places cost time and memory: they are kept when asked for."""
    text, problems = decode(body)
    if problems:
        return Composed(None, problems, Marks(), is_whole=False)
    try:
        return _Builder(Marks() if with_marks else None).build(text)
    except _NoMarksError:
        return _Builder(Marks()).build(text)


class _Frame:
    """A mapping or list that is being filled."""

    __slots__ = ("anchor", "at", "box", "expanded", "height", "key", "key_at", "seen")

    def __init__(self, box: Any, anchor: str | None, expanded: int) -> None:
        self.box, self.anchor, self.expanded = box, anchor, expanded
        self.height = 0  # of what is in it, after expansion
        self.key: Any = _NO_KEY
        self.at = ""  # the last key
        self.key_at = (0, 0)
        self.seen: set[str] | None = None


@dataclass(slots=True)
class _Anchored:
    value: Any
    size: int
    height: int


class _Builder:
    def __init__(self, marks: Marks | None) -> None:
        self._marks = marks
        self._stack: list[_Frame] = []
        self._anchors: dict[str, _Anchored | None] = {}  # None while the node is open
        self._merges: list[tuple[dict[str, Any], int, Any, Any]] = []
        self._problems: list[Problem] = []
        self._written = self._expanded = 0
        self._root: Any = None

    def build(self, text: str) -> Composed:
        try:
            self._read(text)
            self._check_growth()
            self._merge()
            is_whole = True
        except _StopError:
            is_whole = False
        except SyntaxStopError as stop:
            self._problems.append(stop.problem)
            is_whole = False
        return Composed(self._root, tuple(self._problems), self._marks or Marks(), is_whole)

    def _check_growth(self) -> None:
        """Before anything is written out: an alias stands for all the nodes that it repeats."""
        if self._expanded > MAX_GROWTH * self._written:
            count = f"{self._expanded:,}" if self._expanded < 10**15 else "countless"
            line, column = self._first_alias
            message = f"written out, the aliases make {count} nodes of {self._written:,}"
            self._problems.append(Problem(line, column, "", message, f"at most {MAX_GROWTH} times what is written"))
            raise _StopError

    def _read(self, text: str) -> None:
        self._first_alias = (1, 1)
        documents = 0
        for event in events(text):
            kind = type(event)
            if kind is yaml.ScalarEvent:
                self._scalar(event)
            elif kind is yaml.MappingStartEvent:
                self._open({}, event)
            elif kind is yaml.SequenceStartEvent:
                self._open([], event)
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                self._close()
            elif kind is yaml.AliasEvent:
                self._alias(event)
            elif kind is yaml.DocumentStartEvent:
                documents += 1
                if documents > 1:
                    self._tell(event, "a second document begins here", "a claims file is one document: delete the line ---")
                    raise _StopError

    def _scalar(self, event: Any) -> None:
        self._written += 1
        self._expanded += 1
        if event.tag is not None:
            self._check_tag(event)
        stack = self._stack
        text = event.value
        if stack and stack[-1].key is _NO_KEY and type(stack[-1].box) is dict:
            self._key(event, text, is_merge=text == "<<" and event.implicit[0])
            value: str | None = text
        else:
            value = value_of(event)
            self._put(value, event, 0)
        if event.anchor:
            self._anchors[event.anchor] = _Anchored(value, 1, 0)

    def _key(self, event: Any, text: str, *, is_merge: bool) -> None:
        frame = self._stack[-1]
        frame.at = text
        mark = event.start_mark
        is_twice = text in frame.box or (is_merge and frame.seen is not None) or (frame.seen is not None and text in frame.seen)
        if is_twice:
            if self._marks is None:
                raise _NoMarksError
            first = self._marks.key_of(frame.box, text)
            where = f" in line {first[0]}" if first else ""
            self._tell(event, f"the key {text!r} stands twice: here and{where or ' before'}", "give each key once")
        frame.key = _MERGE if is_merge else text
        frame.key_at = (mark.line + 1, mark.column + 1)
        if is_merge or is_twice:
            frame.seen = (frame.seen or set()) | {text}

    def _put(self, value: Any, event: Any, height: int) -> None:
        stack = self._stack
        if not stack:
            self._root = value
            return
        frame = stack[-1]
        frame.height = max(frame.height, height + 1)
        if type(frame.box) is list:
            if self._marks is not None:
                self._marks.put_item(frame.box, len(frame.box), event.start_mark)
            frame.box.append(value)
            return
        key = frame.key
        if key is _NO_KEY:  # a list or mapping as a key
            self._tell(event, "a key must be text", None)
            frame.key = _IGNORED
            return
        frame.key = _NO_KEY
        if key is _IGNORED:
            return
        if self._marks is not None:
            self._marks.put_key(frame.box, "<<" if key is _MERGE else key, frame.key_at, event.start_mark)
        if key is _MERGE:
            self._merges.append((frame.box, len(frame.box), value, event.start_mark))
        elif key not in frame.box:
            frame.box[key] = value
        elif len(stack) == 1 and isinstance(value, dict) and isinstance(frame.box[key], dict):
            self._merges.append((frame.box[key], MAX_BYTES, value, event.start_mark))  # a section in two parts: names of both are known

    def _open(self, box: Any, event: Any) -> None:
        self._written += 1
        self._expanded += 1
        if event.tag is not None:
            self._check_tag(event)
        if len(self._stack) >= MAX_DEPTH:
            self._too_deep(event)
        self._put(box, event, 0)
        self._stack.append(_Frame(box, event.anchor, self._expanded - 1))
        if event.anchor:
            self._anchors[event.anchor] = None

    def _close(self) -> None:
        frame = self._stack.pop()
        if frame.anchor:
            self._anchors[frame.anchor] = _Anchored(frame.box, self._expanded - frame.expanded, frame.height)
        if self._stack:
            self._stack[-1].height = max(self._stack[-1].height, frame.height + 1)

    def _alias(self, event: Any) -> None:
        self._written += 1
        known = self._anchors.get(event.anchor)
        if known is None:
            raise self._unknown_alias(event)
        if len(self._stack) + known.height > MAX_DEPTH:
            self._too_deep(event)
        if self._first_alias == (1, 1):
            self._first_alias = (event.start_mark.line + 1, event.start_mark.column + 1)
        self._expanded += known.size
        frame = self._stack[-1] if self._stack else None
        if frame and type(frame.box) is dict and frame.key is _NO_KEY and isinstance(known.value, str):
            self._key(event, known.value, is_merge=False)
        else:
            self._put(known.value, event, known.height)

    def _unknown_alias(self, event: Any) -> _StopError:
        if event.anchor in self._anchors:
            self._tell(event, f"*{event.anchor} stands inside what it repeats, which never ends", None)
        else:
            near = nearest(event.anchor, self._anchors)
            self._tell(event, f"nothing above is marked &{event.anchor}", f"did you mean *{near}?" if near else None)
        return _StopError()

    def _too_deep(self, event: Any) -> None:
        self._tell(event, f"more than {MAX_DEPTH} levels deep", None)
        raise _StopError

    def _check_tag(self, event: Any) -> None:
        if tag := foreign_tag(event):
            self._tell(event, f"the tag {tag} is not allowed here", "leave the tag out: values are text, lists and mappings")

    def _merge(self) -> None:
        """The merge keys, inner ones first. What a mapping says itself goes before what it merges, an earlier one before a later."""
        for box, at, value, mark in self._merges:
            merged: dict[str, Any] = {}
            for source in value if isinstance(value, list) else [value]:
                if not isinstance(source, dict):
                    message = "a merge (<<) takes a mapping or a list of mappings"
                    self._problems.append(Problem(mark.line + 1, mark.column + 1, "<<", message))
                    continue
                for key, item in source.items():
                    if key not in box and key not in merged:
                        merged[key] = item
                        if self._marks is not None:
                            self._marks.copy(source, box, key)
            own = list(box.items())
            box.clear()
            box.update([*own[:at], *merged.items(), *own[at:]])

    def _tell(self, event: Any, message: str, hint: str | None) -> None:
        above = self._stack[:-1]
        steps = [f.at if isinstance(f.box, dict) else len(f.box) - 1 for f in above]
        steps += [f.at if isinstance(f.box, dict) else len(f.box) for f in self._stack[-1:]]
        mark = event.start_mark
        self._problems.append(Problem(mark.line + 1, mark.column + 1, path_text(tuple(steps)), message, hint))
