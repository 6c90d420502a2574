"""How a watch ends: Ctrl-C, SIGTERM, or a terminal that is closed. In: a signal; out: one KeyboardInterrupt, no second.

Python would end at once on SIGTERM and leave TeX running, which leads a group of its own; and a second Ctrl-C, of
somebody impatient, would interrupt the very clean-up. While a process is started `process` holds these answers back.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stop:
    """Whether an end was asked for."""

    def __init__(self) -> None:
        self.asked = False

    def ask(self, _number: int, _frame: FrameType | None) -> None:
        """What a signal does."""
        if self.asked:
            return
        self.asked = True
        raise KeyboardInterrupt


@contextmanager
def stopping() -> Iterator[Stop]:
    """Until it is left, the first of these signals raises KeyboardInterrupt, and the others do nothing.

    One that was ignored stays so, as `nohup` wants.
    """
    stop = Stop()
    old = {number: signal.getsignal(number) for number in _ENDING}
    try:
        for number, before in old.items():
            if before is not signal.SIG_IGN:
                signal.signal(number, stop.ask)
        yield stop
    finally:
        for number, before in old.items():
            signal.signal(number, before)
