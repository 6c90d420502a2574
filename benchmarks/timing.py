"""One process timed from start to end, and the machine it ran on. In: a command line; out: a `Figure`.

What a process spent itself is told apart from what its children spent: of cvpress, Python from TeX. Linux tells both,
and the peak of the memory; elsewhere these are 0.
"""

from __future__ import annotations

import os
import platform
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_LIMIT = 900.0  # seconds, after which a process is killed


@dataclass(frozen=True, slots=True)
class Figure:
    """Seconds: wall, processor time with children, that of the process alone. MiB: its peak, where it was looked at."""

    wall: float
    cpu: float
    own: float = 0.0
    memory: float = 0.0


def timed(argv: list[str], cwd: Path, environment: dict[str, str], *, sampled: bool = False, want: str = "") -> Figure:
    """One process. `sampled`: look at its memory meanwhile, which costs time. `want` must be in its output.

    Raises RuntimeError with its output when it fails.
    """
    with tempfile.TemporaryFile() as output:
        start = time.perf_counter()
        child = subprocess.Popen(
            argv,
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        killer = threading.Timer(_LIMIT, lambda: os.killpg(child.pid, signal.SIGKILL))
        killer.start()
        try:
            peak = _peak(child.pid) if sampled else 0.0
            os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)  # it stays a zombie, of which /proc still tells
            wall = time.perf_counter() - start
        except BaseException:  # an interrupt of ours does not reach its session
            os.killpg(child.pid, signal.SIGKILL)
            raise
        finally:
            killer.cancel()
            own = _own(child.pid)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        said = output.read().decode(errors="replace")
    if child.returncode or want not in said:
        raise RuntimeError(f"{argv} ended with {child.returncode}, and was to say '{want}':\n{said}")
    return Figure(wall, usage.ru_utime + usage.ru_stime, own, peak)


def _peak(pid: int) -> float:
    """MiB of a process at its largest, looked at until it ends.

    Not `ru_maxrss`: Linux counts into it what the process that started it had, which here is the benchmark.
    """
    peak = 0.0
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
        if found := re.search(r"VmHWM:\s+(\d+) kB", _text(Path(f"/proc/{pid}/status"))):
            peak = int(found[1]) / 1024
        time.sleep(0.002)
    return peak


def _own(pid: int) -> float:
    fields = _text(Path(f"/proc/{pid}/stat")).rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else 0.0


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


class Others:
    """How many cores other work keeps busy, between two looks: what all spent, less what our children spent."""

    def __init__(self) -> None:
        self._start, self._all, self._ours = time.perf_counter(), _busy(), _spent()

    def cores(self) -> float:
        """Since this was made; 0 where the system doesn't tell."""
        elapsed = time.perf_counter() - self._start
        return max(0.0, (_busy() - self._all - (_spent() - self._ours)) / elapsed)


def _busy() -> float:
    line = _text(Path("/proc/stat")).partition("\n")[0].split()
    return sum(int(line[n]) for n in (1, 2, 3, 6, 7)) / os.sysconf("SC_CLK_TCK") if line else 0.0


def _spent() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def environment() -> dict[str, str]:
    """What a user's shell has, without switches of Python: PYTHONDONTWRITEBYTECODE alone costs half a second."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME") if name in os.environ}
    return {**kept, "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT / "src")}


def byte_compile(python: str, *folders: Path) -> None:
    """The packages of an environment, and more folders: what an installer does, and an earlier run may not have."""
    ask = "import sysconfig; print(sysconfig.get_path('purelib')); print(sysconfig.get_path('stdlib'))"
    done = subprocess.run([python, "-c", ask], check=True, capture_output=True, text=True, env=environment())
    places = [*done.stdout.split("\n")[:1], *map(str, folders)]
    subprocess.run([python, "-m", "compileall", "-q", *places], check=False, capture_output=True, env=environment())


def machine(python: str) -> str:
    """The machine in a line: cores, processor, system, Python, TeX."""
    model = re.search(r"model name\s*:\s*(.+)", _text(Path("/proc/cpuinfo")))
    system = platform.system()
    if sys.platform == "linux":
        system = platform.freedesktop_os_release().get("PRETTY_NAME", system)
    return ", ".join(
        (
            f"{len(os.sched_getaffinity(0)) if sys.platform == 'linux' else os.cpu_count()} cores of"
            f" {model[1] if model else platform.machine()}",
            system,
            first_line([python, "--version"]),
            re.sub(r"^This is |\(.*?\)", "", first_line(["lualatex", "--version"])).strip(),
        )
    )


def first_line(argv: list[str]) -> str:
    """What a program says first, such as its version."""
    try:
        done = subprocess.run(argv, capture_output=True, text=True, check=False, timeout=60)
    except OSError:
        return f"no {argv[0]}"
    return done.stdout.partition("\n")[0]
