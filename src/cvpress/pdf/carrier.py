"""Whether invisible text is the fair carrier of what is drawn there. In: the text, what is drawn; out: yes or no.

An emoji is a picture, and words of some scripts are drawn as outlines, since extractors can't order their glyphs: an
invisible glyph that reads back as the text lies under each. Nothing in a file can be trusted to mark such a glyph, as
whoever hides keywords would set the mark too. So the text itself is judged: it is nothing but emoji, and there is a
picture for each; or every letter of it is of a script that needs drawing, or has a mark above or below it, and there
are outlines enough and room enough for it. Plain Latin letters are never carried.
"""

from __future__ import annotations

import re
import unicodedata

from cvpress.pdf.geometry import Box

_LEAST_STROKES = 4  # segments of a path: no letter is drawn with fewer
_LEAST_ROOM = 0.8  # points a letter, of the narrowest in a size that is read
_JOINERS = "\u200c\u200d\ufe0e\ufe0f"
_EMOJI = re.compile(
    "[0-9#*]\ufe0f?\u20e3"
    "|[\U0001f1e6-\U0001f1ff]{2}"
    "|(?:[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u27bf\u2934-\u2b55\u3030-\u3299]"
    "|[\U0001f000-\U0001faff])[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]*"
    "(?:\u200d[\u2190-\u2bff\U0001f000-\U0001faff][\ufe0f\U0001f3fb-\U0001f3ff]*)*"
)
# Armenian and Hebrew to Arabic are set as they are; from Syriac to Mongolian, and beyond, words are drawn.
_DRAWN = (("\u0700", "\u1fff"), ("\u2d00", "\u2dff"), ("\ua000", "\uabff"))
_VIRAMAS = "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2"


def is_carrier(text: str, box: Box, pictures: int, strokes: int) -> bool:
    """Whether `text`, unseen in `box`, is what so many `pictures`, or outlines of so many `strokes`, show there."""
    solid = "".join(text.split())
    emoji = _EMOJI.findall(solid)
    if emoji and not _EMOJI.sub("", solid).strip(_JOINERS):
        return len(emoji) <= pictures
    letters = _letters(solid)
    room = (box.right - box.left) / max(letters, 1)
    return 0 < letters * _LEAST_STROKES <= strokes and room >= _LEAST_ROOM


def _letters(text: str) -> int:
    """How many letters `text` has, without those that melt into the one before; 0 when one needs no drawing."""
    found = 0
    characters = [one for one in unicodedata.normalize("NFD", text) if one not in _JOINERS]
    for at, character in enumerate(characters):
        if unicodedata.category(character).startswith("M"):
            continue
        marked = unicodedata.category("".join(characters[at + 1 : at + 2]) or " ").startswith("M")
        if not marked and not any(low <= character <= high for low, high in _DRAWN):
            return 0
        found += at == 0 or characters[at - 1] not in _VIRAMAS
    return found
