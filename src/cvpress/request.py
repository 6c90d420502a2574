"""What a command line asks for, and its whole run. In: a `Request`. Out: PDFs, everything told, and the exit code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from cvpress import jury, lock, manifest, order, pool, run
from cvpress.errors import CvpressError
from cvpress.order import Order
from cvpress.prepare import Press
from cvpress.profile.model import Profile
from cvpress.report import Report, Result, files
from cvpress.verify import verify

Work = Literal["pdf", "check", "merge", "verify"]
_WORK: dict[Work, Callable[[Press, Order], tuple[Result, ...]]] = {
    "pdf": run.build_all,
    "check": run.check_all,
    "merge": run.build_all,
}
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
    with ExitStack() as held:
        try:
            press = _press(request, environment, now)
            results, read = _worked(request, press, held)
        except CvpressError as error:
            refused = Report((), error.problems, error.exit_code, request.strict, manual)
            run.summarize(refused, environment)
            files.write(refused, request.reports)
            raise
        made = Report(results, strict=request.strict, manual=manual)
        code = run.finish(made, press)
        files.write(made, request.reports)
        if request.work in _KEPT:
            manifest.write(press, read)
        return code


def _press(request: Request, environment: Mapping[str, str], now: float) -> Press:
    if request.jury:
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
    return replace(made, jury=request.jury, jobs=pool.size(request.jobs))


def _manual(environment: Mapping[str, str]) -> str:
    from cvpress import origin  # 0.02 s: records of installations are e-mails to Python

    return origin.manual(environment)


def _worked(
    request: Request, press: Press, held: ExitStack
) -> tuple[tuple[Result, ...], tuple[tuple[str, Profile], ...]]:
    """What became of all that was asked for, and the profiles that were read for it, by person.

    Who leaves results keeps other runs out of them until the end of `held`.
    """
    if request.pdfs:
        from cvpress import foreign  # 0.02 s that a build does without

        return tuple(run.tell_result(foreign.inspect(pdf), press) for pdf in request.pdfs), ()
    if request.work == "verify":
        return verify(press, request.persons, request.document, request.template), ()
    packets = request.work == "merge"
    ordered = order.order(
        press.profiles,
        press.roots,
        request.persons,
        request.document,
        request.template,
        packets_only=packets,
        cache=press.kept("sources"),
    )
    if request.work in _KEPT:
        held.enter_context(lock.held(press.out, press.timeout, run.say))
    return _WORK[request.work](press, ordered), ordered.profiles
