"""Runs of many: build, check, merge what was ordered, telling each result as it comes. In: an `Order`; out: results.

A document that fails does not stop the others. What is said while working goes to stderr, results to stdout.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from cvpress import paths, pool, report, schedule
from cvpress.build import retire
from cvpress.errors import Problem, ProfileError, Severity, ToolError
from cvpress.order import Order
from cvpress.prepare import Press
from cvpress.report import Result
from cvpress.schedule import Schedule, Worker
from cvpress.typeset import sandbox

_LAST_EPOCH = 253402300799  # 9999-12-31, the last day that a PDF's date can name


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
    given = environment.get("SOURCE_DATE_EPOCH")
    if given is not None and not (given.isascii() and given.isdecimal() and int(given) <= _LAST_EPOCH):
        advice = "give seconds since 1970, or unset it"
        raise ProfileError(Problem(f"SOURCE_DATE_EPOCH is '{given}'", advice=advice, rule="bad-epoch"))
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]+)?", timeout) or not float(timeout):
        advice = "give a number of seconds, such as 120"
        raise ProfileError(Problem(f"the time-out is '{timeout}'", advice=advice, rule="bad-timeout"))

    environment = dict(environment)  # which workers can be handed
    return Press(
        profiles=profiles,
        out=out,
        roots=paths.template_roots(profiles),
        environment=environment,
        epoch=int(given) if given is not None else None,
        now=int(now),
        sandbox=Shield(environment),
        cache=paths.user_cache(environment),
        timeout=float(timeout),
        force=force,
        strict=strict,
        terminal=terminal,
    )


@dataclass(slots=True)
class Shield:
    """The machine's sandbox, looked for when it is first asked for; why there is none is told then, once."""

    environment: Mapping[str, str]
    found: sandbox.Sandbox | None = None

    def __call__(self) -> sandbox.Sandbox:
        if self.found is None:
            self.found = sandbox.detect(self.environment)
            if self.found.problem:
                tell(self.found.problem, self.environment)
        return self.found


def tell(problem: Problem, environment: Mapping[str, str]) -> None:
    """One problem to stderr; on GitHub also as an annotation, which it reads from stdout."""
    print(report.told(problem), file=sys.stderr)
    if report.on_github(environment):
        print(report.annotation(problem))


def tell_result(result: Result, press: Press) -> Result:
    """A result's problems to stderr, itself to stdout, and as it was judged to the caller."""
    judged = report.strictly(result) if press.strict else result
    if not press.terminal:
        for problem in judged.problems:
            tell(problem, press.environment)
        print(report.summary_line(judged), flush=True)
    return judged


def finish(made: report.Report, press: Press) -> int:
    """The table where a person reads along, the last lines, the job summary, and the exit code."""
    if press.terminal:
        from cvpress.report import table

        table.show(made, sys.stdout)
    stream = sys.stderr if made.exit_code else sys.stdout
    print("\n".join(report.closing_lines(made.results)), file=stream)
    summarize(made, press.environment)
    return made.exit_code


def summarize(made: report.Report, environment: Mapping[str, str]) -> None:
    """The job summary, where there is one; that it can't be written is only a warning."""
    try:
        report.write_job_summary(made, environment)
    except ToolError as error:  # the PDFs are made all the same
        for problem in error.problems:
            tell(replace(problem, severity=Severity.WARNING), environment)


def build_all(press: Press, ordered: Order) -> tuple[Result, ...]:
    """Every document, then every packet with those of its documents that were not ordered themselves."""
    return (*_broken(press, ordered, retiring=True), *_carried_out(press, schedule.making(ordered)))


def check_all(press: Press, ordered: Order) -> tuple[Result, ...]:
    """Check the PDFs that lie in the output folder against their profiles; nothing is built."""
    return (*_broken(press, ordered, retiring=False), *_carried_out(press, schedule.checking(ordered)))


def _carried_out(press: Press, planned: Schedule) -> tuple[Result, ...]:
    """Do what is planned, by as many workers as the press has, and tell each result when its turn comes."""
    workers = min(press.jobs, len(planned.steps))
    if planned.making and workers > 1:
        press.sandbox()  # looked for, and told, once; else each worker would
    tasks = pool.Tasks(
        needs=tuple(step.needs for step in planned.steps),
        work=Worker(press, planned),
        begun=lambda number: _progress(press, planned.heading(number)),
        lost=lambda number, end: schedule.lost(press, planned, number, end),
    )
    with pool.working(tasks, workers) as results:
        return tuple(tell_result(result, press) for result in results)


def _broken(press: Press, ordered: Order, *, retiring: bool) -> tuple[Result, ...]:
    """Tell whose profile can't be read; with `retiring`, none of their old PDFs stays where new ones belong."""
    told: list[Result] = []
    for result in ordered.broken:
        old = sorted((press.out / result.person).glob("*.pdf")) if retiring else ()
        failed = replace(result, problems=(*result.problems, *retire(press, result.person, *old)))
        told.append(tell_result(failed, press))
    return tuple(told)


def _progress(press: Press, heading: str) -> None:
    if heading and not press.environment.get("CVPRESS_QUIET"):
        say(f"{heading} ...")


def say(text: str) -> None:
    """A line for who waits."""
    print(text, file=sys.stderr, flush=True)
