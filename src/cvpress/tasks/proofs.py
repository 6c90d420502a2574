"""Tasks about what a PDF is: built twice alike, and what travels inside. In: which; out: lines, files, exit codes."""

from __future__ import annotations

import os
import time
from pathlib import Path

from invoke.context import Context
from invoke.exceptions import Exit
from invoke.tasks import task

from cvpress.tasks.options import CHOICE, EFFORT, TELLING, on_terminal, told


@task(
    iterable=["person", "report"],
    help={
        **{name: CHOICE[name] for name in ("person", "document", "template", "profiles")},
        "timeout": EFFORT["timeout"],
        "report": TELLING["report"],
    },
)
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
    from cvpress import run
    from cvpress import verify as proof
    from cvpress.report import Report, files

    with told():
        targets = tuple(map(Path, report))
        files.refuse_unknown(targets)
        terminal = on_terminal(os.environ)
        press = run.press(Path(profiles), Path("build"), os.environ, time.time(), timeout=timeout, terminal=terminal)
        made = Report(proof.verify(press, tuple(person), document, template))
        code = run.finish(made, press)
        files.write(made, targets)
    if code:
        raise Exit(code=code)


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
