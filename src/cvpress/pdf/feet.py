"""Take running feet off: the texts of pages and their feet go in, the texts without them come out.

Else a paragraph across two pages would be broken by what stands between them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cvpress.pdf.fold import QUOTES
from cvpress.pdf.text import PageText
from cvpress.pdf.visual import is_right_to_left

_QUOTE = re.compile(f"[\"']|{QUOTES}")
_HYPHEN = re.compile("[\\-\u2010-\u2013]")


@dataclass(frozen=True, slots=True)
class Foot:
    """The running foot as printed, with {page} and {pages} where the numbers stand: 'Ada Lovelace {page}/{pages}'.

    `pages`: the pages that it numbers, by index from 0 (a packet's parts count for themselves); None: all.
    """

    text: str
    pages: range | None = None


def without_feet(pages: Sequence[PageText], feet: Sequence[Foot]) -> tuple[PageText, ...]:
    """`pages` without the `feet` at their ends."""
    texts = list(pages)
    for foot in feet:
        numbered = range(len(texts)) if foot.pages is None else foot.pages
        for number, index in enumerate(numbered, start=1):
            text = unicodedata.normalize("NFC", texts[index].text)
            for shown in _readings(foot.text):
                start = _start(text, shown.replace("{pages}", str(len(numbered))).replace("{page}", str(number)))
                if start is not None:
                    text = text[:start]
                    break
            texts[index] = replace(texts[index], text=text)
    return tuple(texts)


def _readings(foot: str) -> tuple[str, ...]:
    """`foot`, and from right to left also with its numbers as they stand on the paper: "1/2" is drawn as "2/1"."""
    if not is_right_to_left(foot):
        return (foot,)
    return foot, foot.replace("{pages}", "\0").replace("{page}", "{pages}").replace("\0", "{page}")


def _start(text: str, foot: str) -> int | None:
    """Where `foot` begins at the end of `text`, however it is spaced; None where it is not there.

    It needn't begin a line: PDFium joins it to a word that is hyphenated at the page's end ("adipisc\ufffeAda 1/3").
    """
    at = len(text)
    for char in reversed("".join(unicodedata.normalize("NFC", foot).split())):
        at = len(text[:at].rstrip())
        if not at or _kind(text[at - 1]) != _kind(char):
            return None
        at -= 1
    return at if not text[:at][-1:].isalnum() else None


def _kind(char: str) -> str:
    """The character, or of quotes and hyphens one that stands for all of them."""
    return '"' if _QUOTE.match(char) else "-" if _HYPHEN.match(char) else char
