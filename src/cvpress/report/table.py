"""A report on a terminal: every document in a table, every finding with its source. In: a `Report`. Out: printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from cvpress.errors import Problem, Severity
from cvpress.report.lines import counted, excerpt
from cvpress.report.result import Report, Result

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
_NARROWEST = 40


def show(report: Report, stream: TextIO, width: int | None = None) -> None:
    """Print `report` to `stream`, `width` columns wide (None: as wide as the terminal)."""
    from rich.console import Console

    # No markup, no emoji codes, no numbers lit up: all of it is people's own text.
    console = Console(file=stream, width=width, markup=False, emoji=False, highlight=False)
    for result in report.results:
        if result.problems:
            console.print(_findings(result, console.width))
    if report.results:
        console.print(_documents(report))


def _documents(report: Report) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table("", "document", "template", "pages", "findings", "PDF", box=SIMPLE_HEAD)
    table.columns[3].justify = "right"
    for result in report.results:
        style = _STYLES[Severity.ERROR] if result.exit_code else "green"
        pages = str(result.pages or "")
        pdf = Text(str(result.pdf or ""), overflow="fold")
        row = (Text(result.name), Text(result.template), pages, counted(result.problems), pdf)
        table.add_row(Text(result.state, style=style), *row)
    return table


def _findings(result: Result, width: int) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table("", "finding", "rule", box=SIMPLE_HEAD, title=Text(result.name), title_justify="left")
    order = tuple(Severity)
    problems = sorted(result.problems, key=lambda problem: order.index(problem.severity))
    taken = 16 + max((len(problem.rule) for problem in problems), default=0)  # the other columns and all gaps
    for problem in problems:
        mark = Text(problem.severity.value, style=_STYLES[problem.severity])
        table.add_row(mark, _finding(problem, max(_NARROWEST, width - taken)), Text(problem.rule, style="dim"))
    return table


def _finding(problem: Problem, width: int) -> Text:
    """What, where, the line of the source, and what to do."""
    from rich.text import Text

    told = Text(problem.message)
    if problem.spot:
        told.append(f"\n{problem.spot}", style="dim")
    told.append(excerpt(problem, width - 4), style="bold")
    if problem.advice:
        told.append(f"\n{problem.advice}", style="italic")
    return told
