"""PDFs that lie in the results, looked at again; nothing is built. In: a `Press`, what to look at; out: a `Result`."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from cvpress import jury, packet, paths, record, report
from cvpress.build import inspect, passed
from cvpress.errors import CheckError, CvpressError, Problem
from cvpress.packet import Binding, gather, packet_target
from cvpress.prepare import Job, Prepared, Press, prepare, target
from cvpress.report import Result
from cvpress.rules import switched
from cvpress.typeset import layout


def document(press: Press, job: Job) -> Result:
    pdf = target(press, job)
    return _checked(pdf, job.person, job.name, job.template_name, lambda: _found(press, prepare(press, job), pdf))


def _found(press: Press, ready: Prepared, pdf: Path) -> tuple[int, tuple[Problem, ...]]:
    """What an examination of the PDF finds, and what TeX's own record told when it made the PDF as it lies there."""
    pages, found = inspect(ready, pdf)
    known = record.read(press.work(ready.job.person, ready.job.name), ready.digest, pdf)
    laid_out = (problem for problem in (known.problems if known else ()) if problem.rule in layout.RULES)
    found = (*ready.expected.omitted, *found, *laid_out, *jury.verdict(press, ready, pdf))
    return pages, switched(found, ready.checks)


def bound(press: Press, binding: Binding) -> Result:
    pdf = packet_target(press, binding)
    return _checked(pdf, binding.person, binding.name, report.PACKET, lambda: _found_bound(press, binding, pdf))


def _found_bound(press: Press, binding: Binding, pdf: Path) -> tuple[int, tuple[Problem, ...]]:
    pages, found = packet.examine(press, gather(press, binding), pdf)
    return pages, switched(found, binding.profile.checks)


def _checked(
    pdf: Path, person: str, name: str, template: str, examine: Callable[[], tuple[int, tuple[Problem, ...]]]
) -> Result:
    """The result of looking at one PDF that lies there."""
    start = time.monotonic()
    try:
        if not pdf.is_file():
            raise CheckError(Problem(f"{pdf} is not there", advice="build it first with 'pdf'", rule="not-built"))
        with paths.storage_told(pdf):
            pages, problems = examine()
        if not passed(problems):
            raise CheckError(*problems)
    except CvpressError as error:
        return report.of_error(error, person, name, template, time.monotonic() - start)
    return Result(person, name, template, "checked", pdf, pages, problems, seconds=time.monotonic() - start)
