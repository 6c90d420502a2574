"""Dates and fixed words of a language."""

from __future__ import annotations

import datetime
import subprocess
import sys
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvpress.profile.dates import Date, parse
from cvpress.profile.kinds import KINDS
from cvpress.profile.languages import LANGUAGES
from cvpress.profile.markup import plain, text
from cvpress.profile.model import Document, Terms
from cvpress.profile.section import DateStyle
from cvpress.profile.works import PublicationType
from cvpress.typeset import locales
from cvpress.typeset.words import AMERICAN, BRITISH, DASHES, words

STYLES = get_args(DateStyle)


def shown(date: str) -> str:
    return date.replace("\u00a0", "~")


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_has_the_plural_form_that_its_language_wants(language: str) -> None:
    made = words(language, Terms())
    wanted = {locales.plural(language, number) for number in range(2000)}
    for what, forms in made.counts.items():
        assert forms.keys() in ({"other"}, wanted), what  # one form for all, or each that there is
        assert all(form.count("{n}") == 1 for form in forms.values())
        assert all(made.number(what, number, "#").count("#") == 1 for number in (0, 1, 2, 5, 21, 1_000_000))


@pytest.mark.parametrize(
    ("language", "number", "expected"),
    [
        ("en-US", 1, "1 journal article"),
        ("en-GB", 0, "0 journal articles"),
        ("fr", 0, "0 article de revue"),
        ("fr", 1_000_000, "1000000 articles de revue"),
        ("pl", 22, "22 artykuły w czasopismach"),
        ("pl", 12, "12 artykułów w czasopismach"),
        ("ru", 21, "21 статья в журнале"),
        ("ru", 11, "11 статей в журналах"),
        ("ja", 2, "雑誌論文 2 件"),
        ("ar", 3, "مقالات في مجلات: 3"),
    ],
)
def test_a_number_has_its_noun_in_the_right_form(language: str, number: int, expected: str) -> None:
    assert words(language, Terms()).number("journal", number, str(number)) == expected


TYPES = get_args(PublicationType)
OTHERS = [language for language in LANGUAGES if not language.startswith("en-")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_term_and_every_title_and_no_other(language: str) -> None:
    made = words(language, Terms())
    assert made.language == language
    assert made.terms.keys() == AMERICAN.terms.keys()
    assert made.titles.keys() == KINDS.keys()
    assert made.heads.keys() == AMERICAN.heads.keys() == {*TYPES, "forthcoming", "undated", "rest"}
    assert made.counts.keys() == AMERICAN.counts.keys() == {*TYPES, "publication", "first_author", "citations"}
    assert all(text.strip() for text in (*made.terms.values(), *made.titles.values(), *made.heads.values()))
    assert Terms.model_fields.keys() <= made.terms.keys()
    assert set(get_args(Document.model_fields["kind"].annotation)) <= made.terms.keys()


def test_there_is_no_file_of_a_language_that_no_document_can_have() -> None:
    assert {path.stem for path in locales.FOLDER.iterdir()} == set(OTHERS)


@pytest.mark.parametrize("language", OTHERS)
def test_another_language_has_words_of_its_own(language: str) -> None:
    made = words(language, Terms())
    same = [name for name, text in made.titles.items() if text == AMERICAN.titles[name]]
    assert len(same) <= 2  # Patents is Patents in no other, but Publications is French too


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_word_of_a_title_fits_the_side_heads_of_ledger(language: str) -> None:
    # 14 letters (Auszeichnungen) were 4 pt wider than its column, which only hyphenation, if installed, would break.
    titles = words(language, Terms()).titles.values()
    assert [word for title in titles for word in title.split() if len(word) > 13] == []


@pytest.mark.parametrize(
    ("language", "numeric", "short", "long"),
    [
        ("de", "31.08.2021 08.2021", "31.~Aug.~2021 Aug.~2021", "31.~August~2021 August~2021"),
        ("fr", "31/08/2021 08/2021", "31~août~2021 août~2021", "31~août~2021 août~2021"),
        ("es", "31/08/2021 08/2021", "31~ago~2021 ago~2021", "31~de~agosto~de~2021 agosto~de~2021"),
        ("it", "31/08/2021 08/2021", "31~ago~2021 ago~2021", "31~agosto~2021 agosto~2021"),
        ("pt", "31/08/2021 08/2021", "31~de~ago.~de~2021 ago.~de~2021", "31~de~agosto~de~2021 agosto~de~2021"),
        ("nl", "31-08-2021 08-2021", "31~aug~2021 aug~2021", "31~augustus~2021 augustus~2021"),
        ("pl", "31.08.2021 08.2021", "31~sie~2021 sie~2021", "31~sierpnia~2021 sierpień~2021"),
        ("tr", "31.08.2021 08.2021", "31~Ağu~2021 Ağu~2021", "31~Ağustos~2021 Ağustos~2021"),
        ("ru", "31.08.2021 08.2021", "31~авг.~2021 авг.~2021", "31~августа~2021 август~2021"),
        ("zh", "2021/08/31 2021/08", "2021年8月31日 2021年8月", "2021年8月31日 2021年8月"),
        ("ja", "2021/08/31 2021/08", "2021年8月31日 2021年8月", "2021年8月31日 2021年8月"),
        ("ko", "2021.~08.~31. 2021.~08.", "2021년~8월~31일 2021년~8월", "2021년~8월~31일 2021년~8월"),
        ("he", "31.08.2021 08.2021", "31~באוג׳~2021 אוג׳~2021", "31~באוגוסט~2021 אוגוסט~2021"),
    ],
)
def test_dates_are_those_of_the_language(language: str, numeric: str, short: str, long: str) -> None:
    made = words(language, Terms())
    for style, expected in (("numeric", numeric), ("short", short), ("long", long)):
        dates = (made.date(parse(date), style) for date in ("2021-08-31", "2021-08"))
        assert [shown(date) for date in dates] == expected.split(" "), style
    assert [made.date(parse(date), "iso") for date in ("2021-08", "2021")] == ["2021-08", "2021"]
    assert [made.date(parse(date), "year") for date in ("2021-08", "2021")] == ["2021", "2021"]


@pytest.mark.parametrize("language", OTHERS)
@given(date=st.dates(datetime.date(1000, 1, 1), datetime.date(2999, 12, 31)), style=st.sampled_from(STYLES))
def test_no_date_of_any_language_can_break_and_each_holds_its_year(
    language: str, date: datetime.date, style: str
) -> None:
    made = words(language, Terms()).date(parse(date.isoformat()), style)
    assert " " not in made
    assert str(date.year) in made


def test_a_range_in_another_language_ends_with_its_word_for_now() -> None:
    made = words("de", Terms())
    assert shown(made.range(parse("2019-03"), parse("present"), "short")) == "März~2019~–~heute"
    assert made.range(parse("2014"), parse("2020"), "long") == "2014–2020"


def test_the_comma_before_and_is_english() -> None:
    people = [text("A"), text("B"), text("C")]
    assert plain(words("en-GB", Terms()).listed(people)) == "A, B, and C"
    assert plain(words("de", Terms()).listed(people)) == "A, B und C"


def test_english_loads_neither_babel_nor_a_file() -> None:
    program = (
        "import sys; from cvpress.profile.model import Terms; from cvpress.profile.dates import parse;"
        "from cvpress.typeset import locales; from cvpress.typeset.words import words;"
        "locales.FOLDER = None; words('en-GB', Terms()).date(parse('2021-08-31'), 'long');"
        "sys.exit('babel' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
