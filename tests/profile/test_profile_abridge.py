"""Who of the authors is named and marked: the owner always, and what is left out is counted."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvpress.profile import model
from cvpress.profile.abridge import shortened
from cvpress.profile.kinds import Publication
from cvpress.profile.matching import identity
from cvpress.profile.section import Section
from cvpress.profile.tailor import tailor
from cvpress.profile.values import NameParts, Others, Person

OWNER = identity(NameParts("Tong", "", "Zhao"))


def named(authors: str, most: int) -> str:
    made = shortened(tuple(Person(name) for name in authors.split(", ")), most, OWNER)
    return ", ".join(f"{one.plain}({one.count})" if isinstance(one, Others) else one.plain for one in made)


@pytest.mark.parametrize(
    ("authors", "most", "expected"),
    [
        ("A, B, C", 3, "A, B, C"),
        ("A, B, C, D", 3, "A, B, C, et al.(1)"),
        ("A, T. Zhao, C, D", 2, "A, T. Zhao, et al.(2)"),
        ("A, B, C, D, T. Zhao, E", 3, "A, B, …(2), T. Zhao, et al.(1)"),
        ("A, B, C, D, T. Zhao", 3, "A, B, …(2), T. Zhao"),
        ("A, B, T. Zhao", 1, "…(2), T. Zhao"),
        ("A, Tian Zhao, C", 1, "A, et al.(2)"),
        ("A, T. Zhao, Tong Zhao, C", 2, "A, …(1), Tong Zhao, et al.(1)"),
        ("A, B, et al.", 2, "A, B, et al."),
        ("A, …, T. Zhao, et al.", 2, "A, …, T. Zhao, et al."),
        ("A, B, C, et al.", 2, "A, B, et al.(1)"),
        ("A, B, T. Zhao, et al.", 2, "A, …(1), T. Zhao, et al.(0)"),
    ],
)
def test_so_many_are_named_and_the_owner_always(authors: str, most: int, expected: str) -> None:
    assert named(authors, most) == expected


@given(st.lists(st.sampled_from(["A. One", "B. Two", "C. Three"]), max_size=9), st.integers(0, 9), st.integers(1, 9))
def test_nobody_is_lost_uncounted_and_twice_is_once(others: list[str], at: int, most: int) -> None:
    authors = tuple(Person(name) for name in [*others[:at], "Tong Zhao", *others[at:]])
    made = shortened(authors, most, OWNER)
    people = [one for one in made if not isinstance(one, Others)]
    assert len(people) == min(most, len(authors))
    assert OWNER.among(people) is not None
    assert len(people) + sum(one.count for one in made if isinstance(one, Others)) == len(authors)
    assert shortened(made, most, OWNER) == made


YAML = """\
schema: 1
name: {given: Tong, family: Zhao}
people: [{names: Ann Lee, mark: "*", meaning: student}]
sections:
  one:
    kind: publication
    et_al: 3
    people:
      - {names: [B. Roe, C. Doe], underline: true, meaning: postdocs}
      - {names: Nobody Here, mark: ‡, meaning: visitors}
    marks: {†: equal, §: gone}
    entries:
      - {title: A, authors: ["Lee, Ann†", Tong Zhao†, B. Roe, C. Doe]}
      - {title: B, authors: [D. Eel, E. Fee, F. Gee, Ann Lee§]}
      - {title: C, authors: [Ann Lee*, Tong Zhao]}
  two: {kind: publication, entries: [{title: D, authors: [A. Lee, An Lee]}]}
documents: {cv: {template: ruled}}
"""


@pytest.fixture(scope="module")
def sections() -> dict[str, Section]:
    profile = model.parse(YAML.encode(), Path("p.yaml"))
    once = tailor(profile, profile.documents["cv"])
    assert tailor(once, profile.documents["cv"]) == once
    return once.sections


def authors(section: Section) -> list[list[str]]:
    papers = [entry for entry in section.entries if isinstance(entry, Publication)]
    return [[author.plain + author.marks for author in paper.authors] for paper in papers]


def test_people_of_the_profile_and_of_the_section_get_their_mark_behind_others(sections: dict[str, Section]) -> None:
    assert authors(sections["one"]) == [
        ["Lee, Ann†*", "Tong Zhao†", "B. Roe", "et al."],
        ["D. Eel", "E. Fee", "F. Gee", "et al."],
        ["Ann Lee*", "Tong Zhao"],
    ]


def test_an_initial_or_another_name_is_not_marked(sections: dict[str, Section]) -> None:
    assert authors(sections["two"]) == [["A. Lee*", "An Lee"]]


def test_the_legend_keeps_what_is_used_by_authors_who_are_named(sections: dict[str, Section]) -> None:
    assert [people.meaning and people.meaning.plain for people in sections["one"].people] == ["student", "postdocs"]
    assert list(sections["one"].marks) == ["†"]
