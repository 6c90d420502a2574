"""What a comparison found, as tables in Markdown. In: `Row`s; out: text, and pages with a new text between two marks.

A target is a row of TARGETS: the case it decides, how its figure is made of the rows, and its limit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cases import CVPRESS, ENGINE, LATEXMK, PEOPLE, RENDERCV, Row

BEGIN, END = "<!-- made by benchmarks/compare.py -->\n", "<!-- end -->"
_TITLES = {
    "resume": "two-page résumé, clean",
    "unchanged": "nothing changed",
    "word": "one word changed",
    "publications": "300 publications, clean",
    "people": "50 people, clean",
    "watch": "watch mode, save to PDF",
    **{person: f"CV of {person}, clean" for person in PEOPLE},
}


class LackingError(Exception):
    """A figure can't be made: what it needs was not measured."""


@dataclass(frozen=True, slots=True)
class Rows:
    """All rows of a run."""

    rows: Sequence[Row]

    def of(self, case: str, tool: str) -> Row:
        """Raises LackingError."""
        for row in self.rows:
            if (row.case, row.tool) == (case, tool):
                return row
        raise LackingError(f"{tool} was not measured: {case}")

    def ratio(self, case: str) -> float:
        """cvpress's wall time in a case, in RenderCV's."""
        return self.of(case, CVPRESS).wall / self.of(case, RENDERCV).wall

    def cases(self) -> tuple[str, ...]:
        """In the order they were measured."""
        return tuple(dict.fromkeys(row.case for row in self.rows))


@dataclass(frozen=True, slots=True)
class Target:
    """What must be true; `unit` stands behind the figure. `least`: the figure must reach the limit, not stay below."""

    what: str
    limit: float
    unit: str
    figure: Callable[[Rows], float]
    least: bool = False

    def met(self, rows: Rows) -> bool:
        """Raises LackingError."""
        found = self.figure(rows)
        return found >= self.limit if self.least else found <= self.limit


def _rate(rows: Rows) -> float:
    own, theirs = rows.of("people", CVPRESS), rows.of("people", RENDERCV)
    return (own.units / own.wall) / (theirs.units / theirs.wall)


def _memory(rows: Rows) -> float:
    """Of all cases but those of growth, whose thousand entries nobody has."""
    own = (row for row in rows.rows if row.tool.startswith(CVPRESS) and not row.case.startswith(("entries", "many")))
    measured = [row.memory for row in own if row.memory]
    if not measured:
        raise LackingError("no memory was looked at")
    return max(measured)


TARGETS = (
    Target("two-page résumé, clean, checks included: wall", 0.65, "× RenderCV", lambda rows: rows.ratio("resume")),
    Target("300 publications, clean: wall", 0.7, "× RenderCV", lambda rows: rows.ratio("publications")),
    Target("nothing changed, no TeX started: wall", 0.35, "× RenderCV", lambda rows: rows.ratio("unchanged")),
    Target("one word changed: wall", 0.8, "× RenderCV", lambda rows: rows.ratio("word")),
    Target("watch mode, save to finished PDF: wall", 150, "ms", lambda rows: 1000 * rows.of("watch", CVPRESS).wall),
    Target("50 people: people per minute", 2, "× RenderCV", _rate, least=True),
    Target(
        "CPU over one bare LuaLaTeX pass on the same .tex",
        0.25,
        "s",
        lambda rows: rows.of("resume", CVPRESS).cpu - rows.of("resume", ENGINE).cpu,
    ),
    # A pass from a format is cheaper than a bare one, and must not hide what Python costs.
    Target(
        "CPU of Python itself, over the pass that it drives", 0.25, "s", lambda rows: rows.of("resume", CVPRESS).own
    ),
    Target("peak memory of the Python process", 100, "MiB", _memory),
)


def targets(rows: Rows) -> str:
    """Each target with its figure and whether it is met."""
    lines = ["| target | limit | measured | |", "|---|---|---|---|"]
    for target in TARGETS:
        sign = "≥" if target.least else "≤"
        try:
            found, verdict = _number(target.figure(rows), target.unit), "met" if target.met(rows) else "**missed**"
        except LackingError as error:
            found, verdict = "–", str(error)
        lines.append(f"| {target.what} | {sign} {target.limit:g} {target.unit} | {found} | {verdict} |")
    return "\n".join(lines) + "\n"


def _number(value: float, unit: str) -> str:
    return f"{value:.0f} {unit}" if unit in ("ms", "MiB") else f"{value:.2f} {unit}"


def cases(rows: Rows) -> str:
    """Every case and tool: medians, the least wall time in brackets."""
    lines = [
        "| case | tool | pages | wall s (least) | × RenderCV | CPU s | × RenderCV | its own | children | peak MiB |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows.rows:
        if row.case not in _TITLES:
            continue
        wall, cpu = "–", "–"
        with suppress(LackingError):
            theirs = rows.of(row.case, RENDERCV)
            wall = f"{row.wall / theirs.wall:.2f}"
            cpu = f"{row.cpu / theirs.cpu:.2f}" if row.cpus else "–"
        spent = (f"{row.cpu:.2f}", cpu, f"{row.own:.2f}", f"{max(0.0, row.cpu - row.own):.2f}")
        cells = (
            _TITLES[row.case],
            row.tool,
            f"{row.pages or '–'}" + (f" ({100 * row.shared:.0f} % of the words)" if row.shared else ""),
            f"{row.wall:.3f} ({min(row.walls):.3f})",
            wall,
            *(spent if row.cpus else ("–",) * 4),
            f"{row.memory:.0f}" if row.memory else "–",
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def growth(rows: Rows) -> str:
    """Wall time of an entry or a person, by how many there are; empty where that was not measured."""
    lines = [
        "| of how many | cvpress s | ms each | RenderCV s | ms each | people per minute |",
        "|---|---|---|---|---|---|",
    ]
    for case in rows.cases():
        kind, _, count = case.partition(", ")
        if kind not in ("entries", "many"):
            continue
        cells = [f"{count} {'publications' if kind == 'entries' else 'person' if count == '1' else 'people'}"]
        rates = []
        for tool in (CVPRESS, RENDERCV):
            try:
                row = rows.of(case, tool)
            except LackingError:
                cells += ["–", "–"]
            else:
                cells += [f"{row.wall:.2f}", f"{1000 * row.wall / row.units:.1f}"]
                rates.append(f"{60 * row.units / row.wall:.0f}")
        cells.append(" against ".join(rates) if kind == "many" else "–")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n" if len(lines) > 2 else ""


def short(rows: Rows) -> str:
    """README's: a case in a row, wall time by tool."""
    lines = ["| case | cvpress | RenderCV | bare latexmk | cvpress in RenderCV's |", "|---|---|---|---|---|"]
    for case in rows.cases():
        if case not in _TITLES:
            continue
        cells = [_TITLES[case]]
        for tool in (CVPRESS, RENDERCV, LATEXMK):
            try:
                cells.append(_seconds(rows.of(case, tool).wall))
            except LackingError:
                cells.append("–")
        try:
            cells.append(f"{rows.ratio(case):.2f}")
        except LackingError:
            cells.append("–")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _seconds(value: float) -> str:
    return f"{1000 * value:.0f} ms" if value < 0.2 else f"{value:.2f} s"


def put(page: Path, made: str) -> None:
    """`made` between the marks of a page. Raises ValueError where they are not, each once, in order."""
    text = page.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end) or BEGIN in after:
        raise ValueError(f"{page} has no place between '{BEGIN.strip()}' and '{END}', or several")
    page.write_text(f"{before}{BEGIN}{made}{END}{after}", encoding="utf-8")
