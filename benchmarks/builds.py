"""Times the four CVs: a clean build, an unchanged rebuild, and bare latexmk on the same .tex, alternating, in one run.

    .venv/bin/python benchmarks/builds.py [--runs 5] [--json FILE]

Every figure is of a whole process: wall time, processor time with children (user + system), and for cvpress the peak
memory of the Python process alone. Medians of the runs after one warm-up (font caches and compiled Python are warm, as
they are for everybody but the first build). Prints the table of README's performance section.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from cvpress import paths
from cvpress.pdf.text import pages
from cvpress.typeset import latexmk

PEOPLE = ("tong-zhao", "minjia-zhang", "tongtian-zhu", "hao-zhang")
ROOT = Path(__file__).resolve().parents[1]
# Runs the command line in-process and tells the peak memory of this process, without its children.
_WITH_MEMORY = """
import resource, sys
from cvpress.tasks import program
try:
    program.run(["cvpress", *sys.argv[2:]])
finally:
    open(sys.argv[1], "w").write(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))
"""


@dataclass(frozen=True, slots=True)
class Figure:
    """Seconds, and MiB (0 where it was not measured)."""

    wall: float
    cpu: float
    memory: float = 0.0


def timed(argv: list[str], cwd: Path, environment: dict[str, str]) -> Figure:
    """One process from start to end. Raises RuntimeError with its output when it fails."""
    with tempfile.TemporaryFile() as output:
        start = time.perf_counter()
        child = subprocess.Popen(argv, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            output.seek(0)
            raise RuntimeError(f"{argv} ended with {child.returncode}:\n{output.read().decode(errors='replace')}")
    return Figure(wall, usage.ru_utime + usage.ru_stime)


def cvpress(person: str, out: Path, scratch: Path) -> Figure:
    """`pdf` for one person's cv."""
    told = scratch / "memory"
    script = [sys.executable, "-c", _WITH_MEMORY, str(told)]
    figure = timed([*script, "pdf", "--person", person, "--document", "cv", "--out", str(out)], ROOT, dict(os.environ))
    return Figure(figure.wall, figure.cpu, int(told.read_text()) / 1024)


def bare(work: Path, scratch: Path) -> Figure:
    """latexmk from clean on the .tex that cvpress made, with the same switches and environment, without a sandbox."""
    folder = scratch / "bare"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(work, folder)
    for path in folder.iterdir():
        if path.suffix in {".pdf", ".log", ".aux", ".fls", ".fdb_latexmk", ".out", ".json"}:
            path.unlink()
    engine = latexmk.ENGINES["lualatex"]
    cache = paths.user_cache(dict(os.environ)) / "luaotfload"
    environment = latexmk.environment(os.environ, cache=cache, epoch=0)
    return timed(list(latexmk.command(engine, folder)), folder, environment)


def measure(person: str, runs: int) -> dict[str, object]:
    """All figures of one person, the three cases in turn in every run."""
    cases: dict[str, list[Figure]] = {"clean": [], "unchanged": [], "latexmk": []}
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        for run in range(runs + 1):
            out = scratch / f"out{run}"
            clean = cvpress(person, out, scratch)
            unchanged = cvpress(person, out, scratch)
            plain = bare(out / ".work" / person / "cv", scratch)
            if run:
                for case, figure in zip(cases, (clean, unchanged, plain), strict=True):
                    cases[case].append(figure)
        pdf = next((out / person).glob("*.pdf"))
        count = len(pages(pdf))
    made: dict[str, object] = {"person": person, "pages": count}
    for case, figures in cases.items():
        for part in ("wall", "cpu", "memory"):
            made[f"{case}_{part}"] = round(statistics.median(getattr(figure, part) for figure in figures), 3)
    return made


def table(rows: list[dict[str, object]]) -> str:
    """Markdown, one row a CV."""
    head = (
        "| CV | pages | clean build: wall, CPU | unchanged: wall, CPU | bare latexmk: wall, CPU"
        " | CPU over latexmk | ratio | Python peak |",
        "|---|---|---|---|---|---|---|---|",
    )
    lines = []
    for row in rows:
        clean, plain = float(str(row["clean_cpu"])), float(str(row["latexmk_cpu"]))
        lines.append(
            f"| {row['person']} | {row['pages']} | {row['clean_wall']:.2f} s, {clean:.2f} s"
            f" | {row['unchanged_wall']:.2f} s, {row['unchanged_cpu']:.2f} s"
            f" | {row['latexmk_wall']:.2f} s, {plain:.2f} s"
            f" | {clean - plain:+.2f} s | {clean / plain:.2f} | {row['clean_memory']:.0f} MiB |"
        )
    return "\n".join((*head, *lines))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    rows = [measure(person, chosen.runs) for person in PEOPLE]
    print(table(rows))
    if chosen.json:
        chosen.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
