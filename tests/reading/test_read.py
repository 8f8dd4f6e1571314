"""Which reader reads which bytes, and that none of them ever fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimwatch.reading.document import BlockKind, Document, Unreadable
from claimwatch.reading.read import read
from claimwatch.reading.registry import registry
from claimwatch.reading.writer import clean

MARKDOWN = b"# Title\n\n- item\n"


@pytest.mark.parametrize(
    ("media_type", "name", "kind"),
    [
        ("text/markdown", "", BlockKind.HEADING),
        ("text/plain", "/o/r/main/README.md", BlockKind.HEADING),
        ("text/plain; charset=utf-8", "https://raw.example/README.MD?x=1#y", BlockKind.HEADING),
        ("application/octet-stream", "a.markdown", BlockKind.HEADING),
        ("", "a.md", BlockKind.HEADING),
        ("text/plain", "a.txt", BlockKind.PARAGRAPH),
        ("text/plain", "LICENSE", BlockKind.PARAGRAPH),
        ("TEXT/HTML", "a.md", BlockKind.PARAGRAPH),
        ("text/x-unheard-of", "", BlockKind.PARAGRAPH),
    ],
)
def test_the_ending_decides_where_the_media_type_says_too_little(media_type: str, name: str, kind: BlockKind) -> None:
    found = read(MARKDOWN, media_type, "", name=name)
    assert isinstance(found, Document)
    assert found.blocks[0].kind is kind


@pytest.mark.parametrize(
    ("media_type", "body"), [("image/png", b"\x89PNG"), ("application/zip", b"PK"), ("", b"\x89PNG\r\n\0"), ("image/svg+xml", b"<svg/>")]
)
def test_what_no_reader_knows_is_unreadable(media_type: str, body: bytes) -> None:
    found = read(body, media_type)
    assert isinstance(found, Unreadable)
    assert "no reader" in found.reason


@pytest.mark.parametrize(
    ("body", "text"),
    [(b"<!doctype html><p>a</p>", "a"), (b'{"a": 1}', "a: 1"), (b"<?xml version='1.0'?><a>b</a>", "b"), (b"plain", "plain")],
)
def test_where_nothing_is_said_the_first_bytes_tell(body: bytes, text: str) -> None:
    found = read(body, "")
    assert isinstance(found, Document)
    assert found.text == text


def test_json_and_xml_of_any_family_are_read() -> None:
    assert isinstance(read(b'{"a": 1}', "application/vnd.github+json"), Document)
    assert isinstance(read(b"<a>b</a>", "application/foo+xml"), Document)


@pytest.mark.parametrize("name", [name for name, _ in registry])
def test_each_reader_reads_its_examples(name: str) -> None:
    reader = registry.get(name)()
    for example in reader.EXAMPLES:
        assert isinstance(reader.read(example, ""), Document)


PIECES = st.sampled_from(
    "<p> </p> <table> <tr> <td colspan=3> <th rowspan=0> </table> <ul> <li> </ul> <h2> </h2> <div hidden> </div> <a"
    " href=#x> </a> <sup> </sup> <br>"
    " <pre> <details> <svg> <!-- --> ``` | - --- === !!! ::: > [^1] # { } [ ] \" ' : , \\ \n \n\n \t"
    " 200+ Größe 模型 &nbsp; &shy; <?xml <rss> <item> null 1e9 <script>".split(" ")
)


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(st.binary(max_size=200), st.lists(PIECES, max_size=40).map(lambda p: "".join(p).encode())),
    st.sampled_from(["html", "md", "json", "txt", "xml"]),
)
def test_any_bytes_give_a_document_or_unreadable(body: bytes, ending: str) -> None:
    found = read(body, "", "", name=f"x.{ending}")
    if isinstance(found, Unreadable):
        assert found.reason
        return
    for block in found.blocks:
        assert found.text[block.start : block.start + len(block.text)] == block.text
        assert clean(block.text) == block.text or block.kind is BlockKind.VALUE
    for group in found.lists:
        assert all(found.blocks[i].kind is BlockKind.ITEM for i in group.items)
    for table in found.tables:
        assert len({len(row) for row in table.rows}) <= 1


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=80))
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    assert clean(clean(text)) == clean(text)


def test_the_first_and_last_page_of_each_source_of_the_corpus_is_read(shared: Path) -> None:
    for folder in sorted((shared / "corpus").glob("*/revisions")):
        pages = sorted(folder.iterdir())
        for path in (pages[0], pages[-1]):
            found = read(path.read_bytes(), "", "utf-8", name=path.name)
            assert isinstance(found, Document)
            assert found.main
