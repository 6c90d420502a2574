"""Dates of .bib entries."""

from __future__ import annotations

import pytest
from bib_samples import entry, source


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ("year=2020", {"date": "2020"}),
        ("year={2020a}", {"date": "2020"}),
        ("year=2020, month=jul", {"date": "2020-07"}),
        ("year=2020, month={July}", {"date": "2020-07"}),
        ("year=2020, month=7", {"date": "2020-07"}),
        ("year=2020, month={07}, day=4", {"date": "2020-07-04"}),
        ('year=2020, month=jul # "~4"', {"date": "2020-07-04"}),
        ('year=2020, month="4~" # jul', {"date": "2020-07-04"}),
        ("year=2020, month={12--15 July}", {"date": "2020-07"}),
        ("year=2020, month={July/August}", {"start_date": "2020-07", "end_date": "2020-08"}),
        ("year=2020, month=feb, day=30", {"date": "2020-02"}),
        ("year=2020, month={Spring}", {"date": "2020"}),
        ("date={2020-07-04}", {"date": "2020-07-04"}),
        ("date={2020-07-04T10:00:00}", {"date": "2020-07-04"}),
        ("date={2020~}", {"date": "2020"}),
        ("date={2020-21}", {"date": "2020"}),
        ("date={2020-07/2020-09}", {"start_date": "2020-07", "end_date": "2020-09"}),
        ("date={2020/}", {"date": "2020"}),
        ("date={2020-07}, year=1999", {"date": "2020-07"}),
        ("eventdate={2019-06-01/2019-06-03}", {"start_date": "2019-06-01", "end_date": "2019-06-03"}),
        ("eventdate={2019-06-01}, year=2020", {"date": "2020"}),
        ("year={in press}", {"date": "in press"}),
        ("year={c. 1850}", {"date": "c. 1850"}),
        ("year={n.d.}", {}),
        ("year={}", {}),
    ],
)
def test_a_date_is_as_precise_as_the_entry(fields: str, wanted: dict[str, str]) -> None:
    made = entry(f"@misc{{k, {fields}}}")
    assert {name: value for name, value in made.items() if name != "type"} == wanted


def test_a_range_the_wrong_way_round_is_told_and_its_beginning_kept() -> None:
    made = source("@misc{k, date={2021/2020}}")
    assert [fault.message for fault in made.faults] == [
        "the date '2021/2020' ends before it begins; its beginning is printed"
    ]
    assert made.rows[0].items[-1].values == ("2021",)
