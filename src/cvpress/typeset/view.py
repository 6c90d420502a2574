"""Profile + words -> CvView: what a template prints, worded and polished, still without any format.

Every field of an entry is there under its own name as inline nodes (`()` when absent), lists as tuples of nodes; dates and
names are worded, labelled fields carry their term ("Advisor: …"), publications their whole reference.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cvpress.errors import Spot
from cvpress.profile import kinds
from cvpress.profile.leaves import leaves
from cvpress.profile.markup import Link, Nodes, Str, plain, styled, text
from cvpress.profile.model import Document, Profile
from cvpress.profile.section import Group, Section
from cvpress.profile.values import Email, Person, Text, Url, Verbatim
from cvpress.typeset.header import ContactView, contacts
from cvpress.typeset.reference import Citer, Owner, join
from cvpress.typeset.tex import scripts
from cvpress.typeset.typography import polish
from cvpress.typeset.words import Words


@dataclass(frozen=True, slots=True)
class HighlightView:
    text: Nodes
    highlights: tuple[HighlightView, ...]


@dataclass(frozen=True, slots=True)
class EntryView:
    """One entry: its kind, its place, and its fields by name; a name that the kind does not have is an error."""

    kind: str
    spot: Spot | None
    dates: Nodes
    roles: tuple[EntryView, ...]
    fields: Mapping[str, object]

    def __getitem__(self, name: str) -> object:
        return self.fields[name]


@dataclass(frozen=True, slots=True)
class GroupView:
    """`labels` are the printed numbers, one an entry, or empty; `widest` is the one that sets the hanging indent."""

    title: Nodes
    kind: str
    entries: tuple[EntryView, ...]
    labels: tuple[Nodes, ...]
    widest: Nodes

    @property
    def kind_file(self) -> str:
        """The partial that prints its entries."""
        return f"{self.kind}.tex.j2"


@dataclass(frozen=True, slots=True)
class SectionView:
    name: str
    title: Nodes
    kind: str
    epigraph: Nodes
    note: Nodes
    legend: Nodes
    groups: tuple[GroupView, ...]
    spot: Spot | None
    widest_date: Nodes


@dataclass(frozen=True, slots=True)
class CvView:
    """All of one document. `title` heads a statement and names the PDF."""

    name: Mapping[str, Nodes]
    full_name: str
    headline: Nodes
    motto: Nodes
    photo: str
    caption: Nodes
    contacts: tuple[ContactView, ...]
    sections: tuple[SectionView, ...]
    language: str
    document_kind: str
    title: Nodes
    widest_date: Nodes
    widest_day: Nodes
    scripts: frozenset[str]


# Fields whose term is printed in front of the names: singular for one person, plural for more.
_LABELLED = {
    "advisors": ("advisor", "advisors"),
    "mentors": ("mentor", "mentors"),
    "instructors": ("instructor", "instructors"),
    "committee": ("committee", "committee"),
}
_TERMED = frozenset({"thesis", "score"})
_PREFIXED = {"co_advisors": "co_advisors", "supervisors": "with", "speakers": "with"}
_PARAGRAPHS = frozenset({"summary", "text"})


def view(profile: Profile, document: Document, words: Words, date_style: str) -> CvView:
    """The view of a tailored profile; `date_style` is the template's option, which a section may override."""
    owner = Owner(own_names(profile))
    sections = tuple(
        _section(name, section, Citer(owner, words, section.date_style or date_style))
        for name, section in profile.sections.items()
    )
    name = profile.name
    title = document.title.nodes if document.title else text(words.terms[document.kind])
    return CvView(
        name={
            part: text(getattr(name, part).plain if getattr(name, part) else "")
            for part in ("given", "family", "suffix", "native")
        },
        full_name=name.full,
        headline=polish(profile.headline.nodes) if profile.headline else (),
        motto=polish(profile.motto.nodes) if profile.motto else (),
        photo=profile.photo.file.plain if profile.photo and profile.photo.file else "",
        caption=polish(profile.photo.caption.nodes) if profile.photo and profile.photo.caption else (),
        contacts=contacts(profile.contact, words),
        sections=sections,
        language=words.language,
        document_kind=document.kind,
        title=polish(title),
        widest_date=max((section.widest_date for section in sections), key=_width, default=()),
        widest_day=max((section.widest_date for section in sections if section.kind == "news"), key=_width, default=()),
        scripts=scripts(
            "".join(leaf.value.plain for leaf in leaves(profile) if isinstance(leaf.value, (Text, Verbatim, Person)))
        ),
    )


def own_names(profile: Profile) -> frozenset[str]:
    """Every form under which the person is an author: the full name, the native one, and the aliases."""
    native = (profile.name.native.plain,) if profile.name.native else ()
    return frozenset((profile.name.full, *native, *profile.name.aliases))


def _width(nodes: Nodes) -> int:
    return len(plain(nodes))


def _section(name: str, section: Section, citer: Citer) -> SectionView:
    used = frozenset(
        mark
        for group in section.all_groups
        for entry in group.entries
        if isinstance(entry, kinds.Publication)
        for person in entry.authors
        for mark in person.marks
    )
    legend = [
        (*styled("sup", text(mark)), Str("\u00a0"), *polish(meaning.nodes))
        for mark, meaning in section.marks.items()
        if used.intersection(mark)
    ]
    groups = _groups(section, citer)
    entries = [entry for group in groups for entry in group.entries]
    dated = [one for entry in entries for one in (entry, *entry.roles)]
    return SectionView(
        name=name,
        title=_title(section, citer.words),
        kind=section.kind,
        epigraph=polish(section.epigraph.nodes, paragraph=True) if section.epigraph else (),
        note=polish(section.note.nodes, paragraph=True) if section.note else (),
        legend=join("; ", legend),
        groups=groups,
        spot=section.spot,
        widest_date=max((one.dates for one in dated), key=_width, default=()),
    )


def _title(section: Section, words: Words) -> Nodes:
    if section.untitled:
        return ()
    return polish(section.title.nodes) if section.title else text(words.titles[section.kind])


def _groups(section: Section, citer: Citer) -> tuple[GroupView, ...]:
    made: list[GroupView] = []
    total = sum(len(group.entries) for group in section.all_groups)
    before = 0
    for group in section.all_groups:
        labels = _labels(section, group, before, total)
        before += len(group.entries)
        kind = group.kind or section.kind
        made.append(
            GroupView(
                title=polish(group.title.nodes) if group.title else (),
                kind=kind,
                entries=tuple(_entry(kind, entry, citer, section) for entry in group.entries),
                labels=labels,
                widest=max(labels, key=_width, default=()),
            )
        )
    return tuple(made)


def _labels(section: Section, group: Group, before: int, total: int) -> tuple[Nodes, ...]:
    number = group.number or section.number
    form = group.number_format or section.number_format or "{n}."
    count = len(group.entries)
    first, step = {"none": (0, 0), "up": (before + 1, 1), "down": (total - before, -1), "per-group": (1, 1)}[number]
    if not step:
        return ()
    return tuple(text(form.replace("{n}", str(first + step * at))) for at in range(count))


def _entry(kind: str, entry: kinds.Entry | kinds.Role, citer: Citer, section: Section) -> EntryView:
    fields = {
        name: _field(name, getattr(entry, name), citer)
        for name in type(entry).model_fields
        if name not in ("key", "tags", "private", "date", "start_date", "end_date", "roles")
    }
    if isinstance(entry, kinds.Publication):
        fields["reference"] = citer.cite(entry, section.style or "venue-first")
    dates = _dates(entry, citer) if isinstance(entry, kinds.Dated) else ()
    roles = entry.roles if isinstance(entry, kinds.Position) else ()
    return EntryView(kind, entry.spot, dates, tuple(_entry("role", role, citer, section) for role in roles), fields)


def _dates(entry: kinds.Dated, citer: Citer) -> Nodes:
    if entry.start_date and entry.end_date:
        return text(citer.words.range(entry.start_date, entry.end_date, citer.date_style))
    return text(citer.words.date(entry.date, citer.date_style)) if entry.date else ()


def _field(name: str, value: object, citer: Citer) -> object:
    if value is None or value == ():
        return ()
    if isinstance(value, Text):
        nodes = polish(value.nodes, paragraph=name in _PARAGRAPHS)
        return _termed(citer.words.terms[name], nodes) if name in _TERMED else nodes
    if isinstance(value, Email):
        return (Link(styled("url", value.nodes), value.target),)
    if isinstance(value, Verbatim):
        return value.nodes
    if isinstance(value, Url):
        return (Link(styled("url", text(value.shown)), value.target),)
    if isinstance(value, Person):
        nodes = styled("names", polish(value.nodes))
        return (Str(f"{citer.words.terms['by']} "), *nodes) if name == "host" else nodes
    assert isinstance(value, tuple), f"{name} has no view"
    return _several(name, value, citer)


def _several(name: str, values: tuple[object, ...], citer: Citer) -> object:
    first = values[0]
    if isinstance(first, Person):
        people = [styled("names", polish(person.nodes)) for person in values if isinstance(person, Person)]
        return _labelled(
            name,
            _listed(people, citer.words) if name not in _LABELLED else join(", ", people),
            len(people),
            citer.words,
        )
    if isinstance(first, kinds.Highlight):
        return tuple(_highlight(item) for item in values if isinstance(item, kinds.Highlight))
    if isinstance(first, kinds.NamedLink):
        return tuple(
            (Link(polish(item.label.nodes), item.url.target),) for item in values if isinstance(item, kinds.NamedLink)
        )
    paragraphs = name in _PARAGRAPHS
    return tuple(polish(item.nodes, paragraphs) for item in values if isinstance(item, (Text, Verbatim)))


def _labelled(name: str, people: Nodes, count: int, words: Words) -> Nodes:
    if name in _PREFIXED:
        return (Str(f"{words.terms[_PREFIXED[name]]} "), *people)
    if name not in _LABELLED:
        return people
    singular, plural = _LABELLED[name]
    return _termed(words.terms[singular if count == 1 else plural], people)


def _termed(term: str, nodes: Nodes) -> Nodes:
    return (*styled("label", text(f"{term}:")), Str(" "), *nodes)


def _listed(people: list[Nodes], words: Words) -> Nodes:
    """ "A", "A and B", "A, B, and C"."""
    last = f" {words.terms['and']} "
    if len(people) < 3:
        return join(last, people)
    return join(f",{last}", [join(", ", people[:-1]), people[-1]])


def _highlight(item: kinds.Highlight) -> HighlightView:
    return HighlightView(polish(item.text.nodes, paragraph=True), tuple(_highlight(inner) for inner in item.highlights))
