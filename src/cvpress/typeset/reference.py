"""One publication -> one formatted reference, as inline nodes: the templates print it, the check reads it.

Here the styles of CVs, each what one of the four measured CVs uses; those of CSL are set in `citation/`. In: a
`Publication`; out: nodes. A style is a row in STYLES.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from cvpress.profile.kinds import Publication
from cvpress.profile.markup import Break, Inline, Nodes, Str, styled, text
from cvpress.profile.styles import Style
from cvpress.profile.values import Verbatim
from cvpress.typeset.citation.parts import (
    bracketed,
    distinctions,
    ends,
    identifiers,
    label_has_date,
    label_of,
    of,
    rate,
    tail,
)
from cvpress.typeset.citation.shelf import Shelf
from cvpress.typeset.owner import Emphasis, Owner
from cvpress.typeset.typography import join
from cvpress.typeset.words import EN_DASH, Words


@dataclass(frozen=True, slots=True)
class Citer:
    """What a style needs besides the entry: the owner, the language's words, the date style of the section.

    `shelf` keeps what CSL has formatted.
    """

    owner: Owner
    words: Words
    date_style: str
    shelf: Shelf = field(default_factory=Shelf)

    def cite(self, entry: Publication, style: Style) -> Nodes:
        """The reference of `entry`, by CSL or in one of STYLES."""
        if style.file:
            from cvpress.typeset.citation import csl  # the styles of CVs do without

            return csl.cite(entry, style, self.emphasis(entry), self.owner, self.words, self.shelf)
        return STYLES[style.name](self, entry)

    def date(self, entry: Publication) -> str:
        """The date that stands beside the label: nothing where the label says all of it."""
        worded = self.words.when(entry.date, entry.start_date, entry.end_date, self.date_style)
        return "" if worded and label_has_date(entry, worded) else worded

    def emphasis(self, entry: Publication) -> tuple[Emphasis, ...]:
        """How each author of `entry` is set apart."""
        return self.owner.emphases(entry.authors)

    def authors(self, entry: Publication, conjunction: bool) -> Nodes:
        """Authors joined by commas, and by "and" before the last where the style wants it."""
        names = self.owner.authors(entry.authors, self.words)
        if conjunction and not any(person.is_others for person in entry.authors[-1:]):
            return self.words.listed(names)
        return join(", ", names)


def _quoted(citer: Citer, nodes: Nodes) -> Nodes:
    return (Str(citer.words.quotes.opening), *nodes, Str(citer.words.quotes.closing))


def _in(citer: Citer, venue: Nodes, capital: bool = True) -> Nodes:
    return (Str(f"{citer.words.terms['in_first' if capital else 'in']} "), *venue) if venue else ()


def _worded(citer: Citer, term: str, value: Verbatim | None) -> Nodes:
    return text(citer.words.counted(term, value.plain)) if value else ()


def _report(citer: Citer, entry: Publication) -> Nodes:
    return text(f"{citer.words.terms['report']} #{entry.report_number.plain}") if entry.report_number else ()


def _pages(citer: Citer, entry: Publication) -> Nodes:
    """The hyphen of a range of pages is typed as one in .bib files too, and is a dash in print."""
    if entry.pages is None:
        return ()
    shown = re.sub(r"^([^-]*\d)--?(\w*\d)$", rf"\1{EN_DASH}\2", entry.pages.plain)
    return text(citer.words.counted("page" if shown.isdigit() else "pages", shown))


def _where(citer: Citer, entry: Publication) -> list[Nodes]:
    """What follows the venue in a proceedings line, part by part."""
    return [
        *_edited(citer, entry),
        _report(citer, entry),
        *map(of, entry.institution),
        _worded(citer, "volume", entry.volume),
        _worded(citer, "number", entry.number),
        _pages(citer, entry),
        of(entry.publisher),
        of(entry.location),
    ]


def _edited(citer: Citer, entry: Publication) -> list[Nodes]:
    """What a thesis calls itself, the series and edition of a book, and who edited it."""
    editors = citer.words.listed(citer.owner.authors(entry.editors, citer.words))
    by = (*editors, Str(f" ({citer.words.terms['editor' if len(entry.editors) == 1 else 'editors']})"))
    return [of(entry.genre), of(entry.edition), by if entry.editors else (), of(entry.series)]


def _venue_first(citer: Citer, entry: Publication) -> Nodes:
    head = join("\u2002", [styled("strong", label_of(entry)), citer.authors(entry, conjunction=False)])
    parts = [
        head,
        _quoted(citer, of(entry.title)),
        *distinctions(entry),
        _in(citer, of(entry.venue), capital=False),
        *_where(citer, entry),
        *identifiers(entry),
        of(entry.status),
        text(citer.date(entry)),
    ]
    body = join(" ", [join(", ", parts), rate(citer.words, entry)])
    return join(" ", [ends(body), *tail(entry)])


def _venue_last(citer: Citer, entry: Publication) -> Nodes:
    """The proceedings line of the styles that begin it with "In"."""
    venue = _in(citer, styled("emph", of(entry.venue)))
    parts = [venue, *_where(citer, entry), *identifiers(entry), of(entry.status), text(citer.date(entry))]
    return join(" ", [join(", ", parts), rate(citer.words, entry)])


def _tag_last(citer: Citer, entry: Publication) -> Nodes:
    place = _venue_last(citer, entry)
    if entry.arxiv and not entry.venue:  # the archive is the venue then
        archive = styled("strong", join(", ", [*identifiers(entry, "arXiv "), text(citer.date(entry))]))
        parts = [_in(citer, archive), *_where(citer, entry), of(entry.status)]
        place = join(" ", [join(", ", parts), rate(citer.words, entry)])
    tag = styled("strong", join(", ", [label_of(entry), *distinctions(entry)]))
    sentences = [citer.authors(entry, conjunction=True), of(entry.title), place, bracketed(tag)]
    return join(" ", [*map(ends, sentences), *tail(entry)])


def _badge(citer: Citer, entry: Publication) -> Nodes:
    extras = bracketed(join(", ", distinctions(entry)))
    place, behind = _venue_last(citer, entry), join(" ", tail(entry))
    rows = [
        join(" ", [styled("strong", label_of(entry)), extras]),
        styled("strong", of(entry.title)),
        citer.authors(entry, conjunction=True),
        join(" ", [ends(place), behind]) if behind else place,
    ]
    made: list[Inline] = []
    for row in filter(None, rows):
        made += ([Break()] if made else []) + list(row)
    return tuple(made)


def _ieee_full(citer: Citer, entry: Publication) -> Nodes:
    article = bool(entry.volume and entry.number)
    venue = styled("emph", of(entry.venue)) if article else _in(citer, styled("emph", of(entry.venue)), capital=False)
    pages, when = _pages(citer, entry), text(citer.date(entry))
    parts = [
        join(" ", [venue, bracketed(label_of(entry)) if venue else label_of(entry)]),
        *_edited(citer, entry),
        _report(citer, entry),
        *map(of, entry.institution),
        of(entry.publisher),
        of(entry.location),
        _worded(citer, "volume", entry.volume),
        _worded(citer, "number", entry.number),
        *distinctions(entry),
        of(entry.status),
        *identifiers(entry),
        *((pages, when) if article else (when, pages)),
    ]
    place = join(", ", parts)
    title = ends(of(entry.title), "," if place else ".")
    authors = (*citer.authors(entry, conjunction=True), Str(",")) if entry.authors else ()
    body = join(" ", [authors, _quoted(citer, title) if venue else title, place, rate(citer.words, entry)])
    return join(" ", [ends(body), *tail(entry)])


STYLES: dict[str, Callable[[Citer, Publication], Nodes]] = {
    "venue-first": _venue_first,
    "bracketed": _tag_last,
    "badge": _badge,
    "ieee-full": _ieee_full,
}
