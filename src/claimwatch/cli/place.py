"""Where the claims file and the store are: from the command line, else the settings, else the defaults."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimwatch.settings import Settings

STORE_NAME = "claimwatch.db"


@dataclass(frozen=True, slots=True)
class Place:
    """The claims file, the store (a URL or a path), and the settings that everything else comes from."""

    claims: Path
    database: str
    settings: Settings


def find_place(claims: Path | None, database: str | None) -> Place:
    """The place that the options and the settings name. ConfigError where a setting is wrong."""
    from claimwatch.settings import load_settings

    settings = load_settings()
    claims = claims or settings.claims
    configured = settings.database_url.get_secret_value() if settings.database_url else None
    return Place(claims, database or configured or str(claims.parent / STORE_NAME), settings)
