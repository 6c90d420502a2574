"""Folding: what a typesetter may change doesn't count, everything else does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvpress.pdf.fold import Span, fold


@pytest.mark.parametrize(
    ("printed", "wanted"),
    [
        ("don\u2019t", "don't"),
        ("\u201cquoted\u201d", '"quoted"'),
        ("\u201equoted\u201c \u201aso\u2018", "\"quoted\" 'so'"),
        ("\u00ab\u202fquoted\u202f\u00bb", '"quoted"'),
        ("\u300cquoted\u300d\u300eso\u300f", "\"quoted\"'so'"),
        ("\u2039so\u203a", "'so'"),
        ("Zu\u0308rich", "Z\u00fcrich"),
        ("o\ufb03ce", "office"),
        ("one\r\ntwo", "one two"),
        ("a\u200bb", "ab"),
        ("\U0001f469\u200d\U0001f4bb\ufe0f", "\U0001f469\U0001f4bb"),
    ],
)
def test_what_a_typesetter_changes_folds_away(printed: str, wanted: str) -> None:
    assert fold(printed).letters == fold(wanted).letters


@pytest.mark.parametrize(
    ("one", "other"), [("2\u00d72", "2x2"), ("Zurich", "Z\u00fcrich"), ("'a'", '"a"'), ("a\u2014b", "ab"), ("A", "a")]
)
def test_real_differences_stay(one: str, other: str) -> None:
    assert fold(one).letters != fold(other).letters


@given(st.text(max_size=60))
def test_every_letter_leads_back_to_its_place(text: str) -> None:
    folded = fold(text)
    assert [folded.plain[folded.source(i)] for i in range(len(folded.letters))] == list(folded.letters)
    assert fold(folded.plain).letters == folded.letters


@pytest.mark.parametrize(
    ("printed", "index", "edge"),
    [
        ("USENIX", 2, False),
        ("12011", 1, False),
        ("v2", 1, False),
        ("US ENIX", 2, True),
        ("CPU-GPU", 3, True),
        ("confer-\r\nence", 6, False),
        ("confer\ufffeence", 6, False),
        ("confer\ufffe\nence", 6, False),
        ("confer\u00ad\r\nence", 6, False),
        ("2011-\r\n2012", 4, True),
        ("Berlin \u2013\r\nGermany", 6, True),
        ("Berlin\u2013\r\nGermany", 6, True),
        ("pre- and", 3, True),
        ("Zhang*", 5, True),
        ("\u667a\u6e90\u793e\u533a", 2, True),
        ("BAAI\u667a\u6e90", 4, True),
        ("e\u0323\u0302a", 1, False),
        ("anything", 0, True),
        ("anything", 8, True),
    ],
)
def test_a_match_may_end_only_between_words(printed: str, index: int, edge: bool) -> None:
    assert fold(printed).is_edge(index) is edge


@pytest.mark.parametrize(
    ("printed", "wanted", "same"),
    [
        ("555-0100", "555-0100", True),
        ("555\u20100100", "555-0100", True),
        ("2011\u20132012", "2011-2012", True),
        ("5550100", "555-0100", False),
        ("555-0100", "5550100", False),
        ("state-of-\r\nthe-art", "state-of-the-art", True),
        ("state-of\ufffethe-art", "state-of-the-art", True),
        ("confer\ufffeence", "conference", True),
        ("12\u2013 14", "12\u201314", True),
        ("\u00ad5", "-5", True),
        ("5", "-5", False),
        ("soft", "so\u00adft", True),
    ],
)
def test_hyphens_of_the_author_are_demanded_and_those_of_tex_are_not(printed: str, wanted: str, same: bool) -> None:
    page, sought = fold(printed), fold(wanted)
    assert page.letters == sought.letters
    assert page.has_hyphens(Span(0, len(page.letters)), sought) is same


def test_an_excerpt_is_printed_as_it_stands_on_one_line() -> None:
    assert fold("a confer\ufffeence \u201ctalk\u201d\r\nin 2011").excerpt(Span(1, 17)) == 'confer-ence "talk"'


def test_an_arabic_comma_is_a_comma() -> None:
    assert fold("\u0633\u060c \u0628\u061b").letters == fold("\u0633, \u0628;").letters
