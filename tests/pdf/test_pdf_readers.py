"""Three readers by other hands: each gives the text of every page, or says that it can't."""

from __future__ import annotations

import os
from pathlib import Path
from unittest import mock

import pytest
from pdf_samples import sample

from cvpress import process
from cvpress.errors import CheckError, ToolError
from cvpress.pdf import readers as module
from cvpress.pdf.readers import readers

POPPLER = process.find("pdftotext", os.environ)
HERE = [reader for reader in readers(os.environ) if reader.name != "pdftotext" or POPPLER]


def test_pypdf_is_always_there_and_the_others_where_they_are_installed(tmp_path: Path) -> None:
    assert [reader.name for reader in readers({"PATH": str(tmp_path)})] == ["pypdf", "pdfminer.six"]
    with mock.patch.object(module, "find_spec", return_value=None):
        assert [reader.name for reader in readers({"PATH": str(tmp_path)})] == ["pypdf"]


@pytest.mark.skipif(POPPLER is None and not os.environ.get("CI"), reason="pdftotext is not installed")
def test_pdftotext_is_a_reader_where_it_is_installed() -> None:
    assert [reader.name for reader in readers(os.environ)] == ["pypdf", "pdfminer.six", "pdftotext"]


@pytest.mark.parametrize("reader", HERE, ids=lambda reader: reader.name)
def test_each_reads_every_page(tmp_path: Path, reader: module.Reader) -> None:
    pdf = sample(tmp_path / "a.pdf", ["Ada Lovelace", "Analyst"], ["Luigi Menabrea"])
    first, second = reader.read(pdf)
    assert first.split() == ["Ada", "Lovelace", "Analyst"]
    assert second.split() == ["Luigi", "Menabrea"]


@pytest.mark.parametrize("reader", HERE, ids=lambda reader: reader.name)
def test_each_says_that_a_file_is_none(tmp_path: Path, reader: module.Reader) -> None:
    broken = tmp_path / "a.pdf"
    broken.write_bytes(b"no PDF at all")
    with pytest.raises((CheckError, ToolError)):
        reader.read(broken)
