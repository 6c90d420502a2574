"""What a section may say of its list: ranges of years, and what belongs together."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from profile_samples import of_kind, problems

from cvpress.profile.lists import Mark, Select, Years
from cvpress.profile.values import MARKS

PAPER = "{title: T, authors: [A]}"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("2019-2024", Years(2019, 2024)),
        ("2019\u20132024", Years(2019, 2024)),
        ("2019-", Years(2019, 9999)),
        ("-2019", Years(0, 2019)),
        ("2019", Years(2019, 2019)),
    ],
)
def test_ranges_of_years(written: str, expected: Years) -> None:
    assert Select.model_validate({"years": written}).years == expected


@pytest.mark.parametrize("written", ["-", "19-20", "2019-2020-2021", "since 2019", "2019 2020"])
def test_what_is_no_range_of_years_is_told(tmp_path: Path, written: str) -> None:
    (told,) = problems(tmp_path, of_kind("publication", PAPER, section=f"    select: {{years: '{written}'}}\n"))
    assert told.message == f"'{written}' is not a range of years"


def test_the_marks_of_people_are_those_of_authors() -> None:
    assert get_args(Mark) == tuple(MARKS)


@pytest.mark.parametrize(
    ("section", "rule"),
    [
        ("people: [{names: B}]", "missing-field"),
        ("metrics: {as_of: 2025}", "missing-field"),
        ("metrics: {h_index: 3}", "missing-field"),
        ("metrics: {h_index: 3, as_of: present}", "bad-date"),
        ("groups: [{title: R, select: {rest: true, last: 3}}]", "bad-value"),
        ("select: {last: 0}", "bad-value"),
        ("et_al: 0", "bad-value"),
    ],
)
def test_what_would_print_nothing_or_contradicts_itself_is_told(tmp_path: Path, section: str, rule: str) -> None:
    (told,) = problems(tmp_path, of_kind("publication", PAPER, section=f"    {section}\n"))
    assert told.rule == rule
    assert told.spot is not None


def test_a_name_alone_is_a_list_of_names(tmp_path: Path) -> None:
    people = "    people: [{names: Bob Roe, underline: true}]\n"
    assert problems(tmp_path, of_kind("publication", PAPER, section=people)) == ()
