"""Cells and rows of a PDF in the three orders of parsers."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from pdf_samples import annotate, drawn, sample, uri_action

from cvpress.errors import CheckError, ToolError
from cvpress.pdf.reader.rows import Order, sheets


def text(x: float, y: float, words: str, size: float = 10) -> str:
    return f"BT /F1 {size} Tf {x} {y} Td ({words}) Tj ET\n"


# A column of two lines is drawn whole before the one beside it, as tables often are.
COLUMNS = text(50, 700, "Mill") + text(50, 688, "Analyst") + text(400, 700, "2014") + text(400, 688, "Paris")


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("rows", ["Mill  2014", "Analyst  Paris"]),
        ("file", ["Mill", "Analyst", "2014", "Paris"]),
        ("blocks", ["Mill", "Analyst", "2014", "Paris"]),
    ],
)
def test_columns_come_in_the_order_asked_for(tmp_path: Path, order: Order, expected: list[str]) -> None:
    found = sheets(drawn(tmp_path / "a.pdf", COLUMNS))
    assert [row.text for row in found.rows(order)] == expected


def test_neighbours_in_the_file_on_one_line_are_one_row_but_in_blocks(tmp_path: Path) -> None:
    found = sheets(drawn(tmp_path / "a.pdf", text(50, 700, "Mill") + text(400, 700, "2014") + text(50, 688, "Analyst")))
    assert [row.text for row in found.rows("file")] == ["Mill  2014", "Analyst"]
    assert [[cell.text for cell in row.cells] for row in found.rows("rows")] == [["Mill", "2014"], ["Analyst"]]
    assert sorted(row.text for row in found.rows("blocks")) == ["2014", "Analyst", "Mill"]


def test_what_is_drawn_last_but_stands_on_top_is_first_only_by_rows(tmp_path: Path) -> None:
    found = sheets(drawn(tmp_path / "a.pdf", text(50, 600, "Below") + text(50, 700, "Above")))
    assert [row.text for row in found.rows("rows")] == ["Above", "Below"]
    assert [row.text for row in found.rows("file")] == ["Below", "Above"]


def test_a_cell_knows_its_size_and_its_place(tmp_path: Path) -> None:
    (large, small) = sheets(drawn(tmp_path / "a.pdf", text(50, 700, "Name", 20) + text(60, 650, "text"))).rows("rows")
    assert large.cells[0].size == pytest.approx(2 * small.cells[0].size, abs=0.2)
    assert (large.left, small.left) == pytest.approx((50, 60))


def test_pages_follow_each_other_and_are_counted_from_one(tmp_path: Path) -> None:
    found = sheets(drawn(tmp_path / "a.pdf", text(50, 100, "one"), text(50, 700, "two")))
    assert [(row.page, row.text) for row in found.rows("rows")] == [(1, "one"), (2, "two")]


@pytest.mark.parametrize(("line", "is_bullet"), [("• Led it", True), ("– Led it", True), ("-5 degrees", False)])
def test_a_bullet_is_a_mark_and_a_blank(tmp_path: Path, line: str, is_bullet: bool) -> None:
    (row,) = sheets(sample(tmp_path / "a.pdf", [line])).rows("rows")
    assert (row.text, row.is_bullet) == (line, is_bullet)


def test_targets_of_links_are_known_once_each(tmp_path: Path) -> None:
    def linked(writer: object) -> None:
        for _ in range(2):
            annotate(writer, 0, A=uri_action("https://example.org/a"))  # type: ignore[arg-type]

    assert sheets(sample(tmp_path / "a.pdf", ["a"], change=linked)).targets == ("https://example.org/a",)


def test_a_file_that_is_no_pdf_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_text("nothing")
    with pytest.raises(CheckError, match=r"a\.pdf is no PDF that can be read"):
        sheets(tmp_path / "a.pdf")


def test_without_pdfminer_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pdfminer.converter", None)
    with pytest.raises(ToolError, match=r"pip install 'cvpress\[ats\]'"):
        sheets(tmp_path / "a.pdf")
