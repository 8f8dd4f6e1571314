"""The selectors by the name that the claims file has for them."""

from __future__ import annotations

from claimwatch.kinds import Registry

registry = Registry("claimwatch.finding", "selector")
