"""The leaves: what is read of a scalar, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from profile_samples import of_kind, problems, profile
from pydantic import TypeAdapter, ValidationError

from cvpress.errors import Spot
from cvpress.profile import values
from cvpress.profile.kinds import Service
from cvpress.profile.nodes import Scalar
from cvpress.profile.values import MARKS, Email, FileName, Person, Text, Url, Verbatim

HERE = Spot(Path("p.yaml"), 3, 7)
LEAVES = [
    values.TextField,
    values.VerbatimField,
    values.EmailField,
    values.UrlField,
    values.PersonField,
    values.FileField,
]


def read(field: Any, text: str) -> Any:
    return TypeAdapter(field).validate_python(Scalar(text, HERE))


def refused(field: Any, value: object) -> bool:
    try:
        TypeAdapter(field).validate_python(value)
    except ValidationError:
        return True
    return False


@pytest.mark.parametrize("field", LEAVES)
def test_every_leaf_refuses_what_is_empty_or_no_text(field: Any) -> None:
    wrong: tuple[object, ...] = ("", " \n", "\u00a0", [], {}, ["a"], None, 1)
    assert all(refused(field, value) for value in wrong)


@pytest.mark.parametrize("field", LEAVES)
def test_every_leaf_keeps_its_place_and_is_equal_anywhere(field: Any) -> None:
    text = {values.EmailField: "a@example.org", values.UrlField: "https://example.org"}.get(field, "Ada")
    made = read(field, text)
    assert made.spot == HERE
    assert made == TypeAdapter(field).validate_python(text)


@given(st.text(st.characters(exclude_categories=("Cs", "Cc", "Z")), min_size=1))
def test_verbatim_text_is_no_markup(text: str) -> None:
    made = read(values.VerbatimField, text)
    assert made == Verbatim(text)


def test_text_is_markup() -> None:
    made = read(values.TextField, "*a*\n b")
    assert isinstance(made, Text)
    assert (made.source, made.plain) == ("*a*\n b", "a b")


@given(
    st.text(st.characters(exclude_categories=("Cs", "Cc", "Z"), exclude_characters=MARKS), min_size=1),
    st.text(st.sampled_from(MARKS), max_size=3),
)
def test_marks_behind_a_name_are_split_from_it(name: str, marks: str) -> None:
    assert read(values.PersonField, name + marks) == Person(name, marks)


def test_marks_inside_a_name_are_the_name() -> None:
    assert read(values.PersonField, "A*B  C *†") == Person("A*B C", "*†")
    assert refused(values.PersonField, "*†")


@pytest.mark.parametrize("text", ["a@example.org", "first.last+tag@sub.example.co.uk", "ä@münchen.de", "a_b-c@x.y"])
def test_an_address_of_e_mail(text: str) -> None:
    made = read(values.EmailField, text)
    assert isinstance(made, Email)
    assert made.target == f"mailto:{text}"


@pytest.mark.parametrize(
    "text", ["ada", "a@b", "a@b.", "a@.b", "a b@c.de", "a@b@c.de", "<a@b.de>", "a@b.de, c@d.de", "mailto:a@b.de"]
)
def test_no_address_of_e_mail(text: str) -> None:
    assert refused(values.EmailField, text)


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("https://example.org", "example.org"),
        ("https://example.org/", "example.org"),
        ("http://example.org/a/", "example.org/a/"),
        ("https://example.org:8080/~ada?x=1#y", "example.org:8080/~ada?x=1#y"),
        ("https://münchen.de/ä", "münchen.de/ä"),
    ],
)
def test_a_web_address_is_shown_without_what_nobody_types(address: str, shown: str) -> None:
    made = read(values.UrlField, address)
    assert made == Url(address)
    assert made.shown == shown


@pytest.mark.parametrize("field", [values.EmailField, values.UrlField, values.FileField])
def test_space_around_an_address_is_no_part_of_it(field: Any) -> None:
    bare = "a@example.org" if field is values.EmailField else "https://example.org"
    assert read(field, f" {bare}\n") == read(field, bare)


def test_the_name_of_a_file_is_no_leaf_of_text() -> None:
    made = read(values.FileField, " photo.png ")
    assert made == FileName("photo.png")
    assert not isinstance(made, Verbatim)


def test_one_value_may_stand_for_a_list_of_one(tmp_path: Path) -> None:
    one, several = profile(tmp_path, of_kind("service", "{venue: ICML}", "{venue: [ICML]}")).sections["one"].entries
    assert isinstance(one, Service)
    assert isinstance(several, Service)
    assert one.venue == several.venue
    assert [problem.rule for problem in problems(tmp_path, of_kind("service", "{venue: []}"))] == ["empty-value"]
    (problem,) = problems(tmp_path, of_kind("service", "{venue: {one: A, two: B}}"))
    assert problem.message == "'venue' must be a text, not a mapping"
