"""Where a line of Thai may break. In: a text; out: its pieces, between which there is no space but a word's end.

Thai is written without spaces between words, so a program has to know the words. BudouX knows them by a small model,
0.1 ms a sentence; where it is wrong, the rules of the script keep a syllable together. Read only when there is Thai.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from budoux import Parser

THAI = re.compile("[\u0e00-\u0e7f]+")
# A piece never begins with a mark, a vowel that follows its consonant, or a sign of repetition or abbreviation;
# never ends with a vowel that is written before its consonant; and is never a lone consonant, which is no word.
_NO_START = re.compile("[\u0e2f-\u0e3a\u0e45-\u0e4e]")
_NO_END = re.compile("[\u0e40-\u0e44]$|^[\u0e01-\u0e2e]$")


@cache
def _parser() -> Parser:
    import budoux

    return budoux.load_default_thai_parser()


def pieces(text: str) -> tuple[str, ...]:
    """`text`, a run of Thai letters, cut where a line may break; joined again they are the text."""
    made: list[str] = []
    for piece in _parser().parse(text):
        if made and (_NO_START.match(piece) or _NO_END.search(made[-1])):
            made[-1] += piece
        else:
            made.append(piece)
    if len(made) > 1 and _NO_END.search(made[-1]):
        made[-2:] = [made[-2] + made[-1]]
    return tuple(made)
