"""Where a line of Thai may break: between words, never inside a syllable; and the model is read only for Thai."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvpress import process
from cvpress.typeset.thai import pieces

SENTENCE = "มหาวิทยาลัยธรรมศาสตร์เป็นสถาบันอุดมศึกษา"


def test_a_sentence_is_cut_between_words() -> None:
    assert pieces(SENTENCE) == ("มหาวิทยาลัย", "ธรรมศาสตร์", "เป็น", "สถาบัน", "อุดม", "ศึกษา")


@given(st.text(st.characters(min_codepoint=0x0E01, max_codepoint=0x0E5B), min_size=1, max_size=40))
def test_nothing_is_lost_and_no_piece_begins_with_a_mark(text: str) -> None:
    cut = pieces(text)
    assert "".join(cut) == text
    marks = "ะัาำิีึืฺุูๅๆ็่้๊๋์ํ๎ฯ"
    assert [piece for piece in cut[1:] if piece[0] in marks] == []
    assert [piece for piece in cut[:-1] if piece[-1] in "เแโใไ"] == []


@pytest.mark.parametrize("text", ["ๆ", "ก", "กก"])
def test_a_lone_letter_stays_whole(text: str) -> None:
    assert pieces(text) == (text,)


def test_a_text_without_thai_does_not_read_the_model() -> None:
    source = Path(__file__).parents[2] / "src"
    script = "import sys; from cvpress.typeset.tex import escape; escape('Zoë 王'); print('budoux' in sys.modules)"
    done = process.run([sys.executable, "-c", script], cwd=source, env={"PYTHONPATH": str(source)}, timeout=60)
    assert done.output == "False\n"
