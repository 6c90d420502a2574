"""What a command line asks for, and its whole run. In: a `Request`. Out: PDFs, everything told, and the exit code.

What builds is imported only when there is something to build.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cvpress import asked, manifest, telling, unchanged
from cvpress.errors import CvpressError
from cvpress.report import Report, Result, files
from cvpress.telling import Listener
from cvpress.unchanged import Looked

if TYPE_CHECKING:
    from cvpress.ahead import Ahead
    from cvpress.order import Order
    from cvpress.prepare import Press

Work = Literal["pdf", "check", "merge", "verify"]
_KEPT: tuple[Work, ...] = ("pdf", "merge")
"""What leaves results, which the manifest lists."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be done, for whom (nobody named: everybody), which document and template, and how it is told.

    `pdfs`: files of anybody to check, instead of documents; `reports`: files to write a report to; the rest as in
    `Press`.
    """

    work: Work
    persons: tuple[str, ...] = ()
    document: str | None = None
    template: str | None = None
    profiles: Path = Path("profiles")
    out: Path = Path("build")
    force: bool = False
    timeout: str = "120"
    strict: bool = False
    reports: tuple[Path, ...] = ()
    pdfs: tuple[Path, ...] = ()
    terminal: bool = False
    jury: bool = False
    jobs: str = ""


def answer(request: Request, environment: Mapping[str, str], now: float) -> int:
    """Do it, tell it, write the reports: the exit code. Raises CvpressError when it could not even begin.

    The reports are written then, too: who reads only them must learn of it.
    """
    files.refuse_unknown(request.reports)
    manual = _manual(environment) if request.reports or "GITHUB_STEP_SUMMARY" in environment else ""
    audience = Listener(environment, request.strict, request.terminal)
    looked, ordered = None, None
    with ExitStack() as held:
        try:
            if request.work in _KEPT:
                looked = unchanged.look(request, environment, now)
            if looked and looked.whole:
                results = unchanged.tell(looked, audience)
            else:
                from cvpress import ahead

                begun = ahead.begin(request, environment, now)
                if begun:
                    held.callback(begun.close)
                press = _press(request, environment, now, begun)
                results, ordered = _worked(request, press, looked, held)
                ahead.keep(request, press, results)
        except CvpressError as error:
            refused = Report((), error.problems, error.exit_code, request.strict, manual)
            telling.summarize(refused, environment)
            files.write(refused, request.reports)
            raise
        made = Report(results, strict=request.strict, manual=manual)
        code = telling.finish(made, audience)
        files.write(made, request.reports)
        if looked:
            manifest.write(request.out, request.profiles, ordered.profiles if ordered else {})
            if ordered:
                unchanged.keep(looked, ordered.plans, _until(ordered, looked), results)
        return code


def _press(request: Request, environment: Mapping[str, str], now: float, begun: Ahead | None) -> Press:
    from cvpress import pool, run

    if request.jury:
        from cvpress import jury

        jury.summon(environment)
    made = run.press(
        request.profiles,
        request.out,
        environment,
        now,
        force=request.force,
        timeout=request.timeout,
        strict=request.strict,
        terminal=request.terminal,
    )
    if begun:
        made = replace(made, standby=begun.standby, sandbox=begun.sandbox)
    return replace(made, jury=request.jury, jobs=asked.jobs(request.jobs) or pool.cores())


def _until(ordered: Order, looked: Looked) -> dict[str, str]:
    """By person the day on which other things may be found than today."""
    from datetime import date

    from cvpress.profile.review.periods import steady_until

    today = date.fromisoformat(looked.day)
    return {person: str(steady_until(profile, today)) for person, profile in ordered.profiles.items()}


def _manual(environment: Mapping[str, str]) -> str:
    from cvpress import origin  # 0.02 s: records of installations are e-mails to Python

    return origin.manual(environment)


def _worked(
    request: Request, press: Press, looked: Looked | None, held: ExitStack
) -> tuple[tuple[Result, ...], Order | None]:
    """What became of all that was asked for, and what was read for it.

    Who leaves results keeps other runs out of them until the end of `held`.
    """
    from cvpress import lock, order, run

    if request.pdfs:
        from cvpress import foreign  # 0.02 s that a build does without

        return tuple(telling.tell_result(foreign.inspect(pdf), press) for pdf in request.pdfs), None
    if request.work == "verify":
        from cvpress.verify import verify

        return verify(press, request.persons, request.document, request.template), None
    work = run.check_all if request.work == "check" else run.build_all
    ordered = order.order(
        press.profiles,
        press.roots,
        request.persons,
        request.document,
        request.template,
        packets_only=request.work == "merge",
        cache=press.kept("sources"),
        standing=looked.standing if looked else None,
    )
    if request.work in _KEPT:
        held.enter_context(lock.held(press.out, press.timeout, telling.say))
    return work(press, ordered), ordered
