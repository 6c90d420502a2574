"""What a page may say besides the profile's leaves: what its template was given, words of the language, `prints`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cvpress import paths
from cvpress.known import known
from cvpress.pdf.wanted import Known
from cvpress.profile import model
from cvpress.profile.model import Terms
from cvpress.typeset import template as templates
from cvpress.typeset.view import view
from cvpress.typeset.words import words

PROFILE = """\
schema: 1
name: {given: Ada, family: Lovelace, suffix: Jr.}
sections:
  papers:
    kind: publication
    numbering: labels
    title: Papers
    entries:
      - {title: On Engines, authors: [Ada Lovelace], venue: Memoirs, volume: "3", date: 1843}
documents:
  cv: {template: ruled}
  letter:
    template: ruled
    letter: {opening: "Dear all,", body: Please read it., closing: Yours}
"""


def made(folder: Path, document: str = "cv", prints: tuple[str, ...] = ()) -> Known:
    path = folder / "profile.yaml"
    path.write_text(PROFILE.replace("    numbering: labels\n", ""), encoding="utf-8")
    profile = model.load(path)
    chosen = words("en-US", Terms())
    shown = view(profile, profile.documents[document], chosen, "short")
    template = replace(templates.load("ruled", (paths.bundled_templates(),)), prints=prints)
    return known(shown, chosen, template, ["example.org/a"])


def test_all_that_the_template_was_given_is_known(tmp_path: Path) -> None:
    texts = "\n".join(made(tmp_path).texts).replace("\u00a0", " ")
    for one in ("Lovelace", "Papers", "vol. 3", "Memoirs", "Curriculum Vitae"):
        assert one in texts


@pytest.mark.parametrize("word", ["Advisor", "acceptance rate", "1", "1843", "example.org/a"])
def test_words_of_the_language_numbers_years_and_addresses_are_known_in_any_case(tmp_path: Path, word: str) -> None:
    assert word in made(tmp_path).words


def test_what_the_manifest_declares_is_known(tmp_path: Path) -> None:
    assert "Hello" not in made(tmp_path).words
    assert "Hello" in made(tmp_path, prints=("Hello",)).words


def test_a_letter_is_signed_with_the_name_once_more(tmp_path: Path) -> None:
    assert "Jr." not in made(tmp_path).words
    assert {"Ada", "Lovelace", "Jr."} <= set(made(tmp_path, "letter").words)
