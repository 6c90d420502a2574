"""Dates that can't all be right. In: what a document prints, and the day; out: findings.

Partial dates get the benefit of the doubt throughout: "2016" may be its first day or its last. `present` is the day.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import combinations

from cvpress.errors import Problem, Spot
from cvpress.profile.dates import Date
from cvpress.profile.kinds import (
    Award,
    Certificate,
    Dated,
    Education,
    Entry,
    Membership,
    News,
    Patent,
    Position,
    Press,
    Publication,
    Role,
    Supervision,
)
from cvpress.profile.model import Profile
from cvpress.profile.review.subject import Subject, finding, folded, place

FAR = 10
"""Years ahead from which on every date is told: 2062 for 2026."""
SHARED = {Position: 31, Education: 183}
"""Days by which two of a kind may overlap without a word: a month of handing over, the months before a defense."""
GAP = 183
"""Days without position or education that are a gap."""

_BEGIN = (Position, Role, Education, Membership, Supervision)
_DONE = (Award, Certificate, News, Press)
_NAMES = ("date", "start_date", "end_date")
_TOGETHER = ("exchange", "visit", "abroad", "joint", "dual", "double", "minor", "certificate", "summer")


@dataclass(frozen=True, slots=True)
class Period:
    """A range of dates: each end with the first and the last day that it can mean."""

    start: tuple[date, date]
    end: tuple[date, date]

    def shared(self, other: Period) -> int:
        """Days that both have in common for certain; negative when they are apart."""
        return (min(self.end[0], other.end[0]) - max(self.start[1], other.start[1])).days


@dataclass(frozen=True, slots=True)
class Stay:
    """A time at a place: `where` and `what` decide which two are compared, `name` is what messages say."""

    entry: Dated
    period: Period
    where: str
    what: str
    name: str


def future(subject: Subject) -> Iterator[Problem]:
    """What is said to have happened, or begun, after today; and any date that is far ahead."""
    for _, _, entry in subject.entries:
        for dated in _with_roles(entry):
            for name in _NAMES:
                value: Date | None = getattr(dated, name)
                if value and value.year and (told := _ahead(dated, name, value, subject.today)):
                    advice = "check the year; what is announced may stay"
                    yield finding("future-date", told, value.spot or dated.spot, advice)


def _ahead(entry: Dated, name: str, value: Date, today: date) -> str:
    first = date(*value.bounds()[0])
    if first <= today:
        return ""
    if first.year > today.year + FAR:
        return f"{value.text} is more than {FAR} years ahead"
    if name == "start_date" and isinstance(entry, _BEGIN):
        return f"{entry.noun} that begins in the future: {value.text}"
    if name == "date" and isinstance(entry, _DONE):
        return f"{entry.noun} of the future: {value.text}"
    if name == "date" and isinstance(entry, (Publication, Patent)) and entry.status is None:
        return f"{entry.noun} of the future without a 'status': {value.text}"
    return ""


def steady_until(profile: Profile, today: date) -> date:
    """The first day after `today` on which these rules may find something else in `profile`.

    They compare the day with a date, with a date some days before or after, and the year with one.
    """
    entries = (one for section in profile.sections.values() for group in section.all_groups for one in group.entries)
    given = (getattr(dated, name) for entry in entries for dated in _with_roles(entry) for name in _NAMES)
    bounds = {date(*bound) for value in given if value and value.year for bound in value.bounds()}
    steps = {days * sign + later for days in (0, *SHARED.values(), GAP) for sign in (-1, 1) for later in (0, 1)}
    turns = (bound + timedelta(step) for bound in bounds for step in steps)
    return min((date(today.year + 1, 1, 1), *(turn for turn in turns if turn > today)))


def overlapping(subject: Subject) -> Iterator[Problem]:
    """One position told twice at once by one employer, and two degrees at once at different institutions."""
    positions, degrees = _stays(subject)
    for one, other in combinations(positions, 2):
        days = one.period.shared(other.period)
        if days > SHARED[Position] and (one.where, one.what) == (other.where, other.what):
            yield _overlap(one, other)
    for one, other in combinations(degrees, 2):
        days = one.period.shared(other.period)
        if days > SHARED[Education] and one.where != other.where and not (_shared(one) or _shared(other)):
            yield _overlap(one, other)


def _overlap(one: Stay, other: Stay) -> Problem:
    spot, first = other.entry.spot, one.entry.spot
    message = f"{other.name} ({_range(other.entry)}) overlaps {one.name} of {place(first, spot)} ({_range(one.entry)})"
    return finding("overlapping-dates", message, spot, "check the dates; what ran side by side may stay")


def _shared(stay: Stay) -> bool:
    return any(word in stay.what for word in _TOGETHER)


def gaps(subject: Subject) -> Iterator[Problem]:
    """More than half a year between the positions and degrees that the document prints. Only told when asked for."""
    positions, degrees = _stays(subject)
    last: tuple[date, Dated] | None = None
    for stay in sorted((*positions, *degrees), key=lambda stay: (stay.period.start[0], stay.period.end[1])):
        begins = stay.period.start[0]
        if last and (begins - last[0]).days > GAP:
            yield _gap(last[1], stay.entry.spot, f"{stay.name} ({_range(stay.entry)})")
        if last is None or stay.period.end[1] > last[0]:
            last = (stay.period.end[1], stay.entry)
    if last and (subject.today - last[0]).days > GAP:
        yield _gap(last[1], last[1].spot, "today")


def _gap(before: Dated, spot: Spot | None, after: str) -> Problem:
    there = f"{_range(before)} ({place(before.spot, spot)})" if before.spot != spot else _range(before)
    return finding("gap", f"no position or degree between {there} and {after}", spot, "say what was then, or let it be")


def _range(entry: Dated) -> str:
    ends = (entry.start_date, entry.end_date)
    return " to ".join(end.text for end in ends if end)


def _with_roles(entry: Entry) -> tuple[Dated, ...]:
    roles = entry.roles if isinstance(entry, Position) else ()
    return (entry, *roles) if isinstance(entry, Dated) else ()


def _stays(subject: Subject) -> tuple[tuple[Stay, ...], tuple[Stay, ...]]:
    """Positions, with the roles of each, and degrees."""
    positions: list[Stay] = []
    degrees: list[Stay] = []
    for _, _, entry in subject.entries:
        if isinstance(entry, Position):
            employer = [text.plain for text in (*entry.organization, *entry.department)]
            every: tuple[Position | Role, ...] = (entry, *entry.roles)
            for held in every:
                title = held.position.plain if held.position else employer[0]
                positions += _stay(held, "|".join(map(folded, employer)), title, subject.today)
        elif isinstance(entry, Education):
            whole = " ".join(text.plain for text in (entry.degree, entry.area, entry.program) if text)
            degrees += _stay(entry, folded(entry.institution.plain), whole, subject.today, entry.degree.plain)
    return tuple(positions), tuple(degrees)


def _stay(entry: Dated, where: str, what: str, today: date, name: str = "") -> Iterator[Stay]:
    start, end = (_days(day, today) for day in (entry.start_date, entry.end_date))
    if start and end:
        yield Stay(entry, Period(start, end), where, folded(what), f"'{name or what}'")


def _days(value: Date | None, today: date) -> tuple[date, date] | None:
    if value is None or value.is_free:
        return None
    first, last = (today, today) if value.is_present else (date(*bound) for bound in value.bounds())
    return first, last
