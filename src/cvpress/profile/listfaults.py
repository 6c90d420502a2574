"""What is wrong with the way in which a section lists its entries. In: the nodes of a section; out: problems.

Looked at in the nodes, so that it is told in the same run as what is wrong with a field elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cvpress.errors import Problem
from cvpress.profile.complaints import did_you_mean
from cvpress.profile.nodes import Mapping, Node, Scalar, Sequence
from cvpress.profile.values import MARKS

PLACES = ("n", "type")
"""What stands in braces in a `number_format`."""
_OF_PUBLICATIONS = ("et_al", "counts", "people")


def list_faults(node: Mapping) -> Iterator[Problem]:
    """Of a section: its numbers, marks and people, and words that only publications understand."""
    yield from _number_format(node)
    if "group_by" in node and _items(node.get("groups")):
        message = "a section that is grouped by 'group_by' has groups of its own"
        yield Problem(message, node.key_spot("group_by"), "keep one of them", "bad-value")
    yield from _marks(node)
    if "kind" in node and "publication" not in _kinds(node):
        yield from _of_publications(node)


def group_faults(node: Mapping) -> Iterator[Problem]:
    """Of a group: its numbers."""
    yield from _number_format(node)


def people_faults(people: tuple[Node, ...], taken: Mapping | None) -> Iterator[Problem]:
    """Of `people`: two meanings of one mark, theirs or among the marks that are `taken`."""
    known: dict[str, str | None] = {str(mark): str(text) for mark, text in (taken or {}).items()}
    for one in people:
        mark, meaning = (one.get("mark"), one.get("meaning")) if isinstance(one, Mapping) else (None, None)
        if not isinstance(mark, Scalar):
            continue
        said = str(meaning) if isinstance(meaning, Scalar) else None
        if mark in known and said != known[mark]:
            message = f"the mark '{mark}' of these people means something else already"
            advice = f"choose another of {' '.join(MARKS)}, or underline them"
            yield Problem(message, mark.spot, advice, "repeated-mark")
        known.setdefault(mark, said)


def _items(node: Node | None) -> tuple[Node, ...]:
    return tuple(node) if isinstance(node, Sequence) else ()


def _kinds(node: Mapping) -> set[str]:
    groups = (group.get("kind") for group in _items(node.get("groups")) if isinstance(group, Mapping))
    return {str(kind) for kind in (node.get("kind"), *groups) if isinstance(kind, Scalar)}


def _of_publications(node: Mapping) -> Iterator[Problem]:
    advice = "delete it, or make the section one of publications"
    for name in _OF_PUBLICATIONS:
        if name in node:
            yield Problem(f"'{name}' is for publications", node.key_spot(name), advice, "bad-value")
    for name, words in (("sort", ("author", "venue")), ("group_by", ("type",))):
        value = node.get(name)
        if isinstance(value, Scalar) and value in words:
            yield Problem(f"'{name}: {value}' is for publications", value.spot, advice, "bad-value")


def _number_format(node: Mapping) -> Iterator[Problem]:
    form = node.get("number_format")
    if not isinstance(form, Scalar):
        return
    for place in re.findall(r"\{(\w*)\}", form):
        if place not in PLACES:
            advice = did_you_mean(place, PLACES, "there are")
            yield Problem(f"'{{{place}}}' is not a placeholder of a number", form.spot, advice, "bad-value")
            return
    if "{n}" not in form:
        yield Problem(f"'{form}' has no place for the number", form.spot, "put {n} where it stands", "bad-value")


def _marks(node: Mapping) -> Iterator[Problem]:
    marks = node.get("marks")
    known = marks if isinstance(marks, Mapping) else None
    for mark in known or ():
        if known is not None and (len(mark) != 1 or mark not in MARKS):
            advice = f"marks are {' '.join(MARKS)}"
            yield Problem(f"'{mark}' is not a mark", known.key_spot(mark), advice, "bad-value")
    yield from people_faults(_items(node.get("people")), known)
