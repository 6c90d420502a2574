"""Lines with right-to-left text are read from where their characters stand.

A capital stands for a Hebrew letter, so that the cases can be read: "MOLAHS" on paper is read "SHALOM".
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cvpress.pdf.visual import Glyph, is_right_to_left, lines


def in_hebrew(text: str) -> str:
    return "".join(chr(0x5D0 + ord(char) - ord("A")) if char.isupper() else char for char in text)


def on_paper(visual: str, low: float = 100.0, left: float = 0.0) -> Iterator[Glyph]:
    """Each character 6 pt wide and 12 pt high, in an order that nobody should rely on; "_" is a wide gap."""
    glyphs = []
    for char in in_hebrew(visual):
        if char == "_":
            left += 20
        elif char == " ":
            left += 3
        else:
            glyphs.append(Glyph(char, left, low, left + 6, low + 12))
            left += 6
    yield from sorted(glyphs, key=lambda glyph: -glyph.left if is_right_to_left(glyph.text) else glyph.left)
    yield Glyph("\n", 0, 0, 0, 0)


def read(visual: str, *, leftwards: bool) -> str:
    (line,) = lines(on_paper(visual), leftwards=leftwards)
    return line.replace("\t", "_")


@pytest.mark.parametrize(
    ("visual", "logical"),
    [
        ("MALO MOLAHS", "SHALOM OLAM"),
        ("olam ah MOLAHS", "SHALOM olam ah"),
        (".12/05/2020 MOLAHS", "SHALOM 12/05/2020."),
        ("2019 – 2014", "2014 – 2019"),
        ("D (b c) A", "A (b c) D"),
        ("(2021 ,3 AB) C", "C (BA 3, 2021)"),
        ("(c2) AB", "BA (c2)"),
        ("code(x) AB", "BA code(x)"),
        ("python, c++ :AB", "BA: python, c++"),
        ("noa@example.org/~x/ AB", "BA noa@example.org/~x/"),
        ("+972 (3) 555-0100 :AB", "BA: +972 (3) 555-0100"),
        ("2021_acme inc., boulder", "acme inc., boulder_2021"),
        ("5% AB", "BA 5%"),
        ("doi:10. ,14–3 AB", "BA 3–14, doi:10."),
        ("3d AB", "BA 3d"),
    ],
)
def test_a_line_of_a_page_from_right_to_left_is_read_from_the_right(visual: str, logical: str) -> None:
    assert read(visual, leftwards=True) == in_hebrew(logical)


@pytest.mark.parametrize(
    ("visual", "logical"),
    [
        ("see MALO MOLAHS now", "see SHALOM OLAM now"),
        ("see (MOLAHS) now", "see (SHALOM) now"),
        ("see (DC) BA, now", "see AB (CD), now"),
        ("x ?MOLAHS", "x SHALOM?"),
        ("BA, DC", "AB, CD"),
        ("DC ,BA", "AB, CD"),
        ("BA 1-2 x", "AB 1-2 x"),
        ("DC 12 BA", "AB 12 CD"),
    ],
)
def test_right_to_left_text_in_a_line_from_left_to_right_is_turned_where_it_stands(visual: str, logical: str) -> None:
    assert read(visual, leftwards=False) == in_hebrew(logical)


def test_a_line_without_right_to_left_letters_stays_in_the_order_of_its_glyphs() -> None:
    glyphs = (Glyph("b", 6, 0, 12, 12), Glyph("a", 0, 0, 6, 12), Glyph("\n", 0, 0, 0, 0))
    assert tuple(lines(glyphs, leftwards=False)) == ("ba",)


def test_what_pdfium_takes_for_two_lines_at_one_height_is_one() -> None:
    glyphs = (*on_paper("x2", left=0.0), *on_paper("BA", left=30.0), *on_paper("DC", low=80.0))
    assert tuple(lines(glyphs, leftwards=True)) == (in_hebrew("AB\tx2"), in_hebrew("CD"))


def test_a_mark_goes_with_the_letter_under_it_wherever_pdfium_has_it() -> None:
    shin, kamats = "\u05e9", "\u05b8"
    glyphs = (
        Glyph(kamats, 8, 0, 8, 12),
        Glyph("\u05dc", 0, 0, 6, 12),
        Glyph(shin, 6, 0, 12, 12),
        Glyph("\n", 0, 0, 0, 0),
    )
    assert tuple(lines(glyphs, leftwards=True)) == (f"{shin}{kamats}\u05dc",)


@pytest.mark.parametrize("letters", ["\u0644\u0627", "\u0627\u0644"])
def test_a_ligature_of_lam_and_alef_begins_with_lam_in_whatever_order_pdfium_has_them(letters: str) -> None:
    arabic = (Glyph("\u0628", 6, 0, 12, 12), *(Glyph(letter, 0, 0, 6, 12) for letter in letters))
    assert tuple(lines(arabic, leftwards=True)) == ("\u0628\u0644\u0627",)


def test_a_ligature_from_left_to_right_keeps_the_order_of_its_letters() -> None:
    latin = (Glyph("f", 0, 0, 6, 12), Glyph("i", 0, 0, 6, 12), Glyph("n", 6, 0, 12, 12))
    assert tuple(lines(latin, leftwards=True)) == ("fin",)


def test_the_halves_of_a_character_are_joined_in_either_order() -> None:
    glyphs = (Glyph("\udd25", 0, 0, 6, 12), Glyph("\ud83d", 0, 0, 6, 12), *on_paper("A", left=9.0))
    assert tuple(lines(glyphs, leftwards=True)) == (in_hebrew("A \U0001f525"),)


def test_a_bracket_opens_or_closes_as_its_place_asks_however_pdfium_mirrored_it() -> None:
    assert read(")DC( BA", leftwards=True) == in_hebrew("AB (CD)")


def test_only_right_to_left_letters_count_as_such() -> None:
    assert is_right_to_left("abc \u0645")
    assert not is_right_to_left("abc \u00e9 \u4e2d 1")
