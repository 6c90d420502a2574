"""Where two PDFs differ: the place, what it is, and what is read there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from pdf_samples import METADATA, sample

from cvpress.pdf.differ import _common, difference


def test_the_same_bytes_do_not_differ(tmp_path: Path) -> None:
    one, other = (sample(tmp_path / name, ["One"]) for name in ("a.pdf", "b.pdf"))
    assert difference(one, other) == ""


def test_another_text_is_told_with_its_page_and_both_readings(tmp_path: Path) -> None:
    one = sample(tmp_path / "a.pdf", ["One"], ["at 10:31"])
    other = sample(tmp_path / "b.pdf", ["One"], ["at 10:01"])
    told = difference(one, other)
    assert "(what page 2 draws)" in told
    assert told.endswith("page 2 says 'at 10:31' and 'at 10:01'")
    at = int(told.split("from byte ")[1].split()[0])
    assert one.read_bytes()[:at] == other.read_bytes()[:at]
    assert one.read_bytes()[at] != other.read_bytes()[at]


def test_another_date_is_told_as_metadata_with_the_same_text(tmp_path: Path) -> None:
    one = sample(tmp_path / "a.pdf", ["One"])
    told = difference(one, sample(tmp_path / "b.pdf", ["One"], metadata=replace(METADATA, epoch=1)))
    assert "the information dictionary" in told or "the XMP metadata" in told
    assert told.endswith("the text of all pages is the same")


def test_what_is_behind_the_objects_or_no_pdf_is_told_too(tmp_path: Path) -> None:
    one = sample(tmp_path / "a.pdf", ["One"])
    (tmp_path / "b.pdf").write_bytes(one.read_bytes() + b"\n% more\n")
    assert "behind the last object" in difference(one, tmp_path / "b.pdf")
    (tmp_path / "c.pdf").write_bytes(b"no PDF")
    assert difference(one, tmp_path / "c.pdf").startswith("they differ from byte 0 on, before the first object: '%PDF")


@given(st.binary(max_size=40), st.binary(max_size=40), st.binary(max_size=40))
def test_the_common_beginning_is_the_longest_one(head: bytes, one: bytes, other: bytes) -> None:
    left, right = head + one, head + other
    length = _common(left, right)
    assert left[:length] == right[:length]
    assert length >= len(head)
    assert left[length : length + 1] != right[length : length + 1] or left == right
