"""Rules about fonts: each has a PDF that breaks it, and one that doesn't."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pdf_samples import LIMITS, annotate, as_dictionary, dictionary, name, numbers, sample, stream
from pypdf import PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, NumberObject

from cvpress.errors import Problem, Severity
from cvpress.pdf.check import check


def found(folder: Path, change: Callable[[PdfWriter], None], *, foreign: bool = False) -> list[Problem]:
    pdf = sample(folder / "a.pdf", ["One"], ["Two"], change=change)
    return list(check(pdf, [], LIMITS, foreign=[range(2)] if foreign else []))


def font_of(writer: PdfWriter) -> DictionaryObject:
    return as_dictionary(as_dictionary(as_dictionary(writer.pages[0]["/Resources"])["/Font"])["/F1"])


def not_embedded(writer: PdfWriter) -> None:
    del as_dictionary(font_of(writer)["/FontDescriptor"])["/FontFile2"]


def standard(writer: PdfWriter) -> None:
    font = font_of(writer)
    del font["/FontDescriptor"]
    font[NameObject("/BaseFont")] = name("Helvetica")


def without_map(writer: PdfWriter) -> None:
    del font_of(writer)["/ToUnicode"]


def type3(writer: PdfWriter) -> None:
    # PDFium reads nothing from a type 3 font without drawings.
    drawings = {f"/g{code}": writer._add_object(stream(b"500 0 d0 0 0 400 700 re f")) for code in range(32, 127)}
    names = ArrayObject([NumberObject(32), *(NameObject(title) for title in drawings)])
    font = font_of(writer)
    font.update(
        {
            NameObject("/Subtype"): name("Type3"),
            NameObject("/FontMatrix"): numbers(0.001, 0, 0, 0.001, 0, 0),
            NameObject("/FontBBox"): numbers(0, 0, 500, 700),
            NameObject("/CharProcs"): DictionaryObject({NameObject(k): v for k, v in drawings.items()}),
            NameObject("/Encoding"): dictionary(Differences=names),
        }
    )


def ligature(writer: PdfWriter) -> None:
    remap(writer, b"1 beginbfchar <41> <FB01> endbfchar")


def remap(writer: PdfWriter, cmap: bytes) -> None:
    font_of(writer)[NameObject("/ToUnicode")] = writer._add_object(stream(cmap))


BROKEN = [
    (not_embedded, "font-not-embedded", "page 1: the font Sample is not embedded"),
    (standard, "font-not-embedded", "page 1: the font Helvetica is not embedded"),
    (without_map, "font-without-tounicode", "page 1: the font Sample doesn't say which characters its glyphs are"),
    (type3, "font-type3", "page 1: the font Sample is of type 3 (drawn, often as bitmaps)"),
    (ligature, "ligature", "page 1: the font Sample reads back as \ufb01 (U+FB01)"),
]


@pytest.mark.parametrize(("change", "rule", "message"), BROKEN)
def test_each_fault_is_told_once_for_a_font_on_two_pages(
    tmp_path: Path, change: Callable[[PdfWriter], None], rule: str, message: str
) -> None:
    (problem,) = found(tmp_path, change)
    assert (problem.rule, problem.message, problem.severity) == (rule, message, Severity.ERROR)


@pytest.mark.parametrize(("change", "rule", "message"), BROKEN)
def test_on_a_strangers_page_it_is_a_warning(
    tmp_path: Path, change: Callable[[PdfWriter], None], rule: str, message: str
) -> None:
    (problem,) = found(tmp_path, change, foreign=True)
    assert (problem.rule, problem.message, problem.severity) == (rule, message, Severity.WARNING)


def test_a_good_font_has_no_fault(tmp_path: Path) -> None:
    assert found(tmp_path, lambda _: None) == []


@pytest.mark.parametrize("encoding", ["WinAnsiEncoding", "MacRomanEncoding", "StandardEncoding"])
def test_a_base_encoding_needs_no_map(tmp_path: Path, encoding: str) -> None:
    def change(writer: PdfWriter) -> None:
        without_map(writer)
        font_of(writer)[NameObject("/Encoding")] = name(encoding)

    assert found(tmp_path, change) == []


def composite(*, embedded: bool, mapped: bool) -> Callable[[PdfWriter], None]:
    def change(writer: PdfWriter) -> None:
        font = font_of(writer)
        descriptor = as_dictionary(font.pop("/FontDescriptor"))
        if not embedded:
            del descriptor["/FontFile2"]
        if not mapped:
            del font["/ToUnicode"]
        below = dictionary(Type=name("Font"), Subtype=name("CIDFontType0"), FontDescriptor=descriptor)
        font[NameObject("/Subtype")] = name("Type0")
        font[NameObject("/Encoding")] = name("WinAnsiEncoding")
        font[NameObject("/DescendantFonts")] = ArrayObject([writer._add_object(below)])

    return change


def test_a_composite_font_is_judged_by_its_descendant(tmp_path: Path) -> None:
    assert found(tmp_path, composite(embedded=True, mapped=True)) == []
    assert [p.rule for p in found(tmp_path, composite(embedded=False, mapped=True))] == ["font-not-embedded"]
    assert [p.rule for p in found(tmp_path, composite(embedded=True, mapped=False))] == ["font-without-tounicode"]


@pytest.mark.parametrize(
    "cmap",
    [
        b"1 beginbfrange <41> <42> <FB00> endbfrange",
        b"1 beginbfrange <41> <42> [<0041> <FB02>] endbfrange",
        b"1 beginbfrange <41> <44> <FAFE> endbfrange",
        b"1 beginbfchar <41> <006FFB03> endbfchar",
        b"1 beginbfchar\n<41>\n<FB 06>\nendbfchar",
    ],
)
def test_ligatures_are_found_however_the_map_is_written(tmp_path: Path, cmap: bytes) -> None:
    assert [p.rule for p in found(tmp_path, lambda writer: remap(writer, cmap))] == ["ligature"]


@pytest.mark.parametrize(
    "cmap",
    [
        b"1 beginbfchar <FB01> <00660069> endbfchar",
        b"1 beginbfrange <41> <42> <0041> endbfrange <FB01>",
        b"1 beginbfchar <4> <6> endbfchar",
        b"",
    ],
)
def test_letters_spelt_out_are_no_ligature_and_odd_maps_do_no_harm(tmp_path: Path, cmap: bytes) -> None:
    assert found(tmp_path, lambda writer: remap(writer, cmap)) == []


def bad_font(writer: PdfWriter) -> DictionaryObject:
    return dictionary(
        Type=name("Font"), Subtype=name("Type1"), BaseFont=name("Times"), Encoding=name("WinAnsiEncoding")
    )


def in_form(writer: PdfWriter) -> None:
    inner = stream(b"", Subtype=name("Form"), Resources=dictionary(Font=dictionary(X=bad_font(writer))))
    outer = stream(b"", Subtype=name("Form"))
    inner_reference, outer_reference = writer._add_object(inner), writer._add_object(outer)
    # The outer form also holds itself: a loop that a walk must survive.
    held = dictionary(XObject=dictionary(Inner=inner_reference, Self=outer_reference))
    outer[NameObject("/Resources")] = held
    as_dictionary(writer.pages[0]["/Resources"])[NameObject("/XObject")] = dictionary(Outer=outer_reference)


def in_pattern(writer: PdfWriter) -> None:
    pattern = stream(b"", PatternType=numbers(1)[0], Resources=dictionary(Font=dictionary(X=bad_font(writer))))
    as_dictionary(writer.pages[0]["/Resources"])[NameObject("/Pattern")] = dictionary(P=writer._add_object(pattern))


def in_annotation(writer: PdfWriter) -> None:
    look = stream(b"", Subtype=name("Form"), Resources=dictionary(Font=dictionary(X=bad_font(writer))))
    states = dictionary(On=writer._add_object(look))
    annotate(writer, 0, Subtype=name("Widget"), AP=dictionary(N=states))


@pytest.mark.parametrize("change", [in_form, in_pattern, in_annotation])
def test_fonts_are_found_wherever_they_are_used(tmp_path: Path, change: Callable[[PdfWriter], None]) -> None:
    assert [problem.message for problem in found(tmp_path, change)] == ["page 1: the font Times is not embedded"]
