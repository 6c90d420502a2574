"""A packet: documents and attached PDFs in one file. In: a `Press` and a `Binding`; out: a `Result`.

Its documents, which were built before, are bound, finished and checked once more: every text of every part must still
be there, every link must still lead where it led. Strangers' fonts are warnings.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cvpress import __version__, jury, manifest, paths, record, report
from cvpress.build import passed, retire
from cvpress.errors import CheckError, CvpressError, Problem, ProfileError, Spot
from cvpress.expected import together
from cvpress.manifest import Output
from cvpress.pdf.subject import Limits
from cvpress.prepare import CONFORMANCE, PAPERS, Job, Prepared, Press, prepare, target
from cvpress.profile.markup import plain
from cvpress.profile.model import Profile
from cvpress.profile.values import Verbatim
from cvpress.report import Result
from cvpress.rules import switched

if TYPE_CHECKING:
    from cvpress.pdf.feet import Foot
    from cvpress.pdf.finish import Metadata
    from cvpress.pdf.merge import Part


@dataclass(frozen=True, slots=True)
class Binding:
    """One packet wanted: the parts are documents by name and PDF files in the profile's folder."""

    person: str
    name: str
    profile: Profile
    template: str | None = None

    @property
    def parts(self) -> tuple[Verbatim, ...]:
        return self.profile.packets[self.name]

    @property
    def jobs(self) -> tuple[Job, ...]:
        """Its documents, each once, in the order of the packet."""
        documents = self.profile.documents
        names = dict.fromkeys(part.plain for part in self.parts if part.plain in documents)
        return tuple(Job(self.person, name, self.profile, documents[name], self.template) for name in names)

    @property
    def file(self) -> str:
        return f"{self.name}.pdf"


@dataclass(frozen=True, slots=True)
class Sheaf:
    """A packet's parts in order; `ready` has, for those made here, what they must say, and None for attached ones."""

    parts: tuple[Part, ...]
    ready: tuple[Prepared | None, ...]
    limits: Limits
    metadata: Metadata

    @property
    def own(self) -> tuple[Prepared, ...]:
        return tuple(one for one in self.ready if one)


def bind(press: Press, binding: Binding, done: Mapping[str, Result]) -> Result:
    """Make a packet of documents that are `done`, by name. Never raises for a known error: that is a failed Result."""
    start = time.monotonic()
    pdf = packet_target(press, binding)
    try:
        with paths.storage_told(pdf):
            _refuse_failed(binding, done)
            packet = _bind(press, binding, pdf)
            if press.jury:
                heard = _heard(press, gather(press, binding), pdf)
                packet = replace(packet, problems=(*packet.problems, *switched(heard, binding.profile.checks)))
    except CvpressError as error:
        packet = report.of_error(error, binding.person, binding.name, report.PACKET, 0.0)
        packet = replace(packet, problems=(*packet.problems, *retire(press, binding.person, pdf)))
    return replace(packet, seconds=time.monotonic() - start)


def packet_target(press: Press, binding: Binding) -> Path:
    """Where a packet goes."""
    return press.out / binding.person / binding.file


def _refuse_failed(binding: Binding, results: Mapping[str, Result]) -> None:
    """A packet fails as its parts did: the lowest of their codes."""
    failed = {job.name: results[job.name].exit_code for job in binding.jobs if results[job.name].exit_code}
    if failed:
        spot = next(part.spot for part in binding.parts if part.plain in failed)
        message = f"the packet '{binding.name}' needs {', '.join(failed)}, which failed"
        code = min(failed.values())
        kind = next((kind for kind in CvpressError.__subclasses__() if kind.exit_code == code), CvpressError)
        raise kind(Problem(message, spot, "mend that first", "part-failed"))


def attachment(folder: Path, name: str, spot: Spot | None) -> Path:
    """A PDF attached by name. Raises ProfileError unless it lies in the profile's folder."""
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()):
        message, advice = f"'{name}' lies outside the profile's folder", "copy it beside profile.yaml"
    elif not path.is_file():
        message, advice = f"there is no file '{name}' beside the profile", "check the name"
    else:
        return folder / name
    raise ProfileError(Problem(message, spot, advice, "bad-attachment"))


def gather(press: Press, binding: Binding) -> Sheaf:
    """The parts of a packet, with what each must say. Raises ProfileError or TemplateError; starts no process."""
    from cvpress.pdf.finish import Metadata  # here and below: a run that binds nothing loads none of it
    from cvpress.pdf.merge import Part

    ready = {job.name: prepare(press, job) for job in binding.jobs}
    folder = press.profiles / binding.person
    parts: list[Part] = []
    for part in binding.parts:
        if own := ready.get(part.plain):
            parts.append(Part(part_title(own), target(press, own.job), False, part.spot))
        else:
            path = attachment(folder, part.plain, part.spot)
            parts.append(Part(path.stem, path, True, part.spot))
    first = next(iter(ready.values()), None)
    author = binding.profile.name.full
    metadata = Metadata(
        title=f"{author}: {binding.name}",
        author=author,
        language=first.shown.language if first else "en-US",
        creator=f"cvpress {__version__}",
        epoch=press.date,
    )
    limits = Limits(
        pages=None,
        paper=first.paper if first else PAPERS["a4"],
        title=metadata.title,
        author=metadata.author,
        language=metadata.language,
        conformance=CONFORMANCE,
        labelled=True,
    )
    return Sheaf(tuple(parts), tuple(ready.get(part.plain) for part in binding.parts), limits, metadata)


def part_title(ready: Prepared) -> str:
    """What a document is called in the packet's outline."""
    sections = ready.shown.sections
    alone = len(sections) == 1 and ready.job.document.title is None and sections[0].title
    return plain(sections[0].title) if alone else plain(ready.shown.title)


def _bind(press: Press, binding: Binding, pdf: Path) -> Result:
    sheaf = gather(press, binding)
    work = press.work(binding.person, binding.name)
    wanted = digest(press, sheaf, binding.profile.checks)
    known = None if press.force else record.read(work, wanted, pdf)
    if known and manifest.is_noted(press, binding.person, binding.name):
        return Result(binding.person, binding.name, report.PACKET, "unchanged", pdf, known.pages, known.problems)
    from cvpress.pdf.merge import merge

    work.mkdir(parents=True, exist_ok=True)
    finished = work / "finished.pdf"
    left = merge(sheaf.parts, finished, sheaf.metadata)
    pages, found = inspect(sheaf, finished)
    problems = switched((*left, *found), binding.profile.checks)
    if not passed(problems):
        raise CheckError(*problems)
    content = finished.read_bytes()
    output = Output(binding.person, binding.name, report.PACKET, pdf, content, pages, problems)
    manifest.note(press, output, inputs(press, binding, sheaf))
    record.write(work, wanted, content, record.Record(pages, problems))
    paths.write(pdf, content)
    return Result(binding.person, binding.name, report.PACKET, "merged", pdf, pages, problems)


def inputs(press: Press, binding: Binding, sheaf: Sheaf) -> tuple[Path, ...]:
    """Every file that goes into a packet."""
    own = press.profiles / binding.person / paths.PROFILE
    return (own, *dict.fromkeys(part.path for part in sheaf.parts))


def digest(press: Press, sheaf: Sheaf, checks: Mapping[str, str]) -> str:
    """The hash of all that decides over the packet: its parts by their bytes, what they must say, what rules are to."""
    contents = [(part, record.file_digest(part.path)) for part in sheaf.parts]
    own = [one.digest for one in sheaf.own]
    return record.digest((__version__, contents, own, sheaf.limits, press.epoch, sorted(checks.items())))


def examine(press: Press, sheaf: Sheaf, pdf: Path) -> tuple[int, tuple[Problem, ...]]:
    """Check a packet that lies there, and let others read it where that was asked for."""
    pages, problems = inspect(sheaf, pdf)
    return pages, (*problems, *_heard(press, sheaf, pdf))


def _heard(press: Press, sheaf: Sheaf, pdf: Path) -> tuple[Problem, ...]:
    feet, foreign, _ = _layout(sheaf)
    return jury.heard(press, pdf, together([one.expected for one in sheaf.own]).wanted, feet, foreign)


def _layout(sheaf: Sheaf) -> tuple[tuple[Foot, ...], tuple[range, ...], int]:
    """The running feet of the parts made here, the pages of the others, and how many pages there are in all."""
    from cvpress.pdf.feet import Foot
    from cvpress.pdf.merge import length

    feet: list[Foot] = []
    foreign: list[range] = []
    at = 0
    for part, own in zip(sheaf.parts, sheaf.ready, strict=True):
        pages = range(at, at := at + length(part))
        if own:
            feet.append(Foot(own.foot, pages))
        else:
            foreign.append(pages)
    return tuple(feet), tuple(foreign), at


def inspect(sheaf: Sheaf, pdf: Path) -> tuple[int, tuple[Problem, ...]]:
    """Check a packet against what its parts want: the number of its pages and what was found. Raises CheckError."""
    from cvpress.pdf.check import check
    from cvpress.pdf.text import count

    total = count(pdf)
    feet, foreign, at = _layout(sheaf)
    if at != total:
        message = f"{pdf} is not made of its parts: it has {total}, not {at} pages"
        raise CheckError(Problem(message, advice="bind it again with 'merge'", rule="not-its-parts"))
    whole = together([one.expected for one in sheaf.own])
    return total, check(pdf, whole.wanted, sheaf.limits, foreign=foreign, feet=feet, known=whole.known)
