"""What all entries share: links, highlights, and dates that are one or a range. In: nodes; out: frozen models."""

from __future__ import annotations

from collections.abc import Iterator

from cvpress.errors import Problem
from cvpress.profile import dates
from cvpress.profile.base import Model
from cvpress.profile.nodes import Mapping, Node
from cvpress.profile.values import DateField, TextField, UrlField


class NamedLink(Model):
    """A link with the words that are printed for it (video, slides, code)."""

    noun = "a link"
    label: TextField
    url: UrlField


class Highlight(Model):
    """One bullet; its own highlights nest as deep as the CV does."""

    noun = "a highlight"
    shorthand = "text"
    text: TextField
    highlights: tuple[Highlight, ...] = ()
    tags: tuple[str, ...] = ()


class Entry(Model):
    """Base of every kind. `key` names it, `tags` let documents select it, `private` keeps it out unless asked for."""

    key: str | None = None
    tags: tuple[str, ...] = ()
    private: bool = False
    note: TextField | None = None
    links: tuple[NamedLink, ...] = ()


class Dated(Entry):
    """An entry with either one `date` or a range of `start_date` and `end_date`."""

    date: DateField | None = None
    start_date: DateField | None = None
    end_date: DateField | None = None

    @classmethod
    def faults(cls, node: Mapping) -> Iterator[Problem]:
        """One date or a range, not both; a range with both ends, the right way round."""
        yield from super().faults(node)
        start, end = (_date(node.get(name)) for name in ("start_date", "end_date"))
        if "date" in node and ("start_date" in node or "end_date" in node):
            message = "both 'date' and a range are given"
            yield Problem(message, node.key_spot("date"), "keep one of them", "bad-date")
        elif ("start_date" in node) != ("end_date" in node):
            yield _half(node)
        if start and start.is_present:
            spot = node.key_spot("start_date")
            yield Problem("a range cannot begin at 'present'", spot, "write when it began", "bad-date")
        if start and end and dates.reversed_range(start, end):
            message = f"the range ends before it begins: {start.text} to {end.text}"
            spot = end.spot or node.key_spot("end_date")
            yield Problem(message, spot, "swap start_date and end_date, or mend one", "bad-date")


def _half(node: Mapping) -> Problem:
    given, missing = ("start_date", "end_date") if "start_date" in node else ("end_date", "start_date")
    advice = "write 'end_date: present' for what goes on" if missing == "end_date" else "add it"
    message = f"a range needs both ends: '{missing}' is missing"
    return Problem(message, node.key_spot(given), f"{advice}, or use 'date' for a single date", "bad-date")


def _date(value: Node | None) -> dates.Date | None:
    try:
        return dates.parse(value) if value is not None else None
    except dates.DateError:
        return None  # its own field says so
