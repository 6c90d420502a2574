"""What became of the documents of a run. In: what builds and checks found. Out: `Result`s, and the `Report` of all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from cvpress.errors import CheckError, CvpressError, Problem, Severity

PACKET = "packet"
"""What stands in the place of a template for a packet."""
CHECKS = "docs/checks.md"
"""The page that explains every rule, each under a heading of its own."""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one document or packet. `state`: built, unchanged, checked, merged or failed.

    `pages` is 0 when unknown, `exit_code` is 0 unless it failed, `seconds` is wall time, `passes` counts runs of TeX.
    A PDF of strangers has no `person`, and its path for a name.
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
        return f"{self.person}/{self.document}" if self.person else self.document

    @property
    def errors(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.severity is Severity.ERROR)


@dataclass(frozen=True, slots=True)
class Report:
    """A whole run. `problems` and `code` are of the run itself, when what was asked for could not be begun.

    `manual` is the address below which the documentation of this cvpress lies, with a slash at its end; "" if unknown.
    """

    results: tuple[Result, ...]
    problems: tuple[Problem, ...] = ()
    code: int = 0
    strict: bool = False
    manual: str = ""

    @property
    def exit_code(self) -> int:
        """Of several failures the lowest code; 0 when nothing failed."""
        return self.code or exit_code(self.results)

    @property
    def findings(self) -> tuple[tuple[Result | None, Problem], ...]:
        """Every problem with the document that it is of; those of the run itself first."""
        own = tuple((None, problem) for problem in self.problems)
        return (*own, *((result, problem) for result in self.results for problem in result.problems))


def exit_code(results: Iterable[Result]) -> int:
    """Of several failures the lowest code; 0 when none failed."""
    return min((result.exit_code for result in results if result.exit_code), default=0)


def of_error(error: CvpressError, person: str, document: str, template: str, seconds: float) -> Result:
    """The result of a document that failed."""
    return Result(person, document, template, "failed", None, 0, error.problems, error.exit_code, seconds)


def strictly(result: Result) -> Result:
    """`result` where warnings are errors. Its PDF stays: what was built is the same, only the judgement is harder."""
    problems = tuple(
        replace(problem, severity=Severity.ERROR) if problem.severity is Severity.WARNING else problem
        for problem in result.problems
    )
    failed = any(problem.severity is Severity.ERROR for problem in problems)
    return replace(result, problems=problems, exit_code=result.exit_code or (CheckError.exit_code if failed else 0))
