"""Sections by their headings."""

from __future__ import annotations

import pytest
from tests.finding.pages import found, lost, scope, texts

from claimwatch.finding.evidence import ScopeKind
from claimwatch.finding.heading import Heading

PAGE = """# Engine

## Withdrawn models

- Jade

## Models

- Mica

### Small

- Opal

## Model zoo

Text
"""


def test_the_whole_text_goes_before_a_part_of_it() -> None:
    assert texts(Heading("models"), PAGE, "md") == ["Mica\nSmall\nOpal"]


def test_else_the_first_that_contains_it_is_meant() -> None:
    assert texts(Heading("zoo"), PAGE, "md") == ["Text"]
    assert texts(Heading("Withdrawn model"), PAGE, "md") == ["Jade"]


def test_a_deeper_heading_does_not_end_the_section_and_its_equal_does() -> None:
    (at,) = found(Heading("Models"), scope(PAGE, "md"))
    assert (at.kind, at.headings) == (ScopeKind.SECTION, ("Engine", "Models"))
    assert at.document.text[at.start :].startswith("Mica")


@pytest.mark.parametrize("said", ["What's next?", "WHAT’S NEXT?", "What’s  next? #", "What's next"])
def test_case_typography_and_link_marks_make_no_difference(said: str) -> None:
    source = "## What’s Next?\n\nOffice hours\n" if said != "What's next" else "## What's next:\n\nOffice hours\n"
    assert texts(Heading(said), source, "md") == ["Office hours"]


def test_a_part_of_a_word_is_no_part_of_a_heading() -> None:
    lost(Heading("Go"), "## Google\n\nx\n", "md")
    assert texts(Heading("模型"), "## 支持的模型列表\n\nx\n", "md") == ["x"]


def test_of_two_headings_of_one_text_the_first_is_meant() -> None:
    assert texts(Heading("Fixed"), "## 2.0\n\n### Fixed\n\n- a\n\n## 1.0\n\n### Fixed\n\n- b\n", "md") == ["a"]


def test_a_contents_list_and_bold_text_are_no_headings() -> None:
    contents = "<ul><li><a href='#d'>Drivers</a></li></ul><p><b>Drivers</b></p>"
    source = f"{contents}<h2 id=d>Drivers<a class=headerlink href='#d'>¶</a></h2><p>Firmata</p>"
    assert texts(Heading("Drivers"), source) == ["Firmata"]
    lost(Heading("Drivers"), "<p><b>Drivers</b></p><p>x</p>")


def test_a_heading_within_a_section_is_looked_for_there_only() -> None:
    (at,) = found(Heading("2.0"), scope("## 1.0\n\n### Fixed\n\n- a\n\n## 2.0\n\n### Fixed\n\n- b\n", "md"))
    assert [s.text for s in found(Heading("Fixed"), at)] == ["b"]


def test_headings_outside_the_main_content_are_not_seen() -> None:
    lost(Heading("Menu"), "<aside><h2>Menu</h2><p>x</p></aside><main><p>y</p></main>")


def test_the_end_of_a_folded_box_ends_the_sections_in_it() -> None:
    source = "<h2>Install</h2><details><summary>s</summary><h3>Arch</h3><p>pacman</p></details><p>Done</p>"
    assert texts(Heading("Arch"), source) == ["pacman"]
    assert texts(Heading("Install"), source) == ["s\nArch\npacman\nDone"]


def test_a_section_may_be_empty() -> None:
    assert texts(Heading("A"), "## A\n\n## B\n\nx\n", "md") == [""]


@pytest.mark.parametrize("value", [None, 3, "", " "])
def test_a_heading_is_text(value: object) -> None:
    with pytest.raises(ValueError, match="heading"):
        Heading.parse(value)
