"""The life of a worker process. In: a pipe with tasks, what to do with them; out: results, through the pipe.

It is deaf to Ctrl-C, which a terminal sends to all: the parent sees to its workers. A SIGTERM ends it as Ctrl-C would
end the parent: no TeX is left, nothing is half-written. When its parent is gone it ends with the task that it has.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Made = TypeVar("Made")
_INTERRUPTS = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True, slots=True)
class Raised:
    """What a task raised instead of making something."""

    error: BaseException


def serve(pipe: Connection, work: Callable[[int, tuple[Made, ...]], Made], copied: tuple[Connection, ...] = ()) -> None:
    """A worker's life: tasks as they come, until the pipe ends.

    `copied`: the parent's ends of all pipes, which a fork copies; while one is open here, no pipe ends with the parent.
    """
    for other in copied:
        other.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal sends it to all; the parent sees to its workers
    signal.signal(signal.SIGTERM, leave)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _INTERRUPTS)
    with suppress(EOFError, ConnectionError):
        while True:
            number, given = pipe.recv()
            answer: Made | Raised
            try:
                answer = work(number, given)
            except Exception as error:  # noqa: BLE001 -- a fault of ours, raised again in the parent
                answer = Raised(_portable(error))
            pipe.send(answer)


def _portable(error: Exception) -> Exception:
    """`error` as it can be sent: with its traceback in words, which a pickle leaves out."""
    import pickle
    import traceback

    error.add_note("in a worker process:\n" + "".join(traceback.format_exception(error)))
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 -- it was made right here
    except Exception:  # noqa: BLE001 -- whatever its class does not know how to do
        return RuntimeError("\n".join(error.__notes__))
    return error


def leave(number: int, _frame: object) -> None:
    """The answer to a signal: what cleans up runs, once."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit(128 + number)


@contextmanager
def deaf() -> Iterator[None]:
    """Signals wait outside."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
