"""The one place that starts processes. In: an argument list and a whole environment. Out: a `Completed`.

Why not `subprocess.run(timeout=...)`: it kills the child it started and leaves the grandchildren, so that after a
time-out latexmk is gone and TeX runs on (measured). Every process here leads its own group, and the whole group is
killed when the time is up, when the user interrupts, and when the leader ends before its children.
"""

from __future__ import annotations

import os
import resource
import selectors
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from cvpress.errors import Problem, ToolError
from cvpress.tools import advice

OUTPUT_LIMIT = 1 << 20
"""Bytes of output that are kept, the last ones: a TeX loop prints gigabytes, and what went wrong stands at the end."""

_GRACE = 0.5  # seconds between SIGTERM and SIGKILL
_POLL = 0.005  # seconds between two looks at a process that has closed its output but not ended


@dataclass(frozen=True, slots=True)
class Completed:
    """What a process left. `returncode` is minus the signal number if a signal ended it.

    `cpu` (user + system) and `wall` are seconds, `peak_memory` is KiB; both count the children that were waited for.
    Linux starts a child's peak at the size of the process that forked it, so small programs report Python's size.
    """

    argv: tuple[str, ...]
    returncode: int
    output: str
    timed_out: bool
    cpu: float
    wall: float
    peak_memory: int


def find(program: str, env: Mapping[str, str]) -> Path | None:
    """The file that `program` names on the PATH of `env`, or None. The caller's own PATH plays no part."""
    found = shutil.which(program, path=env.get("PATH", ""))
    return Path(found) if found else None


def run(argv: Sequence[str], *, cwd: Path, env: Mapping[str, str], timeout: float, stream: bool = False) -> Completed:
    """Run `argv` in `cwd` with exactly `env`, an empty stdin and `timeout` seconds; a failing program is a value.

    With `stream` the output is also shown on stderr as it comes: for installers, which take minutes.
    Raises `ToolError` when the program is not there or may not be run.
    """
    start = time.monotonic()
    with _held_back() as let_in:
        child = _popen(argv, cwd, env, subprocess.DEVNULL)
        return _attend(child, argv, start, timeout, _Tail(stream), let_in)


def start(argv: Sequence[str], *, cwd: Path, env: Mapping[str, str]) -> Waiting:
    """Start `argv` as `run` does, and let it wait for a line on its stdin. Raises `ToolError` as `run`."""
    with _held_back():
        return Waiting(tuple(argv), _popen(argv, cwd, env, subprocess.PIPE))


@dataclass(frozen=True, slots=True)
class Waiting:
    """A process that was started ahead of its work. It ends with `finish`, with `stop`, or when this process ends."""

    argv: tuple[str, ...]
    child: subprocess.Popen[bytes]

    @property
    def alive(self) -> bool:
        return self.child.returncode is None and _reap(self.child, os.WNOHANG) is None

    def finish(self, timeout: float) -> Completed:
        """Let it begin, and attend it to its end, as `run`; `cpu` counts what it did before, `wall` does not."""
        start = time.monotonic()
        assert self.child.stdin is not None
        with suppress(BrokenPipeError):  # it died; its return code tells
            self.child.stdin.write(b"\n")
            self.child.stdin.close()
        return _attend(self.child, self.argv, start, timeout, _Tail(stream=False), lambda: None)

    def stop(self) -> None:
        """It is not needed any more."""
        if self.child.returncode is None:
            _kill_group(self.child, signal.SIGKILL)
            _reap(self.child, 0)
        for pipe in (self.child.stdin, self.child.stdout):
            if pipe:
                pipe.close()


def _popen(argv: Sequence[str], cwd: Path, env: Mapping[str, str], stdin: int) -> subprocess.Popen[bytes]:
    program = find(argv[0], env)
    if program is None:
        message = f"{argv[0]} is not installed, or not on the PATH"
        raise ToolError(Problem(message, advice=advice(Path(argv[0]).name), rule="missing-tool"))
    try:
        return subprocess.Popen(
            [str(program), *argv[1:]],
            cwd=cwd,
            env=dict(env),
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            bufsize=0,
        )
    except OSError as error:
        problem = Problem(f"{program} could not be started in {cwd}: {error.strerror}", rule="tool-not-started")
        raise ToolError(problem) from error


@contextmanager
def _held_back() -> Iterator[Callable[[], None]]:
    """An interrupt that comes while a process is being started waits until it is `let_in`, or the block ends.

    Inside `Popen` it would leave a process that nobody knows. It is Python's answer that waits, and not the signal, as
    a child would inherit a mask of signals.
    """
    came: list[int] = []
    before: dict[signal.Signals, Callable[[int, FrameType | None], object]] = {}

    def let_in() -> None:
        while before:
            signal.signal(*before.popitem())
        while came:
            signal.raise_signal(came.pop())

    try:
        if threading.current_thread() is threading.main_thread():  # others may not say what a signal does
            for number in (signal.SIGINT, signal.SIGTERM):
                answer = signal.getsignal(number)
                if callable(answer):  # the kernel's own answer leaves nothing to wait for
                    before[number] = answer
                    signal.signal(number, lambda number, _frame: came.append(number))
        yield let_in
    finally:
        let_in()


@dataclass(slots=True)
class _Tail:
    """The last `OUTPUT_LIMIT` bytes of what a process prints; with `stream`, all of it on stderr too."""

    stream: bool
    kept: bytearray = field(default_factory=bytearray)

    def take(self, pipe: int) -> bool:
        """Move what is in the pipe to the end of `kept`, forgetting the oldest; False at the end of the file."""
        piece = os.read(pipe, 1 << 16)
        self.kept += piece
        if len(self.kept) > 2 * OUTPUT_LIMIT:
            del self.kept[:-OUTPUT_LIMIT]
        if self.stream:
            sys.stderr.write(piece.decode(errors="replace"))
            sys.stderr.flush()
        return bool(piece)

    def __str__(self) -> str:
        return bytes(self.kept[-OUTPUT_LIMIT:]).decode(errors="replace")


def _attend(
    child: subprocess.Popen[bytes],
    argv: Sequence[str],
    start: float,
    timeout: float,
    output: _Tail,
    let_in: Callable[[], None],
) -> Completed:
    """Read and wait until the end or the deadline; whatever happens, leave no process of the group behind."""
    assert child.stdout is not None
    try:
        with child.stdout as pipe:
            let_in()
            usage = _follow(child, pipe.fileno(), output, start + timeout)
            timed_out = usage is None
            usage = usage or _terminate(child)
            _kill_group(child, signal.SIGKILL)  # a leader that ended may have left children
            os.set_blocking(pipe.fileno(), False)
            with suppress(BlockingIOError):  # a process that left the group may still hold the pipe
                while output.take(pipe.fileno()):
                    pass
    except BaseException:  # KeyboardInterrupt too: nobody else would stop the group
        _kill_group(child, signal.SIGKILL)
        if child.returncode is None:
            _reap(child, 0)
        raise
    return Completed(
        argv=tuple(argv),
        returncode=child.returncode,
        output=str(output),
        timed_out=timed_out,
        cpu=usage.ru_utime + usage.ru_stime,
        wall=time.monotonic() - start,
        peak_memory=usage.ru_maxrss // 1024 if sys.platform == "darwin" else usage.ru_maxrss,
    )


def _follow(child: subprocess.Popen[bytes], pipe: int, output: _Tail, deadline: float) -> resource.struct_rusage | None:
    """Collect output until the leader has ended, then give what it used; None when the deadline came first."""
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, selectors.EVENT_READ)
        wait = 0.1  # seconds; only reached by a program that is silent
        while (left := deadline - time.monotonic()) > 0:
            if selector.select(min(left, wait)) and not output.take(pipe):
                selector.unregister(pipe)
                wait = _POLL  # the output is closed: the end is near, and nothing else will announce it
            if usage := _reap(child, os.WNOHANG):
                return usage
    return None


def _terminate(child: subprocess.Popen[bytes]) -> resource.struct_rusage:
    """Ask the group to end, then make it end."""
    _kill_group(child, signal.SIGTERM)
    deadline = time.monotonic() + _GRACE
    while time.monotonic() < deadline:
        if usage := _reap(child, os.WNOHANG):
            return usage
        time.sleep(_POLL)
    _kill_group(child, signal.SIGKILL)
    usage = _reap(child, 0)
    assert usage is not None
    return usage


def _reap(child: subprocess.Popen[bytes], options: int) -> resource.struct_rusage | None:
    """`os.wait4`: the only call that tells the processor time and memory of this one child."""
    pid, status, usage = os.wait4(child.pid, options)
    if pid == 0:
        return None
    child.returncode = os.waitstatus_to_exitcode(status)  # else Popen warns that it was never waited for
    return usage


def _kill_group(child: subprocess.Popen[bytes], number: signal.Signals) -> None:
    """Signal the whole group; it may be gone already (macOS says EPERM for a group of zombies)."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, number)
