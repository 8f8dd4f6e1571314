"""Markdown in its dialects."""

from __future__ import annotations

import pytest

from claimwatch.reading.document import BlockKind, Document
from claimwatch.reading.markdown import read_markdown


def document(source: str) -> Document:
    found = read_markdown(source)
    assert isinstance(found, Document)
    return found


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ('=== "Mac"\n\n    Needs macOS 13.\n\n=== "iPad"\n\n    Needs 16.\n', "Mac\nNeeds macOS 13.\niPad\nNeeds 16."),
        ('!!! warning "Drafts expire"\n\n    Deleted after 45 days\n    without a change.\n\nNext',
         "Drafts expire\nDeleted after 45 days without a change.\nNext"),
        ("??? note\n    Folded", "Note\nFolded"),
        ('!!! note ""\n    Bare', "Bare"),
        ('=== "A"\n\n    !!! tip\n\n        Deep\n\n    Less', "A\nTip\nDeep\nLess"),
        ("> [!NOTE]\n> An alert", "Note\nAn alert"),
        (":::{note} Title\n:class: x\nText\n:::\nAfter", "Title\nText\nAfter"),
        ("```{warning}\nMind *this*\n```", "Warning\nMind this"),
        ("::: tip Careful\nText\n:::", "Careful\nText"),
        (":::note[Docu]\nText\n:::", "Docu\nText"),
        ("---\ntitle: T\n---\nBody", "Body"),
        ("+++\ntitle = 'T'\n+++\nBody", "Body"),
        ("---\n\nPara\n\n---\n\nBody", "Para\nBody"),
        ("Text.[^1] More[^2].\n\n[^1]: Note.", "Text. More.\nNote."),
        ("The **parser** passes [it][s] and [that][gone].\n\n[s]: https://x", "The parser passes it and that."),
        ("arr[i][j] and `[a][b]`", "arr[i][j] and [a][b]"),
        ("{% include x.html %}Text {% if a %}b{% endif %}\n{: .lead}", "Text b"),
        ("`{% raw %}` stays", "{% raw %} stays"),
        ("## Title {#id .x}\n\nText", "Title\nText"),
        ("~~gone~~ here :heavy_check_mark:", "here :heavy_check_mark:"),
        ("<details>\n<summary>S</summary>\n\n- a\n- b\n\n</details>", "S\na\nb"),
        ('<div markdown="1">\n## T\n</div>', "T"),
        ("a <!-- b --> c `<!-- d -->`", "a c <!-- d -->"),
        ("- [x] done\n- [ ] open", "[x] done\n[ ] open"),
        ("```\n<!-- kept -->\n=== \"no\"\n{% x %}\n```", '<!-- kept -->\n=== "no"\n{% x %}'),
    ],
)  # fmt: skip
def test_what_a_person_sees(source: str, seen: str) -> None:
    assert document(source).text == seen


def test_a_comment_does_not_part_a_list() -> None:
    found = document("- Oslo\n<!-- - Riga (from March) -->\n- Porto\n<!--\n- Lima\n-->\n- Ghent\n")
    assert [found.blocks[i].text for i in found.lists[0].items] == ["Oslo", "Porto", "Ghent"]


def test_an_escaped_pipe_ends_no_cell() -> None:
    found = document("Option | Meaning | Default\n:--|:--|--:\n`--join` | threads (`1\\|2\\|4`) | 8\n")
    assert [c.text for c in found.tables[0].rows[1]] == ["--join", "threads (1|2|4)", "8"]
    assert found.tables[0].header_rows == 1


def test_a_list_table_is_a_table() -> None:
    found = document(":::{list-table} Sizes\n:header-rows: 1\n\n* - Model\n  - Size\n* - A\n  - 7B, | 8B\n:::\n")
    assert [[c.text for c in row] for row in found.tables[0].rows] == [["Model", "Size"], ["A", "7B, | 8B"]]


def test_a_comment_sign_in_code_is_no_heading() -> None:
    found = document("## Setup\n\n```sh\n# Swap\n## Verify\n```\n\nIt makes a swap file.\n")
    assert [b.text for b in found.blocks if b.kind is BlockKind.HEADING] == ["Setup"]
    assert found.blocks[-1].headings == ("Setup",)


def test_notes_at_the_end_belong_to_no_section() -> None:
    found = document("## A\n\n- x[^1]\n\n[^1]: Note.\n")
    assert (found.blocks[-1].kind, found.blocks[-1].headings) == (BlockKind.PARAGRAPH, ())


def test_the_title_is_that_of_the_front_matter_else_the_first_heading() -> None:
    assert document('---\ntitle: "Big *News*"\n---\n# Other').title == "Big *News*"
    assert document("# One\n\ntext").title == "One"


def test_deep_quotations_are_no_crash() -> None:
    assert isinstance(read_markdown(">" * 5_000 + " x"), Document)
