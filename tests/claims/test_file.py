"""The claims file as a whole: what is read, and how every mistake is told."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from claimwatch.claims.file import digest, from_data, load, parse
from claimwatch.claims.model import Basis, ClaimsFile
from claimwatch.errors import ConfigError, Problem

HERE = Path(__file__).parent
BASE = """version: 1
subjects: {vllm: vLLM}
sources:
  readme: {url: "https://example.com/README"}
  repo: {kind: repository, url: "https://example.com/a/b"}
claims:
  a: {subject: vllm, says: 200+ models, cite: {source: readme, quote: 200+ models}}
"""
MISSING = {
    "sources:\n": (
        "  vllm-blog: {url: 'https://blog.example/'}\n  vllm-blog-feed: {kind: feed, url: 'https://blog.example/feed'}\n"
        "  deepinfer-readme: {url: 'https://github.com/deepseek-ai/DeepInfer/blob/main/README.md'}\n"
    ),
    "claims:\n": "  vllm.openai-server: {says: a server, cite: {source: vllm-readme, quote: OpenAI-compatible server}}\n"
    "  deepinfer.only-model: {says: one model, cite: {source: deepinfer-readme, quote: DeepSeek-V4.1-Flash only}}\n",
}


@pytest.fixture(scope="module")
def example(shared: Path) -> ClaimsFile:
    """The example of the format's specification, with the entries that it names and leaves out."""
    found = re.search(r"```yaml\n(.*?)```", (shared / "CLAIMS_FORMAT.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found
    text = found[1]
    for head, entries in MISSING.items():
        assert text.count("\n" + head) == 1
        text = text.replace("\n" + head, "\n" + head + entries)
    return parse(text)


def problems_of(text: str | bytes) -> tuple[Problem, ...]:
    with pytest.raises(ConfigError) as caught:
        parse(text)
    return caught.value.problems


def places_of(text: str | bytes) -> list[tuple[int, int, str]]:
    return [(p.line, p.column, p.path) for p in problems_of(text)]


def test_the_example_of_the_format_is_read_whole(example: ClaimsFile) -> None:
    assert example.defaults.every == timedelta(days=1)
    assert example.every_of("vllm-readme") == timedelta(hours=6)
    assert example.max_age_of("vllm-readme") == timedelta(days=14)
    assert example.subjects["deepinfer"].name == "DeepInfer"
    assert example.sources["deepinfer-repo"].is_repository
    models = example.claims["vllm.model-architectures"]
    assert models.verified == date(2026, 10, 20)
    assert models.subject == ("vllm",)
    own = example.claims["all.hands-on"]
    assert own.basis is Basis.OWN
    assert own.recheck == timedelta(days=90)
    assert example.claims["vllm.best-fit"].rests_on == ("vllm.openai-server", "vllm.model-architectures")


def test_short_forms_mean_what_the_long_ones_say(example: ClaimsFile) -> None:
    cells = example.comparisons["deepinfer-vs-vllm"].rows["models"].cells
    assert cells["vllm"].claims == ("vllm.model-architectures",)
    assert example.text_of(cells["vllm"]) == "200+ model architectures"
    assert example.text_of(cells["deepinfer"]) == "Only DeepSeek-V4.1-Flash"
    assert example.column_title("deepinfer-vs-vllm", "vllm") == "vLLM"
    assert [(p.row, p.is_statement, p.claims) for p in example.places()] == [
        ("models", False, ("deepinfer.only-model", "vllm.model-architectures")),
        ("short-answer", True, ("none.head-to-head",)),
    ]


def test_citations_build_their_selector_and_expectation_when_asked(example: ClaimsFile) -> None:
    citation = example.claims["vllm.model-architectures"].citations[0]
    assert citation.source == "vllm-readme"
    assert citation.selector.kind == "quote"
    assert citation.expect is not None
    assert citation.expect.kind == "number"
    assert citation.within is None
    assert citation.plain == {"select": {"quote": "200+ model architectures"}, "expect": {"number": ">= 200"}}


def test_a_watched_source_is_judged_by_the_same_absence_over_its_whole_page(example: ClaimsFile) -> None:
    claim = example.claims["none.head-to-head"]
    assert [c.source for c in claim.all_citations] == ["vllm-blog", "vllm-blog-feed", "deepinfer-readme"]
    assert {c.selector.kind for c in claim.all_citations} == {"whole"}
    assert claim.watched[0].expect == claim.citations[0].expect


def test_who_is_told_is_read_with_its_filters(example: ClaimsFile) -> None:
    assert example.notify["editors"].email == ("editors@example.org",)
    assert example.notify["editors"].repeat == timedelta(days=7)
    assert example.notify["hook"].secret == "${CLAIMWATCH_SECRET_HOOK}"  # noqa: S105  # the name of one
    assert example.notify["chat"].only.owners == ("docs",)


def test_the_files_of_the_corpus_are_read(shared: Path) -> None:
    paths = sorted((shared / "corpus").glob("*/claims.yaml"))
    assert len(paths) == 14
    assert sum(len(load(p).claims) for p in paths) == 181


def test_what_was_kept_as_data_builds_the_same_file(example: ClaimsFile) -> None:
    kept = json.loads(json.dumps(dict(example.data)))
    again = from_data(kept)
    for name in ("defaults", "subjects", "sources", "claims", "comparisons", "notify", "publisher", "aliases"):
        assert getattr(again, name) == getattr(example, name)
    assert again.data == example.data


def test_a_digest_is_that_of_the_bytes() -> None:
    assert digest(b"version: 1\n") == digest(b"version: 1\n") != digest(b"version: 1")


def test_ten_mistakes_are_told_at_once_each_in_its_place() -> None:
    with pytest.raises(ConfigError) as caught:
        load(HERE / "ten-mistakes.yaml")
    assert caught.value.file == str(HERE / "ten-mistakes.yaml")
    assert [(p.line, p.column, p.path) for p in caught.value.problems] == [
        (4, 10, "defaults.every"),
        (9, 10, "sources.vllm-readme.url"),
        (10, 5, "sources.vllm-readme.knid"),
        (15, 14, "claims.vllm.models.subject"),
        (17, 12, "claims.vllm.models.basis"),
        (18, 15, "claims.vllm.models.verified"),
        (20, 15, "claims.vllm.models.cite.source"),
        (22, 16, "claims.vllm.models.cite.expect.nubmer"),
        (23, 3, "claims.vllm.server.says"),
        (32, 17, "comparisons.a-vs-b.rows.models.cells.vllm"),
    ]


def test_near_names_are_offered() -> None:
    hints = {p.path.rpartition(".")[2]: p.hint for p in problems_of((HERE / "ten-mistakes.yaml").read_bytes())}
    assert hints["knid"] == "did you mean kind?"
    assert hints["subject"] == "did you mean vllm?"
    assert hints["source"] == "did you mean vllm-readme?"
    assert hints["basis"] == "did you mean documented?"
    assert hints["nubmer"] == "did you mean number?"


def test_a_missing_file_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no claims file") as caught:
        load(tmp_path / "claims.yaml")
    assert "claimwatch init" in (caught.value.hint or "")
    with pytest.raises(ConfigError, match="is a folder"):
        load(tmp_path)


def test_values_keep_the_text_that_was_written() -> None:  # FAULTS B80, B82
    file = parse(
        BASE
        + "  b: {says: 1.10, tags: [no, NO, on, 010, 12:30, 4e10, true], note: 1e3,"
        + " cite: {source: readme, css: p, expect: {text: 1.10}}}\naliases: {NO: [no, on]}\n"
    )
    claim = file.claims["b"]
    assert claim.says == "1.10"
    assert claim.tags == ("no", "NO", "on", "010", "12:30", "4e10", "true")
    assert claim.note == "1e3"
    assert claim.citations[0].plain["expect"] == {"text": "1.10"}
    assert file.aliases == {"NO": ("no", "on")}


def test_doubled_keys_are_errors_with_both_lines() -> None:  # FAULTS B83
    (twice,) = problems_of(BASE + "claims:\n  b: {says: x}\n")
    assert (twice.line, twice.column, twice.path) == (8, 1, "claims")
    assert "line 6" in twice.message
    (twice,) = problems_of(BASE + "  a:\n    says: y\n")
    assert (twice.line, twice.column, twice.path) == (8, 3, "claims.a")
    assert "line 7" in twice.message


def test_merge_keys_are_allowed() -> None:
    file = parse(BASE + "  b: &b {subject: vllm, says: b, basis: own}\n  c: {<<: *b, says: c}\n")
    assert file.claims["c"].says == "c"
    assert file.claims["c"].basis is Basis.OWN


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("  b: {says: x, cite: {source: readme, quote: a b, css: p}}", "claims.b.cite.css"),
        ("  b: {says: x, cite: {source: readme, expect: {number: 3, text: a}}}", "claims.b.cite.expect.text"),
        ("  b: {says: x, cite: {source: readme, quoet: a b c}}", "claims.b.cite.quoet"),
        ("  b: {says: x, cite: {source: readme, expect: 200}}", "claims.b.cite.expect"),
        ("  b: {says: x, cite: {quote: a b}}", "claims.b.cite.source"),
        ("  b: {says: x, cite: [readme]}", "claims.b.cite[0]"),
        ("  b: {says: x, cite: []}", "claims.b.cite"),
        ("  b: {says: x, cite: {any: [{source: raedme, quote: a b}]}}", "claims.b.cite.any[0].source"),
        ("  b: {says: x, cite: {any: {source: readme}}}", "claims.b.cite.any"),
        ("  b: {says: x, cite: {source: readme, quote: a b, within: {table: x}}}", "claims.b.cite.within.table"),
        ("  b: {says: x, cite: {source: readme, fact: commits}}", "claims.b.cite.source"),
        ("  b: {says: x, cite: {source: repo, quote: a b}}", "claims.b.cite.source"),
        ("  b: {says: x, cite: {source: readme, quote: a b}, watch: [readme]}", "claims.b.watch"),
        ("  b: {says: x, rests_on: [b]}", "claims.b.rests_on[0]"),
        ("  b: {says: x, rests_on: c}\n  c: {says: x, rests_on: [a, b]}", "claims.c.rests_on[1]"),
        ("  b: {says: }", "claims.b.says"),
        ("  b: {says: [x]}", "claims.b.says"),
        ("  b: text", "claims.b"),
        ("  b: {says: x, recheck: 0d}", "claims.b.recheck"),
        ("  b: {says: x, conditions: {modle: x}}", "claims.b.conditions.modle"),
        ("  b: {says: x, verified: yesterday}", "claims.b.verified"),
        ("  b: {says: x, cite: {source: readme, regex: '(?=x)'}}", "claims.b.cite.regex"),
        ("  b: {says: x, cite: {source: readme, regex: ['x']}}", "claims.b.cite.regex"),
        ("  b: {says: x, cite: {source: readme, css: 'a['}}", "claims.b.cite.css"),
        ("  b: {says: x, cite: {source: readme, css: {a: b}}}", "claims.b.cite.css.a"),
        ("  b: {says: x, cite: {source: readme, jsonpath: '$['}}", "claims.b.cite.jsonpath"),
        ("  b: {says: x, cite: {source: readme, quote: }}", "claims.b.cite.quote"),
        ("  b: {says: x, cite: {source: readme, quote: {exact: a b, sufix: c}}}", "claims.b.cite.quote.sufix"),
        ("  b: {says: x, cite: {source: readme, table: {rwo: a}}}", "claims.b.cite.table.rwo"),
        ("  b: {says: x, cite: {source: readme, table: {}}}", "claims.b.cite.table"),
        ("  b: {says: x, cite: {source: repo, fact: comits}}", "claims.b.cite.fact"),
        ("  b: {says: x, cite: {source: repo, fact: {commits: {until: soon}}}}", "claims.b.cite.fact"),
        ("  b: {says: x, cite: {source: readme, expect: {number: many}}}", "claims.b.cite.expect.number"),
        ("  b: {says: x, cite: {source: readme, expect: {number: {equals: 3, unti: tokens}}}}", "claims.b.cite.expect.number.unti"),
        ("  b: {says: x, cite: {source: readme, expect: {items: {}}}}", "claims.b.cite.expect.items"),
        ("  b: {says: x, cite: {source: readme, expect: {mentions: []}}}", "claims.b.cite.expect.mentions"),
        ("  b: {says: x, cite: {source: readme, expect: {absent: }}}", "claims.b.cite.expect.absent"),
        ("  b: {says: x, cite: {source: readme, expect: {version: newest}}}", "claims.b.cite.expect.version"),
        ("  b: {says: x, cite: {source: readme, expect: {date: soon}}}", "claims.b.cite.expect.date"),
        ("  b: {says: x, cite: {source: readme, expect: {boolean: perhaps}}}", "claims.b.cite.expect.boolean"),
        ("  b: {says: x, cite: {source: readme, within: {css: 'a['}, quote: a b}}", "claims.b.cite.within.css"),
        ("  A: {says: x}", "claims.A"),
        ("  b: {syas: x}", "claims.b.syas"),
        ("  b: {says: x, cite: {sorce: readme, quote: a b}}", "claims.b.cite.sorce"),
        ("  b: {says: x}\ncomparisons: {x: {colums: [vllm], rows: {r: {cells: {vllm: a}}}}}", "comparisons.x.colums"),
        ("  b: {says: x}\ncomparisons: {x: {columns: [vllm], rows: {r: {cells: {vllm: c}}}}}\nclaims: {c: {says: x}}", "claims"),
        ("  b: {says: x}\nnotify: {me: {}}", "notify.me"),
        ("  b: {says: x}\nnotify: {me: {email: nobody}}", "notify.me.email"),
        ("  b: {says: x}\nnotify: {me: {email: [a@b.example], webhook: 'https://a.example'}}", "notify.me.webhook"),
        ("  b: {says: x}\nnotify: {me: {webhook: 'https://a.example', secret: abc}}", "notify.me.secret"),
        ("  b: {says: x}\nnotify: {me: {email: a@b.example, only: {comparisons: [x]}}}", "notify.me.only.comparisons[0]"),
        ("  b: {says: x}\ncomparisons: {x: {columns: [vlm]}}", "comparisons.x.columns[0]"),
        ("  b: {says: x}\ncomparisons: {x: {rows: {r: {cells: {vllm: a}}}}}", "comparisons.x.columns"),
        ("  b: {says: x}\ncomparisons: {x: {columns: {t: Type}, rows: {r: {cells: {y: a}}}}}", "comparisons.x.rows.r.cells.y"),
        ("  b: {says: x}\ncomparisons: {x: {columns: [vllm], rows: {r: {subject: q}}}}", "comparisons.x.rows.r.subject"),
        ("  b: {says: x}\npublisher: {hosts: [example.com]}", "claims.a.cite.source"),
        ("  b: {says: x}\ndefaults: {timezone: Mars/Base}", "defaults.timezone"),
        ("  b: {says: x}\ncliams: {}", "cliams"),
    ],
)
def test_one_mistake_is_told_once_where_it_stands(text: str, path: str) -> None:
    found = problems_of(f"{BASE}{text}\n")
    assert [p.path for p in found] == [path]
    assert found[0].line >= 6


def test_headers_are_single_lines() -> None:
    source = "version: 1\nsources: {a: {url: 'https://a.example', headers: {%s}}}\n"
    assert [p.path for p in problems_of(source % 'X-A: "a\\nHost: b"')] == ["sources.a.headers.X-A"]
    assert [p.path for p in problems_of(source % "Host: b")] == ["sources.a.headers.Host"]
    assert [p.path for p in problems_of(source % "'X A': b")] == ["sources.a.headers.X A"]


KEYS = (
    "version defaults subjects sources claims comparisons notify publisher aliases every max_age url kind headers says subject cite any "
    "source quote css table regex jsonpath fact heading within expect number items mentions absent text date boolean together exactly "
    "count row column where equals unit tolerance until commits watch rests_on columns rows cells statements only owners email webhook "
    "hosts a b"
).split()
LEAVES = (
    st.none() | st.text(max_size=4) | st.sampled_from(["1", "1d", "a", "b", "readme", "2026-10-20", "https://a.example/", "true", "200+"])
)
ANY_DATA = st.recursive(LEAVES, lambda d: st.lists(d, max_size=3) | st.dictionaries(st.sampled_from(KEYS), d, max_size=4), max_leaves=20)


@given(st.data())
def test_whatever_stands_in_the_file_its_mistakes_have_lines(draw: st.DataObject) -> None:
    data = yaml.safe_load(BASE)
    box = data
    for _ in range(draw.draw(st.integers(0, 4))):
        inner = [v for v in box.values() if isinstance(v, dict)]
        box = draw.draw(st.sampled_from(inner)) if inner else box
    box[draw.draw(st.sampled_from([*box, *KEYS]))] = draw.draw(ANY_DATA)
    found: tuple[Problem, ...] | None = None
    try:
        parse(yaml.safe_dump(data, allow_unicode=True))
    except ConfigError as error:
        found = error.problems
    assert found is None or found
    assert all(p.line >= 1 and p.column >= 1 and p.message for p in found or ())


def test_the_version_is_asked_for_once() -> None:
    assert places_of("claims: {}\n") == [(1, 1, "version")]
    (other,) = problems_of("version: 2\n")
    assert "version 1" in other.message
    assert (other.line, other.column) == (1, 10)


def test_a_misspelt_section_does_not_make_its_names_unknown() -> None:
    assert [p.path for p in problems_of(BASE.replace("sources:", "souces:"))] == ["souces"]
    assert [p.path for p in problems_of(BASE.replace("version:", "verson:"))] == ["verson"]


def test_empty_sections_are_sections() -> None:
    file = parse("version: 1\nsubjects:\nsources: ~\nclaims: {}\ncomparisons: null\nnotify:\npublisher:\naliases:\ndefaults:\n")
    assert not file.claims
    assert file.defaults.max_age == timedelta(days=14)


@pytest.mark.parametrize("text", ["", "# nothing\n", "~", "- a\n", "just text\n"])
def test_a_file_that_is_no_mapping_says_so(text: str) -> None:
    assert [p.path for p in problems_of(text)] == [""]


@pytest.mark.parametrize("name", ["../x", "a/b", "..", "-rf", "a b", "", '"a\\0b"', '"a\\r\\nb"', '"\\u202eabc"', "x" * 65, "é"])
def test_ids_have_one_form(name: str) -> None:  # ROBUSTNESS C03
    written = name if name.startswith('"') else f'"{name}"'
    found = problems_of(f"{BASE}  {written}: {{says: x}}\n")
    assert [(p.line, p.column) for p in found] == [(8, 3)]


@pytest.mark.parametrize("text", ["a\\0b", "a\\rb", "\\x1b[31m", "\\u202eabc", "\\u0085", "\\u2028", "x" * 10_001])
def test_texts_hold_no_control_marks_and_end(text: str) -> None:  # ROBUSTNESS C03
    found = problems_of(f'{BASE}  b: {{says: "{text}"}}\n')
    assert [(p.line, p.path) for p in found] == [(8, "claims.b.says")]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("  b: {says: '${CLAIMWATCH_SECRET_A}'}", "claims.b.says"),
        ("  b: {says: x, cite: {source: readme, quote: 'is ${AWS_SECRET_ACCESS_KEY} set'}}", "claims.b.cite.quote"),
        ("  b: {says: x}\naliases: {a: ['${CLAIMWATCH_DATABASE_URL}']}", "aliases.a[0]"),
        ("  b: {says: x}\nnotify: {c: {apprise: '${AWS_SECRET_ACCESS_KEY}'}}", "notify.c.apprise"),
        ("  b: {says: x}\nnotify: {c: {apprise: 'x://${CLAIMWATCH_DATABASE_URL}'}}", "notify.c.apprise"),
        ("  b: {says: x}\nnotify: {c: {apprise: '${CLAIMWATCH_SECRET_A'}}", "notify.c.apprise"),
    ],
)
def test_secrets_stand_only_where_they_may(text: str, path: str) -> None:  # ROBUSTNESS C05
    assert [p.path for p in problems_of(f"{BASE}{text}\n")] == [path]


def test_secrets_may_stand_in_headers_and_under_notify() -> None:
    file = parse(
        "version: 1\nsources: {a: {url: 'https://a.example', headers: {Authorization: 'Bearer ${CLAIMWATCH_SECRET_A}'}}}\n"
        "notify: {c: {apprise: '${CLAIMWATCH_SECRET_CHAT}'}, w: {webhook: 'https://h.example/${CLAIMWATCH_SECRET_W}'}}\n"
    )
    assert file.sources["a"].headers["Authorization"] == "Bearer ${CLAIMWATCH_SECRET_A}"


def test_a_source_url_with_a_secret_is_refused_and_not_repeated() -> None:
    (found,) = problems_of("version: 1\nsources: {a: {url: 'https://me:hunter2@a.example/'}}\n")
    assert "hunter2" not in found.message + (found.hint or "")
    (found,) = problems_of("version: 1\nsources: {a: {url: 'https://a.example/?k=${CLAIMWATCH_SECRET_A}'}}\n")
    assert found.path == "sources.a.url"


@pytest.mark.parametrize(
    "line",
    [
        "defaults: {max_age: 0}", "defaults: {max_age: 0d}", "defaults: {every: 1s}", "defaults: {every: 100y}",
        "defaults: {every: 999999w}",
        "defaults: {every: 0 0 31 2 *}", "defaults: {every: 61 * * * *}", "defaults: {every: '* * * *'}", "defaults: {max_age: -1d}",
        "defaults: {every: '*/0 * * * *'}", "defaults: {every: []}", "defaults: {every: }",
    ],
)  # fmt: skip
def test_odd_intervals_are_refused(line: str) -> None:  # ROBUSTNESS T06
    (found,) = problems_of(f"version: 1\n{line}\n")
    assert found.line == 2
    assert found.path.startswith("defaults.")


def test_aliases_that_repeat_a_mistake_tell_it_where_it_is_written() -> None:
    found = problems_of(BASE + "  b: &b {says: x, bsais: own}\n  c: {<<: *b, says: y}\n")
    assert {(p.line, p.column) for p in found} == {(8, 19)}


def test_a_long_message_is_cut() -> None:
    (found,) = problems_of(f"{BASE}  b: {{says: x, basis: {'y' * 5000}}}\n")
    assert len(found.message) < 300
