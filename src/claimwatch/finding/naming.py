"""How the name of a heading, a row or a column is compared with the name that a citation gives."""

from __future__ import annotations

import re

from claimwatch.text.typography import fold

_MARK = re.compile(r"(?:\s*(?:\[\^?\w{1,3}\]|[*†‡§]|[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]+))+$")
_BRACKETS = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\]|（[^（）]*）|【[^【】]*】)")
_AROUND = re.compile(r"\s*([,;/|·、])\s*")
_LINK_MARK = re.compile(r"^(?:[#¶§🔗⚓]\s+|[¶🔗⚓]+)|(?:\s+[#§]|\s*[¶🔗⚓]+)$")
_CLOSING = re.compile(r"[\s:.]+$")


def name_key(text: str) -> str:
    """A name without regard to case, typography, line breaks and the space around its separators."""
    return _AROUND.sub(r"\1", fold(text))


def rank(said: str, sought: str) -> int | None:
    """How a name on the page is the one that is sought: 0 by its whole text, 1 footnote marks apart, 2 brackets apart; None: it is not.

    "Windows (64-bit)" is "Windows", and "Windows (64-bit)" is not "Windows (32-bit)".
    """
    a, b = name_key(said), name_key(sought)
    if not a or not b:
        return 0 if a == b else None
    if a == b:
        return 0
    a, b = name_key(_MARK.sub("", said)) or a, name_key(_MARK.sub("", sought)) or b
    if a == b:
        return 1
    bare_a, bare_b = _BRACKETS.sub("", a).strip(), _BRACKETS.sub("", b).strip()
    if bare_a and bare_b and (a == bare_b or bare_a == b):
        return 2
    return None


def heading_key(text: str) -> str:
    """A heading's text as it is compared: link marks and a closing colon apart."""
    plain = fold(_LINK_MARK.sub("", text.strip()))
    return _CLOSING.sub("", plain) or plain


def contains_name(text: str, sought: str) -> bool:
    """Are these the words of a part of the text? "Model" is in "Supported models", "Go" is not in "Google"."""
    a, b = heading_key(text), heading_key(sought)
    at = a.find(b) if b else -1
    while at >= 0:
        before, after = a[:at][-1:], a[at + len(b) :]
        if not (_is_letter(before) and _is_letter(b[0])) and (
            not (_is_letter(after[:1]) and _is_letter(b[-1])) or re.match(r"e?s(?!\w)", after)
        ):
            return True
        at = a.find(b, at + 1)
    return False


def _is_letter(sign: str) -> bool:
    """A letter or digit of a script that parts its words by space."""
    return sign.isalnum() and ord(sign) < 0x2E80
