"""A lone date that says less than its neighbors."""

from __future__ import annotations

import pytest
from review_samples import found, listed


def awards(*dates: str) -> list[str]:
    return [f"{{title: Prize {at}, date: {date}}}" for at, date in enumerate(dates)]


def test_a_lone_year_among_months_is_told_with_a_neighbor() -> None:
    assert found(listed("award", *awards("2019-03", "2018", "2017-05", "2016-11"))) == [
        "8:32 mixed-precision: 2018 has a year only, the 3 other dates of this list a month (as line 7: 2019-03)"
    ]


def test_a_lone_month_among_days_is_told() -> None:
    assert found(
        listed("news", *[f"{{text: N{at}, date: 2020-01-0{at}}}" for at in (1, 2, 3)], "{text: M, date: 2019-12}")
    ) == [
        "10:25 mixed-precision: 2019-12 has a month only, the 3 other dates of this list a day (as line 7: 2020-01-01)"
    ]


def test_one_end_of_a_range_is_enough() -> None:
    ranges = [("2010-01", "2011-02"), ("2011-03", "2012-05"), ("2012-06", "2014-05"), ("2014", "present")]
    entries = [f"{{organization: O{at}, start_date: {a}, end_date: {b}}}" for at, (a, b) in enumerate(ranges)]
    assert [line.partition(":")[0] for line in found(listed("position", *entries))] == ["10"]


@pytest.mark.parametrize(
    "dates",
    [
        ("2019-03", "2018", "2017-05"),  # too few to be a habit
        ("2019-03", "2018", "2017", "2016-01", "2015-03"),  # two of each: a habit
        ("2019", "2018-04", "2017", "2016"),  # one that says more loses nothing
        ("2019-03-01", "2018", "2017-05", "2016-05"),  # three kinds
        ("2019-03", "{text: Spring}", "2017-05", "2016-05"),
        ("2019", "2018", "2017", "2016"),
    ],
)
def test_other_mixtures_are_not_told(dates: tuple[str, ...]) -> None:
    assert found(listed("award", *awards(*dates))) == []


def test_nothing_is_told_where_only_years_are_printed_or_a_style_decides() -> None:
    dates = ("2019-03", "2018", "2017-05", "2016-11")
    assert found(listed("award", *awards(*dates), section="    date_style: year\n")) == []
    papers = [f"{{title: Paper {at}, authors: [A. B], date: {date}}}" for at, date in enumerate(dates)]
    assert found(listed("publication", *papers)) == []
