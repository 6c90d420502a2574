"""Formats: for which documents there is one, and how long it holds. TeX is not needed; test_typeset_engines has it."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from cvpress.typeset import formats
from cvpress.typeset.formats import MARK, Shelf

PREAMBLE = "\\documentclass{article}\n"
FONTS = "\n(./document.aux\ncvpress font TU/cvtext/m/n/10.5 .\ncvpress font TU/cvtext/b/n/10.5 .)\n"
CJK = "file:NotoSerifCJK-Regular.ttc(2):mode=base;script=hani;@655360"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "work"
    made.mkdir()
    (made / "cvpress-format.sty").write_text("% a style", encoding="utf-8")
    return made


def shelf(folder: Path, body: str = "text", preamble: str = PREAMBLE, mark: str = MARK) -> Shelf:
    found = wanted(folder, f"{preamble}{mark}{body}\n")
    assert found
    return found


def wanted(folder: Path, text: str, engine: str = "lualatex") -> Shelf | None:
    (folder / "document.tex").write_text(text, encoding="utf-8")
    return formats.shelf(folder.parent / "formats", folder, os.environ, engine)


def stand(shelf: Shelf, *inputs: Path) -> None:
    """A format as `make` leaves it, of these inputs."""
    shelf.folder.mkdir(parents=True, exist_ok=True)
    told = "".join(f"INPUT {path}\n" for path in inputs)
    (shelf.folder / "cvpress.fmt").write_bytes(b"format")
    (shelf.folder / "inputs").write_text(told, encoding="utf-8")
    (shelf.folder / "states").write_text(formats._states(told), encoding="utf-8")


def test_a_document_has_a_use_for_one_where_its_template_marks_the_preamble(folder: Path) -> None:
    assert wanted(folder, f"{PREAMBLE}{MARK}text")
    assert wanted(folder, f"{PREAMBLE}text") is None
    assert wanted(folder, f"{PREAMBLE}{MARK}text", engine="xelatex") is None
    (folder / "cvpress-format.sty").unlink()
    assert wanted(folder, f"{PREAMBLE}{MARK}text") is None


def test_one_is_for_all_documents_with_the_same_preamble_and_styles(folder: Path) -> None:
    first = shelf(folder)
    assert shelf(folder, "another text, with Ż and “x”").folder == first.folder
    assert shelf(folder, preamble=PREAMBLE + "\\usepackage{look}\n").folder != first.folder
    (folder / "photo.jpg").write_bytes(b"a photo")
    (folder / "document.log").write_text("a log", encoding="utf-8")
    assert shelf(folder).folder == first.folder
    (folder / "look.sty").write_text("% a look", encoding="utf-8")
    assert shelf(folder).folder != first.folder


def test_another_engine_is_another_format(folder: Path, tmp_path: Path) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    (folder / "document.tex").write_text(f"{PREAMBLE}{MARK}text", encoding="utf-8")
    places = set()
    for version in ("one", "the other"):
        (programs / "lualatex").write_text(version, encoding="utf-8")
        (programs / "lualatex").chmod(0o755)
        found = formats.shelf(tmp_path / "formats", folder, {"PATH": str(programs)}, "lualatex")
        places.add(found and found.folder)
    assert len(places) == 2


def test_letters_that_few_documents_have_are_in_the_formats_of_those_that_have_them(folder: Path) -> None:
    assert [shelf(folder, body).blocks for body in ("Ada Łukasz “x”", "Ада", "Ада ⠿")] == ["", "4", "4 28"]
    assert shelf(folder, "Ада").folder != shelf(folder, "Ada").folder


def test_a_name_in_han_characters_is_in_the_format_and_a_text_of_them_is_not(folder: Path) -> None:
    name, text = shelf(folder, "Ada 欧明月"), shelf(folder, "".join(map(chr, range(0x4E00, 0x4E80))))
    assert (name.han, text.han) == ("660E 6708 6B27", "")
    assert shelf(folder, "Ada 欧").folder != name.folder
    for one in (name, text):
        one.learn(f"cvpress font TU/cvtext/m/n/9 .\ncvpress font {CJK} .\n")
    assert [CJK in formats._source(one) for one in (name, text)] == [True, False]


def test_the_lines_that_it_replaces_are_those_to_the_mark(folder: Path) -> None:
    assert shelf(folder, preamble=PREAMBLE + "\\usepackage{look}\n\n").lines == 4


def test_fonts_add_up_and_a_new_one_ends_the_format(folder: Path) -> None:
    one = shelf(folder)
    assert not one.fonts
    one.learn(FONTS)
    assert one.fonts == ("TU/cvtext/b/n/10.5", "TU/cvtext/m/n/10.5")
    stand(one, folder / "cvpress-format.sty")
    one.learn(FONTS)
    assert one.format()
    one.learn("cvpress font TU/cvtext/m/it/9 .\n")
    assert one.fonts == ("TU/cvtext/b/n/10.5", "TU/cvtext/m/n/10.5", "TU/cvtext/m/it/9")
    assert one.format() is None


def test_it_holds_while_all_that_went_into_it_is_as_it_was(folder: Path, tmp_path: Path) -> None:
    style = tmp_path / "article.cls"
    style.write_text("a class", encoding="utf-8")
    one = shelf(folder)
    assert one.format() is None
    stand(one, style)
    assert one.format()
    style.write_text("another class", encoding="utf-8")
    assert one.format() is None
    stand(one, style)
    style.unlink()
    assert one.format() is None


def test_one_that_is_half_written_is_none(folder: Path) -> None:
    one = shelf(folder)
    stand(one, folder / "cvpress-format.sty")
    (one.folder / "states").unlink()
    assert one.format() is None
    stand(one, folder / "cvpress-format.sty")
    (one.folder / "cvpress.fmt").unlink()
    assert one.format() is None


def test_after_two_failures_it_is_given_up(folder: Path) -> None:
    one = shelf(folder)
    stand(one, folder / "cvpress-format.sty")
    one.fail()
    assert (one.given_up, one.format()) == (False, None)
    one.fail()
    assert one.given_up


def test_formats_are_kept_uncompressed_however_tex_wrote_them() -> None:
    assert formats._inflated(gzip.compress(b"a format")) == b"a format"
    assert formats._inflated(b"a format") == b"a format"


def test_the_least_recently_used_go(folder: Path) -> None:
    for number in range(formats._KEPT + 2):
        one = shelf(folder, preamble=f"% {number}\n")
        stand(one, folder / "cvpress-format.sty")
        os.utime(one.folder / "cvpress.fmt", ns=(0, number * 10**9))
    first = shelf(folder, preamble="% 0\n")
    assert first.format()  # which uses it
    formats._tidy(first.folder.parent)
    left = [shelf(folder, preamble=f"% {number}\n").format() is not None for number in range(formats._KEPT + 2)]
    assert left == [True, False, False, *[True] * (formats._KEPT - 1)]
