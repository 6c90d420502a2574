"""YAML text -> nodes that remember their place. In: bytes of one file; out: a tree of `Mapping`, `Sequence`, `Scalar`.

Scalars stay text: `no`, `01234`, `1.10`, `2024-05-01` and a person named Null survive until the model converts them.
Refused, each at its place: tags, merge keys, duplicate keys, keys that are not plain text, values left out, control
characters, several documents, and more depth or nodes than a CV can need (alias bombs).

Why events and not `yaml.compose`: libyaml's event stream is 25 times faster than the pure composer, and its own
composer crashes the interpreter on deep nesting; depth is counted here while iterating.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from cvpress.errors import Problem, ProfileError, Spot

MAX_BYTES = 8_000_000
MAX_DEPTH = 40
MAX_NODES = 400_000

_Loader: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")


class Scalar(str):
    """The text of one value, with its place and whether it was written without quotes."""

    __slots__ = ("plain", "spot")
    spot: Spot
    plain: bool

    def __new__(cls, text: str, spot: Spot, plain: bool = False) -> Scalar:
        made = super().__new__(cls, text)
        made.spot = spot
        made.plain = plain
        return made


class Sequence(list["Node"]):
    """A list of nodes with the place where it begins."""

    def __init__(self, spot: Spot) -> None:
        super().__init__()
        self.spot = spot


class Mapping(dict[str, "Node"]):
    """An ordered mapping of nodes; its keys are `Scalar`, so that each knows its own place."""

    def __init__(self, spot: Spot) -> None:
        super().__init__()
        self.spot = spot

    def key_spot(self, name: str) -> Spot:
        """The place of key `name`, or of the mapping where there is no such key."""
        return next((key.spot for key in self if key == name and isinstance(key, Scalar)), self.spot)


Node = Scalar | Sequence | Mapping


def read(path: Path, shown: Path | None = None) -> Mapping:
    """Read one YAML file whose top is a mapping; `shown` is the path that messages name.

    Raises ProfileError with every problem found; after a syntax error nothing behind it can be read.
    """
    shown = shown or path
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise ProfileError(
            Problem(
                f"cannot read {shown}: {error.strerror}", advice="check the name and its permissions", rule="no-file"
            )
        ) from None
    return parse(raw, shown)


def parse(raw: bytes, shown: Path) -> Mapping:
    """The same for bytes already read."""
    text = _decode(raw, shown)
    builder = _Builder(shown)
    try:
        top = builder.document(yaml.parse(text, Loader=_Loader))
    except yaml.MarkedYAMLError as error:
        raise ProfileError(_syntax_problem(error, text, shown), *builder.problems) from None
    except RecursionError:
        raise ProfileError(
            Problem("nested too deeply", Spot(shown, 1), "a CV needs no such depth", "yaml-limit")
        ) from None
    if builder.problems:
        raise ProfileError(*builder.problems)
    if not isinstance(top, Mapping):
        what = {Sequence: "a list", Scalar: "a single value", type(None): "empty"}[type(top)]
        raise ProfileError(
            Problem(
                f"the file is {what}, but a mapping of fields is expected",
                top.spot if top is not None else Spot(shown, 1),
                "begin with 'schema: 1' and 'name:'; 'invoke new' writes a profile to start from",
                "not-a-mapping",
            )
        )
    return top


def _decode(raw: bytes, shown: Path) -> str:
    if len(raw) > MAX_BYTES:
        raise ProfileError(
            Problem(f"the file has {len(raw)} bytes; at most {MAX_BYTES} are read", Spot(shown, 1), "", "yaml-limit")
        )
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8", "replace")
        raise ProfileError(
            Problem(
                f"byte 0x{raw[error.start]:02x} is not UTF-8",
                _place(before, shown),
                "save the file as UTF-8",
                "not-utf8",
            )
        ) from None
    if found := _CONTROL.search(text):
        raise ProfileError(
            Problem(
                f"control character U+{ord(found.group()):04X}",
                _place(text[: found.start()], shown),
                "delete it",
                "control-character",
            )
        )
    return text


def _place(before: str, shown: Path) -> Spot:
    return Spot(shown, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)


def _syntax_problem(error: yaml.MarkedYAMLError, text: str, shown: Path) -> Problem:
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    lines = text.splitlines() or [""]
    row = lines[min(line, len(lines) - 1)]
    advice = "check the indentation and the quotes here and on the line above"
    message = f"this is not YAML: {error.problem or error.context}"
    if "\t" in row[: max(column + 1, len(row) - len(row.lstrip()))]:
        message, advice = "a tab is used for indentation", "YAML indents with spaces: replace the tab"
    elif ": " in row and error.problem and "mapping values" in error.problem:
        advice = "put a text that contains ': ' in quotes"
    elif row[column : column + 1] in "@`%&*!|>[]{}":
        advice = f"put a text that begins with {row[column : column + 1]!r} in quotes"
    return Problem(message, Spot(shown, line + 1, column + 1), advice, "yaml-syntax")


@dataclass(slots=True)
class _Builder:
    """Builds the tree from events, collecting what is refused."""

    shown: Path
    problems: list[Problem] = field(default_factory=list)
    count: int = 0
    anchors: dict[str, tuple[Node, int]] = field(default_factory=dict)

    def document(self, events: Iterator[yaml.Event]) -> Node | None:
        top: Node | None = None
        documents = 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._refuse(
                        event, "a second document begins here", "keep one profile in one file", "several-documents"
                    )
                    break
            elif isinstance(event, (yaml.ScalarEvent, yaml.CollectionStartEvent, yaml.AliasEvent)):
                top = self._node(event, events, 0)
        return None if isinstance(top, Scalar) and top == "" and top.plain else top

    def _spot(self, event: yaml.Event) -> Spot:
        mark = event.start_mark
        return Spot(self.shown, mark.line + 1, mark.column + 1)

    def _refuse(self, event: yaml.Event, message: str, advice: str, rule: str) -> None:
        self.problems.append(Problem(message, self._spot(event), advice, rule))

    def _node(self, event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> Node:
        self.count += 1
        if depth > MAX_DEPTH or self.count > MAX_NODES:
            limit = f"deeper than {MAX_DEPTH} levels" if depth > MAX_DEPTH else f"more than {MAX_NODES} values"
            raise ProfileError(Problem(limit, self._spot(event), "a CV needs no such size", "yaml-limit"))
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event)
        before = self.count
        made: Node
        if isinstance(event, yaml.ScalarEvent):
            if event.tag:
                self._refuse(event, f"the tag {event.tag} is not allowed", "remove it; values are text", "yaml-tag")
            made = Scalar(event.value, self._spot(event), bool(event.implicit[0]) and event.style is None)
        elif isinstance(event, yaml.SequenceStartEvent):
            made = self._sequence(event, events, depth)
        else:
            assert isinstance(event, yaml.MappingStartEvent)
            made = self._mapping(event, events, depth)
        if event.anchor:
            self.anchors[event.anchor] = (made, self.count - before + 1)
        return made

    def _alias(self, event: yaml.AliasEvent) -> Node:
        if event.anchor not in self.anchors:
            self._refuse(
                event, f"no anchor &{event.anchor} stands before this *{event.anchor}", "define it first", "yaml-alias"
            )
            return Scalar("?", self._spot(event))
        node, size = self.anchors[event.anchor]
        self.count += size
        if self.count > MAX_NODES:
            raise ProfileError(
                Problem(
                    f"aliases unfold to more than {MAX_NODES} values", self._spot(event), "write them out", "yaml-limit"
                )
            )
        return node

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
        for item in events:
            if isinstance(item, yaml.MappingEndEvent):
                break
            key = self._node(item, events, depth + 1)
            value = self._node(next(events), events, depth + 1)
            if not isinstance(key, Scalar):
                self._refuse(item, "a key must be a word", "put the key in quotes if it begins with { or [", "yaml-key")
            elif key == "<<" and key.plain:
                self._refuse(item, "merge keys (<<) are not read", "write the fields out", "yaml-merge")
            elif key in made:
                self._refuse(
                    item,
                    f"'{key}' stands twice here, first at line {made.key_spot(key).line}",
                    "keep one of them",
                    "duplicate-key",
                )
            else:
                if _is_empty(value):
                    self._refuse(item, f"'{key}' has no value", "write one or delete the key", "empty-value")
                made[key] = value
        return made


def _is_empty(node: Node) -> bool:
    return isinstance(node, Scalar) and node.plain and node in ("", "~")
