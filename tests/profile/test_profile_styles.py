"""Styles by name and by file: what is one, what is told of what is none, and nothing is fetched or expanded."""

from __future__ import annotations

from pathlib import Path

import pytest

from cvpress.errors import ProfileError
from cvpress.profile import cslfile, model, styles
from cvpress.profile.styles import CSL, NAMES, OWN, Style

PROFILE = """schema: 1
name: {given: Ann, family: Lee}
sections:
  papers:
    kind: publication
    style: STYLE
    entries: [{title: On Islands, authors: [Ann Lee]}]
documents: {cv: {template: ruled}}
"""
SPACE = 'xmlns="http://purl.org/net/xbiblio/csl"'
BODY = '<bibliography><layout><text variable="title"/></layout></bibliography>'


def loaded(folder: Path, style: str) -> Style:
    path = folder / "profile.yaml"
    path.write_text(PROFILE.replace("STYLE", style))
    found = model.load(path, Path("profile.yaml")).sections["papers"].style
    assert found is not None
    return found


def told(folder: Path, style: str) -> str:
    with pytest.raises(ProfileError) as caught:
        loaded(folder, style)
    return str(caught.value)


def named(folder: Path, content: str) -> str:
    """What is told of a file with this content."""
    (folder / "my.csl").write_text(content)
    return told(folder, "my.csl")


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_a_style(tmp_path: Path, name: str) -> None:
    found = loaded(tmp_path, name)
    assert found.name == name
    assert (found.file is None) == (name in OWN)


def test_every_style_of_the_package_is_known_by_its_own_name(tmp_path: Path) -> None:
    found = loaded(tmp_path, "american-physics-society")
    assert found.file is not None
    assert found.file.name == "american-physics-society.csl"


def test_a_style_that_stands_for_another_is_that_one(tmp_path: Path) -> None:
    assert loaded(tmp_path, "nature-physics").file == loaded(tmp_path, CSL["nature"]).file


def test_an_unknown_name_is_told_with_the_nearest_and_all(tmp_path: Path) -> None:
    message = told(tmp_path, "iee")
    assert message.startswith(
        "profile.yaml:6:12: 'iee' is not a known style; did you mean 'ieee'? (styles: venue-first,"
    )
    assert all(name in message for name in NAMES)
    assert "did you mean 'american-physics-society'?" in told(tmp_path, "american-physics-societ")
    assert "did you mean" not in told(tmp_path, "zzzzzz")
    assert "is not a known style" in told(tmp_path, "../ieee")
    assert "must be the name of a style" in told(tmp_path, "[ieee]")


def test_a_style_of_notes_is_told(tmp_path: Path) -> None:
    assert "the style 'zeitschrift-fur-politik' sets no list of references" in told(tmp_path, "zeitschrift-fur-politik")


def test_a_file_beside_the_profile_is_a_style(tmp_path: Path) -> None:
    (tmp_path / "my.csl").write_text(f"<style {SPACE}>{BODY}</style>")
    assert loaded(tmp_path, "my.csl") == Style("my.csl")
    assert loaded(tmp_path, "my.csl").file == tmp_path / "my.csl"


def test_a_file_that_is_not_there_or_elsewhere_is_told(tmp_path: Path) -> None:
    assert "6:12: the style 'no.csl' cannot be read: No such file" in told(tmp_path, "no.csl")
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "my.csl").write_text(f"<style {SPACE}>{BODY}</style>")
    assert "lies outside the profile's folder" in told(inner, "../my.csl")


def test_a_dependent_style_is_its_parent_from_the_folder_or_the_package(tmp_path: Path) -> None:
    link = '<info><link rel="independent-parent" href="http://www.zotero.org/styles/PARENT"/></info>'
    source = f"<style {SPACE}>{link}</style>"
    (tmp_path / "my.csl").write_text(source.replace("PARENT", "ieee"))
    assert loaded(tmp_path, "my.csl").file == styles.in_package("ieee")
    (tmp_path / "ieee.csl").write_text(f"<style {SPACE}>{BODY}</style>")
    assert loaded(tmp_path, "my.csl").file == tmp_path / "ieee.csl"
    message = named(tmp_path, source.replace("PARENT", "nowhere-at-all"))
    assert "6:12: the style 'my.csl' stands for the style 'nowhere-at-all', which is not there; put nowhere-" in message
    (tmp_path / "a.csl").write_text(source.replace("PARENT", "my"))
    assert "which is not there" in named(tmp_path, source.replace("PARENT", "a"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "my.csl:1:1: the style 'my.csl' cannot be used: no element found"),
        (f"<style {SPACE}>\n<a></b></style>", "my.csl:2:6: the style 'my.csl' cannot be used: mismatched tag"),
        ("<html/>", "my.csl:1:1: the style 'my.csl' cannot be used: it is not a style of CSL but <html>"),
        ("<style/>", "it is not a style of CSL but <style>"),
        (f"<style {SPACE}><citation/></style>", "it sets no list of references"),
        (
            f"<style {SPACE}>{BODY.replace('variable', 'macro')}</style>",
            "it uses the macro 'title', which it does not have",
        ),
        (
            f'<style {SPACE}>\n<macro name="a"><text macro="b"/></macro><macro name="b"><text macro="a"/></macro>'
            f"{BODY}</style>",
            "its macro 'a' uses itself",
        ),
        (
            f'<!DOCTYPE style [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<style {SPACE}>{BODY}&b;</style>',
            "my.csl:1:17: the style 'my.csl' cannot be used: it has a document type, which no style needs; delete the",
        ),
        (f"<style {SPACE}>{BODY}&b;</style>", "undefined entity"),
    ],
)
def test_a_file_that_is_no_usable_style_is_told_at_its_line(tmp_path: Path, content: str, message: str) -> None:
    assert message in named(tmp_path, content)


def test_a_file_too_large_for_a_style_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cslfile, "_MOST", 100)
    assert "it has more than 0 MB" in named(tmp_path, f"<style {SPACE}>{' ' * 100}{BODY}</style>")
