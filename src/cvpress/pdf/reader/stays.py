"""Positions and schools with their dates. In: the rows of one section; out: a `Stay` for each dated entry."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cvpress.pdf.reader.periods import Period, cut
from cvpress.pdf.reader.rows import Row
from cvpress.pdf.reader.vocabulary import words

_BETWEEN = re.compile(r"\s*[,;|•·◇◦]\s+|\s+[–—-]\s+|\s+at\s+")
_MOST_ABOVE = 3
"""Lines of an entry above the one that has its date."""


@dataclass(frozen=True, slots=True)
class Stay:
    """Somewhere, as something, for a while. `place` is an employer or a school, `title` a position or a degree.

    Both are one text where a line has them together.
    """

    place: str
    title: str
    period: Period


def stays(rows: Sequence[Row], titles: frozenset[str], places: frozenset[str]) -> tuple[Stay, ...]:
    """Every entry with a date. Each begins as many rows above its date as the first one of the section does."""
    told, body = [_date(row) for row in rows], _body(rows)
    dated = [(at, period) for at, period in enumerate(told) if period]
    if not dated:
        return ()
    above = min(sum(not body[at] for at in range(dated[0][0])), _MOST_ABOVE)
    starts = [_start(at, above, told, body) for at, _ in dated]
    found = []
    for (at, period), start, end in zip(dated, starts, [*starts, len(rows)][1:], strict=True):
        head = [rows[one] for one in range(start, min(at + 2, end)) if one == at or not body[one]]
        found.append(_stay(tuple(_texts(head)), titles, places, period))
    return tuple(found)


def _start(at: int, above: int, told: Sequence[Period | None], body: Sequence[bool]) -> int:
    """The row with which an entry begins whose date stands at row `at`."""
    before = max((one for one in range(at) if told[one]), default=-1)
    heads = [one for one in range(before + 1, at) if not body[one]]
    return heads[-above:][0] if above and heads else at


def _date(row: Row) -> Period | None:
    """The date of a row; beside a bullet it must stand apart."""
    for cell in row.cells[1:] if row.is_bullet else row.cells:
        if (found := cut(cell.text)) and not (row.is_bullet and found[1]):
            return found[0]
    return None


def _body(rows: Sequence[Row]) -> list[bool]:
    """Whether each row is a bullet or goes on with one: it is set further in than the bullet is."""
    made: list[bool] = []
    edge: float | None = None
    for row in rows:
        if row.is_bullet:
            edge = row.left
        elif edge is not None and row.left <= edge + 1:
            edge = None
        made.append(edge is not None)
    return made


def _texts(rows: Sequence[Row]) -> Iterator[str]:
    """The parts of the head of an entry without its date, in order."""
    for row in rows:
        for cell in row.cells[1:] if row.is_bullet else row.cells:
            found = cut(cell.text)
            rest = found[1] if found else cell.text
            yield from (part for one in _BETWEEN.split(rest) if (part := one.strip(" ,;|()")))


def _stay(texts: Sequence[str], titles: frozenset[str], places: frozenset[str], period: Period) -> Stay:
    title = next((text for text in texts if titles.intersection(words(text))), "")
    others = [text for text in texts if text != title]
    known = [text for text in (*others, title) if places.intersection(words(text))]
    return Stay([*known, *others, ""][0], title, period)
