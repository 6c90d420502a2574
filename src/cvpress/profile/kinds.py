"""The semantic kinds of entries: what can be said of a position, a talk, a patent. In: nodes; out: frozen models.

Closed on purpose: a misspelt key is an error, never a silently dropped line. Field names follow JSON Resume and
RenderCV where those have one. `note` and `links` exist on every kind for the rest; `text`, `item` and `line` are for
what has no kind.
"""

from __future__ import annotations

from cvpress.profile.career import (
    Award,
    Certificate,
    Education,
    Grant,
    Language,
    Membership,
    Position,
    Project,
    Reference,
    Role,
    Service,
    Skill,
    Supervision,
    Teaching,
)
from cvpress.profile.entry import Dated, Entry, Highlight, NamedLink
from cvpress.profile.values import TextField
from cvpress.profile.works import News, Patent, Press, Publication, Talk

__all__ = [
    "KINDS",
    "Award",
    "Certificate",
    "Dated",
    "Education",
    "Entry",
    "Grant",
    "Highlight",
    "Item",
    "Language",
    "Line",
    "Membership",
    "NamedLink",
    "News",
    "Paragraph",
    "Patent",
    "Position",
    "Press",
    "Project",
    "Publication",
    "Reference",
    "Role",
    "Service",
    "Skill",
    "Supervision",
    "Talk",
    "Teaching",
]


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
