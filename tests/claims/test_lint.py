"""What is weak in a file without mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimwatch.claims.file import load, parse
from claimwatch.claims.lint import lint

SOUND = """version: 1
subjects: {vllm: vLLM}
sources:
  readme: {url: "https://example.com/README"}
  blog: {url: "https://example.com/blog"}
claims:
  a: {subject: vllm, says: 200+ models, verified: 2026-10-20, cite: {source: readme, quote: 200+ model architectures}}
  b: {subject: vllm, says: no API, verified: 2026-10-20, watch: [blog], cite: {source: readme, expect: {absent: online API}}}
comparisons:
  x:
    columns: [vllm]
    rows:
      r: {cells: {vllm: {text: many, claims: [a, b]}}}
"""


def weaknesses(text: str) -> list[tuple[int, int, str]]:
    return [(p.line, p.column, p.path) for p in lint(parse(text))]


def test_a_sound_file_has_none() -> None:
    assert weaknesses(SOUND) == []


@pytest.mark.parametrize(
    ("old", "new", "path", "word"),
    [
        ("claims:\n", "  idle: {url: 'https://example.com/x'}\nclaims:\n", "sources.idle", "no claim cites"),
        ("{vllm: vLLM}", "{vllm: vLLM, sglang: SGLang}", "subjects.sglang", "nothing is said"),
        ("[a, b]", "[a]", "claims.b", "no row"),
        ("      r:", "      s: {cells: {vllm: {text: new}}}\n      r:", "comparisons.x.rows.s.cells.vllm", "no claim"),
        ("{text: many, claims: [a, b]}", "{claims: [a, b]}", "comparisons.x.rows.r.cells.vllm", "no text"),
        (", cite: {source: readme, quote: 200+ model architectures}", "", "claims.a", "no citation"),
        ("says: 200+ models, verified: 2026-10-20", "says: 200+ models", "claims.a", "last looked"),
        ("says: no API,", "says: no API, todo: ask them,", "claims.b.todo", "to do: ask them"),
        (", watch: [blog]", "", "claims.b.cite.expect", "elsewhere"),
        ("quote: 200+ model architectures", "quote: models", "claims.a.cite.quote", "too short"),
        ("quote: 200+ model architectures", "quote: it is", "claims.a.cite.quote", "too short"),
        ("quote: 200+ model architectures", "heading: Models", "claims.a.cite", "neither a quote nor an expectation"),
        ("says: 200+ models", "says: 200+ models, basis: editorial", "claims.a", "names none"),
        ("says: 200+ models", "says: twice the throughput", "claims.a", "conditions"),
        ("says: 200+ models", "says: 1.9× faster", "claims.a", "conditions"),
        ("says: 200+ models", "says: 40 tokens/s", "claims.a", "conditions"),
        ("says: 200+ models", "says: 200+ models, basis: vendor-reported", "claims.a", "conditions"),
        ("says: 200+ models", "says: low latency, conditions: {model: V4, engine: e}", "claims.a.conditions", "hardware, workload"),
        ("columns: [vllm]", "url: https://example.com/blog\n    columns: [vllm]", "sources.blog.url", "publishes"),
        ('.com/README"}', '.com/README", every: 4w}', "sources.readme.every", "less often"),
        ("comparisons:\n", "notify: {h: {webhook: 'https://h.example'}}\ncomparisons:\n", "notify.h", "no secret"),
        ("comparisons:\n", "notify: {h: {email: a@b.example, only: {owners: x}}}\ncomparisons:\n", "notify.h.only.owners", "no claim has"),
    ],
)  # fmt: skip
def test_one_weakness_is_told_where_it_stands(old: str, new: str, path: str, word: str) -> None:
    assert old in SOUND
    found = [p for p in lint(parse(SOUND.replace(old, new))) if p.path == path]
    assert [p for p in found if word in p.message]
    assert all(p.line > 1 for p in found)


@pytest.mark.parametrize("says", ["8×H100 nodes", "s390x images", "a speech model", "costume shop", "16x16 tiles", "latent space"])
def test_words_that_only_look_like_performance_are_none(says: str) -> None:
    assert weaknesses(SOUND.replace("200+ models, verified", f"{says}, verified")) == []


def test_conditions_that_are_said_are_enough() -> None:
    said = "model: V4, engine: e, hardware: H100, workload: chat, latency: p50, throughput: as said, cost: not published"
    assert weaknesses(SOUND.replace("says: 200+ models", f"says: low latency, conditions: {{{said}}}")) == []


def test_an_own_claim_needs_a_day_and_a_recheck_and_no_citation() -> None:
    base = SOUND.replace("[a, b]", "[a, b, c]").replace("comparisons:\n", "  c: {says: not tested, basis: own%s}\ncomparisons:\n")
    assert weaknesses(base % ", verified: 2026-10-20, recheck: 90d") == []
    assert [p for _, _, p in weaknesses(base % "")] == ["claims.c", "claims.c"]


def test_a_claim_may_have_several_weaknesses() -> None:
    found = lint(parse(SOUND.replace("says: 200+ models, verified: 2026-10-20", "says: lower cost")))
    assert [(p.path, p.line) for p in found] == [("claims.a", 7), ("claims.a", 7)]


def test_the_corpus_has_no_weakness_but_those_that_are_there(shared: Path) -> None:
    for path in (shared / "corpus").glob("*/claims.yaml"):
        file = load(path)
        assert all("missing here" in p.message or "conditions" in p.message or "neither" in p.message for p in lint(file))
