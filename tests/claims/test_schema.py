"""The JSON Schema agrees with the reader, on sound files and on broken ones."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from claimwatch.claims.schema import schema

jsonschema: Any = pytest.importorskip("jsonschema")

SOUND: dict[str, Any] = {
    "version": 1,
    "subjects": {"vllm": "vLLM"},
    "sources": {"readme": {"url": "https://example.com/README", "blank_means": "no"}},
    "claims": {
        "a": {"says": "200+ models", "subject": "vllm", "cite": {"source": "readme", "quote": "200+ models", "expect": {"number": 200}}},
        "b": {"says": 1.1, "cite": {"any": [{"source": "readme", "table": {"row": "a", "column": "b"}, "expect": {"boolean": True}}]}},
    },
    "comparisons": {"x": {"columns": ["vllm"], "rows": {"r": {"cells": {"vllm": "a"}}}}},
    "notify": None,
}


@pytest.fixture(scope="module")
def validator() -> Any:
    made = schema()
    jsonschema.Draft202012Validator.check_schema(made)
    return jsonschema.Draft202012Validator(json.loads(json.dumps(made)))


def test_it_names_its_dialect() -> None:
    assert schema()["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_a_sound_file_is_valid(validator: Any) -> None:
    validator.validate(SOUND)


def test_the_example_and_the_corpus_are_valid(validator: Any, shared: Path) -> None:
    example = re.search(r"```yaml\n(.*?)```", (shared / "CLAIMS_FORMAT.md").read_text(encoding="utf-8"), re.DOTALL)
    assert example
    texts = [example[1], *(p.read_text(encoding="utf-8") for p in (shared / "corpus").glob("*/claims.yaml"))]
    for text in texts:
        validator.validate(json.loads(json.dumps(yaml.safe_load(text), default=str)))


def test_every_citation_of_the_cases_is_valid(validator: Any, shared: Path) -> None:
    for path in (shared / "cases").glob("*.yaml"):
        for case in yaml.safe_load(path.read_text(encoding="utf-8")):
            cite = case["cite"]
            for citation in cite if isinstance(cite, list) else cite.get("any", [cite]):
                data = copy.deepcopy(SOUND)
                data["claims"]["a"]["cite"] = {"source": "readme", **json.loads(json.dumps(citation, default=str))}
                assert validator.is_valid(data), (case["id"], citation)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("version", 2), ("claims.a.says", None), ("claims.a.sayz", "x"), ("claims.a.basis", "documentd"), ("claims.a b", {"says": "x"}),
        ("claims.a.cite", "readme"), ("claims.a.cite.css", "p"), ("claims.a.cite.qoute", "p"), ("claims.a.cite.expect", {"nubmer": 3}),
        ("claims.a.cite.expect.text", "x"), ("claims.a.cite.expect", 200), ("claims.a.cite.expect", {"number": {"equal": 3}}),
        ("claims.a.cite.within", {"table": "x"}), ("claims.a.cite.quote", {"exakt": "x"}), ("claims.a.cite.expect", {"number": [3]}),
        ("claims.b.cite.any", [{"source": "readme", "fact": {"commits": {"untl": "2026-10-20"}}}]), ("sources.readme.url", "ftp://example.com"),
        ("sources.readme.knid", "readme"), ("sources.x", {}), ("defaults", {"every": "1s"}), ("cliams", {}),
        ("comparisons.x.rows.r.cells.vllm", {"claim": "a"}), ("notify", {"me": {"mail": "x"}}), ("publisher", {"host": []}),
    ],
)  # fmt: skip
def test_a_broken_file_is_not(validator: Any, path: str, value: object) -> None:
    data = copy.deepcopy(SOUND)
    *steps, last = path.split(".")
    box = data
    for step in steps:
        box = box[step]
    box[last] = value
    assert not validator.is_valid(data)
