"""Days as people write them: "2026-10-06", "March 14th, 2026", "14.03.2026", "2026年10月6日". What is vaguer than a day is none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import product

from claimwatch.text.numerals import plain
from claimwatch.text.typography import fold

# Each pattern with the order of its groups.
_ISO = re.compile(r"(?<![\w./-])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?![\d/-]|\.\d)(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?")
_CJK = re.compile(r"(?<!\d)(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日号號일]?")
_NUMERIC = re.compile(r"(?<![\w./-])(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4})(?![\d/-]|\.\d)")
_COMPACT = re.compile(r"(?:19|20)\d{6}")
_WEEKDAYS = {
    name: i
    for i, names in enumerate(
        ("mon monday", "tue tues tuesday", "wed wednesday", "thu thur thurs thursday", "fri friday", "sat saturday", "sun sunday")
    )
    for name in names.split()
}


@dataclass(frozen=True, slots=True)
class Day:
    """A day on a page: `dates` are its readings (03/04/2026 could be two days). Of a day without a year, there is only `month_day`."""

    dates: tuple[date, ...]
    text: str
    start: int
    end: int
    month_day: tuple[int, int] | None = None
    weekday: int | None = None

    def could_be(self, day: date) -> bool:
        """Is one of its readings that day? Without a year, month, day and what weekday it names must agree."""
        if self.dates:
            return day in self.dates
        return self.month_day == (day.month, day.day) and self.weekday in (None, day.weekday())


_ENGLISH = "january february march april may june july august september october november december".split()


@lru_cache(maxsize=16)
def _months(language: str) -> dict[str, int]:
    """The names of the months in English and in the language (CLDR), folded, long and short."""
    names = {"sept": 9}
    for number, name in enumerate(_ENGLISH, 1):
        names[name] = names[name[:3]] = number
    code = language.replace("_", "-").split("-")[0]
    return names if code in ("", "en") else names | _of_cldr(code)


def _of_cldr(code: str) -> dict[str, int]:
    from babel import Locale, UnknownLocaleError

    try:
        months = Locale.parse(code).months
    except (UnknownLocaleError, ValueError):
        return {}
    names = {}
    for form, width in product(("format", "stand-alone"), ("wide", "abbreviated")):
        for number, name in months[form][width].items():
            folded = fold(name).rstrip(".")
            if len(folded) > 2 and not folded[0].isdigit():
                names[folded] = number
    return names


@lru_cache(maxsize=16)
def _named(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    months = "|".join(sorted(map(re.escape, _months(language)), key=len, reverse=True))
    weekday = r"(?:(?P<weekday>[^\W\d_]{2,12})\.?,?\s+(?:the\s+)?)?"
    year = r"(?:,?\s+(?:de |of |del )?(?P<year>\d{4})(?!\d))?"
    dashed = r"(?:(?:,?\s+|-)(?:de |of |del )?(?P<year>\d{4})(?!\d))?"
    return (
        re.compile(
            rf"(?<![\w.])(?:{weekday})(?P<day>\d{{1,2}})(?:st|nd|rd|th|er|º|°|\.)?[\s-]?(?:(?:of|de)\s)?\s?-?(?P<month>{months})\b\.?{dashed}",
            re.IGNORECASE,
        ),
        re.compile(
            rf"(?<![\w.])(?:{weekday})(?P<month>{months})\.?\s+(?:the\s+)?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?![\d:.]\d|\d){year}",
            re.IGNORECASE,
        ),
    )


def days(text: str, language: str = "") -> tuple[Day, ...]:
    """The days that a text names, in order. The language settles month names and what 03/04/2026 means."""
    line = plain(text)
    found = [*_numeric(text, line, language), *_in_words(text, line, language)]
    found.sort(key=lambda d: (d.start, d.start - d.end))
    out: list[Day] = []
    for day in found:
        if not out or day.start >= out[-1].end:
            out.append(day)
    return tuple(out)


def _numeric(text: str, line: str, language: str) -> list[Day]:
    out = []
    for pattern in (_ISO, _CJK):
        for m in pattern.finditer(line):
            numbers = [int(g) for g in m.groups() if g.isdigit()]
            out.append(_day(text, m, _valid([(numbers[0], numbers[1], numbers[2])])))
    for m in _NUMERIC.finditer(line):
        first, second, year = int(m[1]), int(m[3]), int(m[4])
        day_first, month_first = (year, second, first), (year, first, second)
        code = language.replace("_", "-").casefold()
        orders = (
            [month_first]
            if code == "en-us" and m[2] == "/"
            else [day_first]
            if m[2] == "." or code.split("-")[0] not in ("", "en") or code[:3] == "en-"
            else [day_first, month_first]
        )
        out.append(_day(text, m, _valid(orders)))
    if _COMPACT.fullmatch(line.strip()):
        m8 = re.search(r"\d{8}", line)
        assert m8 is not None  # noqa: S101  # it matched just now
        out.append(_day(text, m8, _valid([(int(m8[0][:4]), int(m8[0][4:6]), int(m8[0][6:]))])))
    return [d for d in out if d.dates]


def _in_words(text: str, line: str, language: str) -> list[Day]:
    if not any(c.isdigit() for c in line):
        return []
    out = []
    for pattern in _named(language):
        for m in pattern.finditer(line):
            month, day = _months(language)[fold(m["month"])], int(m["day"])
            weekday = _WEEKDAYS.get(fold(m["weekday"] or ""))
            start = m.start("day") if m["weekday"] and weekday is None and m.start("day") < m.start("month") else m.start()
            start = m.start("month") if m["weekday"] and weekday is None and m.start("day") > m.start("month") else start
            if m["year"]:
                dates = _valid([(int(m["year"]), month, day)])
                if dates:
                    out.append(Day(dates, text[start : m.end()], start, m.end(), weekday=weekday))
            elif 1 <= day <= 31 and len(m["month"]) > 2 and not _is_verb(m["month"]):
                out.append(Day((), text[start : m.end()], start, m.end(), (month, day), weekday))
    return out


def _is_verb(month: str) -> bool:
    """A month in small letters that is an English word as well ("may 5 users")."""
    return month in ("may", "march", "mar", "dec", "set", "sat")


def _day(text: str, m: re.Match[str], dates: tuple[date, ...]) -> Day:
    return Day(dates, text[m.start() : m.end()], m.start(), m.end())


def _valid(parts: list[tuple[int, int, int]]) -> tuple[date, ...]:
    out = []
    for year, month, day in parts:
        try:
            out.append(date(year, month, day))
        except ValueError:
            continue
    return tuple(dict.fromkeys(out))
