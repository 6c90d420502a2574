"""Dates and fixed words of a language."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvpress.profile.dates import Date, parse
from cvpress.profile.kinds import KINDS
from cvpress.profile.model import Document, Terms
from cvpress.profile.section import DateStyle
from cvpress.typeset.words import AMERICAN, BRITISH, DASHES, LANGUAGES, words

STYLES = get_args(DateStyle)


def shown(text: str) -> str:
    return text.replace("\u00a0", "~")


@pytest.mark.parametrize(
    ("style", "year", "month", "day"),
    [
        ("iso", "2021", "2021-08", "2021-08-03"),
        ("short", "2021", "Aug~2021", "Aug~3,~2021"),
        ("long", "2021", "August~2021", "August~3,~2021"),
        ("numeric", "2021", "08/2021", "08/03/2021"),
        ("year", "2021", "2021", "2021"),
    ],
)
def test_a_date_in_each_style_and_precision(style: str, year: str, month: str, day: str) -> None:
    made = [shown(AMERICAN.date(parse(date), style)) for date in ("2021", "2021-08", "2021-08-03")]
    assert made == [year, month, day]


@pytest.mark.parametrize(
    ("style", "expected"), [("short", "3~Aug~2021"), ("long", "3~August~2021"), ("numeric", "03/08/2021")]
)
def test_the_british_put_the_day_first(style: str, expected: str) -> None:
    assert shown(BRITISH.date(parse("2021-08-03"), style)) == expected


@pytest.mark.parametrize("style", STYLES)
def test_present_and_free_words_have_no_style(style: str) -> None:
    assert AMERICAN.date(parse("present"), style) == "Present"
    assert shown(AMERICAN.date(Date(0, None, None, "Spring 2019"), style)) == "Spring~2019"


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ("2014", "2020", "2014-2020"),
        ("2020-01", "2021-03", "Jan~2020~-~Mar~2021"),
        ("2014", "present", "2014~-~Present"),
    ],
)
def test_a_range_with_hyphens_holds_nothing_but_ascii(start: str, end: str, expected: str) -> None:
    made = replace(AMERICAN, dash=DASHES["hyphen"]).range(parse(start), parse(end), "short")
    assert shown(made) == expected
    assert shown(made).isascii()


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ("2014", "2020", "2014–2020"),
        ("2014", "present", "2014~–~Present"),
        ("2014-09", "2020-06", "Sep~2014~–~Jun~2020"),
        ("2014", "2020-06", "2014~–~Jun~2020"),
        ("2022-07-17", "2022-07-23", "Jul~17,~2022~–~Jul~23,~2022"),
    ],
)
def test_a_range_closes_up_between_years_only(start: str, end: str, expected: str) -> None:
    assert shown(AMERICAN.range(parse(start), parse(end), "short")) == expected


def test_when_takes_the_range_or_the_date_or_nothing() -> None:
    start, end = parse("2014"), parse("2020")
    assert AMERICAN.when(None, start, end, "short") == "2014–2020"
    assert AMERICAN.when(start, None, None, "short") == "2014"
    assert AMERICAN.when(None, None, None, "short") == ""


@given(st.dates(datetime.date(1000, 1, 1), datetime.date(2999, 12, 31)), st.sampled_from(STYLES), st.booleans())
def test_no_worded_date_can_break_and_each_holds_its_year(date: datetime.date, style: str, british: bool) -> None:
    made = (BRITISH if british else AMERICAN).date(parse(date.isoformat()), style)
    assert " " not in made
    assert str(date.year) in made


def test_the_persons_own_terms_win() -> None:
    own = words("en-US", Terms(present="now", thesis="Dissertation"))
    assert own.terms["present"] == "now"
    assert own.terms["thesis"] == "Dissertation"
    assert own.terms["mentor"] == AMERICAN.terms["mentor"]
    assert AMERICAN.terms["present"] == "Present"


def test_every_language_of_the_model_has_words() -> None:
    assert set(LANGUAGES) == set(get_args(Document.model_fields["language"].annotation))
    assert all(language == made.language for language, made in LANGUAGES.items())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_complete(language: str) -> None:
    made = LANGUAGES[language]
    assert len(made.months) == len(made.months_short) == 12
    assert made.titles.keys() == KINDS.keys()
    assert Terms.model_fields.keys() <= made.terms.keys()
    assert set(get_args(Document.model_fields["kind"].annotation)) <= made.terms.keys()
