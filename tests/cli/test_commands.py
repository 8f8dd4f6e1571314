"""The commands as a user types them: exit codes, output, what they touch."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from claimwatch.cli.app import app

CLAIMS = """\
version: 1
subjects: {engine: Engine}
sources:
  models: {title: the model page, url: "https://engine.example/models"}
  devices: {url: "https://engine.example/devices"}
claims:
  models.count:
    subject: engine
    says: 200+ model architectures
    cite: {source: models, quote: 200+ model architectures, expect: {number: 200+}}
  devices.tpu:
    subject: engine
    says: no TPU
    cite: {source: devices, expect: {absent: TPU}}
comparisons:
  versus:
    title: Engine and others
    columns: [engine]
    rows:
      models: {title: Models, cells: {engine: models.count}}
      devices: {title: Devices, cells: {engine: devices.tpu}}
"""
MODELS = "<html><head><title>Models</title></head><body><main><h1>Models</h1><p>It runs {} model architectures.</p></main></body></html>"
DEVICES = "<html><head><title>Devices</title></head><body><main><h1>Devices</h1><p>It runs on GPUs and CPUs.</p></main></body></html>"
NOW = "2026-11-02T06:00:00Z"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a claims file and an archive in which everything is supported."""
    for name in [name for name in os.environ if name.startswith("CLAIMWATCH_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "claims.yaml").write_text(CLAIMS)
    (tmp_path / "archive").mkdir()
    publish("models", MODELS.format("200+"))
    publish("devices", DEVICES)
    return tmp_path


def publish(source: str, text: str) -> None:
    """From now on the source says so."""
    Path("archive", f"{source}.html").write_text(text, encoding="utf-8", errors="surrogatepass")


def run(*words: str) -> Result:
    """The command, in this process."""
    return CliRunner().invoke(app, list(words))


def check(*words: str, now: str = NOW) -> Result:
    """A check of the archive."""
    return run("check", "--all", "--offline", "archive", "--now", now, *words)


def document(result: Result) -> dict[str, Any]:
    """What was printed as JSON."""
    loaded: dict[str, Any] = json.loads(result.stdout)
    return loaded


def test_nothing_stale_is_0() -> None:
    result = check()
    assert result.exit_code == 0
    assert result.stdout == "0 rows stale, 2 fresh · 2 claims · 2 sources, 2 changed\n"
    assert result.stderr == ""


def test_something_stale_is_1_unless_nothing_is_to_fail() -> None:
    publish("models", MODELS.format("250+"))
    result = check()
    assert result.exit_code == 1
    assert "STALE  models: Models" in result.stdout
    assert check("--fail-on", "never").exit_code == 0
    assert run("status").exit_code == 1
    assert run("status", "--fail-on", "never").exit_code == 0


def test_something_unread_is_3() -> None:
    Path("archive", "devices.html").unlink()
    result = check()
    assert result.exit_code == 3
    assert "Could not be read" in result.stdout
    assert "the archive has no page of devices" in result.stdout
    assert check("--fail-on", "never").exit_code == 0


def test_stale_goes_before_unread() -> None:
    publish("models", MODELS.format("250+"))
    Path("archive", "devices.html").unlink()
    assert check().exit_code == 1


def test_a_stale_claim_in_no_row_is_1() -> None:
    publish("models", MODELS.format("250+"))
    Path("claims.yaml").write_text(CLAIMS.split("comparisons:", maxsplit=1)[0])
    assert check().exit_code == 1


def test_a_row_that_is_only_unverified_changes_nothing() -> None:
    Path("claims.yaml").write_text(CLAIMS.replace("{engine: devices.tpu}", "{engine: {text: none, claims: [devices.tpu, new]}}") + "")
    text = (
        Path("claims.yaml")
        .read_text()
        .replace("comparisons:", "  new: {subject: engine, says: to be read, todo: find a source}\ncomparisons:")
    )
    Path("claims.yaml").write_text(text)
    result = check("--format", "json")
    assert next(row for row in document(result)["rows"] if row["row"] == "devices")["state"] == "unverified"
    assert next(claim for claim in document(result)["claims"] if claim["id"] == "new")["verdict"] is None
    assert result.exit_code == 0


def test_the_json_of_a_check_lists_everything_selected_with_what_stood_before() -> None:
    first = document(check("--format", "json"))
    assert {(c["id"], c["verdict"], c["before"]) for c in first["claims"]} == {
        ("models.count", "supported", None),
        ("devices.tpu", "supported", None),
    }
    publish("models", MODELS.format("250+"))
    second = document(check("--format", "json", now="2026-11-03T06:00:00Z"))
    found = next(c for c in second["claims"] if c["id"] == "models.count")
    assert (found["verdict"], found["stands"], found["before"], found["observed"]) == ("refuted", "refuted", "supported", "250+")
    assert (found["source"], found["since"], found["age_s"]) == ("models", "2026-11-03T06:00:00Z", 0)
    assert second["rows"][0] == {
        "comparison": "versus",
        "row": "models",
        "kind": "row",
        "state": "stale",
        "before": "fresh",
        "because": ["models.count"],
        "since": "2026-11-03T06:00:00Z",
    }
    assert {(s["id"], s["outcome"]) for s in second["sources"]} == {("models", "changed"), ("devices", "unchanged")}


def test_nothing_due_still_lists_every_claim() -> None:
    check()
    result = run("check", "--offline", "archive", "--now", NOW, "--format", "json")
    assert document(result)["sources"] == []
    assert {c["verdict"] for c in document(result)["claims"]} == {"supported"}
    assert result.exit_code == 0


def test_a_named_row_is_listed_alone() -> None:
    result = document(run("check", "versus/devices", "--offline", "archive", "--now", NOW, "--format", "json"))
    assert [c["id"] for c in result["claims"]] == ["devices.tpu"]
    assert [s["id"] for s in result["sources"]] == ["devices"]
    assert [r["row"] for r in result["rows"]] == ["devices"]


def test_markdown_is_a_table() -> None:
    publish("models", MODELS.format("250+"))
    result = check("--format", "markdown")
    assert "| Models | models.count | 200+ model architectures | 250+ |" in result.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("check", "nobody"),
        ("check", "--format", "yaml"),
        ("check", "--now", "yesterday"),
        ("check", "--now", "2026-11-02T06:00:00"),
        ("check", "--offline", "nowhere"),
        ("check", "--with", "models"),
        ("check", "--with", "models=nowhere.html"),
        ("check", "--with", "nobody=claims.yaml"),
        ("check", "--fail-on", "sometimes"),
        ("check", "--claims", "nowhere.yaml"),
        ("check", "--database", "mysql://host/name"),
        ("status", "nobody"),
        ("show", "nobody"),
        ("history", "nobody"),
        ("history", "--verdict", "maybe"),
        ("history", "--since", "soon"),
        ("render",),
        ("chek",),
    ],
)
def test_a_wrong_command_line_is_2_and_says_why(words: tuple[str, ...]) -> None:
    check()
    result = run(*words)
    assert result.exit_code == 2
    assert result.stderr.strip()
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


def test_every_mistake_of_the_claims_file_is_told_with_its_place() -> None:
    text = (
        CLAIMS.replace("source: models", "source: modells")
        .replace("says: no TPU", "sayz: no TPU")
        .replace("engine: devices.tpu", "engine: device.tpu")
    )
    Path("claims.yaml").write_text(text)
    result = check()
    assert result.exit_code == 2
    places = [line for line in result.stderr.splitlines() if line.startswith("claims.yaml:")]
    assert len(places) >= 3
    assert all(part.isdigit() for line in places for part in line.split(":")[1:3])
    assert "models" in result.stderr
    assert not Path("claimwatch.db").exists()


def test_no_reading_command_makes_a_store() -> None:
    for words in (("status",), ("show", "models.count"), ("history",), ("db", "upgrade")):
        result = run(*words)
        assert result.exit_code == 2
        assert "there is no store" in result.stderr
    assert not Path("claimwatch.db").exists()
    assert run("lint").exit_code == 0
    assert not Path("claimwatch.db").exists()


def test_the_store_stands_beside_the_claims_file_and_only_its_owner_may_read_it(folder: Path) -> None:
    """K02 of ROBUSTNESS.md."""
    (folder / "sub").mkdir()
    (folder / "sub" / "other.yaml").write_text(CLAIMS)
    assert check("--claims", "sub/other.yaml").exit_code == 0
    store = folder / "sub" / "claimwatch.db"
    assert stat.S_IMODE(store.stat().st_mode) == 0o600
    assert run("status", "--claims", "sub/other.yaml", "--now", NOW).exit_code == 0


def test_the_settings_name_the_claims_file_and_the_store(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "claims.yaml").rename(folder / "mine.yaml")
    monkeypatch.setenv("CLAIMWATCH_CLAIMS", "mine.yaml")
    monkeypatch.setenv("CLAIMWATCH_DATABASE_URL", f"sqlite:///{folder / 'mine.db'}")
    assert check().exit_code == 0
    assert (folder / "mine.db").exists()


def test_a_second_check_adds_no_row() -> None:
    def count() -> dict[str, int]:
        connection = sqlite3.connect("claimwatch.db")
        names = [name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")]
        found = {name: connection.execute(f'select count(*) from "{name}"').fetchone()[0] for name in names}  # noqa: S608 - names of tables
        connection.close()
        return found

    check()
    before = count()
    check(now="2026-11-03T06:00:00Z")
    assert count() == before


def test_a_file_in_place_of_a_source_tells_and_records_nothing(folder: Path) -> None:
    (folder / "draft.html").write_text(MODELS.format("250+"))
    result = run("check", "--with", "models=draft.html", "--now", NOW)
    assert result.exit_code == 1
    assert "As if models were published. Nothing was recorded." in result.stdout
    assert not Path("claimwatch.db").exists()
    check()
    assert run("check", "--with", "models=draft.html", "--now", NOW, "--format", "json").exit_code == 1
    assert run("status", "--now", NOW).exit_code == 0


def test_show_prints_the_passage_what_was_expected_and_what_was_found() -> None:
    check()
    publish("models", MODELS.format("250+"))
    check(now="2026-11-03T06:00:00Z")
    result = run("show", "models.count", "--now", "2026-11-03T07:00:00Z")
    assert result.exit_code == 0
    for words in (
        "refuted",
        "200+ model architectures",
        "number: 200+",
        "250+",
        "https://engine.example/models",
        "versus/models",
        "supported",
    ):
        assert words in result.stdout


def test_history_has_a_run_for_each_verdict_and_filters() -> None:
    check()
    publish("models", MODELS.format("250+"))
    check(now="2026-11-03T06:00:00Z")
    runs = document(run("history", "models.count", "--format", "json"))["runs"]
    assert [(r["verdict"], r["first"]) for r in runs] == [("refuted", "2026-11-03T06:00:00Z"), ("supported", "2026-11-02T06:00:00Z")]
    assert len(run("history").stdout.splitlines()) == 3
    assert len(run("history", "--verdict", "refuted").stdout.splitlines()) == 1
    assert len(run("history", "--source", "devices").stdout.splitlines()) == 1
    assert len(run("history", "--until", "2026-11-02").stdout.splitlines()) == 1
    assert len(run("history", "--since", "2026-11-03", "--format", "csv").stdout.splitlines()) == 3
    assert len(run("history", "--subject", "engine").stdout.splitlines()) == 3
    assert run("history", "--subject", "motor").exit_code == 2


def test_status_lists_every_row() -> None:
    publish("models", MODELS.format("250+"))
    check()
    result = run("status", "--now", NOW)
    assert result.stdout.index("stale  models") < result.stdout.index("fresh  devices")
    assert document(run("status", "--format", "json", "--now", NOW))["rows"][0]["state"] == "stale"


def test_lint_tells_what_is_weak_and_stays_0() -> None:
    Path("claims.yaml").write_text(CLAIMS.replace("sources:\n", 'sources:\n  spare: {url: "https://engine.example/spare"}\n'))
    result = run("lint")
    assert result.exit_code == 0
    assert "claims.yaml:4:" in result.stdout
    problem = document(run("lint", "--format", "json"))["problems"][0]
    assert (problem["severity"], problem["line"]) == ("warning", 4)


def test_lint_of_a_wrong_file_is_2() -> None:
    Path("claims.yaml").write_text(CLAIMS.replace("source: models", "source: modells"))
    assert run("lint").exit_code == 2
    result = run("lint", "--format", "json")
    assert result.exit_code == 2
    assert document(result)["problems"][0]["severity"] == "error"


def test_the_schema_is_json() -> None:
    assert document(run("schema"))["$schema"].startswith("https://json-schema.org/")


def test_upgrading_a_new_store_changes_nothing() -> None:
    check()
    result = run("db", "upgrade")
    assert result.exit_code == 0
    assert "nothing to do" in result.stdout


@pytest.mark.parametrize(
    "words", [(), ("check",), ("status",), ("show",), ("history",), ("lint",), ("schema",), ("settings",), ("db", "upgrade")]
)
def test_every_command_has_help_with_an_example(words: tuple[str, ...]) -> None:
    result = run(*words, "--help")
    assert result.exit_code == 0
    assert "Example: claimwatch" in result.stdout or not words


def test_hostile_words_of_a_source_reach_the_terminal_as_words() -> None:
    """O07 of ROBUSTNESS.md."""
    publish("models", MODELS.format("250+\x1b[31m\x9b2J \u202egnp\u2066 :\u2028 <b>x</b>").replace("model arch", "model\u200e arch"))
    for words in ((), ("--format", "json"), ("--format", "markdown")):
        result = check(*words)
        assert not set(result.stdout) & set("\x1b\x9b\u202e\u2066\u2028\u200e")


def installed(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", **environment}
    return subprocess.run(
        [sys.executable, "-m", "claimwatch", *words], capture_output=True, text=True, env=environment, check=False, timeout=60
    )


def test_the_installed_command_works_without_a_terminal() -> None:
    result = installed("check", "--all", "--offline", "archive", "--now", NOW)
    assert (result.returncode, result.stderr) == (0, "")
    assert "\x1b" not in result.stdout
    assert installed("--version").stdout.strip() == "0.1.0"


def test_a_pass_over_unchanged_sources_loads_no_reader() -> None:
    assert check().exit_code == 0
    at_exit = "atexit.register(lambda: print(*sorted(sys.modules), file=sys.stderr))"
    code = f"import sys, atexit; from claimwatch.cli.app import main\n{at_exit}\nmain()"
    words = ("check", "--all", "--offline", "archive", "--now", "2026-11-03T06:00:00Z")
    result = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False, timeout=60)
    assert result.returncode == 0
    loaded = set(result.stderr.split())
    assert not loaded & {"bs4", "lxml", "markdown_it", "alembic", "ruamel.yaml", "babel", "rich", "structlog", "rapidfuzz"}


def test_verbose_logs_a_line_a_source_to_standard_error() -> None:
    result = installed("check", "--all", "--offline", "archive", "--now", NOW, "-v")
    assert result.returncode == 0
    assert len(result.stderr.splitlines()) == 2
    assert "source='models'" in result.stderr
    assert "outcome='changed'" in result.stderr


def test_a_reader_that_has_gone_is_no_error() -> None:
    check()
    code = f"{sys.executable} -m claimwatch status | true"
    result = subprocess.run(["/bin/sh", "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert "Traceback" not in result.stderr
    assert "BrokenPipe" not in result.stderr
