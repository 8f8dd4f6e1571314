"""The demo and the project's own claims file: the published table is in it whole, and the edits that matter are the ones it notices."""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[2]
ARCHIVE = ROOT / "examples" / "archive"
COMPARISON = "deepinfer-vs-vllm"
DAYS = {"then": "2026-10-20T12:00:00Z", "later": "2026-11-24T12:00:00Z"}

STALE_LATER = {
    "model-support": ["vllm.model-architectures"],
    "hardware": ["deepinfer.hardware"],
    "online-api": ["deepinfer.no-online-api"],
    "pd-disaggregation": ["vllm.disaggregation"],
    "maturity": ["deepinfer.early"],
    "best-fit": ["deepinfer.best-fit"],
}
FRESH_LATER = {"type", "kv-cache", "speculative-decoding", "license"}

TURNED_LATER = {
    "vllm.model-architectures": ("refuted", "250+"),
    "deepinfer.hardware": ("refuted", None),
    "deepinfer.no-online-api": ("refuted", None),
    "deepinfer.best-fit": ("refuted", None),
    "deepinfer.early": ("refuted", "87"),
    "vllm.disaggregation": ("missing", None),
}


def command(name: str) -> str:
    """The installed command beside the running interpreter."""
    return str(Path(sys.executable).parent / name)


def environment(**more: str) -> dict[str, str]:
    """This one's without claimwatch settings, and with the installed command first on PATH."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("CLAIMWATCH_")}
    return clean | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{clean.get('PATH', os.defpath)}"} | more


def check(database: Path, day: str) -> tuple[int, dict[str, Any]]:
    """One pass over the archive on that day: its exit code and its document."""
    where = ["--offline", str(ARCHIVE), "--claims", str(ROOT / "claims.yaml"), "--database", str(database)]
    done = subprocess.run(
        [command("claimwatch"), "check", "--all", *where, "--now", DAYS[day], "--format", "json"],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode in (0, 1), done.stderr
    return done.returncode, json.loads(done.stdout)


@pytest.fixture(scope="module")
def passes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, dict[str, Any]]]:
    """Both passes of the demo, one after the other on one store."""
    database = tmp_path_factory.mktemp("demo") / "demo.db"
    return {day: check(database, day) for day in DAYS}


@pytest.fixture(scope="module")
def claims_file() -> dict[str, Any]:
    """The project's claims file as plain values."""
    loaded: dict[str, Any] = YAML(typ="safe").load((ROOT / "claims.yaml").read_text(encoding="utf-8"))
    return loaded


def by_id(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {claim["id"]: claim for claim in document["claims"]}


def rows(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {row["row"]: row for row in document["rows"]}


# ---------------------------------------------------------------------------------------------------------------------- the script


def test_the_demo_ends_well_from_any_folder_and_leaves_nothing_behind(tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    done = subprocess.run(
        [ROOT / "examples" / "demo.sh"],
        cwd=tmp_path,
        env=environment(TMPDIR=str(scratch)),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.rstrip().endswith("All went as planned.")
    assert not list(scratch.iterdir())


def test_the_demo_fails_loudly_where_the_command_does_not_do_as_planned(tmp_path: Path) -> None:
    impostor = tmp_path / "claimwatch"
    impostor.write_text("#!/bin/sh\nexit 2\n", encoding="utf-8")
    impostor.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    done = subprocess.run(
        [ROOT / "examples" / "demo.sh"], env=environment() | {"PATH": path}, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode != 0
    assert "FAILED" in done.stderr


# ------------------------------------------------------------------------------------------------------------------- the two passes


def test_on_the_day_of_publication_every_claim_is_supported_and_every_row_fresh(passes: dict[str, tuple[int, dict[str, Any]]]) -> None:
    code, document = passes["then"]
    assert {claim["id"]: claim["reason"] for claim in document["claims"] if claim["verdict"] != "supported"} == {}
    assert {row["state"] for row in document["rows"]} == {"fresh"}
    assert [claim["id"] for claim in document["claims"] if claim["drift"]] == []
    assert code == 0


def test_five_weeks_later_the_rows_that_no_longer_hold_are_stale_each_because_of_its_claim(
    passes: dict[str, tuple[int, dict[str, Any]]],
) -> None:
    code, document = passes["later"]
    assert {name: row["because"] for name, row in rows(document).items() if row["state"] != "fresh"} == STALE_LATER
    assert code == 1


def test_rows_whose_sources_saw_only_harmless_edits_stay_fresh(passes: dict[str, tuple[int, dict[str, Any]]]) -> None:
    _, document = passes["later"]
    assert {name for name, row in rows(document).items() if row["state"] == "fresh"} == FRESH_LATER
    assert {row["before"] for row in document["rows"]} == {"fresh"}


def test_exactly_the_claims_that_the_edits_touched_turn_and_say_what_the_source_says_now(
    passes: dict[str, tuple[int, dict[str, Any]]],
) -> None:
    claims = by_id(passes["later"][1])
    assert {name for name, claim in claims.items() if claim["verdict"] != "supported"} == set(TURNED_LATER)
    for name, (verdict, observed) in TURNED_LATER.items():
        assert (claims[name]["verdict"], claims[name]["before"]) == (verdict, "supported"), claims[name]
        assert observed in (None, claims[name]["observed"])
    assert "AMD MI450" in claims["deepinfer.hardware"]["reason"]
    assert "HTTP server" in claims["deepinfer.no-online-api"]["reason"]
    assert "deepinfer.no-online-api" in claims["deepinfer.best-fit"]["reason"]


def test_claims_that_hold_while_their_wording_is_out_of_date_are_marked(passes: dict[str, tuple[int, dict[str, Any]]]) -> None:
    claims = by_id(passes["later"][1])
    assert {name for name, claim in claims.items() if claim["drift"]} == {"vllm.broad-coverage", "vllm.contributors"}


def test_the_source_that_cannot_be_read_any_more_speaks_against_no_claim(passes: dict[str, tuple[int, dict[str, Any]]]) -> None:
    _, document = passes["later"]
    assert [source["id"] for source in document["sources"] if source["outcome"] == "unreachable"] == ["deepinfer-qa"]
    assert by_id(document)["deepinfer.dspark"]["verdict"] == "supported"


# ------------------------------------------------------------------------------------------------------------------- the claims file


def cells(claims_file: dict[str, Any]) -> dict[tuple[str, str], tuple[str, list[str]]]:
    """(row title, column title) to the cell's published text and its claims."""
    comparison = claims_file["comparisons"][COMPARISON]
    out = {}
    for row in comparison["rows"].values():
        for subject, cell in row["cells"].items():
            text, behind = (claims_file["claims"][cell]["says"], [cell]) if isinstance(cell, str) else (cell["text"], cell["claims"])
            out[row["title"], claims_file["subjects"][subject]["name"]] = (text, behind)
    return out


def published_table(page: str) -> dict[tuple[str, str], str]:
    """(row title, column title) to the text of the head-to-head table."""
    lines = itertools.takewhile(lambda line: line.startswith("|"), page[page.index("| Dimension |") :].splitlines())
    head, _, *body = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {(line[0], column): text for line in body for column, text in zip(head[1:], line[1:], strict=True)}


def test_every_cell_of_the_ten_rows_rests_on_a_claim_about_its_column(claims_file: dict[str, Any]) -> None:
    found = cells(claims_file)
    assert len(found) == 20
    for (row, column), (text, behind) in found.items():
        assert text, (row, column)
        assert behind, (row, column)
        subjects = {claims_file["subjects"][claims_file["claims"][claim]["subject"]]["name"] for claim in behind}
        assert subjects == {column}, (row, column)


def test_every_claim_is_dated_has_a_basis_and_evidence_or_grounds(claims_file: dict[str, Any]) -> None:
    for name, claim in claims_file["claims"].items():
        assert str(claim["verified"]) == "2026-10-20", name
        assert claim["basis"] in {"documented", "vendor-reported", "editorial"}, name
        assert ("rests_on" in claim) == (claim["basis"] == "editorial"), name
        assert ("cite" in claim) != ("rests_on" in claim), name
        assert ("conditions" in claim) == (claim["basis"] == "vendor-reported"), name


def test_the_cells_say_what_the_published_table_says(claims_file: dict[str, Any], shared: Path) -> None:
    page = (shared / "reference" / "comparison-deepinfer-vs-vllm.txt").read_text(encoding="utf-8")
    assert {where: text for where, (text, _) in cells(claims_file).items()} == published_table(page)


def test_every_page_of_the_archive_says_that_it_was_made_for_the_demo() -> None:
    pages = [path for path in ARCHIVE.glob("*/*") if not path.name.endswith(".facts.json")]
    assert len(pages) == 11
    for page in pages:
        assert re.search("Made for the claimwatch demo; not the real page", page.read_text(encoding="utf-8")), page
