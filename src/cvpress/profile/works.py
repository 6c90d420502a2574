"""What a person has brought out: publications, patents, talks, press, news. In: nodes; out: frozen models."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from cvpress.errors import Problem
from cvpress.profile.base import OneOrMore
from cvpress.profile.entry import Dated
from cvpress.profile.nodes import Mapping
from cvpress.profile.synonyms import meant
from cvpress.profile.values import PersonField, TextField, UrlField, VerbatimField

PublicationType = Literal[
    "journal",
    "conference",
    "workshop",
    "book",
    "chapter",
    "thesis",
    "report",
    "preprint",
    "dataset",
    "software",
    "other",
]


class Publication(Dated):
    """A paper, thesis, report or preprint; `type` says which, for grouping, counts and citation styles.

    A book or proceedings may have `editors` and no `authors`.

    `selected` marks what a document may choose by `selected: true`. `genre` is what a thesis or report calls itself.

    `label` is the tag in front or behind as the person prints it ("SPLASH 2015 Companion"); left out, it is
    `venue_short` and the year. `acceptance_rate` is printed as given, never recomputed. One paper may have several
    `appearances` besides its venue, and `awards`.
    """

    noun = "a publication"
    type: PublicationType | None = None
    selected: bool = False
    title: TextField
    authors: tuple[PersonField, ...] = Field((), min_length=1)
    editors: tuple[PersonField, ...] = ()
    venue: TextField | None = None
    venue_short: TextField | None = None
    label: TextField | None = None
    series: TextField | None = None
    edition: TextField | None = None
    genre: TextField | None = None
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

    @classmethod
    def faults(cls, node: Mapping) -> Iterator[Problem]:
        """One tag, not two; and somebody who made it, if only the editors of proceedings."""
        yield from super().faults(node)
        makers = {"authors", "editors"}
        if not node.keys() & makers and not {meant(key, cls.known()) for key in node.keys() - {*cls.known()}} & makers:
            yield Problem("a publication needs 'authors'", node.spot, "add 'authors:'", "missing-field")
        if "label" in node and "venue_short" in node:
            advice = "keep 'label' for a tag printed as it stands, 'venue_short' for one to which the year is added"
            yield Problem("both 'label' and 'venue_short' are given", node.key_spot("venue_short"), advice, "bad-value")


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

    @classmethod
    def faults(cls, node: Mapping) -> Iterator[Problem]:
        """It must say what it was."""
        yield from super().faults(node)
        if not {"title", "topic", "event"} & node.keys() and not node.keys() - set(cls.known()):
            yield Problem("a talk needs a 'title', a 'topic' or an 'event'", node.spot, "add one", "missing-field")


class Press(Dated):
    noun = "a press item"
    outlet: TextField
    title: TextField
    url: UrlField | None = None


class News(Dated):
    noun = "a news item"
    text: TextField
