"""Dates as CVs have them: partial, open, or free text. In: a scalar; out: a `Date` that sorts and knows its precision.

`2020`, `2020-08`, `2020-08-31` (ISO 8601 calendar dates, reduced precision allowed), `present`, and, where a CV prints
something else, `{text: Spring 2019}`. Nothing else is read: `8/2020` could be August or the year of a volume.
"""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass, field

from cvpress.errors import Spot
from cvpress.profile.nodes import Mapping, Scalar

PRESENT = "present"
_ISO = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
_RANGE = re.compile(r"(.*\S)\s*(?:[\u2013\u2014]|--|(?<=\s)-(?=\s)|(?<=[0-9]{4})-(?=[0-9]{4}))\s*(\S.*)")
_SHORT = re.compile(r"([0-9]{4})-([0-9]{1,2})(?:-([0-9]{1,2}))?")
_NOW = frozenset(["now", "today", "current", "currently", "ongoing", "date", "to date", "till now", "until now"])


class DateError(ValueError):
    """The text is no date; the message says what to write."""


@dataclass(frozen=True, slots=True)
class Date:
    """A calendar date of year, month or day precision; or `present`; or a free text (then `year` is 0)."""

    year: int
    month: int | None
    day: int | None
    text: str
    spot: Spot | None = field(default=None, compare=False)

    @property
    def is_present(self) -> bool:
        return self.text == PRESENT and not self.year

    @property
    def is_free(self) -> bool:
        return not self.year and not self.is_present

    def bounds(self) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """First and last day it can mean, as (year, month, day); only for calendar dates."""
        month_last = self.month or 12
        day_last = self.day or calendar.monthrange(self.year, month_last)[1]
        return (self.year, self.month or 1, self.day or 1), (self.year, month_last, day_last)


def parse(value: object) -> Date:
    """One date from a scalar or from `{text: …}`. Raises DateError."""
    if isinstance(value, Mapping):
        return _free(value)
    if not isinstance(value, str):
        raise DateError("a date is one value, not a list")
    spot = value.spot if isinstance(value, Scalar) else None
    if value == PRESENT:
        return Date(0, None, None, PRESENT, spot)
    if not (found := _ISO.fullmatch(value)):
        raise DateError(_no_date(value))
    year, month, day = (int(part) if part else None for part in found.groups())
    assert year is not None
    if not 1000 <= year <= 2999:
        raise DateError(f"the year {year:04d} is out of range; write 1000 to 2999")
    if month is not None and not 1 <= month <= 12:
        raise DateError(f"there is no month {month:02d} in '{value}'; months are 01 to 12")
    if month is not None and day is not None and not 1 <= day <= (last := calendar.monthrange(year, month)[1]):
        raise DateError(f"there is no day {day:02d} in {year}-{month:02d}; its last is {last}")
    return Date(year, month, day, str(value), spot)


def _free(value: Mapping) -> Date:
    words = value.get("text")
    if list(value) != ["text"] or not isinstance(words, Scalar) or not words.strip():
        raise DateError("a date in free words is written {text: …}, with one text and nothing else in it")
    if words.strip() == PRESENT:
        raise DateError("write present instead of {text: present}; terms.present says how it is printed")
    return Date(0, None, None, " ".join(words.split()), words.spot)


def _no_date(value: str) -> str:
    bare = " ".join(value.split())
    if not bare:
        return "the date is empty; write it or delete the key"
    if bare.casefold() == PRESENT or bare.casefold() in _NOW:
        return f"'{bare}' is not a date; write present"
    if found := _SHORT.fullmatch(bare):
        padded = "-".join(part.zfill(2) for part in found.groups() if part)
        return f"'{bare}' is not a date; write {padded}"
    if found := _RANGE.fullmatch(bare):
        return f"'{bare}' is a range; write it as start_date ({found[1]}) and end_date ({found[2]})"
    free = f'"{bare}"' if re.search(r"[,:#{}\[\]]", bare) else bare
    return f"'{bare}' is not a date; write 2020, 2020-08, 2020-08-31, present, or {{text: {free}}} to print it as it is"


def reversed_range(start: Date, end: Date) -> bool:
    """Whether `end` lies before `start` for certain; partial dates get the benefit of the doubt."""
    if not start.year or not end.year:
        return False
    return end.bounds()[1] < start.bounds()[0]
