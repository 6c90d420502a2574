"""How a list of entries is chosen, marked and summed up: what a section, a group or a document may say of it.

In: nodes; out: frozen models. What they do to entries is told in `arrange.py` and `abridge.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field
from pydantic_core import PydanticCustomError

from cvpress.errors import Problem
from cvpress.profile.base import Model, OneOrMore
from cvpress.profile.nodes import Mapping
from cvpress.profile.reading import Reading
from cvpress.profile.values import DateField, TextField, VerbatimField, as_text
from cvpress.profile.works import PublicationType

Order = Literal["newest", "oldest", "author", "venue", "file"]
Grouping = Literal["type", "year", "tag"]
Numbering = Literal["none", "up", "down", "per-group", "per-group-down"]
Mark = Literal["*", "†", "‡", "§", "¶", "‖"]


@dataclass(frozen=True, slots=True)
class Years:
    """From the first to the last year, both included."""

    first: int
    last: int


def _years(value: object) -> Years:
    written = as_text(value, "a range of years").strip()
    found = re.fullmatch(r"(\d{4})|(\d{4})?[-\u2013](\d{4})?", written)
    if not found or not any(found.groups()):
        advice = "write 2019-2024, 2019- for all since, -2019 for all until, or 2019"
        raise PydanticCustomError("years", "'{years}' is not a range of years", {"years": written, "advice": advice})
    first, last = int(found[1] or found[2] or 0), int(found[1] or found[3] or 9999)
    if last < first:
        context = {"years": written, "advice": f"write {last}-{first}"}
        raise PydanticCustomError("years", "the range of years {years} ends before it begins", context)
    return Years(first, last)


YearsField = Annotated[
    Years,
    Reading(_years, {"type": ["string", "integer"], "pattern": "^([0-9]{4}-?|[0-9]{4}[-\u2013][0-9]{4}|-[0-9]{4})$"}),
]


class Select(Model):
    """Which entries are meant: those that have one of the `tags`, one of the `types`, and so on, all of it together.

    `keys` names entries that are meant besides. Of all these, `last` keeps the newest.
    """

    noun = "a selection"
    tags: OneOrMore[str] = ()
    keys: OneOrMore[str] = ()
    types: OneOrMore[PublicationType] = ()
    years: YearsField | None = None
    selected: bool = False
    last: int | None = Field(None, ge=1)


class GroupSelect(Select):
    """What a group draws from its section's entries; `rest` is all that no other group draws."""

    rest: bool = False

    @classmethod
    def faults(cls, node: Mapping) -> Iterator[Problem]:
        """The rest is no choice."""
        yield from super().faults(node)
        if "rest" in node and len(node) > 1:
            message = "a group that takes the rest selects nothing else"
            yield Problem(message, node.key_spot("rest"), "delete the other conditions, or the rest", "bad-value")


class People(Model):
    """Others who are set apart among authors: students, for one. `meaning` is their line in the legend."""

    noun = "a list of people"
    names: OneOrMore[str] = Field(min_length=1)
    mark: Mark | None = None
    underline: bool = False
    meaning: TextField | None = None

    @classmethod
    def faults(cls, node: Mapping) -> Iterator[Problem]:
        """They are marked somehow."""
        yield from super().faults(node)
        if not {"mark", "underline"} & node.keys() and not node.keys() - set(cls.known()):
            advice = "add 'mark' with one of * † ‡ § ¶ ‖, or 'underline: true'"
            yield Problem("people who are not marked", node.spot, advice, "missing-field")


class Metrics(Model):
    """Figures that change, with the day on which they were so; nothing is fetched."""

    noun = "a set of metrics"
    citations: VerbatimField | None = None
    h_index: VerbatimField | None = None
    i10_index: VerbatimField | None = None
    as_of: DateField
    source: TextField | None = None

    @classmethod
    def faults(cls, node: Mapping) -> Iterator[Problem]:
        """It has a figure, and a date that passes."""
        yield from super().faults(node)
        if not {"citations", "h_index", "i10_index"} & node.keys() and not node.keys() - set(cls.known()):
            advice = "add 'citations', 'h_index' or 'i10_index'"
            yield Problem("metrics without a figure", node.spot, advice, "missing-field")
        if node.get("as_of") == "present":
            advice = "write the month in which you looked, such as 2025-10"
            yield Problem("'as_of' cannot be 'present'", node.key_spot("as_of"), advice, "bad-date")
