"""Names of licences in the form of SPDX: "the Apache License, Version 2.0" is Apache-2.0; of a choice the order says nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from claimwatch.text.numerals import plain

_V = r"(?:,?\s*(?:version|v\.?)?\s*[-]?\s*v?)"
_L = r"(?:\s+(?:general\s+)?(?:public\s+)?(?:software\s+)?licen[cs]e)"
_LATER = r"(?P<later>\s*\+|\s*-?\s*or[\s-]+(?:\(at your option\)\s*)?(?:any\s+)?(?:later|newer)(?:\s+version)?)"
_ONLY = r"(?P<only>[\s-]*only)"
_GPL = r"(?P<long>Affero\s+|Lesser\s+|Library\s+)?General\s+Public\s+Licen[cs]e"
_COUNT = "(?P<{}>[234]|two|three|four)"
_NEW = r"(?:\"?(?:new|modified|revised|simplified)\"?\s+)?"

# What each licence is called, as SPDX names it; `{v}` is the version that the first group holds.
_NAMES: tuple[tuple[str, str], ...] = (
    (rf"Apache(?:\s+Software)?(?:{_L})?{_V}(?P<v>2\.0|2|1\.1)\b(?:{_L})?", "Apache-{v}"),
    (rf"(?:MIT|Expat|X11/MIT)(?:{_L}|-licensed)?(?![\w-]*\d)\b(?!-0)", "MIT"),
    (rf"(?:GNU\s+)?(?P<family>AGPL|LGPL|GPL)(?:{_L})?{_V}(?P<v>\d(?:\.\d)?)(?:{_LATER}|{_ONLY})?", "{family}-{v}"),
    (rf"(?:the\s+)?GNU\s+{_GPL}{_V}(?P<v>\d(?:\.\d)?)(?:{_LATER}|{_ONLY})?", "{long}-{v}"),
    (rf"(?:{_COUNT.format('n')}[\s-]clause\s+{_NEW}BSD|BSD[\s-]{_COUNT.format('m')}[\s-]clause)(?:{_L})?", "BSD-{n}-Clause"),
    (rf"(?:MPL|Mozilla\s+Public\s+Licen[cs]e){_V}(?P<v>2\.0|1\.1|2)\b", "MPL-{v}"),
    (rf"(?:EPL|Eclipse\s+Public\s+Licen[cs]e){_V}(?P<v>2\.0|1\.0|2)\b", "EPL-{v}"),
    (rf"(?:BUSL|BSL(?=[\s-]*1\.1)|Business\s+Source\s+Licen[cs]e){_V}(?P<v>1\.1)\b", "BUSL-{v}"),
    (r"(?:BSL-1\.0|Boost\s+Software\s+Licen[cs]e(?:\s*,?\s*(?:version\s*)?1\.0)?)\b", "BSL-1.0"),
    (r"(?:SSPL(?:[\s-]v?1(?:\.0)?)?|Server\s+Side\s+Public\s+Licen[cs]e(?:\s*,?\s*v?(?:ersion\s*)?1)?)\b", "SSPL-1.0"),
    (rf"ISC(?:{_L}|(?=\s*$))", "ISC"),
    (r"(?:The\s+)?Unlicense\b", "Unlicense"),
    (r"CC0(?:[\s-]1\.0)?(?:\s+Universal)?\b", "CC0-1.0"),
    (r"(?:CC|Creative\s+Commons)[\s-](?P<by>BY(?:-(?:NC|SA|ND))*)[\s-](?P<v>\d\.\d)\b", "CC-{by}-{v}"),
    (rf"zlib(?:{_L})\b", "Zlib"),
)  # fmt: skip
_PATTERNS = tuple((re.compile(rf"(?<![\w-]){pattern}", re.IGNORECASE), name) for pattern, name in _NAMES)
_COUNTS = {"two": "2", "three": "3", "four": "4"}
_LONG = {"affero": "AGPL", "lesser": "LGPL", "library": "LGPL", "": "GPL"}


@dataclass(frozen=True, slots=True)
class Licence:
    """A licence that a text names: its SPDX identifier and where it stands."""

    name: str
    start: int
    end: int


@lru_cache(maxsize=1000)
def licences(text: str) -> tuple[Licence, ...]:
    """The licences that a text names, in order; of names within names, the longest."""
    line = plain(text)
    found = sorted(
        (Licence(_name(form, m), m.start(), m.end()) for pattern, form in _PATTERNS for m in pattern.finditer(line)),
        key=lambda x: (x.start, -x.end),
    )
    out: list[Licence] = []
    for licence in found:
        if not out or licence.start >= out[-1].end:
            out.append(licence)
    return tuple(out)


def _name(form: str, m: re.Match[str]) -> str:
    parts = m.groupdict()
    version = parts.get("v") or ""
    if version and "." not in version and form != "BUSL-{v}":
        version += ".0"
    if parts.get("n") or parts.get("m"):
        count = (parts.get("n") or parts.get("m") or "").casefold()
        return form.format(n=_COUNTS.get(count, count))
    family = (parts.get("family") or "").upper()
    long = _LONG[(parts.get("long") or "").strip().casefold()]
    name = form.format(v=version, family=family, long=long, by=(parts.get("by") or "").upper())
    if "GPL-" in name:
        name += "-or-later" if parts.get("later") else "-only" if parts.get("only") else ""
    return name


def expression(text: str) -> str | None:
    """The licence expression that a short text is ("Apache-2.0 OR MIT"), with the parts of a choice in one order; None where it is none.

    AND binds more tightly than OR (SPDX 2.3, annex D).
    """
    named = licences(text)
    if not named:
        return None
    gaps = [text[: named[0].start], *(text[a.end : b.start] for a, b in pairwise(named)), text[named[-1].end :]]
    if gaps[0].strip(" \"'(").casefold() not in ("", "the") or gaps[-1].strip(" .\"')").casefold() not in ("", "license", "licence"):
        return None
    joins = [g.strip(" ,()").casefold() for g in gaps[1:-1]]
    if any(j not in ("or", "and", "/") for j in joins):
        return None
    choices = [[named[0].name]]
    for join, licence in zip(joins, named[1:], strict=True):
        if join == "and":
            choices[-1].append(licence.name)
        else:
            choices.append([licence.name])
    return " OR ".join(sorted(" AND ".join(sorted(set(c))) for c in choices))
