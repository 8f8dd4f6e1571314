"""The image and the Compose file, as far as they can be looked at without an engine."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from claimwatch.settings import Settings


@pytest.fixture(scope="module")
def services(root: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = YAML(typ="safe").load((root / "docker-compose.yml").read_text(encoding="utf-8"))
    found: dict[str, Any] = loaded["services"]
    return found


def test_the_compose_file_is_valid(root: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(
        ["check-jsonschema", "--builtin-schema", "vendor.compose-spec", root / "docker-compose.yml"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_variable_of_the_service_is_a_setting(services: dict[str, Any]) -> None:
    known = {f"CLAIMWATCH_{field.upper()}" for field in Settings.model_fields}
    assert set(services["check"]["environment"]) <= known


def test_what_runs_on_has_a_health_check_and_a_version(services: dict[str, Any]) -> None:
    for name, service in services.items():
        if "image" in service:
            assert "healthcheck" in service, name
            assert re.search(r":v?\d", service["image"]), name


def test_nothing_is_reached_from_other_machines(services: dict[str, Any]) -> None:
    assert all(port.startswith("127.0.0.1:") for service in services.values() for port in service.get("ports", ()))


def test_the_image_takes_what_exists_and_runs_as_nobody_special(root: Path) -> None:
    lines = (root / "Dockerfile").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if line.startswith("COPY ") and "--from=" not in line:
            for name in line.split()[1:-1]:
                assert (root / name).exists(), name
    assert [line for line in lines if line.startswith("USER ")] == ["USER 10001:10001"]
    assert any("--require-hashes" in line for line in lines)


def test_all_that_the_image_takes_goes_to_the_engine(root: Path) -> None:
    sent = {line[1:] for line in (root / ".dockerignore").read_text(encoding="utf-8").splitlines() if line.startswith("!")}
    lines = (root / "Dockerfile").read_text(encoding="utf-8").splitlines()
    taken = {name for line in lines if line.startswith("COPY ") and "--from=" not in line for name in line.split()[1:-1]}
    assert taken <= sent
