"""Which engines run from a format, of one test alone: others may run at the same time."""

from __future__ import annotations

import time
from pathlib import Path


def engines(folder: Path) -> set[int]:
    """The processes of TeX that work below `folder`. By /proc: a bare machine has no ps."""
    found = {int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal() and _is_engine(path)}
    return {pid for pid in found if _works_below(pid, folder.resolve())}


def _is_engine(process: Path) -> bool:
    try:
        return b"-fmt=cvpress" in (process / "cmdline").read_bytes()
    except OSError:
        return False


def wait_for(folder: Path, *, some: bool) -> set[int]:
    """The engines below `folder`, as soon as there are `some`, or none any more; at the latest after ten seconds."""
    deadline = time.monotonic() + 10
    while bool(found := engines(folder)) is not some and time.monotonic() < deadline:
        time.sleep(0.05)
    return found


def _works_below(pid: int, folder: Path) -> bool:
    try:
        return Path(f"/proc/{pid}/cwd").readlink().is_relative_to(folder)
    except OSError:
        return False
