"""What people type for a field, and which field is meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvpress.profile.base import Model
from cvpress.profile.complaints import did_you_mean
from cvpress.profile.kinds import KINDS, Highlight, NamedLink, Role
from cvpress.profile.letter import Letter
from cvpress.profile.model import Contact, Document, Limit, Name, Photo, Profile, Selection, Terms
from cvpress.profile.networks import Accounts
from cvpress.profile.section import Group, Section
from cvpress.profile.synonyms import SYNONYMS, meant, snake

ENTRY = (Highlight, NamedLink, Role, Group, Section)
WHOLE = (Accounts, Contact, Document, Letter, Limit, Name, Photo, Profile, Selection, Terms)
MODELS: tuple[type[Model], ...] = (*KINDS.values(), *ENTRY, *WHOLE)


@pytest.mark.parametrize("word", SYNONYMS)
def test_every_row_can_be_of_use(word: str) -> None:
    assert any(word not in model.known() and set(SYNONYMS[word]) & set(model.known()) for model in MODELS)


@pytest.mark.parametrize("word", SYNONYMS)
def test_every_field_of_a_row_exists(word: str) -> None:
    assert all(any(field in model.known() for model in MODELS) for field in SYNONYMS[word])


@pytest.mark.parametrize(
    ("kind", "typed", "field"),
    [
        ("position", "company", "organization"),
        ("position", "compnay", "organization"),
        ("position", "employer", "organization"),
        ("position", "organisation", "organization"),
        ("position", "Organization", "organization"),
        ("position", "jobTitle", "position"),
        ("position", "role", "position"),
        ("project", "link", "url"),
        ("position", "supervisors", "advisors"),
        ("position", "startDate", "start_date"),
        ("position", "start-date", "start_date"),
        ("position", "from", "start_date"),
        ("position", "until", "end_date"),
        ("education", "school", "institution"),
        ("education", "university", "institution"),
        ("education", "studyType", "degree"),
        ("education", "gpa", "score"),
        ("publication", "titel", "title"),
        ("publication", "journal", "venue"),
        ("publication", "booktitle", "venue"),
        ("publication", "conference", "venue"),
        ("publication", "releaseDate", "date"),
        ("publication", "year", "date"),
        ("publication", "DOI", "doi"),
        ("patent", "authors", "inventors"),
        ("talk", "conference", "event"),
        ("award", "issuer", "awarder"),
        ("grant", "agency", "funder"),
        ("supervision", "student", "name"),
        ("skill", "summary", "note"),
        ("language", "level", "fluency"),
    ],
)
def test_the_field_meant(kind: str, typed: str, field: str) -> None:
    assert meant(typed, KINDS[kind].known()) == field


@pytest.mark.parametrize("typed", ["xyzzy", "q", "", "完全", "favourite_colour"])
def test_nothing_is_guessed_from_nothing(typed: str) -> None:
    assert all(meant(typed, model.known()) is None for model in MODELS)


# Not of terms, where a slip may as well be the singular of a plural.
LONG = [(model, field) for model in MODELS if model is not Terms for field in model.known() if len(field) >= 6]


@given(st.sampled_from(LONG), st.integers(0, 30))
def test_a_slip_of_the_hand_is_understood(one: tuple[type[Model], str], at: int) -> None:
    model, field = one
    at = 1 + at % (len(field) - 2)
    before, letter, after = field[:at], field[at], field[at + 1 :]
    for slip in (before + after, before + letter + letter + after, before + after[0] + letter + after[1:]):
        if slip not in model.known() and slip not in SYNONYMS:
            assert meant(slip, model.known()) == field


@given(st.text())
def test_a_guess_is_always_a_field(typed: str) -> None:
    assert all((guess := meant(typed, model.known())) is None or guess in model.known() for model in MODELS)


def test_writing_conventions_are_one_name() -> None:
    names = ("startDate", "start_date", "Start Date", "start-date", "START_DATE")
    assert {snake(name) for name in names} == {"start_date"}


def test_a_name_that_is_not_known_gets_the_nearest_or_all() -> None:
    assert did_you_mean("ruld", ["ruled", "banking"], "there are") == "did you mean 'ruled'?"
    assert did_you_mean("Ruled", ["ruled", "banking"], "there are") == "did you mean 'ruled'?"
    assert did_you_mean("x", ["ruled", "banking"], "there are") == "there are: ruled, banking"
