"""Where the time of a build goes: from the start of the interpreter to the end of the process, stage by stage.

    .venv/bin/python benchmarks/stages.py [CASE ...] [--runs 7] [--python PROGRAM] [--json FILE]

Cases: resume, publications, bib, unchanged, word. Each run is a process in which the functions of the stages are
wrapped as soon as their modules are loaded; what a stage calls that is itself a stage counts there alone. Imports count
as imports wherever they happen. A function that is not there under its name is told: then its time is in the stage
around it. In another thread only imports and processor time are told. The last line compares with runs without this.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import fiction
from runners import Cvpress, editing
from timing import ROOT, Figure, byte_compile, environment, timed

FUNCTIONS = {
    "cvpress.request.answer": "ask and tell",
    "cvpress.order.order": "profile",
    "cvpress.prepare.prepare": "prepare",
    "cvpress.expected.expected": "prepare",
    "cvpress.typeset.view.view": "prepare",
    "cvpress.typeset.render.render": "render",
    "cvpress.typeset.coverage.problems": "cover",
    "cvpress.typeset.latexmk.compile": "TeX",
    "cvpress.process.run": "TeX",
    "cvpress.typeset.log.problems": "read the log",
    "cvpress.typeset.layout.problems": "read the log",
    "cvpress.pdf.finish.finish": "finish",
    "cvpress.pdf.check.check": "check",
    "cvpress.manifest.note": "record",
    "cvpress.record.write": "record",
    "cvpress.record.read": "record",
    "cvpress.paths.write": "write files",
}
ORDER = (
    "interpreter", "invoke and tasks", "imports", "ask and tell", "profile", "prepare", "render", "cover", "TeX",
    "read the log", "finish", "check", "record", "write files", "exit",
)  # fmt: skip
_OBSERVED = Path(__file__).with_name("observed.py")


@dataclass(frozen=True, slots=True)
class Stages:
    """Medians of one case, in seconds: by stage, wall and CPU; CPU of imports in other threads, and of children.

    `total` is the whole process's wall time, `plain` that of one that is not observed; `missing` are functions.
    """

    case: str
    wall: dict[str, float]
    cpu: dict[str, float]
    behind: float
    children: float
    total: float
    plain: float
    missing: tuple[str, ...]


def observed(case: str, argv: list[str], env: dict[str, str], before: Callable[[int], object], runs: int) -> Stages:
    """`argv`, which is a `python -m invoke ...`, observed and as it is, in turn; run 0 warms up."""
    made = []
    for number in range(runs + 1):
        before(2 * number)
        plain = timed(argv, ROOT, env)
        before(2 * number + 1)
        made.append(_once(case, argv, env, plain))
    del made[0]
    behind, children, total, plain_wall = (
        statistics.median(getattr(one, part) for one in made) for part in ("behind", "children", "total", "plain")
    )
    wall, cpu = _medians([one.wall for one in made]), _medians([one.cpu for one in made])
    missing = tuple(sorted({name for one in made for name in one.missing}))
    return Stages(case, wall, cpu, behind, children, total, plain_wall, missing)


def _once(case: str, argv: list[str], env: dict[str, str], plain: Figure) -> Stages:
    with tempfile.TemporaryDirectory() as name:
        told = Path(name) / "stages.json"
        start = time.monotonic()
        line = [argv[0], str(_OBSERVED), str(told), json.dumps(FUNCTIONS), str(start), *argv[3:]]
        subprocess.run(line, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, capture_output=True, check=True)
        end = time.monotonic()
        wall, cpu, behind, missing, left = json.loads(told.read_text(encoding="utf-8"))
    wall["exit"] = end - left
    return Stages(case, wall, cpu, behind, plain.cpu - plain.own, end - start, plain.wall, tuple(missing))


def _medians(runs: list[dict[str, float]]) -> dict[str, float]:
    names = {name: None for run in runs for name in run}
    return {name: statistics.median(run.get(name, 0.0) for run in runs) for name in names}


def table(made: Stages) -> str:
    """Markdown: milliseconds of wall and processor time by stage."""
    lines = [f"| {made.case}: stage | wall ms | CPU ms |", "|---|---|---|"]
    for stage in (*ORDER, *(one for one in made.wall if one not in ORDER)):
        if stage in made.wall:
            cpu = f"{1000 * made.cpu[stage]:.0f}" if stage in made.cpu else "–"
            lines.append(f"| {stage} | {1000 * made.wall[stage]:.0f} | {cpu} |")
    if made.behind:
        lines.append(f"| imports in other threads | – | {1000 * made.behind:.0f} |")
    lines.append(f"| processes it started | – | {1000 * made.children:.0f} |")
    lines.append(f"| all of it | {1000 * made.total:.0f} | – |")
    lines.append(f"| all of it, not observed | {1000 * made.plain:.0f} | – |")
    lines += [f"\nNot there, so counted elsewhere: {', '.join(made.missing)}."] if made.missing else []
    return "\n".join(lines) + "\n"


def case(name: str, cvpress: Cvpress, scratch: Path, runs: int) -> Stages:
    """One of CASES."""
    person = scratch / name / "elin"
    if name == "publications":
        source = fiction.person(person, fiction.publications(300))
    elif name == "bib":
        source = fiction.person(person, fiction.cited(), publications_in_bib=300)
    else:
        source = fiction.person(person, fiction.resume())
    argv = cvpress.pdf(source.parents[1], scratch / f"{name}-out")
    timed(argv, ROOT, cvpress.environment)
    if name == "word":
        return observed(name, argv, cvpress.environment, editing(source), runs)
    more = [] if name == "unchanged" else ["--force"]

    def fresh(_number: int) -> None:
        if more:
            shutil.rmtree(scratch / f"{name}-out")

    return observed(name, [*argv, *more], cvpress.environment, fresh, runs)


CASES = ("resume", "publications", "bib", "unchanged", "word")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="CASE")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    if unknown := set(chosen.cases) - set(CASES):
        parser.error(f"no case {', '.join(sorted(unknown))}; there are {', '.join(CASES)}")
    byte_compile(chosen.python, ROOT / "src")
    cvpress, found = Cvpress(chosen.python, environment()), []
    with tempfile.TemporaryDirectory(prefix="cvpress-stages-") as name:
        for one in chosen.cases or CASES:
            found.append(case(one, cvpress, Path(name).resolve(), chosen.runs))
            print(table(found[-1]), flush=True)
    if chosen.json:
        chosen.json.write_text(json.dumps([asdict(one) for one in found], indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
