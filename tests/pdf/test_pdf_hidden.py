"""Text that is seen is let be, whatever its looks; what isn't seen has its cases in tests/broken_pdf."""

from __future__ import annotations

from pathlib import Path

import pytest
from broken_cases import FAINT, KEYWORDS, good, painted, pictured, words
from pdf_samples import LIMITS, as_dictionary, dictionary, name, numbers, sample, stream
from pypdf import PdfWriter
from pypdf.generic import ArrayObject, NameObject, TextStringObject

from cvpress.pdf.check import check
from cvpress.pdf.hidden import hidden_problems, unseen
from cvpress.pdf.subject import Subject, open_reader
from cvpress.pdf.text import read

STAR = "0 g 50 700 m " + " ".join(f"{50 + 300 * (n % 2)} {700 - 30 * n} l" for n in range(1, 20)) + " h f"


def told(pdf: Path, foreign: frozenset[int] = frozenset()) -> list[str]:
    subject = Subject(pdf, open_reader(pdf), LIMITS, read(pdf, foreign, unseen), foreign)
    return [problem.message for problem in hidden_problems(subject)]


@pytest.mark.parametrize(
    "content",
    [
        words("grey", more="0.6 g"),
        f"0 0 0.4 rg 50 290 200 20 re f {words('white on blue', more='1 1 1 rg')}",
        f"{STAR} {words('on a star', more='1 1 1 rg')}",
        f"{words('boxed')} 0 G 50 290 200 20 re S",
        f"{words('struck')} 0 0 0 rg 60 303 60 0.5 re f",
        words("inside of its clip", more="50 290 300 30 re W n"),
        words("small", size=4),
        words("large from a small font", 6, 30, size=1, more="10 0 0 10 0 0 cm"),
        words("outlined", more="1 Tr 0 0 0 RG 1 1 1 rg"),
    ],
)
def test_what_can_be_seen_is_let_be(tmp_path: Path, content: str) -> None:
    assert told(painted(content)(tmp_path / "a.pdf")) == []


def test_a_caption_over_a_picture_is_let_be(tmp_path: Path) -> None:
    content = f"q 300 0 0 40 50 290 cm /Im1 Do Q {words('white caption', more='1 1 1 rg')}"
    assert told(pictured(content)(tmp_path / "a.pdf")) == []


def test_what_is_hidden_in_a_form_is_found_where_the_form_is_drawn(tmp_path: Path) -> None:
    def change(writer: PdfWriter) -> None:
        resources = as_dictionary(writer.pages[0]["/Resources"])
        form = stream(
            words(KEYWORDS, 0, 0).encode(),
            Type=name("XObject"),
            Subtype=name("Form"),
            BBox=numbers(0, -10, 300, 30),
            Resources=dictionary(Font=resources["/Font"]),
        )
        resources[NameObject("/XObject")] = dictionary(Fm1=writer._add_object(form))
        writer.pages[0][NameObject("/Contents")] = writer._add_object(stream(b"q 0.05 0 0 0.05 60 300 cm /Fm1 Do Q"))

    (message,) = told(good(tmp_path / "a.pdf", change))
    assert "smaller than 1 pt" in message
    assert "Python" in message


def test_one_finding_tells_all_of_a_page_that_has_one_reason(tmp_path: Path) -> None:
    content = "\n".join(words(f"word{n}", y=300 - 12 * n, more="3 Tr") for n in range(5))
    (message,) = told(painted(content)(tmp_path / "a.pdf"))
    assert message.startswith("page 1: machines read 'word0 word1 word2 word3 word4', which no pen draws")


def test_pages_of_strangers_are_not_read(tmp_path: Path) -> None:
    pdf = painted(words(KEYWORDS, more="/G0 gs"), ExtGState=FAINT)(tmp_path / "a.pdf")
    assert len(told(pdf)) == 1
    assert told(pdf, frozenset({0})) == []


@pytest.mark.parametrize(("base", "shown", "hidden"), [("OFF", "ON", True), ("OFF", "", True), ("ON", "OFF", False)])
def test_a_layer_that_is_shown_is_no_finding(tmp_path: Path, base: str, shown: str, hidden: bool) -> None:
    def change(writer: PdfWriter) -> None:
        layers = [writer._add_object(dictionary(Type=name("OCG"), Name=TextStringObject(one))) for one in ("a", "b")]
        usual = dictionary(BaseState=name(base), **({shown: ArrayObject(layers[:1])} if shown == "ON" else {}))
        writer.root_object[NameObject("/OCProperties")] = dictionary(OCGs=ArrayObject(layers), D=usual)

    found = told(sample(tmp_path / "a.pdf", ["text"], change=change))
    assert bool(found) is hidden
    assert not found or ("'b'" in found[0] and ("'a'" in found[0]) is (shown != "ON"))


def test_a_page_without_marks_has_nothing_hidden(tmp_path: Path) -> None:
    pdf = sample(tmp_path / "a.pdf", [])
    assert told(pdf) == []
    assert {problem.rule for problem in check(pdf, (), LIMITS)} == {"blank-page"}
