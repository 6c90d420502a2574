"""Ask other programs whether they read it too: a PDF, what it must say and `Reader`s go in, Problems come out.

PDFium gates every build; one extractor may be kind to a fault at which another stumbles. A reader confirms a text when
it finds it whole, or all of its words: on pages with columns each program has an order of its own, and in words from
right to left some keep the order of the paper.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from cvpress.errors import CheckError, Problem, Severity, ToolError
from cvpress.pdf.bidi import Shuffled
from cvpress.pdf.claim import claim, places
from cvpress.pdf.feet import Foot, without_feet
from cvpress.pdf.fold import Folded, Span, fold
from cvpress.pdf.lost import lost_problems
from cvpress.pdf.readers import Reader
from cvpress.pdf.text import PageText
from cvpress.pdf.visual import is_right_to_left
from cvpress.pdf.wanted import Wanted

_RULE = "jury"
# Marks, formulas and a line's end at a hyphen may part what is one word for us.
_WORD = re.compile(r"[^\W_]+")
# Marks of direction stand between words in the place of spaces.
_DIRECTION = re.compile("[\u202a-\u202e\u2066-\u2069]")
_HYPHENS = re.compile("[\\-\u2010-\u2013]")
_MOST = 6
_FEW = 4
"""Of so many words none need be parted: names are set closely."""


def jury_problems(
    pdf: Path,
    wanted: Sequence[Wanted],
    readers: Sequence[Reader],
    *,
    foreign: Sequence[range] = (),
    feet: Sequence[Foot] = (),
) -> Iterator[Problem]:
    """`jury`: a warning for each text that a reader misses or mangles, and says what came out instead."""
    strangers = {index for pages in foreign for index in pages}
    for reader in readers:
        try:
            texts = reader.read(pdf)
        except (CheckError, ToolError) as fault:
            told = (replace(problem, rule=_RULE, severity=Severity.WARNING) for problem in fault.problems)
            yield from told
            continue
        own = tuple(PageText("" if index in strangers else text) for index, text in enumerate(texts))
        printed = fold(_DIRECTION.sub(" ", "\n".join(page.text for page in without_feet(own, feet))))
        yield from _verdict(reader, printed, wanted)


def _verdict(reader: Reader, printed: Folded, wanted: Sequence[Wanted]) -> Iterator[Problem]:
    spans = list(claim(printed, wanted))
    joined = fold(_HYPHENS.sub("", printed.plain)) if reader.joins else None
    bare = Shuffled.of("".join(_bare(printed.plain))) if is_right_to_left(printed.plain) else None
    for index, want in enumerate(wanted):
        if spans[index] is None and (
            _says(printed, want.text, want.caseless) or _says_joined(joined, want) or _says_somehow(bare, want.text)
        ):
            spans[index] = Span(0, 0)
    found = [*lost_problems(printed, wanted, spans), *_run_together(printed, wanted, spans)]
    for problem in found[:_MOST]:
        message = f"{reader.name} does not confirm it: {problem.message}"
        yield replace(problem, message=message, rule=_RULE, severity=Severity.WARNING)
    if len(found) > _MOST:
        message = f"{reader.name} does not confirm {len(found) - _MOST} texts more"
        yield Problem(message, None, "look at those above first", _RULE, Severity.WARNING)


def _says_joined(joined: Folded | None, want: Wanted) -> bool:
    """Whether it stands there whole but for its hyphens, of which the reader took one at a line's end for its own."""
    if joined is None or not _HYPHENS.search(want.text):
        return False
    return _stands(joined, _HYPHENS.sub("", want.text), want.caseless)


def _bare(text: str) -> list[str]:
    """The words of `text` without the marks on letters, which some programs set apart from them."""
    shown = (char for char in unicodedata.normalize("NFKC", text) if not unicodedata.category(char).startswith("M"))
    return _WORD.findall("".join(shown))


def _says_somehow(bare: Shuffled | None, text: str) -> bool:
    """Whether the letters of each word stand together on pages with text from right to left, those in any order.

    There programs part lines and words as they please, numbers and Latin words go with them, and a ligature drawn for
    two letters is read as these from left to right.
    """
    words = _bare(text)
    return bool(bare and words) and all(_holds(bare, word) for word in words if bare)


def _holds(bare: Shuffled, word: str) -> bool:
    return word in bare.letters or (is_right_to_left(word) and any(True for _ in bare.spans(word)))


def _says(printed: Folded, text: str, caseless: bool) -> bool:
    """Whether every word of it stands somewhere as a word."""
    words = _WORD.findall(text)
    return bool(words) and all(_stands(printed, word, caseless) for word in words)


def _stands(printed: Folded, word: str, caseless: bool) -> bool:
    readings = [word, word.upper(), word.lower()] if caseless else [word]
    return any(places(printed, reading) for reading in readings)


def _run_together(printed: Folded, wanted: Sequence[Wanted], spans: Sequence[Span | None]) -> Iterator[Problem]:
    """Texts whose words come out without the spaces between them: a font without a space, to some programs."""
    for want, span in zip(wanted, spans, strict=True):
        words = len(want.text.split())
        if span is not None and span.end > span.start and words > _FEW:
            said = printed.excerpt(span)
            if 2 * len(said.split()) <= words:
                message = f"{want.field}: {want.text[:60]!r} comes out without its spaces"
                yield Problem(message, want.spot, f"it says {said[:60]!r}", _RULE)
