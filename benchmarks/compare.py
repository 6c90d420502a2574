"""Compares cvpress with bare latexmk and with RenderCV, on the same content, in turn, in one run on one machine.

    .venv/bin/python benchmarks/compare.py [--rendercv PROGRAM] [--python PROGRAM] [--quick] [--json FILE] [--write]

Every figure is of a whole process: wall time, processor time with children, and the peak memory of its own. A first
run of everything warms up and is not counted. `--write` puts the tables into README.md and benchmarks/README.md, with
`--from FILE` those of an earlier run. `--cases` picks some. RenderCV is skipped with a word where it can't be had.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import stages
import tables
from cases import CASES, Bench, Row
from rendering import MissingError, found
from runners import Cvpress, Rendering
from stages import Stages
from timing import ROOT, Others, byte_compile, environment, first_line, machine

_QUIET = 0.5
"""Cores that other work may keep busy before the figures are worth little."""
_WHERE = """\
Where the time of cvpress goes, by `stages.py`, which wraps the functions of the stages inside the process. What a stage
calls that is itself a stage counts there alone; imports count as imports wherever they happen.
"""


@dataclass(frozen=True, slots=True)
class Run:
    """All of one run; `others` is how many cores other work kept busy meanwhile."""

    machine: str
    runs: int
    others: float
    rows: tuple[Row, ...]
    stages: tuple[Stages, ...] = ()

    @property
    def caption(self) -> str:
        """Where and how it was measured."""
        noise = f"other work kept {self.others:.1f} cores busy meanwhile"
        if self.others > _QUIET:
            noise = f"**{noise}, so these figures are worth little**"
        return f"Measured on {self.machine}; medians of {self.runs} runs, in turn, after one to warm up; {noise}.\n"


def measure(python: str, rendercv: str, runs: int, cases: list[str], observed: Sequence[str]) -> Run:
    """The cases of these names, and the stages of those in `observed`; rows are told on stderr as they come."""
    own, others, rows = environment(), Others(), []
    byte_compile(python, ROOT / "src")
    told = machine(python)
    with tempfile.TemporaryDirectory(prefix="cvpress-compare-") as name:
        scratch = Path(name).resolve()
        theirs = None
        try:
            program = found(rendercv, own, scratch)
        except MissingError as error:
            print(f"skipped    RenderCV: {error}", file=sys.stderr)
        else:
            theirs = Rendering(program, scratch / "rendercv")
            told += f", RenderCV {program.version}"
            if program.python:
                told += f" under {first_line([program.python, '--version'])}"
                byte_compile(program.python)
        bench = Bench(Cvpress(python, own), theirs, scratch, runs)
        for case in cases:
            for row in CASES[case](bench):
                rows.append(row)
                print(f"{row.case}: {row.tool}: {row.wall:.3f} s, CPU {row.cpu:.3f} s", file=sys.stderr, flush=True)
        watched = tuple(stages.case(one, bench.cvpress, scratch, runs) for one in observed)
    return Run(told, runs, others.cores(), tuple(rows), watched)


def read(path: Path) -> Run:
    """A run from the file that --json wrote."""
    whole = json.loads(path.read_text(encoding="utf-8"))
    rows = []
    for row in whole.pop("rows"):
        lists: dict[str, Any] = {name: tuple(row.pop(name)) for name in ("walls", "cpus", "owns")}
        rows.append(Row(**row, **lists))
    watched = tuple(Stages(**{**one, "missing": tuple(one["missing"])}) for one in whole.pop("stages"))
    return Run(**whole, rows=tuple(rows), stages=watched)


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", default=sys.executable, help="of an environment with cvpress's dependencies")
    parser.add_argument("--rendercv", default="rendercv")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--quick", action="store_true", help="3 runs, no growth, no stages")
    parser.add_argument("--cases", nargs="+", choices=[*CASES])
    parser.add_argument("--json", type=Path)
    parser.add_argument("--from", dest="earlier", type=Path, metavar="FILE")
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    if chosen.earlier:
        made = read(chosen.earlier)
    else:
        load = os.getloadavg()[0]
        if load > _QUIET:
            print(
                f"warning: the machine is busy (a load of {load:.1f}): the figures will be worth little",
                file=sys.stderr,
            )
        cases = chosen.cases or [name for name in CASES if not (chosen.quick and name == "growth")]
        observed = () if chosen.quick or chosen.cases else stages.CASES
        made = measure(chosen.python, chosen.rendercv, 3 if chosen.quick else chosen.runs, cases, observed)
    if chosen.json:
        chosen.json.write_text(json.dumps(asdict(made), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    rows = tables.Rows(made.rows)
    parts = (made.caption, tables.targets(rows), tables.cases(rows), tables.growth(rows))
    where = f"{_WHERE}\n{stages.table(made.stages)}" if made.stages else ""
    full = "\n".join(filter(None, (*parts, where)))
    print(full)
    if chosen.write:
        tables.put(ROOT / "benchmarks" / "README.md", full)
        tables.put(ROOT / "README.md", "\n".join((made.caption, tables.short(rows))))


if __name__ == "__main__":
    main()
