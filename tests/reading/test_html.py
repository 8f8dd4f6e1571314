"""Pages as a person sees them."""

from __future__ import annotations

import pytest

from claimwatch.reading.document import BlockKind, Document, Mark, Unreadable
from claimwatch.reading.html import read_html


def page(source: str) -> Document:
    found = read_html(source)
    assert isinstance(found, Document)
    return found


def text(source: str) -> str:
    return page(source).text


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("<p>foo<br>bar</p>", "foo\nbar"),
        ("<h3>Email</h3><a href=x>us</a>", "Email\nus"),
        ("<p>94<span class=hit>43</span> <em>now</em></p>", "9443 now"),
        ("<p>turbo&shy;charger&nbsp;x &#8203;y w<wbr>z</p>", "turbocharger x y wz"),
        ("<p>CO<sub>2</sub> and 10<sup>6</sup> m<sup>2</sup>, 1<sup>st</sup></p>", "CO2 and 10^6 m2, 1st"),
        ("<p>a <s>b</s> <del>c</del> <span style='text-decoration: line-through'>d</span> e</p>", "a e"),
        ("<p>a<span hidden>b</span><span style='display:none'>c</span><i style='visibility: hidden'>d</i>e</p>", "ae"),
        ("<p>a <span aria-hidden=true>b</span></p>", "a b"),
        ("<script>x</script><style>y</style><template><p>z</p></template><noscript>n</noscript><!-- c --><p>a</p>", "a"),
        ("<details><summary>More</summary><p>Folded</p></details>", "More\nFolded"),
        ("<dialog>closed</dialog><dialog open>shown</dialog>", "shown"),
        ("<div role=tabpanel hidden>one click away</div>", "one click away"),
        ("<p>a <input value=x><textarea>y</textarea><select><option>z</select> b</p>", "a b"),
        ("<pre>x   y\n  z</pre>", "x y\nz"),
        ("<p>Great <img class=emoji alt='🎉' src=x> work</p>", "Great 🎉 work"),
        ("<p><img alt='A badge' src=b.svg> <img alt='Another'></p>", "A badge\nAnother"),
        ("<p>See <img alt='a picture'> it</p>", "See it"),
        ("<ul><li><input type=checkbox disabled checked> done<li><input type=checkbox disabled> to do</ul>", "[x] done\n[ ] to do"),
        ("<p>漢<ruby>字<rp>(</rp><rt>ji</rt><rp>)</rp></ruby></p>", "漢字"),
    ],
)
def test_what_a_person_sees(source: str, seen: str) -> None:
    assert text(source) == seen


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("25+ probes<sup class=footnote-ref><a href='#fn1'>1</a></sup> here", "25+ probes here"),
        ("Memory<sup>[1]</sup>", "Memory"),
        ("Memory<sup>1</sup>", "Memory"),
        ("25<sup>1</sup> seats", "25 seats"),
        ("Yes<sup>*</sup>", "Yes"),
        ("fast<a href='#cite_note-4'>[4]</a>", "fast"),
        ("Memory¹ of nodes", "Memory of nodes"),
        ("<sup>[1]</sup> Usable.", "[1] Usable."),
        ("x<sup>2</sup>", "x2"),
        ("2<sup>32</sup> addresses", "2^32 addresses"),
        ("see <a href='#notes'>the notes</a>", "see the notes"),
    ],
)
def test_footnote_marks_are_no_text(source: str, seen: str) -> None:
    assert text(f"<p>{source}</p>") == seen


@pytest.mark.parametrize(
    "heading",
    [
        "<h2>Drivers<a class=headerlink href='#d'>¶</a></h2>",
        "<h2><a href='#d'>#</a> Drivers</h2>",
        "<h2>Drivers <a class=anchor href='#d'>Permalink</a></h2>",
        "<h2><a class=anchor href='#d'>Drivers</a></h2>",
        "<h2>Drivers<span class=mw-editsection>[edit]</span><button>Copy</button></h2>",
        "<div role=heading aria-level=2>Drivers</div>",
        "<h2>\n  <span>Dri</span>vers\n</h2>",
    ],
)
def test_link_marks_are_no_part_of_a_heading(heading: str) -> None:
    block = page(heading).blocks[0]
    assert (block.kind, block.text, block.level) == (BlockKind.HEADING, "Drivers", 2)


def test_blocks_know_the_headings_above_them() -> None:
    found = page("<h1>A</h1><p>a</p><h3>B</h3><p>b</p><h2>C</h2><p>c</p>")
    assert {b.text: b.headings for b in found.blocks if b.kind is BlockKind.PARAGRAPH} == {"a": ("A",), "b": ("A", "B"), "c": ("A", "C")}


def test_a_heading_in_a_folded_box_or_a_quotation_heads_nothing_outside_it() -> None:
    found = page("<h2>A</h2><details><summary>s</summary><h2>B</h2><p>b</p></details><p>a</p><blockquote><h1>Q</h1></blockquote><p>z</p>")
    assert {b.text: b.headings for b in found.blocks if b.kind is BlockKind.PARAGRAPH} == {
        "s": ("A",),
        "b": ("A", "B"),
        "a": ("A",),
        "z": ("A",),
    }


def test_items_belong_to_their_list_and_keep_their_paragraphs_together() -> None:
    found = page("<ol><li><p>a</p><p>more</p><ul><li>b</li></ul>after</li><li>c</li></ol>")
    assert [(b.kind, b.text, b.level) for b in found.blocks] == [
        (BlockKind.ITEM, "a\nmore", 1), (BlockKind.ITEM, "b", 2), (BlockKind.PARAGRAPH, "after", 0), (BlockKind.ITEM, "c", 1),
    ]  # fmt: skip
    assert [(g.items, g.parent, g.is_ordered) for g in found.lists] == [((0, 3), -1, True), ((1,), 0, False)]


def test_a_list_of_links_to_the_pages_headings_is_its_contents() -> None:
    found = page("<ul><li><a href='#a'>Alpha</a><li><a href='#b'>Beta</a></ul><h2>Alpha</h2><h2>Beta</h2><ul><li>Alpha</ul>")
    assert [g.is_contents for g in found.lists] == [True, False]
    assert page("<div class=toc><ul><li><a href='#a'>Alpha</a></ul></div>").lists[0].is_contents


def test_terms_are_items_and_their_definitions_are_not() -> None:
    found = page("<dl><dt>Term<dd>What it is<dt>Other<dd>Else</dl>")
    assert [found.blocks[i].text for i in found.lists[0].items] == ["Term", "Other"]
    assert found.text == "Term\nWhat it is\nOther\nElse"


@pytest.mark.parametrize(
    ("source", "main"),
    [
        ("<nav>n</nav><main><p>a</p></main><footer>f</footer>", "a"),
        ("<div role=main><p>a</p><nav>crumbs</nav></div><p>o</p>", "a"),
        ("<header>h</header><article><p>a</p></article><article>b</article><aside>s</aside>", "a\nb"),
        ("<main><div>About, 10k stars</div><article><h1>T</h1><p>a</p></article></main>", "T\na"),
        ("<main><h1>T</h1><p>a</p><article>card</article></main>", "T\na\ncard"),
        ("<header><h1>T</h1></header><nav>n</nav><p>a</p><footer>f</footer>", "T\na\nf"),
        ("<main><div>x<p>y</main><footer>z</footer>", "x\ny"),
    ],
)
def test_the_main_content_is_what_the_page_says_it_is(source: str, main: str) -> None:
    found = page(source)
    assert "\n".join(found.blocks[i].text for i in found.main) == main


def test_headings_outside_the_main_content_head_nothing_in_it() -> None:
    found = page("<aside><h2>Menu</h2></aside><main><p>a</p></main>")
    assert next(b for b in found.blocks if b.text == "a").headings == ()


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("<ul><li>one<div></li><li>two</li></ul><p>x</p>", "one\ntwo\nx"),
        ("<ul><li>hose<div></li><li>valve<li>clamp<li>gauge</ul>", "hose\nvalve\nclamp\ngauge"),
        ("<html><body><p>a</p></body></html><p>b</p></html>c", "a\nb\nc"),
        ("<p>a<p>b<div>c</div>d", "a\nb\nc\nd"),
        ("<table><tr><th>D<th>E<tr><td>S<td>no</table>z", "D\nE\nS\nno\nz"),
        ("<b>x<p>y</b>z", "x\nyz"),
        ("<p title='a > b'>c</p>", "c"),
        ("<p>1 < 2 & 3", "1 < 2 & 3"),
        ("<?xml version='1.0'?><p>a<?php echo 1 ?>b</p>", "ab"),
        ("https://example.org/", "https://example.org/"),
        ("page.html", "page.html"),
    ],
)
def test_bad_markup_is_read_as_browsers_read_it(source: str, seen: str) -> None:
    assert text(source) == seen


def test_unclosed_boxes_in_items_do_not_swallow_the_rest() -> None:
    found = page("<ul><li>one<div></li><li>two</li></ul><p>x</p>")
    assert [b.kind for b in found.blocks] == [BlockKind.ITEM, BlockKind.ITEM, BlockKind.PARAGRAPH]


def test_icons_speak_by_what_they_have() -> None:
    source = (
        "<table><tr><th>F<th>A<th>B<th>C<th>D</tr><tr><td>x<td><img src='/i/check.svg?v=2' alt=''><td><i class='fa fa-check'></i>"
        "<td><svg role=img aria-label=Yes><path d=''/></svg><td><img alt='Not supported' src=s.png></tr></table>"
    )
    row = page(source).tables[0].rows[1]
    assert [c.marks for c in row[1:]] == [
        (Mark("file", "check.svg"),), (Mark("class", "fa fa-check"),), (Mark("aria-label", "Yes"),),
        (Mark("alt", "Not supported"), Mark("file", "s.png")),
    ]  # fmt: skip
    assert [c.text for c in row] == ["x", "", "", "Yes", "Not supported"]


def test_the_title_and_the_language_are_those_of_the_page() -> None:
    found = page("<html lang=de><title>Doc \n 1</title><body><h1>H</h1><svg><title>icon</title></svg></body></html>")
    assert (found.title, found.language) == ("Doc 1", "de")
    assert page("<p>x</p><h2>First</h2>").title == "First"


@pytest.mark.parametrize(
    "source",
    ["<div>" * 20_000 + "x", "<p>a" * 400_000, "<table>" + "<tr><td>" * 160_000, "<ul>" * 3_000 + "<li>x"],
    ids=["depth", "elements", "cells", "lists"],
)
def test_l04_what_is_too_deep_or_too_large_is_unreadable(source: str) -> None:
    found = read_html(source)
    assert isinstance(found, Unreadable)
    assert "document is too" in found.reason


def test_l04_a_megabyte_of_attributes_is_read() -> None:
    assert text("<p " + " ".join(f"a{i}=b" for i in range(20_000)) + ">x</p>") == "x"


def test_deep_markup_within_the_limit_is_read() -> None:
    assert text("<div>" * 900 + "x" + "</div>" * 900 + "<p>y</p>") == "x\ny"
