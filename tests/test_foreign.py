"""PDFs of strangers: what can be said of them is said, and what is no sound PDF is told, not met with a traceback."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from pdf_samples import METADATA, dictionary, drawn, name, sample, stream
from pypdf import PdfWriter
from pypdf.generic import NameObject, TextStringObject

from cvpress import foreign
from cvpress.errors import Severity
from cvpress.pdf import weigh
from cvpress.report import Result


def rules(result: Result, severity: Severity) -> list[str]:
    return sorted({problem.rule for problem in result.problems if problem.severity is severity})


def test_of_a_good_file_only_its_claim_is_told(tmp_path: Path) -> None:
    result = foreign.inspect(sample(tmp_path / "a.pdf", ["Hello"], metadata=replace(METADATA, conformance="U")))
    assert (result.state, result.pages, result.exit_code) == ("checked", 1, 0)
    assert [problem.message for problem in result.problems] == ["the PDF claims to be PDF/A-3u, and is"]


def test_paper_title_and_length_are_its_own_affair(tmp_path: Path) -> None:
    odd = sample(tmp_path / "a.pdf", *(["x"] for _ in range(9)), size=(333, 777), metadata=replace(METADATA, title="?"))
    result = foreign.inspect(odd)
    assert result.exit_code == 0
    assert [problem.message for problem in result.problems] == ["the PDF does not claim to be PDF/A"]


def test_what_makes_it_hard_to_read_is_an_error_and_missing_metadata_a_warning(tmp_path: Path) -> None:
    result = foreign.inspect(drawn(tmp_path / "a.pdf", "BT /F1 12 Tf 72 700 Td (Hello) Tj ET"))
    assert (result.state, result.exit_code) == ("failed", 6)
    assert rules(result, Severity.ERROR) == ["font-not-embedded", "font-without-tounicode"]
    assert rules(result, Severity.WARNING) == [
        "display-title", "metadata-author", "metadata-language", "metadata-title",
    ]  # fmt: skip


def test_pages_without_a_word_are_told(tmp_path: Path) -> None:
    result = foreign.inspect(drawn(tmp_path / "scan.pdf", "72 72 200 200 re f", "72 72 100 100 re f"))
    (found,) = [problem for problem in result.problems if problem.rule == "no-text"]
    assert found.severity is Severity.ERROR


def test_links_are_looked_at(tmp_path: Path) -> None:
    def script(writer: PdfWriter) -> None:
        action = dictionary(S=name("JavaScript"), JS=TextStringObject("app.alert(1)"))
        writer.root_object[NameObject("/OpenAction")] = action

    result = foreign.inspect(sample(tmp_path / "a.pdf", ["Hello"], change=script))
    assert rules(result, Severity.ERROR) == ["forbidden-action"]


def test_a_claim_that_is_not_kept_is_an_error(tmp_path: Path) -> None:
    pdf = sample(tmp_path / "a.pdf", ["Hello"], metadata=replace(METADATA, conformance="U"))
    pdf.write_bytes(pdf.read_bytes().replace(b"/GTS_PDFA1", b"/GTS_PDFX1"))
    result = foreign.inspect(pdf)
    assert rules(result, Severity.ERROR) == ["pdf-a"]
    assert "claims to be PDF/A-3u and is not" in result.problems[0].message


def encrypted(path: Path) -> None:
    writer = PdfWriter(clone_from=sample(path, ["Hello"]))
    writer.encrypt("secret", algorithm="RC4-128")
    writer.write(path)


def empty(path: Path) -> None:
    path.touch()


def cut(path: Path) -> None:
    content = sample(path, ["Hello"]).read_bytes()
    path.write_bytes(content[: len(content) // 3])


def pageless(path: Path) -> None:
    PdfWriter().write(path)


def folder(path: Path) -> None:
    path.mkdir()


@pytest.mark.parametrize(
    ("make", "rule"),
    [
        (encrypted, "encrypted-pdf"),
        (empty, "damaged-pdf"),
        (cut, "damaged-pdf"),
        (pageless, "no-pages"),
        (folder, "not-built"),
        (Path, "not-built"),
        (lambda path: path.write_bytes(b"%PDF-1.7\n" + bytes(range(256)) * 9), "damaged-pdf"),
    ],
    ids=["encrypted", "empty", "cut", "no pages", "a folder", "missing", "noise"],
)
def test_what_cannot_be_read_is_told(tmp_path: Path, make: Callable[[Path], object], rule: str) -> None:
    make(tmp_path / "a.pdf")
    result = foreign.inspect(tmp_path / "a.pdf")
    assert [problem.rule for problem in result.problems] == [rule]
    assert (result.exit_code, result.name) == (6, str(tmp_path / "a.pdf"))


@pytest.mark.filterwarnings("ignore")
def test_a_bomb_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weigh, "_UNPACKED", 4 * 1024**2)

    def swell(writer: PdfWriter) -> None:
        packed = stream(zlib.compress(b" " * 8 * 1024**2), Filter=name("FlateDecode"))
        writer.pages[0][NameObject("/Contents")] = writer._add_object(packed)

    result = foreign.inspect(sample(tmp_path / "a.pdf", ["Hello"], change=swell))
    assert [problem.rule for problem in result.problems] == ["too-large"]


def test_a_file_too_large_is_not_even_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weigh, "_LARGEST", 1024)
    result = foreign.inspect(sample(tmp_path / "a.pdf", ["Hello"]))
    assert [problem.rule for problem in result.problems] == ["too-large"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(40))
def test_no_damage_is_met_with_a_traceback(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    metadata = replace(METADATA, conformance="U")
    content = bytearray(sample(tmp_path / "a.pdf", ["One"], ["Two"], metadata=metadata).read_bytes())
    for _ in range(random.choice((1, 5, 50))):
        at = random.randrange(len(content))
        match random.randrange(3):
            case 0:
                content[at] = random.randrange(256)
            case 1:
                del content[at : at + random.randrange(1, 40)]
            case _:
                content[at:at] = content[random.randrange(len(content)) :][:40]
    (tmp_path / "a.pdf").write_bytes(content)
    result = foreign.inspect(tmp_path / "a.pdf")
    assert result.exit_code in (0, 6)
    assert (result.exit_code == 0) == (not result.errors)
