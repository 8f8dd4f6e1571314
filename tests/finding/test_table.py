"""Cells, rows and columns by their headers."""

from __future__ import annotations

import pytest
from tests.finding.pages import found, lost, scope, texts

from claimwatch.finding.evidence import ScopeKind
from claimwatch.finding.heading import Heading
from claimwatch.finding.table import TableCell


def table(*rows: str, caption: str = "") -> str:
    """A table of rows with their cells parted by bars, the first as its head."""
    head, *body = [[c.strip() for c in row.split("|")] for row in rows]
    lines = [
        "<tr>" + "".join(f"<th>{c}</th>" for c in head) + "</tr>",
        *("<tr>" + "".join(f"<td>{c}</td>" for c in row) + "</tr>" for row in body),
    ]
    return f"<table>{f'<caption>{caption}</caption>' if caption else ''}{''.join(lines)}</table>"


PLANS = table("Plan | Seats | Price", "Micro Plus | 5 | $5", "Micro | 3 | $3", "Team | – | $9")


def test_a_cell_is_found_by_its_headers_and_knows_its_column() -> None:
    (at,) = found(TableCell("micro", "SEATS"), scope(PLANS))
    assert (at.kind, at.text, at.passage) == (ScopeKind.CELL, "3", "Micro | 3 | $3")
    assert [c.text for c in at.cells] == ["3"]
    assert [c.text for c in at.neighbours] == ["5", "–"]


@pytest.mark.parametrize(
    ("said", "sought", "is_it"),
    [
        ("Windows (64-bit)", "Windows", True), ("Windows", "Windows (64-bit)", True), ("Windows (32-bit)", "Windows (64-bit)", False),
        ("Memory*", "Memory", True),
        ("Memory<sup>[1]</sup>", "Memory", True), ("Memory [2]", "Memory", True), ("Max<br>connections", "Max connections", True),
        ("A,B / C", "A, B/C", True),
        ("MX300A", "MX300", False), ("MX300 Lite", "MX300", False), ("C++", "C", False), ("Don’t", "don't", True), ("10", "1", False),
        ("<code>--join</code>", "--join", True),
    ],
)  # fmt: skip
def test_names_are_compared_whole_footnote_marks_and_brackets_apart(said: str, sought: str, is_it: bool) -> None:
    for source, selector in (
        (table("Name | V", f"{said} | 1"), TableCell(sought, "V")),
        (table(f"Name | {said}", "r | 1"), TableCell("r", sought)),
    ):
        assert isinstance(selector.matches(scope(source)), tuple) is is_it


def test_an_exact_name_outranks_one_with_brackets() -> None:
    source = table("Name | V", "Windows (old) | 1", "Windows | 2", "Windows (new) | 3")
    assert texts(TableCell("Windows", "V"), source) == ["2"]


def test_two_names_that_differ_in_brackets_are_ambiguous() -> None:
    result = lost(TableCell("Windows", "V"), table("Name | V", "Windows (old) | 1", "Windows (new) | 3"))
    assert result.is_ambiguous
    assert [c.text for c in result.candidates] == ["1", "3"]


def test_a_name_that_is_a_value_elsewhere_names_no_row() -> None:
    source = table("Back end | Falls back to | Shards", "Memlite | Valkite | 4", "Valkite | none | 8")
    assert texts(TableCell("Valkite", "Shards"), source) == ["8"]
    lost(TableCell("none", "Shards"), source)


def test_the_lower_row_of_a_head_names_the_columns_under_a_span() -> None:
    head = "<thead><tr><th rowspan=2>Model<th colspan=2>Throughput (t/s)<th>Price<tr><th>L40<th>H20<th>EUR</thead>"
    source = f"<table>{head}<tbody><tr><td>Q<td>230<td>410<td>7</table>"
    assert texts(TableCell("Q", "H20"), source) == ["410"]
    assert texts(TableCell("Q", "Throughput L40"), source) == ["230"]
    assert texts(TableCell("Q", "Price"), source) == ["7"]


def test_a_group_over_several_rows_and_the_name_beside_it_both_name_a_row() -> None:
    source = "<table><tr><th>System<th>Processor<th>Tier<tr><td rowspan=2>Linux<td>x86<td>1<tr><td>arm<td>2<tr><td>BSD<td>x86<td>3</table>"
    assert texts(TableCell("arm", "Tier"), source) == ["2"]
    assert texts(TableCell("Linux", "Tier", where={"Processor": "arm"}), source) == ["2"]
    assert lost(TableCell("Linux", "Tier"), source).is_ambiguous


def test_a_numbered_table_is_named_by_what_follows_the_number() -> None:
    assert texts(TableCell("Mica", "Size"), table("# | Model | Size", "1 | Mica | 7B", "2 | Opal | 9B")) == ["7B"]


def test_header_cells_name_a_row_wherever_they_stand() -> None:
    assert texts(TableCell("x", "V"), "<table><tr><th>i<th>n<th>V<tr><td>1<th>x<td>9</table>") == ["9"]


def test_where_tells_rows_of_one_name_apart() -> None:
    source = table("Machine | Region | Price", "small | Asia | 1", "small | Europe (EU) | 2", "large | Europe | 3")
    assert texts(TableCell("small", "Price", where={"Region": "Europe"}), source) == ["2"]
    assert "Norway" in lost(TableCell("small", "Price", where={"Region": "Norway"}), source).reason
    lost(TableCell("small", "Price", where={"Zone": "Europe"}), source)


def test_a_whole_row_has_its_values_without_its_name() -> None:
    (at,) = found(TableCell("Micro"), scope(PLANS))
    assert (at.kind, at.text, at.passage, at.items) == (ScopeKind.ROW, "3 | $3", "Micro | 3 | $3", ("3", "$3"))
    (at,) = found(TableCell("Vendors"), scope("<table><tr><th>T<th>D<tr><td>Vendors<td>NVIDIA<br>AMD</table>"))
    assert (at.text, at.items) == ("NVIDIA\nAMD", ("NVIDIA", "AMD"))


def test_a_whole_column_has_its_cells() -> None:
    (at,) = found(TableCell(column="Seats"), scope(PLANS))
    assert (at.kind, at.text, at.items) == (ScopeKind.COLUMN, "5\n3\n–", ("5", "3", "–"))


def test_title_rows_and_repeated_heads_are_no_data() -> None:
    source = "<table><tr><th>K<th>V<tr><td colspan=2>Part<tr><td>a<td>1<tr><th>K<th>V<tr><td>b<td>2</table>"
    assert texts(TableCell(column="V"), source) == ["1\n2"]
    lost(TableCell("Part"), source)


@pytest.mark.parametrize(
    "source", ["<table><tr><td>System<td>Linux<tr><td>Licence<td>MIT</table>", "| | |\n|---|---|\n| System | Linux |\n| Licence | MIT |\n"]
)
def test_a_table_of_properties_needs_no_head(source: str) -> None:
    ending = "html" if source.startswith("<") else "md"
    assert texts(TableCell("Licence"), source, ending) == ["MIT"]
    assert texts(TableCell("System"), source, ending) == ["Linux"]


def test_the_first_row_stands_in_for_a_head_that_is_not_marked() -> None:
    assert texts(TableCell("a", "Kind"), "<table><tr><td>Name<td>Kind<tr><td>a<td>x<tr><td>b<td>y</table>") == ["x"]


def test_captions_choose_the_table() -> None:
    source = (
        table("R | L", "P | 500", caption="Self-managed")
        + table("R | L", "P | 100", caption="Hosted service (EU)")
        + "<p>Other:</p>"
        + table("R | L", "P | 9")
    )
    assert texts(TableCell("P", "L", caption="Hosted service"), source) == ["100"]
    assert texts(TableCell("P", "L", caption="managed"), source) == ["500"]
    assert texts(TableCell("P", "L", caption="Other"), source) == ["9"]
    assert "caption" in lost(TableCell("P", "L", caption="Gone"), source).reason
    assert lost(TableCell("P", "L"), source).is_ambiguous


def test_headings_choose_the_table() -> None:
    source = f"<h2>One</h2>{table('R | L', 'P | 1')}<h2>Two</h2><h3>Deeper</h3>{table('R | L', 'P | 2')}<h2>Three</h2>"
    assert texts(TableCell("P", "L", heading="Two"), source) == ["2"]
    assert "under the heading" in lost(TableCell("P", "L", heading="Three"), source).reason
    assert "no heading" in lost(TableCell("P", "L", heading="Four"), source).reason


def test_without_a_heading_the_first_section_that_has_it_is_meant() -> None:
    assert texts(TableCell("P", "L"), f"<h2>One</h2>{table('R | L', 'P | 1')}<h2>Two</h2>{table('R | L', 'P | 2')}") == ["1"]


def test_tables_that_say_the_same_are_one_finding() -> None:
    assert texts(TableCell("P", "L"), table("R | L", "P | 8B, 70B") + table("R | L | M", "P | 8B,70B | x")) == ["8B, 70B"]


def test_pictures_that_differ_are_different_readings() -> None:
    source = table("R | L", "P | <img src=yes.svg alt=''>") + table("R | L", "P | <img src=no.svg alt=''>")
    assert lost(TableCell("P", "L"), source).is_ambiguous


def test_a_section_has_its_own_tables() -> None:
    (at,) = found(Heading("Two"), scope(f"<h2>One</h2>{table('R | L', 'P | 1')}<h2>Two</h2>{table('R | L', 'P | 2')}"))
    assert [s.text for s in found(TableCell("P", "L"), at)] == ["2"]


@pytest.mark.parametrize(
    ("selector", "words"),
    [
        (TableCell("Gone", "Seats"), "no table has a row “Gone”"),
        (TableCell("Micro", "Gone"), "the row “Micro” is there, but no column “Gone”"),
        (TableCell("Gone"), "no table has a row “Gone”"),
        (TableCell(column="Gone"), "no table has a column “Gone”"),
    ],
)
def test_the_reason_names_what_is_gone(selector: TableCell, words: str) -> None:
    assert words in lost(selector, PLANS).reason
    assert lost(selector, "<p>no table</p>").reason == "there is no table"


@pytest.mark.parametrize(
    "value",
    [None, "x", {}, {"heading": "x"}, {"row": 3}, {"row": "x", "colum": "y"}, {"row": "x", "where": "y"}, {"row": "x", "where": {"a": 1}}],
)
def test_a_wrong_citation_is_told(value: object) -> None:
    with pytest.raises(ValueError, match=r"table|where|row"):
        TableCell.parse(value)
    assert TableCell.parse({"row": "x", "where": {"a": "b"}}) == TableCell("x", where={"a": "b"})
    assert len({TableCell("x"), TableCell("x"), TableCell("y")}) == 2
