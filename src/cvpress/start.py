"""The way in: `cvpress` and, for checkouts, Invoke itself. In: a command line. Out: an exit code.

Starts light and ends at once. While libraries load, Python looks for garbage again and again where there is none; at
the end it takes thousands of functions apart that vanish with the process anyway. The two cost 30 ms of a run's 400.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Callable
from contextlib import suppress


def main() -> None:
    """The script `cvpress`."""

    def cvpress() -> None:
        from cvpress.tasks import program

        program.run()

    run(lambda: _either(cvpress))


def invoke() -> None:
    """`invoke`, which reads `tasks.py`."""

    def tasks() -> None:
        from invoke.main import program

        program.run()

    run(lambda: _either(tasks))


def _either(program: Callable[[], None]) -> None:
    """Run the command line without Invoke, if that can be, else by `program`."""
    from cvpress.plain import answered

    code = answered(sys.argv[1:])
    if code is None:
        program()
    else:
        sys.exit(code)


def run(command: Callable[[], None]) -> None:
    """Run `command`, and leave with the code that it ends with, after all else that is to be done at the end."""
    gc.set_threshold(300_000)
    ended: list[int] = []
    atexit.register(_leave, ended)  # what is registered first is called last
    try:
        command()
        ended.append(0)
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):  # else Python prints it
            ended.append(end.code or 0)
        raise


def _leave(ended: list[int]) -> None:
    """Skip the interpreter's own end, if all is well enough: a traceback and a full disk are told by that."""
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
        for code in ended:
            os._exit(code & 0xFF)


if __name__ == "__main__":
    invoke()
