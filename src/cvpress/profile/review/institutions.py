"""One institution in two spellings. In: what a document prints; out: findings.

Names are compared whole, and each part between commas by itself. Two are one institution when they differ in
abbreviations, little words, case, accents and punctuation alone ("Univ. of X", "University of X"; "the X Institute"),
or in one slip inside one long word ("Carnegie Mellon", "Carnegie Melon"). A wrong letter is no slip: Hunan is not
Henan, and Hubei is not Hebei. Nor is an acronym another spelling.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from cvpress.errors import Problem, Spot
from cvpress.profile.review.subject import Subject, finding, folded, place
from cvpress.profile.values import Text

PATHS = frozenset(
    [
        "position.organization",
        "education.institution",
        "project.organization",
        "award.awarder",
        "grant.funder",
        "teaching.institution",
        "supervision.institution",
        "reference.affiliation",
        "certificate.issuer",
        "membership.organization",
        "publication.institution",
    ]
)
"""The fields that name an institution."""
LONG = 5
"""Letters of a word in which a slip is looked for."""

Words = tuple[str, ...]

_FULL = {
    "univ": "university",
    "inst": "institute",
    "tech": "technology",
    "sci": "science",
    "dept": "department",
    "lab": "laboratory",
    "labs": "laboratories",
    "natl": "national",
    "acad": "academy",
    "coll": "college",
    "intl": "international",
    "assoc": "association",
    "eng": "engineering",
}
_LITTLE = frozenset(["the", "of", "at", "in", "for", "and"])
_NOT_ONE = frozenset([frozenset(["shanxi", "shaanxi"])])
"""Words one slip apart that name different places."""


def spellings(subject: Subject) -> Iterator[Problem]:
    """Each institution that is written in two ways: the rarer, or the later, at its first place."""
    places: dict[str, Spot | None] = {}
    counts: Counter[str] = Counter()
    for leaf in subject.leaves:
        if leaf.path in PATHS and isinstance(leaf.value, Text):
            for name in dict.fromkeys(_names(leaf.value.plain)):
                places.setdefault(name, subject.spot(leaf))
                counts[name] += 1
    told: set[frozenset[Spot | None]] = set()
    for one, other in _pairs({name: _key(name) for name in places}):
        where = frozenset([places[one], places[other]])
        if len(where) == 2 and where not in told:
            told.add(where)  # the part of a name is told with its whole
            right, odd = (one, other) if counts[one] >= counts[other] else (other, one)
            message = f"'{odd}' is written '{right}' in {place(places[right], places[odd])}"
            yield finding("institution-spelling", message, places[odd], "write it one way, if it is one institution")


def _pairs(keys: Mapping[str, Words]) -> Iterator[tuple[str, str]]:
    """Each two names that are one, found on common shelves: a bibliography names thousands."""
    shelves: dict[Words, list[str]] = {}
    for name, key in keys.items():
        near: dict[str, None] = {}
        for shelf in _shelves(key):
            there = shelves.setdefault(shelf, [])
            near |= dict.fromkeys(there)
            there.append(name)
        yield from ((other, name) for other in near if other != name and _same(keys[other], key))


def _shelves(key: Words) -> Iterator[Words]:
    """The key itself, and it with a letter less in one of its long words: two that are one slip apart meet there."""
    yield key
    for at, word in enumerate(key):
        if len(word) >= LONG:
            for cut in range(1, len(word)):
                yield (*key[:at], word[:cut] + word[cut + 1 :], *key[at + 1 :])


def _names(text: str) -> tuple[str, ...]:
    whole = " ".join(text.split())
    return (whole, *(part for part in re.split(r"\s*[,;]\s*", whole) if " " in part))


def _key(name: str) -> Words:
    words = (_FULL.get(word, word) for word in folded(name.replace("&", " and ")).split())
    return tuple(word for word in words if word not in _LITTLE)


def _same(one: Words, other: Words) -> bool:
    """Whether two names are one; single words are only compared as they are, since "Inria" may be anything's part."""
    if one == other:
        return True
    if len(one) != len(other) or len(one) < 2:
        return False
    odd = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    return len(odd) == 1 and frozenset(odd[0]) not in _NOT_ONE and _slip(*odd[0])


def _slip(one: str, other: str) -> bool:
    """Whether two words differ by one letter doubled or missing, or by two neighbors swapped, behind the first."""
    short, long = sorted((one, other), key=len)
    if len(short) < LONG or short[0] != long[0] or not (short + long).isalpha():
        return False
    at = next((at for at, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) == len(long):
        return short[:at] + short[at + 1 : at + 2] + short[at] + short[at + 2 :] == long
    if len(long) != len(short) + 1 or short[at:] != long[at + 1 :]:
        return False
    doubled = long[at] == long[at - 1] and long[at] not in "aeiou"
    return doubled or long[at] == "s" == long[-1] or len(long) >= 8
