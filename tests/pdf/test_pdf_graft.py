"""Grafting: what shows on a page comes along, what a file could do stays behind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from pdf_samples import (
    LIMITS,
    METADATA,
    annotate,
    dictionary,
    landings,
    name,
    picture,
    sample,
    script_action,
    stream,
    uri_action,
)
from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    NameObject,
    NumberObject,
    TextStringObject,
)

from cvpress.errors import Problem, Severity, Spot
from cvpress.pdf.check import check
from cvpress.pdf.links import marks
from cvpress.pdf.merge import Part, merge

Change = Callable[[PdfWriter], None]
SPOT = Spot(Path("profile.yaml"), 9, 3)
ALL = replace(LIMITS, pages=None)


# What a stranger's file may bring along.


def with_script_on_click(writer: PdfWriter) -> None:
    annotate(writer, 0, A=script_action())


def with_script_on_page(writer: PdfWriter) -> None:
    writer.pages[0][NameObject("/AA")] = dictionary(O=script_action())


def with_script_on_opening(writer: PdfWriter) -> None:
    writer.root_object[NameObject("/OpenAction")] = script_action()


def with_named_script(writer: PdfWriter) -> None:
    tree = dictionary(Names=ArrayObject([TextStringObject("a"), script_action()]))
    writer.root_object[NameObject("/Names")] = dictionary(JavaScript=tree)


def with_program(writer: PdfWriter) -> None:
    annotate(writer, 0, A=dictionary(S=name("Launch"), F=TextStringObject("JavaScript.exe")))


def with_chain(writer: PdfWriter) -> None:
    action = uri_action("https://example.org")
    action[NameObject("/Next")] = script_action()
    annotate(writer, 0, A=action)


def with_script_address(writer: PdfWriter) -> None:
    annotate(writer, 0, A=uri_action("JavaScript:alert(1)"))


def with_attachment(writer: PdfWriter) -> None:
    writer.add_attachment("JavaScript.txt", b"JavaScript")


def with_pinned_file(writer: PdfWriter) -> None:
    annotate(writer, 0, Subtype=name("FileAttachment"), Contents=TextStringObject("JavaScript"))


def with_remark(writer: PdfWriter) -> None:
    annotate(writer, 0, Subtype=name("Text"), Contents=TextStringObject("JavaScript"))


def with_form_script(writer: PdfWriter) -> None:
    annotate(writer, 0, Subtype=name("Widget"), FT=name("Tx"), AA=dictionary(K=script_action()))


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (with_script_on_click, "/JavaScript (1)"),
        (with_script_on_page, "/AA (1)"),
        (with_script_on_opening, "/JavaScript (1)"),
        (with_named_script, "/JavaScript (1)"),
        (with_program, "/Launch (1)"),
        (with_chain, "/Next (1)"),
        (with_script_address, "link to 'JavaScript:alert(1)' (1)"),
        (with_attachment, "/EmbeddedFiles (1)"),
        (with_pinned_file, "/FileAttachment (1)"),
        (with_remark, "/Text (1)"),
        (with_form_script, "/Widget (1)"),
    ],
)
def test_what_a_strangers_file_could_do_is_left_behind_and_told(tmp_path: Path, change: Change, kind: str) -> None:
    pdf = sample(tmp_path / "a.pdf", ["one"], change=change)
    assert b"JavaScript" in pdf.read_bytes()
    (problem,) = merge([Part("Letter", pdf, foreign=True, spot=SPOT)], tmp_path / "out.pdf", METADATA)
    assert problem == Problem(
        f"{pdf}: left out of the packet: {kind}",
        SPOT,
        "look whether the pages still say all they should",
        "left-out",
        Severity.WARNING,
    )
    assert b"JavaScript" not in (tmp_path / "out.pdf").read_bytes()
    assert check(tmp_path / "out.pdf", [], ALL, foreign=[range(1)]) == ()


def test_a_link_to_nowhere_is_left_out(tmp_path: Path) -> None:
    def change(writer: PdfWriter) -> None:
        annotate(writer, 0, A=dictionary(S=name("GoTo"), D=TextStringObject("gone")))

    (problem,) = merge([Part("A", sample(tmp_path / "a.pdf", ["one"], change=change))], tmp_path / "out.pdf", METADATA)
    assert "link that leads nowhere (1)" in problem.message
    assert landings(tmp_path / "out.pdf") == [[]]


def as_stamp(writer: PdfWriter) -> None:
    annotate(writer, 0, Subtype=name("FreeText"), AP=dictionary(N=picture(writer)), A=script_action())


def as_filled_field(writer: PdfWriter) -> None:
    states = dictionary(On=picture(writer), Off=writer._add_object(stream(b"")))
    annotate(
        writer, 0, Subtype=name("Widget"), AS=name("On"), AP=dictionary(N=states), AA=dictionary(K=script_action())
    )


@pytest.mark.parametrize("change", [as_stamp, as_filled_field])
def test_what_shows_on_the_page_stays_as_a_picture(tmp_path: Path, change: Change) -> None:
    pdf = sample(tmp_path / "a.pdf", ["one"], change=change)
    assert merge([Part("Letter", pdf, foreign=True)], tmp_path / "out.pdf", METADATA) == ()
    (mark,) = marks(PdfReader(tmp_path / "out.pdf").pages[0])
    assert sorted(mark) == ["/AP", "/F", "/Rect", "/Subtype", "/Type"]
    assert mark["/Subtype"] == name("Stamp")
    assert b"0 0 140 12 re f" in (tmp_path / "out.pdf").read_bytes()


@pytest.mark.parametrize("flags", [2, 32])
def test_what_is_hidden_stays_hidden(tmp_path: Path, flags: int) -> None:
    def change(writer: PdfWriter) -> None:
        annotate(writer, 0, Subtype=name("FreeText"), AP=dictionary(N=picture(writer)), F=NumberObject(flags))

    merge([Part("A", sample(tmp_path / "a.pdf", ["one"], change=change))], tmp_path / "out.pdf", METADATA)
    assert marks(PdfReader(tmp_path / "out.pdf").pages[0]) == ()
