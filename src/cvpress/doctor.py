"""Looks at every tool that cvpress stands on. In: an environment, languages. Out: a `ToolState` each, and its lines.

Nothing is changed and nothing raised: a tool that cannot even be asked for its version is a state like any other.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from cvpress import process, setup, tools
from cvpress.errors import ToolError

_TIMEOUT = 30.0  # seconds; latexmk is the slowest to say its version, 0.1


@dataclass(frozen=True, slots=True)
class ToolState:
    """One tool: `version` as it says itself ("" if it did not), `remedy` what to do ("" if nothing)."""

    name: str
    version: str
    ok: bool
    remedy: str = ""
    optional: bool = False


def doctor(
    env: Mapping[str, str], root: Path, *, languages: Iterable[str] = (), platform: str = sys.platform
) -> tuple[ToolState, ...]:
    """The state of every tool; `root` is only the folder that the programs start in."""
    languages = tuple(languages)
    missing = setup.plan(env, root, languages=languages, platform=platform).packages
    wanted = setup.wanted_packages(languages, dev=False, platform=platform)
    fonts = [name for name in wanted if name in tools.FONT_PACKAGES]
    tex = [name for name in wanted if name not in (*fonts, "latexmk", "bubblewrap")]
    states = [
        _python(),
        _python_packages(),
        _program("latexmk", ("-v",), r"Version (\S+)", env, root),
        # Not the LuaTeX before TeX Live 2020: the text layer stands on HarfBuzz shaping.
        _program("lualatex", ("--version",), r"LuaHBTeX, Version (\S+ \([^)]*\))", env, root),
        _files("TeX packages", tex, missing),
        _files("fonts", fonts, missing),
    ]
    if platform == "linux":
        states.append(_bubblewrap(env, root))
    return (*states, _program("git", ("--version",), r"version (\S+)", env, root, optional=True))


def _python() -> ToolState:
    version = ".".join(map(str, sys.version_info[:3]))
    ok = sys.version_info >= (3, 11)
    return ToolState("python", version, ok, "" if ok else tools.advice("python3"))


def _python_packages() -> ToolState:
    """Whether what is installed is what cvpress pins: another version may set another page."""
    try:
        pins = [pin for pin in metadata.requires("cvpress") or () if ";" not in pin]
    except metadata.PackageNotFoundError:  # the sources on the PYTHONPATH, without an installation
        return ToolState("python packages", "", ok=False, remedy="cvpress itself is not installed: sh scripts/invoke")
    wrong = [pin for pin in pins if not setup.is_installed(pin)]
    remedy = f"{sys.executable} -m pip install {' '.join(wrong)}" if wrong else ""
    return ToolState("python packages", f"{len(pins) - len(wrong)} of {len(pins)} as pinned", not wrong, remedy)


def _program(
    name: str, arguments: tuple[str, ...], pattern: str, env: Mapping[str, str], root: Path, *, optional: bool = False
) -> ToolState:
    """A program by the version that it prints: one that is there and can't run (a broken link, a library) is not ok."""
    try:
        done = process.run([name, *arguments], cwd=root, env=env, timeout=_TIMEOUT)
    except ToolError:
        return ToolState(name, "", ok=False, remedy=tools.advice(name), optional=optional)
    found = re.search(pattern, done.output)
    if done.returncode != 0 or found is None:
        said = " ".join(done.output.split())[:200] or "nothing"
        remedy = f"'{name} {' '.join(arguments)}' ended with {done.returncode} and said: {said}"
        return ToolState(name, "", ok=False, remedy=remedy, optional=optional)
    return ToolState(name, found[1], ok=True, optional=optional)


def _files(name: str, packages: list[str], missing: tuple[str, ...]) -> ToolState:
    gone = [package for package in packages if package in missing]
    lost = ", ".join(setup.WITNESSES[package] for package in gone)
    remedy = f"{lost} not found; {setup.advice(gone, 'to have all')}" if gone else ""
    return ToolState(name, f"{len(packages) - len(gone)} of {len(packages)}", not gone, remedy)


def _bubblewrap(env: Mapping[str, str], root: Path) -> ToolState:
    """Whether a sandbox starts: inside containers and chroots the program is there and the kernel refuses."""
    state = _program("bwrap", ("--version",), r"(\d\S*)", env, root, optional=True)
    if not state.ok:
        return state
    argv = ["bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "true"]
    done = process.run(argv, cwd=root, env=env, timeout=_TIMEOUT)
    if done.returncode == 0:
        return state
    remedy = f"the sandbox can't start here, so LaTeX runs without it: {' '.join(done.output.split())}"
    return ToolState(state.name, state.version, ok=False, remedy=remedy, optional=True)


def lines(states: Iterable[ToolState]) -> tuple[str, ...]:
    """A table of the states, one line each, with what to do below a tool that needs it."""
    rows = tuple(states)
    width = max((len(row.name) for row in rows), default=0)
    told: list[str] = []
    for row in rows:
        mark = "ok" if row.ok else "optional" if row.optional else "MISSING"
        told.append(f"{mark:9}{row.name:{width}}  {row.version}".rstrip())
        told += [f"{'':9}  {line}" for line in row.remedy.splitlines()]
    return tuple(told)


def healthy(states: Iterable[ToolState]) -> bool:
    """Whether everything that builds stand on is there."""
    return all(row.ok or row.optional for row in states)
