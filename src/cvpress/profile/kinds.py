"""The semantic kinds of entries: what can be said of a position, a talk, a patent. In: nodes; out: frozen models.

Closed on purpose: a misspelt key is an error, never a silently dropped line. Field names follow JSON Resume and RenderCV
where those have one. `note` and `links` exist on every kind for the rest; `text`, `item` and `line` are for what has no kind.
"""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from cvpress.profile import dates
from cvpress.profile.base import Model, OneOrMore
from cvpress.profile.values import DateField, EmailField, PersonField, TextField, UrlField, VerbatimField


class NamedLink(Model):
    """A link with the words that are printed for it (video, slides, code)."""

    noun = "a link"
    label: TextField
    url: UrlField


class Highlight(Model):
    """One bullet; its own highlights nest as deep as the CV does."""

    noun = "a highlight"
    shorthand = "text"
    text: TextField
    highlights: tuple[Highlight, ...] = ()
    tags: tuple[str, ...] = ()


class Entry(Model):
    """Base of every kind. `key` names it, `tags` let documents select it, `private` keeps it out unless asked for."""

    key: str | None = None
    tags: tuple[str, ...] = ()
    private: bool = False
    note: TextField | None = None
    links: tuple[NamedLink, ...] = ()


class Dated(Entry):
    """An entry with either one `date` or a range of `start_date` and `end_date`."""

    date: DateField | None = None
    start_date: DateField | None = None
    end_date: DateField | None = None

    @model_validator(mode="after")
    def _check_range(self) -> Self:
        if self.date and (self.start_date or self.end_date):
            raise PydanticCustomError("date", "both 'date' and a range are given; keep one of them")
        if bool(self.start_date) != bool(self.end_date):
            missing = "end_date" if self.start_date else "start_date"
            advice = (
                "write 'end_date: present' for what goes on" if self.start_date else "or use 'date' for a single date"
            )
            raise PydanticCustomError(
                "date", "a range needs both ends: '{missing}' is missing", {"missing": missing, "advice": advice}
            )
        if self.start_date and self.end_date and dates.reversed_range(self.start_date, self.end_date):
            raise PydanticCustomError(
                "date",
                "the range ends before it begins: {start} to {end}",
                {
                    "start": self.start_date.text,
                    "end": self.end_date.text,
                    "advice": "swap start_date and end_date, or mend one",
                },
            )
        return self


class Paragraph(Entry):
    """Running text; `title` is its run-in head."""

    noun = "a text"
    shorthand = "text"
    title: TextField | None = None
    text: TextField
    highlights: tuple[Highlight, ...] = ()


class Item(Dated):
    """A bullet that has no better kind."""

    noun = "an item"
    shorthand = "text"
    text: TextField
    highlights: tuple[Highlight, ...] = ()


class Line(Entry):
    """`label: text` on one line."""

    noun = "a line"
    label: TextField
    text: TextField


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
    organization: OneOrMore[TextField]
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


class Publication(Dated):
    """A paper, thesis, report or preprint.

    `label` is the tag in front or behind as the person prints it ("SPLASH 2015 Companion"); left out, it is
    `venue_short` and the year. `acceptance_rate` is printed as given, never recomputed. One paper may have several
    `appearances` besides its venue, and `awards`.
    """

    noun = "a publication"
    title: TextField
    authors: tuple[PersonField, ...] = Field(min_length=1)
    venue: TextField | None = None
    venue_short: TextField | None = None
    label: TextField | None = None
    volume: VerbatimField | None = None
    number: VerbatimField | None = None
    pages: VerbatimField | None = None
    publisher: TextField | None = None
    institution: OneOrMore[TextField] = ()
    location: TextField | None = None
    report_number: VerbatimField | None = None
    status: TextField | None = None
    presentation: TextField | None = None
    appearances: tuple[TextField, ...] = ()
    awards: tuple[TextField, ...] = ()
    remark: TextField | None = None
    acceptance_rate: TextField | None = None
    arxiv: VerbatimField | None = None
    doi: VerbatimField | None = None
    url: UrlField | None = None

    @model_validator(mode="after")
    def _one_label(self) -> Self:
        if self.label and self.venue_short:
            raise PydanticCustomError(
                "label",
                "both 'label' and 'venue_short' are given",
                {
                    "advice": "keep 'label' for a tag printed as it stands, 'venue_short' for one to which the year is added"
                },
            )
        return self


class Patent(Dated):
    noun = "a patent"
    title: TextField
    inventors: tuple[PersonField, ...] = ()
    office: TextField | None = None
    number: VerbatimField | None = None
    status: TextField | None = None
    url: UrlField | None = None


class Talk(Dated):
    """A talk given: `title` is a formal title, `topic` what it was on where there is none; `host` invited it."""

    noun = "a talk"
    type: TextField | None = None
    title: TextField | None = None
    topic: TextField | None = None
    event: TextField | None = None
    location: TextField | None = None
    host: PersonField | None = None
    speakers: OneOrMore[PersonField] = Field((), alias="with")
    url: UrlField | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not (self.title or self.topic or self.event):
            raise PydanticCustomError("talk", "a talk needs a 'title', a 'topic' or an 'event'")
        return self


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
    venue: OneOrMore[TextField]
    venue_short: TextField | None = None
    location: TextField | None = None


class Press(Dated):
    noun = "a press item"
    outlet: TextField
    title: TextField
    url: UrlField | None = None


class News(Dated):
    noun = "a news item"
    text: TextField


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


KINDS: dict[str, type[Entry]] = {
    "text": Paragraph,
    "position": Position,
    "education": Education,
    "project": Project,
    "publication": Publication,
    "patent": Patent,
    "talk": Talk,
    "award": Award,
    "grant": Grant,
    "teaching": Teaching,
    "supervision": Supervision,
    "service": Service,
    "press": Press,
    "news": News,
    "reference": Reference,
    "skill": Skill,
    "language": Language,
    "certificate": Certificate,
    "membership": Membership,
    "item": Item,
    "line": Line,
}
