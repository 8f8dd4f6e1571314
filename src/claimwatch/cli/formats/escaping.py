"""Words from a source are only words: control marks and marks that turn the writing's direction are shown, never sent."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

# C0, DEL, C1, Arabic letter mark, direction marks, line and paragraph separators, embeddings, isolates, BOM, lone surrogates, tags.
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff\U000e0000-\U000e007f]")
_BLANKS = re.compile(r"[ \t\r\n]+")
_MARKUP = re.compile(r"([\\`*_\[\]|~$])")


def shown(text: str) -> str:
    """The text on one line, with every mark that a terminal might obey written out (`\\x1b`)."""
    return _UNSAFE.sub(lambda m: _code(m[0]), _BLANKS.sub(" ", text).strip())


def _code(mark: str) -> str:
    number = ord(mark)
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}" if number < 65536 else f"\\U{number:08x}"


def in_markdown(text: str) -> str:
    """The text as Markdown that renders as exactly these words: no markup, no HTML, no end of a cell or line."""
    plain = shown(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _MARKUP.sub(r"\\\1", plain)


def as_json_text(document: Mapping[str, object]) -> str:
    """A JSON object, an item of its lists on a line, without a mark that a terminal might obey (JSON's own escapes stand for them)."""
    return "{" + ",\n ".join(f"{_dumped(key)}: {_listed(value)}" for key, value in document.items()) + "}"


def _listed(value: object) -> str:
    if not isinstance(value, list) or not value:
        return _dumped(value)
    return "[\n  " + ",\n  ".join(_dumped(item) for item in value) + "\n ]"


def _dumped(value: object) -> str:
    # Without indent= the fast encoder does the work: a report may have thousands of claims.
    return _UNSAFE.sub(lambda m: json.dumps(m[0])[1:-1], json.dumps(value, ensure_ascii=False, allow_nan=False))
