"""What a profile says in the fields that parsers fill. In: a tailored profile; out: claims, with what counts as each.

Left out is what no parser has a field for, and dates in free words, which no machine can hold against another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from cvpress.profile.dates import Date
from cvpress.profile.kinds import Education, Position, Role
from cvpress.profile.model import Profile
from cvpress.profile.networks import NETWORKS
from cvpress.typeset.words import Words

Sort = Literal["text", "email", "phone", "link", "date"]


@dataclass(frozen=True, slots=True)
class Claim:
    """One field: what it is called, its sort, and what may stand in it; the first of these is what the profile says."""

    label: str
    sort: Sort
    accepted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StayClaims:
    """The claims of one position or school. Each is None where the profile says nothing."""

    place: Claim | None
    title: Claim | None
    start: Claim | None
    end: Claim | None


@dataclass(frozen=True, slots=True)
class Said:
    """All claims of a document."""

    name: Claim
    emails: tuple[Claim, ...]
    phones: tuple[Claim, ...]
    links: tuple[Claim, ...]
    sections: tuple[Claim, ...]
    positions: tuple[StayClaims, ...]
    schools: tuple[StayClaims, ...]


def said(profile: Profile, words: Words) -> Said:
    """The claims of the tailored `profile`; `words` has the titles of sections that give none."""
    contact = profile.contact
    titles = [
        section.title.plain if section.title else words.titles[section.kind]
        for section in profile.sections.values()
        if not section.untitled
    ]
    entries = [
        entry for section in profile.sections.values() for group in section.all_groups for entry in group.entries
    ]
    positions = [claims for entry in entries if isinstance(entry, Position) for claims in _positions(entry)]
    schools = [_school(entry) for entry in entries if isinstance(entry, Education)]
    return Said(
        name=Claim("name", "text", _names(profile)),
        emails=tuple(Claim("e-mail", "email", (email.plain,)) for email in contact.emails),
        phones=tuple(Claim("phone", "phone", (phone.plain,)) for phone in contact.phones),
        links=tuple(Claim("link", "link", (address,)) for address in _links(profile)),
        sections=tuple(Claim("section", "text", (title,)) for title in titles),
        positions=tuple(positions),
        schools=tuple(schools),
    )


def _names(profile: Profile) -> tuple[str, ...]:
    full, suffix = profile.name.full, profile.name.suffix
    return (full, f"{full}, {suffix.plain}") if suffix else (full,)


def _links(profile: Profile) -> Iterator[str]:
    contact = profile.contact
    if contact.homepage:
        yield contact.homepage.target
    for key, network in NETWORKS.items():
        if contact.profiles and (account := getattr(contact.profiles, key)):
            yield network.address.format(account.plain)


def _positions(entry: Position) -> Iterator[StayClaims]:
    """One for each role, or for the position that has none."""
    names = [name.plain for name in entry.organization]
    for role in entry.roles or (entry,):
        title = role.position.plain if role.position else ""
        yield _stay("employer", (", ".join(names), " and ".join(names)), "position", (title,), role)


def _school(entry: Education) -> StayClaims:
    degree = entry.degree.plain
    with_area = [f"{degree} {between}{entry.area.plain}" for between in ("in ", "of ", "")] if entry.area else []
    return _stay("school", (entry.institution.plain,), "degree", (degree, *with_area), entry)


def _stay(
    place: str, places: tuple[str, ...], title: str, titles: tuple[str, ...], entry: Position | Role | Education
) -> StayClaims:
    return StayClaims(
        place=_claim(place, "text", places),
        title=_claim(title, "text", titles),
        start=_claim("from", "date", (_date(entry.start_date or entry.date),)),
        end=_claim("to", "date", (_date(entry.end_date),)),
    )


def _claim(label: str, sort: Sort, accepted: Iterable[str]) -> Claim | None:
    found = tuple(dict.fromkeys(text for text in accepted if text))
    return Claim(label, sort, found) if found else None


def _date(date: Date | None) -> str:
    """To the month, as parsers have it."""
    return date.text[:7] if date and not date.is_free else ""
