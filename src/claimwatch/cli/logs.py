"""Logs: one event a line on standard error, key=value. Loaded only when something is logged."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

from claimwatch.cli.formats.escaping import shown

_ADDRESS = re.compile(r"(?<=://)[^/@\s]*@|\?\S*")


def logger() -> Any:
    """A logger that writes `key=value` lines; the libraries' own logs, which print whole addresses, are silenced."""
    for name in ("httpx", "httpcore"):
        logging.getLogger(name).setLevel(logging.ERROR)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _mask,
            structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"], drop_missing=True),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    return structlog.get_logger()


def _mask(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Cuts user parts and queries from addresses, and shows what a terminal would obey."""
    told = {key: value for key, value in event.items() if value is not None}
    return {key: shown(_ADDRESS.sub("***", value)) if isinstance(value, str) else value for key, value in told.items()}
