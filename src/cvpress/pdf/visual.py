"""Read lines with right-to-left text from where their characters stand: boxes go in, text as it is read comes out.

PDFium turns such lines around by rules of its own: it keeps a Hebrew word together, but swaps the words of a Latin
phrase beside it, takes numbers apart, and mirrors some brackets. What stands on the paper is unambiguous but for a few
cases: so the line is made anew of that, as a reader does.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
# A gap of this share of a line's height parts words; shrunk word spaces have .12 and more, tracked capitals .05.
_GAP = 0.09
# A wider one parts columns: what is read across it is no phrase.
_COLUMN = 0.75
_PARTING = "\t\u2022\u25c7|"  # and what looks set between contacts
# Boxes that share this much of the lower one's height stand on one line.
_OVERLAP = 0.6
_OPENING = {"(": ")", "[": "]", "{": "}"}
_KIND = {char: pair for pair in _OPENING.items() for char in pair}
_JOINS_NUMBERS = ".,:/+-\u066b\u066c"
_AROUND_NUMBERS = "%\u2030\u00b0#$\u20ac\u00a3\u00a5"
# A mark and a space after it tell the direction of what they stand between: " ,14" is read from the right.
_IN_ORDER = re.compile(r"[.,;:\u060c\u061b]\s")
_REVERSED = re.compile(r"\s[.,;:\u060c\u061b]")
_ENDING = re.compile(r"(?<!\w)[.,;:?!\u2026\u060c\u061b\u061f]+$")
_HALVES = re.compile("[\ud800-\udbff][\udc00-\udfff]|[\udc00-\udfff][\ud800-\udbff]")
_DIALLED = re.compile(r"\+\d+(?: ?[()\-.]?\d+[()]?)+")


def is_right_to_left(text: str) -> bool:
    """Whether `text` holds any right-to-left letter."""
    return _RIGHT_TO_LEFT.search(text) is not None


@dataclass(frozen=True, slots=True)
class Glyph:
    """A character, or those of a ligature, and the box that it fills, in points from the page's lower left corner."""

    text: str
    left: float
    bottom: float
    right: float
    top: float

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2


def lines(glyphs: Iterable[Glyph], *, leftwards: bool) -> Iterator[str]:
    """The lines of a page. A line's end is a glyph of `\\n`; `leftwards` is the direction of the page's paragraphs.

    In pages from left to right a line without right-to-left letters stays in PDFium's order.
    """
    for line in _merged(glyphs):
        if leftwards or is_right_to_left("".join(glyph.text for glyph in line)):
            yield _read(_placed(line), leftwards)
        else:
            yield _whole("".join(glyph.text for glyph in line))


def _merged(glyphs: Iterable[Glyph]) -> Iterator[list[Glyph]]:
    """PDFium's lines, those that follow each other at one height in one: it takes a raised 2 for a line's end."""
    line: list[Glyph] = []
    part: list[Glyph] = []
    for glyph in (*glyphs, Glyph("\n", 0, 0, 0, 0)):
        if glyph.text != "\n":
            part.append(glyph)
        elif part:
            if line and not _beside(line, part):
                yield line
                line = []
            line += ([Glyph(" ", 0, 0, 0, 0)] if line else []) + part
            part = []
    if line:
        yield line


def _beside(line: Sequence[Glyph], part: Sequence[Glyph]) -> bool:
    low, high = _reach(line)
    bottom, top = _reach(part)
    shared = min(high, top) - max(low, bottom)
    return shared > _OVERLAP * min(high - low, top - bottom) > 0


def _reach(glyphs: Sequence[Glyph]) -> tuple[float, float]:
    solid = [glyph for glyph in glyphs if not glyph.text.isspace()]
    if not solid:
        return 0.0, 0.0
    return min(glyph.bottom for glyph in solid), max(glyph.top for glyph in solid)


def _placed(line: Sequence[Glyph]) -> str:
    """The characters of a line from the left to the right, marks behind their letters, spaces where there is white."""
    solid: list[Glyph] = []
    marks: list[Glyph] = []
    spaced: set[frozenset[float]] = set()  # between which a space was found, by their middles
    white = False
    for glyph in line:
        if glyph.text.isspace():
            white = True
        elif unicodedata.category(glyph.text[0]) == "Mn":
            marks.append(glyph)
        elif solid and (glyph.left, glyph.right) == (solid[-1].left, solid[-1].right):
            solid[-1] = replace(solid[-1], text=_ligature(solid[-1].text, glyph.text))
        else:
            if white and solid:
                spaced.add(frozenset((solid[-1].middle, glyph.middle)))
            solid.append(glyph)
            white = False
    solid.sort(key=lambda glyph: glyph.middle)
    for mark in marks:
        if solid:
            near = min(range(len(solid)), key=lambda index: abs(solid[index].middle - mark.middle))
            solid[near] = replace(solid[near], text=solid[near].text + mark.text)
    return _whole("".join(_spelled(solid, spaced)))


def _whole(text: str) -> str:
    """`text` with the halves of characters beyond U+FFFF joined: PDFium gives two, swapped in a turned stretch."""
    return _HALVES.sub(lambda found: "".join(sorted(found[0])).encode("utf-16", "surrogatepass").decode("utf-16"), text)


def _ligature(text: str, char: str) -> str:
    """`text` with the next of the characters that one glyph stands for. From right to left PDFium has them in either
    order; in almost all such glyphs a lam comes first."""
    return char + text if is_right_to_left(char) and not text.startswith("\u0644") else text + char


def _spelled(solid: Sequence[Glyph], spaced: Container[frozenset[float]]) -> Iterator[str]:
    before: Glyph | None = None
    for glyph in solid:
        gap = glyph.left - before.right if before else 0.0
        height = max(glyph.top - glyph.bottom, before.top - before.bottom if before else 0.0)
        if gap > _COLUMN * height:
            yield "\t"
        elif before and (gap > _GAP * height or frozenset((before.middle, glyph.middle)) in spaced):
            yield " "
        yield glyph.text[::-1] if is_right_to_left(glyph.text) else glyph.text
        before = glyph


def _read(visual: str, leftwards: bool) -> str:
    stretches = _leftward_stretches(visual) if not leftwards else ((0, len(visual)),)
    made: list[str] = []
    at = 0
    for start, end in stretches:
        made += (visual[at:start], _turned(visual[start:end]))
        at = end
    return _with_brackets("".join((*made, visual[at:])))


def _leftward_stretches(visual: str) -> Iterator[tuple[int, int]]:
    """Where text from right to left stands in a line from left to right: between its outer letters."""
    at = 0
    while at < len(visual):
        if not is_right_to_left(visual[at]):
            at += 1
            continue
        start = end = at
        for index in range(at, len(visual)):
            if _is_letter(visual[index]) or visual[index] in _PARTING:
                break
            if is_right_to_left(visual[index]):
                if _IN_ORDER.search(visual, end, index):
                    break
                end = index + 1
        if found := _ENDING.search(visual, 0, start):
            start = found.start()
        if start and _is_odd(visual[start:end]) and visual[start - 1] in _KIND:
            start -= 1
        yield start, end
        at = end


def _turned(visual: str) -> str:
    """A stretch that is read from the right, what is read from the left in it kept as it stands."""
    made: list[str] = []
    at = 0
    while at < len(visual):
        end = _rightward(visual, at)
        made.append(visual[at:end])
        at = end
    return "".join(reversed(made))


def _rightward(visual: str, at: int) -> int:
    """The end of what is read from the left and begins at `at`; a single character when nothing does."""
    if dialled := _DIALLED.match(visual, at):
        return dialled.end()
    end = max(_number(visual, at), at + 1)
    if not _is_letter(visual[at]) and not (end > at + 1 or visual[at].isdigit()):
        return end
    if not _is_letter(visual[at]) and not _is_letter(visual[end : end + 1]):
        return end
    for index in range(end, len(visual)):  # a phrase: up to its last letter or number
        if is_right_to_left(visual[index]) or visual[index] in _PARTING:
            break
        if _is_letter(visual[index]) or (visual[index].isdigit() and not _REVERSED.search(visual, end, index)):
            end = index + 1
    while visual[end : end + 1] in ("+", "#", "/", "."):
        end += 1
    if visual[end : end + 1] in _KIND and _is_odd(visual[at:end]):
        end += 1
    return end


def _number(visual: str, at: int) -> int:
    """The end of the number that begins at `at`, or `at`."""
    end = at
    while end < len(visual) and visual[end] in _AROUND_NUMBERS:
        end += 1
    if end == len(visual) or not visual[end].isdigit():
        return at
    while end < len(visual) and (
        visual[end].isdigit() or (visual[end] in _JOINS_NUMBERS and visual[end + 1 : end + 2].isdigit())
    ):
        end += 1
    while end < len(visual) and visual[end] in _AROUND_NUMBERS:
        end += 1
    return end


def _is_letter(char: str) -> bool:
    """Whether it is a letter that is read from left to right."""
    return char.isalpha() and not is_right_to_left(char)  # nothing is no letter


def _is_odd(text: str) -> bool:
    return sum(map(_KIND.__contains__, text)) % 2 == 1


def _with_brackets(text: str) -> str:
    """`text` with each bracket opening or closing as its place asks, since those of turned text may be mirrored."""
    made = list(text)
    open_: list[str] = []
    for index, char in enumerate(text):
        if char not in _KIND:
            continue
        opening, closing = _KIND[char]
        before, after = text[index - 1 : index], text[index + 1 : index + 2]
        if open_ and _KIND[open_[-1]] == _KIND[char]:
            open_.pop()
            made[index] = closing
        elif before.strip() and not after.strip(" .,;:?!\u060c\u061b\u061f"):
            made[index] = closing
        else:
            open_.append(opening)
            made[index] = opening
    return "".join(made)
