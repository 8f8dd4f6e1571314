"""A folder of pages in place of the network. Its files are listed and matched; no name from a claims file is ever opened."""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Self

from claimwatch.errors import ConfigError
from claimwatch.fetching.outcome import FACTS_MEDIA_TYPE, Fact, Fetched, Outcome, Request, Trouble, Unreachable

# In the order in which they are looked for.
MEDIA_TYPES = {
    ".html": "text/html",
    ".md": "text/markdown",
    ".txt": "text/plain",
    ".json": "application/json",
    ".pdf": "application/pdf",
    ".xml": "application/xml",
}
_FACTS = ".facts.json"
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


class ArchiveFetcher:
    """`SOURCE.html` and the like for a page, `SOURCE.facts.json` for facts; or `YYYY-MM-DD` folders of these, one chosen by `now`."""

    def __init__(self, path: Path, now: datetime, *, body_bytes: int = 20_000_000) -> None:
        """`now` is aware. ConfigError when the folder cannot be read."""
        try:
            self._root = path.resolve(strict=True)
            folder = _folder_of(self._root, now.astimezone(UTC).date())
            self._files = {} if folder is None else _list(folder)
        except OSError as error:
            raise ConfigError(f"the archive {path} cannot be read: {error.strerror}", hint="name a folder or a WARC file") from error
        self._day = "" if folder in (None, self._root) else f" of {folder.name if folder else ''}"
        self._has_day = folder is not None
        self._limit = body_bytes

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *details: object) -> None:
        """Nothing is held open."""

    async def fetch(self, request: Request) -> Outcome:
        """The file of this source, or why there is none."""
        if not self._has_day:
            return Unreachable(Trouble.NO_FILE, "the archive has no day that is early enough")
        for ending in (_FACTS,) if request.facts else MEDIA_TYPES:
            name = request.source + ending
            if name in self._files:
                body = self._read(name, self._files[name])
                if isinstance(body, Unreachable):
                    return body
                if request.facts:
                    return keep_facts(body, request, name)
                return Fetched(body, MEDIA_TYPES[ending], url=request.url)
        wanted = "facts" if request.facts else "page"
        return Unreachable(Trouble.NO_FILE, f"the archive{self._day} has no {wanted} of {request.source}")

    def _read(self, name: str, path: Path) -> bytes | Unreachable:
        try:
            real = path.resolve(strict=True)
            if not real.is_relative_to(self._root):
                return Unreachable(Trouble.NOT_ALLOWED, f"{name} is a link that leads out of the archive")
            with open(os.open(real, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:  # noqa: PTH123  (Path.open has no flags)
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    return Unreachable(Trouble.NO_FILE, f"{name} in the archive is no file")
                body = file.read(self._limit + 1)
        except OSError as error:
            return Unreachable(Trouble.NO_FILE, f"{name} in the archive cannot be read: {error.strerror}")
        if len(body) > self._limit:
            return Unreachable(Trouble.TOO_LARGE, f"{name} in the archive is larger than {self._limit:,} bytes")
        return body if body.strip() else Unreachable(Trouble.EMPTY, f"{name} in the archive is empty")


def is_warc(path: Path) -> bool:
    """Does the name say that this is a WARC?"""
    return path.name.lower().endswith((".warc", ".warc.gz"))


def _folder_of(root: Path, today: date) -> Path | None:
    """The folder to read: of dated ones the latest not after today (None when all are later), else the archive itself."""
    with os.scandir(root) as entries:
        names = [entry.name for entry in entries if _DAY.fullmatch(entry.name) and entry.is_dir()]
    days: dict[date, Path] = {}
    for name in names:
        try:
            days[date.fromisoformat(name)] = root / name
        except ValueError:
            continue  # 2026-02-30 is a folder like any other
    if not days:
        return root
    past = [day for day in days if day <= today]
    if not past:
        return None
    folder = days[max(past)]
    if not folder.resolve(strict=True).is_relative_to(root):
        raise ConfigError(f"the folder {folder.name} of the archive is a link that leads out of it")
    return folder


def _list(folder: Path) -> Mapping[str, Path]:
    with os.scandir(folder) as entries:
        return {entry.name: Path(entry.path) for entry in entries}


def keep_facts(body: bytes, request: Request, name: str) -> Outcome:
    """Of a facts document those that are asked for, in canonical form; Unreachable when one of them is not in it."""
    try:
        facts = json.loads(body)
    except (ValueError, RecursionError):
        return Unreachable(Trouble.UNREADABLE, f"{name} in the archive is no JSON")
    if not isinstance(facts, dict):
        return Unreachable(Trouble.UNREADABLE, f"{name} in the archive is no JSON object")
    kept: dict[str, Any] = {}
    for fact in request.facts:
        days = facts.get(f"{fact.name}_until")
        found = days.get(fact.until.isoformat()) if fact.until and isinstance(days, dict) else None if fact.until else facts.get(fact.name)
        if found is None:
            return Unreachable(Trouble.NO_FILE, f"{name} in the archive does not say {_name(fact)}")
        if fact.until:
            kept.setdefault(f"{fact.name}_until", {})[fact.until.isoformat()] = found
        else:
            kept[fact.name] = found
    canonical = json.dumps(kept, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    try:
        return Fetched(canonical.encode(), FACTS_MEDIA_TYPE, "utf-8", url=request.url)
    except UnicodeEncodeError:
        return Unreachable(Trouble.UNREADABLE, f"{name} in the archive holds half a character")


def _name(fact: Fact) -> str:
    return f"{fact.name} until {fact.until.isoformat()}" if fact.until else fact.name
