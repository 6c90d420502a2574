"""Reports as files. In: a `Report` and paths. Out: a file each, in the format that its ending names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from cvpress import paths
from cvpress.errors import Problem, ProfileError
from cvpress.report.markdown import job_summary
from cvpress.report.result import Report


def _json(report: Report) -> str:
    from cvpress.report.jsonfile import text

    return text(report)


def _junit(report: Report) -> str:
    from cvpress.report.junit import text

    return text(report)


def _sarif(report: Report) -> str:
    from cvpress.report.sarif import text

    return text(report)


# A format is a row here.
FORMATS: dict[str, Callable[[Report], str]] = {".json": _json, ".xml": _junit, ".sarif": _sarif, ".md": job_summary}


def refuse_unknown(targets: Sequence[Path]) -> None:
    """Raises ProfileError for a file whose ending names no format, before any work was done for it."""
    known = ", ".join(FORMATS)
    problems = [
        Problem(f"'{path}' names no format of a report", advice=f"let it end in one of {known}", rule="bad-report")
        for path in targets
        if path.suffix not in FORMATS
    ]
    if problems:
        raise ProfileError(*problems)


def write(report: Report, targets: Sequence[Path]) -> None:
    """Write `report` to each of `targets`. Raises ToolError when one can't be written."""
    for path in targets:
        # A name that is no UTF-8 becomes an escape: in JSON it is that very character, elsewhere it is readable.
        paths.write(path, FORMATS[path.suffix](report).encode(errors="backslashreplace"))
