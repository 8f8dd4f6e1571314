"""Lists in one text: where its members part, and when two members are one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from claimwatch.text.phrases import find, same_word
from claimwatch.text.sentences import sentences
from claimwatch.text.tokens import words
from claimwatch.text.typography import fold

_JOINS = {
    "": "and|or|as well as|und|oder",
    "fr": "et|ou",
    "es": "y|e|o|u",
    "it": "e|ed|o",
    "pt": "e|ou",
    "nl": "en|of",
    "ru": "и|или",
    "pl": "i|oraz|lub",
}
_NO_BOUND = (
    r"(?!\s+(?:above|below|later|newer|older|up|higher|lower|over|under|more|less|fewer|greater|beyond|mehr|plus|más)\b)"  # "3.8 and above"
)
_CJK_JOINS = {"zh": "以及|和|及|与|與|或", "ja": "および|及び|または|ならびに|と|や"}
_LEADING = re.compile(
    r"^(?:(?:and|or|also|now|even|the|a|an|both|either|finally|plus|including|such as|e\.g\.|namely|like)[,\s]+(?=[\w\"'“‘]))+",
    re.IGNORECASE,
)
_EMPTY = re.compile(r"(?:etc\.?|and more|more|others?|…|\.\.\.|so on|so forth|many others|等|など)$", re.IGNORECASE)
_BRACKETS = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\]|（[^（）]*）)")
_NOTES = re.compile(r"[*†‡§]+$|\[\^?\d+\]$")


@dataclass(frozen=True, slots=True)
class Piece:
    """What stands between two separators. `is_first` and `is_last` of its run may have other words around the member."""

    text: str
    start: int
    end: int
    is_first: bool
    is_last: bool
    by_and: bool  # "and" or "or" stands before it


def same_item(a: str, b: str) -> bool:
    """Are two members one but for case, typography, plural, an article, what stands in brackets, and a description after a dash?"""
    return any(same_words(x, y) for x in _forms(a) for y in _forms(b)) or (not words(a) and fold(a) == fold(b))


@lru_cache(maxsize=4000)
def _forms(member: str) -> tuple[tuple[str, ...], ...]:
    whole = clean(member)
    bare = _BRACKETS.sub("", whole).strip()
    head = re.split(r"\s[–—-]+\s|:\s|\s[–—]", bare, maxsplit=1)[0].strip()
    alone = re.sub(r"\s+only$", "", bare, flags=re.IGNORECASE)
    return tuple(dict.fromkeys(written(f) for f in (whole, bare or whole, head or whole, alone or whole)))


def written(text: str) -> tuple[str, ...]:
    """The words of a text as they are written."""
    return tuple(text[w.start : w.end] if fold(text[w.start : w.end]) == w.key else w.key for w in words(text))


def same_words(a: Sequence[str], b: Sequence[str]) -> bool:
    """Are these the same words, but for case, typography and plural?"""
    return len(a) == len(b) > 0 and all(same_word(x, y) for x, y in zip(a, b, strict=True))


def clean(member: str) -> str:
    """A member without the marks, articles and adverbs around it."""
    text = _NOTES.sub("", member.strip(" \t\n.;:,!?\"'“”‘’«»`•。；：、"))
    bare = _LEADING.sub("", text)
    return (bare or text).strip(" ,\"'“”‘’`")


@lru_cache(maxsize=64)
def _separator(language: str) -> re.Pattern[str]:
    code = language.replace("_", "-").casefold().split("-")[0]
    joins = "|".join(filter(None, (_JOINS[""], _JOINS.get(code, "") if code else "")))
    cjk = f"|(?:{_CJK_JOINS[code]})" if code in _CJK_JOINS else ""
    comma = rf"(?:(?<!\d)[,，]|[,，](?!\d)|;|；)\s*(?P<after>(?:{joins})\b{_NO_BOUND})?"
    word = rf"(?<![\w-])(?P<join>(?:{joins}))(?![\w-]){_NO_BOUND}"
    return re.compile(rf"\s*(?:{comma}|[、]|{word}|(?<=\s)(?:&|/|\+|\||·|•|と)(?=\s)|\n{cjk})\s*", re.IGNORECASE)


def _masked(text: str, names: Sequence[str] = (), language: str = "") -> str:
    """The same text with what stands in brackets blanked out, sign for sign, and so the names that hold an "and" themselves."""
    for name in names:
        span = find(name, text) if _separator(language).search(name) else None
        if span:
            text = text[: span[0]] + "_" * (span[1] - span[0]) + text[span[1] :]
    return re.sub(r"\([^()]*\)|\[[^\[\]]*\]|（[^（）]*）", lambda m: "(" + "_" * (len(m[0]) - 2) + ")", text)


def runs(text: str, language: str = "", names: Sequence[str] = ()) -> list[list[Piece]]:
    """The pieces of a text between separators, in runs: a sentence, what follows a colon, and what stands in brackets are runs."""
    out = []
    for start, end in _stretches(text):
        masked = _masked(text[start:end], names, language)
        cuts = list(_separator(language).finditer(masked))
        bounds = [0, *[x for m in cuts for x in m.span()], len(masked)]
        spans = [(bounds[i], bounds[i + 1]) for i in range(0, len(bounds), 2)]
        joined = [False, *[bool(m["after"] or m["join"] or re.search(r"&|\+", m[0])) for m in cuts]]
        kept = [(s, e, j) for (s, e), j in zip(spans, joined, strict=True) if masked[s:e].strip(" .,;:!?")]
        last = len(kept) - 1
        out.append([Piece(text[start + s : start + e], start + s, start + e, i == 0, i == last, j) for i, (s, e, j) in enumerate(kept)])
    return [run for run in out if run]


def _stretches(text: str) -> list[tuple[int, int]]:
    out = []
    for start, end in sentences(text):
        at = start
        for m in re.finditer(r"[:：](?=\s|[\u3040-\u9fff])|\s[–—]\s", _masked(text[start:end])):
            out.append((at, start + m.start()))
            at = start + m.end()
        out.append((at, end))
        out.extend((start + m.start() + 1, start + m.end() - 1) for m in re.finditer(r"\([^()]{3,}\)|（[^（）]{3,}）", text[start:end]))
    return [(s, e) for s, e in out if text[s:e].strip()]


def split(text: str, language: str = "", names: Sequence[str] = ()) -> tuple[str, ...]:
    """The members of a text that is nothing but a list (a cell): "Linux, macOS and FreeBSD". Of `names`, none is split."""
    masked = _masked(text, names, language)
    cuts = list(_separator(language).finditer(masked))
    bounds = [0, *[x for m in cuts for x in m.span()], len(text)]
    found = (clean(text[bounds[i] : bounds[i + 1]]) for i in range(0, len(bounds), 2))
    return tuple(m for m in found if m and not _EMPTY.fullmatch(m))


def without_brackets(text: str) -> str:
    """The text without what stands in brackets."""
    return _BRACKETS.sub("", text)


def is_filler(member: str) -> bool:
    """Is it no member, but "etc." or "and more"?"""
    return _EMPTY.fullmatch(member) is not None
