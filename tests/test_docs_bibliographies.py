"""The table of docs/profile.md that tells what is read of a bibliography is true."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from profile_page import PAGE, bibliography, table

from cvpress.profile import bibfields
from cvpress.profile import bibliography as sources
from cvpress.profile.kinds import Publication

ROWS = table(PAGE, "to | from BibTeX", "title")
BIB = {
    "date": "2020", "year": "2020", "eventdate": "2020", "doi": "10.1000/x", "eprint": "2101.00001",
    "url": "https://example.org", "selected": "true", "pubstate": "x", "howpublished": "x y",
}  # fmt: skip
CSL: dict[str, object] = {
    "author": [{"family": "x"}], "editor": [{"family": "x"}], "issued": {"raw": "2020"}, "DOI": "10.1000/x",
    "URL": "https://example.org",
}  # fmt: skip


def named(cell: str) -> list[str]:
    """The fields that a cell names before it begins to explain."""
    return re.findall(r"`([^`]+)`", re.split(r"[;(]|, also|, when|, parted| of ", cell)[0])


def read(fields: dict[str, str], kind: str = "misc") -> set[str]:
    text = ", ".join(f"{name} = {{{value}}}" for name, value in fields.items())
    (row,) = sources.parse(f"@{kind}{{k, {text}}}".encode(), Path("a.bib")).rows
    return {item.name for item in row.items}


@pytest.mark.parametrize(("field", "cell"), [(row[0].strip("`"), row[1]) for row in ROWS])
def test_every_field_of_a_bib_entry_goes_where_the_table_says(field: str, cell: str) -> None:
    assert named(cell)
    for name in named(cell):
        besides = {} if field == "authors" else {"author": "A"}
        assert field in read({**besides, name: BIB.get(name, "x")}), name


@pytest.mark.parametrize(("field", "cell"), [(row[0].strip("`"), row[2]) for row in ROWS])
def test_every_field_of_an_item_goes_where_the_table_says(field: str, cell: str) -> None:
    for name in named(cell):
        if field == "arxiv":
            continue  # its values are told, and tried in the tests of csljson
        item = {"id": "k", "type": "thesis" if field == "institution" else "book", name: CSL.get(name, "x")}
        (row,) = sources.parse(json.dumps([item]).encode(), Path("a.json")).rows
        assert field in {one.name for one in row.items}, name


def test_the_first_field_of_a_cell_is_taken() -> None:
    for row in ROWS:
        first, *rest = named(row[1])
        if rest and row[0] not in ("`date`", "`url`", "`institution`", "`note`"):
            both = f"@misc{{k, {rest[0]} = {{second}}, {first} = {{first}}}}"
            (made,) = sources.parse(both.encode(), Path("a.bib")).rows
            shown = [item for item in made.items if item.name == row[0].strip("`")]
            assert "first" in repr(shown), row


def test_the_table_tells_every_field_that_can_come_from_an_entry() -> None:
    told = {row[0].strip("`") for row in ROWS}
    prose = {*bibfields.PROSE, *bibfields.EXACT}
    assert prose <= told
    assert told <= {*Publication.model_fields}


def test_what_the_page_calls_left_out_is() -> None:
    (listed,) = re.findall(r"\*\*Left out\*\*: (.*?) and every other", PAGE, re.DOTALL)
    names = re.findall(r"`([^`]+)`", listed)
    assert len(names) > 8
    assert read(dict.fromkeys(names, "x")) == {"type"}


def test_every_type_that_the_page_names_is_what_it_says() -> None:
    for entry, kind in {
        "article": "journal",
        "inproceedings": "conference",
        "manual": "report",
        "misc": "other",
    }.items():
        assert bibfields.TYPES.get(entry, "other") == kind
    assert "`@article` is a `journal`" in PAGE


def test_the_file_that_the_page_shows_is_read_without_a_fault() -> None:
    made = sources.parse(bibliography().encode(), Path("publications.bib"))
    assert [row.key for row in made.rows] == ["tides2021", "ebb2022"]
    assert made.faults == ()
