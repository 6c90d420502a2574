"""Runs of many: build, check, merge what was ordered, telling each result as it comes. In: an `Order`; out: results.

A document that fails does not stop the others. What is said while working goes to stderr, results to stdout.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache as once
from pathlib import Path

from cvpress import asked, jury, packet, paths, record, report
from cvpress.build import build, inspect, passed, retire
from cvpress.errors import CheckError, CvpressError, Problem
from cvpress.order import Order
from cvpress.packet import Binding, bind, gather, packet_target
from cvpress.plan import Settled
from cvpress.prepare import Job, Prepared, Press, prepare, target
from cvpress.report import Result
from cvpress.rules import switched
from cvpress.telling import progress, tell, tell_result
from cvpress.typeset import layout, sandbox


def press(
    profiles: Path,
    out: Path,
    environment: Mapping[str, str],
    now: float,
    *,
    force: bool = False,
    timeout: str = "120",
    strict: bool = False,
    terminal: bool = False,
) -> Press:
    """A Press for this machine. Raises ProfileError for a SOURCE_DATE_EPOCH or a time-out that can't be one."""
    dated, limit = asked.epoch(environment), asked.seconds(timeout)

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
        epoch=dated,
        now=int(now),
        sandbox=shield,
        cache=paths.user_cache(environment),
        timeout=limit,
        force=force,
        strict=strict,
        terminal=terminal,
    )


def build_all(press: Press, ordered: Order) -> tuple[Result, ...]:
    """Every document, then every packet."""
    results = [*_broken(press, ordered, retiring=True)]
    made: dict[str, dict[str, Result]] = {}
    documents = ordered.documents
    for number, job in enumerate(documents, 1):
        progress(f"[{number}/{len(documents)}] {job.person}/{job.name}", press.environment)
        built = job.result if isinstance(job, Settled) else build(press, job)
        made.setdefault(job.person, {})[job.name] = built
        results.append(tell_result(built, press))
    return (*results, *_bind_all(press, ordered, made))


def merge_all(press: Press, ordered: Order) -> tuple[Result, ...]:
    """Every packet, with the documents that it needs."""
    return (*_broken(press, ordered, retiring=True), *_bind_all(press, ordered, {}))


def _bind_all(press: Press, ordered: Order, made: dict[str, dict[str, Result]]) -> tuple[Result, ...]:
    """Every packet; documents that were `made` already (by person and name), or failed, are not built again."""
    results: list[Result] = []
    for binding in ordered.packets:
        progress(f"{binding.person}/{binding.name}", press.environment)
        done = made.setdefault(binding.person, {})
        if isinstance(binding, Settled):
            new = tuple(one.result for one in (*binding.parts, binding) if one.name not in done)
            results.extend(tell_result(result, press) for result in new)
            done.update((result.document, result) for result in new[:-1])
            continue
        # What a strict run judges hard is bound all the same: the packet is as good as its parts.
        new = bind(press, binding, done, lambda result: results.append(tell_result(result, press)))
        done.update((result.document, result) for result in new[:-1])
    return tuple(results)


def check_all(press: Press, ordered: Order) -> tuple[Result, ...]:
    """Check the PDFs that lie in the output folder against their profiles; nothing is built."""
    results = _broken(press, ordered, retiring=False)
    for job in ordered.jobs:
        results += (tell_result(_check_document(press, job), press),)
    for binding in ordered.bindings:
        results += (tell_result(_check_packet(press, binding), press),)
    return results


def _broken(press: Press, ordered: Order, *, retiring: bool) -> tuple[Result, ...]:
    """Tell whose profile can't be read; with `retiring`, none of their old PDFs stays where new ones belong."""
    told: list[Result] = []
    for result in ordered.broken:
        old = sorted((press.out / result.person).glob("*.pdf")) if retiring else ()
        failed = replace(result, problems=(*result.problems, *retire(press, result.person, *old)))
        told.append(tell_result(failed, press))
    return tuple(told)


def _check_document(press: Press, job: Job) -> Result:
    pdf = target(press, job)
    return _checked(pdf, job.person, job.name, job.template_name, lambda: _found(press, prepare(press, job), pdf))


def _found(press: Press, ready: Prepared, pdf: Path) -> tuple[int, tuple[Problem, ...]]:
    """What an examination of the PDF finds, and what TeX's own record told when it made the PDF as it lies there."""
    pages, found = inspect(ready, pdf)
    known = record.read(press.work(ready.job.person, ready.job.name), ready.digest, pdf)
    laid_out = (problem for problem in (known.problems if known else ()) if problem.rule in layout.RULES)
    found = (*ready.expected.omitted, *found, *laid_out, *jury.verdict(press, ready, pdf))
    return pages, switched(found, ready.checks)


def _check_packet(press: Press, binding: Binding) -> Result:
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
