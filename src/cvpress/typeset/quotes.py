"""Straight quotation marks -> those of a language. In: nodes or whole models; out: the same, curled.

A profile is written with the marks of the keyboard; the document's language decides what they become. Marks that are
typographic already stay as they are written, and so does an apostrophe: ’ in every language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from cvpress.profile.markup import Inline, Link, Nodes, Str, Styled
from cvpress.profile.values import Text
from cvpress.profile.walk import mapped

_OPENERS = frozenset(" \u00a0\u202f([{<=\u2014\u2013/\u201c\u2018\u201e\u201a\u00ab\u300c\u300e")
# Where something is left out, the mark is an apostrophe although it stands like an opening quote.
_LEFT_OUT = re.compile(r"'(?:\d\ds?\b|n'|(?:em|tis|twas|til|t(?= )|s(?=-))\b)", re.IGNORECASE)
_FIRST_WIDE = "\u2e80"  # from here on: kana, Han, hangul, where no space stands before a quote


@dataclass(frozen=True, slots=True)
class Quotes:
    """The marks around a quotation and around one within it, with the space inside them where a language has one."""

    opening: str = "\u201c"
    closing: str = "\u201d"
    inner_opening: str = "\u2018"
    inner_closing: str = "\u2019"


ENGLISH = Quotes()
AnyModel = TypeVar("AnyModel")


@dataclass(slots=True)
class Curler:
    """Curls the straight marks of texts that follow each other; what stands before a mark decides which way."""

    quotes: Quotes = ENGLISH
    before: str = " "
    is_open: bool = False
    is_inner_open: bool = False

    def curl(self, text: str) -> str:
        """`text` with curled marks; `before` is then its last character."""
        if '"' in text or "'" in text:
            made: list[str] = []
            for at, character in enumerate(text):
                made.append(self._mark(text, at) if character in "\"'" else character)
                self.before = made[-1][-1]
            return "".join(made)
        self.before = text[-1:] or self.before
        return text

    def _mark(self, text: str, at: int) -> str:
        opens = self.before in _OPENERS
        after = text[at + 1 : at + 2]
        if text[at] == '"':
            compound = self.before == "-" and after.isalnum()  # non-"standard" opens, "re-" closes
            self.is_open = opens or compound or (self.before >= _FIRST_WIDE and not self.is_open)
            return self.quotes.opening if self.is_open else self.quotes.closing
        if opens and not _LEFT_OUT.match(text, at):
            self.is_inner_open = True
            return self.quotes.inner_opening
        if self.is_inner_open and not opens and not after.isalnum():
            self.is_inner_open = False
            return self.quotes.inner_closing
        return "\u2019"


def quoted(model: AnyModel, quotes: Quotes) -> AnyModel:
    """`model`, or whatever holds models and texts, with the straight marks of all its texts curled."""
    if quotes == ENGLISH:  # `polish` curls these
        return model
    return mapped(model, lambda leaf: _curl(leaf, quotes))


def _curl(leaf: object, quotes: Quotes) -> object:
    if not isinstance(leaf, Text) or not ('"' in leaf.source or "'" in leaf.source):
        return leaf
    return replace(leaf, nodes=_curled(leaf.nodes, Curler(quotes)))


def _curled(nodes: Iterable[Inline], curler: Curler) -> Nodes:
    made: list[Inline] = []
    for node in nodes:
        if isinstance(node, Str):
            made.append(Str(curler.curl(node.text)))
        elif isinstance(node, Styled):
            made.append(Styled(node.style, _curled(node.children, curler)))
        elif isinstance(node, Link):
            made.append(Link(_curled(node.children, curler), node.target))
        else:
            made.append(node)
            curler.before = "x"
    return tuple(made)
