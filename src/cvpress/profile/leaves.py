"""Every leaf that a reader must find again on the page. In: a (tailored) `Profile`; out: leaves in profile order.

The walk is by type, not by a list of names: a field added to a kind is asked for in the PDF from the day it exists.
Keys, tags, aliases and the photo's file name are of other types, and so no leaves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cvpress.profile.base import Model
from cvpress.profile.blocks import Block
from cvpress.profile.dates import Date
from cvpress.profile.letter import Letter
from cvpress.profile.model import Profile
from cvpress.profile.section import Section
from cvpress.profile.values import Person, Text, Url, Verbatim

Value = Text | Verbatim | Url | Person | Date


@dataclass(frozen=True, slots=True)
class Leaf:
    """`path` is dotted, for messages and manifests (`education.thesis`: kind and field); `entry` counts entries.

    `holder` is the model that has the value as a field.
    """

    path: str
    value: Value
    entry: int
    section: Section | None
    holder: Model | None


def leaves(profile: Profile, letter: Letter | None = None) -> Iterator[Leaf]:
    """All leaves: header first, then those of the document's `letter`, then section by section, entry by entry.

    Documents and terms are no content.
    """
    entry = 0
    for name in ("name", "headline", "motto", "photo", "contact"):
        yield from _walk(getattr(profile, name), name, entry, None)
    if letter:
        for name in type(letter).model_fields:
            value = getattr(letter, name)
            for part in value if name == "body" else (value,):  # each paragraph has an entry's place of its own
                entry += 1
                yield from _walk(part, f"letter.{name}", entry, None, letter)
    for section in profile.sections.values():
        entry += 1
        for name in ("title", "epigraph", "note", "metrics", "marks", "people"):
            yield from _walk(getattr(section, name), f"section.{name}", entry, section)
        for group in section.all_groups:
            entry += 1
            yield from _walk(group.title, "group.title", entry, section)
            for item in group.entries:
                entry += 1
                yield from _walk(item, group.kind or section.kind, entry, section)


def _walk(value: object, path: str, entry: int, section: Section | None, holder: Model | None = None) -> Iterator[Leaf]:
    if isinstance(value, (Text, Verbatim, Url, Person, Date)):
        yield Leaf(path, value, entry, section, holder)
    elif isinstance(value, Block):
        yield from _walk(value.texts, path, entry, section, holder)
    elif isinstance(value, Model):
        for name in type(value).model_fields:
            if found := getattr(value, name):  # most fields of most entries say nothing
                yield from _walk(found, f"{path}.{name}", entry, section, value)
    elif isinstance(value, (tuple, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _walk(item, path, entry, section, holder)
