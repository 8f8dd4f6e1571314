"""A quoted passage is followed wherever it goes, and no lookalike is taken for it."""

from __future__ import annotations

import pytest

from claimwatch.finding.evidence import Lost, whole
from claimwatch.finding.quote import Quote
from claimwatch.reading.document import Block, BlockKind, Document, placed


def page(*paragraphs: str) -> Document:
    return Document(placed([Block(BlockKind.PARAGRAPH, text) for text in paragraphs]))


def found(quote: Quote, *paragraphs: str) -> list[str]:
    matches = quote.matches(whole(page(*paragraphs)))
    return [] if isinstance(matches, Lost) else [m.text for m in matches]


def test_the_exact_words_are_found_with_their_place() -> None:
    document = page("The start.", "A kiln holds 40 bricks, or fewer.")
    matches = Quote("holds 40 bricks").matches(whole(document))
    assert not isinstance(matches, Lost)
    (match,) = matches
    assert document.text[match.start : match.start + len(match.text)] == "holds 40 bricks"
    assert match.score == 1.0
    assert match.passage == "A kiln holds 40 bricks, or fewer."


@pytest.mark.parametrize(
    "now",
    [
        "Forms are signed by the server before they’re sent.",
        "Before they are sent, forms are signed by the server.",
        "Forms get signed by the server – before they are sent.",
        "News: the server signs forms before they are sent. They are kept for a week.",
    ],
)
def test_a_reworded_passage_is_followed(now: str) -> None:
    assert len(found(Quote("Forms are signed by the server before they are sent."), "Something else.", now)) == 1


@pytest.mark.parametrize(
    ("quote", "now"),
    [
        ("Pump A moves 44 litres a minute.", "Pump B moves 44 litres a minute."),
        ("The hobby plan keeps 7 days of logs.", "The family plan keeps 7 days of logs."),
        ("Input formats are ODS, XLSX and TSV.", "Output formats are ODS, XLSX and TSV."),
        ("[2024/04] We hosted the third meetup with Umbra!", "[2025/02] We hosted the ninth meetup with Solaris!"),
        ("Tarn 3 needs a second disk.", "Tarn 4 needs a second disk."),
    ],
)
def test_a_lookalike_about_something_else_is_not_taken(quote: str, now: str) -> None:
    assert found(Quote(quote), "An unrelated paragraph.", now) == []


def test_words_in_longer_words_and_numbers_are_not_the_words() -> None:
    assert found(Quote("built for CUDA 12"), "It is built for CUDA 12.8 by us.") == ["built for CUDA 12.8"]
    assert found(Quote("release 1.1"), "Nothing here.", "It is called prerelease 1.10 today.") == []


def test_a_prefix_chooses_among_equal_words() -> None:
    chosen = found(
        Quote("kept for 30 days", prefix="Audit logs are"), "Crash reports are kept for 30 days.", "Audit logs are kept for 30 days."
    )
    assert len(chosen) == 1


def test_with_its_prefix_elsewhere_the_changed_passage_is_the_one_meant() -> None:
    quote = Quote("kept for 60 days", prefix="Access logs are")
    assert found(quote, "Access logs are kept for 21 days.", "Crash dumps are kept for 60 days.") == ["kept for 21 days"]


def test_a_changed_word_at_the_edge_belongs_to_the_match() -> None:
    assert found(Quote("200+ stone types"), "We cut 250+ stone types to size.") == ["250+ stone types"]


def test_two_different_passages_equally_like_the_quote_are_ambiguous() -> None:
    lost = Quote("The trial allows 5 boards.").matches(whole(page("The trial allows 7 boards.", "Fair use", "The trial allows 9 boards.")))
    assert isinstance(lost, Lost)
    assert lost.is_ambiguous
    assert len(lost.candidates) == 2


def test_a_passage_over_two_blocks_is_found() -> None:
    assert found(Quote("One thing. Another thing."), "One thing.", "Another thing.") == ["One thing\nAnother thing"]


@pytest.mark.parametrize("value", [["a"], {"prefix": "x"}, {"exact": "x", "sufix": "y"}, "…", {"exact": "x", "prefix": ["y"]}])
def test_what_is_no_quote_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="quote"):
        Quote.parse(value)
