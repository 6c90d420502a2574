"""Invisible text is fair where it says what a picture or an outline shows, and nowhere else."""

from __future__ import annotations

import pytest

from cvpress.pdf.carrier import is_carrier
from cvpress.pdf.geometry import Box

EM = Box(0, 0, 10, 10)
WIDE = Box(0, 0, 100, 10)
MANY = 1000


@pytest.mark.parametrize(
    "emoji",
    [
        "\U0001f600",
        "\U0001f469\u200d\U0001f52c ",
        "1\ufe0f\u20e3",
        "\U0001f1eb\U0001f1f7",
        "\u2764\ufe0f",
        "\U0001f44d\U0001f3fd",
    ],
)
def test_an_emoji_needs_a_picture_of_its_own(emoji: str) -> None:
    assert is_carrier(emoji, EM, 1, 0)
    assert not is_carrier(emoji, EM, 0, MANY)
    assert not is_carrier(emoji * 2, WIDE, 1, 0)


@pytest.mark.parametrize("word", ["दिल्ली", "กรุงเทพฯ", "m\u0302", "e\u0301\u0329", "မြန်မာ"])
def test_a_word_that_is_drawn_needs_outlines_and_room(word: str) -> None:
    assert is_carrier(word, WIDE, 0, MANY)
    assert not is_carrier(word, WIDE, 1, 0)
    assert not is_carrier(word * 200, WIDE, 0, MANY)
    assert not is_carrier(word * 8, Box(0, 0, 2, 2), 0, MANY)


@pytest.mark.parametrize("text", ["Python", "1843", "दिल्ली Python", "\U0001f600 Python", "Київ", "中文", "\u200d", ""])
def test_what_fonts_can_print_is_never_carried(text: str) -> None:
    assert not is_carrier(text, WIDE, 5, MANY)
