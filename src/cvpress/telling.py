"""What a run says while it goes and at its end. In: `Result`s, problems, and who listens; out: lines, the exit code.

What is said while working goes to stderr, results to stdout. Nothing here knows a profile, so that a run that finds
nothing changed can speak without loading what builds.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from cvpress import report
from cvpress.errors import Problem, Severity, ToolError
from cvpress.report import Report, Result


class Audience(Protocol):
    """Who listens. `strict`: warnings are errors; `terminal`: a person, who gets one table at the end, and no lines."""

    @property
    def environment(self) -> Mapping[str, str]: ...
    @property
    def strict(self) -> bool: ...
    @property
    def terminal(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Listener:
    """An audience and nothing else."""

    environment: Mapping[str, str]
    strict: bool = False
    terminal: bool = False


def tell(problem: Problem, environment: Mapping[str, str]) -> None:
    """One problem to stderr; on GitHub also as an annotation, which it reads from stdout."""
    print(report.told(problem), file=sys.stderr)
    if report.on_github(environment):
        print(report.annotation(problem))


def tell_result(result: Result, audience: Audience) -> Result:
    """A result's problems to stderr, itself to stdout, and as it was judged to the caller."""
    judged = report.strictly(result) if audience.strict else result
    if not audience.terminal:
        for problem in judged.problems:
            tell(problem, audience.environment)
        print(report.summary_line(judged), flush=True)
    return judged


def finish(made: Report, audience: Audience) -> int:
    """The table where a person reads along, the last lines, the job summary, and the exit code."""
    if audience.terminal:
        from cvpress.report import table

        table.show(made, sys.stdout)
    stream = sys.stderr if made.exit_code else sys.stdout
    print("\n".join(report.closing_lines(made.results)), file=stream)
    summarize(made, audience.environment)
    return made.exit_code


def summarize(made: Report, environment: Mapping[str, str]) -> None:
    """The job summary, where there is one; that it can't be written is only a warning."""
    try:
        report.write_job_summary(made, environment)
    except ToolError as error:  # the PDFs are made all the same
        for problem in error.problems:
            tell(replace(problem, severity=Severity.WARNING), environment)


def progress(text: str, environment: Mapping[str, str]) -> None:
    """What is begun now, unless that is nothing to speak of, or CVPRESS_QUIET is set."""
    if text and not environment.get("CVPRESS_QUIET"):
        say(f"{text} ...")


def say(text: str) -> None:
    """A line for who waits."""
    print(text, file=sys.stderr, flush=True)
