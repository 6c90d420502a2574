"""One entry of a profile -> what templates print of it. In: an entry and its `Citer`; out: an `EntryView`.

Every field is there under its own name as inline nodes (`()` when absent), a list as a tuple of nodes; dates and names
are worded, labelled fields carry their term ("Advisor: …"), publications their whole reference (`reference`), and
degrees stand joined with their field ("Ph.D. in Oceanography": `qualification`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cvpress.errors import Spot
from cvpress.profile.kinds import Dated, Education, Entry, Highlight, NamedLink, Position, Publication, Role, Teaching
from cvpress.profile.markup import Link, Nodes, Str, styled, text
from cvpress.profile.styles import Style
from cvpress.profile.values import Email, Person, Text, Url, Verbatim
from cvpress.typeset.reference import Citer
from cvpress.typeset.typography import join, polish, tie_last
from cvpress.typeset.words import Words


@dataclass(frozen=True, slots=True)
class HighlightView:
    text: Nodes
    highlights: tuple[HighlightView, ...]


@dataclass(frozen=True, slots=True)
class EntryView:
    """One entry: its kind, its place, and its fields by name; a name that the kind does not have is an error.

    `dates` is its worded date or range, in teaching behind the term.
    """

    kind: str
    spot: Spot | None
    dates: Nodes
    roles: tuple[EntryView, ...]
    fields: Mapping[str, object]

    def __getitem__(self, name: str) -> object:
        return self.fields[name]


# Fields whose term is printed in front of the names: singular for one person, plural for more.
_LABELLED = {
    "advisors": ("advisor", "advisors"),
    "mentors": ("mentor", "mentors"),
    "instructors": ("instructor", "instructors"),
    "committee": ("committee", "committee"),
}
_TERMED = frozenset({"thesis", "score"})
_PREFIXED = {"co_advisors": "co_advisors", "supervisors": "with", "speakers": "with"}
# Stand in brackets behind what they belong to and do not break: "(ICLR 2022)", "(top 2%)"; longer ones may.
_SHORT = frozenset({"venue_short", "selectivity"})
_ONE_LINE = 24
_PARAGRAPHS = frozenset({"summary", "text"})
_UNSHOWN = frozenset({"key", "tags", "private", "date", "start_date", "end_date", "roles"})


def entry_view(kind: str, entry: Entry | Role, citer: Citer, style: Style) -> EntryView:
    """The view of one entry; `style` is how publications are set."""
    fields = {
        name: _field(name, getattr(entry, name), citer) for name in type(entry).model_fields if name not in _UNSHOWN
    }
    if isinstance(entry, Publication):
        fields["reference"] = tie_last(citer.cite(entry, style))
    if isinstance(entry, Education):
        degree = (polish(part.nodes) for part in (entry.degree, entry.area) if part)
        fields["qualification"] = join(citer.words.terms["area"], degree)
    roles = entry.roles if isinstance(entry, Position) else ()
    return EntryView(
        kind=kind,
        spot=entry.spot,
        dates=_dates(entry, citer) if isinstance(entry, Dated) else (),
        roles=tuple(entry_view("role", role, citer, style) for role in roles),
        fields=fields,
    )


def _dates(entry: Dated, citer: Citer) -> Nodes:
    worded = text(citer.words.when(entry.date, entry.start_date, entry.end_date, citer.date_style))
    if entry.start_date and citer.words.dash == "-":
        worded = styled("nobreak", worded)  # TeX breaks a line behind a hyphen
    term = entry.term if isinstance(entry, Teaching) else None
    return join(", ", [polish(term.nodes), worded]) if term else worded


def _field(name: str, value: object, citer: Citer) -> object:
    if value is None or value == () or isinstance(value, (bool, str)):  # a switch is no content
        return ()
    if isinstance(value, Text):
        nodes = polish(value.nodes, paragraph=name in _PARAGRAPHS)
        if name in _SHORT and len(value.plain) <= _ONE_LINE:
            return styled("nobreak", nodes)
        return _termed(citer.words.terms[name], nodes) if name in _TERMED else nodes
    if isinstance(value, Email):
        return (Link(styled("url", value.nodes), value.target),)
    if isinstance(value, Verbatim):
        return styled("nobreak", value.nodes) if name == "phone" else value.nodes
    if isinstance(value, Url):
        return (Link(styled("url", text(value.shown)), value.target),)
    if isinstance(value, Person):
        nodes = _name(value)
        return (Str(f"{citer.words.terms['by']} "), *nodes) if name == "host" else nodes
    assert isinstance(value, tuple), f"{name} has no view"
    return _several(name, value, citer)


def _several(name: str, values: tuple[object, ...], citer: Citer) -> object:
    if people := [person for person in values if isinstance(person, Person)]:
        return _people(name, citer.owner.authors(people, citer.words), citer.words)
    if highlights := tuple(_highlight(item) for item in values if isinstance(item, Highlight)):
        return highlights
    if links := [item for item in values if isinstance(item, NamedLink)]:
        return tuple((Link(polish(link.label.nodes), link.url.target),) for link in links)
    return tuple(polish(item.nodes, name in _PARAGRAPHS) for item in values if isinstance(item, (Text, Verbatim)))


def _name(person: Person) -> Nodes:
    return styled("names", polish(person.nodes))


def _people(name: str, people: list[Nodes], words: Words) -> Nodes:
    """Names, behind what they are to the person where the field's name says it."""
    if name in _LABELLED:
        singular, plural = _LABELLED[name]
        return _termed(words.terms[singular if len(people) == 1 else plural], join(", ", people))
    prefix = text(f"{words.terms[_PREFIXED[name]]} ") if name in _PREFIXED else ()
    return (*prefix, *words.listed(people))


def _termed(term: str, nodes: Nodes) -> Nodes:
    return (*styled("label", polish(text(f"{term}:"))), Str(" "), *nodes)


def _highlight(item: Highlight) -> HighlightView:
    return HighlightView(polish(item.text.nodes, paragraph=True), tuple(_highlight(inner) for inner in item.highlights))
