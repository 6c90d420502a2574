"""The protections around an engine. Each has a control in which the same attack works, else it would prove nothing."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from cvpress import process
from cvpress.errors import LatexError, Severity, ToolError
from cvpress.process import Completed
from cvpress.typeset import latexmk
from cvpress.typeset.latexmk import Compiled
from cvpress.typeset.sandbox import Sandbox, detect, tex_tree

OPEN = Sandbox(None)
PLAIN = {"PATH": os.environ["PATH"]}


def fake(folder: Path, name: str, script: str) -> dict[str, str]:
    """An environment in which `name` is a shell script."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    (folder / name).chmod(0o755)
    return {"PATH": f"{folder}:{os.environ['PATH']}"}


def test_without_bubblewrap_the_command_is_unchanged_and_the_user_is_told(tmp_path: Path) -> None:
    sandbox = detect({"PATH": str(tmp_path)})
    assert sandbox.command(["latexmk", "x"], folder=tmp_path, cache=tmp_path) == ("latexmk", "x")
    assert sandbox.problem is not None
    assert "without a sandbox" in sandbox.problem.message
    assert "install bubblewrap" not in sandbox.problem.message
    assert "bubblewrap" in sandbox.problem.advice
    assert (sandbox.problem.rule, sandbox.problem.severity) == ("no-sandbox", Severity.WARNING)


def test_a_bubblewrap_that_does_not_start_is_not_used(tmp_path: Path) -> None:
    sandbox = detect(fake(tmp_path / "bin", "bwrap", "echo 'bwrap: No permissions to create new namespace'; exit 1"))
    assert sandbox.program is None
    assert sandbox.problem is not None
    assert "No permissions to create new namespace" in sandbox.problem.message


def test_a_bubblewrap_that_starts_is_used(tmp_path: Path) -> None:
    sandbox = detect(fake(tmp_path / "bin", "bwrap", "exit 0"))
    assert sandbox == Sandbox(tmp_path / "bin" / "bwrap")


def test_the_command_lets_write_in_two_folders_only(tmp_path: Path) -> None:
    words = Sandbox(Path("/usr/bin/bwrap")).command(
        ["latexmk"], folder=tmp_path / "work", cache=tmp_path / "cache", readable=[Path("/opt/texlive")]
    )
    binds = [words[n + 1] for n, word in enumerate(words) if word == "--bind"]
    assert binds == [str(tmp_path / "work"), str(tmp_path / "cache")]
    shown = [words[n + 1] for n, word in enumerate(words) if word.startswith("--ro-bind")]
    assert "/opt/texlive" in shown
    assert not {"/", "/home", "/root", "/etc", "/var"} & set(shown)
    assert words[-2:] == ("--", "latexmk")
    assert {"--unshare-all", "--die-with-parent"} <= set(words)


def test_the_tree_of_a_tex_live_outside_usr_is_shown(tmp_path: Path) -> None:
    program = tmp_path / "texlive" / "2025" / "bin" / "x86_64-linux" / "lualatex"
    program.parent.mkdir(parents=True)
    program.touch()
    (tmp_path / "texlive" / "2025" / "texmf-dist").mkdir()
    assert tex_tree(program) == (tmp_path / "texlive" / "2025",)
    assert tex_tree(Path("/usr/bin/env")) == ()


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("font-cache")


@pytest.fixture(scope="module")
def closed() -> Sandbox:
    sandbox = detect(os.environ)
    if sandbox.program is None:
        pytest.skip(str(sandbox.problem))
    return sandbox


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


def write(folder: Path, *body: str) -> None:
    lines = [r"\documentclass{article}", r"\begin{document}", "Text.", *body, r"\end{document}"]
    (folder / "document.tex").write_text("\n".join(lines) + "\n", encoding="utf-8")


def build(folder: Path, cache: Path, sandbox: Sandbox, *, timeout: float = 120, env: Mapping[str, str] = PLAIN) -> Compiled:
    return latexmk.compile(
        folder, engine="lualatex", env=env, timeout=timeout, sandbox=sandbox, cache=cache, epoch=1_700_000_000
    )


def control(folder: Path, cache: Path, *words: str, sandbox: Sandbox = OPEN, **extra: str) -> Completed:
    """The engine itself, with the given switches and environment instead of those of `latexmk.compile`."""
    env = {**latexmk.environment(PLAIN, folder=folder, cache=cache, epoch=0), **extra}
    argv = ("lualatex", "-interaction=nonstopmode", *words, "document.tex")
    return process.run(sandbox.command(argv, folder=folder, cache=cache), cwd=folder, env=env, timeout=120)


def lua(folder: Path, label: str, expression: str) -> None:
    """A document whose log holds `label` and the value of a Lua expression."""
    write(folder, rf'\directlua{{texio.write_nl("term and log", "{label} " .. tostring({expression}))}}')


def logged(folder: Path, label: str) -> str:
    text = (folder / "document.log").read_text(encoding="utf-8")
    (found,) = [line for line in text.splitlines() if line.startswith(label)]
    return found.removeprefix(label).strip()


@pytest.mark.latex
def test_shell_escape_does_nothing(folder: Path, cache: Path) -> None:
    write(folder, r"\directlua{os.execute('touch by-lua')}", r"\immediate\write18{touch by-tex}")
    (folder / "document.tex").write_text(
        (folder / "document.tex").read_text(encoding="utf-8").replace(r"\immediate", r"\ifdefined\write18\immediate\fi"),
        encoding="utf-8",
    )
