"""A lone date that says less than its neighbors. In: what a document prints; out: findings.

Not told of publications: their style decides how much of a date is printed. Nor where a section prints years only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from cvpress.errors import Problem
from cvpress.profile.dates import Date
from cvpress.profile.kinds import Dated, Entry, Position, Publication
from cvpress.profile.review.subject import Subject, finding, place

OTHERS = 3
"""How many others there must be, all alike, before the odd one out is worth a word."""
_NAMES = ("year", "month", "day")


def mixed(subject: Subject) -> Iterator[Problem]:
    """In one list, the only entry whose dates are years where those of all others have months, or months for days."""
    for section in subject.profile.sections.values():
        if section.date_style == "year":
            continue
        for group in section.all_groups:
            yield from _odd(group.entries)


def _odd(entries: Iterable[Entry]) -> Iterator[Problem]:
    dated = [one for entry in entries for one in _dated(entry)]
    known = [(one, values) for one in dated if (values := _calendar(one))]
    levels = Counter(_precision(values) for _, values in known)
    (least, count), *rest = sorted(levels.items()) or [(0, 0)]
    if count != 1 or len(rest) != 1 or rest[0][1] < OTHERS:
        return
    for one, values in known:
        if _precision(values) == least:
            value = min(values, key=_level)
            spot = value.spot or one.spot
            other = next(values[0] for _, values in known if _precision(values) != least)
            message = (
                f"{value.text} has a {_NAMES[least]} only, the {rest[0][1]} other dates of this list a "
                f"{_NAMES[rest[0][0]]} (as {place(other.spot, spot)}: {other.text})"
            )
            yield finding("mixed-precision", message, spot, f"add the {_NAMES[least + 1]}, if it is known")


def _dated(entry: Entry) -> tuple[Dated, ...]:
    if not isinstance(entry, Dated) or isinstance(entry, Publication):
        return ()
    return (entry, *entry.roles) if isinstance(entry, Position) else (entry,)


def _calendar(entry: Dated) -> tuple[Date, ...]:
    given = (entry.date, entry.start_date, entry.end_date)
    return tuple(value for value in given if value and value.year)


def _precision(values: tuple[Date, ...]) -> int:
    return min(map(_level, values))


def _level(value: Date) -> int:
    return 2 if value.day else 1 if value.month else 0
