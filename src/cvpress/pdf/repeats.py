"""Dates printed once for several entries: pages, what was wanted, which span each took go in; better spans come out.

A template may print a date once on a page for entries in a row that have the same, before the text of the first. Then
it counts for those that follow it there, up to an entry with another date or none. In turn a date of such a template
must stand by its entry: years are printed in many places, and one of another entry would hide that this one is lost.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from cvpress.pdf.claim import places
from cvpress.pdf.fold import Folded, Span
from cvpress.pdf.wanted import Wanted


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry whose text is found: the parts of its date (a term, a date) as indices of the wanted, and the span of
    its longest text. Without parts it has no date that may be printed for several."""

    parts: tuple[int, ...]
    texts: tuple[str, ...]
    anchor: int
    home: Span


def with_repeats(
    printed: Folded, wanted: Sequence[Wanted], spans: Sequence[Span | None], pages: Sequence[int]
) -> tuple[Span | None, ...]:
    """`spans` with the place where each date stands that may be printed once for several; None where it is lost.

    `pages`: where each begins, in letters.
    """
    found = list(spans)
    entries = _entries(wanted, spans)
    standing = _standing(printed, wanted, spans)
    for index, place in _own(entries, standing, len(printed.letters)):
        found[index] = place
    homes = sorted(one.home.start for one in entries)
    for run in _runs(entries):
        for page, members in groupby(run, key=lambda one: _page(pages, one.home)):
            first, *others = members
            for part, text in enumerate(first.texts):
                place = _before(first, standing[text], homes)
                if place is not None and _page(pages, place) == page:
                    for one in (first, *others):
                        found[one.parts[part]] = place
    return tuple(found)


def _standing(
    printed: Folded, wanted: Sequence[Wanted], spans: Sequence[Span | None]
) -> Mapping[str, tuple[Span, ...]]:
    """Where each date stands on the pages, but for where it is part of something longer: "2019" in "May 2019"."""
    taken = sorted((span for span in spans if span is not None), key=lambda span: span.start)
    starts = [span.start for span in taken]

    def is_part(place: Span) -> bool:
        around = taken[max(0, bisect_right(starts, place.start) - 1) : bisect_left(starts, place.end)]
        return max((span.end - span.start for span in around if span.end > place.start), default=0) > (
            place.end - place.start
        )

    dates = {want.text for want in wanted if want.repeats}
    return {text: tuple(place for place in places(printed, text) if not is_part(place)) for text in dates}


def _own(
    entries: Sequence[_Entry], standing: Mapping[str, tuple[Span, ...]], end: int
) -> Iterator[tuple[int, Span | None]]:
    """For each date a place of its own between the texts of the entries before and after; None when it has none there.

    Nothing is said of entries whose texts were found in another order: equal titles may have changed places.
    """
    used: set[Span] = set()
    for at, one in enumerate(entries):
        low = entries[at - 1].home.end if at else 0
        high = entries[at + 1].home.start if at + 1 < len(entries) else end
        if low <= one.home.start and one.home.end <= high:
            for index, text in zip(one.parts, one.texts, strict=True):
                near = (place for place in standing[text] if low <= place.start and place.end <= high)
                place = next((place for place in near if place not in used), None)
                used |= {place} if place else set()
                yield index, place


def _before(first: _Entry, standing: Sequence[Span], homes: Sequence[int]) -> Span | None:
    """Where a date stands before the text of `first`, with no other entry's text between them."""
    at = bisect_left(homes, first.home.start)
    before = homes[at - 1] if at else -1
    return next((place for place in standing if before < place.start < first.home.start), None)


def _entries(wanted: Sequence[Wanted], spans: Sequence[Span | None]) -> tuple[_Entry, ...]:
    made = []
    for anchor, group in groupby(range(len(wanted)), key=lambda index: wanted[index].anchor):
        indices = tuple(group)
        parts = tuple(index for index in indices if wanted[index].repeats)
        homes = [span for index in indices if index not in parts and (span := spans[index]) is not None]
        if homes:
            longest = max(homes, key=lambda span: span.end - span.start)
            made.append(_Entry(parts, tuple(wanted[index].text for index in parts), anchor, longest))
    return tuple(made)


def _runs(entries: Sequence[_Entry]) -> Iterator[tuple[_Entry, ...]]:
    """Entries in a row that have one date: each run of them in order."""
    run: list[_Entry] = []
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
