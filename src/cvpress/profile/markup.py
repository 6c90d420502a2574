"""Text of a profile -> inline nodes. In: the Markdown inline subset; out: nodes that know no output format.

The subset: *emphasis*, **strong**, `code`, [link](https://…), <https://…>, ^superscript^, ~subscript~ and $math$.
Everything else is text: HTML, images, headings and lists of Markdown mean nothing here, nor does LaTeX.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from cvpress.profile.address import target_fault
from cvpress.profile.latextext import check_math
from cvpress.profile.mathtext import math_text

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token


@dataclass(frozen=True, slots=True)
class Str:
    """Characters to be printed as they are; a no-break space (U+00A0) is a tie."""

    text: str


@dataclass(frozen=True, slots=True)
class Styled:
    """Nodes in a style: emph, strong, sup, sub, or a meaning that the view gives (self, names, label, url, nobreak).

    `nocase` is a bibliography's word for capitals that no citation style may change.
    """

    style: str
    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Code:
    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """`target` is a URI of an allowed scheme."""

    children: tuple[Inline, ...]
    target: str


@dataclass(frozen=True, slots=True)
class Math:
    """TeX math whose commands all stand on the safe list (`latextext.MATH_COMMANDS`)."""

    source: str


@dataclass(frozen=True, slots=True)
class Break:
    """A new line inside a paragraph; only the view makes it."""


Inline = Str | Styled | Code | Link | Math | Break
Nodes = tuple[Inline, ...]


class MarkupError(ValueError):
    """The text is not in the subset; the message says what to do."""


def text(characters: str) -> Nodes:
    """Plain characters as nodes: for names, e-mails and everything else that is not markup."""
    return (Str(characters),) if characters else ()


def styled(style: str, nodes: Iterable[Inline]) -> Nodes:
    """`nodes` in `style`; nothing stays nothing."""
    inner = tuple(nodes)
    return (Styled(style, inner),) if inner else ()


def plain(nodes: Iterable[Inline]) -> str:
    """What a reader finds on the page, without styles; of math its characters."""
    return "".join(_plain(node) for node in nodes)


def _plain(node: Inline) -> str:
    if isinstance(node, (Str, Code)):
        return node.text
    if isinstance(node, Break):
        return "\n"
    return math_text(node.source) if isinstance(node, Math) else plain(node.children)


def targets(nodes: Iterable[Inline]) -> Iterator[str]:
    """The targets of all links, in order."""
    for node in nodes:
        if isinstance(node, Link):
            yield node.target
        if isinstance(node, (Link, Styled)):
            yield from targets(node.children)


def parse(source: str) -> Nodes:
    """Parse one text. Raises MarkupError for a link of a foreign scheme or math outside the safe list.

    Runs of white space, line ends among them, are one space; a no-break space stays one.
    """
    spaced = _SPACE.sub(" ", source.replace("\u202f", "\u00a0")).strip()
    if not _MARKED.intersection(spaced):
        return text(spaced)  # nothing to parse: most texts of a CV
    tokens = _parser().parseInline(spaced)
    children = tokens[0].children or []
    nodes, rest = _tree(children, 0, "")
    assert rest == len(children)
    return nodes


_SPACE = re.compile("[^\\S\u00a0]+")
_MARKED = frozenset("*_`[]<>^~$\\")
_STYLES = {"em": "emph", "strong": "strong", "sup": "sup", "sub": "sub"}


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # 0.02 s that a profile without marks does without
    from mdit_py_plugins.dollarmath import dollarmath_plugin
    from mdit_py_plugins.subscript import sub_plugin
    from mdit_py_plugins.superscript import superscript_plugin

    made = MarkdownIt("zero").enable(["emphasis", "backticks", "link", "autolink", "escape"])
    made.use(superscript_plugin).use(sub_plugin)
    made.use(dollarmath_plugin, allow_digits=False, allow_space=False, double_inline=False)
    # judged here, with a message, instead of silently left as text
    setattr(made, "validateLink", _any_link)  # noqa: B010  # markdown-it's own way to say so is this assignment
    return made


def _any_link(_url: str) -> bool:
    return True


def _tree(tokens: list[Token], start: int, until: str) -> tuple[Nodes, int]:
    nodes: list[Inline] = []
    at = start
    while at < len(tokens):
        token = tokens[at]
        if token.type == until:
            break
        if token.type.endswith("_open"):
            inner, at = _tree(tokens, at + 1, token.type.removesuffix("_open") + "_close")
            nodes.append(_wrapped(token, inner))
        else:
            nodes.append(_leaf(token))
        at += 1
    return _joined(nodes), at


def _wrapped(token: Token, inner: Nodes) -> Inline:
    kind = token.type.removesuffix("_open")
    if kind != "link":
        return Styled(_STYLES[kind], inner)
    target = str(token.attrs["href"])
    if fault := target_fault(target):
        escape = "; to print the < itself, write \\<" if token.info == "auto" else ""
        raise MarkupError(f"the link to '{target}' leads nowhere: {fault}{escape}")
    if not plain(inner).strip():
        raise MarkupError(f"the link to '{target}' has no words; put them between the brackets")
    return Link(inner, target)


def _leaf(token: Token) -> Inline:
    if token.type == "code_inline":
        return Code(token.content)
    if token.type.startswith("math_inline"):
        if fault := check_math(token.content):
            raise MarkupError(fault)
        return Math(token.content)
    return Str(token.content)


def _joined(nodes: list[Inline]) -> Nodes:
    made: list[Inline] = []
    for node in nodes:
        if isinstance(node, Str) and made and isinstance(made[-1], Str):
            made[-1] = Str(made[-1].text + node.text)
        elif not (isinstance(node, Str) and not node.text):
            made.append(node)
    return tuple(made)
