"""Tell what stands elsewhere than it should: pages, what was wanted, the span each took go in; Problems come out.

A machine reads a page from its first letter to its last. Entries must come in the order of the profile, each text among
those of its own entry, and the items of a list (authors, highlights) one after the other. Inside an entry fields may
stand as the template likes, and so may sections on the pages. What is printed once shows where its entry is; of a text
that is printed more often, any place within its entry will do.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from cvpress.errors import Problem
from cvpress.pdf.fold import Folded, Span
from cvpress.pdf.homes import Home, Piece, alone_in_sections, holds, is_single, key_of, pieces_of, ranks, settled
from cvpress.pdf.wanted import Wanted

_RULE = "order"
_ADVICE = "look in which order the template prints them"
_SHOWN = 60


def order_problems(printed: Folded, wanted: Sequence[Wanted], spans: Sequence[Span | None]) -> Iterator[Problem]:
    """`order`: entries that changed places, texts in the place of another entry, lists whose items changed places.

    Only texts with a `sequence` are judged, and of dates that count for several entries nothing is said.
    """
    pieces = tuple(pieces_of(printed.letters, wanted, spans))
    rank = ranks(pieces, wanted)
    _, homes = settled(pieces, wanted, rank)
    pieces = tuple(alone_in_sections(printed.letters, pieces, homes, wanted, rank))
    misplaced, homes = settled(pieces, wanted, rank)
    yield from _moved(misplaced, homes, wanted)
    moved = {wanted[piece.index].anchor for piece in misplaced} - {home.anchor for home in homes}
    yield from _strayed(
        printed, [piece for piece in pieces if wanted[piece.index].anchor not in moved], homes, wanted, rank
    )
    yield from _shuffled(printed.letters, [piece for piece in pieces if piece not in misplaced], homes, wanted)


def _moved(misplaced: Sequence[Piece], homes: Sequence[Home], wanted: Sequence[Wanted]) -> Iterator[Problem]:
    """Texts printed once, elsewhere than where their entry is; of an entry that moved as a whole the longest."""
    known = {home.anchor for home in homes}
    starts = [home.start for home in homes]
    for anchor, group in groupby(sorted(misplaced, key=lambda one: one.index), lambda one: wanted[one.index].anchor):
        own = tuple(group)
        for piece in own if anchor in known else (max(own, key=lambda one: len(one.letters)),):
            want = wanted[piece.index]
            near = homes[max(0, bisect_right(starts, piece.span.start) - 1)]
            other = wanted[near.name]
            if anchor in known or other.sequence != want.sequence:
                yield _intruder(want, other)
                continue
            side = "before" if piece.span.start < near.start else "behind"
            if (side == "behind") == (near.anchor < anchor):  # right towards this neighbour: the next is passed
                passed = (home for home in homes if wanted[home.name].sequence == want.sequence)
                wrong = [one for one in passed if (one.anchor < anchor) != (one.start < piece.span.start)]
                near = min(wrong, key=lambda one: abs(one.start - piece.span.start), default=near)
                other = wanted[near.name]
                side = "before" if piece.span.start < near.start else "behind"
            message = (
                f"{want.field}: {_short(want.text)!r} stands {side} {_short(other.text)!r} ({other.field}), "
                "which is the other way round in the profile"
            )
            yield Problem(message, want.spot, _ADVICE, _RULE)


def _intruder(want: Wanted, other: Wanted) -> Problem:
    message = f"{want.field}: {_short(want.text)!r} stands only in the place of another entry, {_short(other.text)!r}"
    return Problem(message, want.spot, "look whether the template prints it with its own entry", _RULE)


def _strayed(
    printed: Folded,
    pieces: Sequence[Piece],
    homes: Sequence[Home],
    wanted: Sequence[Wanted],
    rank: Mapping[str, int],
) -> Iterator[Problem]:
    """Texts printed several times, none of which is among those of their entry."""
    keys = [key_of(wanted[home.name], rank) for home in homes]
    groups: dict[str, list[Piece]] = defaultdict(list)
    for piece in pieces:
        if not piece.alone:
            groups[piece.letters].append(piece)
    taken = bytearray(len(printed.letters))
    for piece in pieces:
        taken[piece.span.start : piece.span.end] = b"\1" * len(piece.letters)
    for members in groups.values():
        rooms = [_room(homes, keys, key_of(wanted[piece.index], rank), len(taken)) for piece in members]
        if all(holds(room, piece.span) for room, piece in zip(rooms, members, strict=True)):
            continue
        for piece in _unplaced(printed, taken, members, rooms):
            at = bisect_right([home.start for home in homes], piece.span.start)
            if homes:
                yield _intruder(wanted[piece.index], wanted[homes[max(0, at - 1)].name])


def _room(homes: Sequence[Home], keys: Sequence[tuple[int, int]], key: tuple[int, int], size: int) -> tuple[int, int]:
    """From the end of the entry before to the start of the one behind: where the texts of the entry `key` may be."""
    after = bisect_right(keys, key)
    before = after - 1 if after and keys[after - 1] == key else after
    low = homes[before - 1].end if before else 0
    return low, homes[after].start if after < len(homes) else size


def _unplaced(
    printed: Folded, taken: bytearray, members: Sequence[Piece], rooms: Sequence[tuple[int, int]]
) -> Iterator[Piece]:
    """Which of the equal texts find no place of their own in their rooms, which never fall: the first takes the first.

    A place is where one of them is or where nothing is.
    """
    own = {piece.span.start for piece in members}
    letters, size, used = printed.letters, len(members[0].letters), 0
    for (low, high), piece in sorted(zip(rooms, members, strict=True), key=lambda one: one[0]):
        place = letters.find(piece.letters, max(low, used), high)
        while place >= 0 and place not in own and not _is_free(printed, taken, Span(place, place + size)):
            place = letters.find(piece.letters, place + 1, high)
        if place >= 0:
            used = place + size
        else:
            yield piece


def _is_free(printed: Folded, taken: bytearray, span: Span) -> bool:
    free = taken.find(1, span.start, span.end) < 0
    return free and printed.is_edge(span.start) and printed.is_edge(span.end)


def _shuffled(
    letters: str, pieces: Sequence[Piece], homes: Sequence[Home], wanted: Sequence[Wanted]
) -> Iterator[Problem]:
    """Items of one list that changed places, where each stands only once in its entry."""
    rooms = {home.anchor: (home.start, home.end) for home in homes}

    def of_list(piece: Piece) -> tuple[int, str]:
        return wanted[piece.index].anchor, wanted[piece.index].field

    for (anchor, _), group in groupby(pieces, key=of_list):
        several = tuple(group)
        if len(several) < 2 or anchor not in rooms:
            continue
        low, high = rooms[anchor]
        sure = [
            (wanted[one.index], one.span.start if one.alone else letters.find(one.letters, low, high))
            for one in several
            if one.alone or is_single(letters, one.letters, low, high)
        ]
        for (first, place), (second, other) in pairwise(sure):
            if other < place:
                message = (
                    f"{second.field}: {_short(second.text)!r} stands before {_short(first.text)!r}, "
                    "which is the other way round in the profile"
                )
                yield Problem(message, second.spot, _ADVICE, _RULE)


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
