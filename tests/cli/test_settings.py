"""Settings: from the environment and `.env`, typed, with secrets masked."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from claimwatch.cli.app import app
from claimwatch.cli.network import fetch_options
from claimwatch.errors import ConfigError
from claimwatch.settings import load_settings, masked_address


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_durations_have_units(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAIMWATCH_CONFIRM_AFTER", "5m")
    monkeypatch.setenv("CLAIMWATCH_HOST_DELAY", "0s")
    settings = load_settings()
    assert settings.confirm_after == timedelta(minutes=5)
    assert settings.host_delay == timedelta()


def test_the_defaults_are_those_of_the_documentation() -> None:
    settings = load_settings()
    assert (settings.host_concurrency, settings.host_delay, settings.confirm_after) == (2, timedelta(seconds=1), timedelta(seconds=60))
    assert settings.allow_networks == ()


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("HOST_DELAY", "fast", "500ms, 60s, 5m"),
        ("CONFIRM_AFTER", "-1s", "500ms, 60s, 5m"),
        ("CONCURRENCY", "0", "greater than or equal to 1"),
        ("HOST_CONCURRENCY", "two", "valid integer"),
        ("GITHUB_API_URL", "ftp://x", "https://"),
    ],
)
def test_a_bad_value_names_its_variable_and_what_is_allowed(name: str, value: str, allowed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"CLAIMWATCH_{name}", value)
    with pytest.raises(ConfigError) as caught:
        load_settings()
    assert f"CLAIMWATCH_{name}" in str(caught.value)
    assert allowed in str(caught.value)


def test_all_bad_values_are_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAIMWATCH_HOST_DELAY", "fast")
    monkeypatch.setenv("CLAIMWATCH_CONCURRENCY", "0")
    result = CliRunner().invoke(app, ["settings"])
    assert result.exit_code == 2
    assert "CLAIMWATCH_HOST_DELAY" in result.stderr
    assert "CLAIMWATCH_CONCURRENCY" in result.stderr


def test_networks_are_read_with_their_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAIMWATCH_ALLOW_NETWORKS", "10.0.0.0/8, 127.0.0.1/32:8080")
    assert [str(network) for network in fetch_options(load_settings()).allow] == ["10.0.0.0/8", "127.0.0.1/32:8080"]


def test_a_bad_network_names_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAIMWATCH_ALLOW_NETWORKS", "0.0.0.0/0")
    result = CliRunner().invoke(app, ["settings"])
    assert result.exit_code == 2
    assert "CLAIMWATCH_ALLOW_NETWORKS" in result.stderr


def test_an_env_file_is_read_and_the_environment_goes_before_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("CLAIMWATCH_CONCURRENCY=5\nCLAIMWATCH_HOST_CONCURRENCY=1\nCLAIMWATCH_SECRET_HOOK=hush\n")
    monkeypatch.setenv("CLAIMWATCH_CONCURRENCY", "7")
    settings = load_settings()
    assert (settings.concurrency, settings.host_concurrency) == (7, 1)
    assert settings.secrets["CLAIMWATCH_SECRET_HOOK"].get_secret_value() == "hush"


def test_no_secret_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """K01 of ROBUSTNESS.md."""
    secrets = {
        "CLAIMWATCH_GITHUB_TOKEN": "ghp_planted",
        "CLAIMWATCH_WEB_TOKEN": "web_planted",
        "CLAIMWATCH_SMTP_URL": "smtp://mailer:smtp_planted@mail.example",
        "CLAIMWATCH_DATABASE_URL": "postgresql+psycopg://owner:db_planted@db.example/watch?password=query_planted",
        "CLAIMWATCH_SECRET_HOOK": "hook_planted",
    }
    for name, value in secrets.items():
        monkeypatch.setenv(name, value)
    result = CliRunner().invoke(app, ["settings"])
    assert result.exit_code == 0
    assert "planted" not in result.output
    assert "db.example/watch" in result.output
    assert "planted" not in repr(load_settings())


def test_a_mistyped_variable_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAIMWATCH_HOST_DELAI", "1s")
    result = CliRunner().invoke(app, ["settings"])
    assert "CLAIMWATCH_HOST_DELAI" in result.stderr
    assert "CLAIMWATCH_HOST_DELAY" in result.stderr


def test_an_address_is_shown_without_user_part_and_query() -> None:
    assert "secret" not in masked_address("postgresql://me:secret@host/name?sslpassword=secret")
