"""Work for all cores. In: `Tasks`, how many processes; out: their results, each as soon as its turn comes.

Processes and not threads: what is done before and after TeX holds Python's one lock for a third of the time, and PDFium
may not be used by two threads. A worker is forked where that is safe, in a process of a single thread on Linux: it has
all modules and all that was read. Elsewhere, as on macOS, it is a new Python (spawn), which is handed both.

Only the parent decides when to end: `worker` has the other side.
"""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from cvpress.errors import Problem, ProfileError
from cvpress.worker import Raised, deaf, leave, serve

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkProcess, SpawnProcess

Made = TypeVar("Made")
Method = Literal["fork", "spawn"]
_GRACE = 5.0  # seconds that a worker has to end its TeX; it takes 0.01
_QUOTA = Path("/sys/fs/cgroup/cpu.max")
_THREADS = Path("/proc/self/task")


@dataclass(frozen=True, slots=True)
class Tasks(Generic[Made]):
    """What is to be done, by number: `work` makes one out of the results of those, all before it, that it `needs`.

    `work` must be picklable, results too. `begun` is told of each that begins; `lost` gives the result of one whose
    worker was killed, by which signal or with which code.
    """

    needs: tuple[tuple[int, ...], ...]
    work: Callable[[int, tuple[Made, ...]], Made]
    begun: Callable[[int], None]
    lost: Callable[[int, str], Made]


def size(asked: str) -> int:
    """How many workers are asked for; "" is one for each core. Raises ProfileError for what is no such number."""
    if asked and (not re.fullmatch(r"[0-9]{1,4}", asked) or not int(asked)):
        advice = "give how many documents to work on at the same time, such as 2"
        raise ProfileError(Problem(f"the number of jobs is '{asked}'", advice=advice, rule="bad-jobs"))
    return int(asked) if asked else cores()


def cores() -> int:
    """How many this process may use: by its affinity, and by a container's quota of time (cgroup v2)."""
    count = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    with suppress(OSError, ValueError):
        quota, period = _QUOTA.read_text(encoding="ascii").split()
        count = min(count, -(-int(quota) // int(period)))  # "max" is no number, and no limit
    return max(count, 1)


@contextmanager
def working(tasks: Tasks[Made], most: int, method: Method | None = None) -> Iterator[Iterator[Made]]:
    """The results, in order, by at most `most` workers, which end with the block; with one it all happens here.

    An exception of a task is raised when its turn comes, as it would be without workers.
    """
    most = min(most, len(tasks.needs))
    if most < 2:
        yield _alone(tasks)
        return
    crew = _Crew(tasks, most, method or safe_method())
    gc.freeze()  # else the first collection in each worker copies all memory that it shares
    with _ended_like_an_interrupt():
        try:
            yield crew.results()
        finally:
            crew.stop()


def safe_method() -> Method:
    """A fork copies one thread, and the locks that others held stay shut: so it is for a process that has no others."""
    try:
        return "fork" if len(list(_THREADS.iterdir())) == 1 else "spawn"
    except OSError:
        return "spawn"


def _alone(tasks: Tasks[Made]) -> Iterator[Made]:
    made: list[Made] = []
    for number, needs in enumerate(tasks.needs):
        tasks.begun(number)
        made.append(tasks.work(number, tuple(made[one] for one in needs)))
        yield made[-1]


@dataclass(slots=True, eq=False)
class _Worker:
    """A process, our end of the pipe to it, and the number of the task that it has."""

    process: ForkProcess | SpawnProcess
    pipe: Connection
    task: int | None = None


@dataclass(slots=True)
class _Crew(Generic[Made]):
    tasks: Tasks[Made]
    most: int
    method: Method
    workers: list[_Worker] = field(default_factory=list)
    made: dict[int, Made | Raised] = field(default_factory=dict)
    waiting: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.waiting = list(range(len(self.tasks.needs)))

    def results(self) -> Iterator[Made]:
        told = 0
        while told < len(self.tasks.needs):
            self._hand_out()
            while told in self.made:
                result = self.made[told]
                if isinstance(result, Raised):
                    raise result.error
                yield result
                told += 1
            self._collect()

    def _hand_out(self) -> None:
        """A task for each worker that has none; workers are started as there is something to do for them."""
        while (number := next(filter(self._is_ready, self.waiting), None)) is not None:
            self.workers = [one for one in self.workers if one.task is not None or one.process.is_alive()]
            worker = next((one for one in self.workers if one.task is None), None)
            if worker is None and len(self.workers) == self.most:
                return
            if worker is None:
                worker = self._hired()
                self.workers.append(worker)
            self.waiting.remove(number)
            self.tasks.begun(number)
            worker.task = number
            with suppress(ConnectionError):  # it was killed just now, which its end of the pipe will tell
                worker.pipe.send((number, tuple(self.made[one] for one in self.tasks.needs[number])))

    def _is_ready(self, number: int) -> bool:
        """Whether all that it needs is made; what was raised instead ends the run when its turn comes."""
        needs = self.tasks.needs[number]
        return self.made.keys() >= set(needs) and not any(isinstance(self.made[one], Raised) for one in needs)

    def _hired(self) -> _Worker:
        import multiprocessing  # 0.02 s that a single document does without

        ours, theirs = multiprocessing.Pipe()
        process: ForkProcess | SpawnProcess
        if self.method == "fork":
            copied = (*(one.pipe for one in self.workers), ours)
            process = multiprocessing.get_context("fork").Process(target=serve, args=(theirs, self.tasks.work, copied))
        else:
            process = multiprocessing.get_context("spawn").Process(target=serve, args=(theirs, self.tasks.work))
        process.daemon = True
        with deaf():  # the worker begins so, until it has its own answer to signals
            process.start()
        theirs.close()  # so that a worker that is gone leaves a pipe at its end
        return _Worker(process, ours)

    def _collect(self) -> None:
        """Wait until a worker is done, or gone, and take what it made."""
        from multiprocessing import connection

        busy = {one.pipe: one for one in self.workers if one.task is not None}
        for pipe in connection.wait(list(busy)) if busy else ():
            worker = next(one for one in busy.values() if one.pipe is pipe)
            number, worker.task = worker.task, None
            assert number is not None
            try:
                self.made[number] = worker.pipe.recv()
            except (EOFError, OSError):
                worker.process.join()
                self.workers.remove(worker)
                worker.pipe.close()
                self.made[number] = self.tasks.lost(number, _end_of(worker.process.exitcode or 0))

    def stop(self) -> None:
        """End every worker, and what it has started."""
        with deaf():
            for worker in self.workers:
                worker.process.terminate()
            deadline = time.monotonic() + _GRACE
            for worker in self.workers:
                worker.process.join(max(deadline - time.monotonic(), 0.0))
                if worker.process.exitcode is None:
                    worker.process.kill()
                    worker.process.join()
                worker.pipe.close()


def _end_of(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"


@contextmanager
def _ended_like_an_interrupt() -> Iterator[None]:
    """A SIGTERM runs what cleans up, as Ctrl-C does."""
    if threading.current_thread() is not threading.main_thread():  # others may not say what a signal does
        yield
        return
    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
