"""Runs of many: build, check, merge what was ordered, telling each result as it comes. In: an `Order`; out: results.

A document that fails does not stop the others. What is said while working goes to stderr, results to stdout.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from cvpress import asked, paths, pool, schedule
from cvpress.build import retire
from cvpress.order import Order
from cvpress.prepare import Press
from cvpress.report import Result
from cvpress.schedule import Schedule, Worker
from cvpress.shield import Shield
from cvpress.telling import progress, tell_result


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
    environment = dict(environment)  # which workers can be handed
    return Press(
        profiles=profiles,
        out=out,
        roots=paths.template_roots(profiles),
        environment=environment,
        epoch=dated,
        now=int(now),
        sandbox=Shield(environment),
        cache=paths.user_cache(environment),
        timeout=limit,
        force=force,
        strict=strict,
        terminal=terminal,
    )


def build_all(press: Press, ordered: Order) -> tuple[Result, ...]:
    """Every document, then every packet with those of its documents that were not ordered themselves."""
    return (*_broken(press, ordered, retiring=True), *_carried_out(press, schedule.making(ordered)))


def check_all(press: Press, ordered: Order) -> tuple[Result, ...]:
    """Check the PDFs that lie in the output folder against their profiles; nothing is built."""
    return (*_broken(press, ordered, retiring=False), *_carried_out(press, schedule.checking(ordered)))


def _carried_out(press: Press, planned: Schedule) -> tuple[Result, ...]:
    """Do what is planned, by as many workers as the press has, and tell each result when its turn comes."""
    workers = min(press.jobs, planned.work)
    if planned.making and workers > 1:
        press.sandbox()  # looked for, and told, once; else each worker would
    # An engine in readiness can be let go only by the process that started it.
    own = replace(press, standby=None) if workers > 1 else press
    tasks = pool.Tasks(
        needs=tuple(step.needs for step in planned.steps),
        work=Worker(own, planned),
        begun=lambda number: progress(planned.heading(number), press.environment),
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
