"""Tasks for who works on cvpress itself: the gallery, tests, linters. In: a checkout; out: exit codes."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from invoke.context import Context
from invoke.exceptions import Exit
from invoke.tasks import task

from cvpress.tasks.options import CHOICE, told
from cvpress.tasks.profiles import schema


@task(help={"profiles": CHOICE["profiles"], "out": "where it is built", "docs": "the folder for gallery.md"})
def gallery(_c: Context, profiles: str = "profiles", out: str = "build", docs: str = "docs") -> None:
    """Build every template with every person, and show their pages in a gallery."""
    from cvpress import gallery as show
    from cvpress import run, telling
    from cvpress.report import Report

    with told():
        press = run.press(Path(profiles), Path(out), os.environ, time.time())
        if code := telling.finish(Report(show.make(press, Path(docs))), press):
            raise Exit(code=code)


@task(
    name="test", help={"select": "only tests whose name matches, as pytest -k", "fast": "leave out tests that run TeX"}
)
def run_tests(c: Context, select: str = "", fast: bool = False) -> None:
    """Run the test suite (in a checkout of cvpress)."""
    _checkout()
    chosen = (["-k", f"'{select}'"] if select else []) + (["-m", "'not latex'"] if fast else [])
    c.run(" ".join([sys.executable, "-m", "pytest", "-n", "2", *chosen]))


@task
def lint(c: Context) -> None:
    """Run ruff and mypy, and see that the schema is fresh (in a checkout of cvpress)."""
    _checkout()
    for command in ("ruff check .", "ruff format --check .", "mypy"):
        c.run(f"{sys.executable} -m {command}")
    schema(c, check=True)


def _checkout() -> None:
    if not Path("pyproject.toml").is_file() or not Path("tests").is_dir():
        raise Exit("this is not a checkout of cvpress", code=4)
