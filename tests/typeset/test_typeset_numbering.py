"""The printed numbers: through a section, by group, upwards and downwards, and by letters."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvpress.profile import model
from cvpress.profile.lists import Numbering
from cvpress.profile.section import Section
from cvpress.profile.works import PublicationType
from cvpress.typeset.numbering import LETTERS, labels

TYPES = get_args(PublicationType)
BY_LETTER = {"j": ", type: journal", "c": ", type: conference", "w": ", type: workshop", "-": ""}


def section(number: str, groups: list[str], form: str = "{n}", second: str = "") -> Section:
    """Groups of publications, each written as the first letters of their types; `second` numbers the second group."""
    lines = [f"  s:\n    kind: publication\n    number: {number}\n    number_format: '{form}'\n    groups:\n"]
    for at, group in enumerate(groups):
        own = f"number: {second}, " if at == 1 and second else ""
        lines.append(f"      - {{{own}entries: [{', '.join(map(_paper, group))}]}}\n")
    return _only("".join(lines))


def _paper(letter: str) -> str:
    return f"{{title: x, authors: [y]{BY_LETTER[letter]}}}"


def _only(lines: str) -> Section:
    head = "schema: 1\nname: {given: Ada}\ndocuments: {cv: {template: ruled}}\nsections:\n"
    return model.parse(f"{head}{lines}".encode(), Path("p.yaml")).sections["s"]


@pytest.mark.parametrize(
    ("number", "second", "expected"),
    [
        ("none", "", "| |"),
        ("up", "", "1 2|3|4 5"),
        ("down", "", "5 4|3|2 1"),
        ("per-group", "", "1 2|1|1 2"),
        ("per-group-down", "", "2 1|1|2 1"),
        ("down", "none", "4 3||2 1"),
        ("down", "per-group-down", "4 3|1|2 1"),
        ("none", "up", "|1|"),
    ],
)
def test_a_number_runs_through_the_section_or_begins_anew(number: str, second: str, expected: str) -> None:
    made = labels(section(number, ["jj", "c", "w-"], "{n}", second))
    assert "|".join(" ".join(group) for group in made) == expected.replace("| |", "||")


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        ("up", "J1 C1|J2 J3|O1 C2"),
        ("down", "J3 C2|J2 J1|O1 C1"),
        ("per-group", "J1 C1|J1 J2|O1 C1"),
        ("per-group-down", "J1 C1|J2 J1|O1 C1"),
    ],
)
def test_with_the_letter_of_a_type_each_letter_counts_alone(number: str, expected: str) -> None:
    made = labels(section(number, ["jc", "jj", "-c"], "{type}{n}"))
    assert "|".join(" ".join(group) for group in made) == expected


def test_every_type_has_a_letter_of_its_own() -> None:
    assert tuple(LETTERS) == TYPES
    assert len(set(LETTERS.values())) == len(TYPES)


def test_what_is_no_publication_is_of_the_other_letter() -> None:
    prizes = _only("  s: {kind: award, number: up, number_format: '{type}{n}', entries: [Prize, Medal]}\n")
    assert labels(prizes) == (("O1", "O2"),)


@given(st.lists(st.text("jcw-", max_size=6), min_size=1, max_size=4), st.sampled_from(get_args(Numbering)))
def test_no_two_entries_of_a_running_number_share_a_label(groups: list[str], number: str) -> None:
    made = labels(section(number, groups, "{type}{n}"))
    assert [len(group) for group in made] == [0 if number == "none" else len(group) for group in groups]
    shown = [label for group in made for label in group]
    assert len(set(shown)) == len(shown) or number.startswith("per-group")
    assert all(len(set(group)) == len(group) for group in made)
