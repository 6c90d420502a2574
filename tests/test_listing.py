"""Who and what there is, as tables and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cvpress import listing
from cvpress.errors import ProfileError

PROFILE = """\
schema: 1
name: {given: Ada, family: Lovelace}
sections:
  work: {kind: item, entries: [Something]}
documents:
  cv: {template: ruled, filename: "{family}_CV"}
  british: {template: moderncv-classic, language: en-GB}
packets:
  all: [cv, british]
"""


@pytest.fixture
def profiles(tmp_path: Path) -> Path:
    write(tmp_path, "ada", PROFILE)
    return tmp_path / "profiles"


def write(folder: Path, person: str, text: str) -> None:
    path = folder / "profiles" / person / "profile.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_json_lists_documents_and_packets_with_their_files(profiles: Path) -> None:
    assert json.loads(listing.as_json(profiles, Path("build"))) == [
        {"person": "ada", "document": "cv", "template": "ruled", "file": "build/ada/Lovelace_CV.pdf"},
        {"person": "ada", "document": "british", "template": "moderncv-classic", "file": "build/ada/british.pdf"},
        {"person": "ada", "document": "all", "template": "packet", "file": "build/ada/all.pdf"},
    ]


def test_json_of_a_broken_profile_is_an_error_not_a_gap(profiles: Path, tmp_path: Path) -> None:
    write(tmp_path, "bob", "schema: 2")
    with pytest.raises(ProfileError):
        listing.as_json(profiles, Path("build"))


def rows(table: str) -> list[list[str]]:
    return [line.split() for line in table.splitlines()]


def test_tables_list_people_documents_templates_and_options(profiles: Path, tmp_path: Path) -> None:
    write(tmp_path, "bob", "schema: 2")
    shown = listing.as_tables(profiles, Path("build"))
    assert ["ada", "cv", "ruled", "build/ada/Lovelace_CV.pdf"] in rows(shown)
    assert ["british", "moderncv-classic", "build/ada/british.pdf"] in rows(shown)
    assert ["all", "packet", "build/ada/all.pdf"] in rows(shown)
    (bob,) = [line for line in shown.splitlines() if line.strip().startswith("bob")]
    assert "to mend in its profile, which 'pdf' tells" in bob
    assert ["paper", "letter,", "a4", "size", "of", "the", "page"] in rows(shown)
    heads = [line.split()[0] for line in shown.splitlines() if line.startswith("  ") and line[2] not in " ─"]
    assert [name for name in heads if name in ("moderncv-banking", "moderncv-classic", "ruled")] == [
        "moderncv-banking",
        "moderncv-classic",
        "ruled",
    ]


def test_an_option_lists_its_default_first(profiles: Path, tmp_path: Path) -> None:
    own = tmp_path / "latex_templates" / "ruled"
    own.mkdir(parents=True)
    (own / "template.yaml").write_text("options: {paper: {default: a4}}\n", encoding="utf-8")
    shown = rows(listing.as_tables(profiles, Path("build")))
    assert ["paper", "a4,", "letter", "size", "of", "the", "page"] in shown  # ruled
    assert ["paper", "letter,", "a4", "size", "of", "the", "page"] in shown  # the others


def test_languages_are_those_of_all_documents_that_can_be_read(profiles: Path, tmp_path: Path) -> None:
    write(tmp_path, "bob", "schema: 2")
    assert listing.languages(profiles) == ("en-GB", "en-US")
    assert listing.languages(tmp_path / "none") == ()
    write(tmp_path, ".odd", PROFILE)
    assert listing.languages(profiles) == ()  # 'pdf' will tell; set-up goes on
