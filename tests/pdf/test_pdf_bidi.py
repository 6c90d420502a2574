"""Right-to-left text comes back from PDFium in visual order and is found all the same."""

from __future__ import annotations

import pytest

from cvpress.pdf.bidi import Shuffled
from cvpress.pdf.claim import Wanted, claim
from cvpress.pdf.fold import Span, fold

HELLO = "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd"  # shalom olam, as written
PRINTED = "abc \u05dd\u05dc\u05d5\u05e2\u05dd\u05d5\u05dc\u05e9) abc)"  # as PDFium read it from a LuaLaTeX page


def test_a_hebrew_text_is_found_in_visual_order() -> None:
    assert claim(fold(PRINTED), [Wanted(HELLO, "name")]) == (Span(3, 11),)


def test_a_hebrew_text_with_mirrored_brackets_is_found() -> None:
    assert claim(fold(PRINTED), [Wanted(f"{HELLO} (abc)", "name")]) == (Span(3, 16),)


def test_a_hebrew_text_with_another_letter_is_lost() -> None:
    assert claim(fold(PRINTED.replace("\u05e2", "\u05d0")), [Wanted(HELLO, "name")]) == (None,)


def test_a_hebrew_text_printed_once_serves_once() -> None:
    assert claim(fold(PRINTED), [Wanted(HELLO, "name"), Wanted(HELLO, "name")]).count(None) == 1


@pytest.mark.parametrize("text", ["listen", "2011"])
def test_left_to_right_text_is_never_found_shuffled(text: str) -> None:
    assert claim(fold(text[::-1]), [Wanted(text, "name")]) == (None,)


def test_sums_tell_apart_what_code_points_would_not() -> None:
    assert list(Shuffled.of("bb").spans("ac")) == []
    assert list(Shuffled.of("xacx").spans("ca")) == [Span(1, 3)]
