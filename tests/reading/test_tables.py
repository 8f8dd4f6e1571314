"""Tables of pages: the full grid, its head, and what a cell holds."""

from __future__ import annotations

import pytest

from claimwatch.reading.document import BlockKind, Document, Table
from claimwatch.reading.html import read_html


def tables(source: str) -> tuple[Table, ...]:
    found = read_html(source)
    assert isinstance(found, Document)
    return found.tables


def rows(source: str) -> list[list[str]]:
    return [[c.text for c in row] for row in tables(f"<table>{source}</table>")[0].rows]


@pytest.mark.parametrize(
    ("source", "grid"),
    [
        ("<tr><td colspan='2;'>x<td>y<tr><td>a<td>b<td>c", [["x", "x", "y"], ["a", "b", "c"]]),
        ("<tr><td rowspan=0>x<td>1<tr><td>2<tr><td>3", [["x", "1"], ["x", "2"], ["x", "3"]]),
        ("<tr><th>P<th>V<tr><td colspan=9999999>Fluidics<tr><td>Flow<td>9", [["P", "V"], ["Fluidics", "Fluidics"], ["Flow", "9"]]),
        ("<tr><td rowspan=2>a<td>b<td rowspan=2>c<tr><td>d", [["a", "b", "c"], ["a", "d", "c"]]),
        ("<tr><td>a<td>b<tr><td>c", [["a", "b"], ["c", ""]]),
        ("<tr><td colspan=0>a<td colspan=-3>b<td colspan=x>c", [["a", "b", "c"]]),
        ("<thead><tr><th rowspan=9>a<th>b</thead><tbody><tr><td>c<td>d", [["a", "b"], ["c", "d"]]),
        ("<tfoot><tr><td>sum<td>3</tfoot><tbody><tr><td>a<td>3</tbody>", [["a", "3"], ["sum", "3"]]),
        ("<tr><td>a<td hidden>b<td>c<tr hidden><td>d<td>e", [["a", "c"]]),
    ],
)
def test_b34_spans_are_read_as_browsers_read_them(source: str, grid: list[list[str]]) -> None:
    assert rows(source) == grid


def test_no_span_makes_a_giant_grid() -> None:
    table = tables("<table>" + "<tr><td colspan=1000 rowspan=65534>x" * 300 + "</table>")[0]
    assert len(table.rows) == 300
    assert len(table.rows) * table.width <= 2_000_000


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("<thead><tr><td>a<td>b</thead><tbody><tr><td>c<td>d", 1),
        ("<tr><th>a<th>b<tr><th>c<th>d<tr><td>e<td>f", 2),
        ("<tr><td><th>a<th>b<tr><th>r<td>1<td>2", 1),
        ("<tr><th>Memory<td>16<tr><th>Disk<td>2", 0),
        ("<tr><td><b>LLMs</b><td><b>VLMs</b><tr><td>x<td>y", 1),
        ("<tr><td>Name<td>Size<tr><td>a<td>7<tr><td>b<td>8", 1),
        ("<tr><td>System<td>Linux<tr><td>Licence<td>MIT", 0),
    ],
)
def test_the_head_is_found(source: str, count: int) -> None:
    assert tables(f"<table>{source}</table>")[0].header_rows == count


@pytest.mark.parametrize(
    ("cell", "items"),
    [
        ("NVIDIA<br>AMD", ("NVIDIA", "AMD")),
        ("<ul><li>a</li><li>b c</li></ul>", ("a", "b c")),
        ("such as:<ul><li>a</li><li>b</li></ul>", ("a", "b")),
        ("<p>a</p><p>b</p>", ("a", "b")),
        ("a, b", ()),
    ],
)
def test_the_members_of_a_cell(cell: str, items: tuple[str, ...]) -> None:
    assert tables(f"<table><tr><th>h<th>i</tr><tr><td>x<td>{cell}</table>")[0].rows[1][1].items == items


def test_a_table_in_a_cell_is_a_table_of_its_own_and_part_of_the_cell() -> None:
    outer, inner = tables("<table><tr><th>A<th>B<tr><td>x<td>y<table><tr><th>p<th>q<tr><td>1<td>2</table></table>")
    assert outer.rows[1][1].text == "y\np\nq\n1\n2"
    assert [[c.text for c in row] for row in inner.rows] == [["p", "q"], ["1", "2"]]


def test_captions_come_from_the_table_or_the_figure_around_it() -> None:
    rows = "<tr><td>a<td>b"
    figure = f"<figure><table>{rows}</table><figcaption>Two</figcaption></figure>"
    source = f"<table><caption>One</caption>{rows}</table>{figure}<table>{rows}</table>"
    assert [t.caption for t in tables(source)] == ["One", "Two", ""]


def test_a_table_that_only_lays_out_the_page_is_none() -> None:
    found = read_html("<table><tr><td><h2>Models</h2><ul><li>a</ul><td>side</table>")
    assert isinstance(found, Document)
    assert found.tables == ()
    assert [b.kind for b in found.blocks] == [BlockKind.HEADING, BlockKind.ITEM, BlockKind.PARAGRAPH]


def test_roles_make_a_table_of_other_elements() -> None:
    source = (
        "<div role=table><div role=row><span role=columnheader>A</span><span role=columnheader>B</span></div>"
        "<div role=row><span role=cell>1</span><span role=cell>2</span></div></div>"
    )
    assert [[c.text for c in row] for row in tables(source)[0].rows] == [["A", "B"], ["1", "2"]]


def test_every_cell_has_a_block() -> None:
    found = read_html("<h2>H</h2><table><tr><th>a<th>b<tr><td>c<td></table>")
    assert isinstance(found, Document)
    for row in found.tables[0].rows:
        for cell in row:
            block = found.blocks[cell.block]
            assert (block.kind, block.text, block.group, block.headings) == (BlockKind.CELL, cell.text, 0, ("H",))
