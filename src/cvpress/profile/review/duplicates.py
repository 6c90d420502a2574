"""What stands twice. In: what a document prints; out: findings.

A paper has often appeared several times (a workshop and a conference, a report and a journal): two publications of one
title are one only when nothing that tells them apart does so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import combinations
from typing import TypeVar

from cvpress.errors import Problem
from cvpress.profile.base import Model
from cvpress.profile.dates import Date
from cvpress.profile.kinds import Entry, Publication
from cvpress.profile.review.subject import Subject, finding, folded, place
from cvpress.profile.values import Person, Text, Url, Verbatim

_TELL_APART = (
    "type", "venue", "venue_short", "label", "volume", "number", "pages", "institution", "report_number", "status",
    "arxiv", "edition",
)  # fmt: skip
_BESIDE = frozenset(["key", "tags", "private", "selected", "note", "links", "summary", "highlights"])
AnEntry = TypeVar("AnEntry", bound=Entry)
_DOI = re.compile(r"^(https?://(dx\.)?doi\.org/|doi:\s*)", re.IGNORECASE)


def duplicates(subject: Subject) -> Iterator[Problem]:
    """Entries of one section that say the same; publications of the whole document of one title, or one DOI."""
    papers = [entry for _, _, entry in subject.entries if isinstance(entry, Publication)]
    told: set[int] = set()
    for first, second in _alike(papers, lambda paper: folded(paper.title.plain)):
        if id(second) not in told and not _differ(first, second):
            told.add(id(second))
            yield _twice(second, first, f"the publication '{_short(second.title.plain)}'")
    for first, second in _alike(papers, _doi):
        if id(second) not in told:
            told.add(id(second))
            yield _twice(second, first, f"the publication with the DOI {_doi(second)}")
    for section in subject.profile.sections.values():
        others = [e for group in section.all_groups for e in group.entries if not isinstance(e, Publication)]
        for one, other in _alike(others, _said):
            if one.spot != other.spot and id(other) not in told:  # else one entry that two groups draw
                told.add(id(other))
                yield _twice(other, one, f"this {other.noun.partition(' ')[2]}")


def _twice(second: Entry, first: Entry, what: str) -> Problem:
    message = f"{what} stands in {place(first.spot, second.spot)} already"
    return finding("duplicate-entry", message, second.spot, "take one out, or say how they differ")


def _short(title: str) -> str:
    return title if len(title) <= 60 else f"{title[:59].rstrip()}…"


def _alike(entries: Sequence[AnEntry], key: Callable[[AnEntry], Hashable]) -> Iterator[tuple[AnEntry, AnEntry]]:
    """Each two that have the same key; entries without one are like no other."""
    shelves: dict[Hashable, list[AnEntry]] = {}
    for entry in entries:
        if found := key(entry):
            shelves.setdefault(found, []).append(entry)
    for shelf in shelves.values():
        yield from combinations(shelf, 2)


def _differ(first: Publication, second: Publication) -> bool:
    """Whether something tells the two apart; what only one of them says does so for the venue alone."""
    if bool(first.venue or first.venue_short or first.label) != bool(
        second.venue or second.venue_short or second.label
    ):
        return True
    if first.date and second.date and first.date != second.date and not _may_be(first.date, second.date):
        return True
    pairs = ((_words(getattr(first, name)), _words(getattr(second, name))) for name in _TELL_APART)
    return any(one and other and one != other for one, other in pairs)


def _may_be(one: Date, other: Date) -> bool:
    if not one.year or not other.year:
        return one.text == other.text
    first, second = one.bounds(), other.bounds()
    return first[0] <= second[1] and second[0] <= first[1]


def _doi(paper: Publication) -> str:
    return _DOI.sub("", paper.doi.plain.strip()).casefold() if paper.doi else ""


def _said(entry: Entry) -> tuple[tuple[str, str], ...]:
    """What an entry says of itself, without what stands beside it."""
    names = (name for name in type(entry).model_fields if name not in _BESIDE)
    return tuple((name, words) for name in names if (words := _words(getattr(entry, name))))


def _words(value: object) -> str:
    """All of a field's words, folded."""
    if isinstance(value, (Text, Verbatim, Person)):
        return folded(value.plain)
    if isinstance(value, Url):
        return value.target
    if isinstance(value, Date):
        return value.text
    if isinstance(value, tuple):
        return "|".join(map(_words, value))
    if isinstance(value, Model):
        return "|".join(_words(getattr(value, name)) for name in type(value).model_fields)
    return value if isinstance(value, str) else ""
