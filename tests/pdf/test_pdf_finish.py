"""Finishing: metadata, deterministic bytes, and a target that is never half-written."""

from __future__ import annotations

import errno
import os
import resource
from dataclasses import replace
from pathlib import Path

import pytest
from pdf_samples import METADATA, dictionary, name, sample
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, ByteStringObject, NameObject, StreamObject, TextStringObject

from cvpress import paths
from cvpress.errors import CheckError, ToolError
from cvpress.pdf.finish import Metadata, finish

STATED = Metadata(
    "Ada \u0141ovelace <CV> & more", "Ada \u0141ovelace", "de-AT", "A life", ("one", "two"), "cvpress 9", 1_700_000_000
)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return sample(tmp_path / "source.pdf", ["Hello"], ["World"])


def test_everything_stated_is_in_the_file(source: Path, tmp_path: Path) -> None:
    finish(source, tmp_path / "out.pdf", STATED)
    reader = PdfReader(tmp_path / "out.pdf")
    assert reader.metadata == {
        "/Title": STATED.title,
        "/Author": STATED.author,
        "/Subject": "A life",
        "/Keywords": "one, two",
        "/Creator": "cvpress 9",
        "/Producer": "pypdf",
        "/CreationDate": "D:20231114221320Z",
        "/ModDate": "D:20231114221320Z",
    }
    xmp = reader.xmp_metadata
    assert xmp is not None
    assert xmp.dc_title == {"x-default": STATED.title}
    assert xmp.dc_creator == [STATED.author]
    assert xmp.dc_language == ["de-AT"]
    assert xmp.pdf_keywords == "one, two"
    assert str(reader.root_object["/Lang"]) == "de-AT"
    assert reader.viewer_preferences is not None
    assert reader.viewer_preferences.display_doctitle


def test_pages_outline_and_version_stay(source: Path, tmp_path: Path) -> None:
    old = source.read_bytes().replace(b"%PDF-1.3", b"%PDF-1.6", 1)
    source.write_bytes(old)
    finish(source, tmp_path / "out.pdf", STATED)
    reader = PdfReader(tmp_path / "out.pdf")
    assert reader.pdf_header == "%PDF-1.6"
    assert [page.extract_text() for page in reader.pages] == ["Hello", "World"]
    assert len(reader.outline) == 2


def test_equal_input_gives_equal_bytes_and_other_input_another_identifier(source: Path, tmp_path: Path) -> None:
    first, again, other = (tmp_path / f"{stem}.pdf" for stem in ("first", "again", "other"))
    finish(source, first, STATED)
    finish(source, again, STATED)
    finish(source, other, replace(STATED, title="Another"))
    assert first.read_bytes() == again.read_bytes()
    assert identifier(first) == identifier(again) != identifier(other)


def test_the_identifier_of_the_source_is_not_kept(source: Path, tmp_path: Path) -> None:
    outputs = []
    for number in range(2):
        writer = PdfWriter(clone_from=source)
        writer._ID = ArrayObject((ByteStringObject(os.urandom(16)), ByteStringObject(os.urandom(16))))
        writer.write(tmp_path / f"{number}.pdf")
        finish(tmp_path / f"{number}.pdf", tmp_path / f"{number}.out.pdf", STATED)
        outputs.append((tmp_path / f"{number}.out.pdf").read_bytes())
    assert outputs[0] == outputs[1]


def test_finishing_twice_changes_nothing(source: Path, tmp_path: Path) -> None:
    once, twice = tmp_path / "once.pdf", tmp_path / "twice.pdf"
    finish(source, once, STATED)
    finish(once, twice, STATED)
    assert once.read_bytes() == twice.read_bytes()


def test_old_metadata_leaves_no_trace(tmp_path: Path) -> None:
    def secret(writer: PdfWriter) -> None:
        xmp = StreamObject()
        xmp.set_data(b"<secret/>")
        xmp = xmp.flate_encode()
        writer.root_object[NameObject("/Metadata")] = writer._add_object(xmp)
        writer.root_object[NameObject("/ViewerPreferences")] = dictionary(Direction=name("R2L"))

    writer = PdfWriter(clone_from=sample(tmp_path / "source.pdf", ["Hello"]))
    secret(writer)
    writer.add_metadata({"/Company": "secret"})
    writer.write(tmp_path / "leaky.pdf")
    assert (tmp_path / "leaky.pdf").read_bytes().count(b"secret") == 1
    finish(tmp_path / "leaky.pdf", tmp_path / "out.pdf", STATED)
    content = (tmp_path / "out.pdf").read_bytes()
    assert b"secret" not in content
    assert b"<dc:title>" in content  # readable without unpacking, as search engines want it
    assert content.count(b"/Type /Metadata") == 1
    assert PdfReader(tmp_path / "out.pdf").root_object["/ViewerPreferences"]["/Direction"] == "/R2L"  # type: ignore[index]


def test_a_file_can_be_finished_in_place(source: Path) -> None:
    finish(source, source, STATED)
    assert PdfReader(source).metadata is not None
    assert [path.name for path in source.parent.iterdir()] == ["source.pdf"]


def test_a_text_that_looks_like_a_trailer_does_no_harm(tmp_path: Path) -> None:
    zeros = replace(METADATA, title="trailer\n<< /ID [<" + "0" * 32 + ">] >>")
    pdf = sample(tmp_path / "a.pdf", ["Hello"], metadata=zeros)
    reader = PdfReader(pdf)
    assert reader.metadata is not None
    assert reader.metadata.title == zeros.title
    assert identifier(pdf) != bytes(16)


@pytest.mark.parametrize("cut", [0, 40, -200])
def test_a_damaged_source_is_one_clear_problem(source: Path, tmp_path: Path, cut: int) -> None:
    source.write_bytes(source.read_bytes()[:cut])
    with pytest.raises(CheckError, match=r"source\.pdf can't be read as a PDF"):
        finish(source, tmp_path / "out.pdf", STATED)
    assert not (tmp_path / "out.pdf").exists()


@pytest.mark.parametrize(("owner", "call"), [(os, "fsync"), (Path, "replace")])
def test_a_full_disk_leaves_the_old_file_and_no_other(
    source: Path, monkeypatch: pytest.MonkeyPatch, owner: object, call: str
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    old = source.read_bytes()
    monkeypatch.setattr(owner, call, full)
    with pytest.raises(ToolError, match=r"No space left .*what was there is untouched") as raised:
        finish(source, source, STATED)
    assert raised.value.problems[0].rule == "storage"
    assert source.read_bytes() == old
    assert [path.name for path in source.parent.iterdir()] == ["source.pdf"]


def test_a_write_that_really_stops_half_way_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    target = tmp_path / "out.pdf"
    target.write_bytes(b"old")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64 * 1024, hard))  # the kernel refuses the rest, as on a full disk
    try:
        with pytest.raises(ToolError, match="File too large"):
            paths.write(target, bytes(1024 * 1024))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["out.pdf"]


def test_a_folder_that_may_not_be_made_is_a_clear_problem(source: Path) -> None:
    with pytest.raises(ToolError, match=r"cannot read or write .*Not a directory") as raised:
        finish(source, source / "none" / "out.pdf", STATED)
    assert raised.value.problems[0].rule == "storage"


def test_the_written_file_has_ordinary_permissions(source: Path, tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.touch()
    finish(source, tmp_path / "out.pdf", STATED)
    assert (tmp_path / "out.pdf").stat().st_mode == plain.stat().st_mode


def identifier(pdf: Path) -> bytes:
    both = PdfReader(pdf).trailer["/ID"]
    assert isinstance(both, ArrayObject)
    halves = [half.original_bytes if isinstance(half, TextStringObject) else bytes(half) for half in both]
    assert halves[0] == halves[1]
    assert len(halves[0]) == 16
    return halves[0]
