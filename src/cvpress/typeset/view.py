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
from cvpress.profile.dates import Date
from cvpress.profile.leaves import Leaf, leaves
from cvpress.profile.markup import Nodes, Str, plain, styled, text
from cvpress.profile.model import Document, Name, Profile
from cvpress.profile.section import Group, Section
from cvpress.profile.values import Person, Text, Url
from cvpress.typeset.citation.shelf import Shelf
from cvpress.typeset.entry import EntryView, HighlightView, entry_view
from cvpress.typeset.header import ContactView, contacts
from cvpress.typeset.letter import LetterView, letter_view
from cvpress.typeset.owner import Owner
from cvpress.typeset.reference import Citer
from cvpress.typeset.tex import scripts
from cvpress.typeset.typography import join, polish
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

    `number` counts the sections that have a head; a template prints it when it is asked to number them.
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
    scripts: frozenset[str]
    letter: LetterView | None = None


# Their partials print the date inside the text.
_DATED_INSIDE = frozenset({"publication", "patent", "item"})


def view(profile: Profile, document: Document, words: Words, date_style: str, cache: Path | None = None) -> CvView:
    """The view of a tailored profile; `date_style` is the template's option, which a section may override.

    `cache` is a folder that keeps references formatted by CSL.
    """
    owner, shelf = Owner(own_names(profile)), Shelf(cache)
    found = tuple(leaves(profile, document.letter))
    sections = tuple(
        _section(name, section, _marks(section, found), Citer(owner, words, section.date_style or date_style, shelf))
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
    )


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
    yield from (*words.terms.values(), *words.titles.values())
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
    legend = [
        (*styled("sup", text(mark)), Str("\u00a0"), *polish(meaning.nodes))
        for mark, meaning in section.marks.items()
        if marks.intersection(mark)
    ]
    groups = _groups(section, citer)
    beside = (group for group in groups if group.kind not in _DATED_INSIDE and not group.labels)
    return SectionView(
        name=name,
        title=_title(section, citer.words),
        kind=section.kind,
        epigraph=_of(section.epigraph, paragraph=True),
        note=_of(section.note, paragraph=True),
        legend=join("; ", legend),
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
    total = sum(len(group.entries) for group in section.all_groups if _counts_on(section, group))
    before = 0
    for group in section.all_groups:
        kind = group.kind or section.kind
        style = section.style or styles.DEFAULT
        labels = _labels(section, group, before, total)
        before += len(group.entries) if _counts_on(section, group) else 0
        made.append(
            GroupView(
                title=_of(group.title),
                kind=kind,
                entries=tuple(entry_view(kind, entry, citer, style) for entry in group.entries),
                labels=labels,
                widest=_widest(labels),
            )
        )
    return tuple(made)


def _counts_on(section: Section, group: Group) -> bool:
    """Whether the numbers of `group` go on from the group before."""
    return (group.number or section.number) in ("up", "down")


def _labels(section: Section, group: Group, before: int, total: int) -> tuple[Nodes, ...]:
    """The numbers of a group as printed; of the section's `total`, `before` were counted before."""
    form = group.number_format or section.number_format or "{n}."
    numbers = {
        "none": (),
        "up": range(before + 1, total + 1),
        "down": range(total - before, 0, -1),
        "per-group": range(1, len(group.entries) + 1),
    }[group.number or section.number]
    return tuple(text(form.replace("{n}", str(number))) for number, _ in zip(numbers, group.entries, strict=False))
