"""Where each entry is on the pages: pages, what was wanted, the span each took go in; pieces and homes come out.

What is printed once shows where its entry is. Among these places the heaviest run in the order of the profile counts:
what does not fit into it stands elsewhere than it should. Sections may stand in any order.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from cvpress.pdf.fold import Span, fold, occurrences
from cvpress.pdf.wanted import Wanted


@dataclass(frozen=True, slots=True)
class Piece:
    """A wanted text that was found: its `index`, its `letters`, where it is, and whether it is printed only there."""

    index: int
    letters: str
    span: Span
    alone: bool


def pieces_of(letters: str, wanted: Sequence[Wanted], spans: Sequence[Span | None]) -> Iterator[Piece]:
    """What is found of the texts that have a sequence; dates that count for several entries are left out."""
    for index, (want, span) in enumerate(zip(wanted, spans, strict=True)):
        if span is None or span.start == span.end or not want.sequence or want.repeats:
            continue
        shown = letters[span.start : span.end]
        if want.caseless or shown == fold(want.text).letters:  # else its words came in another order: right to left
            yield Piece(index, shown, span, occurrences(letters, shown) == (span.start,))


def ranks(pieces: Sequence[Piece], wanted: Sequence[Wanted]) -> Mapping[str, int]:
    """The sequences in the order in which they stand on the pages, by the middle one of each one's places.

    Of what is printed once, where there is any: a list of selected papers repeats titles of the list of all.
    """
    places: dict[str, list[int]] = defaultdict(list)
    named = {wanted[piece.index].sequence for piece in pieces if piece.alone}
    for piece in pieces:
        if piece.alone or wanted[piece.index].sequence not in named:
            places[wanted[piece.index].sequence].append(piece.span.start)
    middle = {name: sorted(starts)[len(starts) // 2] for name, starts in places.items()}
    return {name: number for number, name in enumerate(sorted(middle, key=middle.__getitem__))}


def settled(
    pieces: Sequence[Piece], wanted: Sequence[Wanted], rank: Mapping[str, int]
) -> tuple[list[Piece], tuple[Home, ...]]:
    """The pieces printed once that are out of order, and where by the others each entry is."""
    alone = sorted((piece for piece in pieces if piece.alone), key=lambda piece: piece.span.start)
    keys = [key_of(wanted[piece.index], rank) for piece in alone]
    kept = set(_rising(keys, [len(piece.letters) for piece in alone]))
    misplaced = [piece for at, piece in enumerate(alone) if at not in kept]
    return misplaced, _homes((piece for at, piece in enumerate(alone) if at in kept), wanted)


def key_of(want: Wanted, rank: Mapping[str, int]) -> tuple[int, int]:
    """What rises through the pages, from one text to the next, when all is in order."""
    return rank[want.sequence], want.anchor


def alone_in_sections(
    letters: str, pieces: Sequence[Piece], homes: Sequence[Home], wanted: Sequence[Wanted], rank: Mapping[str, int]
) -> Iterator[Piece]:
    """`pieces`, those known as printed once too that are so within their sequence: talks are called like papers."""
    keys = [rank[wanted[home.name].sequence] for home in homes]
    extents: dict[str, tuple[int, int]] = {}
    for name, number in rank.items():
        first, after = bisect_left(keys, number), bisect_right(keys, number)
        low = homes[first - 1].end if first else 0
        extents[name] = low, homes[after].start if after < len(homes) else len(letters)
    for piece in pieces:
        low, high = extents[wanted[piece.index].sequence]
        local = not piece.alone and holds((low, high), piece.span) and is_single(letters, piece.letters, low, high)
        yield replace(piece, alone=True) if local else piece


def is_single(letters: str, sought: str, low: int, high: int) -> bool:
    """Whether `sought` stands only once between `low` and `high`."""
    places = occurrences(letters, sought)
    return bisect_right(places, high - len(sought)) - bisect_left(places, low) == 1


def _rising(keys: Sequence[tuple[int, int]], weights: Sequence[int]) -> list[int]:
    """The indices of the heaviest run through `keys` that never falls: what is left out is out of order.

    The front of runs that no other beats, in keys and in weights; each key enters and leaves it once.
    """
    front: list[tuple[int, int]] = []
    sums: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for index, (key, weight) in enumerate(zip(keys, weights, strict=True)):
        place = bisect_right(front, key)
        before.append(ends[place - 1] if place else -1)
        total = (sums[place - 1] if place else 0) + weight
        first = place - 1 if place and front[place - 1] == key else place
        while place < len(front) and sums[place] <= total:
            place += 1
        front[first:place], sums[first:place], ends[first:place] = [key], [total], [index]
    found = []
    at = ends[-1] if ends else -1
    while at >= 0:
        found.append(at)
        at = before[at]
    return found[::-1]


@dataclass(frozen=True, slots=True)
class Home:
    """Where an entry is: the span that the texts printed only there fill, and the one that names it, its longest."""

    anchor: int
    start: int
    end: int
    name: int


def _homes(pieces: Iterator[Piece], wanted: Sequence[Wanted]) -> tuple[Home, ...]:
    """The entries in reading order; `pieces` are so already."""
    made = []
    for anchor, group in groupby(pieces, key=lambda piece: wanted[piece.index].anchor):
        own = tuple(group)
        longest = max(own, key=lambda piece: len(piece.letters))
        made.append(Home(anchor, own[0].span.start, own[-1].span.end, longest.index))
    return tuple(made)


def holds(room: tuple[int, int], span: Span) -> bool:
    """Whether `span` lies within `room`, from its start up to but not including its end."""
    return room[0] <= span.start and span.end <= room[1]
