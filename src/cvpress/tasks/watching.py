"""The task that builds at every save. In: whose, which and how; out: a line for each build, until it is stopped."""

from __future__ import annotations

import gc
import os
import time
from pathlib import Path

from invoke.context import Context
from invoke.tasks import task

from cvpress.tasks.options import CHOICE, EFFORT, told


@task(iterable=["person"], help={**CHOICE, "timeout": EFFORT["timeout"], "strict": "warnings are told as errors"})
def watch(
    _c: Context,
    person: list[str],
    document: str | None = None,
    template: str | None = None,
    profiles: str = "profiles",
    out: str = "build",
    strict: bool = False,
    timeout: str = "120",
) -> None:
    """Build PDFs, then build anew at every save what it touches, until Ctrl-C."""
    gc.set_threshold(100_000)  # as for `pdf`; what builds leave is collected when nobody waits
    from cvpress import run
    from cvpress.watch import loop
    from cvpress.watch.desk import Asked

    with told():
        press = run.press(Path(profiles), Path(out), os.environ, time.time(), timeout=timeout, strict=strict)
        loop.watch(press, Asked(tuple(person), document, template))
