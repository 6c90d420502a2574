"""YAML text -> nodes that remember their place. In: bytes of one file; out: a tree of `Mapping`, `Sequence`, `Scalar`.

Scalars stay text: `no`, `01234`, `1.10`, `2024-05-01` and a person named Null survive until the model converts them.
Refused, each at its place: tags, merge keys, duplicate keys, keys that are not plain text, values left out, control
characters, several documents, and more depth or nodes than a CV can need (alias bombs).

Why events and not `yaml.compose`: libyaml's event stream is 25 times faster than the pure composer, and its own
composer crashes the interpreter on deep nesting; depth is counted here while iterating.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from cvpress.errors import Problem, ProfileError, Spot
from cvpress.profile.nodes import Mapping, Node, Scalar, Sequence
from cvpress.profile.yamltext import CONTROL, MAX_BYTES, decode, syntax_problem

__all__ = ["MAX_BYTES", "MAX_DEPTH", "MAX_WEIGHT", "Mapping", "Node", "Scalar", "Sequence", "collect", "parse", "read"]

MAX_DEPTH = 40
MAX_WEIGHT = 400_000
"""Values, and hundreds of characters, with every alias counted as often as it stands there."""

_Loader: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read(path: Path, shown: Path | None = None) -> Mapping:
    """Read one YAML file whose top is a mapping; `shown` is the path that messages name.

    Raises ProfileError with every problem found; after a syntax error nothing behind it can be read.
    """
    return _refuse(*collect(content(path, shown), shown or path))


def parse(raw: bytes, shown: Path) -> Mapping:
    """The same for bytes already read."""
    return _refuse(*collect(raw, shown))


def _refuse(top: Mapping, problems: tuple[Problem, ...]) -> Mapping:
    if problems:
        raise ProfileError(*problems)
    return top


def content(path: Path, shown: Path | None = None) -> bytes:
    """The bytes of a file, at most one more than may be read. Raises ProfileError when there are none."""
    try:
        with path.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        message = f"cannot read {shown or path}: {error.strerror}"
        raise ProfileError(Problem(message, advice="check the name and its permissions", rule="no-file")) from None


def collect(raw: bytes, shown: Path) -> tuple[Mapping, tuple[Problem, ...]]:
    """The tree, and what was refused in it, for a caller who goes on to look at the fields and tells all at once.

    What was refused is mended as the reader would: the tag ignored, the merge done, the first of two equal keys kept.
    Raises ProfileError where there is no tree to go on with: a syntax error, a limit, or a top that is no mapping.
    """
    text = decode(raw, shown)
    builder = _Builder(shown)
    try:
        top = builder.document(yaml.parse(text, Loader=_Loader))
    except yaml.MarkedYAMLError as error:
        at, begun = _mark(error.problem_mark or error.context_mark), _mark(error.context_mark or error.problem_mark)
        stopped = syntax_problem(text, shown, error.problem or error.context or "unreadable", at, begun)
        raise ProfileError(*builder.problems, stopped) from None
    if not isinstance(top, Mapping):
        what = "empty" if top is None else "a list" if isinstance(top, Sequence) else "a single value"
        message = f"the file is {what}, but a mapping of fields is expected"
        advice = "begin with 'schema: 1' and 'name:'; 'invoke new' writes a profile to start from"
        spot = top.spot if top is not None else Spot(shown, 1)
        raise ProfileError(*builder.problems, Problem(message, spot, advice, "not-a-mapping"))
    return top, tuple(builder.problems)


def _mark(mark: Any) -> tuple[int, int]:
    return (mark.line, mark.column) if mark else (0, 0)


@dataclass(slots=True)
class _Builder:
    """Builds the tree from events, collecting what is refused."""

    shown: Path
    problems: list[Problem] = field(default_factory=list)
    weight: int = 0
    deepest: int = 0
    anchors: dict[str, tuple[Node, int, int]] = field(default_factory=dict)  # with its weight and height

    def document(self, events: Iterator[yaml.Event]) -> Node | None:
        top: Node | None = None
        documents = 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    message, advice = "a second document begins here", "keep one profile in one file"
                    self._refuse(event, message, advice, "several-documents")
                    break
            elif isinstance(event, (yaml.ScalarEvent, yaml.CollectionStartEvent, yaml.AliasEvent)):
                top = self._node(event, events, 0)
        return None if isinstance(top, Scalar) and _is_empty(top) else top

    def _spot(self, event: yaml.Event) -> Spot:
        line, column = _mark(event.start_mark)
        return Spot(self.shown, line + 1, column + 1)

    def _refuse(self, event: yaml.Event, message: str, advice: str, rule: str) -> None:
        self.problems.append(Problem(message, self._spot(event), advice, rule))

    def _weigh(self, event: yaml.Event, weight: int, depth: int) -> None:
        self.weight += weight
        self.deepest = max(self.deepest, depth)
        if depth > MAX_DEPTH or self.weight > MAX_WEIGHT:
            message = f"deeper than {MAX_DEPTH} levels" if depth > MAX_DEPTH else "too many values"
            if isinstance(event, yaml.AliasEvent):
                message += ", counted with what aliases repeat"
            raise ProfileError(*self.problems, Problem(message, self._spot(event), "no CV needs so much", "yaml-limit"))

    def _node(self, event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> Node:
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event, depth)
        weight, deepest, self.deepest = self.weight, self.deepest, depth
        self._weigh(event, 1, depth)
        made: Node
        if isinstance(event, yaml.ScalarEvent):
            made = self._scalar(event)
        elif isinstance(event, yaml.SequenceStartEvent):
            made = self._sequence(event, events, depth)
        else:
            assert isinstance(event, yaml.MappingStartEvent)
            made = self._mapping(event, events, depth)
        if event.anchor:
            self.anchors[event.anchor] = (made, self.weight - weight, self.deepest - depth)
        self.deepest = max(self.deepest, deepest)
        return made

    def _alias(self, event: yaml.AliasEvent, depth: int) -> Node:
        if event.anchor not in self.anchors:
            message = f"no anchor &{event.anchor} stands before this *{event.anchor}"
            advice = "put a text that begins with * in quotes, or define the anchor first"
            self._refuse(event, message, advice, "yaml-alias")
            return Scalar("?", self._spot(event))
        node, weight, height = self.anchors[event.anchor]
        self._weigh(event, weight, depth + height)
        return node

    def _scalar(self, event: yaml.ScalarEvent) -> Scalar:
        self._weigh(event, len(event.value) // 100, 0)
        if event.tag:
            advice = "remove it, or put a text that begins with ! in quotes"
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            self._refuse(event, f"the tag {tag} is not allowed", advice, "yaml-tag")
        if found := CONTROL.search(event.value):  # written as an escape: the file itself has none left
            message = f"control character U+{ord(found.group()):04X}"
            self._refuse(event, message, "delete its escape", "control-character")
        # `implicit` is the same from libyaml and from the pure parser; `style` of a plain scalar is '' here, None there
        return Scalar(event.value, self._spot(event), bool(event.implicit[0]))

    def _sequence(self, event: yaml.SequenceStartEvent, events: Iterator[yaml.Event], depth: int) -> Sequence:
        made = Sequence(self._spot(event))
        for item in events:
            if isinstance(item, yaml.SequenceEndEvent):
                break
            child = self._node(item, events, depth + 1)
            if _is_empty(child):
                self._refuse(item, "this list item is empty", "write its value or delete the dash", "empty-value")
            made.append(child)
        return made

    def _mapping(self, event: yaml.MappingStartEvent, events: Iterator[yaml.Event], depth: int) -> Mapping:
        made = Mapping(self._spot(event))
        merged: list[Node] = []
        for item in events:
            if isinstance(item, yaml.MappingEndEvent):
                break
            key = self._node(item, events, depth + 1)
            value = self._node(next(events), events, depth + 1)
            if not isinstance(key, Scalar):
                self._refuse(item, "a key must be a word", "put a key that begins with { or [ in quotes", "yaml-key")
            elif key == "<<" and key.plain:
                self._refuse(item, "merge keys (<<) are not read", "write the fields out", "yaml-merge")
                merged.append(value)
            elif key in made:
                message = f"'{key}' stands twice here, first in line {made.key_spot(key).line}"
                self._refuse(item, message, "keep one of them", "duplicate-key")
            elif _is_empty(value):
                self._refuse(item, f"'{key}' has no value", "write one or delete the key", "empty-value")
                made[key] = Scalar("", key.spot)  # what its field says of it is told once, see model.load
            else:
                made[key] = value
        for base in merged:
            for name, inherited in base.items() if isinstance(base, Mapping) else ():
                made.setdefault(name, inherited)
        return made


def _is_empty(node: Node) -> bool:
    return isinstance(node, Scalar) and node.plain and node in ("", "~")
