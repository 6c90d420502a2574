"""A whole profile: how it is loaded, and that all that is wrong is told in one run."""

from __future__ import annotations

from pathlib import Path

import pytest
from profile_samples import PEOPLE, ROOT, SMALLEST, problems, profile

from cvpress.errors import ProfileError
from cvpress.profile import model


def test_the_smallest_profile(tmp_path: Path) -> None:
    made = profile(tmp_path, SMALLEST)
    assert made.name.full == "Ada Lovelace"
    assert (made.sections, made.packets) == ({}, {})
    assert made.documents["cv"].template.plain == "ruled"
    assert (made.documents["cv"].language, made.documents["cv"].kind, made.documents["cv"].limit.pages) == (
        "en-US",
        "cv",
        None,
    )


@pytest.mark.parametrize("person", PEOPLE)
def test_the_four_profiles_are_valid(person: str) -> None:
    made = model.load(ROOT / "profiles" / person / "profile.yaml")
    assert made.name.full.lower().replace(" ", "-") == person
    assert "cv" in made.documents


def test_messages_name_the_path_that_is_shown(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, SMALLEST + "xyzzy: 1\n")
    assert str(problem).startswith("p.yaml:5:1: 'xyzzy' is not a field of a profile; its fields are: schema, name,")
    with pytest.raises(ProfileError, match=f"cannot read {tmp_path}/absent.yaml"):
        model.load(tmp_path / "absent.yaml")


def test_a_profile_cannot_be_changed(tmp_path: Path) -> None:
    made = profile(tmp_path, SMALLEST)
    with pytest.raises(Exception, match="frozen"):
        made.headline = None  # type: ignore[misc]  # mypy says so too


def test_models_know_where_they_begin(tmp_path: Path) -> None:
    made = profile(tmp_path, SMALLEST.replace("{}", "\n  a: {kind: award, entries: [A, {title: B}]}"))
    section = made.sections["a"]
    assert [str(part.spot) for part in (made, made.name, section, *section.entries)] == [
        "p.yaml:1:1",
        "p.yaml:2:7",
        "p.yaml:4:6",
        "p.yaml:4:30",
        "p.yaml:4:33",
    ]


@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("headline:\n", ["empty-value"]),
        ("headlin:\n", ["empty-value", "unknown-field"]),
        ("packets:\n", ["empty-value"]),
        ("contact: {emails: [~]}\n", ["empty-value"]),
        ("headline: ''\n", ["empty-value"]),
        ("photo: {caption: {}}\n", ["wrong-type"]),
    ],
)
def test_a_value_left_out_is_told_once(tmp_path: Path, line: str, rules: list[str]) -> None:
    assert [problem.rule for problem in problems(tmp_path, SMALLEST + line)] == rules


def test_what_yaml_the_fields_and_the_whole_refuse_comes_in_one_run_and_in_order(tmp_path: Path) -> None:
    text = "headline: !x A\nheadline: B\nmotto: [a]\nphoto: {fil: a}\npackets: {all: [cvv]}\n"
    assert [problem.rule for problem in problems(tmp_path, SMALLEST + text)] == [
        "yaml-tag",
        "duplicate-key",
        "wrong-type",
        "unknown-field",
        "unknown-document",
    ]


def test_one_value_that_aliases_repeat_is_told_once(tmp_path: Path) -> None:
    text = SMALLEST.replace("sections: {}", "sections:\n  a: &a {kind: award, entries: [{titel: A}]}\n  b: *a\n  c: *a")
    assert [problem.message for problem in problems(tmp_path, text)] == ["'titel' is not a field of an award"]
