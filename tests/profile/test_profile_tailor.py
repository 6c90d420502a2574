"""Tailoring selects, orders and caps; it never invents, and keeps private what is private."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from profile_samples import PEOPLE, ROOT

from cvpress.profile import model
from cvpress.profile.leaves import leaves
from cvpress.profile.model import Profile
from cvpress.profile.tailor import empty_sections, tailor
from cvpress.profile.values import Text

YAML = """\
schema: 1
name: {given: Ada, family: Lovelace}
sections:
  work:
    kind: position
    entries:
      - organization: Mill
        tags: [short]
        roles:
          - {position: Analyst, tags: [short], highlights: [{text: Sketch, tags: [short]}, Engine]}
          - {position: Poet}
          - {position: Spy, private: true}
      - {organization: Salon, private: true}
      - {organization: Home, key: home, highlights: [Garden]}
  papers:
    kind: publication
    title: Papers
    marks: {'*': equal, '†': student}
    groups:
      - title: Early
        entries:
          - {title: Notes, authors: [Ada*], tags: [short]}
      - title: Late
        entries:
          - {title: Letters, authors: [Ada†]}
  empty: {kind: award, entries: [{title: Secret, private: true}]}
  hidden: {kind: item, untitled: true, entries: [One, Two, Three]}
documents:
  cv: {template: ruled}
  all: {template: ruled, private: true}
  short:
    template: ruled
    sections:
      - {section: papers, title: Selected Papers, tags: short}
      - {section: work, tags: [short], keys: [home]}
  three: {template: ruled, sections: [{section: hidden, limit: 2, title: Head}, papers]}
  key: {template: ruled, sections: [{section: work, keys: home}]}
"""


@pytest.fixture(scope="module")
def profile() -> Profile:
    return model.parse(YAML.encode(), Path("p.yaml"))


def texts(profile: Profile, document: str) -> list[str]:
    tailored = tailor(profile, profile.documents[document])
    found = [leaf.value for leaf in leaves(tailored) if leaf.section]
    return [value.plain for value in found if isinstance(value, Text)]


def test_without_sections_all_that_is_public_is_there_in_order(profile: Profile) -> None:
    assert texts(profile, "cv") == [
        *("Mill", "Analyst", "Sketch", "Engine", "Poet", "Home", "Garden"),
        *("Papers", "equal", "student", "Early", "Notes", "Late", "Letters"),
        *("One", "Two", "Three"),
    ]


def test_what_is_private_is_there_when_the_document_asks_for_it(profile: Profile) -> None:
    assert sorted(set(texts(profile, "all")) - set(texts(profile, "cv"))) == ["Salon", "Secret", "Spy"]
    assert set(texts(profile, "cv")) <= set(texts(profile, "all"))


def test_tags_and_keys_select_entries_and_narrow_what_is_below(profile: Profile) -> None:
    papers, work = ["Selected Papers", "equal", "Early", "Notes"], ["Mill", "Analyst", "Sketch", "Home", "Garden"]
    assert texts(profile, "short") == papers + work
    assert texts(profile, "key") == ["Home", "Garden"]


def test_sections_have_the_order_title_and_limit_of_the_document(profile: Profile) -> None:
    tailored = tailor(profile, profile.documents["three"])
    assert list(tailored.sections) == ["hidden", "papers"]
    assert not tailored.sections["hidden"].untitled, "the document's title is printed"
    assert texts(profile, "three")[:4] == ["Head", "One", "Two", "Papers"]


def test_a_legend_of_marks_that_nobody_carries_is_left_out(profile: Profile) -> None:
    assert list(tailor(profile, profile.documents["cv"]).sections["papers"].marks) == ["*", "†"]
    assert list(tailor(profile, profile.documents["short"]).sections["papers"].marks) == ["*"]


@given(st.sampled_from(["cv", "all", "short", "three", "key"]))
def test_tailoring_never_invents_and_twice_is_once(document: str) -> None:
    whole = model.parse(YAML.encode(), Path("p.yaml"))
    wanted = whole.documents[document]
    once = tailor(whole, wanted)
    own = {leaf.value.spot for leaf in leaves(whole)} | {one.title.spot for one in wanted.sections if one.title}
    assert {leaf.value.spot for leaf in leaves(once)} <= own
    assert [leaf.value for leaf in leaves(tailor(once, wanted))] == [leaf.value for leaf in leaves(once)]


@pytest.mark.parametrize("person", PEOPLE)
def test_the_cv_of_each_of_the_four_loses_nothing(person: str) -> None:
    whole = model.load(ROOT / "profiles" / person / "profile.yaml")
    tailored = tailor(whole, whole.documents["cv"])
    assert [leaf.value for leaf in leaves(tailored)] == [leaf.value for leaf in leaves(whole)]


EMPTY = """\
schema: 1
name: {given: Ada, family: Lovelace}
sections:
  none: {kind: award, entries: []}
  half:
    kind: item
    groups:
      - {title: Full, entries: [One]}
      - {title: Bare, entries: []}
  bare: {kind: item, groups: [{title: Bare, entries: []}]}
  tagged: {kind: item, entries: [{text: One, tags: [a]}]}
  secret: {kind: item, entries: [{text: One, private: true}]}
documents:
  cv: {template: ruled}
  some: {template: ruled, sections: [{section: tagged, tags: [a]}, secret, none]}
  letter: {template: ruled, letter: {opening: Dear, body: Text}}
"""


def test_a_section_without_entries_is_told_where_it_stands_and_one_left_empty_by_a_selection_is_not(
    tmp_path: Path,
) -> None:
    (tmp_path / "profile.yaml").write_text(EMPTY, encoding="utf-8")
    made = model.load(tmp_path / "profile.yaml")
    told = {name: empty_sections(made, document) for name, document in made.documents.items()}
    assert [(problem.spot.line, problem.message.split(" has")[0]) for problem in told["cv"] if problem.spot] == [
        (4, "the section 'none'"),
        (9, "this group"),
        (10, "the section 'bare'"),
    ]
    assert [problem.rule for problem in told["some"]] == ["empty-section"]
    assert told["letter"] == ()
