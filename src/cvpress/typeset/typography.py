"""What a careful typographer does to plain text before it is set. In: inline nodes; out: inline nodes.

Curly quotes and true apostrophes, and ties where a line must not break: initials and name, `pp. 1–13`, `vol. 37`, a
short bracketed venue, a short last word. Digits and hyphens are never touched: course 10-708, report 4/16-TR01 and
phone numbers mean what they say; en dashes come from typed ranges only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from cvpress.profile.markup import Inline, Link, Nodes, Str, Styled

TIE = "\u00a0"
_OPENERS = frozenset(" \u00a0([{\u2014\u2013/\u201c\u2018")
_TIES = (
    (re.compile(r"(?<![^\W\d_])((?:[A-Z]\.-?)+) (?=[A-Z])"), "initials and the name behind them"),
    (
        re.compile(r"\b((?:pp?|[Vv]ol|[Nn]o|[Ff]ig|Prof|Dr|Mr|Ms|Mrs|St)\.) (?=\S)"),
        "an abbreviation and what it belongs to",
    ),
    (
        re.compile(r"\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)(?:[a-z]{2,6})? (?=\d{4}\b)"),
        "month and year",
    ),
)
_BRACKETED = re.compile(r"\[[^\[\]]{1,22}\]")
_SHORT_LAST = re.compile(r" (\S{1,5})$")


def polish(nodes: Nodes, paragraph: bool = False) -> Nodes:
    """`nodes` with curly quotes and ties; `paragraph` ties a short last word too."""
    made, _ = _walk(nodes, " ")
    return _tie_last(made) if paragraph else made


def unbreakable(text: str) -> str:
    """`text` on one line: every space a tie."""
    return text.replace(" ", TIE)


def _walk(nodes: Iterable[Inline], before: str) -> tuple[Nodes, str]:
    made: list[Inline] = []
    for node in nodes:
        if isinstance(node, Str):
            text = _ties(_quotes(node.text, before))
            made.append(Str(text))
            before = text[-1:] or before
        elif isinstance(node, Styled):
            children, before = _walk(node.children, before)
            made.append(Styled(node.style, children))
        elif isinstance(node, Link):
            children, before = _walk(node.children, before)
            made.append(Link(children, node.target))
        else:
            made.append(node)
            before = "x"
    return tuple(made), before


def _quotes(text: str, before: str) -> str:
    if '"' not in text and "'" not in text:
        return text
    made: list[str] = []
    for at, mark in enumerate(text):
        if mark == '"':
            made.append("\u201c" if before in _OPENERS else "\u201d")
        elif mark == "'":
            year = re.match(r"'\d\d(?!\d)", text[at:])  # '19 is a shortened year: an apostrophe, not a quote
            made.append("\u2018" if before in _OPENERS and not year else "\u2019")
        else:
            made.append(mark)
        before = mark
    return "".join(made)


def _ties(text: str) -> str:
    for pattern, _why in _TIES:
        text = pattern.sub(lambda found: found.group().replace(" ", TIE), text)
    if "[" in text:
        text = _BRACKETED.sub(lambda found: unbreakable(found.group()), text)
    return text


def _tie_last(nodes: Nodes) -> Nodes:
    last = nodes[-1] if nodes else None
    if not isinstance(last, Str) or len(last.text) < 40:
        return nodes
    return (*nodes[:-1], Str(_SHORT_LAST.sub(TIE + r"\1", last.text)))
