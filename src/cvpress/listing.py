"""Who and what there is. In: the folders of profiles and templates; out: tables, JSON for CI, languages for set-up."""

from __future__ import annotations

import io
import json
from pathlib import Path

from cvpress import naming, order, paths, report
from cvpress.errors import CvpressError
from cvpress.profile.model import Profile
from cvpress.typeset import template as templates


def languages(profiles: Path) -> tuple[str, ...]:
    """The languages of all documents that can be read; a broken profile is no reason not to set a machine up."""
    found = {document.language for profile in _readable(profiles).values() for document in profile.documents.values()}
    return tuple(sorted(found))


def _readable(profiles: Path) -> dict[str, Profile]:
    made: dict[str, Profile] = {}
    try:
        people = order.people(profiles)
    except CvpressError:
        return made
    for person in people:
        try:
            made[person] = order.read(profiles, person)
        except CvpressError:
            continue
    return made


def as_json(profiles: Path, out: Path) -> str:
    """`[{"person", "document", "template", "file"}]`, packets included, for a CI matrix."""
    rows = [
        {"person": person, "document": name, "template": template, "file": str(out / person / file)}
        for person in order.people(profiles)
        for name, template, file in _documents(person, order.read(profiles, person))
    ]
    return json.dumps(rows, ensure_ascii=False, indent=1)


def _documents(person: str, profile: Profile) -> list[tuple[str, str, str]]:
    templates_of = {name: document.template.plain for name, document in profile.documents.items()}
    made = [(name, own, naming.file_name(profile, name, own, person)) for name, own in templates_of.items()]
    return [*made, *((name, report.PACKET, f"{name}.pdf") for name in profile.packets)]


def as_tables(profiles: Path, out: Path) -> str:
    """Two tables: people with their documents, templates with their options."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    people = Table(
        "person", "document", "template", "file", box=SIMPLE_HEAD, title="People and documents", title_justify="left"
    )
    for person in order.people(profiles):
        try:
            rows = _documents(person, order.read(profiles, person))
        except CvpressError as error:
            people.add_row(person, f"{len(error.problems)} to mend in its profile, which 'pdf' tells")
            continue
        for at, (name, look, file) in enumerate(rows):
            people.add_row("" if at else person, name, look, str(out / person / file))
    known = Table(
        "template",
        "option",
        "choices (default first)",
        "meaning",
        box=SIMPLE_HEAD,
        title="Templates",
        title_justify="left",
    )
    roots = paths.template_roots(profiles)
    for template in (templates.load(name, roots) for name in templates.names(roots)):
        known.add_row(template.name, "", "", template.description)
        for key, option in template.options.items():
            rest = [choice for choice in option.choices if choice != option.default]
            known.add_row("", key, ", ".join((option.default or "", *rest)), option.description or "")
    console = Console(file=io.StringIO(), width=140)
    console.print(people)
    console.print(known)
    return str(console.file.getvalue()).rstrip()  # type: ignore[attr-defined]  # it is the StringIO given above
