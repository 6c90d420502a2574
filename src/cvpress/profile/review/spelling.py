"""Words that are probably misspelt. In: what a document prints; out: a finding for each such word, once.

Two plain lists of our own: misspellings with what is meant (`misspelt.txt`), and words that CVs use often
(`words.txt`), from which one slip of the fingers makes a misspelling. A word that is near none of them is not judged,
so that names, other languages and the words of a trade are left alone. English only: a document in another language is
not looked at, nor a text in which another language's little words stand. Measured over 15 million words of software
manuals: 905 different ones were told, of which some thirty are no misspellings; these are in `neighbors.txt` now.

Why not codespell: its licence. Why not typos (MIT): a program of 33 MB that takes 30 ms a profile; of the seven
misspellings that are told in the four profiles of this repository it finds three, and takes a name for a fourth.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cvpress.errors import Problem, Spot
from cvpress.profile.markup import Inline, Link, Str, Styled
from cvpress.profile.review.subject import Subject, also, finding
from cvpress.profile.values import Text

SHORTEST = 7
"""Letters of a word of which slips are looked for: of shorter ones too many are words themselves."""

Slip = tuple[str, str]
"""A misspelt word and what is meant."""

_ADDRESS = re.compile(r"[@_\\=#]|\w\.\w")
_PART = re.compile(r"[^\w'’]+")
_SPELT = re.compile(r"[A-Za-z][a-z]{2,}")
# Articles and the like of other languages. Those that English or a name may hold too (die, in, a, de, la) are no sign.
_ELSEWHERE = """
der das und für von mit über zur zum eine einer les des une pour dans avec el los las del por para una il gli della
delle dei nel het een voor och av för og på dos
"""


def misspelt(subject: Subject) -> Iterator[Problem]:
    """Each misspelt word at its first place, with the lines of the others."""
    if subject.document.language.partition("-")[0] != "en":
        return
    judged: dict[str, tuple[Slip, ...]] = {}
    found: dict[Slip, list[Spot | None]] = {}
    for leaf in subject.leaves:
        if isinstance(leaf.value, Text):
            chunks = [chunk for text in _texts(leaf.value.nodes) for chunk in text.split()]
            for chunk in chunks:
                if chunk not in judged:
                    judged[chunk] = tuple(_slips_in(chunk))
                if judged[chunk] and not _foreign(chunks):
                    for slip in judged[chunk]:
                        found.setdefault(slip, []).append(subject.spot(leaf))
    for (word, right), spots in found.items():
        message = f"'{word}' is probably '{right}'{also(spots)}"
        yield finding("typo", message, spots[0], "mend it; what is meant so may stay")


def _foreign(chunks: Sequence[str]) -> bool:
    """Whether a text has so many little words of another language that it is no English one."""
    return sum(chunk.lower() in _lists().elsewhere for chunk in chunks) * 10 > len(chunks)


def _slips_in(chunk: str) -> Iterator[Slip]:
    """The misspelt words between two spaces, as written, with what is meant; none in an address."""
    if _ADDRESS.search(chunk):
        return
    for part in _PART.split(chunk):
        word = part.removesuffix("'s").removesuffix("’s")
        if _SPELT.fullmatch(word) and (right := meant(word.lower())):
            yield word, right.capitalize() if word[0].isupper() else right


def _texts(nodes: Iterable[Inline]) -> Iterator[str]:
    """The texts of `nodes` without code and math."""
    for node in nodes:
        if isinstance(node, Str):
            yield node.text
        elif isinstance(node, (Styled, Link)):
            yield from _texts(node.children)


def meant(word: str) -> str:
    """What a word in small letters is a misspelling of; empty when it is none that the lists know."""
    lists = _lists()
    if word in lists.wrong:
        return lists.wrong[word]
    if len(word) < SHORTEST - 1 or word in lists.right or word in lists.neighbors:
        return ""
    for slip in _slips(word):
        if slip in lists.right:
            return slip
    return lists.shortened.get(word, "")


def _slips(word: str) -> Iterator[str]:
    """`word` with two neighbors swapped, or a letter less, neither the first nor where it is inflected."""
    last = len(word) - 2
    for at in range(1, last + word.endswith("y")):
        yield word[:at] + word[at + 1 :]
        if at + 1 < last:
            yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]


@dataclass(frozen=True, slots=True)
class _Lists:
    """`wrong`: misspellings and what is meant; `right`: words; `shortened`: words that lack a letter, and what of.

    `neighbors`: words near those that are right as they are; `elsewhere`: the little words of other languages.
    """

    wrong: Mapping[str, str]
    right: frozenset[str]
    shortened: Mapping[str, str]
    neighbors: frozenset[str]
    elsewhere: frozenset[str]


@cache
def _lists() -> _Lists:
    wrong = dict(line.split(" ", 1) for line in _lines("misspelt.txt"))
    right = frozenset(word for line in _lines("words.txt") for word in line.split() if len(word) >= SHORTEST)
    neighbors = frozenset(word for line in _lines("neighbors.txt") for word in line.split())
    shortened = {word[:at] + word[at + 1 :]: word for word in sorted(right) for at in range(1, len(word) - 2)}
    return _Lists(wrong, right, shortened, neighbors, frozenset(_ELSEWHERE.split()))


def _lines(name: str) -> Iterator[str]:
    for line in Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line
