"""What stands before or after a number and makes a bound of it: "at least 200", "200 or more", "up to 200", "about 200"."""

from __future__ import annotations

import re
from functools import lru_cache

# Of each kind, phrases before the number and phrases after it, by language. "" holds signs and what every language reads.
_BEFORE: dict[str, dict[str, str]] = {
    "": {
        "+": ">=|≥|⩾",
        ">": ">",
        "<=": "<=|≤|⩽",
        "<": "<",
        "~": "~|≈|±|circa|ca.|ca|c.",
    },
    "en": {
        "+": (
            "at least|at the least|no fewer than|no less than|not less than|not fewer than|a minimum of|minimum of|minimum|min.|"
            "min|as many as or more than|starting at|greater than or equal to|more than or equal to|from at least|upwards of"
        ),
        ">": (
            "over|more than|above|greater than|in excess of|exceeding|exceeds|beyond|well over|north of|higher than|larger than|"
            "longer than|faster than"
        ),
        "<=": (
            "up to|at most|at the most|no more than|not more than|no greater than|not over|not exceeding|a maximum of|maximum of|"
            "maximum|max.|max|as many as|less than or equal to|fewer than or equal to|capped at|up to and including|upto"
        ),
        "<": "under|below|less than|fewer than|lower than|smaller than|shorter than",
        "~": (
            "about|around|approximately|approx.|approx|roughly|nearly|almost|close to|an estimated|estimated|some|on average|"
            "an average of|average of"
        ),
    },
    "de": {
        "+": "mindestens|wenigstens|nicht weniger als|ab",
        ">": "über|mehr als",
        "<=": "bis zu|höchstens|maximal|max.|nicht mehr als",
        "<": "unter|weniger als",
        "~": "rund|etwa|ungefähr|zirka|fast|knapp|gut|beinahe",
    },
    "fr": {
        "+": "au moins|au minimum|minimum",
        ">": "plus de|plus d'",
        "<=": "jusqu'à|au plus|au maximum|maximum|pas plus de",
        "<": "moins de",
        "~": "environ|près de|à peu près|approximativement|presque",
    },
    "es": {
        "+": "al menos|como mínimo|por lo menos|mínimo",
        ">": "más de|superior a",
        "<=": "hasta|como máximo|máximo|no más de",
        "<": "menos de",
        "~": "unos|unas|alrededor de|aproximadamente|casi|cerca de",
    },
    "it": {
        "+": "almeno|minimo",
        ">": "oltre|più di",
        "<=": "fino a|al massimo|massimo|non più di",
        "<": "meno di",
        "~": "circa|quasi|all'incirca",
    },
    "pt": {
        "+": "pelo menos|no mínimo|mínimo de",
        ">": "mais de",
        "<=": "até|no máximo|máximo de",
        "<": "menos de",
        "~": "cerca de|aproximadamente|quase|em torno de",
    },
    "nl": {
        "+": "minstens|ten minste|tenminste|minimaal",
        ">": "meer dan|ruim",
        "<=": "tot|hoogstens|maximaal|niet meer dan",
        "<": "minder dan",
        "~": "ongeveer|bijna|zo'n",
    },
    "ru": {
        "+": "не менее|как минимум",
        ">": "более|свыше|больше",
        "<=": "до|не более|максимум",
        "<": "менее|меньше",
        "~": "около|примерно|почти",
    },
    "cjk": {
        "+": "至少|最少|最低|不少于|不少於|少なくとも|최소",
        ">": "超过|超過|超|多于|多於|逾|超える",
        "<=": "最大|最多|最高|至多|不超过|不超過|多达|多達|最長|最长|최대",
        "<": "少于|少於|不到|低于",
        "~": "大约|大約|约|約|近|およそ|おおよそ|ほぼ|약",
    },
}
_AFTER: dict[str, dict[str, str]] = {
    "": {
        "+": "+",
    },
    "en": {
        "+": (
            "or more|and more|or newer|and newer|or later|and later|or higher|and higher|or above|and above|and up|or greater|"
            "or over|and over|or better|at least|at the least|at minimum|minimum|upwards"
        ),
        "<=": "or less|or fewer|or lower|or below|and below|and under|or older|or under|at most|at the most|maximum|max|tops",
        "~": "or so|on average|in average|approximately|approx.|approx|roughly|or thereabouts",
    },
    "de": {
        "+": "oder mehr|und mehr|oder neuer|oder höher|aufwärts",
        "<=": "oder weniger",
    },
    "fr": {
        "+": "ou plus|et plus|au moins|minimum",
        "<=": "ou moins|au plus|maximum",
    },
    "es": {
        "+": "o más|y más|como mínimo",
        "<=": "o menos|como máximo",
    },
    "it": {
        "+": "o più|e oltre|almeno",
        "<=": "o meno|al massimo",
    },
    "pt": {
        "+": "ou mais",
        "<=": "ou menos|no máximo",
    },
    "nl": {
        "+": "of meer",
        "<=": "of minder",
    },
    "cjk": {
        "+": "以上|余|多|이상",
        ">": "を超える",
        "<=": "以下|以内|以內|まで|이하",
        "<": "未満|未满|未滿|미만",
        "~": "左右|上下|前後|程度|ほど|정도",
    },
}


@lru_cache(maxsize=64)
def _patterns(language: str) -> tuple[re.Pattern[str], dict[str, str], re.Pattern[str], dict[str, str]]:
    code = language.replace("_", "-").casefold().split("-")[0]
    tables = ["", "en", "cjk", *([code] if code in _BEFORE and code != "en" else [])]
    before = {p.casefold(): kind for t in tables for kind, phrases in _BEFORE[t].items() for p in phrases.split("|")}
    after = {p.casefold(): kind for t in tables if t in _AFTER for kind, phrases in _AFTER[t].items() for p in phrases.split("|")}
    begin = r"(?:^|(?<=[^\w])|(?<=[\u3040-\u9fff])|(?=[^\w\s])|(?=[\u3040-\u9fff]))"
    return (
        re.compile(rf"{begin}({_any(before)})(?:,(?= ))?\s*(?:the |a total of |the total of |an? )?$", re.IGNORECASE),
        before,
        re.compile(rf"({_any(after)})(?![^\W\d_\u3040-\u9fff])(?!\s*[$€£]?\d)", re.IGNORECASE),
        after,
    )


_ENDS = re.compile(r"[^\w\s,(\[\"'|/-]\s?$|[\u3040-\u9fff\uac00-\ud7a3]\s?$|'\s?$")  # a sign, or a script without spaces
_WORD = re.compile(r"[^\W\d_]+")


def _last_word(text: str, start: int, end: int) -> str:
    return next(reversed(_WORD.findall(text, start, end)), "").casefold()


@lru_cache(maxsize=64)
def _words(language: str) -> frozenset[str]:
    """The words with which something before a number can end: looked up first, since most words before numbers are none of them."""
    _, kinds, _, _ = _patterns(language)
    return frozenset(_WORD.findall(phrase)[-1] for phrase in kinds if _WORD.search(phrase)) | {"the", "of", "a", "an"}


def _any(phrases: dict[str, str]) -> str:
    return "|".join(re.escape(p).replace(r"\ ", r"\s+") for p in sorted(phrases, key=len, reverse=True))


def before(text: str, end: int, language: str = "") -> tuple[str, int] | None:
    """The qualifier (one of + > <= < ~) that ends where a number begins, and where it begins itself."""
    pattern, kinds, _, _ = _patterns(language)
    start = max(0, end - 40)
    if not _ENDS.search(text, start, end) and _last_word(text, start, end) not in _words(language):
        return None
    found = pattern.search(text[start:end])
    return (kinds[" ".join(found[1].casefold().split())], start + found.start(1)) if found else None


# A unit or a plain noun or two may stand between the number and what bounds it: "8 GB of memory or more".
_BETWEEN = re.compile(r"(?:\s(?!(?:or|and|but|than|with)\b)[^\W\d_]+){0,4},?\s?\(?")
_MAY_FOLLOW = re.compile("[^\\W\\d_]*[+ ,(\u3040-\u9fff\uac00-\ud7a3](?:[^.;:!?\\d]|$)")
_CJK_BETWEEN = re.compile("\\s?[\u3040-\u9fff]{0,3}")


def after(text: str, start: int, language: str = "") -> tuple[str, int] | None:
    """The qualifier that follows a number which ends at `start`, and where it ends. Nouns may stand between."""
    _, _, pattern, kinds = _patterns(language)
    tail = text[start : start + 60]
    if not _MAY_FOLLOW.match(tail):
        return None
    for found in pattern.finditer(tail):
        between = tail[: found.start()]
        if found[1] == "+" and between:
            continue
        pattern_between = _CJK_BETWEEN if "\u3040" <= found[1][0] <= "\u9fff" else _BETWEEN
        if pattern_between.fullmatch(between):
            return kinds[" ".join(found[1].casefold().split())], start + found.end()
        return None
    return None
