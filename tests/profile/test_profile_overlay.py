"""What a profile adds to the publications of a source."""

from __future__ import annotations

from pathlib import Path

import pytest
from bib_samples import errors, findings, load, papers

BIB = """\
@article{k, title = {T}, author = {Lee, Ann and Lee, Bo and Zhao, Tong and others}, journal = {J}, year = 2020}
@misc{bare, title = {Bare}}
"""


def overlay(lines: str) -> str:
    return f"source: a.bib\noverlay:\n  k: {{{lines}}}"


def test_its_fields_win_and_the_others_stay(tmp_path: Path) -> None:
    section = overlay(
        "venue: Other, acceptance_rate: 1/2, awards: [Best], selected: true, start_date: 2019, end_date: 2020"
    )
    (paper,) = papers(load(tmp_path, section, a=BIB))
    assert paper.venue
    assert paper.acceptance_rate
    assert (paper.venue.plain, paper.acceptance_rate.plain, paper.selected) == ("Other", "1/2", True)
    assert (paper.title.plain, paper.date, paper.type) == ("T", None, "journal")
    assert [award.plain for award in paper.awards] == ["Best"]


def test_it_may_complete_a_broken_entry(tmp_path: Path) -> None:
    made = load(tmp_path, "source: a.bib\noverlay: {bare: {authors: [Ann Lee]}}", a=BIB)
    assert len(papers(made)) == 2
    assert findings(made) == []


@pytest.mark.parametrize("name", ["Tong Zhao", "Zhao", "Zhao, Tong", "T. Zhao", "tong zhao"])
def test_marks_find_their_author(tmp_path: Path, name: str) -> None:
    section = overlay(f'author_marks: {{"{name}": "†*", Ann Lee: "†"}}')
    (paper,) = papers(load(tmp_path, section, a=BIB))
    assert [(one.plain, one.marks) for one in paper.authors] == [
        ("Ann Lee", "†"), ("Bo Lee", ""), ("Tong Zhao", "†*"), ("et al.", ""),
    ]  # fmt: skip
    assert paper.authors[2].parts
    assert paper.authors[2].parts.family == "Zhao"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("titel: X", "ada/profile.yaml:8:12: 'titel' is not a field of a publication; did you mean 'title'?"),
        ("date: 2020-13", "ada/profile.yaml:8:18: there is no month 13 in '2020-13'; months are 01 to 12"),
        ("author_marks: {Zhau: †}", "ada/profile.yaml:8:27: 'Zhau' is not an author of this entry; they are: Ann Lee, Bo Lee, Tong Zhao, et al."),  # noqa: E501
        ("author_marks: {Lee: †}", "ada/profile.yaml:8:27: 'Lee' is more than one author of this entry; write the whole name"),  # noqa: E501
        ("author_marks: {Ann Lee: x}", "ada/profile.yaml:8:36: 'x' is not a mark; marks are * † ‡ § ¶ ‖"),
        ("author_marks: x", "ada/profile.yaml:8:26: 'author_marks' must be a mapping; write {Ann Lee: †}"),
        ("authors: [X], author_marks: {X: †}", "ada/profile.yaml:8:26: 'author_marks' marks the authors of a source; write the marks behind the names in 'authors'"),  # noqa: E501
        ("title: A}, kk: {title: B", "ada/profile.yaml:8:23: no source has an entry 'kk'; did you mean 'k'?"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_it_is_an_error_of_the_profile(tmp_path: Path, lines: str, message: str) -> None:
    section = f"source: a.bib\noverlay:\n  {{k: {{{lines}}}}}"
    assert errors(tmp_path, section, a=BIB) == [message]


def test_an_overlay_of_a_source_that_cannot_be_read_is_not_told_too(tmp_path: Path) -> None:
    assert len(errors(tmp_path, "source: x.bib\noverlay: {k: {title: X}}")) == 1


def test_a_group_has_an_overlay_of_its_own(tmp_path: Path) -> None:
    section = "groups: [{source: a.bib, overlay: {k: {remark: R}}}]\noverlay: {k: {status: S}}"
    (paper,) = papers(load(tmp_path, section, a=BIB))
    assert paper.remark
    assert paper.status
