"""Dates as CVs have them: partial, open, free; ranges that are reversed for certain."""

from __future__ import annotations

import calendar
import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvpress.errors import Spot
from cvpress.profile import dates
from cvpress.profile.dates import Date, DateError
from cvpress.profile.nodes import Mapping, Scalar, Sequence

HERE = Spot(Path("p.yaml"), 1)
years = st.integers(1000, 2999)
whole = st.dates(datetime.date(1000, 1, 1), datetime.date(2999, 12, 31))
partial = whole.flatmap(lambda day: st.sampled_from([f"{day:%Y}".zfill(4), f"{day:%Y-%m}".zfill(7), day.isoformat()]))


def mapping(**values: str) -> Mapping:
    made = Mapping(HERE)
    made.update({Scalar(key, HERE): Scalar(value, HERE) for key, value in values.items()})
    return made


@given(whole)
def test_an_iso_date_is_read_to_the_precision_in_which_it_is_written(day: datetime.date) -> None:
    text = day.isoformat()
    assert dates.parse(text) == Date(day.year, day.month, day.day, text)
    assert dates.parse(text[:7]) == Date(day.year, day.month, None, text[:7])
    assert dates.parse(text[:4]) == Date(day.year, None, None, text[:4])


@given(partial)
def test_bounds_hold_all_days_that_a_partial_date_can_mean(text: str) -> None:
    first, last = (datetime.date(*part) for part in dates.parse(text).bounds())
    assert first.isoformat().startswith(text)
    assert last.isoformat().startswith(text)
    assert not (first - datetime.timedelta(1)).isoformat().startswith(text)
    assert not (last + datetime.timedelta(1)).isoformat().startswith(text)


@given(partial, partial)
def test_a_range_is_reversed_only_when_no_day_of_its_end_reaches_its_beginning(one: str, two: str) -> None:
    start, end = dates.parse(one), dates.parse(two)
    assert dates.reversed_range(start, end) == (end.bounds()[1] < start.bounds()[0])
    assert not (dates.reversed_range(start, end) and dates.reversed_range(end, start))
    assert not dates.reversed_range(start, start)


@pytest.mark.parametrize(("start", "end"), [("2020", "2020-01"), ("2020-05", "2020"), ("2020-05-31", "2020-05")])
def test_partial_dates_get_the_benefit_of_the_doubt(start: str, end: str) -> None:
    assert not dates.reversed_range(dates.parse(start), dates.parse(end))


def test_nothing_is_reversed_about_open_and_free_dates() -> None:
    present, free, year = dates.parse("present"), dates.parse(mapping(text="Spring 1999")), dates.parse("2020")
    assert [dates.reversed_range(year, end) for end in (present, free)] == [False, False]
    assert [dates.reversed_range(start, year) for start in (present, free)] == [False, False]
    assert (present.is_present, present.is_free) == (True, False)
    assert (free.is_present, free.is_free, free.text) == (False, True, "Spring 1999")


@given(years, st.integers(1, 12))
def test_the_day_after_the_last_of_a_month_is_no_day(year: int, month: int) -> None:
    last = calendar.monthrange(year, month)[1]
    dates.parse(f"{year}-{month:02d}-{last}")
    with pytest.raises(DateError, match=f"no day {last + 1}"):
        dates.parse(f"{year}-{month:02d}-{last + 1}")


@given(st.text(max_size=12))
def test_any_other_text_is_refused_with_a_remedy(text: str) -> None:
    answer = fault(text)
    assert answer is None or any(word in answer for word in ("write", "there is no"))
    if answer is None:
        assert dates.parse(text).text == text
        assert text.isascii()


def fault(text: str) -> str | None:
    try:
        dates.parse(text)
    except DateError as error:
        return str(error)
    return None


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("2020-8", "write 2020-08"),
        ("2020-8-3", "write 2020-08-03"),
        ("Present", "write present"),
        ("ongoing", "write present"),
        ("2016-2020", "start_date (2016) and end_date (2020)"),
        ("2016–present", "start_date (2016) and end_date (present)"),
        ("10/2016 - 3/2018", "start_date (10/2016) and end_date (3/2018)"),
        ("May 2020", "{text: May 2020}"),
        ("May 1, 2020", '{text: "May 1, 2020"}'),
        ("٢٠٢٠", "{text: ٢٠٢٠}"),
    ],
)
def test_what_people_write_is_answered_with_what_to_write(text: str, advice: str) -> None:
    with pytest.raises(DateError) as caught:
        dates.parse(text)
    assert advice in str(caught.value)


def test_a_free_date_is_one_text_and_nothing_else() -> None:
    assert dates.parse(mapping(text="  17–23\n jul 2022 ")).text == "17–23 jul 2022"
    for wrong in (mapping(), mapping(text=" "), mapping(text="a", year="2020"), mapping(en="a"), Sequence(HERE)):
        with pytest.raises(DateError):
            dates.parse(wrong)


def test_a_date_knows_its_place_but_is_equal_anywhere() -> None:
    read = dates.parse(Scalar("2020", HERE))
    assert read.spot == HERE
    assert read == dates.parse("2020")
