"""How authors are set apart: the owner once, others underlined, marks kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from cvpress.profile import model
from cvpress.profile.kinds import Publication
from cvpress.profile.lists import People
from cvpress.profile.markup import Nodes, Styled, plain
from cvpress.profile.model import Name, Terms
from cvpress.profile.values import Others, Person
from cvpress.typeset.owner import Emphasis, Owner
from cvpress.typeset.view import own_names
from cvpress.typeset.words import AMERICAN, words

NAME = Name.model_validate({"given": "Tong", "family": "Zhao"})
LINED = People.model_construct(names=("Ann Lee", "Tong Zhao"), underline=True)
STARRED = People.model_construct(names=("Bob Roe",), mark="*")
OWNER = Owner(frozenset(), NAME.identity, (LINED, STARRED))


def test_each_author_has_an_emphasis_of_its_own() -> None:
    people = [Person("Zhao, T.", "†"), Person("Lee, A."), Person("Bob Roe", "*"), Person("Tian Zhao")]
    assert OWNER.emphases(people) == (
        Emphasis(own=True, underline=True, marks="†"),
        Emphasis(underline=True),
        Emphasis(marks="*"),
        Emphasis(),
    )


def test_without_parts_of_the_name_its_listed_forms_serve() -> None:
    owner = Owner(frozenset({"Tong Zhao", "赵彤"}))
    assert [owner.place([Person(name)]) for name in ("T. Zhao", "赵彤", "Tian Zhao")] == [0, 0, None]


def test_the_first_author_is_the_first_of_the_list() -> None:
    assert OWNER.is_first([Person("T. Zhao"), Person("Ann Lee")])
    assert not OWNER.is_first([Person("Ann Lee"), Person("T. Zhao")])
    assert not OWNER.is_first([Person("T. Zhao"), Person("Tong Zhao")])


def styles(nodes: Nodes) -> list[tuple[str, str]]:
    found = []
    for node in nodes:
        if isinstance(node, Styled):
            found += [(node.style, plain(node.children)), *styles(node.children)]
    return found


def test_names_carry_their_styles_and_marks() -> None:
    own, lee = OWNER.authors([Person("T. Zhao", "†"), Person("Ann Lee")], AMERICAN)
    assert styles(own) == [("underline", "T.\u00a0Zhao"), ("self", "T.\u00a0Zhao"), ("sup", "†")]
    assert styles(lee) == [("underline", "Ann Lee"), ("names", "Ann Lee")]


def test_those_left_out_have_the_word_of_the_language_typed_or_not() -> None:
    people = [Person("T. Zhao"), Others("\u2026", count=2), Person("et al.")]
    for language, word in (("en-US", "et al."), ("pl", "i in.")):
        made = OWNER.authors(people, words(language, Terms()))
        assert [plain(name).replace("\u00a0", " ") for name in made] == ["T. Zhao", "…", word]


@pytest.mark.parametrize("person", ["hao-zhang", "minjia-zhang", "tong-zhao", "tongtian-zhu"])
def test_the_four_are_found_where_their_names_stand_letter_for_letter_and_nowhere_else(person: str) -> None:
    profile = model.load(Path(__file__).parents[2] / "profiles" / person / "profile.yaml")
    owner, forms = Owner(frozenset(), profile.name.identity), own_names(profile)
    papers = [
        entry
        for section in profile.sections.values()
        for group in section.all_groups
        for entry in group.entries
        if isinstance(entry, Publication)
    ]
    places = [owner.place(paper.authors) for paper in papers]
    assert places == [
        next((at for at, author in enumerate(paper.authors) if author.plain in forms), None) for paper in papers
    ]
    assert len([place for place in places if place is not None]) > 1
