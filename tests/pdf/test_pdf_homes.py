"""Where entries are: what is printed once counts, and of that the heaviest run in the order of the profile."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from cvpress.pdf.claim import claim
from cvpress.pdf.fold import Span, fold
from cvpress.pdf.homes import Piece, _rising, alone_in_sections, holds, pieces_of, ranks, settled
from cvpress.pdf.wanted import Wanted


def found(printed: str, want: Sequence[Wanted]) -> tuple[Piece, ...]:
    folded = fold(printed)
    return tuple(pieces_of(folded.letters, want, claim(folded, want)))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 9), st.integers(1, 5)), max_size=12))
def test_the_run_that_is_kept_rises_and_none_is_heavier(items: list[tuple[int, int, int]]) -> None:
    keys = [(section, anchor) for section, anchor, _ in items]
    weights = [weight for _, _, weight in items]
    kept = _rising(keys, weights)
    assert [keys[at] for at in kept] == sorted(keys[at] for at in kept)
    best: list[int] = []
    for at, key in enumerate(keys):
        best.append(weights[at] + max((best[before] for before in range(at) if keys[before] <= key), default=0))
    assert sum(weights[at] for at in kept) == max(best, default=0)


def test_a_text_is_alone_when_its_letters_stand_nowhere_else() -> None:
    want = [Wanted("Engine", "a", sequence="s"), Wanted("Loom", "b", sequence="s")]
    assert [piece.alone for piece in found("Engine Loom Engineer", want)] == [False, True]


def test_sections_are_ranked_by_what_only_they_print() -> None:
    want = [Wanted("Engine", "a", anchor=1, sequence="second"), Wanted("Loom", "b", anchor=2, sequence="first")]
    assert ranks(found("Loom Engine", want), want) == {"first": 0, "second": 1}


def test_what_a_section_prints_once_is_alone_there_where_its_extent_is_sure() -> None:
    want = [
        Wanted("Papers", "title", anchor=1, sequence="one"),
        Wanted("Engine", "a", anchor=2, sequence="one"),
        Wanted("Talks", "title", anchor=3, sequence="two"),
        Wanted("Engine", "a", anchor=4, sequence="two"),
    ]
    printed = "Papers Engine Talks Engine"
    pieces = found(printed, want)
    rank = ranks(pieces, want)
    misplaced, homes = settled(pieces, want, rank)
    assert (misplaced, [home.anchor for home in homes]) == ([], [1, 3])
    letters = fold(printed).letters
    assert [piece.alone for piece in alone_in_sections(letters, pieces, homes, want, rank)] == [True, True, True, False]


def test_a_room_ends_before_its_end() -> None:
    assert holds((2, 5), Span(2, 5))
    assert not holds((2, 5), Span(2, 6))
