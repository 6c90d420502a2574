"""Sections, and all that a parser takes from a PDF."""

from __future__ import annotations

from pathlib import Path

from pdf_samples import drawn
from reader_samples import row, rows

from cvpress.pdf.reader.reading import read, split
from cvpress.pdf.reader.rows import sheets


def line(x: float, y: float, words: str, size: float = 10) -> str:
    return f"BT /F1 {size} Tf {x} {y} Td ({words}) Tj ET\n"


CV = "".join(
    (
        line(50, 760, "Ada Lovelace", 20),
        line(50, 740, "ada@example.org"),
        line(200, 740, "+44 20 7946 0958"),
        line(350, 740, "example.org/ada"),
        line(50, 700, "Experience", 12),
        line(50, 680, "Analyst, Mill Inc."),
        line(450, 680, "2014 - 2016"),
        line(50, 640, "Education", 12),
        line(50, 620, "B.Sc., University of London"),
        line(450, 620, "2010 - 2013"),
    )
)


def test_everything_is_read_from_a_plain_page(tmp_path: Path) -> None:
    found = read(sheets(drawn(tmp_path / "a.pdf", CV)), "rows")
    assert (found.name, found.emails, found.phones, found.links) == (
        "Ada Lovelace",
        ("ada@example.org",),
        ("+44 20 7946 0958",),
        ("example.org/ada",),
    )
    assert found.sections == ("Experience", "Education")
    told = [(one.place, one.title, one.period.start) for one in (*found.positions, *found.schools)]
    assert told == [("Mill Inc.", "Analyst", "2014"), ("University of London", "B.Sc.", "2010")]


def test_contacts_below_a_head_are_found_where_none_stand_above(tmp_path: Path) -> None:
    moved = CV.replace(" 740 ", " 100 ")
    found = read(sheets(drawn(tmp_path / "a.pdf", moved)), "rows")
    assert (found.emails, found.phones) == (("ada@example.org",), ("+44 20 7946 0958",))


def test_sections_go_from_head_to_head() -> None:
    top, parts = split(rows("Ada", "Education", "a", "b", "Awards", "c"))
    assert [one.text for one in top] == ["Ada"]
    assert [(part.head, part.kind, [one.text for one in part.rows]) for part in parts] == [
        ("Education", "education", ["a", "b"]),
        ("Awards", "awards", ["c"]),
    ]


def test_a_head_beside_text_or_smaller_than_it_is_none() -> None:
    assert split(rows("Education|University of London", "text"))[1] == ()
    assert split((row("Education", 0, 8), row("a long text of usual size", 1)))[1] == ()


def test_a_page_without_heads_is_all_top() -> None:
    given = rows("Ada", "text")
    assert split(given) == (given, ())
    assert split(()) == ((), ())
