"""Dates in lines of English text. In: a cell; out: the period that it begins or ends with, and the text without it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)
_YEAR = r"(?:19|20)[0-9]{2}"
_DATE = rf"(?:{_MONTH},?\s+{_YEAR}|(?:0?[1-9]|1[0-2])/{_YEAR}|{_YEAR}-(?:0[1-9]|1[0-2])|{_YEAR})"
_NOW = r"(?:present|current|now|today|ongoing)"
_PERIOD = rf"(?:{_DATE}\s*(?:[-–—~]|\bto\b)\s*(?:{_DATE}|{_NOW})|{_DATE}\s*[-–—](?=\s|$)|{_DATE})"
_AT_END = re.compile(rf"(?:^|[\s,;|(])({_PERIOD})[)\s]*$", re.IGNORECASE)
_AT_START = re.compile(rf"^[(\s]*({_PERIOD})(?:[)\s,;:|]|$)", re.IGNORECASE)
_ONE = re.compile(_DATE, re.IGNORECASE)

PRESENT = "present"


@dataclass(frozen=True, slots=True)
class Period:
    """Both as 2021-06, 2021 or present; `end` is empty where only one date stands."""

    start: str
    end: str


def cut(text: str) -> tuple[Period, str] | None:
    """The period at the end or the start of a text, and the rest of it; None where there is none."""
    found = _AT_END.search(text) or _AT_START.search(text)
    if not found:
        return None
    return _read(found[1]), f"{text[: found.start(1)]} {text[found.end(1) :]}".strip(" ,;|()")


def _read(text: str) -> Period:
    dates = [_one(date) for date in _ONE.findall(text)]
    if re.search(rf"{_NOW}\s*$", text, re.IGNORECASE):
        dates.append(PRESENT)
    return Period(dates[0], dates[1] if dates[1:] else "")


def _one(text: str) -> str:
    year = re.search(_YEAR, text)
    assert year
    rest = text.replace(year[0], "").strip(" ,./-").casefold()
    if not rest:
        return year[0]
    month = int(rest) if rest.isdecimal() else _MONTHS.index(rest[:3]) + 1
    return f"{year[0]}-{month:02}"
