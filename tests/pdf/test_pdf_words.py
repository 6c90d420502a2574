"""Words and their boxes: what stands where on a page, in points from its lower left corner."""

from __future__ import annotations

from pathlib import Path

import pytest
from pdf_samples import drawn, sample

from cvpress.errors import CheckError
from cvpress.pdf.words import Word, words


def text(x: float, y: float, words: str) -> str:
    return f"BT /F1 10 Tf {x} {y} Td ({words}) Tj ET\n"


def rounded(word: Word) -> tuple[float, ...]:
    return tuple(round(edge, 1) for edge in (word.x0, word.y0, word.x1, word.y1))


def test_a_word_is_where_its_ink_is(tmp_path: Path) -> None:
    # Helvetica's H is 0.718 em high; it begins 0.077 em behind its origin, ends at 0.645 and advances by 0.722.
    (word,) = words(drawn(tmp_path / "a.pdf", text(100, 700, "HH")))
    assert word.text == "HH"
    assert rounded(word) == pytest.approx((100.8, 700, 113.7, 707.2), abs=0.15)


def test_white_and_line_ends_part_words_and_pages_are_counted_from_zero(tmp_path: Path) -> None:
    made = drawn(
        tmp_path / "a.pdf",
        text(72, 700, "Grew by 62 % in") + text(72, 686, "one") + text(500, 686, "year"),
        text(72, 700, "More"),
    )
    found = words(made)
    assert [(word.page, word.text) for word in found] == [
        (0, "Grew"), (0, "by"), (0, "62"), (0, "%"), (0, "in"), (0, "one"), (0, "year"), (1, "More"),
    ]  # fmt: skip
    assert [word.x0 for word in found[:5]] == sorted(word.x0 for word in found[:5])
    assert found[5].y1 < found[4].y0
    assert found[6].x0 > 499


def test_a_hyphen_at_a_lines_end_ends_the_word_there(tmp_path: Path) -> None:
    made = drawn(tmp_path / "a.pdf", text(72, 700, "an archi-") + text(72, 688, "pelago"))
    found = words(made)
    assert [word.text for word in found] == ["an", "archi-", "pelago"]
    assert found[1].y0 > found[2].y1 - 3
    assert found[2].x0 < 74


def test_letters_beyond_the_basic_plane_and_other_scripts_come_out_whole(tmp_path: Path) -> None:
    found = words(sample(tmp_path / "a.pdf", ["智源 🔥 Żuk"]))
    assert [word.text for word in found] == ["智源", "🔥", "Żuk"]


def test_a_page_without_text_has_no_words(tmp_path: Path) -> None:
    assert words(drawn(tmp_path / "a.pdf", "10 10 50 50 re f")) == ()


def test_what_is_no_pdf_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_text("no")
    with pytest.raises(CheckError, match="can't be read as a PDF"):
        words(tmp_path / "a.pdf")
