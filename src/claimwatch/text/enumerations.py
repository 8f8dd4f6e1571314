"""Enumerations in prose: "signed with RSA, ECDSA and Ed25519 keys" has three members; the words around them are none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from claimwatch.text.lexicon import NEGATIONS, VERBS
from claimwatch.text.lists import Piece, clean, is_filler, runs, same_item, same_words, without_brackets, written
from claimwatch.text.phrases import find
from claimwatch.text.tokens import keys

_EXCEPT = frozenset({"but", "except", "excluding", "without", "not", "no", "non"})
_ADVERBIAL = frozenset("on in for with by under since from at as besides unlike if when while after before during through within".split())


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
    bare = without_brackets(piece.text)
    have, want = written(bare), written(name)
    if not want or len(have) <= len(want):
        return None
    lead, trail = have[: -len(want)], have[len(want) :]
    if lead[-1].casefold() in _EXCEPT:
        return None
    if (
        same_words(have[-len(want) :], want)
        and (piece.is_first or all(w.islower() and w not in VERBS for w in lead))
        and _is_free(lead, want, before=True)
    ):
        return name
    if same_words(have[: len(want)], want) and piece.is_last and _is_free(trail, want, before=False):
        return name
    if piece.is_first and piece.is_last and (span := find(name, bare)):
        around = written(bare[: span[0]]), written(bare[span[1] :])
        return name if all(_is_free(w, want, before=not i) for i, w in enumerate(around) if w) else None
    return None


def _is_free(around: Sequence[str], name: Sequence[str], *, before: bool) -> bool:
    """Do the words around it leave the name whole ("works with Java", "Java files"), and make no longer name ("Google Apps Script")?"""
    near = around[-1] if before else around[0]
    if near.casefold() in _EXCEPT:
        return False
    if not name[0][:1].isupper() or not near[:1].isupper() or near.casefold() in VERBS:
        return True
    if not before:
        return len(around) == 1 and near[:-1].isupper() and near.endswith("s")  # a noun that all members share: "AMD and Intel GPUs"
    return len(around) == 1 and near.endswith(("s", "ing"))  # a verb that begins the sentence


def _with_neighbour(name: str, run: Sequence[Piece], i: int) -> bool:
    """A noun that two members share: "NVIDIA and AMD GPUs" has NVIDIA GPUs, "AMD CPUs and GPUs" has AMD GPUs."""
    want, have = written(name), written(without_brackets(clean(run[i].text)))
    if not have or len(want) < 2 or (len(want) <= len(have) and not (run[i].is_first and same_words(have[-1:], want[:1]))):
        return False
    for later in run[i + 1 :]:
        tail = written(without_brackets(clean(later.text)))
        for n in (1, 2):
            head = have[-(len(want) - n) :] if run[i].is_first else have
            if len(tail) > n and (same_words((*head, *tail[-n:]), want) or (later.is_last and same_words((*head, *tail[1 : 1 + n]), want))):
                return True
        if len(tail) > 1 and not later.by_and:
            break
    if i and run[i].by_and:
        ahead = written(without_brackets(clean(run[i - 1].text)))
        return any(len(ahead) > n and same_words((*ahead[-n - 1 : -1], *have), want) for n in (1, 2))
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
    return tuple(m for m in (*before, *middle, *after) if m and not is_filler(m))


def _new_member(piece: Piece, *, is_upper: bool, longest: int) -> str | None:
    """What a piece adds to an enumeration of names in capitals, or of plain words; None when it is no member but other prose."""
    text = clean(without_brackets(piece.text)) or clean(piece.text)
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
