"""Versions in running text and in tags, in the order of PEP 440: "v1.10", "2.0.0-alpha.2", "foo-1.2", "Python 3.9 or newer"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from packaging.version import InvalidVersion, Version

from claimwatch.text.numerals import plain

# A prefix glued by "v", "r" or a name with a hyphen; the release; what PEP 440 and semver put behind it.
_VERSION = re.compile(
    r"(?<![\w.])(?P<name>(?:[A-Za-z][A-Za-z_]*-)*(?:[vVrR]\.?)?|)(?P<release>\d+(?:\.\d+)*)"
    r"(?P<rest>(?:[-._]?(?:alpha|beta|preview|post|dev|pre|rev|rc|a|b|c)(?![a-z])[-._]?\d*)*)(?P<local>\+[a-zA-Z0-9]+(?:[-._][a-zA-Z0-9]+)*)?(?P<tail>-[A-Za-z][\w.]*)?",
    re.IGNORECASE,
)
_EARLY = frozenset({"nightly", "snapshot", "canary", "unstable", "next", "edge", "ea", "milestone"})


@dataclass(frozen=True, slots=True)
class Found:
    """A version on a page: its order (PEP 440), how the page writes it, and where. `is_plain`: a whole number without a dot or a "v"."""

    version: Version
    text: str
    start: int
    end: int
    is_plain: bool = False

    @property
    def is_day(self) -> bool:
        """A snapshot named by its day (20260108) rather than a release."""
        head = self.version.release[0]
        return 19_000_101 <= head <= 21_001_231 and 1 <= head // 100 % 100 <= 12 and 1 <= head % 100 <= 31


@lru_cache(maxsize=2000)
def versions(text: str) -> tuple[Found, ...]:
    """The versions of a text in order. Dates (2024-02-30), addresses and words with digits are none."""
    line = plain(text)
    out = []
    for m in _VERSION.finditer(line):
        found = _found(line, text, m)
        if found:
            out.append(found)
    return tuple(out)


def _found(line: str, text: str, m: re.Match[str]) -> Found | None:
    after, before = line[m.end() : m.end() + 8], line[max(0, m.start() - 2) : m.start()]
    tail = (m["tail"] or "")[1:].casefold()
    if (
        re.match(r"[\w/:]|\.[\w*]|-\d|\+\d", after)
        or m["release"].count(".") > 5
        or len(m["release"]) > 60
        or re.match(r"0\d", m["release"])
    ):
        return None
    if before[-1:] in ("/", "#", "-", "$", "€", "£") and not m["name"]:
        return None
    if re.match(r"\s?%", after) or re.search(r"\d:$", before):
        return None
    early = ".dev0" if tail.split(".")[0] in _EARLY and not m["rest"] else ""
    try:
        version = Version(m["release"] + m["rest"] + early + (m["local"] or ""))
    except InvalidVersion:
        return None
    end = m.end() if early or not m["tail"] else m.start("tail")
    start = m.start("release") if m["name"] and "-" in m["name"] else m.start()
    return Found(
        version, text[start:end], start, end, "." not in m["release"] and not re.search(r"[vVrR]\.?$", m["name"]) and not m["rest"]
    )
