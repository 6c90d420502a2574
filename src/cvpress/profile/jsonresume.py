"""A tailored profile -> JSON Resume. In: models; out: the text of a resume.json (the schema of jsonresume.org, 1.0.0).

What its schema has a place for is there: kinds that it does not know (talks, teaching, grants) are left out, and dates
that are no calendar dates. Texts are plain.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from cvpress.profile.address import doi_address
from cvpress.profile.dates import Date
from cvpress.profile.kinds import (
    Award,
    Certificate,
    Education,
    Entry,
    Language,
    Position,
    Project,
    Publication,
    Reference,
    Role,
    Service,
    Skill,
)
from cvpress.profile.model import Profile
from cvpress.profile.networks import NETWORKS
from cvpress.profile.values import Person, Text, Url, Verbatim

SCHEMA = "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json"
Row = dict[str, Any]


def json_resume(profile: Profile) -> str:
    """The resume.json of what a document prints of the tailored and translated `profile`."""
    content: Row = {"$schema": SCHEMA, "basics": _basics(profile)}
    for section in profile.sections.values():
        for group in section.all_groups:
            for entry in group.entries:
                for place, row in _rows(entry):
                    content.setdefault(place, []).append(_said(row))
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _rows(entry: Entry) -> Iterator[tuple[str, Row]]:
    """Where in the résumé an entry stands, and as what."""
    if isinstance(entry, Position):
        yield from (("work", row) for row in _work(entry))
    elif found := _PLACES.get(type(entry)):
        place, make = found
        yield place, make(entry)


def _basics(profile: Profile) -> Row:
    contact = profile.contact
    accounts = contact.profiles
    named = {key: getattr(accounts, key) for key in NETWORKS} if accounts else {}
    return _said(
        {
            "name": profile.name.full,
            "label": _plain(profile.headline),
            "email": _plain(contact.emails[0]) if contact.emails else "",
            "phone": _plain(contact.phones[0]) if contact.phones else "",
            "url": _plain(contact.homepage),
            "location": _said({"address": "\n".join(map(_plain, contact.address))}),
            "profiles": [
                {
                    "network": NETWORKS[key].label,
                    "username": account.plain,
                    "url": NETWORKS[key].address.format(account.plain),
                }
                for key, account in named.items()
                if account
            ],
        }
    )


def _work(entry: Position) -> Iterator[Row]:
    """One row for each role, or for the position that has none."""
    for role in entry.roles or (entry,):
        organization = _joined(entry.organization, " & ")
        yield {
            "name": organization,
            "position": _plain(role.position),
            "location": _plain(role.location or entry.location),
            "url": _plain(entry.url),
            **_dates(role),
            **_told(role),
        }


def _education(entry: Education) -> Row:
    return {
        "institution": _plain(entry.institution),
        "url": _plain(entry.url),
        "area": _plain(entry.area),
        "studyType": _plain(entry.degree),
        **_dates(entry),
        "score": _plain(entry.score),
    }


def _award(entry: Award) -> Row:
    dates = {"date": _iso(entry.date), "awarder": _plain(entry.awarder), "summary": _plain(entry.summary)}
    return {"title": _plain(entry.title), **dates}


def _publication(entry: Publication) -> Row:
    return {
        "name": _plain(entry.title),
        "publisher": _plain(entry.venue or entry.publisher),
        "releaseDate": _iso(entry.date),
        "url": _plain(entry.url) or (doi_address(entry.doi.plain) if entry.doi else ""),
    }


def _project(entry: Project) -> Row:
    return {
        "name": _plain(entry.title),
        "entity": _plain(entry.organization),
        "roles": [_plain(entry.role)] if entry.role else [],
        "description": _joined(entry.summary, "\n"),
        "highlights": [*_highlights(entry)],
        "keywords": [*map(_plain, entry.keywords)],
        **_dates(entry),
        "url": _plain(entry.url),
    }


def _service(entry: Service) -> Row:
    return {"organization": _joined(entry.venue, ", "), "position": _plain(entry.role), **_dates(entry)}


def _skill(entry: Skill) -> Row:
    return {"name": _plain(entry.name), "level": _plain(entry.level), "keywords": [*map(_plain, entry.keywords)]}


def _reference(entry: Reference) -> Row:
    said = (_plain(entry.position), *map(_plain, entry.affiliation))
    name = " ".join(filter(None, (_plain(entry.honorific), _plain(entry.name))))
    return {"name": name, "reference": ", ".join(filter(None, said))}


_PLACES: Mapping[type[Entry], tuple[str, Callable[[Any], Row]]] = {
    Education: ("education", _education),
    Award: ("awards", _award),
    Publication: ("publications", _publication),
    Project: ("projects", _project),
    Service: ("volunteer", _service),
    Skill: ("skills", _skill),
    Reference: ("references", _reference),
    Language: ("languages", lambda entry: {"language": _plain(entry.language), "fluency": _plain(entry.fluency)}),
    Certificate: (
        "certificates",
        lambda entry: {
            "name": _plain(entry.name),
            "date": _iso(entry.date),
            "issuer": _plain(entry.issuer),
            "url": _plain(entry.url),
        },
    ),
}


def _told(entry: Position | Role) -> Row:
    return {"summary": _joined(entry.summary, "\n"), "highlights": [*_highlights(entry)]}


def _highlights(entry: Position | Role | Project) -> Iterator[str]:
    """All of them, those below others after them: the schema knows no lists in lists."""
    waiting = [*entry.highlights]
    while waiting:
        first = waiting.pop(0)
        yield _plain(first.text)
        waiting[:0] = first.highlights


def _dates(entry: Position | Role | Education | Project | Service) -> Row:
    end = entry.end_date or entry.date
    return {"startDate": _iso(entry.start_date or entry.date), "endDate": _iso(end)}


def _iso(date: Date | None) -> str:
    return date.text if date and date.year else ""


def _plain(value: Text | Verbatim | Person | Url | None) -> str:
    if isinstance(value, Url):
        return value.target
    return value.plain if value else ""


def _joined(values: Iterable[Text], between: str) -> str:
    return between.join(map(_plain, values))


def _said(row: Row) -> Row:
    """`row` without what says nothing."""
    return {key: value for key, value in row.items() if value not in ("", [], {})}
