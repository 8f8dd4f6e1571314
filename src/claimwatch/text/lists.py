"""Enumerations in prose and cells: "signed with RSA, ECDSA and Ed25519 keys" has three members; the words around them are none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from claimwatch.text.lexicon import NEGATIONS, VERBS
from claimwatch.text.phrases import find, same_word
from claimwatch.text.sentences import sentences
from claimwatch.text.tokens import keys, words
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
_ADVERBIAL = frozenset("on in for with by under since from at as besides unlike if when while after before during through within".split())
_EXCEPT = frozenset({"but", "except", "excluding", "without", "not", "no", "non"})
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
    return any(_same_words(x, y) for x in _forms(a) for y in _forms(b)) or (not words(a) and fold(a) == fold(b))


@lru_cache(maxsize=4000)
def _forms(member: str) -> tuple[tuple[str, ...], ...]:
    whole = clean(member)
    bare = _BRACKETS.sub("", whole).strip()
    head = re.split(r"\s[–—-]+\s|:\s|\s[–—]", bare, maxsplit=1)[0].strip()
    alone = re.sub(r"\s+only$", "", bare, flags=re.IGNORECASE)
    return tuple(dict.fromkeys(_written(f) for f in (whole, bare or whole, head or whole, alone or whole)))


def _written(text: str) -> tuple[str, ...]:
    return tuple(text[w.start : w.end] if fold(text[w.start : w.end]) == w.key else w.key for w in words(text))


def _same_words(a: Sequence[str], b: Sequence[str]) -> bool:
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


def matched(names: Iterable[str], run: Sequence[Piece], i: int) -> str | None:
    """The member of piece `i` that is one of the names, as the page writes it; None when none of them is."""
    piece = run[i]
    if _is_negated(piece, run):
        return None
    for name in names:
        if same_item(name, piece.text):
            return clean(piece.text)
        if _with_neighbour(name, run, i):
            return name
        cut = _cut(name, piece)
        if cut:
            return cut
    return None


def _cut(name: str, piece: Piece) -> str | None:
    """The name at the end of what leads up to it, or before what follows it."""
    bare = _BRACKETS.sub("", piece.text)
    have, want = _written(bare), _written(name)
    if not want or len(have) <= len(want):
        return None
    lead, trail = have[: -len(want)], have[len(want) :]
    if lead[-1].casefold() in _EXCEPT:
        return None
    if (
        _same_words(have[-len(want) :], want)
        and (piece.is_first or all(w.islower() and w not in VERBS for w in lead))
        and _is_free(lead, want, before=True)
    ):
        return name
    if _same_words(have[: len(want)], want) and piece.is_last and _is_free(trail, want, before=False):
        return name
    if piece.is_first and piece.is_last and (span := find(name, bare)):
        around = _written(bare[: span[0]]), _written(bare[span[1] :])
        return name if all(_is_free(w, want, before=not i) for i, w in enumerate(around) if w) else None
    return None


def _is_free(around: Sequence[str], name: Sequence[str], *, before: bool) -> bool:
    """Do the words around it leave the name whole ("works with Java", "Java files"), and make no longer name ("Google Apps Script")?"""
    near = around[-1] if before else around[0]
    if near.casefold() in _EXCEPT:
        return False
    if not name[0][:1].isupper() or not near[:1].isupper() or near.casefold() in VERBS:
        return True
    return before and len(around) == 1 and near.endswith(("s", "ing"))  # a verb that begins the sentence


def _with_neighbour(name: str, run: Sequence[Piece], i: int) -> bool:
    """A noun that two members share: "NVIDIA and AMD GPUs" has NVIDIA GPUs, "AMD CPUs and GPUs" has AMD GPUs."""
    want, have = _written(name), _written(_BRACKETS.sub("", clean(run[i].text)))
    if not have or len(want) < 2 or (len(want) <= len(have) and not (run[i].is_first and _same_words(have[-1:], want[:1]))):
        return False
    for later in run[i + 1 :]:
        tail = _written(_BRACKETS.sub("", clean(later.text)))
        for n in (1, 2):
            head = have[-(len(want) - n) :] if run[i].is_first else have
            if len(tail) > n and (
                _same_words((*head, *tail[-n:]), want) or (later.is_last and _same_words((*head, *tail[1 : 1 + n]), want))
            ):
                return True
        if len(tail) > 1 and not later.by_and:
            break
    if i and run[i].by_and:
        ahead = _written(_BRACKETS.sub("", clean(run[i - 1].text)))
        return any(len(ahead) > n and _same_words((*ahead[-n - 1 : -1], *have), want) for n in (1, 2))
    return False


def _is_negated(piece: Piece, run: Sequence[Piece]) -> bool:
    """Does a word take the member away: "not Java", "but not Perl", "except C"?"""
    del run
    first = [k for k in keys(piece.text)[:3] if k not in ("but", "and", "also")]
    return bool(first) and not piece.is_first and (first[0] in NEGATIONS or first[0] == "except")


def has_negation_before(text: str, at: int) -> bool:
    """Is the enumeration at that place denied: "does not support A, B"?"""
    lead = keys(text[:at])[-6:]
    return any(k in NEGATIONS or k == "except" for k in lead)


def enumeration(text: str, known: Sequence[Sequence[str]], language: str = "") -> tuple[str, ...]:
    """The members of the enumeration around those that are known (each a name and its other names); empty where none of them is there."""
    best: tuple[int, tuple[str, ...]] = (0, ())
    names = [name for group in known for name in group]
    for run in runs(text, language, names):
        found = [next((m for names in known if (m := matched(names, run, i))), None) for i in range(len(run))]
        hits = [i for i, m in enumerate(found) if m]
        if len(hits) > best[0]:
            best = (len(hits), _around(run, found, hits))
    return best[1]


def _around(run: Sequence[Piece], found: Sequence[str | None], hits: Sequence[int]) -> tuple[str, ...]:
    first, last = hits[0], hits[-1]
    names = [found[i] or "" for i in hits]
    is_upper = all(not n[:1].islower() for n in names)
    longest = max(len(n.split()) for n in names)
    before: list[str] = []
    i = first - 1
    while i >= 0 and len(run[first].text.split()) <= len((found[first] or "").split()) + 1:
        member = _new_member(run[i], is_upper=is_upper, longest=longest)
        if not member:
            break
        before.insert(0, member)
        i -= 1
    middle = [
        m or _new_member(run[k], is_upper=is_upper, longest=99) or clean(run[k].text) for k, m in enumerate(found[first : last + 1], first)
    ]
    after: list[str] = []
    is_closed = run[last].by_and and last > first
    for piece in run[last + 1 :]:
        member = _new_member(piece, is_upper=is_upper, longest=longest)
        if not piece.is_last and keys(piece.text)[:1] and keys(piece.text)[0] in _ADVERBIAL:
            is_closed = is_closed and not piece.by_and  # "and, since May, Dutch"
            continue
        if not member or (is_closed and not piece.by_and):
            break
        after.append(member)
        is_closed = piece.by_and
    return tuple(m for m in (*before, *middle, *after) if m and not _EMPTY.fullmatch(m))


def _new_member(piece: Piece, *, is_upper: bool, longest: int) -> str | None:
    """What a piece adds to an enumeration of names in capitals, or of plain words; None when it is no member but other prose."""
    text = clean(_BRACKETS.sub("", piece.text)) or clean(piece.text)
    tokens = text.split()
    if not tokens or (keys(text)[:1] and keys(text)[0] in NEGATIONS):
        return None
    if piece.is_first:
        tokens = _without_lead(tokens, is_upper=is_upper, longest=longest)
    elif piece.is_last:
        tokens = _without_trail(tokens, is_upper=is_upper)
    if (
        not tokens
        or len(tokens) > longest + 2
        or (is_upper and tokens[0][:1].islower() and longest < 99)
        or any(k in VERBS for k in keys(" ".join(tokens)))
    ):
        return None
    return clean(" ".join(tokens))


def _without_lead(tokens: list[str], *, is_upper: bool, longest: int) -> list[str]:
    if tokens[0].casefold() in _ADVERBIAL and not any(t.casefold() in VERBS for t in tokens):
        return []
    if is_upper:
        k = len(tokens)
        while (
            k > (1 if len(tokens) > 1 and tokens[1][:1].islower() else 0)
            and not tokens[k - 1][:1].islower()
            and tokens[k - 1].casefold() not in VERBS
        ):
            k -= 1
        return tokens[k:]
    cut = max(
        (i + 1 for i, t in enumerate(tokens) if t.casefold() in VERBS or t.casefold() in _ADVERBIAL or t.casefold() in ("of", "to")),
        default=0,
    )
    rest = tokens[cut:]
    return rest if cut else rest[-min(longest, len(rest)) :]


def _without_trail(tokens: list[str], *, is_upper: bool) -> list[str]:
    if not is_upper:
        return tokens
    k = 0
    while k < len(tokens) and not tokens[k][:1].islower():
        k += 1
    return tokens[:k]


def members(text: str, language: str = "") -> tuple[str, ...]:
    """The members of the longest enumeration in a passage, without the words around it; empty where there is none."""
    best: tuple[str, ...] = ()
    for run in runs(text, language):
        is_upper = all(not clean(p.text)[:1].islower() for p in run[1:])
        found = [m for p in run if (m := _new_member(p, is_upper=is_upper, longest=2))]
        if len(run) > 1 and len(found) > len(best):
            best = tuple(found)
    return best
