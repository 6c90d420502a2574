"""What a source of publications says, before it is part of a profile. In: rows; out: nodes that a model can read.

A row is one publication: fields of `works.Publication` with their places in the source. It is what the readers of .bib
and CSL-JSON make, what the cache keeps, and what the overlay changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cvpress.errors import Spot
from cvpress.profile.bibnames import Named
from cvpress.profile.bibtex import Fault
from cvpress.profile.markup import Code, Inline, Link, Math, Nodes, Str, Styled
from cvpress.profile.nodes import Made, Mapping, Node, Scalar, Sequence
from cvpress.profile.values import Person, Text


@dataclass(frozen=True, slots=True)
class Words:
    """A date in free words: `{text: …}`."""

    text: str


Value = str | Nodes | Named | Words
"""A verbatim text, a text of nodes, a person, or a date in free words."""


@dataclass(frozen=True, slots=True)
class Item:
    """One field. `values` are one, or as many as a list has; `listed` says which."""

    name: str
    line: int
    column: int
    values: tuple[Value, ...]
    listed: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One publication. `aside`: listed only when the profile asks for it, since others merely refer to it."""

    key: str
    line: int
    column: int
    items: tuple[Item, ...]
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """All that one file says, and what is wrong in it."""

    rows: tuple[Row, ...]
    faults: tuple[Fault, ...]


def mapping(row: Row, shown: Path) -> Mapping:
    """The nodes of a row; `shown` is the file that its places name."""
    spot = Spot(shown, row.line, row.column)
    made = Mapping(spot)
    made[Scalar("key", spot)] = Scalar(row.key, spot)
    for item in row.items:
        at = Spot(shown, item.line, item.column)
        if item.listed:
            listed = Sequence(at)
            listed.extend([_node(value, at) for value in item.values])
            made[Scalar(item.name, at)] = listed
        else:
            made[Scalar(item.name, at)] = _node(item.values[0], at)
    return made


def _node(value: Value, spot: Spot) -> Node:
    if isinstance(value, str):
        return Scalar(value, spot)
    if isinstance(value, Named):
        return Made.of(value.plain, spot, Person(value.plain, "", spot, value.parts))
    if isinstance(value, Words):
        free = Mapping(spot)
        free[Scalar("text", spot)] = Scalar(value.text, spot)
        return free
    source = "".join(map(_source, value))
    return Made.of(source, spot, Text(source, value, spot))


def _source(node: Inline) -> str:
    """A text in characters. Of math its TeX: `markup.plain` would read it, which takes a library and its time."""
    if isinstance(node, (Str, Code)):
        return node.text
    if isinstance(node, (Styled, Link)):
        return "".join(map(_source, node.children))
    return f"${node.source}$" if isinstance(node, Math) else " "
