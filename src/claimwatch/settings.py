"""Settings: everything but the claims file's path and the store's comes from CLAIMWATCH_* variables or a `.env` file.

Importing this module loads pydantic-settings (a fifth of a second): import it in the commands that need it, not before.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from claimwatch.errors import ConfigError

PREFIX = "CLAIMWATCH_"
ENV_FILE = ".env"
STARS = "********"

_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0, "w": 604800.0}
_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h|d|w)")


def parse_duration(value: object) -> object:
    """`60s`, `1.5s`, `500ms`, `5m`, `2h`, `7d` as a timedelta; ValueError says what is allowed."""
    if not isinstance(value, str):
        return value
    found = _DURATION.fullmatch(value.strip().lower())
    if not found and value.strip() != "0":
        raise ValueError("a duration is a number and a unit: 500ms, 60s, 5m, 2h, 7d")
    return timedelta(seconds=float(found[1]) * _UNITS[found[2]]) if found else timedelta()


def split_list(value: object) -> object:
    """What stands between commas or spaces."""
    return tuple(part for part in re.split(r"[,\s]+", value) if part) if isinstance(value, str) else value


def _web_address(value: str) -> str:
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("it is an address that begins with https:// or http://")
    return value.rstrip("/")


Duration = Annotated[timedelta, BeforeValidator(parse_duration), Field(ge=timedelta())]
Words = Annotated[tuple[str, ...], NoDecode, BeforeValidator(split_list)]
WebAddress = Annotated[str, AfterValidator(_web_address)]


class Settings(BaseSettings):
    """Every setting, typed. The name of its variable is CLAIMWATCH_ and the field's name in capitals."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=ENV_FILE, env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore", frozen=True
    )

    claims: Path = Field(default=Path("claims.yaml"), description="the claims file")
    database_url: SecretStr | None = Field(default=None, description="the store: a URL, or the path of a SQLite file")
    allow_networks: Words = Field(default=(), description="private networks that may be read, with optional ports")
    concurrency: int = Field(default=16, ge=1, le=1000, description="how many sources are read at once")
    host_concurrency: int = Field(default=2, ge=1, le=16, description="how many requests one host gets at once")
    host_delay: Duration = Field(default=timedelta(seconds=1), description="how long a host is left alone between two requests")
    confirm_after: Duration = Field(default=timedelta(seconds=60), description="how long a change for the worse waits for its second read")
    github_api_url: WebAddress = Field(default="https://api.github.com", description="where the facts of GitHub repositories are read")
    github_token: SecretStr | None = Field(default=None, description="a token for that address alone")
    smtp_url: SecretStr | None = Field(default=None, description="the mail server")
    mail_from: str | None = Field(default=None, description="the sender of reports")
    web_token: SecretStr | None = Field(default=None, description="what writing through the web pages needs")
    base_url: WebAddress | None = Field(default=None, description="where the web pages are reached, for links in reports")

    @property
    def secrets(self) -> dict[str, SecretStr]:
        """The CLAIMWATCH_SECRET_* variables by their whole names, which the claims file may name as ${…}."""
        return {name: SecretStr(value) for name, value in _variables() if name.startswith(f"{PREFIX}SECRET_")}


def load_settings() -> Settings:
    """The settings of the environment and of `.env`. ConfigError names every bad variable and what it may be."""
    try:
        return Settings()
    except ValidationError as error:
        lines = [_complaint(detail) for detail in error.errors()]
        raise ConfigError("\n".join(lines), hint="`claimwatch settings` lists them all") from error


def _complaint(detail: Mapping[str, Any]) -> str:
    field = str(detail["loc"][0]) if detail["loc"] else ""
    message = str(detail["msg"]).removeprefix("Value error, ")
    declared = Settings.model_fields.get(field)
    is_secret = declared is not None and "SecretStr" in str(declared.annotation)
    given = "" if is_secret else f" is {str(detail['input'])!r}"
    return f"{PREFIX}{field.upper()}{given}: {message}"


def describe(settings: Settings) -> Iterator[tuple[str, str, str]]:
    """The variable, its value with secrets masked, and what it is for, of every setting."""
    for field, declared in type(settings).model_fields.items():
        value = getattr(settings, field)
        shown = masked_address(value.get_secret_value()) if field == "database_url" and value else _shown(value)
        yield f"{PREFIX}{field.upper()}", shown, declared.description or ""
    for name in sorted(settings.secrets):
        yield name, STARS, "a secret that the claims file may name"


def unknown_variables() -> tuple[str, ...]:
    """The CLAIMWATCH_* variables that no setting reads: mistyped, most likely."""
    known = {f"{PREFIX}{field.upper()}" for field in Settings.model_fields}
    return tuple(sorted({n for n, _ in _variables() if n not in known and not n.startswith(f"{PREFIX}SECRET_")}))


def masked_address(address: str) -> str:
    """The address without what may be secret in it: its user part and its query."""
    without_user = re.sub(r"(?<=://)[^/@]*@", f"{STARS}@", address)
    return re.sub(r"\?.*", f"?{STARS}", without_user)


def _shown(value: object) -> str:
    match value:
        case None | ():
            return ""
        case SecretStr():
            return STARS
        case timedelta():
            return f"{value.total_seconds():g}s"
        case tuple():
            return ", ".join(map(str, value))
        case _:
            return str(value)


def _variables() -> Iterator[tuple[str, str]]:
    """The CLAIMWATCH_* variables that are set; the environment goes before `.env`."""
    from dotenv import dotenv_values

    merged = {**dotenv_values(ENV_FILE, interpolate=False), **os.environ}
    yield from ((name.upper(), value) for name, value in merged.items() if name.upper().startswith(PREFIX) and value)
