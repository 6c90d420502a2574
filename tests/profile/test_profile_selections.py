"""What selections name must exist, wherever they stand; and a mark has one meaning in a section."""

from __future__ import annotations

from pathlib import Path

import pytest
from profile_samples import SMALLEST, problems

PAPERS = "entries: [{title: A, authors: [Ann Lee], key: tides, tags: [sea]}, {title: B, authors: [Bob Roe]}]"


def told(folder: Path, section: str, document: str = "{template: ruled}", top: str = "") -> list[tuple[str, str]]:
    """Messages and advice about a profile with a section `p`."""
    body = f"sections:\n  p: {{kind: publication, {section}}}\ndocuments: {{cv: {document}}}\n{top}"
    text = SMALLEST.replace("sections: {}\n", "").replace("documents: {cv: {template: ruled}}\n", body)
    return [(problem.message, problem.advice) for problem in problems(folder, text)]


SEA = ("no entry of 'p' has the tag 'see'", "did you mean 'sea'?")
TIDES = ("no entry of 'p' has the key 'tide'", "did you mean 'tides'?")


@pytest.mark.parametrize(
    ("section", "document"),
    [
        (f"select: {{tags: see, keys: tide}}, {PAPERS}", "{template: ruled}"),
        (f"groups: [{{title: G, select: {{tags: [see], keys: [tide]}}}}], {PAPERS}", "{template: ruled}"),
        (PAPERS, "{template: ruled, sections: [{section: p, tags: see, keys: tide}]}"),
    ],
)
def test_a_tag_or_key_that_no_entry_has_is_told(tmp_path: Path, section: str, document: str) -> None:
    assert told(tmp_path, section, document) == [SEA, TIDES]


def test_tags_and_keys_of_groups_are_known_to_the_section(tmp_path: Path) -> None:
    assert told(tmp_path, f"select: {{tags: sea, keys: tides}}, groups: [{{{PAPERS}}}]") == []


MEANS = "the mark '*' of these people means something else already"


@pytest.mark.parametrize(
    ("section", "top", "count"),
    [
        ("marks: {'*': equal}, people: [{names: Ann Lee, mark: '*', meaning: student}], ", "", 1),
        ("marks: {'*': student}, people: [{names: Ann Lee, mark: '*', meaning: student}], ", "", 0),
        ("marks: {'*': equal}, ", "people: [{names: Ann Lee, mark: '*', meaning: student}]\n", 1),
        ("people: [{names: Bob Roe, mark: '*', meaning: friend}], ",
         "people: [{names: Ann Lee, mark: '*', meaning: student}]\n", 1),
        ("people: [{names: Bob Roe, mark: '*', meaning: student}], ",
         "people: [{names: Ann Lee, mark: '*', meaning: student}]\n", 0),
        ("people: [{names: Bob Roe, mark: ‡, meaning: friend}], ",
         "people: [{names: Ann Lee, mark: '*', meaning: student}]\n", 0),
    ],
)  # fmt: skip
def test_a_mark_has_one_meaning(tmp_path: Path, section: str, top: str, count: int) -> None:
    assert [message for message, _ in told(tmp_path, section + PAPERS, top=top)] == [MEANS] * count


def test_a_mark_of_people_behind_somebody_else_is_told(tmp_path: Path) -> None:
    people = "people: [{names: [Ann Lee], mark: '*', meaning: student}], "
    assert told(tmp_path, f"{people}entries: [{{title: A, authors: ['A. Lee*', Bob Roe†]}}]") == []
    ((message, _),) = told(tmp_path, f"{people}entries: [{{title: A, authors: [Ann Lee, Bob Roe†*]}}]")
    assert message == "'Bob Roe†*' carries the mark '*', but is not among the people whom it marks"
