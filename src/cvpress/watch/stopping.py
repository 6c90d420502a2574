"""How a watch ends: Ctrl-C, SIGTERM, or a terminal that is closed. In: a signal; out: one KeyboardInterrupt, no second.

Python would end at once on SIGTERM and leave TeX running, which leads a group of its own; and a second Ctrl-C, of
somebody impatient, would interrupt the very clean-up. Nor may an interrupt come while a process is started: nobody
would know yet which one to stop (seen in a test: loading modules beside it made that moment long).
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from cvpress import process

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_SOON = 0.01
"""Seconds after which it is tried again."""


class Stop:
    """Whether an end was asked for."""

    def __init__(self) -> None:
        self.asked = False

    def ask(self, _number: int, frame: FrameType | None) -> None:
        """What a signal does."""
        if self.asked:
            return
        if _is_starting(frame):
            signal.setitimer(signal.ITIMER_REAL, _SOON)
            return
        self.asked = True
        raise KeyboardInterrupt


def _is_starting(frame: FrameType | None) -> bool:
    """Whether a process may just have been started: `process` itself runs, or subprocess below it."""
    if frame and frame.f_code.co_filename == process.__file__:
        return True
    while frame:
        if Path(frame.f_code.co_filename).name == "subprocess.py":
            return True
        frame = frame.f_back
    return False


@contextmanager
def stopping() -> Iterator[Stop]:
    """Until it is left, the first of these signals raises KeyboardInterrupt, and the others do nothing.

    One that was ignored stays so, as `nohup` wants.
    """
    stop = Stop()
    old = {number: signal.getsignal(number) for number in (*_ENDING, signal.SIGALRM)}
    try:
        for number, before in old.items():
            if before is not signal.SIG_IGN or number is signal.SIGALRM:
                signal.signal(number, stop.ask)
        yield stop
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, before in old.items():
            signal.signal(number, before)
