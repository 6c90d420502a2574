"""The entries of a section, chosen, put into groups and in order. In: a `Section`; out: one that prints that.

Nothing is added. What a section's hand-made groups do not draw is told by `unplaced`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import get_args

from cvpress.profile import markup
from cvpress.profile.dates import Date
from cvpress.profile.kinds import Dated, Entry, Publication
from cvpress.profile.lists import Select
from cvpress.profile.matching import fold
from cvpress.profile.names import split
from cvpress.profile.section import Group, Section
from cvpress.profile.values import Text
from cvpress.profile.works import PublicationType

Entries = tuple[Entry, ...]
TYPES: tuple[str, ...] = get_args(PublicationType)


def mapped(section: Section, change: Callable[[Entries], Entries]) -> Section:
    """`section` with each of its lists of entries changed."""
    groups = tuple(group.model_copy(update={"entries": change(group.entries)}) for group in section.groups)
    return section.model_copy(update={"entries": change(section.entries), "groups": groups})


def typed(section: Section) -> Section:
    """Every publication with the type of its group, where it says none."""
    if not any(group.type for group in section.groups):
        return section
    groups = tuple(
        group.model_copy(update={"entries": tuple(_with_type(entry, group.type) for entry in group.entries)})
        for group in section.groups
    )
    return section.model_copy(update={"groups": groups})


def _with_type(entry: Entry, own: PublicationType | None) -> Entry:
    if not isinstance(entry, Publication) or entry.type or not own:
        return entry
    return entry.model_copy(update={"type": own})


def selected(section: Section, select: Select) -> Section:
    """What of all lists of `section` is meant."""
    meant = [entry for group in section.all_groups for entry in group.entries if _is_meant(entry, select)]
    kept = frozenset(map(id, _newest(meant, select.last)))
    return mapped(section, lambda entries: tuple(entry for entry in entries if id(entry) in kept))


def _is_meant(entry: Entry, select: Select) -> bool:
    if entry.key is not None and entry.key in select.keys:
        return True
    conditions = []
    if select.tags:
        conditions.append(not frozenset(select.tags).isdisjoint(entry.tags))
    if select.types:
        conditions.append(isinstance(entry, Publication) and (entry.type or "other") in select.types)
    if select.years:
        first, last = _span(entry)
        conditions.append(first <= select.years.last and select.years.first <= last)
    if select.selected:
        conditions.append(isinstance(entry, Publication) and entry.selected)
    return all(conditions) if conditions else not select.keys


def _span(entry: Entry) -> tuple[int, int]:
    """The first and last year of `entry`; what is to come out is later than all, and what has no year meets none."""
    if is_forthcoming(entry):
        return (9999, 9999)
    if not isinstance(entry, Dated):
        return (10000, 0)
    first, last = entry.date or entry.start_date, entry.date or entry.end_date
    years = [date.year or 9999 for date in (first, last) if date and (date.year or date.is_present)]
    return (min(years), max(years)) if years else (10000, 0)


def _newest(entries: Sequence[Entry], most: int | None) -> Sequence[Entry]:
    return entries if most is None else sorted(entries, key=_backwards)[:most]


# -- order -------------------------------------------------------------------------------------------------------------


def _moment(entry: Entry) -> tuple[int, int, int] | None:
    """When it was, or ended; what goes on is later than all else. A year is earlier than a month of it."""
    date = (entry.date or entry.end_date) if isinstance(entry, Dated) else None
    if date is None or date.is_free:
        return None
    return (9999, 0, 0) if date.is_present else (date.year, date.month or 0, date.day or 0)


def is_forthcoming(entry: Entry) -> bool:
    """Whether it has a status in place of a date: in press, under review."""
    return _moment(entry) is None and getattr(entry, "status", None) is not None


def _forwards(entry: Entry) -> tuple[int, int, int, int]:
    """Dated entries, then what is still to come out, then those without a date."""
    moment = _moment(entry)
    return (0, *moment) if moment else (1 if is_forthcoming(entry) else 2, 0, 0, 0)


def _backwards(entry: Entry) -> tuple[int, int, int, int]:
    """What is still to come out, then dated entries, then those without a date."""
    moment = _moment(entry)
    if moment:
        return (1, -moment[0], -moment[1], -moment[2])
    return (0 if is_forthcoming(entry) else 2, 0, 0, 0)


def _by_author(entry: Entry) -> tuple[object, ...]:
    makers = (entry.authors or entry.editors) if isinstance(entry, Publication) else ()
    names = [split(person) for person in makers]
    return (*((fold(name.family), fold(name.given)) for name in names),)


def _by_venue(entry: Entry) -> tuple[bool, str]:
    venue = (entry.venue or entry.venue_short or entry.label) if isinstance(entry, Publication) else None
    return (venue is None, fold(venue.plain) if venue else "")


def ordered(entries: Iterable[Entry], order: str) -> Entries:
    """In one of the orders of a section; of equals the newest first, and what is equal in all stays as it was."""
    if order == "file":
        return tuple(entries)
    if order == "oldest":
        return tuple(sorted(entries, key=_forwards))
    newest = sorted(entries, key=_backwards)
    if order == "author":
        return tuple(sorted(newest, key=_by_author))
    return tuple(sorted(newest, key=_by_venue)) if order == "venue" else tuple(newest)


# -- groups ------------------------------------------------------------------------------------------------------------


def arranged(section: Section) -> Section:
    """The groups of `section`, made or drawn, each in its order."""
    if section.group_by and section.entries:
        section = section.model_copy(update={"entries": (), "groups": tuple(_made(section))})
    elif any(group.select for group in section.groups):
        drawn, _ = _drawn(section)
        groups = tuple(
            group.model_copy(update={"entries": (*group.entries, *own)})
            for group, own in zip(section.groups, drawn, strict=True)
        )
        section = typed(section.model_copy(update={"entries": (), "groups": groups}))
    return section if section.sort == "file" else mapped(section, lambda entries: ordered(entries, section.sort))


def unplaced(section: Section) -> Entries:
    """Entries that none of the groups of `section` draws, where groups draw."""
    return _drawn(section)[1] if any(group.select for group in section.groups) else ()


def _drawn(section: Section) -> tuple[list[Entries], Entries]:
    """What each group draws, and what is left: the first that means an entry has it; the rest is taken at the end."""
    left: Entries = section.entries
    drawn: list[Entries] = [() for _ in section.groups]
    for rest in (False, True):
        for at, group in enumerate(section.groups):
            if group.select and group.select.rest == rest:
                meant = [entry for entry in left if rest or _is_meant(entry, group.select)]
                kept = frozenset(map(id, _newest(meant, group.select.last)))
                drawn[at] = tuple(entry for entry in left if id(entry) in kept)
                left = tuple(entry for entry in left if id(entry) not in kept)
    return drawn, left


def _made(section: Section) -> Iterator[Group]:
    """The groups that `group_by` makes. Heads that are fixed words come from the language, when it is printed."""
    found: dict[object, list[Entry]] = {}
    for entry in section.entries:
        found.setdefault(_key(section, entry), []).append(entry)
    keys = list(found)
    if section.group_by == "type":
        keys.sort(key=lambda key: TYPES.index(str(key)))
    elif section.group_by == "year":
        keys.sort(key=lambda key: _year_rank(key, section.sort == "oldest"))
    else:
        keys.sort(key=lambda key: key == "")
    for key in keys:
        entries = tuple(found[key])
        update: dict[str, object] = {"entries": entries, "title": _head(section, key, entries[0])}
        if section.group_by == "type" and key != "other":  # where papers without a type are too
            update["type"] = key
        yield Group.model_construct(**update)  # type: ignore[arg-type]  # by name, as a model does


def _key(section: Section, entry: Entry) -> object:
    if section.group_by == "type":
        return (entry.type if isinstance(entry, Publication) else None) or "other"
    if section.group_by == "tag":
        return entry.tags[0] if entry.tags else ""
    date = _dating(entry)
    return date.year if date else ("forthcoming" if is_forthcoming(entry) else "")


def _dating(entry: Entry) -> Date | None:
    """The date whose year heads it: of a range that goes on, when it began."""
    dates = (entry.date, entry.end_date, entry.start_date) if isinstance(entry, Dated) else ()
    return next((date for date in dates if date and date.year), None)


def _year_rank(key: object, rising: bool) -> tuple[int, int]:
    if isinstance(key, int):
        return (1, key if rising else -key)
    return (0 if key and not rising else 2 if key else 3, 0)


def _head(section: Section, key: object, first: Entry) -> Text | None:
    """The person's own word, a tag or a year, as the head of a group."""
    if section.group_by == "type" or key in ("", "forthcoming"):
        return None
    date = _dating(first) if section.group_by == "year" else None
    return Text(str(key), markup.text(str(key)), date.spot if date else first.spot)
