"""A report as JSON, for programs of one's own. In: a `Report`. Out: the text; its shape is told in docs/reports.md."""

from __future__ import annotations

import json

from cvpress import __version__
from cvpress.errors import Problem, Severity
from cvpress.report.result import CHECKS, Report, Result

VERSION = 1
"""Of the shape: raised when a member goes or changes its meaning, not when one is added."""


def text(report: Report) -> str:
    found = [problem for _, problem in report.findings]
    content = {
        "format": "cvpress-report",
        "version": VERSION,
        "cvpress": __version__,
        "exit_code": report.exit_code,
        "strict": report.strict,
        "counts": {severity.value: sum(one.severity is severity for one in found) for severity in Severity},
        "problems": [_problem(problem) for problem in report.problems],
        "results": [_result(result) for result in report.results],
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _result(result: Result) -> dict[str, object]:
    return {
        "person": result.person,
        "document": result.document,
        "template": result.template,
        "state": result.state,
        "pdf": str(result.pdf) if result.pdf else None,
        "pages": result.pages,
        "passes": result.passes,
        "seconds": round(result.seconds, 3),
        "exit_code": result.exit_code,
        "problems": [_problem(problem) for problem in result.problems],
    }


def _problem(problem: Problem) -> dict[str, object]:
    spot = problem.spot
    return {
        "rule": problem.rule,
        "severity": problem.severity.value,
        "message": problem.message,
        "advice": problem.advice,
        "place": {"file": str(spot.file), "line": spot.line, "column": spot.column} if spot else None,
        "help": f"{CHECKS}#{problem.rule}",
    }
