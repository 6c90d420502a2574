"""Dates printed once for several entries: what was wanted and which span each took go in; more spans come out.

A template may print a date once on a page for entries in a row that have the same, before the text of the first. Then
it counts for those that follow it there, up to an entry with another date or none. A date missing otherwise stays lost.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from cvpress.pdf.claim import Wanted
from cvpress.pdf.fold import Span


@dataclass(frozen=True, slots=True)
class _Dated:
    """An entry whose date may be printed for several: its parts (a term, a date) as indices of the wanted, and the span
    of its text."""

    parts: tuple[int, ...]
    texts: tuple[str, ...]
    anchor: int
    home: Span


def with_repeats(
    wanted: Sequence[Wanted], spans: Sequence[Span | None], pages: Sequence[int]
) -> tuple[Span | None, ...]:
    """`spans` with that of a date printed once for all to which it belongs. `pages`: where each begins, in letters."""
    found = list(spans)
    for run in _runs(wanted, spans):
        for page, members in groupby(run, key=lambda one: _page(pages, one.home)):
            entries = tuple(members)
            for indices in zip(*(one.parts for one in entries), strict=True):
                place = _printed((found[index] for index in indices), entries[0], page, pages)
                for index in indices if place else ():
                    found[index] = found[index] or place
    return tuple(found)


def _printed(spans: Iterable[Span | None], first: _Dated, page: int, pages: Sequence[int]) -> Span | None:
    """Where the date stands that counts for all: before the text of `first`. Any of them may have taken it, as dates are
    dealt to whichever entry is nearest; behind that text it could be the second's own."""
    here = (span for span in spans if span is not None and _page(pages, span) == page)
    return next((span for span in here if span.start < first.home.start), None)


def _runs(wanted: Sequence[Wanted], spans: Sequence[Span | None]) -> Iterator[tuple[_Dated, ...]]:
    """Entries in a row that have one date: each run of them in order. One whose text is not found belongs to none."""
    run: list[_Dated] = []
    for _, indices in groupby(range(len(wanted)), key=lambda index: wanted[index].anchor):
        one = _dated(wanted, spans, tuple(indices))
        if run and (one is None or one.anchor != run[-1].anchor + 1 or one.texts != run[-1].texts):
            yield tuple(run)
            run = []
        if one is not None:
            run.append(one)
    if run:
        yield tuple(run)


def _dated(wanted: Sequence[Wanted], spans: Sequence[Span | None], indices: Sequence[int]) -> _Dated | None:
    parts = tuple(index for index in indices if wanted[index].repeats)
    homes = [span for index in indices if index not in parts and (span := spans[index]) is not None]
    if not parts or not homes:
        return None
    longest = max(homes, key=lambda span: span.end - span.start)
    return _Dated(parts, tuple(wanted[index].text for index in parts), wanted[parts[0]].anchor, longest)


def _page(pages: Sequence[int], span: Span) -> int:
    """The index of the page on which `span` begins."""
    return bisect_right(pages, span.start) - 1
