"""Words as a reader tells them apart: contractions opened, hyphens split, numbers and versions whole, CJK by the sign."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from claimwatch.text.typography import fold

_CJK = "\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(
    rf"[{_CJK}]"
    rf"|[^\W_{_CJK}]+(?:(?:(?<=\d)[.,](?=\d)|['’](?=[^\W\d_]))[^\W_{_CJK}]+)*"
    r"|[+×%$€£¥<>≥≤=~≈#°^✓✔✅✗✘❌]"
)
_MINUS = re.compile(r"(?<![\w.)])[-−–](?=\d)")
_HIDDEN = re.compile("[\u00ad\u200b\u200c\u2060\ufeff\ufe0e\ufe0f]")
_CONTRACTIONS = {
    "can't": ("can", "not"),
    "won't": ("will", "not"),
    "shan't": ("shall", "not"),
    "cannot": ("can", "not"),
    "let's": ("let", "us"),
}
_ENDINGS = {"n't": "not", "'re": "are", "'ve": "have", "'ll": "will", "'m": "am", "'d": "would"}


@dataclass(frozen=True, slots=True)
class Word:
    """A word: `key` is how it is compared (folded), `start` and `end` are code points in the text it was read from."""

    key: str
    start: int
    end: int


def words(text: str) -> tuple[Word, ...]:
    """The words of a text in order. A contraction ("doesn't") gives two words of one place."""
    out: list[Word] = []
    minus = {m.start() for m in _MINUS.finditer(text)} if ("-" in text or "−" in text or "–" in text) else set()
    for m in _TOKEN.finditer(text):
        start, end = m.span()
        keys = _keys(m[0])
        if start - 1 in minus:
            start, keys = start - 1, tuple("-" + k for k in keys)
        out.extend(Word(k, start, end) for k in keys)
    return tuple(out)


@lru_cache(maxsize=20_000)
def _keys(token: str) -> tuple[str, ...]:
    key = fold(_HIDDEN.sub("", token))
    if "'" not in key and key != "cannot":
        return (key,)
    if key in _CONTRACTIONS:
        return _CONTRACTIONS[key]
    for ending, word in _ENDINGS.items():
        if key.endswith(ending) and len(key) > len(ending):
            return (key[: -len(ending)], word)
    if key.endswith("'s"):
        return (key[:-2],)
    return (key,)


def keys(text: str) -> tuple[str, ...]:
    """The keys of the words of a text."""
    return tuple(w.key for w in words(text))


@lru_cache(maxsize=20_000)
def stem(key: str) -> str:
    """The word without its endings (Porter's second stemmer): "encrypts" and "encrypted" are one; short or numeric words stay."""
    if len(key) < 4 or not key.isascii() or not key.isalpha() or _ABBREVIATIONS.fullmatch(key):
        return _singular(key)
    return str(_stemmer().stemWord(_spelling(key)))


_ABBREVIATIONS = re.compile(r"[^aeiouy]+us")  # GPUs, CPUs: the stemmer takes them for Latin words


@lru_cache(maxsize=1)
def _stemmer():  # type: ignore[no-untyped-def]  # the library has no types
    import snowballstemmer

    return snowballstemmer.stemmer("english")


def _singular(key: str) -> str:
    return key[:-1] if len(key) > 2 and key.endswith("s") and not key.endswith("ss") and key.isascii() and key[:-1].isalpha() else key


_SPELLINGS = (
    (re.compile(r"(?<=[a-z]{3})is(?=(e|ed|es|ing|ation|ations|able)$)"), "iz"),
    (re.compile(r"(?<=[a-z]{3})our(?=s?$|ed$|ing$|able$|ful$|less$)"), "or"),
    (re.compile(r"(?<=[a-z]{3})yse(?=[ds]?$)"), "yze"),
)
_PAIRS = dict(
    pair.split("/")
    for pair in """
    licence/license licences/licenses centre/center centres/centers grey/gray catalogue/catalog defence/defense programme/program
    programmes/programs fibre/fiber metre/meter metres/meters litre/liter litres/liters cheque/check cancelled/canceled
    modelling/modeling labelled/labeled travelling/traveling favourite/favorite
    """.split()
)


def _spelling(key: str) -> str:
    """British and American spelling as one."""
    if key in _PAIRS:
        return _PAIRS[key]
    for pattern, other in _SPELLINGS:
        key = pattern.sub(other, key)
    return key


def stems(text_keys: Iterable[str]) -> tuple[str, ...]:
    """The stem of each key."""
    return tuple(stem(k) for k in text_keys)
