"""Positions and schools out of the rows of a section."""

from __future__ import annotations

import pytest
from reader_samples import rows

from cvpress.pdf.reader.stays import stays
from cvpress.pdf.reader.vocabulary import DEGREES, EMPLOYERS, SCHOOLS, TITLES

MILL = ("Mill Inc.", "Senior Analyst", "2019-09", "2021-05")
BAY = ("Bay", "Engineer", "2012", "2014")


def positions(*texts: str) -> list[tuple[str, str, str, str]]:
    return [(one.place, one.title, one.period.start, one.period.end) for one in stays(rows(*texts), TITLES, EMPLOYERS)]


@pytest.mark.parametrize(
    "texts",
    [
        ("Mill Inc.|Sep 2019 – May 2021", "Senior Analyst|Paris", "• Led it.", "Bay|2012–2014", "Engineer|Rome"),
        ("Mill Inc.|Paris", "Senior Analyst|Sep 2019 – May 2021", "• Led it.", "Bay|Rome", "Engineer|2012–2014"),
        ("Sep 2019 – May 2021|Mill Inc., Senior Analyst, Paris", " • Led it.", "2012–2014|Bay, Engineer, Rome"),
        ("Senior Analyst, Mill Inc. (Sep 2019 – May 2021)", "Engineer, Bay (2012–2014)"),
        (
            "Senior Analyst",
            "Mill Inc.",
            "Paris",
            "Sep 2019 – May 2021",
            "• Led",
            "Engineer",
            "Bay",
            "Rome",
            "2012–2014",
        ),
        ("Senior Analyst at Mill Inc.|Sep 2019 – May 2021", "• Led it", "   for years.", "Engineer – Bay|2012–2014"),
        ("Mill Inc., Senior Analyst", "• Led it.|Sep 2019 – May 2021", "Bay, Engineer", "• Led.|2012–2014"),
    ],
)
def test_entries_are_read_in_whatever_shape_a_section_keeps(texts: tuple[str, ...]) -> None:
    assert positions(*texts) == [MILL, BAY]


def test_a_line_below_a_bullet_goes_on_with_it_only_where_it_stands_further_in() -> None:
    told = positions(
        "Mill Inc., Senior Analyst|2019–2021", "• Led", "   Harbour University, in", "Bay, Engineer|2012–2014"
    )
    assert [(place, title) for place, title, _, _ in told] == [("Mill Inc.", "Senior Analyst"), ("Bay", "Engineer")]


def test_a_year_inside_a_bullet_makes_no_entry() -> None:
    assert len(positions("Mill Inc.|2019–2021", "• Won a prize in 2020", "• Another, 2021")) == 1


def test_dates_without_texts_are_stays_without_names() -> None:
    assert positions("2019–2021", "2012–2014") == [("", "", "2019", "2021"), ("", "", "2012", "2014")]


def test_a_section_without_dates_has_none() -> None:
    assert positions("Mill Inc., Senior Analyst", "• Led it.") == []
    assert positions() == []


def test_a_degree_and_its_school() -> None:
    texts = (
        "Ph.D. in Robotics|2014–2019",
        "University of Northport|Northport, WA",
        "Thesis: Maps, an institute of errors",
    )
    (one,) = stays(rows(*texts), DEGREES, SCHOOLS)
    assert (one.place, one.title) == ("University of Northport", "Ph.D. in Robotics")


def test_what_a_line_has_together_is_both() -> None:
    (one,) = stays(rows("Ph.D. University of Northport|2014–2019"), DEGREES, SCHOOLS)
    assert one.place == one.title == "Ph.D. University of Northport"
