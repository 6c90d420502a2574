"""What GitHub shows: annotations on lines of a pull request, and the summary of a job. In: problems, a `Report`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cvpress import paths
from cvpress.errors import Problem, Severity
from cvpress.report.markdown import job_summary
from cvpress.report.result import Report

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


def on_github(environment: Mapping[str, str]) -> bool:
    return environment.get("GITHUB_ACTIONS") == "true"


def write_job_summary(report: Report, environment: Mapping[str, str]) -> None:
    """Append the table to the job's summary file, where GitHub names one. Raises ToolError when it can't be written."""
    if file := environment.get("GITHUB_STEP_SUMMARY"):
        path = Path(file)
        with paths.storage_told(path), path.open("a", encoding="utf-8") as stream:
            stream.write(job_summary(report))
