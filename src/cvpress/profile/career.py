"""What a person has done and can do: positions, degrees, awards, teaching, service, skills. In: nodes; out: models."""

from __future__ import annotations

from pydantic import Field

from cvpress.profile.base import OneOrMore
from cvpress.profile.entry import Dated, Entry, Highlight
from cvpress.profile.values import EmailField, PersonField, TextField, UrlField, VerbatimField


class Role(Dated):
    """One of several positions at the same employer."""

    noun = "a role"
    position: TextField
    location: TextField | None = None
    supervisors: OneOrMore[PersonField] = Field((), alias="with")
    advisors: OneOrMore[PersonField] = ()
    mentors: OneOrMore[PersonField] = ()
    summary: OneOrMore[TextField] = ()
    highlights: tuple[Highlight, ...] = ()


class Position(Dated):
    """Work, paid or not. `organization` may list several institutions that share the position."""

    noun = "a position"
    organization: OneOrMore[TextField] = Field(min_length=1)
    department: OneOrMore[TextField] = ()
    position: TextField | None = None
    location: TextField | None = None
    supervisors: OneOrMore[PersonField] = Field((), alias="with")
    advisors: OneOrMore[PersonField] = ()
    mentors: OneOrMore[PersonField] = ()
    summary: OneOrMore[TextField] = ()
    highlights: tuple[Highlight, ...] = ()
    roles: tuple[Role, ...] = ()
    url: UrlField | None = None


class Education(Dated):
    """A degree. `program` is what the institution calls the track; `score` is a grade as printed."""

    noun = "an education"
    degree: TextField
    area: TextField | None = None
    program: TextField | None = None
    institution: TextField
    department: OneOrMore[TextField] = ()
    location: TextField | None = None
    score: TextField | None = None
    advisors: OneOrMore[PersonField] = ()
    committee: OneOrMore[PersonField] = ()
    thesis: TextField | None = None
    summary: OneOrMore[TextField] = ()
    highlights: tuple[Highlight, ...] = ()
    url: UrlField | None = None


class Project(Dated):
    noun = "a project"
    title: TextField
    organization: TextField | None = None
    role: TextField | None = None
    summary: OneOrMore[TextField] = ()
    highlights: tuple[Highlight, ...] = ()
    keywords: tuple[TextField, ...] = ()
    url: UrlField | None = None


class Award(Dated):
    """`selectivity` is the share of those who got it, as printed ("top 2%")."""

    noun = "an award"
    shorthand = "title"
    title: TextField
    awarder: TextField | None = None
    location: TextField | None = None
    selectivity: TextField | None = None
    summary: TextField | None = None
    url: UrlField | None = None


class Grant(Dated):
    noun = "a grant"
    title: TextField
    funder: TextField | None = None
    number: VerbatimField | None = None
    role: TextField | None = None
    amount: TextField | None = None
    summary: TextField | None = None


class Teaching(Dated):
    """A course taught or assisted; `number` is the course number, `term` a season as printed ("Spring 2019")."""

    noun = "a teaching entry"
    course: TextField
    number: VerbatimField | None = None
    role: TextField | None = None
    institution: TextField | None = None
    location: TextField | None = None
    term: TextField | None = None
    instructors: OneOrMore[PersonField] = ()
    summary: TextField | None = None
    highlights: tuple[Highlight, ...] = ()


class Supervision(Dated):
    """Somebody advised. `degree` as printed ("Ph.D. student"); `outcome` what came of it."""

    noun = "a supervision"
    name: PersonField
    degree: TextField | None = None
    institution: TextField | None = None
    topic: TextField | None = None
    outcome: TextField | None = None
    co_advisors: OneOrMore[PersonField] = ()


class Service(Dated):
    """Service to the profession; one role may cover many venues, and a venue may stand without a role."""

    noun = "a service"
    role: TextField | None = None
    venue: OneOrMore[TextField] = Field(min_length=1)
    venue_short: TextField | None = None
    location: TextField | None = None


class Reference(Entry):
    """Somebody who will speak for the person. `honorific` stands before the name, `position` behind it."""

    noun = "a reference"
    name: PersonField
    honorific: TextField | None = None
    position: TextField | None = None
    relationship: TextField | None = None
    affiliation: OneOrMore[TextField] = ()
    email: EmailField | None = None
    phone: VerbatimField | None = None
    url: UrlField | None = None


class Skill(Entry):
    noun = "a skill"
    name: TextField
    level: TextField | None = None
    keywords: tuple[TextField, ...] = ()


class Language(Entry):
    noun = "a language"
    language: TextField
    fluency: TextField | None = None


class Certificate(Dated):
    noun = "a certificate"
    name: TextField
    issuer: TextField | None = None
    number: VerbatimField | None = None
    url: UrlField | None = None


class Membership(Dated):
    noun = "a membership"
    organization: TextField
    role: TextField | None = None
    location: TextField | None = None
