"""Runs of many: build, check, merge everything ordered, telling each result as it comes. In: an `Order`; out: all results.

A document that fails does not stop the others. What is said while working goes to stderr, results to stdout.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from functools import cache as once
from pathlib import Path

from cvpress import paths, report
from cvpress.build import Job, Press, build, inspect, prepare, target
from cvpress.errors import CheckError, CvpressError, Problem, ProfileError, Severity
from cvpress.order import Order
from cvpress.packet import bind
from cvpress.report import Result
from cvpress.typeset import sandbox


def press(profiles: Path, out: Path, environment: Mapping[str, str], now: float, force: bool = False) -> Press:
    """A Press for this machine. Raises ProfileError for a SOURCE_DATE_EPOCH that is no number."""
    given = environment.get("SOURCE_DATE_EPOCH")
    if given is not None and not given.isdecimal():
        raise ProfileError(
            Problem(f"SOURCE_DATE_EPOCH is '{given}'", advice="give seconds since 1970, or unset it", rule="bad-epoch")
        )

    @once
    def shield() -> sandbox.Sandbox:
        found = sandbox.detect(environment)
        if found.problem:
            tell(found.problem, environment)
        return found

    return Press(
        profiles=profiles,
        out=out,
        roots=paths.template_roots(profiles),
        environment=environment,
        epoch=int(given) if given else None,
        now=int(now),
        sandbox=shield,
        cache=paths.user_cache(environment),
        force=force,
    )


def tell(problem: Problem, environment: Mapping[str, str]) -> None:
    """One problem to stderr; on GitHub also as an annotation, which it reads from stdout."""
    print(report.told(problem), file=sys.stderr)
    if report.on_github(environment):
        print(report.annotation(problem))


def tell_result(result: Result, environment: Mapping[str, str]) -> None:
    """A result's problems to stderr, itself to stdout."""
    for problem in result.problems:
        tell(problem, environment)
    print(report.summary_line(result), flush=True)


def finish(results: tuple[Result, ...], environment: Mapping[str, str]) -> int:
    """The last lines, the job summary, and the exit code."""
    failed = any(result.exit_code for result in results)
    print("\n".join(report.closing_lines(results)), file=sys.stderr if failed else sys.stdout)
    report.write_job_summary(results, environment)
    return report.exit_code(results)


def build_all(press: Press, ordered: Order) -> tuple[Result, ...]:
    """Every document, then every packet."""
    results = list(_broken(press, ordered))
    total = len(ordered.jobs)
    for number, job in enumerate(ordered.jobs, 1):
        _progress(f"[{number}/{total}] {job.person}/{job.name}")
        results.append(build(press, job))
        tell_result(results[-1], press.environment)
    # Documents that were just built are not built again: their record says so.
    bound = merge_all(replace(press, force=False), replace(ordered, broken=()), quiet=True)
    return (*results, *(result for result in bound if result.template == "packet"))


def merge_all(press: Press, ordered: Order, quiet: bool = False) -> tuple[Result, ...]:
    """Every packet, with the documents that it needs."""
    results = list(_broken(press, ordered))

    def say(result: Result) -> None:
        if not quiet or result.template == "packet":
            tell_result(result, press.environment)

    for binding in ordered.bindings:
        _progress(f"{binding.person}/{binding.name}")
        results += bind(press, binding, say)
    return tuple(results)


def check_all(press: Press, ordered: Order) -> tuple[Result, ...]:
    """Check the PDFs that lie in the output folder against their profiles; nothing is built."""
    results = list(_broken(press, ordered))
    for job in ordered.jobs:
        results.append(_check(press, job))
        tell_result(results[-1], press.environment)
    return tuple(results)


def _broken(press: Press, ordered: Order) -> tuple[Result, ...]:
    for result in ordered.broken:
        tell_result(result, press.environment)
    return ordered.broken


def _check(press: Press, job: Job) -> Result:
    start = time.monotonic()
    pdf = target(press, job)
    try:
        if not pdf.is_file():
            raise CheckError(Problem(f"{pdf} is not there", advice="build it first with 'pdf'", rule="not-built"))
        ready = prepare(press, job)
        pages, found = inspect(ready, pdf)
        problems = (*ready.expected.omitted, *found)
        if any(problem.severity is Severity.ERROR for problem in problems):
            raise CheckError(*problems)
        return Result(
            job.person, job.name, job.template_name, "checked", pdf, pages, problems, seconds=time.monotonic() - start
        )
    except CvpressError as error:
        return report.of_error(error, job.person, job.name, job.template_name, time.monotonic() - start)


def _progress(text: str) -> None:
    if not os.environ.get("CVPRESS_QUIET"):
        print(f"{text} ...", file=sys.stderr, flush=True)
