"""The view: everything of a profile worded, numbered and polished, and nothing of it missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import indent

import pytest

from cvpress.profile import model
from cvpress.profile.base import Model
from cvpress.profile.dates import Date
from cvpress.profile.kinds import KINDS, Dated, Entry, Role
from cvpress.profile.markup import Nodes, Str, plain
from cvpress.profile.model import Profile
from cvpress.profile.values import Person, Text, Url, Verbatim
from cvpress.typeset.citation.parts import tag_has_date
from cvpress.typeset.view import CvView, EntryView, GroupView, HighlightView, own_names, view
from cvpress.typeset.words import words

GOLDEN = Path(__file__).parents[1] / "golden" / "profile.yaml"
Viewed = Callable[..., CvView]


@pytest.fixture
def viewed(tmp_path: Path) -> Viewed:
    """The view of a profile with the given sections (YAML) and further top-level YAML."""

    def make(sections: str, more: str = "", document: str = "cv: {template: ruled}", style: str = "short") -> CvView:
        path = tmp_path / "profile.yaml"
        head = more if "name:" in more else f"name: {{given: Ada, family: Example}}\n{more}"
        parts = ("schema: 1", head, "sections:", indent(sections, "  "), "documents:", indent(document, "  "))
        path.write_text("\n".join(parts) + "\n", encoding="utf-8")
        profile = model.load(path)
        wanted = profile.documents["cv"]
        return view(profile, wanted, words(wanted.language, profile.terms), style)

    return make


def only(cv: CvView) -> EntryView:
    """The one entry of the one section."""
    ((entry,),) = [group.entries for section in cv.sections for group in section.groups]
    return entry


def shown(value: object) -> str:
    """Whatever a field holds, as text; lists with | between."""
    if isinstance(value, HighlightView):
        return shown(value.text) + "".join(f"<{shown(inner)}>" for inner in value.highlights)
    if isinstance(value, EntryView):
        return "|".join(shown(part) for part in (value.dates, *value.fields.values(), value.roles))
    assert isinstance(value, tuple)
    if value and isinstance(value[0], (tuple, HighlightView, EntryView)):
        return "|".join(shown(item) for item in value)
    return plain(value).replace("\u00a0", " ")


def labels(groups: tuple[GroupView, ...]) -> list[list[str]]:
    return [[plain(label) for label in group.labels] for group in groups]


def test_every_field_is_there_under_its_name_and_absent_ones_are_nothing(viewed: Viewed) -> None:
    entry = only(viewed("a: {kind: award, entries: [{title: Medal, selectivity: top 2%}]}"))
    assert entry.kind == "award"
    assert {name: shown(value) for name, value in entry.fields.items() if value} == {
        "title": "Medal",
        "selectivity": "top 2%",
    }
    assert [entry["awarder"], entry["links"], entry.dates, entry.roles] == [()] * 4


def test_a_field_that_the_kind_does_not_have_is_an_error(viewed: Viewed) -> None:
    entry = only(viewed("a: {kind: award, entries: [Medal]}"))
    with pytest.raises(KeyError):
        entry["titel"]


def test_entries_and_sections_know_their_place(viewed: Viewed) -> None:
    cv = viewed("a:\n  kind: award\n  entries:\n    - title: Medal")
    assert cv.sections[0].spot is not None
    spot = only(cv).spot
    assert spot is not None
    assert (spot.line, spot.column) == (8, 9)


def test_dates_have_the_style_of_their_section_else_the_templates(viewed: Viewed) -> None:
    cv = viewed(
        "a: {kind: award, entries: [{title: X, date: 2021-08}]}\n"
        "b: {kind: award, date_style: long, entries: [{title: X, start_date: 2021-08, end_date: present}]}",
        style="numeric",
    )
    assert [shown(section.groups[0].entries[0].dates) for section in cv.sections] == [
        "08/2021",
        "August 2021 – Present",
    ]


def test_a_course_stands_beside_its_term_and_its_date(viewed: Viewed) -> None:
    cv = viewed("a: {kind: teaching, entries: [{course: X, term: Spring 2019}, {course: Y, term: Fall, date: 2018}]}")
    assert [shown(entry.dates) for entry in cv.sections[0].groups[0].entries] == ["Spring 2019", "Fall, 2018"]


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("advisors: [A. One]", "Advisor: A. One"),
        ("advisors: [A. One, B. Two]", "Advisors: A. One, B. Two"),
        ("committee: [A. One]", "Committee: A. One"),
        ("thesis: On X", "Thesis: On X"),
        ("score: 1.10", "Score: 1.10"),
    ],
)
def test_a_field_that_needs_one_carries_its_term(viewed: Viewed, field: str, expected: str) -> None:
    entry = only(viewed(f"a: {{kind: education, entries: [{{degree: Ph.D., institution: U, {field}}}]}}"))
    assert shown(entry[field.partition(":")[0]]) == expected


def test_a_term_is_the_persons_own_and_polished(viewed: Viewed) -> None:
    sections = "a: {kind: education, entries: [{degree: M.S., institution: U, thesis: On X}]}"
    assert shown(only(viewed(sections, "terms: {thesis: Master's Thesis}"))["thesis"]) == "Master’s Thesis: On X"


def test_people_one_was_with_are_listed(viewed: Viewed) -> None:
    entry = only(viewed("a: {kind: talk, entries: [{title: T, host: H. Ost, with: [A. One, B. Two, C. Three]}]}"))
    assert shown(entry["speakers"]) == "with A. One, B. Two, and C. Three"
    assert shown(entry["host"]) == "by H. Ost"
    pupil = only(viewed("a: {kind: supervision, entries: [{name: P. Upil, co_advisors: [A. One, B. Two]}]}"))
    assert shown(pupil["co_advisors"]) == "co-advised with A. One and B. Two"


def test_roles_and_highlights_keep_their_depth(viewed: Viewed) -> None:
    entry = only(
        viewed(
            "a:\n  kind: position\n  entries:\n    - organization: [X, Y]\n      roles:\n"
            "        - {position: R, date: 2020, highlights: [{text: a, highlights: [{text: b, highlights: [c]}]}, d]}"
        )
    )
    (role,) = entry.roles
    assert (role.kind, shown(role["position"]), shown(role.dates)) == ("role", "R", "2020")
    assert shown(role["highlights"]) == "a<b<c>>|d"
    assert shown(entry["organization"]) == "X|Y"


GROUPS = """\
a:
  kind: service
  number: {number}
  groups:
    - {{title: One, entries: [{{venue: a}}, {{venue: b}}]}}
    - {{title: Two, {second}entries: [{{venue: c}}]}}
    - {{title: Three, entries: [{{venue: d}}, {{venue: e}}]}}
"""


@pytest.mark.parametrize(
    ("number", "second", "expected"),
    [
        ("none", "", [[], [], []]),
        ("up", "", [["1.", "2."], ["3."], ["4.", "5."]]),
        ("down", "", [["5.", "4."], ["3."], ["2.", "1."]]),
        ("per-group", "", [["1.", "2."], ["1."], ["1.", "2."]]),
        ("down", "number: none, ", [["4.", "3."], [], ["2.", "1."]]),
        ("up", "number: per-group, ", [["1.", "2."], ["1."], ["3.", "4."]]),
        ("none", "number: up, ", [[], ["1."], []]),
        ("none", "number: down, number_format: '[{n}]', ", [[], ["[1]"], []]),
    ],
)
def test_numbers(viewed: Viewed, number: str, second: str, expected: list[list[str]]) -> None:
    assert labels(viewed(GROUPS.format(number=number, second=second)).sections[0].groups) == expected


def test_the_form_of_a_number_is_the_sections(viewed: Viewed) -> None:
    cv = viewed("a: {kind: award, number: up, number_format: '({n})', entries: [X, Y]}")
    assert labels(cv.sections[0].groups) == [["(1)", "(2)"]]


def test_the_widest_label_sets_the_indent(viewed: Viewed) -> None:
    cv = viewed(f"a: {{kind: award, number: down, entries: [{', '.join('ABCDEFGHIJK')}]}}")
    assert plain(cv.sections[0].groups[0].widest) in ("11.", "10.")


def test_entries_without_a_group_come_first_and_have_no_title(viewed: Viewed) -> None:
    cv = viewed("a: {kind: award, number: up, entries: [X], groups: [{title: G, entries: [Y]}]}")
    assert [(plain(group.title), len(group.entries)) for group in cv.sections[0].groups] == [("", 1), ("G", 1)]
    assert labels(cv.sections[0].groups) == [["1."], ["2."]]


def test_a_group_may_have_a_kind_of_its_own(viewed: Viewed) -> None:
    cv = viewed("a: {kind: award, groups: [{entries: [X]}, {kind: item, entries: [Y]}]}")
    assert [group.kind_file for group in cv.sections[0].groups] == ["award.tex.j2", "item.tex.j2"]


def test_the_widest_date_is_one_that_stands_beside_an_entry(viewed: Viewed) -> None:
    beside = "a: {kind: award, entries: [{title: X, date: 2021}, {title: Y, date: 2021-08}]}\n"
    inside = (
        "b: {kind: publication, entries: [{title: T, authors: [A], start_date: 2021-08-01, end_date: 2021-09-30}]}\n"
        "c: {kind: item, entries: [{text: T, start_date: 2021-08-01, end_date: 2021-09-30}]}\n"
        "d: {kind: award, number: up, entries: [{title: T, start_date: 2021-08-01, end_date: 2021-09-30}]}\n"
    )
    assert shown(viewed(beside + inside).widest_date) == "Aug 2021"
    assert viewed(inside).widest_date == ()
    roles = "e: {kind: position, entries: [{organization: X, roles: [{position: R, date: 2021-08-13}]}]}\n"
    assert shown(viewed(beside + roles).widest_date) == "Aug 13, 2021"
    term = "f: {kind: teaching, entries: [{course: X, term: Winter and Spring 2019}]}\n"
    assert shown(viewed(beside + term).widest_date) == "Winter and Spring 2019"


def test_the_widest_day_is_of_the_news(viewed: Viewed) -> None:
    news = "n: {kind: news, entries: [{text: T, date: 2021}, {text: T, date: 2021-08}]}\n"
    cv = viewed(news + "a: {kind: award, entries: [{title: X, date: 2021-08-13}]}")
    assert shown(cv.widest_day) == "Aug 2021"
    assert shown(cv.widest_date) == "Aug 13, 2021"


@pytest.mark.parametrize(
    ("section", "expected"),
    [
        ("{kind: publication, entries: [{title: T, authors: [A*, B]}]", "* equal"),
        ("{kind: publication, entries: [{title: T, authors: [A*†, B]}]", "* equal; † contact"),
        ("{kind: publication, entries: [{title: T, authors: [A, B]}]", ""),
        ("{kind: patent, entries: [{title: T, inventors: [A†]}]", "† contact"),
    ],
)
def test_the_legend_tells_the_marks_that_are_used(viewed: Viewed, section: str, expected: str) -> None:
    cv = viewed(f"a: {section}, marks: {{'*': equal, †: contact}}}}")
    assert shown(cv.sections[0].legend) == expected


def test_a_section_has_its_own_title_or_the_languages_or_none(viewed: Viewed) -> None:
    entries = "kind: award, entries: [X]"
    cv = viewed(f'a: {{{entries}}}\nb: {{{entries}, title: The "Best"}}\nc: {{{entries}, untitled: true}}')
    assert [shown(section.title) for section in cv.sections] == ["Awards", "The “Best”", ""]
    assert [section.name for section in cv.sections] == ["a", "b", "c"]


def test_names_are_polished_for_the_eye_and_plain_for_metadata(viewed: Viewed) -> None:
    cv = viewed("a: {kind: award, entries: [X]}", "name: {given: Maeve, family: O'Brien, suffix: Ph.D., native: 欧}")
    assert {part: shown(nodes) for part, nodes in cv.name.items()} == {
        "given": "Maeve",
        "family": "O’Brien",
        "suffix": "Ph.D.",
        "native": "欧",
    }
    assert cv.full_name == "Maeve O'Brien"


def test_a_person_is_an_author_under_every_own_name() -> None:
    profile = model.load(GOLDEN)
    assert own_names(profile) == {"Maeve O'Brien-Żuk", "欧明月", "M. O'Brien-Żuk"}


@pytest.mark.parametrize(
    ("document", "title"),
    [
        ("cv: {template: ruled}", "Curriculum Vitae"),
        ("cv: {template: ruled, kind: statement}", "Statement"),
        ("cv: {template: ruled, title: 'Why \"I\"'}", "Why “I”"),
    ],
)
def test_a_document_has_its_own_title_or_that_of_its_kind(viewed: Viewed, document: str, title: str) -> None:
    assert shown(viewed("a: {kind: award, entries: [X]}", document=document).title) == title


@pytest.mark.parametrize(
    "where",
    [
        {"sections": "a: {kind: award, entries: [智]}"},
        {"sections": "a: {kind: award, title: 智, entries: [X]}"},
        {"sections": "a: {kind: award, number: up, number_format: '第{n}', entries: [X]}"},
        {"sections": "a: {kind: award, groups: [{number: up, number_format: '第{n}', entries: [X]}]}"},
        {"sections": "a: {kind: award, entries: [{title: X, date: {text: 春天}}]}"},
        {"sections": "a: {kind: talk, entries: [{title: X, host: 智}]}"},
        {"sections": "a: {kind: publication, entries: [{title: X, authors: [A], url: 'https://example.org/智'}]}"},
        {"more": "name: {given: A, native: 智}"},
        {"more": "terms: {present: 至今}"},
        {"more": "motto: 智"},
        {"document": "cv: {template: ruled, title: 智}"},
    ],
)
def test_a_script_is_seen_wherever_it_stands(viewed: Viewed, where: dict[str, str]) -> None:
    plain_sections = "a: {kind: award, entries: [X]}"
    assert viewed(plain_sections).scripts == ()
    assert viewed(**{"sections": plain_sections, **where}).scripts == ("han",)


@pytest.mark.parametrize("kind", [*KINDS, "role"])
def test_no_field_of_a_kind_is_forgotten(kind: str) -> None:
    kind_model = Role if kind == "role" else KINDS[kind]
    entries = [entry for entry in all_entries(golden()) if entry.kind == kind]
    own = {"key", "tags", "private", "date", "start_date", "end_date", "roles"}
    made = {"reference", "qualification"}
    assert entries
    assert all(entry.fields.keys() - made == kind_model.model_fields.keys() - own for entry in entries)


def golden() -> CvView:
    profile = model.load(GOLDEN)
    return view(profile, profile.documents["cv"], words("en-US", profile.terms), "short")


def all_entries(cv: CvView) -> Iterator[EntryView]:
    for section in cv.sections:
        for group in section.groups:
            for entry in group.entries:
                yield entry
                yield from entry.roles


def leaves_of(value: object) -> Iterator[Text | Verbatim | Person | Url | Date]:
    if isinstance(value, (Text, Verbatim, Person, Url, Date)):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from leaves_of(item)
    elif isinstance(value, Model):
        for name in type(value).model_fields:
            yield from leaves_of(getattr(value, name))


def told(text: str) -> str:
    return text.translate(str.maketrans("“”‘’\u00a0", "\"\"'' "))


def test_every_leaf_of_every_entry_is_in_its_view() -> None:
    profile: Profile = model.load(GOLDEN)
    language = words("en-US", profile.terms)
    entries: list[tuple[Entry, EntryView, str]] = []
    for section, section_view in zip(profile.sections.values(), golden().sections, strict=True):
        for group, group_view in zip(section.all_groups, section_view.groups, strict=True):
            style: str = section.date_style or "short"
            entries += [(entry, made, style) for entry, made in zip(group.entries, group_view.entries, strict=True)]
    lost: list[str] = []
    for entry, made, style in entries:
        printed = told(shown(made))
        for leaf in leaves_of(entry):
            if isinstance(leaf, Date):
                worded = told(language.date(leaf, style))
                said = made.kind == "publication" and tag_has_date(entry, worded)  # type: ignore[arg-type]
                if not said and worded not in printed:
                    lost.append(worded)
            elif not isinstance(leaf, Url) and told(leaf.plain) not in printed:
                lost.append(leaf.plain)
    assert lost == []
    assert len(entries) > 40
    assert all(isinstance(entry, Dated) or not made.dates for entry, made, _ in entries)


def test_a_text_is_polished_once_and_for_all(viewed: Viewed) -> None:
    entry = only(
        viewed('a: {kind: text, entries: ["It\'s a \\"text\\" that is long enough to keep its last word to it"]}')
    )
    nodes: Nodes = entry["text"]  # type: ignore[assignment]
    assert nodes == (Str("It’s a “text” that is long enough to keep its last word to\u00a0it"),)
