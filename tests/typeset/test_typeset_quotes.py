"""Quotation marks of each language."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cvpress.profile import model
from cvpress.profile.languages import LANGUAGES
from cvpress.profile.markup import parse as markup
from cvpress.profile.markup import plain
from cvpress.profile.model import Terms
from cvpress.profile.values import Text
from cvpress.typeset.quotes import ENGLISH, Curler, Quotes, quoted
from cvpress.typeset.typography import polish
from cvpress.typeset.words import words


def quotes(language: str) -> Quotes:
    return words(language, Terms()).quotes


def curled(source: str, language: str) -> str:
    made = quoted(Text(source, markup(source)), quotes(language))
    return plain(polish(made.nodes))


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("de", "Er las „so ‚ganz‘ viel“, so’s geht"),
        ("fr", "Er las «\u202fso “ganz” viel\u202f», so’s geht"),
        ("es", "Er las «so “ganz” viel», so’s geht"),
        ("it", "Er las «so “ganz” viel», so’s geht"),
        ("pt", "Er las “so ‘ganz’ viel”, so’s geht"),
        ("nl", "Er las “so ‘ganz’ viel”, so’s geht"),
        ("pl", "Er las „so «ganz» viel”, so’s geht"),
        ("tr", "Er las “so ‘ganz’ viel”, so’s geht"),
        ("ru", "Er las «so „ganz“ viel», so’s geht"),
        ("zh", "Er las “so ‘ganz’ viel”, so’s geht"),
        ("ja", "Er las 「so 『ganz』 viel」, so’s geht"),
        ("ko", "Er las “so ‘ganz’ viel”, so’s geht"),
        ("ar", "Er las ”so ’ganz‘ viel“, so’s geht"),
        ("he", "Er las ”so ’ganz’ viel”, so’s geht"),
    ],
)
def test_straight_marks_become_those_of_the_language(language: str, expected: str) -> None:
    assert curled("Er las \"so 'ganz' viel\", so's geht", language) == expected


def test_every_language_has_its_marks() -> None:
    assert all(all(vars_of(quotes(language))) for language in LANGUAGES)
    assert {quotes("en-US"), quotes("en-GB")} == {ENGLISH}


def vars_of(marks: Quotes) -> tuple[str, ...]:
    return marks.opening, marks.closing, marks.inner_opening, marks.inner_closing


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('"*Emphasis* first"', "„Emphasis first“"),
        ('*"inside"* and "**out**"', "„inside“ and „out“"),
        ('["linked"](https://example.org) `"code"` "after"', '„linked“ "code" „after“'),
        ("class of '68, d'Alembert's, O'Brien", "class of ’68, d’Alembert’s, O’Brien"),
        ("'the students' book'", "‚the students‘ book’"),  # the one that no rule tells apart
        ('typed “so” and "so"', "typed “so” and „so“"),
        ('("x")', "(„x“)"),
    ],
)
def test_in_german(source: str, expected: str) -> None:
    assert curled(source, "de") == expected


def test_in_writing_without_spaces_the_first_mark_opens_and_the_next_closes() -> None:
    assert curled('彼は"本"を"読む"', "ja") == "彼は「本」を「読む」"


def test_a_hebrew_abbreviation_keeps_its_mark_within_the_word() -> None:
    assert curled('צה"ל', "he") == "צה”ל"


def test_a_curler_remembers_what_the_text_before_ended_with() -> None:
    curler = Curler(quotes("de"))
    assert [curler.curl(text) for text in ('a "', 'b" ', '"c"')] == ["a „", "b“ ", "„c“"]


PROFILE = """
schema: 1
name: {given: Ada, family: Lovelace}
motto: '"So"'
sections:
  a: {kind: item, entries: ['One "two"', {text: Three, highlights: ['It''s "four"']}]}
  b: {title: 'The "B"', kind: item, entries: [Five]}
documents:
  cv: {template: ruled}
  letter: {template: ruled, letter: {opening: 'Dear "Ada",', body: 'Read "Notes".'}}
"""


def test_a_whole_profile_is_curled_and_what_has_no_straight_mark_is_the_same_object(tmp_path: Path) -> None:
    (tmp_path / "profile.yaml").write_text(PROFILE, encoding="utf-8")
    person = model.load(tmp_path / "profile.yaml")
    made = quoted(person, quotes("de"))
    assert made.motto is not None
    assert made.motto.plain == "„So“"
    assert "„two“" in repr(made.sections["a"])
    assert "It’s „four“" in repr(made.sections["a"])
    title = made.sections["b"].title
    assert title is not None
    assert title.plain == "The „B“"
    assert made.sections["b"].entries is person.sections["b"].entries
    assert "„Notes“" in repr(made.documents["letter"].letter)
    assert "„Ada“" in repr(made.documents["letter"].letter)
    assert quoted(person, replace(ENGLISH)) is person
