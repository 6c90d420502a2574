"""Reading pages back with PDFium."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from pdf_samples import sample
from pypdf import PdfWriter
from pypdf.generic import NameObject, StreamObject

from cvpress.errors import CheckError
from cvpress.pdf.text import pages, read


def test_each_page_is_read_for_itself(tmp_path: Path) -> None:
    pdf = sample(tmp_path / "a.pdf", ["\u0141ukasz \u017b\u00f3\u0142\u0107", "\u4e2d\u6587 \U0001f525"], ["second"])
    assert pages(pdf) == ("\u0141ukasz \u017b\u00f3\u0142\u0107\r\n\u4e2d\u6587 \U0001f525", "second")


def test_a_hyphen_at_a_line_end_is_kept_as_a_mark(tmp_path: Path) -> None:
    (page,) = read(sample(tmp_path / "a.pdf", ["a confer-", "ence"]))
    assert (page.text, page.outside) == ("a confer\ufffeence", "")


def test_skipped_pages_stay_unread(tmp_path: Path) -> None:
    pdf = sample(tmp_path / "a.pdf", ["one"], ["two"], ["three"])
    assert [page.text for page in read(pdf, range(1, 2))] == ["one", "", "three"]


def test_characters_off_the_page_are_told_apart(tmp_path: Path) -> None:
    long = sample(tmp_path / "a.pdf", ["a confer-", "ence", "x" * 80 + "yz" * 40, "next"])
    assert set(read(long)[0].outside) == {"y", "z"}
    assert read(sample(tmp_path / "b.pdf", ["x" * 80, "next"]))[0].outside == ""


def test_lines_and_pictures_are_noticed_on_a_page_of_few_words(tmp_path: Path) -> None:
    def rule(writer: PdfWriter) -> None:
        contents = writer.pages[0]["/Contents"].get_object()
        assert isinstance(contents, StreamObject)
        contents.set_data(contents.get_data() + b"\n60 60 100 1 re f")

    assert read(sample(tmp_path / "a.pdf", ["word"], change=rule))[0].drawn
    assert not read(sample(tmp_path / "b.pdf", ["word"]))[0].drawn
    assert not read(sample(tmp_path / "c.pdf", []))[0].drawn


@pytest.mark.parametrize("content", [b"", b"not a PDF", b"%PDF-1.5\n", None])
def test_what_is_no_pdf_is_one_clear_problem(tmp_path: Path, content: bytes | None) -> None:
    pdf = tmp_path / "bad.pdf"
    if content is not None:
        pdf.write_bytes(content)
    with pytest.raises(CheckError, match=r"bad\.pdf can't be read as a PDF") as raised:
        pages(pdf)
    assert [problem.rule for problem in raised.value.problems] == ["unreadable-pdf"]


def test_an_object_is_no_page_text(tmp_path: Path) -> None:
    def unreachable(writer: PdfWriter) -> None:
        del writer.pages[0][NameObject("/Contents")]

    assert pages(sample(tmp_path / "a.pdf", ["hidden"], change=unreachable)) == ("",)


def test_importing_the_room_costs_no_pdf_library() -> None:
    modules = "cvpress.pdf.check, cvpress.pdf.finish, cvpress.pdf.merge"
    code = f"import sys, {modules}; print(*sorted({{'pypdf', 'pypdfium2'}} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""
