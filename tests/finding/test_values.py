"""JSONPath, regular expressions, facts, and the whole document."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from tests.finding.pages import found, lost, scope, texts

from claimwatch.finding.evidence import ScopeKind
from claimwatch.finding.fact import Fact
from claimwatch.finding.heading import Heading
from claimwatch.finding.jsonpath import JsonPath
from claimwatch.finding.regex import Regex
from claimwatch.finding.registry import registry
from claimwatch.finding.whole import Whole

DATA = json.dumps(
    {"config": {"max": 32768, "fast": True, "v": None}, "roles": ["admin", "viewer"], "plans": [{"id": "a", "n": 1}, {"id": "b", "n": 2}]}
)
FACTS = json.dumps(
    {
        "commits": 3,
        "commits_until": {"2026-10-20": 2},
        "license": "MIT",
        "topics": ["llm", "gpu"],
        "archived": False,
        "latest_release": None,
    }
)


@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("$.config.max", ["32768"]), ("$.config.fast", ["true"]), ("$.roles[*]", ["admin", "viewer"]), ("$.roles", ["admin, viewer"]),
        ("$..n", ["1", "2"]),
        ("$.plans[?@.id == 'b'].n", ["2"]), ("$.plans[?match(@.id, '[ab]')].n", ["1", "2"]), ("$.plans[?search(@.id, 'b$')].n", ["2"]),
        ("$.config.v", ["null"]),
    ],
)  # fmt: skip
def test_a_path_selects_values(path: str, values: list[str]) -> None:
    assert texts(JsonPath(path), DATA, "json") == values


def test_a_value_knows_its_kind_its_members_and_its_place() -> None:
    (at,) = found(JsonPath("$.roles"), scope(DATA, "json"))
    assert (at.kind, at.value, at.items, at.passage) == (ScopeKind.VALUE, ["admin", "viewer"], ("admin", "viewer"), "roles: admin, viewer")
    assert [at.document.blocks[i].text for i in at.blocks] == ["roles: admin", "roles: viewer"]


def test_nothing_at_a_path_is_lost() -> None:
    lost(JsonPath("$.plans[?@.id == 'z'].n"), DATA, "json")
    assert "no JSON" in lost(JsonPath("$.a"), "<p>x</p>").reason


@pytest.mark.parametrize(
    "path", ["config", "$.", "$[", "$.a[?@ =~ 'x']", "$.a[?nope(@)]", "$" + ".a" * 400, "$[?" + "(" * 400 + "@" + ")" * 400 + "]"]
)
def test_l08_a_wrong_path_is_told_before_it_is_used(path: str) -> None:
    with pytest.raises(ValueError, match="JSONPath"):
        JsonPath.parse(path)


def test_l08_a_path_that_would_take_too_long_is_refused() -> None:
    deep = '{"a":' * 400 + "1" + "}" * 400
    assert "costly" in lost(JsonPath("$..*..*..*"), deep, "json").reason
    wide = json.dumps([{"k": i} for i in range(3_000)])
    assert "costly" in lost(JsonPath("$[?count($..k) > 1]"), wide, "json").reason


@pytest.mark.parametrize(
    ("pattern", "source", "ending", "values"),
    [
        (r"port (\d+)", "<p>port <b>9</b>443</p>", "html", ["9443"]),
        (r"keeps (\d+)", "<ul><li>a keeps 2<li>b keeps 3</ul>", "html", ["2", "3"]),
        (r"\d+ stars", "<p>250 stars</p>", "html", ["250 stars"]),
        (r"^Readers: (\d+)$", "Workers: 40\nReaders: 8\n", "txt", ["8"]),
        (r"(?i)WORKERS:\s*(\d+)", "Workers: 40\nReaders: 8\n", "txt", ["40"]),
        (r"(a)|b", "<p>b</p>", "html", ["b"]),
    ],
)
def test_the_first_group_else_the_whole_of_each_match(pattern: str, source: str, ending: str, values: list[str]) -> None:
    assert texts(Regex(pattern), source, ending) == values


@pytest.mark.parametrize(
    "source",
    ["<ul><li>epsilon is private<li>zeta has 250 stars</ul>", "<p>epsilon<br>zeta has 250 stars</p>", "<p>epsilon</p><p>250 stars"],
)
def test_b38_no_match_leaves_its_block_or_line(source: str) -> None:
    lost(Regex(r"epsilon.*?(\d+) stars"), source)


def test_no_match_crosses_from_one_block_to_the_next() -> None:
    lost(Regex(r"epsilon\s+(\d+)"), "<p>epsilon</p><p>250 stars</p>")


def test_a_match_knows_the_block_around_it() -> None:
    (at,) = found(Regex(r"port (\d+)"), scope("## Metrics\n\nOn port 9100.\n", "md"))
    assert (at.kind, at.passage, at.headings) == (ScopeKind.MATCH, "On port 9100.", ("Metrics",))
    assert at.document.text[at.start : at.start + 4] == "9100"


def test_a_match_is_looked_for_only_in_the_section() -> None:
    (section,) = found(Heading("Metrics"), scope("## Health\n\nport 1\n\n## Metrics\n\nport 2\n", "md"))
    assert [s.text for s in found(Regex(r"port (\d)"), section)] == ["2"]


@pytest.mark.parametrize(
    ("pattern", "word"),
    [
        ("(?=a)", "looks ahead"),
        ("(?<!a)b", "looks ahead"),
        (r"(a)\1", "refers back"),
        ("(", "wrong"),
        ("a" * 1_001, "at most"),
        ("", "RE2"),
    ],
)
def test_l06_an_expression_that_re2_cannot_is_told(pattern: str, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        Regex.parse(pattern)


def test_l06_no_expression_takes_long() -> None:
    lost(Regex("(a+)+$"), "a" * 1_000_000 + "b", "txt")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("commits", "3"),
        ({"commits": {"until": "2026-10-20"}}, "2"),
        ({"commits": {"until": date(2026, 10, 20)}}, "2"),
        ("license", "MIT"),
        ("topics", "llm, gpu"),
        ("archived", "false"),
    ],
)
def test_facts_of_a_repository(value: object, text: str) -> None:
    assert texts(Fact.parse(value), FACTS, "json") == [text]


def test_a_fact_that_is_not_known_is_lost() -> None:
    assert "latest release" in lost(Fact("latest_release"), FACTS, "json").reason
    lost(Fact("commits", date(2026, 1, 1)), FACTS, "json")
    assert "no repository" in lost(Fact("commits"), "<p>x</p>").reason


@pytest.mark.parametrize(
    "value",
    [
        "comits",
        None,
        {},
        {"commits": 3},
        {"commits": {"since": "2026-01-01"}},
        {"stars": {"until": "2026-01-01"}},
        {"commits": {"until": "soon"}},
    ],
)
def test_a_wrong_fact_is_told(value: object) -> None:
    with pytest.raises(ValueError, match=r"fact|commits|day"):
        Fact.parse(value)


def test_the_whole_document_is_its_main_content() -> None:
    assert texts(Whole(), "<nav>n</nav><main><p>a</p></main>") == ["a"]
    lost(Whole(), "<main></main>")


@pytest.mark.parametrize("name", [name for name, _ in registry])
def test_every_selector_takes_its_examples(name: str) -> None:
    kind: Any = registry.get(name)
    assert kind.kind == name
    for example in kind.EXAMPLES:
        hash(kind.parse(example))
