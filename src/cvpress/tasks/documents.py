"""Tasks that make and check PDFs. In: whose, which and how; out: what `run` tells, and its exit code."""

from __future__ import annotations

import gc
import os
import time
from pathlib import Path

from invoke.context import Context
from invoke.exceptions import Exit
from invoke.tasks import task

from cvpress.tasks.options import CHOICE, EFFORT, told


def _run(
    what: str,
    person: list[str],
    document: str | None,
    template: str | None,
    profiles: str,
    out: str,
    force: bool = False,
    timeout: str = "120",
) -> None:
    # A run of a second makes hundreds of thousands of objects and hardly a cycle: collecting them, and once more at the
    # interpreter's end, costs a sixth of its CPU.
    gc.set_threshold(100_000)
    from cvpress import order, run

    with told():
        press = run.press(Path(profiles), Path(out), os.environ, time.time(), force=force, timeout=timeout)
        merging = what == "merge"
        kept = press.kept("sources")
        ordered = order.order(press.profiles, press.roots, person, document, template, packets_only=merging, cache=kept)
        work = {"pdf": run.build_all, "check": run.check_all, "merge": run.merge_all}[what]
        code = run.finish(work(press, ordered), os.environ)
    gc.freeze()
    if code:
        raise Exit(code=code)


@task(iterable=["person"], help={**CHOICE, **EFFORT})
def pdf(
    _c: Context,
    person: list[str],
    document: str | None = None,
    template: str | None = None,
    profiles: str = "profiles",
    out: str = "build",
    force: bool = False,
    timeout: str = "120",
) -> None:
    """Build PDFs, check that nothing was lost, and put them into --out."""
    _run("pdf", person, document, template, profiles, out, force, timeout)


@task(iterable=["person"], help=CHOICE)
def check(
    _c: Context,
    person: list[str],
    document: str | None = None,
    template: str | None = None,
    profiles: str = "profiles",
    out: str = "build",
) -> None:
    """Check PDFs already built: every text of the profile, fonts, links, pages."""
    _run("check", person, document, template, profiles, out)


@task(
    iterable=["person"], help={**CHOICE, **EFFORT, "document": "one packet by its name in the profile (default: all)"}
)
def merge(
    _c: Context,
    person: list[str],
    document: str | None = None,
    template: str | None = None,
    profiles: str = "profiles",
    out: str = "build",
    force: bool = False,
    timeout: str = "120",
) -> None:
    """Bind packets: documents and attached PDFs in one file with an outline."""
    _run("merge", person, document, template, profiles, out, force, timeout)
