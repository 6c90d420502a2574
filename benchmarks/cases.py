"""The cases of the comparison. In: a `Bench`; out: `Row`s, in which the tools took turns.

Each case is a name and what each tool does in it; run 0 of all of them warms up.
"""

from __future__ import annotations

import re
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import fiction
import watched
from rendering import MissingError
from runners import Bare, Cvpress, Rendering, Runner, editing
from timing import ROOT, Figure, environment

from cvpress.pdf.text import pages

CVPRESS, RENDERCV, LATEXMK, ENGINE = "cvpress", "RenderCV", "latexmk", "LuaLaTeX, one pass"
COLD, BIB = "cvpress, caches of publications cold", "cvpress, from a .bib file"
PEOPLE = ("tong-zhao", "minjia-zhang", "tongtian-zhu", "hao-zhang")


@dataclass(frozen=True, slots=True)
class Row:
    """What one tool took in one case: seconds of each run, in turn; MiB of its first process; `units` built in a run.

    `shared`: how much of the words on cvpress's pages stands on this tool's too, where that is worth telling.
    """

    case: str
    tool: str
    walls: tuple[float, ...]
    cpus: tuple[float, ...] = ()
    owns: tuple[float, ...] = ()
    memory: float = 0.0
    pages: int = 0
    units: int = 1
    shared: float = 0.0

    @property
    def wall(self) -> float:
        return statistics.median(self.walls)

    @property
    def cpu(self) -> float:
        return statistics.median(self.cpus) if self.cpus else 0.0

    @property
    def own(self) -> float:
        return statistics.median(self.owns) if self.owns else 0.0


@dataclass(frozen=True, slots=True)
class Bench:
    """With what is measured, where, and how often; without RenderCV where it can't be had."""

    cvpress: Cvpress
    rendering: Rendering | None
    scratch: Path
    runs: int

    def bare(self, out: Path, person: str) -> Bare:
        """TeX alone on what lies in the work folder of an output folder."""
        return Bare(out / ".work" / person / "cv", self.scratch / f"bare-{person}", environment())


@dataclass(frozen=True, slots=True)
class Entrant:
    """A tool in a case: what a run does, and the PDF that it leaves, of which the pages are counted."""

    run: Runner
    pdf: Path | None = None
    units: int = 1


def measured(case: str, entrants: Mapping[str, Entrant], runs: int) -> Iterator[Row]:
    """All tools in turn, run after run; the rows when all runs are done."""
    figures: dict[str, list[Figure]] = {tool: [] for tool in entrants}
    for number in range(runs + 1):
        for tool, entrant in entrants.items():
            figures[tool].append(entrant.run(number))
    own = entrants[CVPRESS].pdf if CVPRESS in entrants else None
    for tool, (first, *rest) in figures.items():
        entrant = entrants[tool]
        share = shared(own, entrant.pdf) if own and entrant.pdf and tool == RENDERCV else 0.0
        walls, cpus, owns = (tuple(getattr(one, part) for one in rest) for part in ("wall", "cpu", "own"))
        count = len(pages(entrant.pdf)) if entrant.pdf else 0
        yield Row(case, tool, walls, cpus, owns, first.memory, count, entrant.units, share)


def shared(first: Path, second: Path) -> float:
    """How much of the words of one PDF stands in another, each as often; of words that a line breaks, nothing."""
    ours, theirs = (Counter(re.findall(r"\w{3,}", " ".join(pages(one)).lower())) for one in (first, second))
    return (ours & theirs).total() / ours.total()


# -- one document -----------------------------------------------------------------------------------------------------


def _document(bench: Bench, case: str, name: str, profile: str) -> Iterator[Row]:
    """One document from clean, by all of them."""
    source = fiction.person(bench.scratch / case / name, profile)
    out = bench.scratch / f"{case}-out"
    bare = bench.bare(out, name)
    entrants = {
        CVPRESS: Entrant(bench.cvpress.clean(source.parents[1], out), out / name / "cv.pdf"),
        LATEXMK: Entrant(bare.latexmk, bare.folder / "document.pdf"),
        ENGINE: Entrant(bare.engine),
    }
    if bench.rendering:
        made = bench.rendering.convert(source)
        entrants[RENDERCV] = Entrant(bench.rendering.clean(made), made.with_suffix(".pdf"))
    yield from measured(case, entrants, bench.runs)


def resume(bench: Bench) -> Iterator[Row]:
    """A two-page résumé from clean; again with nothing changed; again with one word changed."""
    yield from _document(bench, "resume", "elin", fiction.resume())
    source, out = bench.scratch / "resume" / "elin" / "profile.yaml", bench.scratch / "resume-out"
    bare = bench.bare(out, "elin")
    same = {
        CVPRESS: Entrant(bench.cvpress.again(source.parents[1], out, "unchanged")),
        LATEXMK: Entrant(bare.again),
    }
    word = {
        CVPRESS: Entrant(bench.cvpress.again(source.parents[1], out, "built", editing(source))),
        LATEXMK: Entrant(bare.edited),
    }
    if bench.rendering:
        made = bench.rendering.convert(source)
        same[RENDERCV] = Entrant(bench.rendering.again(made))
        word[RENDERCV] = Entrant(bench.rendering.again(made, editing(made)))
    yield from measured("unchanged", same, bench.runs)
    yield from measured("word", word, bench.runs)


def publications(bench: Bench) -> Iterator[Row]:
    """300 publications in YAML, by all; the same number from a .bib file, which only cvpress reads."""
    yield from _document(bench, "publications", "three-hundred", fiction.publications(300))
    source = fiction.person(bench.scratch / "bib" / "elin", fiction.cited(), publications_in_bib=300)
    out = bench.scratch / "bib-out"
    pdf = out / "elin" / "cv.pdf"
    runs = {
        BIB: bench.cvpress.clean(source.parents[1], out),
        COLD: bench.cvpress.clean(source.parents[1], out, cold=bench.scratch / "cold"),
    }
    yield from measured("publications", {tool: Entrant(run, pdf) for tool, run in runs.items()}, bench.runs)


def four(bench: Bench) -> Iterator[Row]:
    """The CVs of this repository, each from clean."""
    for person in PEOPLE:
        out = bench.scratch / f"{person}-out"
        bare = bench.bare(out, person)
        run = bench.cvpress.clean(ROOT / "profiles", out, "--person", person, "--document", "cv")
        pdf = bench.scratch / "four" / f"{person}.pdf"
        entrants = {
            CVPRESS: Entrant(_keeping(run, out / person, pdf), pdf),
            LATEXMK: Entrant(bare.latexmk),
            ENGINE: Entrant(bare.engine),
        }
        if bench.rendering:
            made = bench.rendering.convert(ROOT / "profiles" / person / "profile.yaml")
            entrants[RENDERCV] = Entrant(bench.rendering.clean(made), made.with_suffix(".pdf"))
        yield from measured(person, entrants, bench.runs)


def _keeping(run: Runner, folder: Path, pdf: Path) -> Runner:
    """A PDF is named as its document says: a link to the one that a run left."""

    def kept(number: int) -> Figure:
        figure = run(number)
        pdf.parent.mkdir(exist_ok=True)
        pdf.unlink(missing_ok=True)
        pdf.symlink_to(next(folder.glob("*.pdf")))
        return figure

    return kept


# -- many -------------------------------------------------------------------------------------------------------------


def people(bench: Bench) -> Iterator[Row]:
    """50 people: one run of cvpress, a loop of RenderCV."""
    yield from _many(bench, "people", 50, min(bench.runs, 3))


def _many(bench: Bench, case: str, count: int, runs: int) -> Iterator[Row]:
    folder, out = bench.scratch / f"{case}-{count}", bench.scratch / f"{case}-{count}-out"
    sources = [fiction.person(folder / f"p{number}", fiction.resume(number)) for number in range(1, count + 1)]
    run = bench.cvpress.clean(folder, out, want=f"{count} of {count} done")
    entrants = {CVPRESS: Entrant(run, units=count)}
    if bench.rendering:
        made = [bench.rendering.convert(source) for source in sources]
        entrants[RENDERCV] = Entrant(bench.rendering.loop(made), units=count)
    yield from measured(case if case == "people" else f"{case}, {count}", entrants, runs)


def growth(bench: Bench) -> Iterator[Row]:
    """10, 100, 1,000 publications; 1, 10, 100 people. The last of each in fewer runs: they take minutes."""
    runs = min(bench.runs, 3)
    for count in (10, 100, 1000):
        case = f"entries, {count}"
        source = fiction.person(bench.scratch / f"entries-{count}" / "elin", fiction.publications(count))
        out = bench.scratch / f"entries-{count}-out"
        run = bench.cvpress.clean(source.parents[1], out)
        entrants = {CVPRESS: Entrant(run, out / "elin" / "cv.pdf", units=count)}
        if bench.rendering:
            made = bench.rendering.convert(source)
            entrants[RENDERCV] = Entrant(bench.rendering.clean(made), made.with_suffix(".pdf"), units=count)
        yield from measured(case, entrants, runs)
    for count in (1, 10, 100):
        yield from _many(bench, "many", count, 1 if count == 100 else runs)


# -- watch mode -------------------------------------------------------------------------------------------------------


def watch(bench: Bench) -> Iterator[Row]:
    """From a save of the two-page résumé to its PDF; a wall is one save."""
    count = 6 if bench.runs <= 3 else 20
    try:
        yield Row("watch", CVPRESS, watched.of_cvpress(bench.cvpress.python, bench.scratch, count))
    except MissingError as error:
        print(f"skipped    watch: {error}", file=sys.stderr)
    if bench.rendering:
        yield Row("watch", RENDERCV, watched.of_rendercv(bench.rendering, bench.scratch, count))


CASES: dict[str, Callable[[Bench], Iterator[Row]]] = {
    "resume": resume,
    "publications": publications,
    "people": people,
    "watch": watch,
    "four": four,
    "growth": growth,
}
