"""What is known of a document before TeX runs. In: a `Press` and a `Job`; out: a `Prepared`, or why there is none.

read -> tailor -> view -> render, in memory: nothing is started and nothing is written but a cache of compiled partials.
The hash of all that decides over the PDF is taken here, so that unchanged work can be skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from cvpress import __version__, naming, paths, record
from cvpress.carried import carried
from cvpress.errors import Problem, ProfileError, Spot, TemplateError, ToolError
from cvpress.expected import Expected, expected
from cvpress.pdf.attach import Attachment
from cvpress.pdf.subject import Conformance
from cvpress.profile.markup import plain
from cvpress.profile.model import Document, Profile
from cvpress.profile.photo import photo_file, picture
from cvpress.profile.review.table import review
from cvpress.profile.tailor import empty_sections, left_over, missing_translations, tailor
from cvpress.profile.translate import translated
from cvpress.rules import switched_on
from cvpress.typeset import template as templates
from cvpress.typeset.engine import engine_state, private
from cvpress.typeset.quotes import quoted
from cvpress.typeset.render import render
from cvpress.typeset.sandbox import Sandbox
from cvpress.typeset.standby import Standby
from cvpress.typeset.template import MANIFEST, Template
from cvpress.typeset.view import CvView, view
from cvpress.typeset.words import DASHES, words

PAPERS = {"letter": (612.0, 792.0), "a4": (595.276, 841.89)}
"""Width and height in points."""
CONFORMANCE: Conformance = "U"
"""Every document is an archive file of this level of PDF/A-3."""


@dataclass(frozen=True, slots=True)
class Press:
    """Where things lie and what the machine has. `epoch` None: the time of the run dates the PDFs, and no hash.

    `timeout`: seconds that LaTeX may take for one document; `strict`: warnings are errors; `terminal`: a person reads
    along, who gets one table at the end instead of lines as they come; `jury`: other readers are asked about each PDF;
    `standby`: engines in readiness, for a run that builds the same documents again and again; `keeps_old`: the old PDF
    of a document that failed stays where a viewer shows it; `jobs`: how many documents are made at the same time.
    """

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
    strict: bool = False
    terminal: bool = False
    jury: bool = False
    standby: Standby | None = None
    keeps_old: bool = False
    jobs: int = 1

    @property
    def date(self) -> int:
        """What dates the PDFs, in seconds since 1970."""
        return self.now if self.epoch is None else self.epoch

    def kept(self, name: str) -> Path | None:
        """The folder of a cache for this user alone; a machine that offers no such place has none.

        `jinja` keeps compiled partials, which saves 30 ms a document; `sources` what was read from bibliographies.
        """
        try:
            return private(self.cache / name)
        except ToolError:
            return None

    def work(self, person: str, document: str) -> Path:
        """The folder in which one document is made."""
        return self.out / paths.WORK / person / document


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

    @property
    def file(self) -> str:
        """The name of its PDF. Raises ProfileError for a bad `filename:`."""
        return naming.file_name(self.profile, self.name, self.template_name, self.person)


@dataclass(frozen=True, slots=True)
class Prepared:
    """All that is known before TeX runs: the text, the files beside it, what must come out, and the hash of it all.

    `paper`: width and height in points. `step`: how often it was made smaller to fit.
    """

    job: Job
    template: Template
    options: Mapping[str, str]
    paper: tuple[float, float]
    shown: CvView
    tex: str
    assets: Mapping[str, Path]
    expected: Expected
    attached: tuple[Attachment, ...]
    digest: str
    step: int = 0

    @property
    def title(self) -> str:
        return f"{self.shown.full_name}: {plain(self.shown.title)}"

    @property
    def foot(self) -> str:
        """The running foot of this document, with places for the numbers."""
        return self.template.running_foot.replace("{name}", self.shown.full_name)

    @property
    def checks(self) -> Mapping[str, str]:
        """What rules are switched to: by the document, else for all of them."""
        return _checks(self.job)

    @property
    def most_pages(self) -> int | None:
        """How many pages it may have: the smaller of the document's limit and its template's."""
        limits = (self.job.document.limit.pages, self.template.pages)
        return min((limit for limit in limits if limit is not None), default=None)


def _checks(job: Job) -> Mapping[str, str]:
    return {**job.profile.checks, **job.document.checks}


def prepare(press: Press, job: Job, step: int = 0) -> Prepared:
    """Everything up to the .tex, in memory. Raises ProfileError or TemplateError; starts no process.

    Each `step` takes 0.25 pt off the size of the text and 0.3 pt off the leading.
    """
    template = templates.load(job.template_name, press.roots, job.template_spot)
    # Options of another template mean nothing to the one that overrides it.
    own = job.template in (None, job.document.template.plain)
    options, problems = template.settle(job.document.options if own else {})
    if problems:
        raise ProfileError(*problems)
    document = translated(job.document, job.document.language)
    profile = tailor(job.profile, job.document)
    if not profile.sections and not job.document.letter:
        message = f"the document '{job.name}' prints no entry of any section"
        raise ProfileError(Problem(message, job.document.spot, "fill a section, or select another", "empty-document"))
    reviewed = review(profile, document, datetime.fromtimestamp(press.now, UTC).date(), switched_on(_checks(job)))
    chosen = replace(words(document.language, profile.terms), dash=_known(template, DASHES, "range_style", options))
    profile, document = quoted(profile, chosen.quotes), quoted(document, chosen.quotes)
    shown = view(profile, document, chosen, options["date_style"], press.kept("references"))
    shown, pictures = _pictures(shown, profile, job, press.profiles / job.person)
    wanted = expected(profile, chosen, template, options["date_style"], document.letter, shown)
    told = tuple(
        problem
        for tell in (empty_sections, left_over, missing_translations)
        for problem in tell(job.profile, job.document)
    )
    made = Prepared(
        job=job,
        template=template,
        options=options,
        paper=_known(template, PAPERS, "paper", options),
        shown=shown,
        tex=render(shown, template, options | ({"smaller": str(step)} if step else {}), press.kept("jinja")),
        assets=template.assets() | pictures,
        expected=replace(wanted, omitted=(*profile.findings, *told, *reviewed, *wanted.omitted)),
        attached=carried(profile, job.name, document, options["date_style"], wanted.unsaid),
        digest="",
        step=step,
    )
    return replace(made, digest=_digest(press, made))


def _pictures(shown: CvView, profile: Profile, job: Job, folder: Path) -> tuple[CvView, dict[str, Path]]:
    """The view with the names under which TeX finds photo and signature, and the checked files of these names."""
    found: dict[str, Path] = {}
    if photo := photo_file(profile, folder):
        shown = replace(shown, photo=f"photo{photo.suffix.lower()}")
        found[shown.photo] = photo
    letter = job.document.letter
    if shown.letter and letter and (signature := picture(letter.signature, folder, "signature")):
        shown = replace(shown, letter=replace(shown.letter, signature=f"signature{signature.suffix.lower()}"))
        found[f"signature{signature.suffix.lower()}"] = signature
    return shown, found


Choice = TypeVar("Choice")


def _known(template: Template, choices: Mapping[str, Choice], option: str, options: Mapping[str, str]) -> Choice:
    """What an option means that is not only the template's business; a manifest may offer no more than there is."""
    name = options[option]
    if name not in choices:
        spot = Spot(template.folders[0] / MANIFEST, 1)
        advice = f"its options may offer {', '.join(choices)}"
        raise TemplateError(Problem(f"'{name}' is no {option} that cvpress knows", spot, advice, "bad-option"))
    return choices[name]


def _digest(press: Press, ready: Prepared) -> str:
    """The hash of all that decides over the PDF and its findings, the engine by the place and age of its program."""
    assets = [(name, record.file_digest(path)) for name, path in sorted(ready.assets.items())]
    engine = engine_state(ready.template.engine, press.environment)
    metadata = (
        ready.title,
        ready.shown.full_name,
        ready.shown.language,
        ready.foot,
        ready.most_pages,
        ready.job.document.limit.megabytes,
        ready.job.document.fit,
        ready.attached,
        sorted(ready.checks.items()),
    )
    return record.digest((__version__, ready.tex, ready.expected, ready.paper, assets, engine, metadata, press.epoch))


def target(press: Press, job: Job) -> Path:
    """Where the PDF of a job goes: `<out>/<person>/<document>.pdf`, or under the document's `filename`."""
    return press.out / job.person / job.file
