"""RenderCV as an opponent: a profile in its YAML, entry for entry, and its program so that it runs without network.

In: a `Profile`, a scratch folder; out: text of a .yaml file, command lines, an environment. Its release 2.8 fetches a
Typst package with icons at the first render; an empty one lies in a cache of ours instead, which makes it a little
faster than normal. It is told to make the PDF alone, though by itself it makes Markdown, HTML and PNG too.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from cvpress.profile.base import Model
from cvpress.profile.career import Education, Position, Project, Role
from cvpress.profile.dates import Date
from cvpress.profile.entry import Dated, Entry, Highlight
from cvpress.profile.kinds import Paragraph
from cvpress.profile.model import Profile
from cvpress.profile.networks import NETWORKS
from cvpress.profile.values import Person, Text, Url, Verbatim
from cvpress.profile.works import News, Publication

_ICONS = {
    "typst.toml": '[package]\nname = "fontawesome"\nversion = "0.6.0"\nentrypoint = "lib.typ"\nauthors = ["nobody"]\n'
    'license = "MIT"\ndescription = "draws nothing"\n',
    "lib.typ": "#let fa-icon(name, ..args) = []\n",
}
_PDF_ONLY = ("--dont-generate-markdown", "--dont-generate-html", "--dont-generate-png")
_NETWORKS = ("linkedin", "github", "gitlab", "orcid", "google_scholar", "researchgate", "x", "bluesky")
_STRICT = re.compile(r"\d{4}(-\d\d){0,2}|present")


# -- its input --------------------------------------------------------------------------------------------------------


def text(profile: Profile, theme: str = "classic") -> str:
    """The YAML file of a profile: each section, each entry, with all words that an entry of RenderCV has room for."""
    contact = profile.contact
    cv: dict[str, object] = {"name": profile.name.full}
    if profile.headline:
        cv["headline"] = profile.headline.plain
    if contact.address:
        cv["location"] = contact.address[0].plain
    if contact.emails:
        cv["email"] = contact.emails[0].plain
    if contact.phones:
        cv["phone"] = re.sub(r"[()]", "", contact.phones[0].plain)
    if contact.homepage:
        cv["website"] = contact.homepage.target
    if contact.profiles:
        handles = {name: getattr(contact.profiles, name, None) for name in _NETWORKS}
        cv["social_networks"] = [
            {"network": NETWORKS[name].label, "username": one.plain} for name, one in handles.items() if one
        ]
    cv["sections"] = dict(_sections(profile))
    whole = {"cv": cv, "design": {"theme": theme}}
    return str(yaml.safe_dump(whole, sort_keys=False, allow_unicode=True, width=110))


def _sections(profile: Profile) -> Iterator[tuple[str, list[object]]]:
    """A group with a title is a section of its own: RenderCV has no groups, and a section entries of one type."""
    for name, section in profile.sections.items():
        title = section.title.plain if section.title else name.replace("_", " ").capitalize()
        for group in section.all_groups:
            head = f"{title}: {group.title.plain}" if group.title else title
            yield head, _alike([made for entry in group.entries for made in entries(entry)])


def _alike(made: list[object]) -> list[object]:
    """Where some entries have a label and others have not, bullets all of them."""
    forms = {"bullet" if isinstance(one, dict) and "bullet" in one else "other" for one in made}
    if len(forms) < 2:
        return made
    return [{"bullet": ", ".join(map(str, one.values())) if isinstance(one, dict) else one} for one in made]


def entries(entry: Entry) -> Iterator[object]:
    """One entry; several for roles at one employer, and for the bullets of a running text."""
    if isinstance(entry, Paragraph):
        yield ": ".join(words((entry.title, entry.text)))
        yield from words(entry.highlights)
    elif isinstance(entry, Position):
        for role in entry.roles or (entry,):
            yield _position(entry, role)
    elif isinstance(entry, Education):
        yield {
            "institution": _joined(entry, "institution", "department", "program"),
            "area": entry.area.plain if entry.area else entry.degree.plain,
            **({"degree": entry.degree.plain} if entry.area else {}),
            **_common(entry),
            "highlights": [
                *([f"Thesis: {entry.thesis.plain}"] if entry.thesis else ()),
                *(
                    f"{name.capitalize()}: {', '.join(words(getattr(entry, name)))}"
                    for name in ("advisors", "committee", "score")
                    if getattr(entry, name)
                ),
                *_bullets(entry),
            ],
        }
    elif isinstance(entry, Publication):
        yield _publication(entry)
    elif isinstance(entry, Project):
        yield {"name": _joined(entry, "title", "organization", "role"), **_common(entry), "highlights": _bullets(entry)}
    elif isinstance(entry, News) or len(said := _said(entry)) < 2:
        yield {"bullet": ": ".join(words(entry))}
    else:
        yield {"label": said[0], "details": ", ".join(said[1:])}


def _said(entry: Entry) -> list[str]:
    """What is its own, then when, then what all kinds have."""
    own = [name for name in type(entry).model_fields if name not in Dated.model_fields]
    said = [word for name in own for word in words(getattr(entry, name))]
    when = " – ".join(str(end) for end in _dates(entry).values()) if isinstance(entry, Dated) else ""
    return [*said, *filter(None, (when,)), *words((entry.note, entry.links))]


def _position(entry: Position, role: Position | Role) -> dict[str, object]:
    company = _joined(entry, "organization", "department")
    people = [
        f"{label}: {', '.join(words(getattr(role, name)))}"
        for name, label in (("supervisors", "With"), ("advisors", "Advisors"), ("mentors", "Mentors"))
        if getattr(role, name)
    ]
    position = role.position.plain if role.position else company
    return {"company": company, "position": position, **_common(role), "highlights": [*people, *_bullets(role)]}


def _publication(entry: Publication) -> dict[str, object]:
    own = ("title", "authors", "date", "start_date", "end_date", "doi", "url", "links", "note")
    rest = [word for name in type(entry).model_fields if name not in own for word in words(getattr(entry, name))]
    made: dict[str, object] = {"title": entry.title.plain, "authors": list(words(entry.authors or entry.editors))}
    if rest:
        made["journal"] = ", ".join(rest)
    if entry.doi:
        made["doi"] = entry.doi.plain
    elif entry.url:
        made["url"] = entry.url.target
    return {**made, **_dates(entry)}


def _common(entry: Dated) -> dict[str, object]:
    location, summary = getattr(entry, "location", None), " ".join(words(getattr(entry, "summary", ())))
    return {
        **({"location": location.plain} if location else {}),
        **_dates(entry),
        **({"summary": summary} if summary else {}),
    }


def _dates(entry: Dated) -> dict[str, object]:
    if entry.date:
        return {"date": entry.date.text}
    if not (entry.start_date and entry.end_date):
        return {}
    ends = (entry.start_date.text, entry.end_date.text)
    if all(_STRICT.fullmatch(end) for end in ends):
        return {"start_date": ends[0], "end_date": ends[1]}
    return {"date": " – ".join(ends)}


def _bullets(entry: Education | Position | Role | Project) -> list[str]:
    return list(words((entry.highlights, getattr(entry, "keywords", ()), getattr(entry, "note", None))))


def _joined(entry: Entry, *names: str) -> str:
    return ", ".join(word for name in names for word in words(getattr(entry, name)))


def words(value: object) -> Iterator[str]:
    """All that a value says, each leaf as plain text; keys, tags and switches say nothing."""
    if isinstance(value, Date):
        yield value.text
    elif isinstance(value, Url):
        yield value.target
    elif isinstance(value, (Text, Verbatim, Person)):
        yield value.plain
    elif isinstance(value, Highlight):
        yield from words((value.text, value.highlights))
    elif isinstance(value, Model):
        for name in type(value).model_fields:
            yield from words(getattr(value, name))
    elif isinstance(value, tuple):
        for item in value:
            yield from words(item)


# -- its program ------------------------------------------------------------------------------------------------------


class MissingError(Exception):
    """RenderCV can't be had here; the message says why."""


@dataclass(frozen=True, slots=True)
class RenderCV:
    """A program that renders without network. `python` is the interpreter of its own environment."""

    program: str
    python: str
    version: str
    environment: dict[str, str]

    def command(self, source: Path, *more: str) -> list[str]:
        """From `source`.yaml to the .pdf beside it, and nothing else."""
        return [self.program, "render", source.name, *_PDF_ONLY, "--pdf-path", source.with_suffix(".pdf").name, *more]


def found(name: str, environment: dict[str, str], scratch: Path) -> RenderCV:
    """The program of that name, with its cache below `scratch`. Raises MissingError."""
    program = shutil.which(name, path=environment.get("PATH"))
    if program is None:
        raise MissingError(f"there is no {name}")
    cache = scratch / "rendercv-cache"
    package = cache / "typst" / "packages" / "preview" / "fontawesome" / "0.6.0"
    package.mkdir(parents=True)
    for file, content in _ICONS.items():
        (package / file).write_text(content, encoding="utf-8")
    own = {**environment, "XDG_CACHE_HOME": str(cache)}
    done = subprocess.run([program, "--version"], env=own, capture_output=True, text=True, timeout=60, check=False)
    version = re.search(r"v(\d[\d.]*)", done.stdout)
    if version is None:
        raise MissingError(f"{program} does not tell its version: {done.stdout}{done.stderr}")
    looked_up = cache / "rendercv" / "version_check.json"  # with it, it asks nobody whether it is the newest
    looked_up.parent.mkdir(exist_ok=True)
    looked_up.write_text(json.dumps({"last_check": time.time(), "latest_version": version[1]}), encoding="utf-8")
    python = Path(program).with_name("python")
    return RenderCV(program, str(python) if python.exists() else "", version[1], own)
