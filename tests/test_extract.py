"""Files taken out of a PDF: they come back as they were, under names that do no harm."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pdf_samples import METADATA, sample
from pypdf import PdfWriter
from workshop import Workshop

from cvpress.errors import CheckError, ProfileError
from cvpress.extract import extract, names
from cvpress.pdf import attach as attaching
from cvpress.pdf.attach import Attachment, attach
from cvpress.pdf.finish import finish

RESUME = Attachment("resume.json", "application/json", b'{"a": 1}\n', "Alternative")
SOURCE = Attachment("profile.yaml", "application/yaml", "name: Åsa\n".encode(), "Source")


@pytest.fixture
def carrying(tmp_path: Path) -> Path:
    finish(sample(tmp_path / "bare.pdf", ["One"]), tmp_path / "cv.pdf", METADATA, (RESUME, SOURCE))
    return tmp_path / "cv.pdf"


def hostile(folder: Path, *files: Attachment) -> Path:
    """A PDF whose files are called as nobody should call them."""

    def change(writer: PdfWriter) -> None:
        attach(writer, files, datetime(2026, 1, 1, tzinfo=UTC))

    return sample(folder / "hostile.pdf", ["One"], change=change)


def test_the_files_come_out_as_they_went_in(carrying: Path, tmp_path: Path) -> None:
    written = extract(carrying, tmp_path / "new" / "folder")
    assert {path.name: path.read_bytes() for path in written} == {
        "resume.json": RESUME.content,
        "profile.yaml": SOURCE.content,
    }


def test_what_is_there_is_replaced_only_when_asked_to(carrying: Path, tmp_path: Path) -> None:
    (tmp_path / "resume.json").write_text("mine")
    with pytest.raises(ProfileError, match=r"resume\.json is there already"):
        extract(carrying, tmp_path)
    assert not (tmp_path / "profile.yaml").exists()  # none or all
    assert (tmp_path / "resume.json").read_text() == "mine"
    extract(carrying, tmp_path, force=True)
    assert (tmp_path / "resume.json").read_bytes() == RESUME.content


def test_a_link_in_the_way_is_not_followed(carrying: Path, tmp_path: Path) -> None:
    (tmp_path / "victim").write_text("mine")
    (tmp_path / "resume.json").symlink_to("victim")
    with pytest.raises(ProfileError):
        extract(carrying, tmp_path)
    extract(carrying, tmp_path, force=True)
    assert (tmp_path / "victim").read_text() == "mine"


@pytest.mark.parametrize("bad", ["../../etc/passwd", "/etc/passwd", "..\\..\\boot.ini", ".bashrc", "..", "a\nb\x1b[2J"])
def test_no_name_leaves_the_folder_or_hides(tmp_path: Path, bad: str) -> None:
    out = tmp_path / "out"
    (path,) = extract(hostile(tmp_path, Attachment(bad, "text/plain", b"x")), out)
    assert path.parent == out
    assert list(out.iterdir()) == [path]
    assert not path.name.startswith(".")
    assert path.name.isprintable()


@given(st.lists(st.text(max_size=300), max_size=5))
def test_names_are_plain_and_no_two_the_same(proposed: list[str]) -> None:
    made = names(proposed)
    assert len({name.casefold() for name in made}) == len(proposed)
    for name in made:
        assert Path(name).name == name
        assert name.isprintable()
        assert len(name.encode()) <= 210
        assert not set(name) & set('/\\:*?"<>|')
        assert not name.startswith(".")


@pytest.mark.parametrize(
    ("proposed", "made"),
    [
        (["resume.json", "Resume.json", "resume.json"], ("resume.json", "Resume-2.json", "resume-3.json")),
        (["", " . ", "a/"], ("file", "file-2", "a")),
        (["CON.txt", "nul"], ("_CON.txt", "_nul")),
        (["x" * 300 + ".json", "\u8a9e" * 99], ("x" * 195 + ".json", "\u8a9e" * 66)),
        (["r\u00e9sum\u00e9.json"], ("r\u00e9sum\u00e9.json",)),
    ],
)
def test_odd_names_become_plain_ones(proposed: list[str], made: tuple[str, ...]) -> None:
    assert names(proposed) == made


def test_a_pdf_without_files_and_one_that_is_none_are_told(tmp_path: Path) -> None:
    with pytest.raises(CheckError, match="there is no file inside"):
        extract(sample(tmp_path / "bare.pdf", ["One"]), tmp_path)
    (tmp_path / "no.pdf").write_text("hello")
    with pytest.raises(CheckError, match="can't be read as a PDF"):
        extract(tmp_path / "no.pdf", tmp_path)
    with pytest.raises(CheckError, match="is not there"):
        extract(tmp_path / "gone.pdf", tmp_path)


def test_files_that_are_too_large_together_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attaching, "_LARGEST", 3000)
    small = [Attachment(f"{number}.txt", "text/plain", b"x" * 1600) for number in range(2)]
    with pytest.raises(CheckError, match="unpack to more than"):
        extract(hostile(tmp_path, *small), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_task_prints_what_it_wrote(carrying: Path, tmp_path: Path) -> None:
    shop = Workshop(tmp_path)
    done = shop.run("extract", "--pdf", "cv.pdf", "--out", "out")
    assert (done.code, sorted(done.out.splitlines())) == (
        0,
        ["wrote      out/profile.yaml", "wrote      out/resume.json"],
    )
    assert shop.run("extract", "--pdf", "cv.pdf", "--out", "out").code == 2
    assert shop.run("extract", "--pdf", "cv.pdf", "--out", "out", "--force").code == 0
    assert shop.run("extract", "--pdf", "bare.pdf").code == 6
