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

_QUOTES = f"(?:[\"']|{QUOTES})"
_HYPHENS = "[\\-\u2010-\u2013]"


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
                pattern = _ending(shown.replace("{pages}", str(len(numbered))).replace("{page}", str(number)))
                text, found = pattern.subn("", text)
                if found:
                    break
            texts[index] = replace(texts[index], text=text)
    return tuple(texts)


def _readings(foot: str) -> tuple[str, ...]:
    """`foot`, and from right to left also with its numbers as they stand on the paper: "1/2" is drawn as "2/1"."""
    if not is_right_to_left(foot):
        return (foot,)
    return foot, foot.replace("{pages}", "\0").replace("{page}", "{pages}").replace("\0", "{page}")


def _ending(foot: str) -> re.Pattern[str]:
    """`foot` at the end of a page, however it is spaced.

    It needn't begin a line: PDFium joins it to a word that is hyphenated at the page's end ("adipisc\ufffeAda 1/3").
    """
    chars = "".join(unicodedata.normalize("NFC", foot).split())
    loose = (_QUOTES if re.match(_QUOTES, c) else _HYPHENS if re.match(_HYPHENS, c) else re.escape(c) for c in chars)
    return re.compile(r"(?<![^\W_])" + r"\s*".join(loose) + r"\s*\Z")
