"""Inline nodes <-> text with marks, for a processor that knows only strings. In: nodes; out: marked text, and back.

A mark is one character of Unicode's private use areas: it opens a span, closes the last one opened, or stands for a
whole node (code, math) that no processor may look into. So nothing is ever read out of HTML, and a change of case, a
name cut to initials or a suffix glued behind a quote leave every span whole. What private characters the text itself
has become such stand-ins too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from cvpress.profile.markup import Break, Inline, Link, Nodes, Str, Styled, text

CLOSE = "\ue000"
STYLES = {"emph": "\ue001", "strong": "\ue002", "sup": "\ue003", "sub": "\ue004"}
QUOTE = "\ue008"
"""Opens what the style set in quotes, the quotes included."""
_PLAIN = "\ue009"
_SPANS, _WHOLE, _PEOPLE, _FIELDS, _END = 0xF0000, 0xF8000, 0x100000, 0x108000, 0x10FFFE
MARK = f"[\ue000-\ue0ff{chr(_SPANS)}-{chr(_WHOLE - 1)}{chr(_PEOPLE)}-{chr(_END)}]"
"""A character class of all that opens or closes: no letter, and nothing to see."""
PRIVATE = re.compile(f"[\ue000-\uf8ff{chr(_SPANS)}-{chr(0x10FFFF)}]")
"""Any private character: a mark, a stand-in, or one that a text has of its own."""


def is_mark(character: str) -> bool:
    """Whether `character` opens or closes a span."""
    return "\ue000" <= character <= "\ue0ff" or (character >= chr(_SPANS) and not is_whole(character))


def is_whole(character: str) -> bool:
    """Whether `character` stands for a node that no processor may look into."""
    return chr(_WHOLE) <= character < chr(_PEOPLE)


def person(index: int, name: str) -> str:
    """`name` as that of the person with this index."""
    return f"{chr(_PEOPLE + index)}{name}{CLOSE}" if name else name


def field_span(index: int, value: str) -> str:
    """`value` as what the field with this index says."""
    return f"{chr(_FIELDS + index)}{value}{CLOSE}" if value else value


def says(marked: str, index: int) -> bool:
    """Whether the field with this index is said in `marked`."""
    return chr(_FIELDS + index) in marked


def opener(index: int) -> str:
    """The mark that opens the field with this index."""
    return chr(_FIELDS + index)


def styled(style: str, value: str) -> str:
    """`value` in one of STYLES; in any other as it is."""
    return f"{STYLES.get(style, _PLAIN)}{value}{CLOSE}"


def quoted(value: str) -> str:
    return f"{QUOTE}{value}{CLOSE}"


def bare(marked: str) -> str:
    """The text without its marks."""
    return "".join(character for character in marked if not is_mark(character))


Told = Callable[[int, Nodes], Nodes]
"""What becomes of the nodes inside a span that has an index."""


@dataclass(slots=True)
class Table:
    """The nodes behind the marks of one entry, in the order in which they were met."""

    spans: list[Styled | Link] = field(default_factory=list)
    whole: list[Inline] = field(default_factory=list)

    def mark(self, nodes: Iterable[Inline]) -> str:
        """`nodes` as marked text; of breaks nothing stays but a space."""
        return "".join(self._mark(node) for node in nodes)

    def _mark(self, node: Inline) -> str:
        if isinstance(node, Str):
            if not PRIVATE.search(node.text):
                return node.text
            return PRIVATE.sub(lambda found: self._stand_in(Str(found[0])), node.text)
        if isinstance(node, Break):
            return " "
        if isinstance(node, (Styled, Link)):
            self.spans.append(node)
            opener = chr(_SPANS + len(self.spans) - 1)
            return f"{opener}{self.mark(node.children)}{CLOSE}"
        return self._stand_in(node)

    def _stand_in(self, node: Inline) -> str:
        self.whole.append(node)
        return chr(_WHOLE + len(self.whole) - 1)

    def read(self, marked: str, name: Told, value: Told) -> Nodes:
        """The nodes of `marked`; `name` sets a person's name apart, `value` what one field says."""
        return _Reader(self, marked, name, value).nodes()


@dataclass(slots=True)
class _Reader:
    table: Table
    marked: str
    name: Told
    value: Told
    at: int = 0

    def nodes(self) -> Nodes:
        """Up to the mark that closes, or to the end; a stray closing mark closes nothing."""
        made: list[Inline] = []
        while found := PRIVATE.search(self.marked, self.at):
            made += text(self.marked[self.at : found.start()])
            self.at = found.end()
            if found[0] == CLOSE:
                return tuple(made)
            made += self._node(ord(found[0]), found[0])
        rest = text(self.marked[self.at :])
        self.at = len(self.marked)
        return (*made, *rest)

    def _node(self, code: int, character: str) -> Nodes:
        if is_whole(character):
            return (self.table.whole[code - _WHOLE],)
        inner = self.nodes()
        if not inner:
            return ()
        if code >= _FIELDS:
            return self.value(code - _FIELDS, inner)
        if code >= _PEOPLE:
            return self.name(code - _PEOPLE, inner)
        if code >= _SPANS:
            own = self.table.spans[code - _SPANS]
            return (Link(inner, own.target) if isinstance(own, Link) else Styled(own.style, inner),)
        style = next((style for style, mark in STYLES.items() if mark == character), "")
        return (Styled(style, inner),) if style else inner
