"""What a PDF must say: every leaf once, worded as its section words it; what is omitted on purpose is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cvpress import paths
from cvpress.errors import Severity
from cvpress.expected import Expected, expected, together
from cvpress.pdf.wanted import Wanted
from cvpress.profile import model
from cvpress.profile.model import Terms
from cvpress.profile.tailor import tailor
from cvpress.typeset import template as templates
from cvpress.typeset.template import Template
from cvpress.typeset.words import words

PROFILE = """\
schema: 1
name: {given: Ada, family: Lovelace}
contact:
  emails: [ada@example.org]
  homepage: https://example.org/a b
sections:
  papers:
    kind: publication
    title: Papers
    entries:
      - {title: "On *engines*, see [notes](https://example.org/n)", authors: [Ada Lovelace*, Bob], date: 2016,
         label: "TOG 35, 2016"}
      - {title: Another, authors: [Ada Lovelace], venue_short: TOG, date: 2016-08}
  jobs:
    kind: position
    date_style: numeric
    entries:
      - {organization: Works, start_date: 2016-08, end_date: present}
documents:
  cv: {template: ruled}
"""


@pytest.fixture
def ruled() -> Template:
    return templates.load("ruled", (paths.bundled_templates(),))


COURSES = """\
  courses:
    kind: teaching
    entries:
      - {course: Logic, term: Fall, date: 2016}
documents:
"""


def wanted(folder: Path, template: Template, text: str = PROFILE, **terms: str) -> Expected:
    path = folder / "profile.yaml"
    path.write_text(text.replace("a b", "a"), encoding="utf-8")
    return expected(model.load(path), words("en-US", Terms(**terms)), template, "short")


def told(found: tuple[Wanted, ...]) -> list[tuple[str, str, str | None]]:
    return [(want.field, want.text.replace("\u00a0", " "), want.target) for want in found]


def test_every_leaf_is_wanted_once_in_the_words_of_its_section(tmp_path: Path, ruled: Template) -> None:
    assert told(wanted(tmp_path, ruled).wanted) == [
        ("name.given", "Ada", None),
        ("name.family", "Lovelace", None),
        ("contact.emails", "ada@example.org", "mailto:ada@example.org"),
        ("contact.homepage", "", "https://example.org/a"),
        ("section.title", "Papers", None),
        # the person's own label prints 2016, so the date is not printed again
        ("publication.title", "On engines, see notes", None),
        ("publication.title", "", "https://example.org/n"),
        ("publication.authors", "Ada Lovelace*", None),
        ("publication.authors", "Bob", None),
        ("publication.label", "TOG 35, 2016", None),
        ("publication.date", "Aug 2016", None),
        ("publication.title", "Another", None),
        ("publication.authors", "Ada Lovelace", None),
        ("publication.venue_short", "TOG", None),
        ("position.start_date", "08/2016", None),
        ("position.end_date", "Present", None),
        ("position.organization", "Works", None),
    ]


def test_the_persons_own_word_for_what_goes_on_is_wanted(tmp_path: Path, ruled: Template) -> None:
    found = told(wanted(tmp_path, ruled, present="now").wanted)
    assert ("position.end_date", "now", None) in found


def test_each_wanted_text_knows_its_place_and_its_entry(tmp_path: Path, ruled: Template) -> None:
    found = wanted(tmp_path, ruled).wanted
    assert all(want.spot is not None and want.spot.file == tmp_path / "profile.yaml" for want in found)
    anchors = [want.anchor for want in found]
    assert anchors == sorted(anchors)
    second = [want.text for want in found if want.anchor == found[-4].anchor]
    assert second == ["Aug\u00a02016", "Another", "Ada Lovelace", "TOG"]


def test_only_what_templates_may_set_in_capitals_is_sought_without_case(tmp_path: Path, ruled: Template) -> None:
    assert {want.field for want in wanted(tmp_path, ruled).wanted if want.caseless} == {
        "name.given",
        "name.family",
        "section.title",
    }


def test_single_dates_may_repeat_where_the_template_says_so(tmp_path: Path, ruled: Template) -> None:
    def repeating(template: Template) -> list[str]:
        text = PROFILE.replace("documents:\n", COURSES)
        return [want.field for want in wanted(tmp_path, template, text).wanted if want.repeats]

    assert repeating(ruled) == []
    assert repeating(replace(ruled, repeats="once")) == ["teaching.date", "teaching.term"]


def test_what_a_template_omits_is_told_once_a_field_and_not_wanted(tmp_path: Path, ruled: Template) -> None:
    omitting = replace(ruled, omits={"publication.authors": "they fill the page", "talk.host": "unused"})
    found = wanted(tmp_path, omitting)
    assert not [want for want in found.wanted if want.field == "publication.authors"]
    assert [(problem.message, problem.severity) for problem in found.omitted] == [
        ("ruled leaves out publication.authors (3): they fill the page", Severity.INFO)
    ]
    assert wanted(tmp_path, ruled).omitted == ()


def test_authors_who_are_not_named_are_told_and_not_wanted(tmp_path: Path, ruled: Template) -> None:
    text = PROFILE.replace("a b", "a").replace("    title: Papers\n", "    title: Papers\n    et_al: 1\n")
    path = tmp_path / "profile.yaml"
    path.write_text(text.replace("authors: [Ada Lovelace]", "authors: [Eve, Bob, Ada Lovelace, Cat]"), encoding="utf-8")
    profile = model.load(path)
    found = expected(tailor(profile, profile.documents["cv"]), words("en-US", Terms()), ruled, "short")
    assert [want.text for want in found.wanted if want.field == "publication.authors"] == [
        "Ada Lovelace*",
        "Ada Lovelace",
    ]
    assert [(problem.message, problem.rule, problem.severity) for problem in found.omitted] == [
        ("et_al leaves out 4 names of publication.authors", "omitted", Severity.INFO)
    ]


def test_an_et_al_of_the_persons_own_is_wanted_in_the_language(tmp_path: Path, ruled: Template) -> None:
    path = tmp_path / "profile.yaml"
    path.write_text(PROFILE.replace("a b", "a").replace("[Ada Lovelace*, Bob]", "[Ada Lovelace*, et al.]"), "utf-8")
    profile = model.load(path)
    for language, word in (("en-US", "et al."), ("ru", "и др.")):
        found = expected(profile, words(language, Terms()), ruled, "short")
        assert [want.text for want in found.wanted if want.field == "publication.authors"][:2] == [
            "Ada Lovelace*",
            word,
        ]


def test_figures_that_change_and_the_meaning_of_marks_are_wanted(tmp_path: Path, ruled: Template) -> None:
    sums = "    metrics: {citations: '1,234', h_index: 20, as_of: 2025-10, source: Scholar}\n"
    people = "    people: [{names: Bob, underline: true, meaning: friends}]\n"
    path = tmp_path / "profile.yaml"
    path.write_text(PROFILE.replace("a b", "a").replace("    title: Papers\n", sums + people), encoding="utf-8")
    profile = model.load(path)
    found = expected(tailor(profile, profile.documents["cv"]), words("en-US", Terms()), ruled, "short")
    assert {
        want.field: want.text.replace("\u00a0", " ") for want in found.wanted if want.field.startswith("section.")
    } == {
        "section.metrics.citations": "1,234",
        "section.metrics.h_index": "20",
        "section.metrics.as_of": "Oct 2025",
        "section.metrics.source": "Scholar",
        "section.people.meaning": "friends",
    }


def test_entries_stand_in_the_sequence_of_their_section_and_the_header_in_none(tmp_path: Path, ruled: Template) -> None:
    found = wanted(tmp_path, ruled).wanted
    sequences = {want.field.partition(".")[0]: want.sequence for want in found}
    assert sequences["name"] == sequences["contact"] == ""
    assert len({sequences["publication"], sequences["position"], ""}) == 3
    assert next(want.sequence for want in found if want.field == "section.title") == sequences["publication"]


def test_parts_of_a_packet_are_counted_on_and_ordered_each_for_itself(tmp_path: Path, ruled: Template) -> None:
    part = wanted(tmp_path, ruled)
    whole = together([part, part])
    size = len(part.wanted)
    assert whole.wanted[size].anchor == part.wanted[-1].anchor + 1
    own = {want.sequence for want in whole.wanted[:size] if want.sequence}
    assert own.isdisjoint(want.sequence for want in whole.wanted[size:])
    assert [want.text for want in whole.wanted] == [want.text for want in part.wanted] * 2
