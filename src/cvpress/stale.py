"""What a build would make now, and why. In: the folders of profiles and results. Out: a `Stale` each, told in rows.

What stands as it was is known without loading what builds. The others are prepared as a build prepares them, so that a
change that does not reach a document does not make it stale. Nothing is built and nothing is changed.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cvpress import manifest, record, unchanged
from cvpress.errors import CvpressError
from cvpress.report import PACKET, Result
from cvpress.request import Request
from cvpress.unchanged import Looked

if TYPE_CHECKING:
    from cvpress.packet import Binding
    from cvpress.prepare import Job, Press

_TEMPLATES = "latex_templates/"
_RESULTS = "build/"


@dataclass(frozen=True, slots=True)
class Stale:
    """A document or packet that would be built, and the reason."""

    person: str
    document: str
    template: str
    file: str
    why: str


def stale(profiles: Path, out: Path, environment: Mapping[str, str], now: float) -> tuple[Stale, ...]:
    """All that `pdf` would build. Raises ProfileError where there are no profiles."""
    looked = unchanged.look(Request("pdf", profiles=profiles, out=out), environment, now)
    if looked.whole:
        return ()
    from cvpress import run
    from cvpress.order import order

    press = run.press(profiles, out, environment, now)
    ordered = order(profiles, press.roots, (), None, None, cache=press.kept("sources"), standing=looked.standing)
    found = [_broken(result) for result in ordered.broken]
    found += [one for job in ordered.jobs if (one := _document(press, looked, job))]
    found += [one for binding in ordered.bindings if (one := _packet(press, looked, binding, found))]
    return tuple(sorted(found, key=lambda one: looked.people.index(one.person)))


def _broken(result: Result) -> Stale:
    why = f"{len(result.problems)} to mend in its profile, which 'pdf' tells"
    return Stale(result.person, result.document, result.template, "", why)


def _document(press: Press, looked: Looked, job: Job) -> Stale | None:
    from cvpress.prepare import prepare, target

    pdf = target(press, job)
    inputs: tuple[Path, ...] = ()
    try:
        ready = prepare(press, job)
        inputs = manifest.inputs(press, ready)
        why = record.fault(press.work(job.person, job.name), ready.digest, pdf)
    except CvpressError as error:
        why = f"it can't be built: {error.problems[0].message}"
    return _told(press, looked, (job.person, job.name, job.template_name), pdf, why, inputs)


def _packet(press: Press, looked: Looked, binding: Binding, found: list[Stale]) -> Stale | None:
    from cvpress import packet

    pdf = packet.packet_target(press, binding)
    inputs: tuple[Path, ...] = ()
    parts = {job.name for job in binding.jobs}
    if part := next((one for one in found if one.person == binding.person and one.document in parts), None):
        why = f"{part.document}: {part.why}"
    else:
        try:
            sheaf = packet.gather(press, binding)
            inputs = packet.inputs(press, binding, sheaf)
            digest = packet.digest(press, sheaf, binding.profile.checks)
            why = record.fault(press.work(binding.person, binding.name), digest, pdf)
        except CvpressError as error:
            why = f"it can't be bound: {error.problems[0].message}"
    return _told(press, looked, (binding.person, binding.name, PACKET), pdf, why, inputs)


def _told(
    press: Press, looked: Looked, names: tuple[str, str, str], pdf: Path, why: str, inputs: tuple[Path, ...]
) -> Stale | None:
    person, document, _ = names
    if why == record.INPUTS:
        why = next(_reasons(press, looked, names, inputs), why)
    elif not why and not manifest.is_noted(press, person, document):
        why = record.NEVER
    return Stale(*names, str(pdf), why) if why else None


def _reasons(press: Press, looked: Looked, names: tuple[str, str, str], inputs: tuple[Path, ...]) -> Iterator[str]:
    """What is not as it was when the PDF was made: first of the user's own files, then of the machine."""
    person, document, template = names
    was, files = manifest.made_of(press, person, document)
    now = manifest.digests(press, inputs)
    odd = [name for name in files.keys() | now.keys() if files and files.get(name) != now.get(name)]
    for name in sorted(odd, key=lambda name: (_TEMPLATES in name, name not in now, name)):
        if name.startswith(_RESULTS):
            yield f"a document in it changed ({name})"
        elif _TEMPLATES not in name:
            yield f"profile changed ({name})"
        else:
            yield f"template changed ({name})" if was == template else f"built in another template ({was})"
    yield from unchanged.differences(looked, person)


def as_json(found: tuple[Stale, ...]) -> str:
    """`[{"person", "document", "template", "file", "why"}]`."""
    return json.dumps([asdict(one) for one in found], ensure_ascii=False, indent=1)


def as_table(found: tuple[Stale, ...]) -> str:
    """A row for each, and the reason in words."""
    if not found:
        return "nothing to build: all that is built stands as it was"
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("person", "document", "why it would be built", box=SIMPLE_HEAD)
    for one in found:
        table.add_row(Text(one.person), Text(one.document), Text(one.why))
    stream = io.StringIO()
    Console(file=stream, width=140).print(table)
    return stream.getvalue().strip("\n")
