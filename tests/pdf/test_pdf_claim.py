"""Claiming: every wanted text takes a place of its own, or is lost."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cvpress.pdf.claim import claim
from cvpress.pdf.fold import Span, fold
from cvpress.pdf.wanted import Wanted

WORDS = st.sampled_from(
    ["a", "b", "ab", "ba", "2011", "2012", "20", "US", "USENIX", "x-y", "\u00e9", "\u667a\u6e90", "C++"]
)
TEXTS = st.lists(st.lists(WORDS, min_size=1, max_size=4).map(" ".join), min_size=1, max_size=9)


def lost(printed: str, *texts: str) -> list[str]:
    wanted = [Wanted(text, "field", anchor=index) for index, text in enumerate(texts)]
    return [text for text, span in zip(texts, claim(fold(printed), wanted), strict=True) if span is None]


@settings(max_examples=150)
@given(TEXTS, st.data())
def test_whatever_is_printed_is_found_in_any_order(texts: list[str], data: st.DataObject) -> None:
    printed = data.draw(st.permutations(texts))
    assert lost("\r\n".join(printed), *texts) == []


@settings(max_examples=150)
@given(TEXTS, st.data())
def test_deleting_any_one_text_is_noticed(texts: list[str], data: st.DataObject) -> None:
    printed = data.draw(st.permutations(texts))
    for gone in range(len(printed)):
        assert lost("\r\n".join(printed[:gone] + printed[gone + 1 :]), *texts) != []


@settings(max_examples=100)
@given(TEXTS, TEXTS)
def test_spans_hold_their_text_and_never_overlap(texts: list[str], others: list[str]) -> None:
    printed = fold("\r\n".join([*others, *texts]))
    spans = claim(printed, [Wanted(text, "field") for text in texts])
    taken: set[int] = set()
    for text, span in zip(texts, spans, strict=True):
        assert span is not None
        assert printed.letters[span.start : span.end] == fold(text).letters
        assert taken.isdisjoint(range(span.start, span.end))
        taken.update(range(span.start, span.end))


@settings(max_examples=100)
@given(st.lists(st.text("abc\u00e9", min_size=4, max_size=12), min_size=1, max_size=8), st.data())
def test_words_hyphenated_at_line_ends_are_found(words: list[str], data: st.DataObject) -> None:
    broken = []
    for word in words:
        at = data.draw(st.integers(2, len(word) - 2))
        hyphen = data.draw(st.sampled_from(["\ufffe", "-\r\n", "\u2010\r\n", "\u00ad\n", "\ufffe\n", ""]))
        broken.append(word[:at] + hyphen + word[at:])
    assert lost(data.draw(st.sampled_from([" ", "\r\n"])).join(broken), " ".join(words)) == []


@pytest.mark.parametrize(
    ("printed", "text"),
    [
        ("120112", "2011"),
        ("USENIX", "US"),
        ("confer-\r\nence", "ence"),
        ("conference", "Conference"),
        ("5550100", "555-0100"),
        ("Zurich", "Z\u00fcrich"),
        ("the end", "the very end"),
    ],
)
def test_what_is_not_printed_as_a_whole_is_lost(printed: str, text: str) -> None:
    assert lost(printed, text) == [text]


def test_two_equal_years_need_two_places() -> None:
    assert lost("2011 Alpha Institute\r\n2011 Beta Institute", "2011", "2011") == []
    assert lost("Alpha Institute\r\n2011 Beta Institute", "2011", "2011") == ["2011"]


@pytest.mark.parametrize("gone", [0, 1, 2, 3])
def test_of_equal_years_the_missing_one_is_reported(gone: int) -> None:
    wanted, lines = [], []
    for entry in range(4):
        wanted += [
            Wanted(f"Institute number {'abcd'[entry]}", "name", anchor=entry),
            Wanted("2011", "date", anchor=entry),
        ]
        lines.append(f"Institute number {'abcd'[entry]}" + ("" if entry == gone else "\r\n2011"))
    spans = claim(fold("\r\nSome more words that the template printed\r\n".join(lines)), wanted)
    assert [want.anchor for want, span in zip(wanted, spans, strict=True) if span is None] == [gone]


def test_a_short_text_is_not_found_inside_a_longer_one_that_is_wanted_too() -> None:
    assert lost("Carnegie Mellon University", "Carnegie Mellon University", "Carnegie Mellon") == ["Carnegie Mellon"]


def test_texts_push_each_other_aside_when_only_one_order_fits_all() -> None:
    texts = ["a b", "b a", "a"]
    spans = claim(fold("a\r\nb a\r\na b"), [Wanted(text, "field", anchor=9 - i) for i, text in enumerate(texts)])
    assert None not in spans


@pytest.mark.parametrize("heading", ["EDUCATION", "Education", "education"])
def test_a_caseless_heading_is_found_in_capitals(heading: str) -> None:
    assert claim(fold(f"x {heading} y"), [Wanted("Education", "title", caseless=True)]) == (Span(1, 10),)


def test_a_caseless_text_may_change_its_length() -> None:
    spans = claim(fold("STRASSE und STRAẞE"), [Wanted("Straße", "a", caseless=True), Wanted("und", "b")])
    assert None not in spans
    printed = fold("die Straße STRASSE")
    one, two = claim(printed, [Wanted("straße", "a", caseless=True), Wanted("strasse", "b", caseless=True)])
    assert one is not None
    assert two is not None
    assert {printed.excerpt(one), printed.excerpt(two)} == {"Straße", "STRASSE"}


@pytest.mark.parametrize("text", ["", " ", "\u2013", "\u00ad"])
def test_a_text_without_letters_is_never_lost(text: str) -> None:
    assert lost("anything", text) == []


def test_hundreds_of_equal_texts_each_take_their_own() -> None:
    names: Sequence[str] = ["Minjia Zhang"] * 400
    assert lost(", ".join(names), *names) == []
    assert lost(", ".join(names[1:]), *names) == ["Minjia Zhang"]


def test_a_text_that_minds_case_takes_its_place_before_one_that_does_not() -> None:
    wanted = [Wanted("Ada", "name.given", caseless=True), Wanted("ada", "contact.profiles.github", anchor=1)]
    assert None not in claim(fold("GitHub: ada\r\nADA Lovelace"), wanted)
