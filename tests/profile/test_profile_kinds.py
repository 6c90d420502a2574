"""The kinds: three lists that must agree, and the rules for dates and labels, told beside every other problem."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from profile_samples import of_kind, problems, profile, tree
from pydantic import ValidationError

from cvpress.profile import kinds
from cvpress.profile.kinds import KINDS, Dated, Entry, Position
from cvpress.profile.section import AnyEntry, Kind


def messages(folder: Path, kind: str, *entries: str) -> list[str]:
    return [problem.message for problem in problems(folder, of_kind(kind, *entries))]


def test_the_kinds_of_the_table_the_sections_and_the_union_are_the_same() -> None:
    union = {option.__metadata__[0].tag: option.__origin__ for option in get_args(get_args(AnyEntry)[0])}
    assert union == KINDS
    assert get_args(Kind) == tuple(KINDS)


@pytest.mark.parametrize("model", KINDS.values(), ids=KINDS)
def test_every_kind_has_a_noun_of_its_own_and_what_all_entries_have(model: type[Entry]) -> None:
    assert model.noun.startswith(("a ", "an "))
    assert [other for other in KINDS.values() if other.noun == model.noun] == [model]
    assert {"key", "tags", "private", "note", "links"} <= set(model.known())
    assert model.shorthand in ("", *model.known())


@pytest.mark.parametrize("kind", [kind for kind, model in KINDS.items() if model.shorthand])
def test_a_plain_text_may_stand_for_an_entry_where_its_kind_allows(tmp_path: Path, kind: str) -> None:
    model = KINDS[kind]
    short, long = profile(tmp_path, of_kind(kind, "Words", f"{{{model.shorthand}: Words}}")).sections["one"].entries
    assert getattr(short, model.shorthand) == getattr(long, model.shorthand)
    assert short.spot != long.spot


@pytest.mark.parametrize("kind", [kind for kind, model in KINDS.items() if not model.shorthand])
def test_elsewhere_a_plain_text_is_no_entry(tmp_path: Path, kind: str) -> None:
    (problem,) = problems(tmp_path, of_kind(kind, "Words"))
    assert problem.message == f"{KINDS[kind].noun} must be a mapping of fields, not 'Words'"


@pytest.mark.parametrize("kind", [kind for kind, model in KINDS.items() if issubclass(model, Dated)])
def test_every_dated_kind_checks_its_range_beside_a_misspelt_key(tmp_path: Path, kind: str) -> None:
    told = messages(tmp_path, kind, "{start_date: 2020, end_date: 2019, xyzzy: 1}")
    assert "the range ends before it begins: 2020 to 2019" in told
    assert f"'xyzzy' is not a field of {KINDS[kind].noun}" in told


def test_a_range_is_checked_beside_a_date_that_is_none_and_in_roles(tmp_path: Path) -> None:
    assert messages(tmp_path, "award", "{title: Prize, start_date: 2020-13}") == [
        "a range needs both ends: 'end_date' is missing",
        "there is no month 13 in '2020-13'; months are 01 to 12",
    ]
    role = "{organization: Home, roles: [{position: Analyst, start_date: 2020, end_date: 2019}]}"
    assert messages(tmp_path, "position", role) == ["the range ends before it begins: 2020 to 2019"]


@pytest.mark.parametrize(
    "dates",
    ["date: 2020", "date: {text: Spring}", "start_date: 2020, end_date: 2020", "start_date: 2020, end_date: present",
     "start_date: {text: Spring}, end_date: 2019", "start_date: 2020-05, end_date: 2020"],
)  # fmt: skip
def test_dates_that_are_right(tmp_path: Path, dates: str) -> None:
    assert messages(tmp_path, "award", f"{{title: Prize, {dates}}}") == []


def test_a_label_or_a_short_venue_but_not_both(tmp_path: Path) -> None:
    paper = "title: Notes, authors: [Ada]"
    assert messages(tmp_path, "publication", f"{{{paper}, label: A}}", f"{{{paper}, venue_short: A}}") == []
    told = messages(tmp_path, "publication", f"{{{paper}, label: A, venue_short: A, xyzzy: 1}}")
    assert "both 'label' and 'venue_short' are given" in told


def test_a_talk_says_something(tmp_path: Path) -> None:
    assert messages(tmp_path, "talk", "{title: A}", "{topic: A}", "{event: A}") == []
    assert messages(tmp_path, "talk", "{location: A}") == ["a talk needs a 'title', a 'topic' or an 'event'"]
    assert messages(tmp_path, "talk", "{titel: A}") == ["'titel' is not a field of a talk"]


def test_without_a_list_to_tell_it_in_a_fault_is_an_error_of_validation() -> None:
    with pytest.raises(ValidationError, match="the range ends before it begins"):
        Position.model_validate(tree("organization: Home\nstart_date: 2020\nend_date: 2019\n"))


def test_with_is_the_yaml_name_of_two_fields(tmp_path: Path) -> None:
    (talk,) = profile(tmp_path, of_kind("talk", "{title: A, with: [B C]}")).sections["one"].entries
    assert isinstance(talk, kinds.Talk)
    assert [person.plain for person in talk.speakers] == ["B C"]
    assert messages(tmp_path, "talk", "{title: A, speakers: [B C]}") == ["'speakers' is not a field of a talk"]


def test_highlights_nest_as_deep_as_a_cv_does(tmp_path: Path) -> None:
    deep = "bottom"
    for level in range(8):
        deep = f"{{text: level {level}, highlights: [{deep}]}}"
    (entry,) = profile(tmp_path, of_kind("item", f"{{text: top, highlights: [{deep}]}}")).sections["one"].entries
    assert isinstance(entry, kinds.Item)
    inner, count = entry.highlights, 0
    while inner:
        (one,) = inner
        inner, count = one.highlights, count + 1
    assert (count, one.text.plain) == (9, "bottom")
