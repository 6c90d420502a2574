"""Files inside a PDF: they come back as they went in, and the file stays an archive file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pdf_samples import METADATA, sample
from pypdf import PdfReader
from pypdf.generic import StreamObject

from cvpress.errors import CheckError
from cvpress.pdf.archive import conformance
from cvpress.pdf.attach import Attachment, attachments
from cvpress.pdf.finish import finish
from cvpress.pdf.merge import Part, merge

CLAIMING = replace(METADATA, conformance="U")
FILES = (
    Attachment("resume.json", "application/json", b'{"a": 1}\n', "Alternative", "The same as JSON Resume"),
    Attachment("profile.yaml", "application/yaml", "name: Åsa\n".encode() * 500, "Source", "Where it comes from"),
)


@pytest.fixture
def carrying(tmp_path: Path) -> Path:
    finish(sample(tmp_path / "a.pdf", ["One"], ["Two"]), tmp_path / "b.pdf", CLAIMING, FILES)
    return tmp_path / "b.pdf"


def test_what_went_in_comes_out(carrying: Path) -> None:
    assert set(attachments(carrying)) == set(FILES)


def test_the_files_belong_to_the_document_and_the_metadata_names_them(carrying: Path) -> None:
    reader = PdfReader(carrying)
    assert len(reader.root_object["/AF"]) == len(FILES)  # type: ignore[arg-type]
    stream = reader.root_object["/Metadata"].get_object()
    assert isinstance(stream, StreamObject)
    xmp = stream.get_data().decode()
    assert "<cvpress:Attachments><rdf:Bag><rdf:li>resume.json</rdf:li><rdf:li>profile.yaml</rdf:li>" in xmp
    assert "<pdfaProperty:name>Attachments</pdfaProperty:name>" in xmp


def test_a_file_with_files_is_still_an_archive_file_and_the_same_bytes_each_time(carrying: Path) -> None:
    assert conformance(carrying) == "U"
    once = carrying.read_bytes()
    finish(carrying, carrying, CLAIMING, FILES)
    again = carrying.read_bytes()
    finish(carrying, carrying, CLAIMING, FILES)
    assert carrying.read_bytes() == again
    assert len(again) < len(once) + 400  # the old ones are not dragged along


def test_they_are_packed(carrying: Path) -> None:
    assert "name: Åsa\nname: Åsa".encode() not in carrying.read_bytes()


def test_what_is_finished_anew_without_files_has_none(carrying: Path) -> None:
    finish(carrying, carrying, CLAIMING)
    assert attachments(carrying) == ()
    assert "cvpress:Attachments" not in carrying.read_text(encoding="latin-1")


def test_a_packet_carries_none(carrying: Path, tmp_path: Path) -> None:
    assert merge([Part("One", carrying), Part("Two", carrying)], tmp_path / "packet.pdf", METADATA) == ()
    assert attachments(tmp_path / "packet.pdf") == ()
    assert conformance(tmp_path / "packet.pdf") == "U"


def test_a_name_with_a_folder_loses_it(tmp_path: Path) -> None:
    bad = (Attachment("../../etc/evil.json", "application/json", b"{}"),)
    finish(sample(tmp_path / "a.pdf", ["One"]), tmp_path / "b.pdf", METADATA, bad)
    assert [one.name for one in attachments(tmp_path / "b.pdf")] == ["evil.json"]


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.pdf").write_bytes(b"no pdf")
    with pytest.raises(CheckError):
        attachments(tmp_path / "x.pdf")
