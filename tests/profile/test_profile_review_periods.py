"""Dates that can't all be right: what is told, and what gets the benefit of the doubt."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from review_samples import TODAY, found, listed

from cvpress.profile.model import parse
from cvpress.profile.review.periods import steady_until

PAPER = "{title: T, authors: [A. B], date: %s}"
EMPLOYED = "{organization: %s, position: %s, start_date: %s, end_date: %s}"


@pytest.mark.parametrize(
    ("kind", "entry", "told"),
    [
        ("publication", PAPER % 2027, "7:43: a publication of the future without a 'status': 2027"),
        ("publication", PAPER % "2026-12", "7:43: a publication of the future without a 'status': 2026-12"),
        ("patent", "{title: T, date: 2027}", "7:26: a patent of the future without a 'status': 2027"),
        ("award", "{title: T, date: 2026-11-21}", "7:26: an award of the future: 2026-11-21"),
        ("news", "{text: T, date: 2062}", "7:25: 2062 is more than 10 years ahead"),
        (
            "position",
            "{organization: O, start_date: 2027-09, end_date: 2030-08}",
            "7:39: a position that begins in the future: 2027-09",
        ),
        (
            "position",
            "{organization: O, roles: [{position: P, start_date: 2027, end_date: present}]}",
            "7:61: a role that begins in the future: 2027",
        ),
        (
            "education",
            "{degree: D, institution: I, start_date: 2012, end_date: 2061}",
            "7:65: 2061 is more than 10 years ahead",
        ),
    ],
)
def test_a_date_of_the_future_is_told(kind: str, entry: str, told: str) -> None:
    assert found(listed(kind, entry), only="future-date") == [told]


@pytest.mark.parametrize(
    ("kind", "entry"),
    [
        ("publication", PAPER % 2026),  # the year that runs
        ("publication", "{title: T, authors: [A. B], date: 2027, status: to appear}"),
        ("publication", "{title: T, authors: [A. B], date: {text: Spring 2027}}"),
        ("publication", "{title: T, authors: [A. B]}"),
        ("patent", "{title: T, date: 2027, status: pending}"),
        ("award", "{title: T, date: 2026-11-20}"),  # today
        ("position", "{organization: O, start_date: 2026-11, end_date: present}"),
        ("education", "{degree: D, institution: I, start_date: 2022, end_date: 2028}"),  # expected
        ("education", "{degree: D, institution: I, date: 2028}"),
        ("grant", "{title: T, start_date: 2027, end_date: 2031}"),  # awarded, and to begin
        ("talk", "{title: T, date: 2027-03-01}"),  # invited
        ("service", "{venue: V, date: 2027}"),
    ],
)
def test_what_may_be_announced_or_under_way_is_not(kind: str, entry: str) -> None:
    assert found(listed(kind, entry)) == []


def test_the_day_decides() -> None:
    text = listed("award", "{title: T, date: 2024}")
    assert found(text, today=date(2023, 12, 31)) == ["7:26 future-date: an award of the future: 2024"]
    assert found(text, today=date(2024, 1, 1)) == []


def test_one_position_told_twice_at_once_is_told_with_both_places() -> None:
    text = listed(
        "position",
        EMPLOYED % ("Acme", "Research Intern", "2015-05", "2015-11"),
        EMPLOYED % ("Else", "Research Intern", "2015-05", "2015-11"),
        EMPLOYED % ("Acme", "Research intern", "2015-09", "2016-01"),
    )
    assert found(text) == [
        "9:9 overlapping-dates: 'Research intern' (2015-09 to 2016-01) overlaps 'Research Intern' of line 7 "
        "(2015-05 to 2015-11)"
    ]


def test_roles_of_one_employer_are_compared_too() -> None:
    text = listed(
        "position",
        "{organization: Acme, roles: [{position: Engineer, start_date: 2010, end_date: 2016}, "
        "{position: Engineer, start_date: 2014, end_date: present}]}",
    )
    assert found(text) == [
        "7:94 overlapping-dates: 'Engineer' (2014 to present) overlaps 'Engineer' of line 7 (2010 to 2016)"
    ]


@pytest.mark.parametrize(
    "entries",
    [
        # another employer, another title, another department: people do several things
        (EMPLOYED % ("Acme", "Intern", "2015", "2018"), EMPLOYED % ("Else", "Intern", "2015", "2018")),
        (EMPLOYED % ("Acme", "Scientist", "2015", "2018"), EMPLOYED % ("Acme", "Director", "2016", "2017")),
        (
            "{organization: U, department: One, position: Assistant, start_date: 2010, end_date: 2014}",
            "{organization: U, department: Two, position: Assistant, start_date: 2011, end_date: 2013}",
        ),
        # one after the other, a month shared
        (EMPLOYED % ("Acme", "Intern", "2015-01", "2015-09"), EMPLOYED % ("Acme", "Intern", "2015-09", "2015-12")),
        (EMPLOYED % ("Acme", "Intern", "2015", "2016"), EMPLOYED % ("Acme", "Intern", "2016", "2017")),
        # nothing is known
        (EMPLOYED % ("Acme", "Intern", "2015", "{text: then}"), EMPLOYED % ("Acme", "Intern", "2015", "2016")),
    ],
)
def test_positions_that_may_well_be_are_not_told(entries: tuple[str, ...]) -> None:
    assert found(listed("position", *entries)) == []


DEGREE = "{degree: %s, institution: %s, start_date: %s, end_date: %s}"


def test_two_degrees_at_once_at_different_institutions_are_told() -> None:
    text = listed("education", DEGREE % ("Ph.D.", "U", "2010-09", "2016-06"), DEGREE % ("M.S.", "V", 2008, 2013))
    assert found(text) == [
        "8:9 overlapping-dates: 'M.S.' (2008 to 2013) overlaps 'Ph.D.' of line 7 (2010-09 to 2016-06)"
    ]


@pytest.mark.parametrize(
    "entries",
    [
        (DEGREE % ("Ph.D.", "U", "2010", "2016"), DEGREE % ("M.S.", "U", "2010", "2012")),  # on the way
        (DEGREE % ("Ph.D.", "U", "2010", "2016"), DEGREE % ("M.S.", "V", "2008", "2010")),
        (DEGREE % ("Ph.D.", "U", "2010-09", "2016"), DEGREE % ("M.S.", "V", "2008", "2010-12")),  # till the defense
        (DEGREE % ("B.A.", "U", "2010", "2014"), DEGREE % ("Exchange year", "V", "2011-09", "2012-08")),
        (DEGREE % ("B.A.", "U", "2010", "2014"), DEGREE % ("Joint B.A.", "V", "2010", "2014")),
    ],
)
def test_degrees_that_may_well_be_are_not_told(entries: tuple[str, ...]) -> None:
    assert found(listed("education", *entries)) == []


def test_gaps_are_told_only_when_asked_for() -> None:
    text = listed(
        "position",
        EMPLOYED % ("Acme", "Engineer", "2010-01", "2014-03"),
        EMPLOYED % ("Side", "Adviser", "2011-01", "2011-06"),
        EMPLOYED % ("Else", "Director", "2015-01", "2025-12"),
    )
    assert found(text) == []
    assert found(text, "gap") == [
        "9:9 gap: no position or degree between 2010-01 to 2014-03 (line 7) and 'Director' (2015-01 to 2025-12)",
        "9:9 gap: no position or degree between 2015-01 to 2025-12 and today",
    ]


def test_a_degree_fills_a_gap_and_years_get_the_benefit_of_the_doubt() -> None:
    text = (
        listed(
            "position",
            EMPLOYED % ("Acme", "Engineer", "2010-01", "2014-03"),
            EMPLOYED % ("Else", "Director", "2018-06", "present"),
        )
        .replace("documents:", "  two: {kind: education, entries: [%s]}\ndocuments:")
        .replace("%s", DEGREE % ("Ph.D.", "U", 2014, 2017))
    )
    assert found(text, "gap") == []


# -- the day ----------------------------------------------------------------------------------------------------------

DAYS = st.dates(date(2024, 1, 1), date(2028, 12, 31))
WRITTEN = st.one_of(DAYS.map(str), DAYS.map(lambda day: f"{day:%Y-%m}"), DAYS.map(lambda day: f"{day:%Y}"))
STAYS = st.lists(st.tuples(WRITTEN, st.one_of(WRITTEN, st.just("present"))), min_size=1, max_size=4)


@given(STAYS, st.sampled_from(["position", "education"]), DAYS, st.floats(0, 1, exclude_max=True))
def test_nothing_else_is_found_until_the_day_that_is_told(
    stays: list[tuple[str, str]], kind: str, today: date, share: float
) -> None:
    entries = []
    for number, (start, end) in enumerate(stays):
        first, last = sorted((start, end)) if end != "present" else (start, end)
        who = "organization: O, position: P" if kind == "position" else f"degree: D, institution: I{number}"
        entries.append(f"{{{who}, start_date: {first}, end_date: {last}}}")
    text = listed(kind, *entries)
    until = steady_until(parse(text.encode(), Path("p.yaml")), today)
    day = today + timedelta(int((until - today).days * share))
    assert today <= day < until
    assert found(text, "gap", today=day) == found(text, "gap", today=today)


@pytest.mark.parametrize(
    ("kind", "entry", "until"),
    [
        ("award", "{title: T, date: 2026-11-21}", date(2026, 11, 21)),
        ("award", "{title: T, date: 1996-03-02}", date(2027, 1, 1)),
        ("award", "{title: T}", date(2027, 1, 1)),
        ("position", EMPLOYED % ("O", "P", "2015", "2026-08-31"), date(2027, 1, 1)),
        ("position", EMPLOYED % ("O", "P", "2015", "2026-06-30"), date(2026, 12, 30)),
        (
            "position",
            "{organization: O, roles: [{position: P, start_date: 2026-12, end_date: present}]}",
            date(2026, 11, 30),  # a month before its last day
        ),
    ],
)
def test_the_day_is_the_next_on_which_a_date_matters(kind: str, entry: str, until: date) -> None:
    assert steady_until(parse(listed(kind, entry).encode(), Path("p.yaml")), TODAY) == until
