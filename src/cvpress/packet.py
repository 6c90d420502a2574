"""A packet: documents and attached PDFs in one file. In: a `Press` and what to bind; out: a `Result`.

Its documents are built first (unchanged ones are not built again), then bound, finished and checked once more: every text
of every part must still be there, every link must still lead where it led. Strangers' fonts are warnings.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cvpress import __version__, report
from cvpress.build import PAPERS, Job, Prepared, Press, build, prepare, retire, target
from cvpress.errors import CheckError, CvpressError, Problem, ProfileError, Severity, Spot
from cvpress.profile.model import Profile
from cvpress.report import Result


@dataclass(frozen=True, slots=True)
class Binding:
    """One packet wanted: the parts are documents by name and PDF files in the profile's folder."""

    person: str
    name: str
    profile: Profile
    template: str | None = None


Say = Callable[[Result], None]


def bind(press: Press, binding: Binding, say: Say) -> tuple[Result, ...]:
    """Build the documents of a packet, then the packet: all their results, the packet's last."""
    start = time.monotonic()
    made: list[Result] = []
    for job in _jobs(binding):
        made.append(build(press, job))
        say(made[-1])
    pdf = press.out / binding.person / f"{binding.name}.pdf"
    try:
        if failed := [result for result in made if result.exit_code]:
            names = ", ".join(result.document for result in failed)
            problem = Problem(
                f"the packet '{binding.name}' needs {names}, which failed",
                _spot(binding),
                "mend that first",
                "part-failed",
            )
            raise _as(failed[0].exit_code, problem)
        result = _merge(press, binding, pdf, start)
    except CvpressError as error:
        retire(press, binding.person, pdf)
        result = report.of_error(error, binding.person, binding.name, "packet", time.monotonic() - start)
    say(result)
    return (*made, result)


def _jobs(binding: Binding) -> tuple[Job, ...]:
    documents = binding.profile.documents
    parts = dict.fromkeys(part.plain for part in binding.profile.packets[binding.name] if part.plain in documents)
    return tuple(Job(binding.person, name, binding.profile, documents[name], binding.template) for name in parts)


def _spot(binding: Binding) -> Spot | None:
    return next((part.spot for part in binding.profile.packets[binding.name]), None)


def _as(code: int, problem: Problem) -> CvpressError:
    """The error whose exit code is `code`: a packet fails as its part did."""
    return next(kind for kind in (*CvpressError.__subclasses__(), CvpressError) if kind.exit_code == code)(problem)


def attachment(folder: Path, name: str, spot: Spot | None) -> Path:
    """A PDF attached by name. Raises ProfileError unless it lies in the profile's folder."""
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise ProfileError(
            Problem(
                f"'{name}' lies outside the profile's folder", spot, "copy it beside profile.yaml", "bad-attachment"
            )
        )
    if not path.is_file():
        raise ProfileError(
            Problem(f"there is no file '{name}' beside the profile", spot, "check the name", "bad-attachment")
        )
    return path


def _merge(press: Press, binding: Binding, pdf: Path, start: float) -> Result:
    from cvpress.pdf.check import Foot, Limits, check
    from cvpress.pdf.finish import Metadata
    from cvpress.pdf.merge import Part, merge
    from cvpress.pdf.text import pages as texts_of

    ready = {job.name: prepare(press, job) for job in _jobs(binding)}
    parts: list[Part] = []
    feet: list[Foot] = []
    foreign: list[range] = []
    wanted: list[Prepared] = []
    at = 0
    for part in binding.profile.packets[binding.name]:
        own = ready.get(part.plain)
        path = target(press, own.job) if own else attachment(press.profiles / binding.person, part.plain, part.spot)
        parts.append(Part(part_title(own) if own else path.stem, path, own is None, part.spot))
        pages = range(at, at := at + len(texts_of(path)))
        if own:
            feet.append(Foot(own.foot, pages))
            wanted.append(own)
        else:
            foreign.append(pages)
    name = binding.profile.name.full
    language = wanted[0].shown.language if wanted else "en-US"
    limits = Limits(
        None, PAPERS[wanted[0].options["paper"]] if wanted else PAPERS["a4"], f"{name}: {binding.name}", name, language
    )
    metadata = Metadata(
        title=limits.title,
        author=name,
        language=language,
        creator=f"cvpress {__version__}",
        epoch=press.epoch if press.epoch is not None else press.now,
    )
    work = press.work(binding.person, binding.name)
    work.mkdir(parents=True, exist_ok=True)
    finished = work / "finished.pdf"
    told = merge(parts, finished, metadata)
    texts = tuple(text for one in wanted for text in one.expected.wanted)
    problems = (*told, *check(finished, texts, limits, foreign=foreign, feet=feet))
    if any(problem.severity is Severity.ERROR for problem in problems):
        raise CheckError(*problems)
    from cvpress import paths

    paths.write(pdf, finished.read_bytes())
    return Result(binding.person, binding.name, "packet", "merged", pdf, at, problems, seconds=time.monotonic() - start)


def part_title(ready: Prepared) -> str:
    """What a document is called in the packet's outline."""
    from cvpress.profile.markup import plain

    sections = ready.shown.sections
    alone = len(sections) == 1 and ready.job.document.title is None and sections[0].title
    return plain(sections[0].title) if alone else plain(ready.shown.title)
