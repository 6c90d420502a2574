"""When a .bib entry appeared. In: its fields; out: a date, a range, or a date in free words.

`date` of biblatex (ISO 8601, ranges with /), or `year` with `month` and `day`; `eventdate` only where there is neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cvpress.profile import dates, latexnodes
from cvpress.profile.bibtex import MONTHS, Fault, RawEntry, RawField
from cvpress.profile.sourced import Item, Words

_ISO = re.compile(r"([12]\d{3})(?:-(\d\d))?(?:-(\d\d))?(?:T.*)?[?~%]?")
_YEAR = re.compile(r"\(?([12]\d{3})\)?[a-z]?")
_MONTH = re.compile(rf"(?i)\b({'|'.join(MONTHS)})[a-z]*\.?")


def items(entry: RawEntry, faults: list[Fault]) -> Iterator[Item]:
    """`date`, or `start_date` and `end_date`; nothing where the entry says none."""
    for name in ("date", "year", "eventdate", "origdate"):
        found = entry.get(name)
        said = latexnodes.characters(found.latex).replace("\u00a0", " ") if found else ""
        if found and said and said.lower() not in ("n.d.", "n.d", "nd", "{}"):
            yield from _of_year(entry, found, said) if name == "year" else iso(said, (found.line, found.column), faults)
            return


def month(name: str) -> int:
    """The number of a month's English name; 0 when it is none."""
    found = _MONTH.fullmatch(name)
    return MONTHS.index(found[1].lower()) + 1 if found else 0


def iso(said: str, place: tuple[int, int], faults: list[Fault]) -> Iterator[Item]:
    """A date of ISO 8601 or a range of two with / between; anything else is a date in free words."""
    parts = [part.strip() for part in said.split("/")]
    known = [match for part in parts if (match := _ISO.fullmatch(part))]
    if not known or len(parts) > 2:
        yield Item("date", *place, (Words(said),))
        return
    ends = [_date(*match.groups()) for match in known]
    if len(ends) == 2 and ends[0] != ends[1] and _in_order(*ends):
        yield Item("start_date", *place, (ends[0],))
        yield Item("end_date", *place, (ends[1],))
        return
    if len(ends) == 2 and ends[0] != ends[1]:
        message = f"the date '{said}' ends before it begins; its beginning is printed"
        faults.append(Fault(message, *place, "swap the two, or mend one", "bad-date"))
    yield Item("date", *place, (ends[0],))


def _of_year(entry: RawEntry, found: RawField, said: str) -> Iterator[Item]:
    known = _YEAR.fullmatch(said)
    iso = _ISO.fullmatch(said)
    if not known and not iso:
        yield Item("date", found.line, found.column, (Words(said),))
        return
    if iso and iso[2]:
        yield Item("date", found.line, found.column, (_date(*iso.groups()),))
        return
    year = (known or iso)[1]  # type: ignore[index]  # one of them matched
    months, day = _months(entry)
    if len(months) == 2 and months[0] < months[1]:
        yield Item("start_date", found.line, found.column, (f"{year}-{months[0]:02d}",))
        yield Item("end_date", found.line, found.column, (f"{year}-{months[1]:02d}",))
    elif months:
        yield Item("date", found.line, found.column, (_date(year, f"{months[0]:02d}", day),))
    else:
        yield Item("date", found.line, found.column, (year,))


def _months(entry: RawEntry) -> tuple[list[int], str | None]:
    """The months that `month` names, at most two, and the day if there is one and no more."""
    found, day = entry.get("month"), entry.get("day")
    said = latexnodes.characters(found.latex).replace("\u00a0", " ") if found else ""
    named = [MONTHS.index(name.lower()) + 1 for name in _MONTH.findall(said)]
    if not named and re.fullmatch(r"0?[1-9]|1[0-2]", said):
        named = [int(said)]
    days = [int(one) for one in re.findall(r"\b\d{1,2}\b", said)] if _MONTH.search(said) else []
    if day and (exact := latexnodes.characters(day.latex)).isdigit():
        days = [int(exact)]
    one = len(set(named)) == 1 and len(days) == 1 and 1 <= days[0] <= 31
    return list(dict.fromkeys(named))[:2], f"{days[0]:02d}" if one else None


def _date(year: str, month: str | None, day: str | None) -> str:
    """As precise as a calendar allows: a season (2020-21) or a 31 April is the year or month alone."""
    for shown in (f"{year}-{month}-{day}", f"{year}-{month}"):
        if None not in (month, day if shown.count("-") == 2 else ""):
            try:
                dates.parse(shown)
            except dates.DateError:
                continue
            return shown
    return year


def _in_order(start: str, end: str) -> bool:
    return not dates.reversed_range(dates.parse(start), dates.parse(end))
