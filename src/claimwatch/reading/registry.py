"""The readers by name."""

from __future__ import annotations

from claimwatch.kinds import Registry

registry = Registry("claimwatch.reading", "reader")
