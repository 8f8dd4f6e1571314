"""A report as text, JSON and Markdown: pure functions."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from claimwatch.cli.formats.as_json import report_as_json
from claimwatch.cli.formats.as_markdown import report_as_markdown
from claimwatch.cli.formats.as_text import report_as_text, status_as_text
from claimwatch.cli.formats.escaping import as_json_text, in_markdown, shown
from claimwatch.cli.formats.painting import Paint
from claimwatch.cli.formats.runs import runs_as_csv, runs_as_json, runs_as_text
from claimwatch.history.records import VerdictRun
from claimwatch.judging.verdict import Verdict
from claimwatch.monitor.report import CitationResult, ClaimResult, ComparisonTitle, PassReport, RowResult, SourceResult

NOW = datetime(2026, 11, 2, 6, 0, tzinfo=UTC)
HOSTILE = "\x1b[31mred\x1b[0m\x07 \u202egnp\u202c\x9b2J\r\n::error::x | <script>alert(1)</script> `a` \u2028 \ud800 *b* [c](javascript:d)"


def claim(name: str, verdict: Verdict | None, **more: object) -> ClaimResult:
    observed, reason, excerpt = "250+", "the README now says 250+ model architectures", "supports 250+ model architectures"
    base = ClaimResult(
        claim=name,
        says="200+ model architectures",
        basis="documented",
        verdict=verdict,
        stands=verdict,
        before=Verdict.SUPPORTED,
        observed=observed,
        reason=reason,
        excerpt=excerpt,
        source="readme",
        since=NOW,
        age=timedelta(hours=3),
        is_overdue=False,
        drift=False,
        has_turned=True,
        citations=(CitationResult("readme", verdict, observed, reason, excerpt, ("vLLM", "Models")),),
        stood=(observed, reason, excerpt),
    )
    return replace(base, **more)  # type: ignore[arg-type]


def report(*claims: ClaimResult, rows: tuple[RowResult, ...] = (), sources: tuple[SourceResult, ...] | None = None) -> PassReport:
    readme = SourceResult("readme", "The vLLM README", "https://example.org/README.md", "changed", 200)
    titles = (ComparisonTitle("versus", "One versus other", "https://example.org/versus"),)
    return PassReport(NOW, NOW, sources if sources is not None else (readme,), claims, rows, titles)


STALE_ROW = RowResult("versus", "models", False, "Model support", "stale", "fresh", ("c.models",), NOW)


def test_the_text_says_what_the_page_says_what_the_source_says_where_and_since_when() -> None:
    text = report_as_text(report(claim("c.models", Verdict.REFUTED), rows=(STALE_ROW,)), Paint())
    for words in (
        "One versus other",
        "STALE  models: Model support",
        "200+ model architectures",
        "250+",
        "The vLLM README, under “Models”",
        "https://example.org/README.md",
        "supports 250+ model architectures",
        "2026-11-02 06:00 UTC",
        "was supported",
    ):
        assert words in text
    assert text.strip().splitlines()[-1].startswith("1 row stale")


def test_what_holds_is_passed_over_in_silence() -> None:
    fresh = RowResult("versus", "models", False, "Model support", "fresh", "fresh", ())
    text = report_as_text(report(claim("c.models", Verdict.SUPPORTED, has_turned=False), rows=(fresh,)), Paint())
    assert text == "0 rows stale, 1 fresh · 1 claim · 1 source, 1 changed\n"


def test_what_could_not_be_read_comes_after_what_is_stale() -> None:
    down = SourceResult("blog", "", "https://blog.example.org", "unreachable", 503, "busy", "the server is busy; asked again later", NOW)
    waits = claim("c.blog", Verdict.UNREACHABLE, stands=Verdict.SUPPORTED, source="blog", has_turned=False)
    text = report_as_text(report(claim("c.models", Verdict.REFUTED), waits, rows=(STALE_ROW,), sources=(down,)), Paint())
    assert text.index("STALE") < text.index("Could not be read") < text.index("the server is busy") < text.index("1 unreachable")


def test_a_claim_in_no_row_is_told_too() -> None:
    assert "In no row" in report_as_text(report(claim("c.models", Verdict.REFUTED)), Paint())


def test_a_refuted_claim_that_cannot_be_read_now_shows_what_stands() -> None:
    gone = claim("c.models", Verdict.UNREACHABLE, stands=Verdict.REFUTED, observed=None, reason="readme could not be read: it is gone")
    text = report_as_text(report(gone, rows=(STALE_ROW,)), Paint())
    assert "source says  250+" in text
    assert "readme could not be read" in text


def test_colour_only_where_the_paint_is_on() -> None:
    one = report(claim("c.models", Verdict.REFUTED), rows=(STALE_ROW,))
    assert "\x1b" not in report_as_text(one, Paint())
    assert "\x1b[1;31m" in report_as_text(one, Paint(is_on=True))


@pytest.mark.parametrize("width", [40, 100])
def test_hostile_words_are_shown_and_not_obeyed(width: int) -> None:
    """O07 of ROBUSTNESS.md."""
    bad = claim("c.models", Verdict.REFUTED, says=HOSTILE, stood=(HOSTILE, HOSTILE, HOSTILE))
    row = replace(STALE_ROW, title=HOSTILE)
    down = SourceResult("blog", HOSTILE, "https://blog.example.org", "unreachable", 503, "busy", HOSTILE)
    one = report(bad, rows=(row,), sources=(down,))
    for text in (report_as_text(one, Paint(width=width)), status_as_text(one, Paint(width=width))):
        assert not set(text) & set("\x1b\x07\x9b\r\u202e\u2028\ud800")
        assert not any(line.startswith("::") for line in text.splitlines())
        assert "\\x1b" in text


def test_hostile_words_in_markdown_are_words() -> None:
    """O05 of ROBUSTNESS.md."""
    text = report_as_markdown(report(claim("c.models", Verdict.REFUTED, says=HOSTILE, stood=(HOSTILE, HOSTILE, None)), rows=(STALE_ROW,)))
    line = next(line for line in text.splitlines() if "c.models" in line)
    assert "<script>" not in text
    assert "\x1b" not in text
    assert line.replace("\\|", "").count("|") == 8
    assert in_markdown("a|b `c` *d* <e>") == "a\\|b \\`c\\` \\*d\\* &lt;e&gt;"


def test_the_json_document_is_the_one_of_the_documentation() -> None:
    answer = RowResult("versus", "answer", True, "Yes", "unverified", None, ("c.new",))
    new = claim("c.new", None, stands=None, before=None, observed=None, since=None, age=None)
    document = json.loads(
        report_as_json(report(claim("c.models", Verdict.REFUTED, age=timedelta(seconds=5)), new, rows=(STALE_ROW, answer)))
    )
    assert document["format"] == 1
    assert document["started"] == "2026-11-02T06:00:00Z"
    source = document["sources"][0]
    assert (source["id"], source["outcome"], source["status"], source["reason"]) == ("readme", "changed", 200, None)
    first, second = document["claims"]
    assert (first["id"], first["verdict"], first["stands"], first["before"]) == ("c.models", "refuted", "refuted", "supported")
    assert (first["observed"], first["since"], first["age_s"], first["drift"]) == ("250+", "2026-11-02T06:00:00Z", 5, False)
    assert first["citations"][0]["verdict"] == "refuted"
    assert (second["verdict"], second["stands"], second["before"], second["since"], second["age_s"]) == (None,) * 5
    row = {"comparison": "versus", "row": "models", "kind": "row", "state": "stale", "before": "fresh", "because": ["c.models"]}
    assert row.items() <= document["rows"][0].items()
    assert document["rows"][1]["kind"] == "statement"


def test_hostile_words_survive_json() -> None:
    text = as_json_text({"words": [HOSTILE]})
    assert json.loads(text) == {"words": [HOSTILE]}
    assert not set(text) & set("\x1b\x07\x9b\r\u202e\u2028\ud800")


def test_shown_keeps_letters_of_every_script() -> None:
    assert shown("対応モデル 200 → ≥ é") == "対応モデル 200 → ≥ é"


RUN = VerdictRun("c.models", Verdict.REFUTED, "=1+1", "it says so", None, "readme", "ab" * 32, False, NOW, NOW + timedelta(days=1))


def test_a_history_in_csv_holds_no_formula() -> None:
    """O06 of ROBUSTNESS.md."""
    head, line = runs_as_csv([RUN]).splitlines()
    assert head.startswith("claim,verdict,observed")
    assert ",'=1+1," in line


def test_a_history_in_json_has_its_times() -> None:
    run = json.loads(runs_as_json([RUN]))["runs"][0]
    assert (run["claim"], run["verdict"], run["first"], run["last"]) == (
        "c.models",
        "refuted",
        "2026-11-02T06:00:00Z",
        "2026-11-03T06:00:00Z",
    )


def test_a_history_in_text_is_a_line_a_run() -> None:
    assert len(runs_as_text([RUN, RUN], Paint()).splitlines()) == 2
