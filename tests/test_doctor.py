"""What doctor says of tools that are there, absent, broken or too old, against fake programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from cvpress import doctor, setup, tools
from cvpress.doctor import ToolState

LUAHBTEX = "This is LuaHBTeX, Version 1.15.0 (TeX Live 2022/Debian)"


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """A machine with every tool: programs that say a version, a kpsewhich that finds all it is asked."""
    program(tmp_path, "kpsewhich", 'for name; do echo "/x/$name"; done')
    program(tmp_path, "latexmk", 'echo "Latexmk, John Collins, 7 Jan. 2023. Version 4.79"')
    program(tmp_path, "lualatex", f'echo "{LUAHBTEX}"')
    program(tmp_path, "bwrap", 'echo "bubblewrap 0.8.0"')
    program(tmp_path, "git", 'echo "git version 2.39.5"')
    (tmp_path / "sh").symlink_to("/bin/sh")
    return {"PATH": str(tmp_path), "HOME": str(tmp_path), "XDG_DATA_DIRS": str(tmp_path)}


def program(folder: Path, name: str, body: str) -> None:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{body}\n")
    file.chmod(0o755)


def state(env: dict[str, str], name: str, *, platform: str = "linux", languages: tuple[str, ...] = ()) -> ToolState:
    rows = doctor.doctor(env, Path(env["HOME"]), platform=platform, languages=languages)
    return next(row for row in rows if row.name == name)


@pytest.mark.parametrize(
    ("name", "version"),
    [("latexmk", "4.79"), ("lualatex", "1.15.0 (TeX Live 2022/Debian)"), ("bwrap", "0.8.0"), ("git", "2.39.5")],
)
def test_a_tool_is_told_with_its_version(env: dict[str, str], name: str, version: str) -> None:
    found = state(env, name)
    assert (found.version, found.ok, found.remedy) == (version, True, "")


def test_an_absent_tool_is_told_with_the_command_that_installs_it(env: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "latexmk").unlink()
    found = state(env, "latexmk")
    assert not found.ok
    assert not found.optional
    assert "apt-get install" in found.remedy
    assert "dnf install" in found.remedy
    assert "brew install" in found.remedy


def test_a_tool_that_cannot_run_is_not_taken_for_present(env: dict[str, str], tmp_path: Path) -> None:
    program(tmp_path, "latexmk", 'echo "cannot find libperl"; exit 127')
    found = state(env, "latexmk")
    assert not found.ok
    assert "ended with 127 and said: cannot find libperl" in found.remedy


def test_a_lualatex_without_harfbuzz_is_refused(env: dict[str, str], tmp_path: Path) -> None:
    program(tmp_path, "lualatex", 'echo "This is LuaTeX, Version 1.10.0 (TeX Live 2019)"')
    found = state(env, "lualatex")
    assert not found.ok
    assert "TeX Live 2019" in found.remedy


def test_a_missing_font_is_named_with_its_package(env: dict[str, str], tmp_path: Path) -> None:
    program(tmp_path, "kpsewhich", 'for name; do case $name in Lato*) ;; *) echo "/x/$name" ;; esac; done')
    found = state(env, "fonts")
    assert found.version == f"{len(tools.FONT_PACKAGES) - 1} of {len(tools.FONT_PACKAGES)}"
    assert not found.ok
    assert "Lato-Regular.ttf" in found.remedy
    assert "fonts-lato" in found.remedy


def test_a_language_that_profiles_use_is_asked_for(env: dict[str, str], tmp_path: Path) -> None:
    witness = setup.WITNESSES["texlive-lang-german"]
    program(tmp_path, "kpsewhich", f'for name; do if [ "$name" != {witness} ]; then echo "/x/$name"; fi; done')
    assert state(env, "TeX packages").ok
    assert "texlive-lang-german" in state(env, "TeX packages", languages=("de",)).remedy


def test_a_sandbox_that_cannot_start_is_told_but_is_no_failure(env: dict[str, str], tmp_path: Path) -> None:
    program(tmp_path, "bwrap", 'if [ "$1" = --version ]; then echo "bubblewrap 0.8.0"; else echo "No perm"; exit 1; fi')
    rows = doctor.doctor(env, tmp_path, platform="linux")
    found = next(row for row in rows if row.name == "bwrap")
    assert (found.version, found.ok, found.optional) == ("0.8.0", False, True)
    assert found.remedy.endswith("LaTeX runs without it: No perm")
    assert doctor.healthy(row for row in rows if row.name != "python packages")


def test_macos_is_not_asked_for_bubblewrap(env: dict[str, str], tmp_path: Path) -> None:
    assert "bwrap" not in {row.name for row in doctor.doctor(env, tmp_path, platform="darwin")}


def test_a_python_package_of_another_version_is_told(env: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.requires", lambda _: ["pytest==0.1", 'extra==1; extra == "dev"'])
    found = state(env, "python packages")
    assert (found.version, found.ok) == ("0 of 1 as pinned", False)
    assert found.remedy.endswith("-m pip install pytest==0.1")


def test_lines_say_which_tools_need_care_and_what_to_do() -> None:
    states = (
        ToolState("python", "3.11.2", ok=True),
        ToolState("latexmk", "", ok=False, remedy="install it\nor else"),
        ToolState("git", "", ok=False, remedy="install git", optional=True),
    )
    assert doctor.lines(states) == (
        "ok       python   3.11.2",
        "MISSING  latexmk",
        "           install it",
        "           or else",
        "optional git",
        "           install git",
    )
    assert not doctor.healthy(states)
    assert doctor.healthy(row for row in states if row.name != "latexmk")
