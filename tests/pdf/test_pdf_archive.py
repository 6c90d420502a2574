"""PDF/A-3: good files pass the validator, and each thing taken from one is seen."""

from __future__ import annotations

import re
import zlib
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from pdf_samples import LIMITS, METADATA, Change, annotate, as_dictionary, dictionary, name, sample, stream, uri_action
from PIL import Image, ImageCms
from pypdf import PdfReader, PdfWriter
from pypdf.generic import EncodedStreamObject, NameObject, NumberObject, PdfObject

from cvpress.errors import Severity
from cvpress.pdf.archive import conformance, lowest
from cvpress.pdf.check import check
from cvpress.pdf.merge import Part, merge
from cvpress.pdf.srgb import srgb

CLAIMING = replace(METADATA, conformance="U")
ASKING = replace(LIMITS, conformance="U")


def claimed(folder: Path, change: Change | None = None) -> Path:
    return sample(folder / "claimed.pdf", ["One"], ["Two"], change=change, metadata=CLAIMING)


def with_link(writer: PdfWriter) -> None:
    annotate(writer, 0, A=uri_action("https://example.org/"))


def with_masked_picture(writer: PdfWriter) -> None:
    mask = _image(writer, name("DeviceGray"), b"\x80")
    picture = _image(writer, name("DeviceRGB"), b"\x80\x00\x00", SMask=mask)
    resources = as_dictionary(writer.pages[0]["/Resources"])
    resources[NameObject("/XObject")] = dictionary(Im1=picture)


def _image(writer: PdfWriter, space: NameObject, samples: bytes, **more: PdfObject) -> PdfObject:
    one = NumberObject(1)
    fixed = {"Width": one, "Height": one, "BitsPerComponent": NumberObject(8)}
    made = stream(samples, Type=name("XObject"), Subtype=name("Image"), ColorSpace=space, **fixed, **more)
    return writer._add_object(made)


@pytest.mark.parametrize("change", [None, with_link, with_masked_picture])
def test_a_good_file_is_an_archive_file(tmp_path: Path, change: Change | None) -> None:
    pdf = claimed(tmp_path, change)
    assert conformance(pdf) == "U"
    assert check(pdf, (), ASKING) == ()


def without_intent(writer: PdfWriter) -> None:
    del writer.root_object["/OutputIntents"]


def with_encoding(writer: PdfWriter) -> None:
    fonts = as_dictionary(as_dictionary(writer.pages[0]["/Resources"])["/Font"])
    as_dictionary(fonts["/F1"])[NameObject("/Encoding")] = name("WinAnsiEncoding")


def with_wrong_widths(writer: PdfWriter) -> None:
    fonts = as_dictionary(as_dictionary(writer.pages[0]["/Resources"])["/Font"])
    widths = as_dictionary(fonts["/F1"])["/Widths"].get_object()
    widths[ord("O")] = NumberObject(700)  # type: ignore[index]


def with_hidden_link(writer: PdfWriter) -> None:
    annotate(writer, 0, A=uri_action("https://example.org/"), F=NumberObject(2))


def with_stream_of_another_file(writer: PdfWriter) -> None:
    writer.pages[0][NameObject("/Metadata")] = writer._add_object(stream(b"x", F=name("elsewhere")))


# What breaks the standard, and a word of what the validator says about it.
BROKEN: list[tuple[Change, str]] = [
    (without_intent, "colour space"),
    (with_encoding, "Encoding"),
    (with_wrong_widths, "width"),
    (with_hidden_link, "annotation"),
    (with_stream_of_another_file, "stream"),
]


@pytest.mark.parametrize(("change", "told"), BROKEN)
def test_what_breaks_the_standard_is_told_and_not_claimed_for_a_packet(
    tmp_path: Path, change: Change, told: str
) -> None:
    pdf = _changed(claimed(tmp_path), change)
    (problem, *more) = check(pdf, (), ASKING)
    assert {one.rule for one in (problem, *more)} == {"pdf-a"}
    assert "claims to be PDF/A-3u and is not" in problem.message
    assert told in problem.message
    assert problem.severity is Severity.ERROR
    assert conformance(pdf) == ""


def _changed(pdf: Path, change: Change) -> Path:
    """The finished file, changed behind the back of what finished it."""
    writer = PdfWriter(clone_from=PdfReader(pdf))
    change(writer)
    writer.write(pdf)
    identifier = b"/ID [ <%s> <%s> ]" % (b"0" * 32, b"0" * 32)
    pdf.write_bytes(re.sub(rb"/ID \[.*?\]", identifier, pdf.read_bytes(), flags=re.DOTALL))
    return pdf


def test_a_file_that_claims_nothing_is_told_only_where_an_archive_file_is_asked_for(tmp_path: Path) -> None:
    pdf = sample(tmp_path / "plain.pdf", ["One"], ["Two"])
    assert check(pdf, (), LIMITS) == ()
    assert [(one.rule, one.severity) for one in check(pdf, (), ASKING)] == [("pdf-a", Severity.ERROR)]
    assert [(one.rule, one.severity) for one in check(pdf, (), ASKING, foreign=[range(1)])] == [
        ("pdf-a", Severity.INFO)
    ]


def test_a_packet_claims_what_each_of_its_parts_keeps(tmp_path: Path) -> None:
    good = claimed(tmp_path)
    plain = sample(tmp_path / "plain.pdf", ["Three"])
    merge([Part("One", good), Part("Two", good)], tmp_path / "both.pdf", METADATA)
    merge([Part("One", good), Part("Two", plain, foreign=True)], tmp_path / "mixed.pdf", METADATA)
    assert conformance(tmp_path / "both.pdf") == "U"
    assert conformance(tmp_path / "mixed.pdf") == ""
    assert b"pdfaid:part" not in (tmp_path / "mixed.pdf").read_bytes()


def test_the_lowest_level_of_several_counts() -> None:
    assert [lowest(several) for several in (("U", "U"), ("U", "B"), ("B", ""), ())] == ["U", "B", "", "U"]


def test_a_damaged_file_keeps_no_standard(tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7\nnothing")
    assert conformance(broken) == ""


def test_the_colour_profile_says_what_srgb_is() -> None:
    """A transform between it and another's sRGB changes no colour by more than a step of 255."""
    mine = ImageCms.ImageCmsProfile(BytesIO(srgb()))
    theirs = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
    assert str(mine.profile.profile_description).startswith("sRGB")
    ramp = Image.new("RGB", (256, 3))
    for value in range(256):
        for row, colour in enumerate(((value, value, value), (value, 255 - value, 128), (0, value, 255))):
            ramp.putpixel((value, row), colour)
    there = ImageCms.profileToProfile(ramp, mine, theirs, outputMode="RGB")
    assert there is not None
    assert max(abs(a - b) for a, b in zip(ramp.tobytes(), there.tobytes(), strict=True)) <= 1


def test_a_packed_stream_that_ends_like_a_line_gets_an_end_of_its_own(tmp_path: Path) -> None:
    texts = (b"% " + b"x" * number for number in range(1000))
    page = next(text for text in texts if zlib.compress(text).endswith(b"\r"))

    def change(writer: PdfWriter) -> None:
        raw = EncodedStreamObject()
        raw._data = zlib.compress(page)
        raw[NameObject("/Filter")] = name("FlateDecode")
        writer.pages[0][NameObject("/Contents")] = writer._add_object(raw)

    pdf = claimed(tmp_path, change)
    assert conformance(pdf) == "U"
    contents = PdfReader(pdf).pages[0].get_contents()
    assert contents is not None
    assert contents.get_data().strip() == page
