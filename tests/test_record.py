"""A record holds only while inputs, installation and PDF are what they were."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from cvpress import record
from cvpress.errors import Problem, Severity, Spot
from cvpress.record import Record

MADE = Record(
    3,
    (
        Problem("a", Spot(Path("profiles/ada/profile.yaml"), 3, 7), "mend it", "lost-text", Severity.WARNING),
        Problem("b: 'ü' 智", None, "", "omitted", Severity.INFO),
    ),
)


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """A work folder with a record for the PDF beside it."""
    folder = tmp_path / "work"
    folder.mkdir()
    (tmp_path / "style.sty").write_text("one")
    (folder / "document.fls").write_text(
        f"PWD {folder}\nINPUT document.tex\nINPUT {tmp_path}/style.sty\n"
        f"INPUT {tmp_path}/luatex-cache/x.luc\nINPUT {tmp_path}/formats/cvpress.fmt\nOUTPUT document.log\n"
    )
    (tmp_path / "face.otf").write_text("one")
    (folder / "document.log").write_text(f"the fonts <{tmp_path}/face.otf><{tmp_path}/gone.otf>")
    pdf(folder).write_bytes(b"%PDF")
    record.write(folder, "inputs", b"%PDF", MADE)
    return folder


def pdf(folder: Path) -> Path:
    return folder.parent / "cv.pdf"


def test_what_was_written_is_read_again(work: Path) -> None:
    assert record.read(work, "inputs", pdf(work)) == MADE


def damaged(work: Path, **changes: object) -> None:
    content = json.loads((work / record.FILE).read_text())
    (work / record.FILE).write_text(json.dumps({**content, **changes}))


@pytest.mark.parametrize(
    "change",
    [
        lambda work: pdf(work).write_bytes(b"%PDF-2"),
        lambda work: pdf(work).unlink(),
        lambda work: (work.parent / "style.sty").write_text("another"),
        lambda work: (work.parent / "style.sty").unlink(),
        lambda work: (work.parent / "face.otf").write_text("another"),
        lambda work: (work / record.FILE).unlink(),
        lambda work: (work / record.FILE).write_bytes(b"\xff\x00 not JSON"),
        lambda work: (work / record.FILE).write_text("[]"),
        lambda work: damaged(work, problems=[{"message": "a"}]),
        lambda work: damaged(work, problems=None),
        lambda work: damaged(work, pages="many"),
        lambda work: damaged(work, installation=["one"]),
        lambda work: damaged(work, installation={"/": 1}),
        lambda work: damaged(work, code="another cvpress"),
    ],
)
def test_a_change_or_damage_makes_it_void(work: Path, change: Callable[[Path], object]) -> None:
    change(work)
    assert record.read(work, "inputs", pdf(work)) is None


def test_other_inputs_make_it_void(work: Path) -> None:
    assert record.read(work, "others", pdf(work)) is None


def test_what_another_build_left_beside_it_does_not_matter(work: Path) -> None:
    """TeX's own notes are of its last run, which may have failed."""
    (work / "document.fls").unlink()
    (work / "document.log").write_text("")
    assert record.read(work, "inputs", pdf(work)) == MADE


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda work: work, ""),
        (lambda work: (work / record.FILE).unlink(), record.NEVER),
        (lambda work: (work / record.FILE).write_text("{}"), record.NEVER),
        (lambda work: damaged(work, inputs="others"), record.INPUTS),
        (lambda work: (work.parent / "style.sty").unlink(), "TeX or fonts changed (style.sty)"),
        (lambda work: (work.parent / "face.otf").write_text("another"), "TeX or fonts changed (face.otf)"),
        (lambda work: damaged(work, code="another"), record.CODE),
        (lambda work: pdf(work).unlink(), "output missing"),
        (lambda work: pdf(work).write_bytes(b"%PDG"), "output edited"),
    ],
)
def test_why_it_is_void_is_told(work: Path, change: Callable[[Path], object], why: str) -> None:
    change(work)
    assert record.fault(work, "inputs", pdf(work)) == why


def test_it_knows_what_went_in_and_what_came_out(work: Path) -> None:
    assert (record.inputs(work), record.output(work)) == ("inputs", record.file_digest(pdf(work)))
    (work / record.FILE).write_text("[]")
    assert (record.inputs(work), record.output(work)) == ("", "")


@pytest.mark.parametrize("name", ["luatex-cache/x.luc", "formats/cvpress.fmt"])
def test_caches_do_not_count(work: Path, name: str) -> None:
    cached = work.parent / name
    cached.parent.mkdir()
    cached.write_text("made for another document")
    assert record.read(work, "inputs", pdf(work)) == MADE


def test_a_digest_tells_parts_apart() -> None:
    values: list[tuple[object, ...]] = [("ab", "c"), ("a", "bc"), ("abc",), (1,), ("1",), (None,), (), (b"1",)]
    assert len({record.digest(parts) for parts in values}) == len(values)
    assert record.digest(("\ud800",))  # a lone surrogate of a file name is no reason to fail
