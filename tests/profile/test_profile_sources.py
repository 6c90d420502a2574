"""Publications from files: where they are put, what is told of them, and that the others stand."""

from __future__ import annotations

from pathlib import Path

import pytest
from bib_samples import errors, findings, load, papers, titles

from cvpress.errors import ProfileError
from cvpress.profile import model

A = "@misc{a1, title = {A one}, author = {Ann Lee}}\n@misc{a2, title = {A two}, author = {Ann Lee}}\n"
B = "@misc{b1, title = {B one}, author = {Ann Lee}}\n"
J = '[{"id": "j1", "title": "J one", "author": [{"family": "Lee"}]}]'
OWN = "entries: [{title: Own, authors: [Ann Lee], key: own}]"


def test_entries_of_yaml_come_first_then_file_by_file(tmp_path: Path) -> None:
    made = load(tmp_path, f"source: [b.bib, c.json, a.bib]\n{OWN}", a=A, b=B, c_json=J)
    assert titles(made) == ["Own", "B one", "J one", "A one", "A two"]
    assert findings(made) == []


def test_a_group_may_have_a_source_and_so_may_the_section(tmp_path: Path) -> None:
    made = load(tmp_path, "source: a.bib\ngroups: [{title: G, source: b.bib}, {title: H, " + OWN + "}]", a=A, b=B)
    assert titles(made) == ["A one", "A two", "B one", "Own"]


def test_every_value_knows_its_place_in_the_file(tmp_path: Path) -> None:
    (tmp_path / "bib").mkdir()
    (tmp_path / "bib" / "x.bib").write_text("\n@misc{k,\n  title = {T},\n  author = {Ann Lee}}", encoding="utf-8")
    (paper,) = papers(load(tmp_path, "source: bib/x.bib"))
    assert str(paper.title.spot) == "ada/bib/x.bib:3:11"
    assert str(paper.authors[0].spot) == "ada/bib/x.bib:4:12"
    assert str(paper.spot) == "ada/bib/x.bib:2:1"


BROKEN = """\
@misc{ok, title = {Ok}, author = {Ann Lee}}
@misc{open, title = {Never closed, author = {Ann Lee}}
@misc{nobody, title = {By nobody}}
@misc{untitled, author = {Ann Lee}}
@misc{, title = {Keyless}, author = {Ann Lee}}
@misc{ok, title = {Another}, author = {Ann Lee}}
@misc{ok, title = {Ok}, author = {Ann Lee}}
@misc{fine, title = {Fine}, editor = {Ann Lee}, url = {nowhere}}
"""


def test_broken_entries_are_warnings_at_their_lines_and_the_others_load(tmp_path: Path) -> None:
    made = load(tmp_path, "source: a.bib", a=BROKEN)
    assert titles(made) == ["Ok", "Fine"]
    assert findings(made) == [
        "warning ada/a.bib:2:1: the entry 'open' is never closed, so it is left out",
        "warning ada/a.bib:3:1: the entry 'nobody' has no author, so it is left out",
        "warning ada/a.bib:4:1: the entry 'untitled' has no title, so it is left out",
        "warning ada/a.bib:5:1: the entry '' has no citation key, so it is left out",
        "warning ada/a.bib:6:1: the key 'ok' stands twice, first at ada/a.bib:1:1; this one is left out",
        "info ada/a.bib:7:1: the key 'ok' stands twice, first at ada/a.bib:1:1; the two are the same",
        "warning ada/a.bib:8:55: 'nowhere' is not a web address; it is left out",
    ]


def test_the_key_of_two_sources_is_told_with_both_places(tmp_path: Path) -> None:
    made = load(
        tmp_path,
        f"source: [a.bib, b.bib]\n{OWN}",
        a=A,
        b="@misc{a1, title={X}, author={Y}}\n@misc{own, title={Z}, author={Y}}",
    )
    assert titles(made) == ["Own", "A one", "A two"]
    assert [line.partition(": ")[2] for line in findings(made)] == [
        "the key 'a1' stands twice, first at ada/a.bib:1:1; this one is left out",
        "the key 'own' stands twice, first at ada/profile.yaml:7:53; this one is left out",
    ]


def test_what_others_refer_to_is_listed_only_when_asked(tmp_path: Path) -> None:
    text = "@inproceedings{p, title={P}, author={Ann Lee}, crossref={c}}\n@proceedings{c, title={C}, editor={Ann Lee}}"
    made = load(tmp_path, "source: a.bib", a=text)
    assert titles(made) == ["P"]
    assert papers(made)[0].venue
    assert findings(made) == ["info ada/a.bib:2:1: 1 entry is not listed, since others only refer to it by crossref: c"]
    assert titles(load(tmp_path, "source: a.bib\noverlay: {c: {selected: true}}", a=text)) == ["P", "C"]


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ("source: x.bib", "ada/profile.yaml:6:13: the source 'x.bib' cannot be read: No such file or directory; check the name"),  # noqa: E501
        ("source: ../a.bib", "ada/profile.yaml:6:13: the source '../a.bib' cannot be read: No such file or directory; check the name"),  # noqa: E501
        ("source: [a.bib, x.txt]", "ada/profile.yaml:6:21: the source 'x.txt' is neither .bib nor .json; name a .bib file, or CSL-JSON in a .json file"),  # noqa: E501
        ("sources: a.bib", "ada/profile.yaml:6:5: 'sources' is not a field of a section; did you mean 'source'?"),
        ("source: [[a.bib]]", "ada/profile.yaml:6:14: an item of 'source' must be a file name, not a list; write one value"),  # noqa: E501
        ("source: c.json", "ada/c.json:1:1: ada/c.json is not CSL-JSON; it begins with [ and holds items such as {\"id\": \"lee2020\", \"type\": \"article-journal\", …}"),  # noqa: E501
        ("overlay: [a]\n    source: a.bib", "ada/profile.yaml:6:14: 'overlay' must be a mapping of citation keys; write 'key: {field: value}' lines"),  # noqa: E501
    ],
)  # fmt: skip
def test_a_source_that_cannot_be_read_is_an_error_of_the_profile(tmp_path: Path, section: str, message: str) -> None:
    (tmp_path / "x.txt").write_text("", encoding="utf-8")
    assert errors(tmp_path, section.replace("\n    ", "\n"), a=A, c_json="{}") == [message]


def test_a_source_outside_the_folder_and_one_that_is_too_large_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "ada"
    folder.mkdir()
    (tmp_path / "out.bib").write_text(A, encoding="utf-8")
    (found,) = errors(folder, "source: ../out.bib")
    assert "the source '../out.bib' lies outside the profile's folder" in found
    (found,) = errors(folder, "source: a.bib", a=b"%" * 10_000_000)
    assert found.startswith("ada/profile.yaml:6:13: ada/a.bib is larger than 8 MB")
    (found,) = errors(folder, "source: a.bib", a="@misc{k}\n" * 30_000)
    assert "holds 30000 entries, more than 10000" in found


def test_entries_of_another_kind_have_no_source(tmp_path: Path) -> None:
    text = "schema: 1\nname: {given: Ada}\nsections: {t: {kind: talk, source: a.bib, entries: []}}\ndocuments: {cv: {template: ruled}}\n"  # noqa: E501
    with pytest.raises(ProfileError, match="entries of kind 'talk' have no source"):
        model.parse(text.encode(), Path("ada/profile.yaml"), tmp_path)


def test_a_tag_or_key_that_a_document_selects_may_be_of_a_source(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text("@misc{k, title={T}, author={Ann}, keywords={tides}}", encoding="utf-8")
    text = (
        "schema: 1\nname: {given: Ada}\nsections: {p: {kind: publication, source: a.bib}}\n"
        "documents: {cv: {template: ruled, sections: [{section: p, tags: [tides], keys: [k]}]}}\n"
    )
    assert model.parse(text.encode(), Path("ada/profile.yaml"), tmp_path).documents["cv"].sections[0].keys == ("k",)


def test_findings_belong_to_the_section_that_prints_them(tmp_path: Path) -> None:
    made = load(tmp_path, "source: a.bib", a=BROKEN)
    assert made.findings
    assert made.model_copy(update={"sections": {}}).findings == ()


def test_two_sections_of_one_file_tell_its_faults_once(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text("@misc{open, title = {x", encoding="utf-8")
    text = (
        "schema: 1\nname: {given: Ada}\nsections:\n  one: {kind: publication, source: a.bib}\n"
        "  two: {kind: publication, source: a.bib}\ndocuments: {cv: {template: ruled}}\n"
    )
    assert len(model.parse(text.encode(), Path("ada/profile.yaml"), tmp_path).findings) == 1


def test_sections_that_share_a_node_of_yaml_read_their_source_once(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text(A, encoding="utf-8")
    text = (
        "schema: 1\nname: {given: Ada}\nsections:\n  one: &s {kind: publication, source: a.bib}\n  two: *s\n"
        "documents: {cv: {template: ruled}}\n"
    )
    made = model.parse(text.encode(), Path("ada/profile.yaml"), tmp_path)
    assert [len(section.entries) for section in made.sections.values()] == [2, 2]
    assert made.findings == ()
