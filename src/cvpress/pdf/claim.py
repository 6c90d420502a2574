"""Match what was wanted with what was printed: wanted texts and folded pages go in, the span that each took comes out.

Every wanted text takes a span of its own and spans never overlap, so text that is printed once can't serve twice. The
longest texts choose first; of several free places a text takes the one nearest to the rest of its entry: of two equal
years, the one that is missing is the one reported.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from cvpress.pdf.bidi import Shuffled, words
from cvpress.pdf.fold import Folded, Span, fold, occurrences
from cvpress.pdf.visual import is_right_to_left
from cvpress.pdf.wanted import Wanted

# Shorter texts (years, acronyms) stand in many places: where one was found doesn't tell where its entry is.
_TELLING_LENGTH = 8
# How many of the nearest places a text considers; with more of its equals than that, the rest is dealt out in order.
_NEAREST = 12
# Steps in which texts that found their place taken may push others aside: only broken or repetitive pages use them.
_REPAIRS = 300


def claim(printed: Folded, wanted: Sequence[Wanted]) -> tuple[Span | None, ...]:
    """The span of `printed` that each of `wanted` took, in their order; None where the text is lost.

    A text without letters (a lone hyphen) takes an empty span. About 10 microseconds a text on ten pages.
    """
    board = _Board(printed)
    groups: dict[tuple[str, bool, frozenset[int]], list[int]] = {}
    sought: list[Folded] = []
    for index, want in enumerate(wanted):
        folded = fold(want.text)
        sought.append(folded)
        groups.setdefault((_cased(folded, want.caseless), want.caseless, folded.hyphens), []).append(index)
    # Long texts first; of equal ones first those that mind case: a head 'Ada' has places that an account 'ada' has not.
    for (letters, _, _), members in sorted(groups.items(), key=lambda item: (-len(item[0][0]), item[0][1])):
        if letters:
            _deal(board, wanted, members, board.places(sought[members[0]], wanted[members[0]].caseless))
    repairs = iter(range(_REPAIRS))
    for index in range(len(wanted)):
        if sought[index].letters and index not in board.spans:
            _push(board, wanted, sought, index, repairs)
    return tuple(board.spans.get(i) if sought[i].letters else Span(0, 0) for i in range(len(wanted)))


def places(printed: Folded, text: str) -> tuple[Span, ...]:
    """Wherever `text` is printed as a whole, in reading order; places may overlap those of other texts."""
    return _Board(printed).places(fold(text), False)


def _cased(folded: Folded, caseless: bool) -> str:
    return folded.letters.casefold() if caseless else folded.letters


@dataclass(slots=True)
class _Board:
    """Who has taken what while texts choose their places; the one mutable thing here, local to one `claim`."""

    printed: Folded
    spans: dict[int, Span] = field(default_factory=dict)
    extents: dict[int, tuple[int, int]] = field(default_factory=dict)
    anchors: list[int] = field(default_factory=list)
    taken: bytearray = field(default_factory=bytearray)
    _caseless: tuple[str, Sequence[int]] | None = None
    _shuffled: Shuffled | None = None

    def __post_init__(self) -> None:
        self.taken = bytearray(len(self.printed.letters))

    def places(self, sought: Folded, caseless: bool) -> tuple[Span, ...]:
        """Wherever `sought` is printed as a whole, taken or not, in reading order."""
        spans = self._caseless_spans(sought) if caseless else _spans(self.printed.letters, sought.letters)
        whole = tuple(span for span in self._edged(spans) if self.printed.has_hyphens(span, sought))
        if whole or not is_right_to_left(sought.letters):
            return whole
        if self._shuffled is None:
            self._shuffled = Shuffled.of(self.printed.letters)
        return tuple(self._edged(self._shuffled.spans(sought.letters, words(sought.plain))))

    def _edged(self, spans: Iterable[Span]) -> Iterator[Span]:
        return (span for span in spans if self.printed.is_edge(span.start) and self.printed.is_edge(span.end))

    def _caseless_spans(self, sought: Folded) -> Iterator[Span]:
        if self._caseless is None:
            self._caseless = _without_case(self.printed.letters)
        letters, origins = self._caseless
        for span in _spans(letters, sought.letters.casefold()):
            yield Span(origins[span.start], origins[span.end])

    def is_free(self, span: Span) -> bool:
        return self.taken.find(1, span.start, span.end) < 0

    def take(self, index: int, span: Span) -> None:
        self.spans[index] = span
        self.taken[span.start : span.end] = b"\1" * (span.end - span.start)

    def release(self, index: int) -> Span:
        span = self.spans.pop(index)
        self.taken[span.start : span.end] = bytes(span.end - span.start)
        return span

    def widen(self, anchor: int, span: Span) -> None:
        """Note that the entry `anchor` reaches as far as `span`."""
        low, high = self.extents.get(anchor, (span.start, span.end))
        if anchor not in self.extents:
            insort(self.anchors, anchor)
        self.extents[anchor] = (min(low, span.start), max(high, span.end))

    def home(self, anchor: int) -> tuple[int, int]:
        """Where the entry `anchor` is: what it has taken already, else the stretch between its neighbours."""
        if anchor in self.extents:
            return self.extents[anchor]
        place = bisect_left(self.anchors, anchor)
        low = self.extents[self.anchors[place - 1]][1] if place else 0
        high = self.extents[self.anchors[place]][0] if place < len(self.anchors) else len(self.printed.letters)
        return min(low, high), max(low, high)


def _spans(letters: str, sought: str) -> Iterator[Span]:
    return (Span(start, start + len(sought)) for start in occurrences(letters, sought))


def _without_case(letters: str) -> tuple[str, Sequence[int]]:
    """`letters` without case, and for each place in it (its end too) the place in `letters`: casefold makes ss of ß."""
    lowered = letters.casefold()
    if len(lowered) == len(letters):
        return lowered, range(len(letters) + 1)
    origins = [index for index, char in enumerate(letters) for _ in char.casefold()]
    return lowered, (*origins, len(letters))


def _deal(board: _Board, wanted: Sequence[Wanted], members: Sequence[int], places: Sequence[Span]) -> None:
    """Give the equal texts `members` places of their own, nearest to their entries first."""
    free = [span for span in places if board.is_free(span)]
    if not free:
        return
    for _, place, index in sorted(_offers(board, wanted, members, free)):
        if index not in board.spans and board.is_free(free[place]):
            board.take(index, free[place])
    waiting = [index for index in reversed(members) if index not in board.spans]
    for span in free:
        if waiting and board.is_free(span):
            board.take(waiting.pop(), span)
    if len(free) == len(members) or free[0].end - free[0].start >= _TELLING_LENGTH:
        for index in members:
            if index in board.spans:
                board.widen(wanted[index].anchor, board.spans[index])


def _offers(
    board: _Board, wanted: Sequence[Wanted], members: Sequence[int], free: Sequence[Span]
) -> Iterator[tuple[int, int, int]]:
    """How far it is from home to each of the nearest places, as distance, place and text."""
    starts = [span.start for span in free]
    for index in members:
        low, high = board.home(wanted[index].anchor)
        first = max(0, bisect_left(starts, low) - _NEAREST)
        for place in range(len(free))[first : bisect_left(starts, high) + _NEAREST][: 4 * _NEAREST]:
            yield max(low - free[place].end, free[place].start - high, 0), place, index


def _push(
    board: _Board,
    wanted: Sequence[Wanted],
    sought: Sequence[Folded],
    index: int,
    steps: Iterator[int],
    settled: frozenset[int] = frozenset(),
) -> bool:
    """Find `index` a place by moving those in its way, `settled` apart, to others that suit them; or move nothing."""
    places = board.places(sought[index], wanted[index].caseless)
    free = next((span for span in places if board.is_free(span)), None)
    if free is not None:
        board.take(index, free)
        return True
    settled |= {index}
    for span in places:
        blockers = {other for other, taken in board.spans.items() if taken.start < span.end and span.start < taken.end}
        twins = {other for other in blockers if board.spans[other] == span}  # moving an equal text frees nothing
        if settled.isdisjoint(blockers) and not twins:
            if next(steps, None) is None:
                return False
            saved = dict(board.spans), bytes(board.taken)
            for other in blockers:
                board.release(other)
            board.take(index, span)
            if all(_push(board, wanted, sought, other, steps, settled | blockers) for other in sorted(blockers)):
                return True
            board.spans, board.taken = saved[0], bytearray(saved[1])
    return False
