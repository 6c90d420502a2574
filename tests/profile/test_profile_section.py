"""Sections and groups: the kind is handed down, never guessed; what would print nothing is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from profile_samples import SMALLEST, of_kind, problems, profile

from cvpress.profile.kinds import Award, Talk


def sections(text: str) -> str:
    return SMALLEST.replace("sections: {}\n", f"sections:\n{text}")


def messages(folder: Path, text: str) -> list[str]:
    return [problem.message for problem in problems(folder, text)]


def test_a_group_has_the_kind_of_its_section_or_its_own(tmp_path: Path) -> None:
    groups = "[{entries: [Two]}, {kind: talk, entries: [{title: Three}]}]"
    text = f"  a:\n    kind: award\n    entries: [One]\n    groups: {groups}\n"
    section = profile(tmp_path, sections(text)).sections["a"]
    assert [type(entry) for group in section.all_groups for entry in group.entries] == [Award, Award, Talk]
    assert [group.kind for group in section.all_groups] == [None, None, "talk"]


def test_fields_do_not_decide_the_kind(tmp_path: Path) -> None:
    text = sections("  a: {kind: award, groups: [{kind: talk, entries: [{title: A, awarder: B}]}]}\n")
    assert messages(tmp_path, text) == ["'awarder' is not a field of a talk"]


def test_an_unknown_kind_hides_the_entries_but_not_the_rest_of_its_section(tmp_path: Path) -> None:
    one = "  a: {kind: poem, entries: [{x: 1}], style: y}\n"
    two = "  b: {kind: award, groups: [{kind: poem, entries: [{x: 1}]}]}\n"
    unknown = "'poem' is not a known kind"
    assert messages(tmp_path, sections(one + two)) == [unknown, "'y' is not a known style", unknown]


@pytest.mark.parametrize("body", ["", "title: A", "note: A", "epigraph: A"])
def test_a_section_or_group_without_entries_prints_nothing(tmp_path: Path, body: str) -> None:
    comma = ", " if body else ""
    assert len(messages(tmp_path, sections(f"  a: {{kind: award{comma}{body}}}\n"))) == 1
    assert messages(tmp_path, sections(f"  a: {{kind: award, entries: [A]{comma}{body}}}\n")) == []
    assert messages(tmp_path, sections(f"  a: {{kind: award, entries: []{comma}{body}}}\n")) == [], "it was meant"
    assert messages(tmp_path, sections("  a: {kind: award, entires: [A]}\n")) == [
        "'entires' is not a field of a section"
    ]


@pytest.mark.parametrize(("form", "good"), [("[{n}]", True), ("{n}", True), ("[n]", False), ("#", False)])
def test_a_number_needs_its_place(tmp_path: Path, form: str, good: bool) -> None:
    told = messages(tmp_path, of_kind("award", "A", section=f"    number_format: '{form}'\n"))
    assert told == ([] if good else [f"'{form}' has no place for the number"])


@pytest.mark.parametrize(("mark", "good"), [("*", True), ("†", True), ("^", False), ("**", False), ("a", False)])
def test_a_legend_explains_marks_that_names_can_carry(tmp_path: Path, mark: str, good: bool) -> None:
    assert (messages(tmp_path, of_kind("award", "A", section=f"    marks: {{'{mark}': equal}}\n")) == []) is good


@pytest.mark.parametrize(("untitled", "good"), [("true", False), ("yes", False), ("false", True), ("no", True)])
def test_a_title_is_not_hidden(tmp_path: Path, untitled: str, good: bool) -> None:
    text = of_kind("award", "A", section=f"    untitled: {untitled}\n    title: Prizes\n")
    assert (messages(tmp_path, text) == []) is good


def test_faults_are_told_beside_errors_of_fields(tmp_path: Path) -> None:
    text = of_kind("award", "A", section="    xyzzy: 1\n    number_format: x\n    untitled: yes\n    title: A\n")
    assert len(messages(tmp_path, text)) == 3
