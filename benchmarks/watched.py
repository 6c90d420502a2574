"""From a save to the finished PDF, of any program that watches a file. In: its command line; out: seconds, one a save.

    .venv/bin/python benchmarks/watched.py [--saves 20] [--rendercv PROGRAM]

Half of the saves write into the file as it is, half put a new file in its place, as vim and JetBrains do, where the
program notices that. A save is answered when the PDF is whole and its text holds what was written.
"""

from __future__ import annotations

import argparse
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import fiction
from rendering import MissingError, found
from runners import Cvpress, Rendering
from timing import ROOT, environment

from cvpress.pdf.text import pages

_PATIENCE = 30.0  # seconds for one save
_PAUSE = 0.7  # seconds in which the writer thinks, and a program may get ready for the next save
_WARM = 2  # saves that are not counted


def saves(
    argv: list[str], cwd: Path, env: dict[str, str], source: Path, pdf: Path, count: int, *, renames: bool
) -> tuple[float, ...]:
    """Seconds of each of `count` saves of `source`. Raises RuntimeError when the program makes no PDF of one."""
    text = source.read_text(encoding="utf-8")
    with _running(argv, cwd, env) as child:
        _answered(pdf, None, fiction.CHANGED, child)
        taken = []
        for edit in range(_WARM + count):
            time.sleep(_PAUSE)
            old = _state(pdf)
            start = _save(source, fiction.changed(text, edit), rename=renames and edit % 2 == 1)
            taken.append(_answered(pdf, old, fiction.after(edit), child) - start)
        return tuple(taken[_WARM:])


@contextmanager
def _running(argv: list[str], cwd: Path, env: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    quiet = subprocess.DEVNULL
    child = subprocess.Popen(argv, cwd=cwd, env=env, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
    try:
        yield child
    finally:
        child.send_signal(signal.SIGINT)
        try:
            child.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()


def _save(path: Path, text: str, *, rename: bool) -> float:
    """The moment of saving."""
    if rename:
        new = path.with_name(f".{path.name}.new")
        new.write_text(text, encoding="utf-8")
        start = time.perf_counter()
        new.replace(path)
        return start
    descriptor = os.open(path, os.O_WRONLY)
    start = time.perf_counter()
    os.pwrite(descriptor, text.encode(), 0)  # in one write, of the same length: an empty file between would be a save
    os.close(descriptor)
    return start


def _state(pdf: Path) -> tuple[int, int, int] | None:
    try:
        told = pdf.stat()
    except OSError:
        return None
    return told.st_ino, told.st_mtime_ns, told.st_size


def _answered(pdf: Path, old: tuple[int, int, int] | None, words: str, child: subprocess.Popen[bytes]) -> float:
    """When the PDF that holds `words` was whole."""
    end = time.perf_counter() + _PATIENCE
    while (now := time.perf_counter()) < end and child.poll() is None:
        state = _state(pdf)
        if state != old and state and pdf.read_bytes().rstrip().endswith(b"%%EOF"):
            if words in " ".join(" ".join(pages(pdf)).split()):
                return now
            old = state
        time.sleep(0.001)
    raise RuntimeError(f"{child.args!r} made no PDF with '{words}'")


def of_cvpress(python: str, scratch: Path, count: int) -> tuple[float, ...]:
    """`invoke watch` on the two-page résumé. Raises MissingError where there is no such task."""
    env = environment()
    asked = subprocess.run(
        [python, "-m", "cvpress", "--help", "watch"], cwd=ROOT, env=env, capture_output=True, check=False
    )
    if asked.returncode:
        raise MissingError("there is no task watch")
    source = fiction.person(scratch / "watched" / "elin", fiction.resume())
    out = scratch / "watched-out"
    argv = Cvpress(python, env).pdf(source.parents[1], out)
    argv[argv.index("pdf")] = "watch"
    return saves(argv, ROOT, env, source, out / "elin" / "cv.pdf", count, renames=True)


def of_rendercv(program: Rendering, scratch: Path, count: int) -> tuple[float, ...]:
    """`rendercv render --watch`, which does not see a file put in place of another."""
    source = program.convert(fiction.person(scratch / "watched-rendercv" / "elin", fiction.resume()))
    argv = program.program.command(source, "--watch")
    return saves(
        argv, source.parent, program.program.environment, source, source.with_suffix(".pdf"), count, renames=False
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--saves", type=int, default=20)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--rendercv", default="rendercv")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        for tool in ("cvpress", "RenderCV"):
            try:
                if tool == "cvpress":
                    taken = of_cvpress(chosen.python, scratch, chosen.saves)
                else:
                    program = Rendering(found(chosen.rendercv, environment(), scratch), scratch)
                    taken = of_rendercv(program, scratch, chosen.saves)
            except MissingError as error:
                print(f"skipped    {tool}: {error}", file=sys.stderr)
            else:
                print(f"{tool}: median {1000 * statistics.median(taken):.0f} ms, most {1000 * max(taken):.0f} ms")


if __name__ == "__main__":
    main()
