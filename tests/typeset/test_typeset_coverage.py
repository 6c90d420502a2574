"""A character that no installed face has is told before TeX runs: which, where, and what to do about it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib.tables._g_l_y_f import Glyph
from hypothesis import given
from hypothesis import strategies as st
from workshop import PROFILE, Workshop, with_fakes

from cvpress.errors import Problem, Spot
from cvpress.typeset import coverage, faces

LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x180)]
LENDERS = {name for one in (*faces.LENDERS_OF_SERIF, *faces.LENDERS_OF_SANS) for name in one.files}
# kpsewhich that finds what lies in a folder, and writes down that it was asked
_KPSEWHICH = """\
#!/bin/sh
echo asked >> {folder}/calls
shift
for name; do if [ -e {folder}/$name ]; then echo {folder}/$name; fi; done
"""


def font(path: Path, characters: Iterable[int]) -> None:
    """A font file with one glyph, empty, for all its characters."""
    names = [".notdef", "any"]
    made = FontBuilder(1000, isTTF=True)
    made.setupGlyphOrder(names)
    made.setupCharacterMap(dict.fromkeys(characters, "any"))
    made.setupGlyf({name: Glyph() for name in names})
    made.setupHorizontalMetrics(dict.fromkeys(names, (500, 0)))
    made.setupHorizontalHeader()
    made.setupNameTable({"familyName": path.stem})
    made.setupOS2()
    made.setupPost()
    made.save(path)


def fonts(folder: Path) -> Path:
    """A folder of small fonts, and programs beside it: text faces have Latin, lenders Greek, Thai's only one letter."""
    folder.mkdir()
    for name in faces.TEXT_FACES["libertine"]:
        font(folder / name, LATIN)
    for name in LENDERS - set(faces.TEXT_FACES["libertine"]):
        font(folder / name, range(0x370, 0x400))
    for name in faces.SCRIPTS["thai"].files(sans=False):
        font(folder / name, [0xE01])
    font(folder / "NotoColorEmoji.ttf", [0x1F525, 0x1F3F4])
    programs = folder.parent / "fonts-bin"
    programs.mkdir()
    (programs / "kpsewhich").write_text(_KPSEWHICH.format(folder=folder))
    (programs / "kpsewhich").chmod(0o755)
    return folder


@pytest.fixture
def shelf(tmp_path: Path) -> coverage.Shelf:
    fonts(tmp_path / "fonts")
    return new_run(tmp_path)


def new_run(root: Path) -> coverage.Shelf:
    """A shelf as the next build has it: what was read before lies in the cache."""
    return coverage.Shelf({"PATH": f"{root / 'fonts-bin'}:{os.environ['PATH']}"}, root / "cache")


def told(tex: str, shelf: coverage.Shelf, face: str = "libertine") -> list[str]:
    return [problem.message for problem in problems(tex, shelf, face)]


def problems(tex: str, shelf: coverage.Shelf, face: str = "libertine") -> tuple[Problem, ...]:
    spot = Spot(Path("profile.yaml"), 3, 5)
    return coverage.problems(tex, face, shelf, lambda _: spot, lambda _: None)


@pytest.mark.parametrize("tex", ["", "plain", "Zoë \u017f", "Ωμέγα", "ก", r"\cvemoji{🔥}", "a\u200bb\u200dc"])
def test_what_some_face_has_is_fine(shelf: coverage.Shelf, tex: str) -> None:
    assert told(tex, shelf) == []


@pytest.mark.parametrize(
    ("tex", "message", "advice"),
    [
        ("Жук", "'Ж' (U+0416 CYRILLIC CAPITAL LETTER ZHE)", "no package that cvpress knows has a face for it"),
        ("ข", "'ข' (U+0E02 THAI CHARACTER KHO KHAI)", "a newer fonts-noto-core may have it"),
        ("გ", "'გ' (U+10D2 GEORGIAN LETTER GAN)", "install fonts-noto-core, by 'invoke setup' or 'apt-get install"),
        ("漢", "'漢' (U+6F22 CJK UNIFIED IDEOGRAPH-6F22)", "install fonts-noto-cjk, by 'invoke setup'"),
        ("\ue000", "(U+E000 without a name)", "it is for private use, so no package has it"),
        ("\u0530", "(U+0530 without a name)", "it is not a character of Unicode, so no package has it"),
        (r"\cvemoji{🥨}", "'🥨' (U+1F968 PRETZEL)", "younger than the installed fonts-noto-color-emoji"),
    ],
)
def test_what_none_has_is_named_with_its_remedy(shelf: coverage.Shelf, tex: str, message: str, advice: str) -> None:
    found = problems(tex, shelf)
    assert message in found[0].message
    assert advice in found[0].advice
    assert found[0].rule == "missing-character"
    assert found[0].spot == Spot(Path("profile.yaml"), 3, 5)


def test_a_lender_that_is_not_installed_is_named(shelf: coverage.Shelf, tmp_path: Path) -> None:
    (tmp_path / "fonts" / "Symbola_hint.ttf").unlink()
    assert "install fonts-symbola," in problems("Ж", shelf)[0].advice


def test_a_shape_of_the_text_face_that_lacks_a_character_is_enough(shelf: coverage.Shelf, tmp_path: Path) -> None:
    font(tmp_path / "fonts" / "LinLibertine_RZI.otf", LATIN[:-1])
    assert len(told("\u017f\u017e", shelf)) == 1


def test_each_character_is_told_once(shelf: coverage.Shelf) -> None:
    assert len(told("ЖЖ Ж\nЖ", shelf)) == 1


@pytest.mark.parametrize("tex", ["%@ Ж.yaml:3:5", "  % Ж", r"\cvmath{Ж_{Ж}\}Ж}", r"\cvmath{Ж}\cvmath{Ж}"])
def test_comments_and_math_are_not_set_in_a_text_face(shelf: coverage.Shelf, tex: str) -> None:
    assert told(f"{tex}\nyes", shelf) == []
    assert len(told(f"{tex}\nЗ", shelf)) == 1


def test_the_tags_of_a_flag_need_no_picture(shelf: coverage.Shelf) -> None:
    assert told("\\cvemoji{\U0001f3f4\U000e0067\U000e007f}", shelf) == []


def test_of_a_face_of_ones_own_nothing_is_said(shelf: coverage.Shelf) -> None:
    assert told("Ж", shelf, face="mine") == []


def test_without_kpsewhich_nothing_is_said(tmp_path: Path) -> None:
    assert told("Ж", coverage.Shelf({"PATH": str(tmp_path)}, tmp_path / "cache")) == []


def calls(root: Path) -> int:
    file = root / "fonts" / "calls"
    return len(file.read_text().splitlines()) if file.exists() else 0


def test_plain_english_asks_for_no_font(shelf: coverage.Shelf, tmp_path: Path) -> None:
    assert told("plain\n%@ ö.yaml", shelf) == []
    assert calls(tmp_path) == 0


def test_fonts_are_read_once(shelf: coverage.Shelf, tmp_path: Path) -> None:
    assert told("Zoë", shelf) == []
    asked = calls(tmp_path)
    assert asked
    assert told("Zoë", new_run(tmp_path)) == []
    assert calls(tmp_path) == asked


def test_a_font_that_has_changed_is_read_again(shelf: coverage.Shelf, tmp_path: Path) -> None:
    assert told("Zoë", shelf) == []
    for name in faces.TEXT_FACES["libertine"]:
        font(tmp_path / "fonts" / name, LATIN[:95])
    assert len(told("Zoë", new_run(tmp_path))) == 1


def test_a_font_installed_later_is_found(shelf: coverage.Shelf, tmp_path: Path) -> None:
    assert len(told("გ", shelf)) == 1
    for name in faces.SCRIPTS["georgian"].files(sans=False):
        font(tmp_path / "fonts" / name, [0x10D2])
    assert told("გ", new_run(tmp_path)) == []


@pytest.mark.parametrize("damage", [b"", b"no json\n", b'["gone"]\n\xff', b"3\n"])
def test_a_damaged_cache_is_made_afresh(shelf: coverage.Shelf, tmp_path: Path, damage: bytes) -> None:
    assert told("Zoë", shelf) == []
    for path in (tmp_path / "cache").iterdir():
        path.write_bytes(damage)
    assert told("Zoë", new_run(tmp_path)) == []


def test_a_file_that_is_no_font_counts_as_missing(shelf: coverage.Shelf, tmp_path: Path) -> None:
    for name in faces.SCRIPTS["georgian"].files(sans=False):
        (tmp_path / "fonts" / name).write_text("not a font")
    assert "install fonts-noto-core" in problems("გ", shelf)[0].advice


@given(st.sets(st.integers(0, 0x10FFFF), max_size=30), st.characters())
def test_bits_are_a_set(characters: set[int], other: str) -> None:
    made = coverage.Glyphs.of(characters)
    assert all(chr(character) in made for character in characters)
    assert (other in made) is (ord(other) in characters)


def test_a_build_stops_before_tex_at_the_line_of_the_character(tmp_path: Path) -> None:
    shop: Workshop = with_fakes(tmp_path)
    fonts(tmp_path / "fonts")
    shutil.copy(tmp_path / "fonts-bin" / "kpsewhich", tmp_path / "bin")
    shop.profile(text=PROFILE.replace("Read a book.", "Read Ж\u0301 and ข."))
    done = shop.run("pdf")
    assert done.code == 5
    assert "profile.yaml:9:9: no installed face has 'Ж' (U+0416 CYRILLIC CAPITAL LETTER ZHE)" in done.err
    assert "profile.yaml:9:9: no installed face has 'ข'" in done.err
    assert shop.calls == []
