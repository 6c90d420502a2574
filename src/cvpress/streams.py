"""stdout and stderr as people have them: a terminal in ASCII, a pipe that closes early."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager


def on_terminal(environment: Mapping[str, str]) -> bool:
    """Whether a person reads along, on a terminal that can draw a table."""
    return sys.stdout.isatty() and sys.stderr.isatty() and environment.get("TERM", "dumb") != "dumb"


@contextmanager
def open_to_people() -> Iterator[None]:
    """What cannot be shown is escaped, and `cvpress list | head` is no error.

    Of a pipe that has closed the rest goes nowhere, also what Python flushes at its end; the exit code is 0.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal or log in ASCII gets an escape for a name, not an error
            stream.reconfigure(errors="backslashreplace")
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None
