"""A report in Markdown, for the summary of a job. In: a `Report`. Out: a table of documents, and one of findings."""

from __future__ import annotations

from cvpress.errors import Problem, Severity
from cvpress.report.lines import counted
from cvpress.report.result import CHECKS, Report, Result

_MOST = 500
"""Rows of findings; GitHub takes no summary over 1 MiB."""
_ORDER = tuple(Severity)


def job_summary(report: Report) -> str:
    """Person, document, template, pages, number of findings; below that each finding, errors first."""
    rows = [
        f"| {_cell(result.person)} | {_cell(result.document)} | {_cell(result.template)} | {result.pages or ''} |"
        f" {'**failed**: ' if result.exit_code else ''}{counted(result.problems)} |"
        for result in report.results
    ]
    head = ("| person | document | template | pages | findings |", "|---|---|---|---|---|")
    table = (*head, *rows, "") if rows else ()
    return "\n".join(("## CVs", "", *table, *_findings(report)))


def _findings(report: Report) -> tuple[str, ...]:
    found = sorted(report.findings, key=lambda one: _ORDER.index(one[1].severity))
    if not found:
        return ()
    rows = [_row(report, result, problem) for result, problem in found[:_MOST]]
    more = ("", f"and {len(found) - _MOST} more") if len(found) > _MOST else ()
    return ("| | document | rule | finding |", "|---|---|---|---|", *rows, *more, "")


def _row(report: Report, result: Result | None, problem: Problem) -> str:
    rule = f"`{problem.rule}`"
    if report.manual:
        rule = f"[{rule}]({report.manual}{CHECKS}#{problem.rule})"
    return f"| {problem.severity} | {_cell(result.name if result else '')} | {rule} | {_cell(str(problem))} |"


def _cell(text: str) -> str:
    """Text that neither ends its cell nor is taken for markup: a message quotes what people wrote."""
    escaped = "".join(f"\\{char}" if char in "\\|`*_[]<>#" else char for char in text)
    return " ".join(escaped.split())
