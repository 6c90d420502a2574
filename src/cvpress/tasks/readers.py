"""The task about machine readers. In: whose PDFs; out: a table for each document, and the exit code."""

from __future__ import annotations

import os
import time
from pathlib import Path

from invoke.context import Context
from invoke.tasks import task

from cvpress.tasks.options import CHOICE, told


@task(iterable=["person"], help=CHOICE)
def ats(
    _c: Context,
    person: list[str],
    document: str | None = None,
    template: str | None = None,
    profiles: str = "profiles",
    out: str = "build",
) -> None:
    """Show what parsers of resumes see in PDFs already built, and score it."""
    from cvpress import readers, run
    from cvpress.order import order

    with told():
        press = run.press(Path(profiles), Path(out), os.environ, time.time())
        ordered = order(press.profiles, press.roots, person, document, template, cache=press.kept("sources"))
        readers.show(press, ordered)
