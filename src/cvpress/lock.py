"""One run at a time in a folder of results. In: the folder; out: a block in which no other run works there.

A lock of the kernel (flock) on a file, since it is gone with the process that had it, however that ended. Workers that
were forked share it: what they still write after a kill of their parent is waited for.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cvpress.errors import Problem, ToolError
from cvpress.paths import WORK

FILE = ".lock"  # beside folders of people, whose names begin with no dot
_POLL = 0.05  # seconds


@contextmanager
def held(out: Path, patience: float, say: Callable[[str], None]) -> Iterator[None]:
    """Nobody else's run in `out` meanwhile. Who has to wait `say`s so once.

    Raises ToolError after `patience` seconds of waiting. Where the file system knows no locks, or refuses
    to write, there is none: writing itself will tell.
    """
    file: int | None = None
    try:
        with suppress(OSError):
            file = _taken(out, out / WORK / FILE, patience, say)
        yield
    finally:
        if file is not None:
            os.close(file)


def _taken(out: Path, path: Path, patience: float, say: Callable[[str], None]) -> int:
    """The descriptor of the locked file. Raises OSError where there is no locking."""
    deadline = time.monotonic() + patience
    told = False
    while True:
        path.parent.mkdir(parents=True, exist_ok=True)  # `clean` may have removed it meanwhile
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is(file, path):
                return file
        except BlockingIOError:
            if not told:
                say(f"another run works in {out}/, waiting")
                told = True
        except BaseException:
            os.close(file)
            raise
        os.close(file)
        if time.monotonic() > deadline:
            advice = "wait for it or end it, raise --timeout, or build into another folder with --out"
            message = f"another run has worked in {out}/ for {patience:g} s"
            raise ToolError(Problem(message, advice=advice, rule="results-in-use"))
        time.sleep(_POLL)


def _is(file: int, path: Path) -> bool:
    """Whether the locked file is still the one at `path`: `clean` may have removed it, and others made a new one."""
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False
