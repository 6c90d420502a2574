"""The parts of a person's name. In: a name as printed, or as a bibliography sorts it; out: its parts.

The parts are those of BibTeX and CSL: given names, a particle ("van der"), the family name, a suffix ("Jr.").
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cvpress.profile.values import NameParts, Person

SUFFIX = re.compile(r"(?:jr|sr)\.?|[ivx]+|(?:ph\.?\s?d|m\.?d)\.?", re.IGNORECASE)
HAN = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]+")
_INITIALS = re.compile(r"[A-Z]{1,3}")  # "Zhao T", as indexes of medicine write it


@dataclass(frozen=True, slots=True)
class _Split:
    head: list[str]
    particle: list[str]
    family: list[str]


def split(person: Person) -> NameParts:
    """The parts of `person`: those its source gave, else what the form of the printed name says.

    "Zhao, Tong" and "Zhao, Jr., Tong" are read as BibTeX reads them. In "Ludwig van der Berg" the lower-case words
    before the last are the particle. In "Zhao T" the family name stands first. A name in Han or Hangul without a space
    is left whole.
    """
    return person.parts or parts(person.plain)


def parts(name: str) -> NameParts:
    """`split` for a name alone."""
    pieces = [piece.strip() for piece in name.split(",")]
    if len(pieces) > 1 and not SUFFIX.fullmatch(pieces[1]):
        found = _family(pieces[0].split())
        return NameParts(pieces[1], " ".join(found.particle), " ".join(found.family))
    if len(pieces) > 2:
        found = _family(pieces[0].split())
        return NameParts(pieces[2], " ".join(found.particle), " ".join(found.family), pieces[1])
    words = pieces[0].split()
    suffix = pieces[1] if len(pieces) > 1 else ""
    if not suffix and len(words) > 2 and re.fullmatch(r"(?:jr|sr)\.?|iii?|iv", words[-1], re.IGNORECASE):
        suffix = words.pop()
    if len(words) < 2 or HAN.fullmatch(pieces[0]):
        return NameParts("", "", " ".join(words), suffix)
    if len(words) == 2 and _INITIALS.fullmatch(words[1]) and not words[0].isupper():
        return NameParts(words[1], "", words[0], suffix)
    found = _last(words)
    return NameParts(" ".join(found.head), " ".join(found.particle), " ".join(found.family), suffix)


def _family(words: list[str]) -> _Split:
    """A family name behind its particle: "van der Berg"."""
    at = 0
    while at < len(words) - 1 and words[at][:1].islower():
        at += 1
    return _Split([], words[:at], words[at:])


def _last(words: list[str]) -> _Split:
    """Given names, particle, family: the particle is what begins in lower case, as in BibTeX."""
    at = next((index for index, word in enumerate(words[1:-1], 1) if word[:1].islower()), len(words) - 1)
    found = _family(words[at:])
    return _Split(words[:at], found.particle, found.family)
