"""Profile + words -> CvView: what a template prints, worded and polished, still without any format.

Here the document as a whole: header, sections, groups and their numbers. What an entry becomes is told in `entry.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from unicodedata import east_asian_width

from cvpress.errors import Spot
from cvpress.profile import styles
from cvpress.profile.arrange import is_forthcoming
from cvpress.profile.dates import Date
from cvpress.profile.leaves import Leaf, leaves
from cvpress.profile.markup import Nodes, plain, text
from cvpress.profile.model import Document, Name, Profile
from cvpress.profile.section import Group, Section
from cvpress.profile.values import Person, Text, Url
from cvpress.typeset.citation.shelf import Shelf
from cvpress.typeset.counts import legend, summary
from cvpress.typeset.entry import EntryView, HighlightView, entry_view
from cvpress.typeset.header import ContactView, contacts
from cvpress.typeset.letter import LetterView, letter_view
from cvpress.typeset.numbering import labels
from cvpress.typeset.owner import Owner
from cvpress.typeset.quotes import ENGLISH, Quotes
from cvpress.typeset.reference import Citer
from cvpress.typeset.tex import scripts
from cvpress.typeset.typography import polish
from cvpress.typeset.words import Words

__all__ = ["ContactView", "CvView", "EntryView", "GroupView", "HighlightView", "SectionView", "own_names", "view"]


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
    """`widest_date` is the longest date that stands beside an entry, not inside its text or behind its number.

    `number` counts the sections that have a head; a template prints it when it is asked to number them. `counts` is the
    line that sums publications up.
    """

    name: str
    title: Nodes
    kind: str
    epigraph: Nodes
    note: Nodes
    legend: Nodes
    groups: tuple[GroupView, ...]
    spot: Spot | None
    widest_date: Nodes
    number: Nodes = ()
    counts: Nodes = ()


@dataclass(frozen=True, slots=True)
class CvView:
    """All of one document. `title` heads a statement and names the PDF; `full_name` is for metadata."""

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
    scripts: tuple[str, ...]
    letter: LetterView | None = None
    quotes: Quotes = ENGLISH


# Their partials print the date inside the text.
_DATED_INSIDE = frozenset({"publication", "patent", "item"})


def view(profile: Profile, document: Document, words: Words, date_style: str, cache: Path | None = None) -> CvView:
    """The view of a tailored profile; `date_style` is the template's option, which a section may override.

    `cache` is a folder that keeps references formatted by CSL.
    """
    owner, shelf = Owner(own_names(profile), profile.name.identity), Shelf(cache)
    found = tuple(leaves(profile, document.letter))
    sections = tuple(
        _section(name, section, _marks(section, found), _citer(owner, section, words, date_style, shelf))
        for name, section in profile.sections.items()
    )
    shelf.save()
    sections = _numbered(sections)
    return CvView(
        name=_name(profile.name),
        full_name=profile.name.full,
        headline=_of(profile.headline),
        motto=_of(profile.motto),
        photo=profile.photo.file.plain if profile.photo and profile.photo.file else "",
        caption=_of(profile.photo.caption) if profile.photo else (),
        contacts=contacts(profile.contact, words),
        sections=sections,
        language=words.language,
        document_kind=document.sort,
        title=_of(document.title) or text(words.terms[document.sort]),
        widest_date=_widest(section.widest_date for section in sections),
        widest_day=_widest(section.widest_date for section in sections if section.kind == "news"),
        scripts=scripts("\n".join(_printed(profile, document, found, words))),
        letter=letter_view(document.letter, words) if document.letter else None,
        quotes=words.quotes,
    )


def _citer(owner: Owner, section: Section, words: Words, date_style: str, shelf: Shelf) -> Citer:
    return Citer(replace(owner, people=section.people), words, section.date_style or date_style, shelf)


def own_names(profile: Profile) -> frozenset[str]:
    """Every form under which the person is an author: the full name, the native one, and the aliases."""
    native = (profile.name.native.plain,) if profile.name.native else ()
    return frozenset((profile.name.full, *native, *profile.name.aliases))


def _of(value: Text | None, paragraph: bool = False) -> Nodes:
    return polish(value.nodes, paragraph) if value else ()


def _name(name: Name) -> dict[str, Nodes]:
    parts = {"given": name.given, "family": name.family, "suffix": name.suffix, "native": name.native}
    return {part: polish(value.nodes) if value else () for part, value in parts.items()}


def _printed(profile: Profile, document: Document, found: Iterable[Leaf], words: Words) -> Iterator[str]:
    """Every text that can come to the page, for its scripts."""
    for leaf in found:
        value = leaf.value
        yield value.text if isinstance(value, Date) else value.target if isinstance(value, Url) else value.plain
    yield from (*words.terms.values(), *words.titles.values(), *words.heads.values())
    if document.title:
        yield document.title.plain
    for section in profile.sections.values():
        yield section.number_format or ""
        yield from (group.number_format or "" for group in section.groups)


def _width(nodes: Nodes) -> int:
    """In characters; those of Chinese, Japanese and Korean are twice as wide."""
    return sum(1 + (east_asian_width(character) in "WF") for character in plain(nodes))


def _widest(several: Iterable[Nodes]) -> Nodes:
    return max(several, key=_width, default=())


def _marks(section: Section, found: Iterable[Leaf]) -> frozenset[str]:
    """The marks behind the names of the section."""
    people = (leaf.value for leaf in found if leaf.section is section and isinstance(leaf.value, Person))
    return frozenset(mark for person in people for mark in person.marks)


def _section(name: str, section: Section, marks: frozenset[str], citer: Citer) -> SectionView:
    groups = _groups(section, citer)
    beside = (group for group in groups if group.kind not in _DATED_INSIDE and not group.labels)
    return SectionView(
        name=name,
        title=_title(section, citer.words),
        kind=section.kind,
        epigraph=_of(section.epigraph, paragraph=True),
        note=_of(section.note, paragraph=True),
        counts=summary(section, citer),
        legend=legend(section, marks),
        groups=groups,
        spot=section.spot,
        widest_date=_widest(one.dates for group in beside for entry in group.entries for one in (entry, *entry.roles)),
    )


def _numbered(sections: Iterable[SectionView]) -> tuple[SectionView, ...]:
    numbers = count(1)
    return tuple(replace(one, number=text(str(next(numbers)))) if one.title else one for one in sections)


def _title(section: Section, words: Words) -> Nodes:
    return () if section.untitled else _of(section.title) or text(words.titles[section.kind])


def _groups(section: Section, citer: Citer) -> tuple[GroupView, ...]:
    made: list[GroupView] = []
    style = section.style or styles.DEFAULT
    for group, numbers in zip(section.all_groups, labels(section), strict=True):
        kind = group.kind or section.kind
        shown = tuple(map(text, numbers))
        made.append(
            GroupView(
                title=_of(group.title) or text(_head(section, group, citer.words)),
                kind=kind,
                entries=tuple(entry_view(kind, entry, citer, style) for entry in group.entries),
                labels=shown,
                widest=_widest(shown),
            )
        )
    return tuple(made)


def _head(section: Section, group: Group, words: Words) -> str:
    """The fixed words over a group that `group_by` made; a tag or a year is its title already."""
    if not section.group_by or section.entries:  # not tailored yet
        return ""
    if section.group_by == "type":
        return words.heads[group.type or "other"]
    if section.group_by == "year":
        return words.heads["forthcoming" if is_forthcoming(group.entries[0]) else "undated"]
    return words.heads["rest"] if len(section.groups) > 1 else ""
