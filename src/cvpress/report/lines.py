"""What people read: problems with their source line under a caret, a line for each result, the last lines of a run."""

from __future__ import annotations

from dataclasses import replace

from cvpress.errors import Problem, Severity
from cvpress.report.result import Result


def excerpt(problem: Problem, width: int = 110) -> str:
    """The source line, or `width` characters of it, under a caret; empty when the file or line can't be shown."""
    spot = problem.spot
    if spot is None:
        return ""
    try:
        lines = spot.file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return ""
    if not 0 < spot.line <= len(lines):
        return ""
    # A tab or a control character (which may be what is wrong) would move the caret or the terminal.
    line = "".join(char if char.isprintable() else " " if char == "\t" else "\ufffd" for char in lines[spot.line - 1])
    start = max(0, spot.column - width * 6 // 11)
    shown, column = line[start : start + width], spot.column - 1 - start
    return f"\n    {shown}\n    {' ' * column}^"


def told(problem: Problem) -> str:
    """One problem for a terminal."""
    mark = "" if problem.severity is Severity.ERROR else f"{problem.severity}: "
    place = f"{problem.spot}: " if problem.spot else ""
    advice = f"; {problem.advice}" if problem.advice else ""
    return f"{place}{mark}{problem.message}{advice}{excerpt(problem)}"


def summary_line(result: Result) -> str:
    """One result for a terminal."""
    pages = f"{result.pages} page{'s' if result.pages != 1 else ''}" if result.pages else "no pages"
    where = str(result.pdf) if result.pdf else result.name
    found = counted(result.problems)
    if result.state == "failed":
        return f"failed     {result.name}  ({result.template}): {found}"
    return f"{result.state:10} {where}  ({result.template}, {pages}, {found})"


def closing_lines(results: tuple[Result, ...]) -> tuple[str, ...]:
    """The last lines of a run: which failed, and why in one line each."""
    failed = [result for result in results if result.exit_code]
    if not failed:
        return (f"{len(results)} of {len(results)} done",) if results else ("nothing to do",)
    lines = [f"{len(results) - len(failed)} of {len(results)} done, {len(failed)} failed:"]
    for result in failed:
        errors = result.errors
        first = _in_one_line(errors[0]) if errors else "see above"
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        lines.append(f"  {result.name}: {first}{more}")
    return tuple(lines)


def _in_one_line(problem: Problem) -> str:
    """The problem without an advice that takes several lines: it was told above."""
    short = problem if "\n" not in problem.advice else replace(problem, advice="")
    return str(short).splitlines()[0]


def counted(problems: tuple[Problem, ...]) -> str:
    """How many of each severity, in words."""
    counts = {severity: sum(problem.severity is severity for problem in problems) for severity in Severity}
    words = [
        f"{count} {severity}{'s' if count > 1 and severity != 'info' else ''}"
        for severity, count in counts.items()
        if count
    ]
    return ", ".join(words) if words else "no findings"
