"""Plain text, feeds and other XML."""

from __future__ import annotations

import pytest

from claimwatch.reading.document import BlockKind, Document, Unreadable
from claimwatch.reading.plain import read_plain
from claimwatch.reading.read import read

ATOM = """<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title>News</title>
<entry><title>Version 2</title><summary>short</summary>
<content type="html">&lt;p&gt;Runs on &lt;b&gt;TPU&lt;/b&gt;.&lt;/p&gt;&lt;p&gt;Fast&lt;/p&gt;</content></entry>
<entry><title>Version 1</title><content type="xhtml">
<div xmlns="http://www.w3.org/1999/xhtml">First <em>one</em></div></content></entry></feed>"""
RSS = """<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Blog</title><language>de</language>
<item><title>A &amp; B</title><description>Nur&nbsp;kurz</description>
<content:encoded><![CDATA[<p>Ganz &amp; lang</p>]]></content:encoded></item></channel></rss>"""


def document(source: str, media_type: str) -> Document:
    found = read(source.encode(), media_type)
    assert isinstance(found, Document)
    return found


def test_an_entry_of_an_atom_feed_is_a_block() -> None:
    found = document(ATOM, "application/atom+xml")
    assert [b.text for b in found.blocks] == ["Version 2\nRuns on TPU.\nFast", "Version 1\nFirst one"]
    assert {b.kind for b in found.blocks} == {BlockKind.ENTRY}
    assert (found.title, found.language) == ("News", "en")


def test_an_item_of_an_rss_feed_is_a_block() -> None:
    found = document(RSS, "text/xml")
    assert [b.text for b in found.blocks] == ["A & B\nGanz & lang"]
    assert (found.title, found.language) == ("Blog", "de")


def test_an_item_of_an_rdf_feed_is_a_block() -> None:
    spaces = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"'
    source = f"<rdf:RDF {spaces}><channel><title>T</title></channel><item><title>x</title></item></rdf:RDF>"
    assert [b.text for b in document(source, "application/rdf+xml").blocks] == ["x"]


def test_other_xml_is_the_text_in_it() -> None:
    assert document("<project><version>1.2</version><name>x</name></project>", "application/xml").text == "1.2\nx"


@pytest.mark.parametrize("source", [ATOM[:-30], "<feed>", "", "no xml"])
def test_a_feed_that_stops_is_unreadable(source: str) -> None:
    assert isinstance(read(source.encode(), "application/atom+xml"), Unreadable)


def test_l10_entities_are_not_read() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><rss><channel><item><title>&c;</title></item></channel></rss>'
    planted = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]><rss><channel><item><title>&a;</title></item></channel></rss>'
    for source in (bomb, planted):
        assert isinstance(read(source.encode(), "application/rss+xml"), Unreadable)


def test_plain_text_has_paragraphs_items_and_underlined_headings() -> None:
    found = read_plain("Title\n=====\n\nDefault: 40\nReaders: 8\n\nPart\n----\n\n- one\n  goes on\n- two\n")
    assert [(b.kind, b.text, b.headings) for b in found.blocks] == [
        (BlockKind.HEADING, "Title", ()),
        (BlockKind.PARAGRAPH, "Default: 40\nReaders: 8", ("Title",)),
        (BlockKind.HEADING, "Part", ("Title",)),
        (BlockKind.ITEM, "one goes on", ("Title", "Part")),
        (BlockKind.ITEM, "two", ("Title", "Part")),
    ]


def test_lines_that_were_broken_because_they_were_full_run_on() -> None:
    source = "The engine runs more than two hundred architectures and\nall of them are tested every night on real machines.\n"
    assert read_plain(source).text == source.replace("\n", " ").strip()
