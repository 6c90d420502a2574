"""CSL-JSON, as reference managers write it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bib_samples import said, source

from cvpress.errors import ProfileError
from cvpress.profile import bibliography

PAPER = {
    "id": "lee2020",
    "type": "article-journal",
    "title": 'On <i>E. coli</i> &amp; <span class="nocase">DNA</span><sup>2</sup>',
    "author": [
        {"family": "Berg", "given": "Jan", "non-dropping-particle": "van der"},
        {"literal": "Tide Group"},
        {"family": "King", "given": "Martin", "suffix": "Jr."},
    ],
    "container-title": "Journal of X",
    "volume": 3,
    "issue": "2",
    "page": "1-9",
    "publisher": "ACM",
    "publisher-place": "Oslo",
    "issued": {"date-parts": [[2020, 7, 1]]},
    "DOI": "10.1000/x",
    "URL": "https://doi.org/10.1000/x",
    "keyword": "a, b",
}


def item(**fields: object) -> dict[str, object]:
    return said(source(json.dumps([{"id": "k", **fields}]), "a.json").rows[0])


def test_an_item_becomes_a_publication() -> None:
    assert said(source(json.dumps([PAPER]), "a.json").rows[0]) == {
        "type": "journal",
        "title": "On E. coli & DNA2",
        "authors": ["Jan van der Berg", "Tide Group", "Martin King, Jr."],
        "venue": "Journal of X",
        "location": "Oslo",
        "volume": "3",
        "pages": "1-9",
        "number": "2",
        "publisher": "ACM",
        "date": "2020-07-01",
        "doi": "10.1000/x",
        "tags": ["a", "b"],
    }


def test_a_mapping_with_items_is_a_list_too() -> None:
    made = source(json.dumps({"version": 1, "items": [PAPER, {"id": "b"}]}), "a.json")
    assert [row.key for row in made.rows] == ["lee2020", "b"]


@pytest.mark.parametrize(
    ("issued", "wanted"),
    [
        ({"date-parts": [["2020", "7"]]}, {"date": "2020-07"}),
        ({"date-parts": [[2020, 7], [2020, 9]]}, {"start_date": "2020-07", "end_date": "2020-09"}),
        ({"date-parts": [[2020]], "season": 2}, {"date": "2020"}),
        ({"raw": "2020-07-01"}, {"date": "2020-07-01"}),
        ({"raw": "July 4, 2020"}, {"date": "2020-07-04"}),
        ({"raw": "4 July 2020"}, {"date": "2020-07-04"}),
        ({"literal": "in press"}, {"date": "in press"}),
        ({}, {}),
    ],
)
def test_dates_come_in_many_forms(issued: object, wanted: dict[str, str]) -> None:
    assert {name: value for name, value in item(issued=issued).items() if name != "type"} == wanted


def test_theses_reports_and_preprints() -> None:
    assert item(type="thesis", publisher="MIT", genre="PhD thesis") == {
        "type": "thesis", "genre": "PhD thesis", "institution": ["MIT"],
    }  # fmt: skip
    assert item(type="report", number="RR-1")["report_number"] == "RR-1"
    arxiv = item(type="article", DOI="10.48550/arXiv.2101.00001", URL="http://arxiv.org/abs/2101.00001")
    assert arxiv == {"type": "preprint", "arxiv": "2101.00001"}
    assert item(type="paper-conference", **{"container-title": "Workshop on X"})["type"] == "workshop"


def test_every_item_and_field_knows_its_line() -> None:
    row = source('[\n {"id": "a",\n  "title": "x"},\n {"id": "b", "title": "y"}]', "a.json").rows
    assert [(one.line, one.column) for one in row] == [(2, 2), (4, 2)]
    assert [(one.name, one.line, one.column) for one in row[0].items] == [("type", 2, 2), ("title", 3, 3)]


def test_a_fault_of_json_costs_what_follows() -> None:
    made = source('[{"id": "a"},\n {"id": "b" "title": 1}]', "a.json")
    assert [row.key for row in made.rows] == ["a"]
    (fault,) = made.faults
    assert (fault.line, fault.column) == (2, 13)
    assert fault.message.startswith("this is not JSON: expecting ',' delimiter")


@pytest.mark.parametrize("text", ["", "{}", "7", '"x"', "@misc{k}"])
def test_what_is_no_list_of_items_is_refused(text: str) -> None:
    with pytest.raises(ProfileError, match="is not CSL-JSON"):
        bibliography.parse(text.encode(), Path("a.json"))


@pytest.mark.parametrize("text", ["[" * 100_000, '[{"id": ' + "9" * 100_000 + "}]", "[1, null, []]"])
def test_what_is_no_item_is_told(text: str) -> None:
    made = source(text, "a.json")
    assert made.rows == ()
    assert made.faults
