"""Dates at the start or the end of a text."""

from __future__ import annotations

import pytest

from cvpress.pdf.reader.periods import cut


@pytest.mark.parametrize(
    ("text", "start", "end", "rest"),
    [
        ("Jun 2021 – Present", "2021-06", "present", ""),
        ("June 2021 - May 2022", "2021-06", "2022-05", ""),
        ("Sept. 2019 – Aug 2020", "2019-09", "2020-08", ""),
        ("2014–2016", "2014", "2016", ""),
        ("2014 to 2016", "2014", "2016", ""),
        ("10/2016 – now", "2016-10", "present", ""),
        ("2016-10 – 2017-01", "2016-10", "2017-01", ""),
        ("2018", "2018", "", ""),
        ("Jun 2021 –", "2021-06", "", ""),
        ("Analyst, Mill (2014–2016)", "2014", "2016", "Analyst, Mill"),
        ("2014–2016  Analyst, Mill", "2014", "2016", "Analyst, Mill"),
        ("Best Paper, 2018", "2018", "", "Best Paper"),
    ],
)
def test_a_period_is_read_and_cut_off(text: str, start: str, end: str, rest: str) -> None:
    found = cut(text)
    assert found
    assert (found[0].start, found[0].end, found[1]) == (start, end, rest)


@pytest.mark.parametrize(
    "text",
    ["", "Analyst", "In 2018 he left", "Section 20189", "Won in May", "Room 3014", "a2018", "Maps of 2018 cities"],
)
def test_what_is_no_date_at_an_end_is_none(text: str) -> None:
    assert cut(text) is None
