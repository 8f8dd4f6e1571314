"""Pairs of passages: harmless edits keep the verdict, one telling word turns it."""

from __future__ import annotations

import pytest

from claimwatch.finding.evidence import Lost, whole
from claimwatch.finding.quote import Quote
from claimwatch.judging.same import judge_same
from claimwatch.judging.verdict import Context, Judgement, Verdict
from claimwatch.reading.document import Block, BlockKind, Document, placed


def verdict(quote: str, now: str, language: str = "") -> Judgement:
    document = Document(placed([Block(BlockKind.PARAGRAPH, "An opening paragraph."), Block(BlockKind.PARAGRAPH, now)]))
    matches = Quote(quote).matches(whole(document))
    if isinstance(matches, Lost):
        return Judgement(Verdict.MISSING, matches.reason)
    return judge_same(matches, Context(source="the page", language=language))


HARMLESS = [
    ("The broker stores messages on disk.", "Messages are stored on disk by the broker."),
    ("The broker stores messages on disk.", "The broker stores **messages** on disk, and never in memory."),
    ("Reads CSV, JSON and Parquet files.", "Reads Parquet, CSV, and JSON files."),
    ("It needs at least 8 GB of memory.", "It needs 8 GB of memory or more."),
    ("Ships with 200+ connectors.", "It ships with more than 200 connectors."),
    ("Runs on Python 3.9 or newer.", "Runs on Python 3.9+."),
    ("The colour scheme is customisable.", "The color scheme is customizable."),
    ("Quantization of VMLs such as LLaVa", "Quantization of VLMs such as LLaVa"),
    ("Pages cannot be undone.", "Pages can’t be undone."),
    ("The licence is MIT OR Apache-2.0.", "The licence is Apache-2.0 OR MIT."),
    ("Kiln outperforms Forge on long jobs.", "Forge is outperformed by Kiln on long jobs."),
    ("Released on 20 October 2026", "Released on October 20th, 2026."),
    ("It has 1.2 million users.", "It has 1,200,000 users."),
    ("The timeout is 300 ms.", "The timeout is 0.3 s."),
    ("Three of the five engines batch.", "3 of the 5 engines batch."),
    ("Runs on Python 3.8 and above.", "Runs on Python 3.8 or later."),
    ("Writes 5–10 files a second.", "Writes 5 to 10 files a second."),
]
TELLING = [
    ("The broker stores messages on disk.", "The broker no longer stores messages on disk."),
    ("The broker stores messages on disk.", "The broker does not store messages on disk."),
    ("Reads CSV, JSON and Parquet files.", "Reads CSV and Parquet files."),
    ("Reads CSV, JSON and Parquet files.", "Reads CSV, JSON, ORC and Parquet files."),
    ("Runs on NVIDIA and AMD GPUs", "Runs on NVIDIA, AMD and Intel GPUs"),
    ("It needs at least 8 GB of memory.", "It needs at most 8 GB of memory."),
    ("Ships with 200+ connectors.", "Ships with 250+ connectors."),
    ("Runs on Ruby 3.1 or newer.", "Runs on Ruby 3.10 or newer."),
    ("All plans include backups.", "Some plans include backups."),
    ("(Experimental) Prefix caching", "Prefix caching"),
    ("Sites are joined over WireGuard tunnels.", "Sites are joined over IPsec tunnels."),
    ("The licence is MIT OR BSD-3-Clause.", "The licence is MIT AND BSD-3-Clause."),
    ("Keys rotate without a restart of the server.", "Keys rotate with a restart of the server."),
    ("Engine A is faster than Engine B.", "Engine B is faster than Engine A."),
    ("Kiln outperforms Forge on long jobs.", "Forge outperforms Kiln on long jobs."),
    ("All plans include single sign-on for every member.", "Some plans include single sign-on for every member."),
    ("All models are supported on AMD GPUs.", "Most models are supported on AMD GPUs."),
    ("All plans include backups.", "Enterprise plans include backups."),
    ("The engine supports AMD GPUs.", "The engine used to support AMD GPUs."),
    ("The engine supports AMD GPUs.", "The engine will support AMD GPUs."),
    ("The API is available to everyone.", "The API was available to everyone."),
    ("Streaming outputs are supported.", "Streaming outputs are supported (experimental)."),
    ("It is an offline inference engine.", "It is an online inference engine."),
    ("Windows is a supported platform.", "Windows is an unsupported platform."),
    ("The team plan costs $20 a month.", "The team plan costs €20 a month."),
]


@pytest.mark.parametrize(("quote", "now"), HARMLESS)
def test_an_edit_that_changes_nothing_is_let_go(quote: str, now: str) -> None:
    judged = verdict(quote, now)
    assert judged.verdict is Verdict.SUPPORTED, judged.reason


@pytest.mark.parametrize(("quote", "now"), TELLING)
def test_one_telling_word_refutes(quote: str, now: str) -> None:
    judged = verdict(quote, now)
    assert judged.verdict is Verdict.REFUTED, judged.reason
    assert judged.observed
    assert judged.reason.startswith("the page now says")


def test_a_figure_that_left_its_sentence_is_missing() -> None:
    assert (
        verdict("Imports are 5x faster than with the old loader", "Imports are faster than with the old loader").verdict is Verdict.MISSING
    )


def test_a_sentence_that_is_gone_is_missing() -> None:
    assert verdict("The monitor is safe with a pacemaker.", "The monitor is charged in its cradle.").verdict is Verdict.MISSING


def test_amounts_that_traded_places_are_seen() -> None:
    assert (
        verdict("Takes 6 drives per bay and 32 bays per rack.", "Takes 32 drives per bay and 6 bays per rack.").verdict is Verdict.REFUTED
    )
