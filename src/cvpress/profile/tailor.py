"""Profile + Document -> the Profile that this document prints: select, order, cap, one language; never invents.

What a section selects for itself comes first, then what the document selects of it (`arrange.py`). Below an entry, a
list of roles or highlights in which some carry a tag that the document wants keeps only those; a list in which none
does is kept whole. What is private stays out unless the document asks for it, roles too; so does the legend of a mark
that no kept author carries. Authors are marked and their lists cut short in `abridge.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from cvpress.errors import Problem, Severity
from cvpress.profile.abridge import abridged
from cvpress.profile.arrange import Entries, arranged, mapped, selected, typed, unplaced
from cvpress.profile.kinds import Entry, Highlight, Position, Publication, Role
from cvpress.profile.model import Document, Profile, Selection
from cvpress.profile.section import Group, Section
from cvpress.profile.translate import translated, untranslated

Nested = TypeVar("Nested", Entry, Role, Highlight)


def tailor(profile: Profile, document: Document) -> Profile:
    """The profile with the sections of `document`, in its order and language: all by default, in a letter none."""
    made = translated(_selected(profile, document), document.language)
    if not profile.name.elsewhere:
        return made
    aliases = (*profile.name.aliases, *profile.name.elsewhere)  # a paper may list the name in any language
    return made.model_copy(update={"name": made.name.model_copy(update={"aliases": aliases})})


def missing_translations(profile: Profile, document: Document) -> tuple[Problem, ...]:
    """What `document` prints in another language than its own, each at its place and once."""
    selected = _selected(profile, document)
    parts = (*(getattr(selected, name) for name in _PRINTED), document.title, document.letter)
    return tuple(dict.fromkeys(problem for part in parts for problem in untranslated(part, document.language)))


def left_over(profile: Profile, document: Document) -> tuple[Problem, ...]:
    """Entries that no group of their section draws, so that `document` does not print them."""
    return tuple(
        problem for name, section, _ in _chosen(profile, document) for problem in _unplaced(name, unplaced(section))
    )


_TOLD_ALONE = 10


def _unplaced(name: str, entries: Entries) -> Iterator[Problem]:
    """Each of the first, and how many more there are: of a whole bibliography nobody reads a line an entry."""
    advice = "widen a 'select' of a group, or add a group with 'select: {rest: true}'"
    for at, entry in enumerate(entries[: _TOLD_ALONE + 1]):
        message = f"no group of '{name}' selects this entry, so it is not printed"
        if at == _TOLD_ALONE:
            message = f"no group of '{name}' selects {len(entries) - at} more entries, of which this is the first"
        yield Problem(message, entry.spot, advice, "unplaced", Severity.WARNING)


def empty_sections(profile: Profile, document: Document) -> tuple[Problem, ...]:
    """What `document` asks for and the profile has no entry of. What a selection or privacy left empty is meant so."""
    every = () if document.letter else profile.sections
    told: list[Problem] = []
    for name in dict.fromkeys(chosen.section for chosen in document.sections) or every:
        section = profile.sections[name]
        groups = section.groups if section.entries or any(group.entries for group in section.groups) else ()
        if not groups and not section.entries:
            told.append(_empty(f"the section '{name}'", section))
        told += (_empty("this group", group) for group in groups if not group.entries and not group.select)
    return tuple(told)


def _empty(what: str, part: Section | Group) -> Problem:
    message, advice = f"{what} has no entries, so it is not printed", "write one, or delete it"
    return Problem(message, part.spot, advice, "empty-section", Severity.INFO)


_PRINTED = ("name", "headline", "motto", "photo", "contact", "terms", "sections")


def _selected(profile: Profile, document: Document) -> Profile:
    sections: dict[str, Section] = {}
    for name, chosen, selection in _chosen(profile, document):
        section = abridged(_listed(chosen, selection), profile.name.identity, profile.people)
        if section.entries or section.groups:
            sections[name] = _with_legend(section)
    return profile.model_copy(update={"sections": sections})


def _chosen(profile: Profile, document: Document) -> Iterator[tuple[str, Section, Selection]]:
    """The sections of `document` by name, each with the entries that it selects, and its selection."""
    every = () if document.letter else profile.sections
    for selection in document.sections or tuple(Selection.model_construct(section=name) for name in every):
        section = typed(profile.sections[selection.section])
        if not document.private:
            section = mapped(section, _all_public)
        if section.select:
            section = selected(section, section.select)
        yield selection.section, selected(section, selection), selection


def _listed(section: Section, selection: Selection) -> Section:
    """The section as the document prints it: arranged, capped, with its title, without empty groups."""
    wanted = frozenset(selection.tags)

    def capped(entries: Entries) -> Entries:
        return tuple(_below(entry, wanted) for entry in entries[: selection.limit])

    made = mapped(arranged(section), capped)
    return made.model_copy(
        update={
            "title": selection.title or section.title,
            "untitled": section.untitled and not selection.title,
            "groups": tuple(group for group in made.groups if group.entries),
        }
    )


def _with_legend(section: Section) -> Section:
    used = _marks(section)
    return section.model_copy(update={"marks": {mark: text for mark, text in section.marks.items() if mark in used}})


def _marks(section: Section) -> frozenset[str]:
    papers = (entry for group in section.all_groups for entry in group.entries if isinstance(entry, Publication))
    return frozenset(mark for paper in papers for author in paper.authors for mark in author.marks)


def _all_public(entries: Entries) -> Entries:
    return tuple(_public(entry) for entry in entries if not entry.private)


def _public(entry: Entry) -> Entry:
    """`entry` without its private roles."""
    if not isinstance(entry, Position) or not any(role.private for role in entry.roles):
        return entry
    return entry.model_copy(update={"roles": tuple(role for role in entry.roles if not role.private)})


def _below(item: Nested, wanted: frozenset[str]) -> Nested:
    """`item` with its own lists of roles and highlights narrowed to the wanted tags."""
    if not wanted:
        return item
    update: dict[str, object] = {}
    if isinstance(item, Position):
        update["roles"] = tuple(_below(role, wanted) for role in _narrowed(item.roles, wanted))
    highlights: tuple[Highlight, ...] = getattr(item, "highlights", ())
    if highlights:
        update["highlights"] = tuple(_below(one, wanted) for one in _narrowed(highlights, wanted))
    return item.model_copy(update=update) if update else item


Tagged = TypeVar("Tagged", Role, Highlight)


def _narrowed(items: tuple[Tagged, ...], wanted: frozenset[str]) -> tuple[Tagged, ...]:
    return tuple(one for one in items if wanted.intersection(one.tags)) or items
