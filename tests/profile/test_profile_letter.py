"""A document's letter: in the profile or in a file of its own, and what is said of one that cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from cvpress.errors import ProfileError
from cvpress.profile import model
from cvpress.profile.leaves import leaves
from cvpress.profile.letter import Letter
from cvpress.profile.model import Profile
from cvpress.profile.tailor import tailor

PROFILE = """\
schema: 1
name: {given: Ada, family: Lovelace}
sections:
  about: {kind: text, entries: [A text.]}
documents:
  grant: {template: ruled, LETTER}
"""
GRANT = """\
---
recipient: [Ines Okafor, 12 Harbour Road]
date: 2026-09-01
opening: Dear Ines,
closing: Yours,
enclosures: A map
---

First.

- Second, with [a link](https://example.org/a).
"""


def load(folder: Path, letter: str = "letter: letters/grant.md", file: str | None = GRANT) -> Profile:
    (folder / "letters").mkdir(exist_ok=True)
    (folder / "profile.yaml").write_text(PROFILE.replace("LETTER", letter), encoding="utf-8")
    if file is not None:
        (folder / "letters" / "grant.md").write_text(file, encoding="utf-8")
    return model.load(folder / "profile.yaml", Path("ada/profile.yaml"))


def told(folder: Path, letter: str = "letter: letters/grant.md", file: str | None = GRANT) -> list[str]:
    with pytest.raises(ProfileError) as caught:
        load(folder, letter, file)
    return [f"{problem.spot}: {problem.message}" for problem in caught.value.problems]


def letter_of(profile: Profile) -> Letter:
    letter = profile.documents["grant"].letter
    assert letter
    return letter


def said(profile: Profile) -> list[object]:
    """What the letter says; its values compare without their places."""
    return [getattr(letter_of(profile), name) for name in Letter.model_fields]


def test_a_letter_in_a_file_says_the_same_as_one_in_the_profile(tmp_path: Path) -> None:
    head = '{recipient: [Ines Okafor, 12 Harbour Road], date: 2026-09-01, opening: "Dear Ines,", closing: "Yours,"'
    body = '"First.\\n\\n- Second, with [a link](https://example.org/a)."'
    inline = load(tmp_path, f"letter: {head}, enclosures: A map, body: {body}}}")
    assert said(load(tmp_path)) == said(inline)


def test_every_value_of_a_file_knows_its_line_there(tmp_path: Path) -> None:
    profile = load(tmp_path)
    found = [leaf for leaf in leaves(tailor(profile, profile.documents["grant"]), letter_of(profile)) if leaf.holder]
    places = {leaf.path: str(leaf.value.spot) for leaf in found if leaf.path.startswith("letter.")}
    assert places == {
        "letter.recipient": "ada/letters/grant.md:2:26",
        "letter.date": "ada/letters/grant.md:3:7",
        "letter.opening": "ada/letters/grant.md:4:10",
        "letter.body": "ada/letters/grant.md:11:3",
        "letter.closing": "ada/letters/grant.md:5:10",
        "letter.enclosures": "ada/letters/grant.md:6:13",
    }
    assert len([leaf for leaf in found if leaf.path == "letter.body"]) == 2
    assert len({leaf.entry for leaf in found if leaf.path == "letter.body"}) == 2


def test_a_letter_prints_no_section_unless_asked(tmp_path: Path) -> None:
    plain = load(tmp_path)
    assert not tailor(plain, plain.documents["grant"]).sections
    asked = load(tmp_path, "letter: letters/grant.md, sections: [about]")
    assert list(tailor(asked, asked.documents["grant"]).sections) == ["about"]


@pytest.mark.parametrize("written", ["letter: letters/grant.md", "kind: letter, letter: letters/grant.md"])
def test_a_document_with_a_letter_is_one(tmp_path: Path, written: str) -> None:
    assert load(tmp_path, written).documents["grant"].sort == "letter"


def test_kind_and_letter_must_agree(tmp_path: Path) -> None:
    assert told(tmp_path, "kind: letter") == ["ada/profile.yaml:6:28: a document of kind 'letter' needs 'letter'"]
    assert told(tmp_path, "kind: cv, letter: letters/grant.md") == [
        "ada/profile.yaml:6:38: a document of kind 'cv' has a letter"
    ]


def test_all_problems_of_a_file_and_of_the_profile_are_told_at_once(tmp_path: Path) -> None:
    wrong = GRANT.replace("date: 2026-09-01", "date: 2026-13\nsubjekt: x").replace("First.", "# First\n\n> Second")
    assert told(tmp_path, "letter: letters/grant.md, titel: x", wrong) == [
        "ada/letters/grant.md:3:7: there is no month 13 in '2026-13'; months are 01 to 12",
        "ada/letters/grant.md:4:1: 'subjekt' is not a field of a letter",
        "ada/letters/grant.md:10:1: a heading begins here; a letter has paragraphs and lists only",
        "ada/letters/grant.md:12:1: a quotation begins here; a letter has paragraphs and lists only",
        "ada/profile.yaml:6:54: 'titel' is not a field of a document",
    ]


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (None, "ada/profile.yaml:6:36: the letter 'letters/grant.md' cannot be read: No such file or directory"),
        ("Dear Ines,\n", "ada/letters/grant.md:1:1: no line --- begins the letter's head"),
        ("---\nopening: Dear Ines\n", "ada/letters/grant.md:1:1: no line --- ends the letter's head"),
        ("---\n---\nHello.\n", "ada/letters/grant.md:1:1: the file is empty, but a mapping of fields is expected"),
        ("---\nopening: Dear: Ines\n---\nHello.\n", "ada/letters/grant.md:2:14: this is not YAML"),
        ("---\nopening: Dear Ines\n---\n\n", "ada/letters/grant.md:5:1: the letter has no body"),
        ("---\nopening: Hi\nbody: x\n---\nHello.\n", "ada/letters/grant.md:3:1: the body of a letter in a file stands"),
        ("---\nclosing: Yours\n---\nHello.\n", "ada/letters/grant.md:2:1: a letter needs 'opening'"),
    ],
)
def test_a_file_that_is_no_letter_is_told_alone_and_with_advice(tmp_path: Path, file: str | None, message: str) -> None:
    (found,) = told(tmp_path, file=file)
    assert found.startswith(message)


def test_a_letter_outside_the_profiles_folder_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "grant.md").write_text(GRANT, encoding="utf-8")
    (tmp_path / "ada").mkdir()
    assert told(tmp_path / "ada", "letter: ../grant.md") == [
        "ada/profile.yaml:6:36: the letter '../grant.md' lies outside the profile's folder"
    ]


def test_a_body_that_is_no_text_is_told(tmp_path: Path) -> None:
    assert told(tmp_path, "letter: {opening: Hi, body: [a, b]}") == [
        "ada/profile.yaml:6:56: 'body' must be a text, not a list"
    ]


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm(tmp_path: Path) -> None:
    plain = said(load(tmp_path))
    (tmp_path / "letters" / "grant.md").write_bytes(b"\xef\xbb\xbf" + GRANT.replace("\n", "\r\n").encode())
    assert said(load(tmp_path, file=None)) == plain
