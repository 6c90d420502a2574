"""Inline nodes -> the Markdown that says them, `markup.parse` backwards. In: nodes as parsed; out: text."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cvpress.profile.markup import Break, Code, Inline, Link, Math, Str

_SPECIAL = re.compile(r"[\\*_`\[\]<>^~$]")
_MARKS = {"emph": "*", "strong": "**", "sup": "^", "sub": "~"}


def markdown(nodes: Iterable[Inline]) -> str:
    """The source of `nodes`; styles that only the view gives are left out, and their words kept."""
    return "".join(map(_node, nodes))


def _node(node: Inline) -> str:
    if isinstance(node, Str):
        return _SPECIAL.sub(r"\\\g<0>", node.text)
    if isinstance(node, Code):
        return _code(node.text)
    if isinstance(node, Math):
        return f"${node.source}$"
    if isinstance(node, Link):
        return f"[{markdown(node.children)}](<{node.target}>)"
    if isinstance(node, Break):
        return " "
    mark = _MARKS.get(node.style, "")
    return f"{mark}{markdown(node.children)}{mark}"


def _code(text: str) -> str:
    """Between as many backticks as no run in it has."""
    runs = {len(run) for run in re.findall("`+", text)}
    fence = "`" * next(size for size in range(1, len(runs) + 2) if size not in runs)
    pad = " " if text.startswith("`") or text.endswith("`") or text.strip() != text else ""
    return f"{fence}{pad}{text}{pad}{fence}"
