"""Where the time of a build goes: from the start of the interpreter to the end of the process, stage by stage.

    .venv/bin/python benchmarks/stages.py [CASE ...] [--runs 7] [--python PROGRAM] [--imports]

compare.py puts the table into README. Cases: resume, publications, bib, unchanged, word. Each run is a process in which
the functions of the stages are wrapped as soon as their modules are loaded; what a stage calls that is itself a stage
counts there alone. Imports count as imports wherever they happen. A function that is not there under its name is told:
then its time is in the stage around it; `*` stands for all public functions of a module. Of other threads, only the
processor time of imports is told. The last line is of runs without all this.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
    "cvpress.typeset.engines.compile": "TeX",
    "cvpress.typeset.latexmk.compile": "TeX",
    "cvpress.process.*": "TeX",
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
    """`argv`, which is a `python -m cvpress ...`, observed and as it is, in turn; run 0 warms up."""
    made = []
    for number in range(1 + runs):
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


def table(found: Sequence[Stages]) -> str:
    """Markdown: milliseconds of wall time by stage and case, with processor time in brackets."""
    spent = {one.case: {**one.wall} for one in found}
    stages = dict.fromkeys((*ORDER, *(stage for wall in spent.values() for stage in wall)))
    lines = [f"| ms of wall (CPU) | {' | '.join(spent)} |", f"|---|{'---|' * len(spent)}"]
    known = [stage for stage in stages if any(stage in wall for wall in spent.values())]
    lines += [f"| {stage} | {' | '.join(_cell(one, stage) for one in found)} |" for stage in known]
    for what, of in (
        ("imports in other threads", lambda one: f"({1000 * one.behind:.0f})"),
        ("processes it started", lambda one: f"({1000 * one.children:.0f})"),
        ("all of it", lambda one: f"{1000 * one.total:.0f}"),
        ("all of it, not observed", lambda one: f"{1000 * one.plain:.0f}"),
    ):
        lines.append(f"| {what} | {' | '.join(map(of, found))} |")
    missing = sorted({name for one in found for name in one.missing})
    lines += [f"\nNot there, so counted in the stage around it: {', '.join(missing)}."] if missing else []
    return "\n".join(lines) + "\n"


def _cell(made: Stages, stage: str) -> str:
    if stage not in made.wall:
        return "–"
    cpu = f" ({1000 * made.cpu[stage]:.0f})" if stage in made.cpu else ""
    return f"{1000 * made.wall[stage]:.0f}{cpu}"


def case(name: str, cvpress: Cvpress, scratch: Path, runs: int) -> Stages:
    """One of CASES."""
    person, out = scratch / f"stages-{name}" / "elin", scratch / f"stages-{name}-out"
    if name == "publications":
        source = fiction.person(person, fiction.publications(300))
    elif name == "bib":
        source = fiction.person(person, fiction.cited(), publications_in_bib=300)
    else:
        source = fiction.person(person, fiction.resume())
    argv = cvpress.pdf(source.parents[1], out)
    cvpress.clean(source.parents[1], out)(0)
    before = {"word": editing(source), "unchanged": id}.get(name, lambda _number: shutil.rmtree(out))
    return observed(name, argv, cvpress.environment, before, runs)


def imports(argv: list[str], env: dict[str, str]) -> str:
    """Which packages the imports of one run come from, by `-X importtime`: their modules and time of their own."""
    line = [argv[0], "-X", "importtime", *argv[1:]]
    done = subprocess.run(line, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    spent: dict[str, list[int]] = {}
    for own, name in re.findall(r"^import time: +(\d+) \| +\d+ \| +(\S+)$", done.stderr, re.MULTILINE):
        package = name.partition(".")[0]
        spent.setdefault("standard library" if package in sys.stdlib_module_names else package, []).append(int(own))
    lines = ["| package | modules | ms |", "|---|---|---|"]
    for package, times in sorted(spent.items(), key=lambda item: -sum(item[1])):
        lines.append(f"| {package} | {len(times)} | {sum(times) / 1000:.1f} |")
    return "\n".join(lines) + "\n"


CASES = ("resume", "publications", "bib", "unchanged", "word")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="CASE")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--imports", action="store_true", help="tell the packages of a clean build's imports instead")
    chosen = parser.parse_args()
    if unknown := set(chosen.cases) - set(CASES):
        parser.error(f"no case {', '.join(sorted(unknown))}; there are {', '.join(CASES)}")
    byte_compile(chosen.python, ROOT / "src")
    cvpress = Cvpress(chosen.python, environment())
    with tempfile.TemporaryDirectory(prefix="cvpress-stages-") as name:
        scratch = Path(name).resolve()
        if chosen.imports:
            source = fiction.person(scratch / "resume" / "elin", fiction.resume())
            print(imports(cvpress.pdf(source.parents[1], scratch / "out"), cvpress.environment), end="")
            return
        print(table([case(one, cvpress, scratch, chosen.runs) for one in chosen.cases or CASES]), end="")


if __name__ == "__main__":
    main()
