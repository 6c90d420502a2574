"""What need not be done again, told before anything that builds is loaded. In: a `Request`; out: what stands as it was.

A build hashes all that decides over a PDF, and its record holds for that hash. What is kept here is the way there: how
the files of a person and the templates looked, what was asked, and the hash that came of it. While all of that looks
the same the hash would be the same, so the record is asked at once, and the profile is not read.

How things look is taken down before a run reads them: what is saved while it runs will look changed to the next one.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cvpress import asked, fingerprint, paths, recalled, record
from cvpress.fingerprint import Files
from cvpress.plan import Item, Plan, Settled, Standing
from cvpress.recalled import Known
from cvpress.report import PACKET, Result
from cvpress.telling import Audience, progress, tell_result
from cvpress.tools import ENGINES

if TYPE_CHECKING:
    from cvpress.request import Request

_DONE = ("built", "unchanged", "merged")
_SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Templates:
    """The folders of templates and how they look, each looked at once."""

    roots: tuple[Path, ...]
    _seen: dict[str, Files] = field(default_factory=dict)

    def look(self, names: Iterable[str]) -> dict[str, Files]:
        """The folders in which files of these templates are looked for, those among them that are not there too."""
        folders = [str(root / part) for name in names for part in (name, _SHARED) for root in self.roots]
        for folder in folders:
            if folder not in self._seen:
                self._seen[folder] = fingerprint.files(Path(folder))
        return {folder: self._seen[folder] for folder in folders}

    def look_at_all(self) -> None:
        for root in self.roots:
            self.look(path.name for path in root.iterdir() if path.is_dir())


@dataclass(frozen=True, slots=True)
class Looked:
    """How everything looks on a `day`: `people` in their turn, what is `asked` and the `files` of each, who stands."""

    out: Path
    people: tuple[str, ...]
    asked: Mapping[str, Mapping[str, object]]
    files: Mapping[str, Files]
    templates: Templates
    day: str
    standing: Mapping[str, Standing] = field(default_factory=dict)

    @property
    def whole(self) -> bool:
        """Whether there is nothing to do."""
        return bool(self.people) and len(self.standing) == len(self.people)

    def work(self, person: str, name: str) -> Path:
        return self.out / paths.WORK / person / name

    def recall(self, person: str) -> Known | None:
        """What was kept of a person, if what was asked, the files and what may be said on this day are as they were."""
        known = recalled.read(self.out, person)
        if known is None or not known.since <= self.day < known.until:
            return None
        return known if (known.asked, known.files) == (self.asked[person], self.files[person]) else None


def look(request: Request, environment: Mapping[str, str], now: float) -> Looked:
    """How all that was asked for looks now, and what of it stands as it was. Raises ProfileError for a bad number."""
    dated = asked.epoch(environment)
    asked.seconds(request.timeout)
    found = paths.people(request.profiles)
    people = tuple(dict.fromkeys(request.persons)) or found
    if not set(people) <= set(found) or not all(map(paths.names_a_person, found)):
        people = ()  # the ordinary way tells who that is
    roots = paths.template_roots(request.profiles)
    same: dict[str, object] = {
        "cvpress": fingerprint.code(),
        "engines": {name: list(age) for name, age in fingerprint.programs(ENGINES, environment).items()},
        "epoch": dated,
        "template": request.template,
        "roots": [str(root) for root in roots],
    }
    folders = {person: request.profiles / person for person in people}
    made = Looked(
        request.out,
        people,
        {person: {**same, "shown": str(paths.shown(folder / paths.PROFILE))} for person, folder in folders.items()},
        {person: fingerprint.files(folder) for person, folder in folders.items()},
        Templates(roots),
        time.strftime("%Y-%m-%d", time.gmtime(now)),
    )
    standing: dict[str, Standing] = {}
    if request.work in ("pdf", "merge") and not (request.force or request.jury):
        standing = {person: one for person in people if (one := _standing(made, person, request))}
    made = replace(made, standing=standing)
    if made.whole and not _is_known(request, standing):
        made = replace(made, standing={})
    if not made.whole:
        made.templates.look_at_all()
    return made


def _is_known(request: Request, standing: Mapping[str, Standing]) -> bool:
    """Whether the document asked for is in everybody's plan where people were named, else in somebody's."""
    having = [request.document in one.names for one in standing.values()]
    return request.document is None or (all(having) if request.persons else any(having))


def _standing(looked: Looked, person: str, request: Request) -> Standing | None:
    """What was asked of one person, if all of it stands."""
    known = looked.recall(person)
    if known is None:
        return None
    plan = known.plan
    documents = () if request.work == "merge" else plan.documents
    wanted = [one for one in (*documents, *plan.packets) if request.document in (None, one.name)]
    settled = {one.name: _settled(looked, person, known, one) for one in wanted}
    own = tuple(found for one in documents if (found := settled.get(one.name)))
    bound = tuple(found for one in plan.packets if (found := settled.get(one.name)))
    if len(own) + len(bound) != len(wanted):
        return None
    return Standing(tuple(one.name for one in (*documents, *plan.packets)), own, bound)


def _settled(looked: Looked, person: str, known: Known, item: Item) -> Settled | None:
    """The result of a document or packet, as long as all that went into it and its PDF are as they were."""
    if item.name not in known.digests or not _same_templates(looked, known, item):
        return None
    parts = [_settled(looked, person, known, one) for one in known.plan.parts(item)]
    own = tuple(one for one in parts if one)
    bound = known.bound.get(item.name, {})
    if len(own) != len(parts) or bound != {one.name: record.output(looked.work(person, one.name)) for one in own}:
        return None
    work, pdf = looked.work(person, item.name), looked.out / person / item.file
    held = record.read(work, known.digests[item.name], pdf)
    if held is None or not (work / paths.MANIFEST).is_file():
        return None
    result = Result(person, item.name, item.template or PACKET, "unchanged", pdf, held.pages, held.problems)
    return Settled(person, item.name, result, own)


def _same_templates(looked: Looked, known: Known, item: Item) -> bool:
    now = looked.templates.look(known.plan.templates(item))
    return all(known.templates.get(folder) == files for folder, files in now.items())


def differences(looked: Looked, person: str) -> Iterator[str]:
    """What is not as it was when something was last built for `person`, the most telling first."""
    known = recalled.read(looked.out, person)
    if known is None:
        return
    if name := fingerprint.difference(known.files, looked.files[person]):
        yield f"profile changed ({name})"
    now = looked.templates.look(name for item in known.plan.items for name in known.plan.templates(item))
    for folder, files in now.items():
        if name := fingerprint.difference(known.templates.get(folder, {}), files):
            yield f"template changed ({Path(folder).name}/{name})"
    words = {
        "engines": record.TEX,
        "cvpress": record.CODE,
        "epoch": "SOURCE_DATE_EPOCH changed",
    }
    yield from (why for what, why in words.items() if known.asked.get(what) != looked.asked[person][what])
    if not known.since <= looked.day < known.until:
        yield "on this day the rules find something else"


def tell(looked: Looked, audience: Audience) -> tuple[Result, ...]:
    """The results where there is nothing to do, told as a run tells what it did."""
    everybody = [looked.standing[person] for person in looked.people]
    documents = [one for standing in everybody for one in standing.documents]
    results: dict[tuple[str, str], Result] = {}

    def told(one: Settled) -> None:
        if (one.person, one.name) not in results:
            results[one.person, one.name] = tell_result(one.result, audience)

    for number, document in enumerate(documents, 1):
        progress(f"[{number}/{len(documents)}] {document.person}/{document.name}", audience.environment)
        told(document)
    for packet in (one for standing in everybody for one in standing.packets):
        progress(f"{packet.person}/{packet.name}", audience.environment)
        for one in (*packet.parts, packet):
            told(one)
    return tuple(results.values())


def keep(looked: Looked, plans: Mapping[str, Plan], until: Mapping[str, str], results: Iterable[Result]) -> None:
    """Keep the way to every result of a run that passed, beside what was kept before and still looks the same.

    `until`: by person the day on which other things may be found than today. Raises ToolError when it can't be written.
    """
    done = {(one.person, one.document) for one in results if one.state in _DONE}
    for person, plan in plans.items():
        before = looked.recall(person)
        digests: dict[str, str] = {}
        bound: dict[str, Mapping[str, str]] = {}
        for item in plan.items:
            parts = plan.parts(item)
            if (person, item.name) in done:
                digests[item.name] = record.inputs(looked.work(person, item.name))
                bound[item.name] = {one.name: record.output(looked.work(person, one.name)) for one in parts}
            elif before and item.name in before.digests and _same_templates(looked, before, item):
                digests[item.name], bound[item.name] = before.digests[item.name], before.bound.get(item.name, {})
        templates = looked.templates.look(name for item in plan.items for name in plan.templates(item))
        known = Known(
            looked.day, until[person], looked.asked[person], looked.files[person], templates, plan, digests, bound
        )
        recalled.write(looked.out, person, known)
