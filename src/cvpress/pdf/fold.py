"""Fold text so that what a typesetter may change doesn't count: text goes in, its letters and the way back come out.

Folded away on both sides: composition (NFC), white space, default-ignorable characters, curly against straight
quotes, Arabic against Latin commas, Latin ligature code points, and hyphens that TeX added at a line's end. A hyphen
that the author wrote is demanded, as any of the hyphen-like characters: '555-0100' is not found in '5550100'. Case
counts unless the caller says otherwise.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from cvpress.pdf.text import BREAK_HYPHEN

# Hyphens that nobody wrote: PDFium's mark, and U+00AD, to which some fonts map the hyphen at a line's end.
_SOFT = f"\u00ad{BREAK_HYPHEN}"
# Unicode's Default_Ignorable_Code_Point without U+00AD, and the byte order mark.
_IGNORABLE = (
    "\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff"
)
_WORD = re.compile(rf"[^\s{_IGNORABLE}\-\u2010-\u2013{_SOFT}]+")
_HYPHEN = re.compile(rf"[\-\u2010-\u2013{_SOFT}]")
LINE_END_HYPHEN = re.compile(rf"[\-\u2010]\s*[\r\n]\s*|[{_SOFT}]\s*")
_SKIPPED = re.compile(f"[{_IGNORABLE}]+")
# Of all languages, as a document's language decides which the straight ones of a profile become.
_SINGLE, _DOUBLE = (
    "\u2018\u2019\u201a\u201b\u2039\u203a\u300e\u300f",
    "\u201c\u201d\u201e\u201f\u00ab\u00bb\u300c\u300d",
)
QUOTES = f"[{_SINGLE}{_DOUBLE}]"
"""A pattern of the marks that fold to a straight one."""
_COMMAS = {"\u060c": ",", "\u061b": ";"}  # in an Arabic document those between its words are Arabic
_MARKS = str.maketrans({**dict.fromkeys(_SINGLE, "'"), **dict.fromkeys(_DOUBLE, '"'), **_COMMAS})
_MARK = re.compile(f"[{_SINGLE}{_DOUBLE}{''.join(_COMMAS)}]")
_LIGATURE = re.compile("[\ufb00-\ufb06]")
# Thai, Lao, Burmese, Khmer, kana, Han: written without spaces, so a match may begin between any two of them.
_UNSPACED = (
    *((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3040, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF)),
    *((0xF900, 0xFAFF), (0x20000, 0x3FFFF)),
)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of folded letters, from `start` up to but not including `end`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Folded:
    """`letters` is what is compared; `plain` the composed text it came from; the rest leads from one to the other.

    `starts`: where each word of `letters` begins; `sources`: where it begins in `plain`. `hyphens`: the places in
    `letters` before which a visible hyphen stands; `breaks`: where one may be TeX's own, as it ends a line; `hard`: the
    hyphens that are none of these.
    """

    plain: str
    letters: str
    starts: tuple[int, ...]
    sources: tuple[int, ...]
    hyphens: frozenset[int]
    breaks: frozenset[int]
    hard: tuple[int, ...]

    def source(self, index: int) -> int:
        """Where in `plain` the letter at `index` stands."""
        word = bisect_right(self.starts, index) - 1
        return self.sources[word] + index - self.starts[word]

    def excerpt(self, span: Span) -> str:
        """The text of `span` as the page prints it, on one line."""
        text = self.plain[self.source(span.start) : self.source(span.end - 1) + 1]
        return " ".join(text.replace(BREAK_HYPHEN, "-").split())

    def is_edge(self, index: int) -> bool:
        """Whether a match may begin or end before the letter at `index`: not inside a run of letters and digits."""
        if index <= 0 or index >= len(self.letters):
            return True
        left, right = self.letters[index - 1], self.letters[index]
        if not right.isalnum():
            return not _is_mark(right)
        if not (left.isalnum() or _is_mark(left)):
            return True
        gap = self._before(index)
        if gap.isspace():
            return True
        if gap := _SKIPPED.sub("", gap):
            return not (LINE_END_HYPHEN.fullmatch(gap) and left.isalpha() and right.isalpha())
        return is_unspaced(left) or is_unspaced(right)

    def _before(self, index: int) -> str:
        """What is folded away before the letter at `index`: nothing inside a word."""
        word = bisect_left(self.starts, index)
        if word == len(self.starts) or self.starts[word] != index:
            return ""
        return self.plain[self.sources[word - 1] + index - self.starts[word - 1] : self.sources[word]]

    def has_hyphens(self, span: Span, wanted: Folded) -> bool:
        """Whether `span` holds the hyphens of `wanted`, and no hard ones besides."""
        demanded = {span.start + index for index in wanted.hyphens}
        low, high = bisect_right(self.hard, span.start), bisect_left(self.hard, span.end)
        return demanded.issuperset(self.hard[low:high]) and all(
            index in self.hyphens or index in self.breaks for index in demanded
        )


@lru_cache(maxsize=4096)  # each step of the check asks for the same texts
def fold(text: str) -> Folded:
    """Fold `text`; linear in its length."""
    plain = text if text.isascii() else _composed(text)
    words = [(found.start(), found[0]) for found in _WORD.finditer(plain)]
    sources = tuple(start for start, _ in words)
    starts = tuple(accumulate((len(word) for _, word in words), initial=0))
    hyphens: set[int] = set()
    breaks: set[int] = set()
    for found in _HYPHEN.finditer(plain):
        place = starts[bisect_left(sources, found.start())]
        if found[0] not in _SOFT:
            hyphens.add(place)
        # PDFium sometimes prints the line's end as a space ("12\u2013 14"), so any white space may be one.
        if found[0] in _SOFT or plain[found.end() : found.end() + 1].isspace():
            breaks.add(place)
    hard = tuple(sorted(hyphens - breaks))
    letters = "".join(word for _, word in words)
    return Folded(plain, letters, starts[:-1], sources, frozenset(hyphens), frozenset(breaks), hard)


def _composed(text: str) -> str:
    plain = unicodedata.normalize("NFC", text)
    plain = _LIGATURE.sub(lambda found: unicodedata.normalize("NFKC", found[0]), plain)
    return _MARK.sub(lambda found: found[0].translate(_MARKS), plain)


@lru_cache(maxsize=8192)
def occurrences(letters: str, sought: str) -> tuple[int, ...]:
    """Where `sought` begins in `letters`, places that overlap included."""
    found = []
    start = letters.find(sought)
    while start >= 0:
        found.append(start)
        start = letters.find(sought, start + 1)
    return tuple(found)


def is_unspaced(char: str) -> bool:
    """Whether `char` is of a script that is written without spaces."""
    return any(first <= ord(char) <= last for first, last in _UNSPACED)


def _is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")
