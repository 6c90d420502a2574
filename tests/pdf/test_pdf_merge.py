"""Merging: a part that can't be merged is refused with its place and what to do."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from pdf_samples import (
    A4,
    METADATA,
    like_hyperref,
    name,
    sample,
    stream,
)
from pypdf import PdfWriter
from pypdf.generic import (
    NameObject,
)

from cvpress.errors import CheckError, Problem, Spot
from cvpress.pdf import weigh
from cvpress.pdf.merge import Part, length, merge

SPOT = Spot(Path("profile.yaml"), 9, 3)


@pytest.fixture
def parts(tmp_path: Path) -> tuple[Part, ...]:
    one = sample(tmp_path / "one.pdf", ["one first"], ["one second"], change=like_hyperref)
    two = sample(tmp_path / "two.pdf", ["two first"], ["two second"], ["two third"], change=like_hyperref)
    return Part("Statement", one), Part("CV", two)


# What can't be merged.


def refused(part: Part, target: Path) -> Problem:
    with pytest.raises(CheckError) as raised:
        merge([part], target, METADATA)
    assert not target.exists()
    with pytest.raises(CheckError) as again:
        length(part)
    assert again.value.problems == raised.value.problems
    (problem,) = raised.value.problems
    assert problem.spot == part.spot
    return problem


def test_an_encrypted_part_is_refused_with_advice(tmp_path: Path) -> None:
    writer = PdfWriter(clone_from=sample(tmp_path / "a.pdf", ["one"]))
    writer.encrypt("", "owner", algorithm="RC4-128")
    writer.write(tmp_path / "locked.pdf")
    problem = refused(Part("Letter", tmp_path / "locked.pdf", foreign=True, spot=SPOT), tmp_path / "out.pdf")
    assert problem.rule == "encrypted-pdf"
    assert problem.advice == "remove the encryption, for example with 'qpdf --decrypt locked.pdf open.pdf'"


@pytest.mark.parametrize("content", [b"", b"not a PDF at all", b"%PDF-1.7\ntrailer\n<< /Root 1 0 R >>\n%%EOF"])
def test_a_damaged_part_is_refused_with_its_place(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bad.pdf").write_bytes(content)
    problem = refused(Part("Letter", tmp_path / "bad.pdf", foreign=True, spot=SPOT), tmp_path / "out.pdf")
    assert problem.rule == "damaged-pdf"
    assert "bad.pdf can't be read as a PDF" in problem.message


def test_a_missing_part_is_refused(tmp_path: Path) -> None:
    assert refused(Part("Letter", tmp_path / "none.pdf", True, SPOT), tmp_path / "out.pdf").rule == "damaged-pdf"


def test_a_part_cut_anywhere_is_merged_or_refused_but_never_crashes(tmp_path: Path) -> None:
    whole = sample(tmp_path / "a.pdf", ["one"], ["two"], change=like_hyperref).read_bytes()
    outcomes = set()
    for cut in range(0, len(whole), len(whole) // 60):
        (tmp_path / "cut.pdf").write_bytes(whole[:cut])
        try:
            merge([Part("Letter", tmp_path / "cut.pdf", foreign=True)], tmp_path / "out.pdf", METADATA)
            outcomes.add("merged")
        except CheckError:
            outcomes.add("refused")
    assert "refused" in outcomes


def test_a_strangers_part_with_too_many_pages_is_refused(tmp_path: Path) -> None:
    writer = PdfWriter()
    for _ in range(2001):
        writer.add_blank_page(*A4)
    writer.write(tmp_path / "long.pdf")
    problem = refused(Part("Letter", tmp_path / "long.pdf", True, SPOT), tmp_path / "out.pdf")
    assert (problem.rule, problem.message.split(": ")[1]) == ("too-large", "2001 pages, the limit is 2000")


def test_a_strangers_file_that_is_too_large_is_refused_unread(tmp_path: Path) -> None:
    with (tmp_path / "huge.pdf").open("wb") as file:
        file.truncate(101 * 1024 * 1024)  # sparse
    problem = refused(Part("Letter", tmp_path / "huge.pdf", True, SPOT), tmp_path / "out.pdf")
    assert (problem.rule, problem.message.split(": ")[1]) == ("too-large", "101 MiB, the limit is 100")


@pytest.mark.parametrize(("count", "size"), [(1, 4 * 1024**2), (6, 1500 * 1024), (1, 20 * 1024**2)])
def test_a_decompression_bomb_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int, size: int
) -> None:
    """8 MiB are allowed, a quarter of that in one stream."""
    monkeypatch.setattr(weigh, "_UNPACKED", 8 * 1024**2)

    def bomb(writer: PdfWriter) -> None:
        for page in writer.pages:
            packed = stream(zlib.compress(b" " * size), Filter=name("FlateDecode"))
            page[NameObject("/Contents")] = writer._add_object(packed)

    pdf = sample(tmp_path / "bomb.pdf", *[["x"]] * count, change=bomb)
    assert pdf.stat().st_size < 64 * 1024
    assert refused(Part("Letter", pdf, True, SPOT), tmp_path / "out.pdf").rule == "too-large"


def test_the_length_of_a_part_is_told_without_reading_it(parts: Sequence[Part]) -> None:
    assert [length(part) for part in parts] == [2, 3]
    assert length(replace(parts[1], foreign=True)) == 3
