"""Right-to-left text whose words come back in another order is found all the same; one with turned words is not."""

from __future__ import annotations

import pytest

from cvpress.pdf.bidi import Shuffled, words
from cvpress.pdf.claim import claim
from cvpress.pdf.fold import Span, fold
from cvpress.pdf.wanted import Wanted

HELLO = "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd"  # shalom olam, as written
PRINTED = "abc \u05e2\u05d5\u05dc\u05dd \u05e9\u05dc\u05d5\u05dd) abc)"  # the words swapped, a bracket mirrored


def test_a_hebrew_text_is_found_whatever_the_order_of_its_words() -> None:
    assert claim(fold(PRINTED), [Wanted(HELLO, "name")]) == (Span(3, 11),)


def test_a_hebrew_text_with_mirrored_brackets_is_found() -> None:
    assert claim(fold(PRINTED), [Wanted(f"{HELLO} (abc)", "name")]) == (Span(3, 16),)


def test_a_hebrew_text_with_another_letter_is_lost() -> None:
    assert claim(fold(PRINTED.replace("\u05e2", "\u05d0")), [Wanted(HELLO, "name")]) == (None,)


def test_a_hebrew_text_whose_letters_run_from_the_left_is_lost() -> None:
    assert claim(fold(f"abc {HELLO[::-1]} abc"), [Wanted(HELLO, "name")]) == (None,)


def test_words_are_letters_and_their_marks() -> None:
    assert words("a\u05d1\u05be\u05e9\u05b8\u05dc, \u0633\u060c 12") == ("\u05d1", "\u05e9\u05b8\u05dc", "\u0633")


def test_a_hebrew_text_printed_once_serves_once() -> None:
    assert claim(fold(PRINTED), [Wanted(HELLO, "name"), Wanted(HELLO, "name")]).count(None) == 1


@pytest.mark.parametrize("text", ["listen", "2011"])
def test_left_to_right_text_is_never_found_shuffled(text: str) -> None:
    assert claim(fold(text[::-1]), [Wanted(text, "name")]) == (None,)


def test_sums_tell_apart_what_code_points_would_not() -> None:
    assert list(Shuffled.of("bb").spans("ac")) == []
    assert list(Shuffled.of("xacx").spans("ca")) == [Span(1, 3)]
