"""The authors of each publication of a section: how many are named, and who is marked. In: a `Section`; out: one.

A list that is cut short ends in `Others`, who carry the number of those who are not named: the check tells it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from cvpress.profile.arrange import Entries, mapped
from cvpress.profile.kinds import Entry, Publication
from cvpress.profile.lists import People
from cvpress.profile.matching import Identity, identity
from cvpress.profile.section import Section
from cvpress.profile.values import NameParts, Others, Person

Authors = tuple[Person, ...]
ET_AL, GAP = "et al.", "\u2026"


def abridged(section: Section, owner: Identity, people: tuple[People, ...]) -> Section:
    """`section` with at most `et_al` authors named, `people` marked; only people who are found stay in it."""
    everybody = tuple(dict.fromkeys((*people, *section.people)))
    if section.et_al is None and not everybody:
        return section

    def entries(given: Entries) -> Entries:
        return tuple(_entry(entry, owner, section.et_al, everybody) for entry in given)

    made = mapped(section, entries)
    shown = [entry.authors for group in made.all_groups for entry in group.entries if isinstance(entry, Publication)]
    found = tuple(one for one in everybody if any(members(one, authors) for authors in shown))
    return made.model_copy(update={"people": found})


def members(people: People, authors: Authors) -> frozenset[int]:
    """The places among `authors` of these people."""
    found = (one.among(authors) for one in _identities(people.names))
    return frozenset(at for at in found if at is not None)


@lru_cache(maxsize=64)
def _identities(names: tuple[str, ...]) -> tuple[Identity, ...]:
    return tuple(identity(None, [name]) for name in names)


def _entry(entry: Entry, owner: Identity, most: int | None, people: tuple[People, ...]) -> Entry:
    if not isinstance(entry, Publication):
        return entry
    authors = _marked(entry.authors, people)
    if most is not None:
        authors = shortened(authors, most, owner)
    return entry if authors is entry.authors else entry.model_copy(update={"authors": authors})


def _marked(authors: Authors, people: tuple[People, ...]) -> Authors:
    made = list(authors)
    for one in people:
        mark = one.mark or ""
        for at in members(one, authors) if mark else ():
            if mark not in made[at].marks:
                made[at] = replace(made[at], marks=made[at].marks + mark)
    return authors if made == list(authors) else tuple(made)


def shortened(authors: Authors, most: int, owner: Identity) -> Authors:
    """At most `most` of the authors, the owner among them; then the others."""
    named = [author for author in authors if author.plain != GAP and not author.is_others]
    if len(named) <= most:
        return authors
    at = owner.among(named)
    ends = not authors[-1].is_others  # it does not name all of them in the first place
    if at is None or at < most:
        return (*named[:most], _others(ET_AL, len(named) - most, authors))
    between, after = at - (most - 1), len(named) - at - 1
    tail = (_others(ET_AL, after, authors),) if after or not ends else ()
    return (*named[: most - 1], _others(GAP, between, authors), named[at], *tail)


def _others(words: str, count: int, authors: Authors) -> Others:
    return Others(words, spot=authors[0].spot, parts=NameParts("", "", words), count=count)
