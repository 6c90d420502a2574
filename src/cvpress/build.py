"""The conductor: one document's way from its profile to a PDF that passed. In: a `Press`, a `Job`; out: a `Result`.

prepare -> compile -> finish -> check, each a plain function from one frozen value to the next. When the record knows
the same inputs and the PDF is still as it was, nothing is run. A PDF that did not pass never reaches `build/`, and the
old one then moves to `.last-good/`, so that nobody takes it for the new one.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path
from unicodedata import normalize

from cvpress import __version__, jury, manifest, paths, record, report
from cvpress.errors import CheckError, CvpressError, LatexError, Problem, Severity, Spot
from cvpress.manifest import Output
from cvpress.prepare import CONFORMANCE, Job, Prepared, Press, prepare, target
from cvpress.profile.jpeg import without_metadata
from cvpress.report import Result
from cvpress.rules import switched
from cvpress.typeset import engines, layout, log
from cvpress.typeset.engine import Compiled
from cvpress.typeset.engines import Machine
from cvpress.typeset.layout import Layout, Origin
from cvpress.typeset.made import MadeWith, made_with

_STEP, _MOST_STEPS, _LEAST_SIZE = 0.25, 2, 9.5
"""By how many points `fit` makes the text smaller, how often, and where it ends."""
_OF_A_BUILD = ("document.", "cvpress-prelude.lua", record.FILE, paths.MANIFEST, "finished.pdf")


def build(press: Press, job: Job) -> Result:
    """One document, from profile to checked PDF. Never raises for a known error: that is a failed Result."""
    start = time.monotonic()
    pdf = target(press, job)
    try:
        with paths.storage_told(pdf):
            ready = prepare(press, job)
            result = _known(press, ready, pdf) or _make(press, ready, pdf)
            problems = (*result.problems, *switched(jury.verdict(press, ready, pdf), ready.checks))
        return replace(result, problems=problems, seconds=time.monotonic() - start)
    except CvpressError as error:
        result = report.of_error(error, job.person, job.name, job.template_name, time.monotonic() - start)
        return replace(result, problems=(*result.problems, *retire(press, job.person, pdf)))


def retire(press: Press, person: str, *pdfs: Path) -> tuple[Problem, ...]:
    """Move PDFs of an earlier build to `.last-good/`: they are not what was asked for now. Returns why one stays."""
    if press.keeps_old:
        return ()
    try:
        for pdf in pdfs:
            if pdf.is_file():
                kept = press.out / paths.LAST_GOOD / person / pdf.name
                kept.parent.mkdir(parents=True, exist_ok=True)
                pdf.replace(kept)
    except OSError as error:
        problem = paths.storage_problem(error, press.out / paths.LAST_GOOD / person)
        return (replace(problem, advice="the PDF that lies there is an old one"),)
    return ()


def _known(press: Press, ready: Prepared, pdf: Path) -> Result | None:
    """The result of the last build when nothing has changed since."""
    job = ready.job
    known = None if press.force else record.read(press.work(job.person, job.name), ready.digest, pdf)
    if known is None or not manifest.is_noted(press, job.person, job.name):
        return None
    return Result(job.person, job.name, job.template_name, "unchanged", pdf, known.pages, known.problems)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A document that went through TeX and the checks, at one size. `problems` are all that was found on the way."""

    ready: Prepared
    pages: int
    problems: tuple[Problem, ...]
    content: bytes
    passes: int
    made_with: MadeWith

    @property
    def ends_short(self) -> bool:
        return sum(problem.rule == "last-page" for problem in self.problems) > 0


def _make(press: Press, ready: Prepared, pdf: Path) -> Result:
    job = ready.job
    if missing := _missing_characters(press, ready):
        raise LatexError(*missing)
    made = _attempt(press, ready)
    if job.document.fit and made.ends_short:
        made = _fitted(press, made)
    made = replace(made, problems=switched(made.problems, ready.checks))
    if not passed(made.problems):
        raise CheckError(*made.problems)
    output = Output(job.person, job.name, job.template_name, pdf, made.content, made.pages, made.problems)
    manifest.note(press, output, manifest.inputs(press, made.ready), made.made_with)
    # The record first: when the disk is full now, the old PDF stands and the record does not fit it.
    record.write(press.work(job.person, job.name), ready.digest, made.content, record.Record(made.pages, made.problems))
    paths.write(pdf, made.content)
    return Result(job.person, job.name, job.template_name, "built", pdf, made.pages, made.problems, passes=made.passes)


def _missing_characters(press: Press, ready: Prepared) -> tuple[Problem, ...]:
    """What no installed face prints, at the lines of the profile where it stands."""
    from cvpress.typeset import coverage  # an unchanged document does without

    def locate(character: str) -> Spot | None:
        texts = (want for want in ready.expected.wanted if character in normalize("NFC", want.text) + want.text)
        return next((want.spot for want in texts if want.spot), None)

    shelf = coverage.Shelf(press.environment, press.cache / "glyphs")
    entry = log.characters(ready.tex)
    return coverage.problems(
        ready.tex, ready.options["face"], shelf, locate, lambda character: entry(character) or ready.job.document.spot
    )


def _attempt(press: Press, ready: Prepared) -> Attempt:
    """Raises LatexError; what the checks find is told in the Attempt."""
    folder = press.work(ready.job.person, ready.job.name)
    lay_out(folder, ready)
    machine = Machine(
        env=press.environment,
        timeout=press.timeout,
        sandbox=press.sandbox(),
        cache=press.cache / "luaotfload",
        epoch=press.date,
        formats=press.kept("formats") if press.epoch is None else None,
        standby=press.standby,
    )
    threading.Thread(target=_load_checks, daemon=True).start()
    compiled = engines.compile(folder, ready.template.engine, machine)
    told = switched(compiled.problems, ready.checks)
    if errors := [problem for problem in told if problem.severity is Severity.ERROR]:
        raise LatexError(*errors, *(problem for problem in told if problem not in errors))
    finished = folder / "finished.pdf"
    pages, found = seal(press, ready, compiled, finished)
    origin = Origin(log.positions(ready.tex), ready.job.document.spot)
    laid_out = layout.problems(compiled.layout, origin)
    problems = (*ready.expected.omitted, *compiled.problems, *found, *laid_out)
    made = made_with(compiled.log, folder, compiled.driver)
    return Attempt(ready, pages, problems, finished.read_bytes(), compiled.passes, made)


def _load_checks() -> None:
    """What is needed after TeX, loaded while TeX runs on another core: 0.1 s."""
    import cvpress.pdf.check
    import cvpress.pdf.finish
    import cvpress.pdf.text  # noqa: F401 -- to be loaded is all that is wanted of the three


def _fitted(press: Press, first: Attempt) -> Attempt:
    """`first` a little smaller, so that its last page is filled or gone; `first` itself where that does not help."""
    asked = float(first.ready.options["size"])
    made, passes = first, first.passes
    while made.ends_short and (step := made.ready.step + 1) <= _MOST_STEPS and asked - _STEP * step >= _LEAST_SIZE:
        made = _attempt(press, prepare(press, first.ready.job, step))
        passes += made.passes
    size = f"{asked - _STEP * made.ready.step:g} pt"
    if made.ends_short:
        made, message = first, f"fit: at {size} the last page would still not be filled; it is set at {asked:g} pt"
    else:
        message = f"fit: it is set at {size} instead of {asked:g} pt, so that the last page is filled or gone"
    told = Problem(message, first.ready.job.document.spot, rule="fit", severity=Severity.INFO)
    return replace(made, problems=(*made.problems, told), passes=passes)


def passed(problems: tuple[Problem, ...]) -> bool:
    """Whether a PDF with these findings may be given out."""
    return all(problem.severity is not Severity.ERROR for problem in problems)


def lay_out(folder: Path, ready: Prepared) -> None:
    """Put document.tex and all it loads into the work folder; what is the same already stays untouched.

    JPEGs go there without what they say of camera and place, since TeX embeds them as they are.

    What no longer belongs there goes: a style that was taken out of the template would still be found by TeX. And with
    it what TeX noted down for its next pass, as another template may not understand it.
    """
    stale = [
        path
        for path in (folder.iterdir() if folder.is_dir() else ())
        if path.name not in ready.assets and not path.name.startswith(_OF_A_BUILD)
    ]
    for path in (*stale, *(folder.glob("document.*") if stale else ())):
        path.unlink()
    contents = {name: without_metadata(source.read_bytes()) for name, source in ready.assets.items()}
    contents["document.tex"] = ready.tex.encode()
    for name, content in contents.items():
        if not paths.same(folder / name, content):
            paths.write(folder / name, content)
            # latexmk takes a file of the same size and the same second for the same file, as two steps of `fit` may be
            (folder / "document.fdb_latexmk").unlink(missing_ok=True)


def seal(press: Press, ready: Prepared, made: Compiled, finished: Path) -> tuple[int, tuple[Problem, ...]]:
    """Finish and check one PDF: the number of pages and what was found."""
    from cvpress.pdf.finish import Metadata, finish

    metadata = Metadata(
        title=ready.title,
        author=ready.shown.full_name,
        language=ready.shown.language,
        creator=f"cvpress {__version__}",
        epoch=press.date,
        conformance=CONFORMANCE,
    )
    finish(made.pdf, finished, metadata, ready.attached)
    return inspect(ready, finished, made.layout)


def inspect(ready: Prepared, pdf: Path, noted: Layout | None = None) -> tuple[int, tuple[Problem, ...]]:
    """Check a finished PDF against what its document wants: the number of pages and what was found.

    `noted`: where its lines stand, when that is known.
    """
    from cvpress.pdf.check import Foot, Limits, check
    from cvpress.pdf.text import count

    limits = Limits(
        pages=ready.most_pages,
        paper=ready.paper,
        title=ready.title,
        author=ready.shown.full_name,
        language=ready.shown.language,
        spot=ready.job.document.limit.spot,
        conformance=CONFORMANCE,
        lines=noted.counts if noted else (),
        megabytes=ready.job.document.limit.megabytes,
    )
    return count(pdf), check(pdf, ready.expected.wanted, limits, feet=(Foot(ready.foot),), known=ready.expected.known)
