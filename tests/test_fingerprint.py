"""What goes in is known by its content, what is installed by its age, and both at every change."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cvpress import __version__, fingerprint, tools
from cvpress.typeset import engine


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "ada"
    (made / "letters").mkdir(parents=True)
    (made / "profile.yaml").write_text("one")
    (made / "letters" / "a.md").write_text("two")
    (made / "photo.png").symlink_to("profile.yaml")
    (made / "nothing.png").symlink_to("gone.png")
    return made


def same_age(path: Path, text: str) -> None:
    """Another content of the same length and age, as an archive or a fast editor leaves it."""
    state = path.stat()
    path.write_text(text)
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))


@pytest.mark.parametrize(
    ("change", "name"),
    [
        (lambda folder: same_age(folder / "letters" / "a.md", "owt"), "letters/a.md"),
        (lambda folder: (folder / "letters" / "b.md").write_text(""), "letters/b.md"),
        (lambda folder: (folder / "letters" / "a.md").unlink(), "letters/a.md"),
        (lambda folder: (folder / "nothing.png").unlink(), "nothing.png"),
        (lambda folder: (folder / "gone.png").write_text("is there"), "gone.png"),
        (lambda folder: (folder / "photo.png").unlink() or (folder / "photo.png").write_text("one"), "photo.png"),
        (lambda folder: os.mkfifo(folder / "pipe"), "pipe"),
    ],
)
def test_every_change_of_a_file_shows(folder: Path, change: Callable[[Path], object], name: str) -> None:
    before = fingerprint.files(folder)
    change(folder)
    assert fingerprint.difference(before, fingerprint.files(folder)) == name


def test_a_new_age_is_no_change(folder: Path) -> None:
    before = fingerprint.files(folder)
    os.utime(folder / "profile.yaml", (1, 1))
    assert fingerprint.files(folder) == before
    assert fingerprint.difference(before, fingerprint.files(folder)) == ""


def test_what_git_and_editors_keep_beside_it_is_no_file_of_a_person(folder: Path) -> None:
    before = fingerprint.files(folder)
    (folder / ".git").mkdir()
    (folder / ".git" / "HEAD").write_text("x")
    (folder / ".profile.yaml.swp").write_text("x")
    (folder / ".#profile.yaml").symlink_to("somebody@somewhere")
    assert fingerprint.files(folder) == before
    (folder / ".photo.png").write_text("x")  # a profile may name it
    assert fingerprint.files(folder) != before


def test_a_folder_of_links_in_a_circle_ends(folder: Path) -> None:
    (folder / "letters" / "up").symlink_to(folder)
    assert sorted(fingerprint.files(folder)) == ["letters/a.md", "nothing.png", "photo.png", "profile.yaml"]


def test_a_folder_that_is_not_there_has_no_files(tmp_path: Path) -> None:
    assert fingerprint.files(tmp_path / "none") == {}


def test_what_is_there_is_named_before_what_is_gone() -> None:
    assert fingerprint.difference({"a": "1", "b": "2"}, {"b": "3"}) == "b"
    assert fingerprint.difference({"a": "1"}, {}) == "a"


def test_ages_change_with_size_time_and_presence(tmp_path: Path) -> None:
    file = tmp_path / "style.sty"
    seen = []
    for change in (
        lambda: None,
        lambda: file.write_text("a"),
        lambda: file.write_text("ab"),
        lambda: os.utime(file, (1, 1)),
    ):
        change()
        seen.append(fingerprint.ages([str(file)])[str(file)])
    assert len(set(seen)) == 4


def test_a_program_is_the_file_that_its_link_leads_to(tmp_path: Path) -> None:
    (tmp_path / "luahbtex").write_text("#!/bin/sh\n")
    (tmp_path / "luahbtex").chmod(0o755)
    (tmp_path / "lualatex").symlink_to("luahbtex")
    found = fingerprint.programs(("lualatex", "pdflatex"), {"PATH": str(tmp_path)})
    assert list(found) == [str((tmp_path / "luahbtex").resolve())]


def test_every_engine_is_looked_at() -> None:
    assert {row.program for row in engine.ENGINES.values()} == set(tools.ENGINES)


# -- the code ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cvpress of two modules, beside two libraries of which it needs one."""
    made = tmp_path / "cvpress"
    (made / "inner").mkdir(parents=True)
    (made / "inner" / "a.py").write_text("a")
    told = tmp_path / f"cvpress-{__version__}.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Name: cvpress\nRequires-Dist: py.yaml==6\nRequires-Dist: x; extra == 'y'\n\nText\n")
    (tmp_path / "Py_YAML-6.dist-info").mkdir()
    monkeypatch.setattr(fingerprint, "_PACKAGE", made)
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    return made


def code() -> str:
    return fingerprint.code.__wrapped__()


@pytest.mark.parametrize(
    "change",
    [
        lambda package: (package / "inner" / "a.py").write_text("ab"),
        lambda package: (package / "inner" / "b.py").write_text("a"),
        lambda package: (package.parent / "Py_YAML-6.dist-info").rename(package.parent / "Py_YAML-7.dist-info"),
    ],
    ids=["module", "new-module", "library"],
)
def test_another_code_is_another_hash(package: Path, change: Callable[[Path], object]) -> None:
    before = code()
    change(package)
    assert code() != before


def test_what_builds_nothing_is_no_code(package: Path) -> None:
    before = code()
    (package / "inner" / "__pycache__").mkdir()
    (package / "inner" / "__pycache__" / "a.pyc").write_text("x")
    (package.parent / "x-1.dist-info").mkdir()  # a library of an extra
    assert code() == before


def test_of_an_installation_the_hashes_of_its_installer_count(package: Path) -> None:
    """Every machine installs at another time."""
    listed = package.parent / f"cvpress-{__version__}.dist-info" / "RECORD"
    listed.write_text("../bin/cvpress,sha256=1,1\ncvpress/inner/a.py,sha256=2,1\n")
    before = code()
    os.utime(package / "inner" / "a.py", (1, 1))
    assert code() == before
    listed.write_text("../bin/cvpress,sha256=1,1\ncvpress/inner/a.py,sha256=3,1\n")
    assert code() != before
