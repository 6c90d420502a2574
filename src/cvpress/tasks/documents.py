"""Tasks that make, check and open PDFs. In: whose, which and how; out: what a run tells, and its exit code."""

from __future__ import annotations

import gc
import os
import time
from pathlib import Path
from typing import Literal

from invoke.context import Context
from invoke.exceptions import Exit
from invoke.tasks import task

from cvpress.streams import on_terminal
from cvpress.tasks.options import CHOICE, EFFORT, JOBS, JURY, TELLING, told

_OF_VERIFY = ("person", "document", "template", "profiles", "timeout", "report")


def _run(
    work: Literal["pdf", "check", "merge", "verify"],
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
    jobs: str = "",
    jury: bool = False,
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
        jobs=jobs,
        jury=jury,
    )
    with told():
        code = answer(asked, os.environ, time.time())
    gc.freeze()
    if code:
        raise Exit(code=code)


@task(iterable=["person", "report"], help={**CHOICE, **EFFORT, **JOBS, **TELLING, **JURY})
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
    jobs: str = "",
    jury: bool = False,
) -> None:
    """Build PDFs, check that nothing was lost, and put them into --out."""
    _run("pdf", person, document, template, profiles, out, report, strict, force, timeout, jobs=jobs, jury=jury)


@task(
    iterable=["person", "report", "pdf"],
    help={
        **CHOICE,
        **JOBS,
        **TELLING,
        **JURY,
        "pdf": "FILE of anybody to check, without a profile; several times if you like",
    },
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
    jobs: str = "",
    jury: bool = False,
) -> None:
    """Check PDFs already built: every text of the profile, fonts, links, pages."""
    _run("check", person, document, template, profiles, out, report, strict, pdf=tuple(pdf), jobs=jobs, jury=jury)


@task(
    iterable=["person", "report"],
    help={**CHOICE, **EFFORT, **JOBS, **TELLING, "document": "one packet by its name in the profile (default: all)"},
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
    jobs: str = "",
) -> None:
    """Bind packets: documents and attached PDFs in one file with an outline."""
    _run("merge", person, document, template, profiles, out, report, strict, force, timeout, jobs=jobs)


@task(iterable=["person", "report"], help={name: {**CHOICE, **EFFORT, **TELLING}[name] for name in _OF_VERIFY})
def verify(
    _c: Context,
    person: list[str],
    report: list[str],
    document: str | None = None,
    template: str | None = None,
    profiles: str = "profiles",
    timeout: str = "120",
) -> None:
    """Build twice in different places and times, and compare byte for byte."""
    _run("verify", person, document, template, profiles, "build", report, strict=False, timeout=timeout)


@task(
    help={
        "pdf": "the FILE to take them out of",
        "out": "the folder to put them into (default: this one)",
        "force": "replace files that are there already",
    }
)
def extract(_c: Context, pdf: str, out: str = ".", force: bool = False) -> None:
    """Take out the files that travel inside a PDF: the CV as JSON or YAML."""
    from cvpress import extract as taking

    with told():
        for path in taking.extract(Path(pdf), Path(out), force=force):
            print(f"wrote      {path}")
