"""How results are told. In: `Result`s and problems; out: lines for people, annotations and a summary table for CI.

Diagnostics go to stderr with the source line and a caret; results to stdout; on GitHub each problem is an annotation on
its YAML line too, and the job summary gets a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from cvpress import paths
from cvpress.errors import CvpressError, Problem, Severity

PACKET = "packet"
"""What stands in the place of a template for a packet."""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one document or packet. `state`: built, unchanged, checked, merged or failed.

    `pages` is 0 when unknown, `exit_code` is 0 unless it failed, `seconds` is wall time, `passes` counts runs of TeX.
    """

    person: str
    document: str
    template: str
    state: str
    pdf: Path | None
    pages: int
    problems: tuple[Problem, ...]
    exit_code: int = 0
    seconds: float = 0.0
    passes: int = 0

    @property
    def name(self) -> str:
        return f"{self.person}/{self.document}"


def exit_code(results: Iterable[Result]) -> int:
    """Of several failures the lowest code; 0 when none failed."""
    return min((result.exit_code for result in results if result.exit_code), default=0)


def excerpt(problem: Problem) -> str:
    """The source line under a caret; empty when the file or line can't be shown."""
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
    start = max(0, spot.column - 60)
    shown, column = line[start : start + 110], spot.column - 1 - start
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
    found = _counted(result.problems)
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
        errors = [problem for problem in result.problems if problem.severity is Severity.ERROR]
        first = _in_one_line(errors[0]) if errors else "see above"
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        lines.append(f"  {result.name}: {first}{more}")
    return tuple(lines)


def _in_one_line(problem: Problem) -> str:
    """The problem without an advice that takes several lines: it was told above."""
    short = problem if "\n" not in problem.advice else replace(problem, advice="")
    return str(short).splitlines()[0]


def _counted(problems: tuple[Problem, ...]) -> str:
    counts = {severity: sum(problem.severity is severity for problem in problems) for severity in Severity}
    words = [
        f"{count} {severity}{'s' if count > 1 and severity != 'info' else ''}"
        for severity, count in counts.items()
        if count
    ]
    return ", ".join(words) if words else "no findings"


_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def annotation(problem: Problem) -> str:
    """The workflow command that shows a problem on its line in a pull request."""
    spot = problem.spot
    place = (
        f" file={_property(str(spot.file))},line={spot.line},col={spot.column},title={_property(problem.rule)}"
        if spot
        else f" title={_property(problem.rule)}"
    )
    message = problem.message + (f"; {problem.advice}" if problem.advice else "")
    return f"::{_COMMANDS[problem.severity]}{place}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def job_summary(results: tuple[Result, ...]) -> str:
    """A Markdown table: person, document, template, pages, findings."""
    rows = [
        f"| {_cell(result.person)} | {_cell(result.document)} | {_cell(result.template)} | {result.pages or ''} |"
        f" {'**failed**: ' if result.exit_code else ''}{_counted(result.problems)} |"
        for result in results
    ]
    head = ("## CVs", "", "| person | document | template | pages | findings |", "|---|---|---|---|---|")
    return "\n".join((*head, *rows, ""))


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def on_github(environment: Mapping[str, str]) -> bool:
    return environment.get("GITHUB_ACTIONS") == "true"


def write_job_summary(results: tuple[Result, ...], environment: Mapping[str, str]) -> None:
    """Append the table to the job's summary file, where GitHub names one. Raises ToolError when it can't be written."""
    if file := environment.get("GITHUB_STEP_SUMMARY"):
        path = Path(file)
        with paths.storage_told(path), path.open("a", encoding="utf-8") as stream:
            stream.write(job_summary(results))


def of_error(error: CvpressError, person: str, document: str, template: str, seconds: float) -> Result:
    """The result of a document that failed."""
    return Result(person, document, template, "failed", None, 0, error.problems, error.exit_code, seconds)
