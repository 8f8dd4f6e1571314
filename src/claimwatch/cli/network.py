"""From the settings to the options of fetching."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwatch.errors import ConfigError

if TYPE_CHECKING:
    from claimwatch.fetching.options import FetchOptions
    from claimwatch.settings import Settings


def fetch_options(settings: Settings) -> FetchOptions:
    """The options that the settings mean. ConfigError for a network that is none."""
    from claimwatch.fetching.options import FetchOptions
    from claimwatch.net.guard import parse_network

    try:
        allow = tuple(map(parse_network, settings.allow_networks))
    except ConfigError as error:
        raise ConfigError(f"CLAIMWATCH_ALLOW_NETWORKS: {error}", hint=error.hint) from error
    return FetchOptions(
        allow=allow,
        concurrency=settings.concurrency,
        host_concurrency=settings.host_concurrency,
        host_delay_s=settings.host_delay.total_seconds(),
        github_api_url=settings.github_api_url,
        github_token=settings.github_token.get_secret_value() if settings.github_token else None,
        contact=settings.base_url,
    )
