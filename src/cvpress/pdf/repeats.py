"""Dates printed once for several entries: what was wanted and which span each took go in; more spans come out.

A template may print a date once on a page for entries in a row that have the same, before the text of the first. Then
it counts for those that follow it there, up to an entry with another date or none. A date missing otherwise stays lost.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from cvpress.pdf.claim import Wanted
from cvpress.pdf.fold import Span


@dataclass(frozen=True, slots=True)
class _Dated:
    """An entry: the parts of its date (a term, a date) as indices of the wanted, and the span of its longest text.

    Without parts it has no date that may be printed for several.
    """

    parts: tuple[int, ...]
    texts: tuple[str, ...]
    anchor: int
    home: Span


def with_repeats(
    wanted: Sequence[Wanted], spans: Sequence[Span | None], pages: Sequence[int]
) -> tuple[Span | None, ...]:
    """`spans` with that of a date printed once for all to which it belongs. `pages`: where each begins, in letters."""
    found = list(spans)
    entries = _entries(wanted, spans)
    homes = sorted(one.home.start for one in entries)
    places: dict[str, list[Span]] = {}
    for want, span in zip(wanted, spans, strict=True):
        if want.repeats and span is not None:
            places.setdefault(want.text, []).append(span)
    for run in _runs(entries):
        for page, members in groupby(run, key=lambda one: _page(pages, one.home)):
            first, *others = members
            for part, text in enumerate(first.texts):
                place = _beside(first, places.get(text, ()), homes)
                if place is not None and _page(pages, place) == page:
                    for index in [one.parts[part] for one in (first, *others)]:
                        found[index] = found[index] or place
    return tuple(found)


def _beside(first: _Dated, places: Sequence[Span], homes: Sequence[int]) -> Span | None:
    """Which of `places` is before the text of `first` with no other entry's text between them.

    Whoever took it: equal texts are dealt to the nearest, and that may be one to which it does not belong.
    """
    at = bisect_left(homes, first.home.start)
    before = homes[at - 1] if at else -1
    return next((span for span in places if before < span.start < first.home.start), None)


def _entries(wanted: Sequence[Wanted], spans: Sequence[Span | None]) -> tuple[_Dated, ...]:
    """Every entry whose text is found, those without a date too."""
    made = []
    for anchor, group in groupby(range(len(wanted)), key=lambda index: wanted[index].anchor):
        indices = tuple(group)
        parts = tuple(index for index in indices if wanted[index].repeats)
        homes = [span for index in indices if index not in parts and (span := spans[index]) is not None]
        if homes:
            longest = max(homes, key=lambda span: span.end - span.start)
            made.append(_Dated(parts, tuple(wanted[index].text for index in parts), anchor, longest))
    return tuple(made)


def _runs(entries: Sequence[_Dated]) -> Iterator[tuple[_Dated, ...]]:
    """Entries in a row that have one date: each run of them in order."""
    run: list[_Dated] = []
    for one in entries:
        if run and (one.anchor != run[-1].anchor + 1 or one.texts != run[-1].texts):
            yield tuple(run)
            run = []
        run.append(one)
    if run:
        yield tuple(run)


def _page(pages: Sequence[int], span: Span) -> int:
    """The index of the page on which `span` begins."""
    return bisect_right(pages, span.start) - 1
