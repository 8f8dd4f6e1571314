"""Elements by CSS."""

from __future__ import annotations

import pytest
from tests.finding.pages import found, lost, scope, texts

from claimwatch.finding.css import Css
from claimwatch.finding.evidence import ScopeKind
from claimwatch.finding.heading import Heading
from claimwatch.finding.regex import Regex
from claimwatch.finding.table import TableCell

PAGE = (
    "<nav id=n>menu</nav><main><h1>T</h1><ul class=b><li>Firefox</li><li>Chromium</li></ul>"
    "<p>Text with <b>bold</b> words.</p></main><footer>v1.2</footer>"
)


def test_only_css_sees_what_stands_outside_the_main_content() -> None:
    assert texts(Css("footer"), PAGE) == ["v1.2"]
    assert texts(Css("#n"), PAGE) == ["menu"]


def test_an_element_knows_its_heading_and_its_members() -> None:
    (at,) = found(Css("ul.b"), scope(PAGE))
    assert (at.kind, at.text, at.items, at.headings) == (ScopeKind.ELEMENT, "Firefox\nChromium", ("Firefox", "Chromium"), ("T",))


def test_each_selected_element_is_a_match() -> None:
    assert texts(Css("li, b"), PAGE) == ["Firefox", "Chromium", "bold"]


def test_an_element_inside_a_selected_one_counts_once() -> None:
    assert texts(Css("div"), "<div>a <div>b</div></div><div>c</div>") == ["a\nb", "c"]


def test_elements_without_text_are_passed_over_unless_there_is_nothing_else() -> None:
    assert texts(Css("p"), "<p></p><p>a</p>") == ["a"]
    assert texts(Css("p"), "<p></p>") == [""]


def test_a_cell_is_given_as_a_cell_and_an_icon_with_what_it_says() -> None:
    source = "<table><tr><th>F<th>A<tr><td>x<td class=v><img alt=Yes src=y.svg></table><i class='fa fa-check'></i>"
    (cell,) = found(Css("td.v"), scope(source))
    assert [(c.text, c.marks[0].text) for c in cell.cells] == [("Yes", "Yes")]
    (icon,) = found(Css("i.fa"), scope(source))
    assert icon.cells[0].marks[0].text == "fa fa-check"


def test_other_selectors_look_only_into_the_element() -> None:
    (at,) = found(
        Css("#b"),
        scope("<p>port 1</p><div id=b><p>port 2</p><table><tr><th>K<th>V<tr><td>a<td>9</table><h3>H</h3><p>h</p></div><p>port 3</p>"),
    )
    assert [s.text for s in found(Regex(r"port (\d)"), at)] == ["2"]
    assert [s.text for s in found(TableCell("a", "V"), at)] == ["9"]
    assert [s.text for s in found(Heading("H"), at)] == ["h"]
    assert [s.text for s in found(Css("td:last-child"), at)] == ["9"]


def test_in_a_section_only_its_own_elements_are_selected() -> None:
    (at,) = found(Heading("B"), scope("<h2>A</h2><p class=x>a</p><h2>B</h2><p class=x>b</p><h2>C</h2><p class=x>c</p>"))
    assert [s.text for s in found(Css(".x"), at)] == ["b"]


def test_what_is_not_there_or_not_seen_is_lost() -> None:
    assert "no element" in lost(Css("#gone"), PAGE).reason
    assert "not seen" in lost(Css(".h"), "<p class=h hidden>a</p><p>b</p>").reason
    assert "no HTML" in lost(Css("p"), "{}", "json").reason


@pytest.mark.parametrize(
    "selector",
    ["p[", "p:nope", "", "a" * 501, ":is(" * 9 + "p" + ")" * 9, "p" + " " * 60 + "b", "p:nth-child(x)"],
    ids=["bracket", "name", "empty", "long", "deep", "space", "nth"],
)
def test_l07_a_wrong_selector_is_told_before_it_is_used(selector: str) -> None:
    with pytest.raises(ValueError, match=r"CSS|css"):
        Css.parse(selector)


def test_l05_text_that_adds_up_is_too_much() -> None:
    source = "".join(f"<p>{'x' * 3_000}</p>" for _ in range(500))
    assert "too much" in lost(Css("p"), source).reason
