"""Tasks that make and check PDFs. In: whose, which and how; out: what `run` tells, and its exit code."""

from __future__ import annotations

import gc
import os
import time
from pathlib import Path
from typing import Literal

from invoke.context import Context
from invoke.exceptions import Exit
from invoke.tasks import task

from cvpress.tasks.options import CHOICE, EFFORT, TELLING, on_terminal, told


def _run(
    work: Literal["pdf", "check", "merge"],
    person: list[str],
    document: str | None,
    template: str | None,
    profiles: str,
    out: str,
    report: list[str],
    strict: bool,
    force: bool = False,
    timeout: str = "120",
    pdf: tuple[str, ...] = (),
) -> None:
    # A run of a second makes hundreds of thousands of objects and hardly a cycle: collecting them, and once more at the
    # interpreter's end, costs a sixth of its CPU.
    gc.set_threshold(100_000)
    from cvpress.request import Request, answer

    asked = Request(
        work,
        tuple(person),
        document,
        template,
        Path(profiles),
        Path(out),
        force,
        timeout,
        strict,
        tuple(map(Path, report)),
        tuple(map(Path, pdf)),
        terminal=on_terminal(os.environ),
    )
    with told():
        code = answer(asked, os.environ, time.time())
    gc.freeze()
    if code:
        raise Exit(code=code)


@task(iterable=["person", "report"], help={**CHOICE, **EFFORT, **TELLING})
def pdf(
    _c: Context,
    person: list[str],
    report: list[str],
    document: str | None = None,
    template: str | None = None,
    profiles: str = "profiles",
    out: str = "build",
    strict: bool = False,
    force: bool = False,
    timeout: str = "120",
) -> None:
    """Build PDFs, check that nothing was lost, and put them into --out."""
    _run("pdf", person, document, template, profiles, out, report, strict, force, timeout)


@task(
    iterable=["person", "report", "pdf"],
    help={**CHOICE, **TELLING, "pdf": "FILE of anybody to check, without a profile; may be given several times"},
)
def check(
    _c: Context,
    person: list[str],
    report: list[str],
    pdf: list[str],
    document: str | None = None,
    template: str | None = None,
    profiles: str = "profiles",
    out: str = "build",
    strict: bool = False,
) -> None:
    """Check PDFs already built: every text of the profile, fonts, links, pages."""
    _run("check", person, document, template, profiles, out, report, strict, pdf=tuple(pdf))


@task(
    iterable=["person", "report"],
    help={**CHOICE, **EFFORT, **TELLING, "document": "one packet by its name in the profile (default: all)"},
)
def merge(
    _c: Context,
    person: list[str],
    report: list[str],
    document: str | None = None,
    template: str | None = None,
    profiles: str = "profiles",
    out: str = "build",
    strict: bool = False,
    force: bool = False,
    timeout: str = "120",
) -> None:
    """Bind packets: documents and attached PDFs in one file with an outline."""
    _run("merge", person, document, template, profiles, out, report, strict, force, timeout)
