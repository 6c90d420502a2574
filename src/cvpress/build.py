"""The conductor: one document's journey from profile.yaml to a PDF that passed. In: a `Press` and a `Job`; out: a `Result`.

read -> tailor -> view -> render -> compile -> finish -> check, each a plain function from one frozen value to the next.
What went in is hashed; when the record says the same hash and the PDF still has its own, nothing is run. A PDF that did
not pass never reaches `build/`, and the old one then moves to `.last-good/`, so that nobody takes it for the new one.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from cvpress import __version__, paths, report
from cvpress.errors import CheckError, CvpressError, LatexError, Problem, Severity, Spot
from cvpress.expected import Expected, expected
from cvpress.profile.model import Document, Profile
from cvpress.profile.photo import photo_file
from cvpress.profile.tailor import tailor
from cvpress.report import Result
from cvpress.typeset import latexmk
from cvpress.typeset import template as templates
from cvpress.typeset.render import render
from cvpress.typeset.sandbox import Sandbox
from cvpress.typeset.template import Template
from cvpress.typeset.view import CvView, view
from cvpress.typeset.words import words

PAPERS = {"letter": (612.0, 792.0), "a4": (595.276, 841.89)}
"""Width and height in points."""


@dataclass(frozen=True, slots=True)
class Press:
    """Where things lie and what the machine has. `epoch` None: the time of the run dates the PDFs, and no hash."""

    profiles: Path
    out: Path
    roots: tuple[Path, ...]
    environment: Mapping[str, str]
    epoch: int | None
    now: int
    sandbox: Callable[[], Sandbox]
    cache: Path
    timeout: float = 120.0
    force: bool = False

    def work(self, person: str, document: str) -> Path:
        """The folder in which one document is made."""
        return self.out / ".work" / person / document


@dataclass(frozen=True, slots=True)
class Job:
    """One document wanted. `template` overrides the document's own; the PDF then keeps its name."""

    person: str
    name: str
    profile: Profile
    document: Document
    template: str | None = None

    @property
    def template_name(self) -> str:
        return self.template or self.document.template.plain

    @property
    def template_spot(self) -> Spot | None:
        return None if self.template else self.document.template.spot


@dataclass(frozen=True, slots=True)
class Prepared:
    """All that is known before TeX runs: the text, the files beside it, what must come out, and the hash of it all."""

    job: Job
    template: Template
    options: Mapping[str, str]
    shown: CvView
    tex: str
    assets: Mapping[str, Path]
    expected: Expected
    digest: str

    @property
    def title(self) -> str:
        from cvpress.profile.markup import plain

        return f"{self.shown.full_name}: {plain(self.shown.title)}"

    @property
    def foot(self) -> str:
        """The running foot of this document, with places for the numbers."""
        return self.template.running_foot.replace("{name}", self.shown.full_name)


def prepare(press: Press, job: Job) -> Prepared:
    """Everything up to the .tex, in memory. Raises ProfileError or TemplateError; starts no process."""
    template = templates.load(job.template_name, press.roots, job.template_spot)
    # Options of another template mean nothing to the one that overrides it.
    own = job.template in (None, job.document.template.plain)
    options, problems = template.settle(job.document.options if own else {})
    if problems:
        from cvpress.errors import ProfileError

        raise ProfileError(*problems)
    profile = tailor(job.profile, job.document)
    chosen = words(job.document.language, job.profile.terms)
    photo = photo_file(profile, press.profiles / job.person)
    shown = view(profile, job.document, chosen, options["date_style"])
    shown = replace(shown, photo=f"photo{photo.suffix.lower()}") if photo else shown
    tex = render(shown, template, options, _folder(press.cache / "jinja"))
    assets = template.assets() | ({shown.photo: photo} if photo else {})
    wanted = expected(profile, chosen, template, options["date_style"])
    return Prepared(
        job, template, options, shown, tex, assets, wanted, _digest(press, job, template, tex, assets, wanted)
    )


def _folder(path: Path) -> Path:
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    return path


def _digest(press: Press, job: Job, template: Template, tex: str, assets: Mapping[str, Path], wanted: Expected) -> str:
    """The hash of everything that goes into the PDF, the TeX installation included by the place and age of its engine."""
    made = sha256()
    limit = job.document.limit.pages
    for part in (
        __version__,
        template.engine,
        tex,
        repr(wanted.wanted),
        str(limit),
        job.document.language,
        str(press.epoch),
    ):
        made.update(part.encode() + b"\0")
    for name, path in sorted(assets.items()):
        made.update(name.encode() + b"\0" + sha256(path.read_bytes()).digest())
    made.update(repr(latexmk.engine_state(template.engine, press.environment)).encode())
    return made.hexdigest()


def target(press: Press, job: Job) -> Path:
    """Where the PDF of a job goes: `<out>/<person>/<document>.pdf`, or under the document's `filename`."""
    return press.out / job.person / f"{file_name(job)}.pdf"


def file_name(job: Job) -> str:
    """The document's `filename` with its placeholders filled (the model knows which there are), or its name."""
    form = job.document.filename
    if form is None:
        return job.name
    name = job.profile.name
    values = {
        "given": name.given.plain,
        "family": name.family.plain if name.family else "",
        "document": job.name,
        "template": job.template_name,
        "person": job.person,
    }
    made = form.plain.removesuffix(".pdf")
    for key, value in values.items():
        made = made.replace(f"{{{key}}}", value.replace(" ", "_").replace("/", "_"))
    return made


def build(press: Press, job: Job) -> Result:
    """One document, from profile to checked PDF. Never raises for a known error: that is a failed Result."""
    start = time.monotonic()
    pdf = target(press, job)
    try:
        ready = prepare(press, job)
        known = _recorded(press, ready, pdf)
        if known is not None:
            return replace(known, seconds=time.monotonic() - start)
        made = _make(press, ready, pdf)
        return replace(made, seconds=time.monotonic() - start)
    except CvpressError as error:
        retire(press, job.person, pdf)
        return report.of_error(error, job.person, job.name, job.template_name, time.monotonic() - start)


def retire(press: Press, person: str, pdf: Path) -> None:
    """Move the PDF of an earlier build out of the way, to `.last-good/`: it is not what was asked for now."""
    if pdf.is_file():
        kept = press.out / ".last-good" / person / pdf.name
        kept.parent.mkdir(parents=True, exist_ok=True)
        pdf.replace(kept)


def _make(press: Press, ready: Prepared, pdf: Path) -> Result:
    job = ready.job
    folder = press.work(job.person, job.name)
    lay_out(folder, ready)
    compiled = latexmk.compile(
        folder,
        engine=ready.template.engine,
        env=press.environment,
        timeout=press.timeout,
        sandbox=press.sandbox(),
        cache=press.cache / "luaotfload",
        epoch=press.epoch if press.epoch is not None else press.now,
    )
    if errors := [problem for problem in compiled.problems if problem.severity is Severity.ERROR]:
        raise LatexError(*errors, *(problem for problem in compiled.problems if problem not in errors))
    finished = folder / "finished.pdf"
    pages, found = seal(press, ready, compiled.pdf, finished)
    problems = (*ready.expected.omitted, *compiled.problems, *found)
    if any(problem.severity is Severity.ERROR for problem in found):
        raise CheckError(*problems)
    content = finished.read_bytes()
    paths.write(pdf, content)
    made = Result(job.person, job.name, job.template_name, "built", pdf, pages, problems, passes=compiled.passes)
    _record(press, ready, made, sha256(content).hexdigest())
    return made


def lay_out(folder: Path, ready: Prepared) -> None:
    """Put document.tex and all it loads into the work folder; what is the same already stays untouched."""
    for name, path in ready.assets.items():
        content = path.read_bytes()
        if not paths.same(folder / name, content):
            paths.write(folder / name, content)
    paths.write(folder / "document.tex", ready.tex.encode())


def seal(press: Press, ready: Prepared, made: Path, finished: Path) -> tuple[int, tuple[Problem, ...]]:
    """Finish and check one PDF: the number of pages and what was found."""
    from cvpress.pdf.finish import Metadata, finish

    metadata = Metadata(
        title=ready.title,
        author=ready.shown.full_name,
        language=ready.shown.language,
        creator=f"cvpress {__version__}",
        epoch=press.epoch if press.epoch is not None else press.now,
    )
    finish(made, finished, metadata)
    return inspect(ready, finished)


def inspect(ready: Prepared, pdf: Path) -> tuple[int, tuple[Problem, ...]]:
    """Check a finished PDF against what its document wants."""
    from cvpress.pdf.check import Foot, Limits, check
    from cvpress.pdf.text import pages

    document = ready.job.document
    limits = Limits(
        pages=document.limit.pages,
        paper=PAPERS[ready.options["paper"]],
        title=ready.title,
        author=ready.shown.full_name,
        language=ready.shown.language,
    )
    return len(pages(pdf)), check(pdf, ready.expected.wanted, limits, feet=(Foot(ready.foot),))


def _record_file(press: Press, job: Job) -> Path:
    return press.work(job.person, job.name) / "record.json"


def _record(press: Press, ready: Prepared, result: Result, output: str) -> None:
    findings = [
        [
            p.message,
            str(p.spot.file) if p.spot else "",
            p.spot.line if p.spot else 0,
            p.spot.column if p.spot else 0,
            p.advice,
            p.rule,
            p.severity,
        ]
        for p in result.problems
    ]
    content = {"inputs": ready.digest, "output": output, "pages": result.pages, "findings": findings}
    paths.write(_record_file(press, ready.job), json.dumps(content, ensure_ascii=False, indent=1).encode())


def _recorded(press: Press, ready: Prepared, pdf: Path) -> Result | None:
    """The result of the last build when nothing has changed since: same inputs, and the PDF still as it was made."""
    if press.force:
        return None
    try:
        content = json.loads(_record_file(press, ready.job).read_bytes())
        if content["inputs"] != ready.digest or content["output"] != sha256(pdf.read_bytes()).hexdigest():
            return None
        problems = tuple(
            Problem(message, Spot(Path(file), line, column) if file else None, advice, rule, Severity(severity))
            for message, file, line, column, advice, rule, severity in content["findings"]
        )
        pages = int(content["pages"])
    except (OSError, ValueError, KeyError, TypeError):
        return None  # no record, or one that was damaged: build
    return Result(ready.job.person, ready.job.name, ready.job.template_name, "unchanged", pdf, pages, problems)
