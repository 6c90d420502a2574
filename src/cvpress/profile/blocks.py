r"""The body of a letter -> blocks. In: text with Markdown's paragraphs and lists; out: `Block`s, and what else it has.

Blocks are paragraphs, lists of bullets ("- ") and numbered lists ("1. "), apart by empty lines; inside them stands the
inline subset of `markup`. Of the rest of Markdown nothing is dropped unseen: each heading, quotation, table or nested
list is a problem at its place. A backslash before its first mark prints it (`\# `, `2021\.`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from cvpress.errors import Problem, Spot
from cvpress.profile import markup
from cvpress.profile.nodes import Lines, Scalar
from cvpress.profile.values import Text

Shape = Literal["paragraph", "bullets", "numbers"]


@dataclass(frozen=True, slots=True)
class Block:
    """One paragraph, or the items of one list."""

    shape: Shape
    texts: tuple[Text, ...]

    @property
    def spot(self) -> Spot | None:
        return self.texts[0].spot


@dataclass(slots=True)
class _Raw:
    """A block while it grows: for each text its lines and where it begins."""

    shape: Shape
    texts: list[tuple[list[str], Spot]] = field(default_factory=list)


_ITEM = re.compile(r"(?P<indent>\s*)(?:(?P<bullet>[-*+])|(?P<number>\d{1,9})(?P<dot>[.)]))\s+(?=\S)")
_ESCAPE = "begin the line with a backslash to print it as it is"
_FOREIGN = (
    (r"#{1,6}(\s|$)", "a heading", "a letter has none: make it a paragraph in **bold**"),
    (r">", "a quotation", "put it between quotation marks"),
    (r"```|~~~", "a block of code", "a letter has none: put `code` into a sentence"),
    (r"\|", "a table", "a letter has none: write a list"),
    (r"([-*_]\s*){3,}$", "a rule", "delete it"),
    (r"=+\s*$", "a heading's underline", "a letter has none: delete it"),
    (r"</?[A-Za-z][\w-]*(\s|/?>)|<!--", "HTML", "write plain text"),
    (r"!\[", "a picture", "a letter has none but its signature"),
    (r"\[[^\]]+\]:\s", "the definition of a link", "write [words](https://…) where the link stands"),
)


def parse(body: Scalar) -> tuple[tuple[Block, ...], tuple[Problem, ...]]:
    """The blocks of `body` and every problem in it; a text that has one is left out.

    Of `Lines` each text knows its own line and column; of another scalar all know where the scalar begins.
    """
    problems: list[Problem] = []
    made: list[Block] = []
    for raw in _raw(body, problems):
        texts = tuple(text for lines, spot in raw.texts if (text := _text(" ".join(lines), spot, problems)))
        if texts:
            made.append(Block(raw.shape, texts))
    return tuple(made), tuple(problems)


def _text(source: str, spot: Spot, problems: list[Problem]) -> Text | None:
    try:
        return Text(source, markup.parse(source), spot)
    except markup.MarkupError as error:
        problems.append(Problem(str(error), spot, rule="bad-markup"))
        return None


def _rows(body: Scalar) -> Iterator[tuple[str, Spot]]:
    for at, line in enumerate(re.split("\r\n|\r|\n", body)):
        column = len(line) - len(line.lstrip()) + 1
        spot = Spot(body.spot.file, body.spot.line + at, column) if isinstance(body, Lines) else body.spot
        yield line.rstrip(), spot


def _raw(body: Scalar, problems: list[Problem]) -> Iterator[_Raw]:
    """Lines gathered into blocks. A line that is no block's is told and belongs to none."""
    block: _Raw | None = None
    fresh = True  # whether an empty line stands before this one, or nothing
    for line, spot in _rows(body):
        if not line:
            fresh = True
            continue
        item = _ITEM.match(line)
        item = item if item and _begins(item, block, fresh) else None
        if fault := _fault(line, item, spot, block, fresh):
            problems.append(fault)
        elif item:
            shape: Shape = "bullets" if item["bullet"] else "numbers"
            if block is None or block.shape != shape:
                if block:
                    yield block
                block = _Raw(shape)
            block.texts.append(([line[item.end() :]], _behind(spot, item, body)))
        elif block is None or fresh:
            if block:
                yield block
            block = _Raw("paragraph", [([line.strip()], spot)])
        else:
            block.texts[-1][0].append(line.strip())
        fresh = False
    if block:
        yield block


def _behind(spot: Spot, item: re.Match[str], body: Scalar) -> Spot:
    return Spot(spot.file, spot.line, item.end() + 1) if isinstance(body, Lines) else spot


def _begins(item: re.Match[str], block: _Raw | None, fresh: bool) -> bool:
    """Whether it begins an item: within a paragraph, a line that happens to start with "2021. " does not."""
    inside = block is not None and block.shape == "paragraph" and not fresh
    return not (inside and item["number"] and item["number"] != "1")


def _fault(line: str, item: re.Match[str] | None, spot: Spot, block: _Raw | None, fresh: bool) -> Problem | None:
    """What the line is in Markdown that a letter cannot have."""
    bare = line.lstrip()
    for pattern, what, advice in _FOREIGN:
        if re.match(pattern, bare):
            return _told(f"{what} begins here", spot, f"{advice}; or {_ESCAPE}")
    listed = block is not None and block.shape != "paragraph"
    if item and item["indent"] and listed:
        return _told("a list inside a list begins here", spot, "write one list")
    if item and item["bullet"] and item["bullet"] != "-":
        return _told(f"a list with '{item['bullet']}' begins here", spot, f"begin its items with '- '; or {_ESCAPE}")
    if item and item["dot"] == ")":
        advice = "number them '1. ', '2. '; to print the bracket, write \\) for it"
        return _told(f"a list with '{item['number']})' begins here", spot, advice)
    if item and item["number"] not in (None, "1") and (block is None or block.shape != "numbers"):
        advice = f"begin with '1. '; to print the number, write {item['number']}\\."
        return _told(f"a numbered list begins here with {item['number']}", spot, advice)
    if fresh and not item and listed and line != bare:
        return _told(
            "a second paragraph of an item begins here", spot, "an item is one paragraph; do not indent others"
        )
    if fresh and not item and line.startswith(("    ", "\t")):
        return _told("a block of code begins here", spot, "a letter has none: do not indent the line")
    if line.endswith("\\"):
        return _told("a line break inside a paragraph", spot, "delete the backslash, or leave a line empty")
    return None


def _told(what: str, spot: Spot, advice: str) -> Problem:
    return Problem(f"{what}; a letter has paragraphs and lists only", spot, advice, "not-in-a-letter")
