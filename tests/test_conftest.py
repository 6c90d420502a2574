"""The guards of conftest.py, each seen at work in a pytest of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent

MARKED = """
import pytest

@pytest.mark.latex
def test_marked():
    pass
"""

UNMARKED = """
from pathlib import Path
from cvpress import process

def test_unmarked(tmp_path):
    program = tmp_path / "{name}"
    program.write_text("#!/bin/sh\\necho it ran")
    program.chmod(0o755)
    argv = {argv}
    env = {{"PATH": {path}}}
    assert "it ran" in process.run(argv, cwd=tmp_path, env=env, timeout=30).output
"""


def outcome(folder: Path, test: str, **env: str) -> str:
    """The last line of a pytest run of `test` under our conftest."""
    (folder / "conftest.py").write_text((HERE / "conftest.py").read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "test_it.py").write_text(test, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = latex\n", encoding="utf-8")
    base = {key: value for key, value in os.environ.items() if key != "CI" and not key.startswith("PYTEST")}
    argv = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-rs",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(folder),
        str(folder),
    ]
    done = subprocess.run(argv, cwd=folder, env={**base, **env}, capture_output=True, text=True, check=False)
    return done.stdout


@pytest.fixture
def with_tex(tmp_path: Path) -> str:
    """A PATH on which latexmk and lualatex are found."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("latexmk", "lualatex"):
        (folder / name).write_text("#!/bin/sh\necho it ran\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    return str(folder)


def test_without_tex_a_latex_test_is_skipped_and_says_why(tmp_path: Path) -> None:
    said = outcome(tmp_path, MARKED, PATH="/nowhere")
    assert "1 skipped" in said
    assert "latexmk and lualatex not installed" in said


@pytest.mark.parametrize("value", ["true", "1"])
def test_without_tex_a_latex_test_is_an_error_in_ci(tmp_path: Path, value: str) -> None:
    assert "1 error" in outcome(tmp_path, MARKED, PATH="/nowhere", CI=value)


def test_with_tex_a_latex_test_runs(tmp_path: Path, with_tex: str) -> None:
    assert "1 passed" in outcome(tmp_path, MARKED, PATH=with_tex, CI="true")


@pytest.mark.parametrize("argv", ['["latexmk", "x"]', '["env", "lualatex", "x"]'])
def test_an_unmarked_test_cannot_start_tex(tmp_path: Path, with_tex: str, argv: str) -> None:
    path = f"{with_tex}:/usr/bin:/bin"
    said = outcome(tmp_path, UNMARKED.format(name="other", argv=argv, path=repr(path)), PATH=path)
    assert "1 failed" in said
    assert "starts TeX in a test without @pytest.mark.latex" in said


def test_an_unmarked_test_may_start_a_fake_of_its_own(tmp_path: Path, with_tex: str) -> None:
    test = UNMARKED.format(name="latexmk", argv='["latexmk", "x"]', path="str(tmp_path)")
    assert "1 passed" in outcome(tmp_path, test, PATH=f"{with_tex}:/usr/bin:/bin")
