"""Profile + Document -> the Profile that this document prints: select, order, cap, one language; never invents.

Of a section chosen by tags or keys only the entries that carry one of them stay. Below a kept entry, a list of roles or
highlights in which some carry a wanted tag keeps only those; a list in which none does is kept whole. What is private
stays out unless the document asks for it, roles too; so does the legend of a mark that no kept author carries.
"""

from __future__ import annotations

from typing import TypeVar

from cvpress.errors import Problem, Severity
from cvpress.profile.kinds import Entry, Highlight, Position, Publication, Role
from cvpress.profile.model import Document, Profile, Selection
from cvpress.profile.section import Group, Section
from cvpress.profile.translate import translated, untranslated

Nested = TypeVar("Nested", Entry, Role, Highlight)


def tailor(profile: Profile, document: Document) -> Profile:
    """The profile with the sections of `document`, in its order and language: all by default, in a letter none."""
    return translated(_selected(profile, document), document.language)


def missing_translations(profile: Profile, document: Document) -> tuple[Problem, ...]:
    """What `document` prints in another language than its own, each at its place and once."""
    selected = _selected(profile, document)
    parts = (*(getattr(selected, name) for name in _PRINTED), document.title, document.letter)
    return tuple(dict.fromkeys(problem for part in parts for problem in untranslated(part, document.language)))


def empty_sections(profile: Profile, document: Document) -> tuple[Problem, ...]:
    """What `document` asks for and the profile has no entry of. What a selection or privacy left empty is meant so."""
    every = () if document.letter else profile.sections
    told: list[Problem] = []
    for name in dict.fromkeys(chosen.section for chosen in document.sections) or every:
        section = profile.sections[name]
        groups = section.groups if section.entries or any(group.entries for group in section.groups) else ()
        if not groups and not section.entries:
            told.append(_empty(f"the section '{name}'", section))
        told += (_empty("this group", group) for group in groups if not group.entries)
    return tuple(told)


def _empty(what: str, part: Section | Group) -> Problem:
    message, advice = f"{what} has no entries, so it is not printed", "write one, or delete it"
    return Problem(message, part.spot, advice, "empty-section", Severity.INFO)


_PRINTED = ("name", "headline", "motto", "photo", "contact", "terms", "sections")


def _selected(profile: Profile, document: Document) -> Profile:
    every = () if document.letter else profile.sections
    chosen = document.sections or tuple(Selection.model_construct(section=name) for name in every)
    sections: dict[str, Section] = {}
    for selection in chosen:
        section = _section(profile.sections[selection.section], selection, document.private)
        if section.entries or any(group.entries for group in section.groups):
            sections[selection.section] = section
    return profile.model_copy(update={"sections": sections})


def _section(section: Section, selection: Selection, private: bool) -> Section:
    groups = tuple(
        group.model_copy(update={"entries": _entries(group.entries, selection, private)}) for group in section.groups
    )
    made = section.model_copy(
        update={
            "title": selection.title or section.title,
            "untitled": section.untitled and not selection.title,
            "entries": _entries(section.entries, selection, private),
            "groups": tuple(group for group in groups if group.entries),
        }
    )
    used = _marks(made)
    return made.model_copy(update={"marks": {mark: text for mark, text in made.marks.items() if mark in used}})


def _marks(section: Section) -> frozenset[str]:
    papers = (entry for group in section.all_groups for entry in group.entries if isinstance(entry, Publication))
    return frozenset(mark for paper in papers for author in paper.authors for mark in author.marks)


def _entries(entries: tuple[Entry, ...], selection: Selection, private: bool) -> tuple[Entry, ...]:
    wanted = frozenset(selection.tags)
    kept = [entry if private else _public(entry) for entry in entries if private or not entry.private]
    if selection.tags or selection.keys:
        kept = [entry for entry in kept if wanted.intersection(entry.tags) or entry.key in selection.keys]
    return tuple(_below(entry, wanted) for entry in kept[: selection.limit])


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
