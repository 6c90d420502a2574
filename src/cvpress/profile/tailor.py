"""Profile + Document -> the Profile that this document prints: select, order, cap; never invents.

Of a section chosen by tags or keys only the entries that carry one of them stay. Below a kept entry, a list of roles or
highlights in which some carry a wanted tag keeps only those; a list in which none does is kept whole.
"""

from __future__ import annotations

from typing import TypeVar

from cvpress.profile.kinds import Entry, Highlight, Role
from cvpress.profile.model import Document, Profile, Selection
from cvpress.profile.section import Section

Nested = TypeVar("Nested", Entry, Role, Highlight)


def tailor(profile: Profile, document: Document) -> Profile:
    """The profile with the sections of `document`, in its order; without `sections`, all of them."""
    chosen = document.sections or tuple(Selection.model_construct(section=name) for name in profile.sections)
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
    return section.model_copy(
        update={
            "title": selection.title or section.title,
            "entries": _entries(section.entries, selection, private),
            "groups": tuple(group for group in groups if group.entries),
        }
    )


def _entries(entries: tuple[Entry, ...], selection: Selection, private: bool) -> tuple[Entry, ...]:
    wanted = frozenset(selection.tags)
    kept = [entry for entry in entries if private or not entry.private]
    if selection.tags or selection.keys:
        kept = [entry for entry in kept if wanted.intersection(entry.tags) or entry.key in selection.keys]
    return tuple(_below(entry, wanted) for entry in kept[: selection.limit])


def _below(item: Nested, wanted: frozenset[str]) -> Nested:
    """`item` with its own lists of roles and highlights narrowed to the wanted tags."""
    if not wanted:
        return item
    update: dict[str, object] = {}
    for name in ("roles", "highlights"):
        inner: tuple[Role | Highlight, ...] = getattr(item, name, ())
        if inner:
            chosen = tuple(one for one in inner if wanted.intersection(one.tags)) or inner
            update[name] = tuple(_below(one, wanted) for one in chosen)
    return item.model_copy(update=update) if update else item
