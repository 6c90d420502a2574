"""One publication -> one formatted reference, as inline nodes: the templates print it, the check reads it.

Four styles, each what one of the four measured CVs uses. In: a `Publication`; out: nodes. A style is a row in STYLES.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote

from cvpress.profile.kinds import Publication
from cvpress.profile.markup import Break, Inline, Link, Nodes, Str, plain, styled, text
from cvpress.profile.values import Text, Verbatim
from cvpress.typeset.owner import Emphasis, Owner, author
from cvpress.typeset.typography import TIE, join, polish, unbreakable
from cvpress.typeset.words import EN_DASH, Words


@dataclass(frozen=True, slots=True)
class Citer:
    """What a style needs besides the entry: the owner, the language's words, the date style of the section."""

    owner: Owner
    words: Words
    date_style: str

    def cite(self, entry: Publication, style: str) -> Nodes:
        """The reference of `entry` in one of STYLES."""
        return STYLES[style](self, entry)

    def date(self, entry: Publication) -> str:
        """The date that stands beside the label: nothing where the label says all of it."""
        worded = self.words.when(entry.date, entry.start_date, entry.end_date, self.date_style)
        return "" if worded and label_has_date(entry, worded) else worded

    def emphasis(self, entry: Publication) -> tuple[Emphasis, ...]:
        """How each author of `entry` is set apart."""
        return tuple(self.owner.emphasis(person) for person in entry.authors)

    def authors(self, entry: Publication, conjunction: bool) -> Nodes:
        """Authors joined by commas, and by "and" before the last where the style wants it."""
        shown = zip(entry.authors, self.emphasis(entry), strict=True)
        names = [author(polish(text(person.plain)), emphasis) for person, emphasis in shown]
        if conjunction and not entry.authors[-1].plain.startswith("et al"):
            return self.words.listed(names)
        return join(", ", names)


def label_has_date(entry: Publication, worded: str) -> bool:
    """Whether the label, as printed, says the whole of the worded date ("NSDI 2022" and 2022)."""
    return _says(label_of(entry), worded)


def tag_has_date(entry: Publication, worded: str) -> bool:
    """Whether the tag, as the person wrote it, says the worded date, which is then printed within it and not again."""
    return _says(_of(entry.label or entry.venue_short), worded)


def label_of(entry: Publication) -> Nodes:
    """The tag as printed: the person's own, or the short venue and the year."""
    short = _of(entry.label or entry.venue_short)
    year = str(entry.date.year) if entry.date and entry.date.year and entry.venue_short else ""
    return (*short, Str(f"{TIE}{year}")) if year and not _says(short, year) else short


def _says(nodes: Nodes, worded: str) -> bool:
    said = plain(nodes).replace(TIE, " ")
    return re.search(rf"(?<!\w){re.escape(worded.replace(TIE, ' '))}(?!\w)", said) is not None


def _of(value: Text | None) -> Nodes:
    return polish(value.nodes) if value else ()


_STOPS = (".", "?", "!", "\u2026")


def _ends(nodes: Nodes, mark: str = ".") -> Nodes:
    """`nodes` with a mark at the end, unless they have one of their own there."""
    return nodes if not nodes or plain(nodes).rstrip("\u201d\u2019").endswith(_STOPS) else (*nodes, Str(mark))


def _bracketed(nodes: Nodes) -> Nodes:
    return (Str("("), *nodes, Str(")")) if nodes else ()


def _quoted(nodes: Nodes) -> Nodes:
    return (Str("\u201c"), *nodes, Str("\u201d"))


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
        *map(_of, entry.institution),
        _worded(citer, "volume", entry.volume),
        _worded(citer, "number", entry.number),
        _pages(citer, entry),
        _of(entry.publisher),
        _of(entry.location),
    ]


def _edited(citer: Citer, entry: Publication) -> list[Nodes]:
    """What a thesis calls itself, the series and edition of a book, and who edited it."""
    editors = citer.words.listed([citer.owner.author(person) for person in entry.editors])
    by = (*editors, Str(f" ({citer.words.terms['editor' if len(entry.editors) == 1 else 'editors']})"))
    return [_of(entry.genre), _of(entry.edition), by if entry.editors else (), _of(entry.series)]


def _identifiers(entry: Publication, archive: str = "arXiv:") -> list[Nodes]:
    found: list[Nodes] = []
    if entry.arxiv:
        found.append((Link(text(f"{archive}{entry.arxiv.plain}"), f"https://arxiv.org/abs/{entry.arxiv.plain}"),))
    if entry.doi:
        address = f"https://doi.org/{quote(entry.doi.plain, safe='/:;()._-')}"  # a # or ? of a DOI belongs to its name
        found.append((Link(styled("url", text(f"doi:{entry.doi.plain}")), address),))
    if entry.url:  # in full: on paper it has to be typed
        found.append((Link(styled("url", text(entry.url.target)), entry.url.target),))
    return found


def _distinctions(entry: Publication) -> list[Nodes]:
    return [_of(entry.presentation), *map(_of, entry.appearances), *map(_of, entry.awards), _of(entry.remark)]


def _rate(citer: Citer, entry: Publication) -> Nodes:
    term = Str(unbreakable(f"{citer.words.terms['acceptance_rate']}: "))
    return styled("aside", _bracketed((term, *_of(entry.acceptance_rate)))) if entry.acceptance_rate else ()


def _tail(entry: Publication) -> list[Nodes]:
    links = [(Link(polish(link.label.nodes), link.url.target),) for link in entry.links]
    return [_ends(_of(entry.note)), join(", ", links)]


def _venue_first(citer: Citer, entry: Publication) -> Nodes:
    head = join("\u2002", [styled("strong", label_of(entry)), citer.authors(entry, conjunction=False)])
    parts = [
        head,
        _quoted(_of(entry.title)),
        *_distinctions(entry),
        _in(citer, _of(entry.venue), capital=False),
        *_where(citer, entry),
        *_identifiers(entry),
        _of(entry.status),
        text(citer.date(entry)),
    ]
    body = join(" ", [join(", ", parts), _rate(citer, entry)])
    return join(" ", [_ends(body), *_tail(entry)])


def _venue_last(citer: Citer, entry: Publication) -> Nodes:
    """The proceedings line of the styles that begin it with "In"."""
    venue = _in(citer, styled("emph", _of(entry.venue)))
    parts = [venue, *_where(citer, entry), *_identifiers(entry), _of(entry.status), text(citer.date(entry))]
    return join(" ", [join(", ", parts), _rate(citer, entry)])


def _tag_last(citer: Citer, entry: Publication) -> Nodes:
    place = _venue_last(citer, entry)
    if entry.arxiv and not entry.venue:  # the archive is the venue then
        archive = styled("strong", join(", ", [*_identifiers(entry, "arXiv "), text(citer.date(entry))]))
        parts = [_in(citer, archive), *_where(citer, entry), _of(entry.status)]
        place = join(" ", [join(", ", parts), _rate(citer, entry)])
    tag = styled("strong", join(", ", [label_of(entry), *_distinctions(entry)]))
    sentences = [citer.authors(entry, conjunction=True), _of(entry.title), place, _bracketed(tag)]
    return join(" ", [*map(_ends, sentences), *_tail(entry)])


def _badge(citer: Citer, entry: Publication) -> Nodes:
    extras = _bracketed(join(", ", _distinctions(entry)))
    place, tail = _venue_last(citer, entry), join(" ", _tail(entry))
    rows = [
        join(" ", [styled("strong", label_of(entry)), extras]),
        styled("strong", _of(entry.title)),
        citer.authors(entry, conjunction=True),
        join(" ", [_ends(place), tail]) if tail else place,
    ]
    made: list[Inline] = []
    for row in filter(None, rows):
        made += ([Break()] if made else []) + list(row)
    return tuple(made)


def _ieee(citer: Citer, entry: Publication) -> Nodes:
    article = bool(entry.volume and entry.number)
    venue = styled("emph", _of(entry.venue)) if article else _in(citer, styled("emph", _of(entry.venue)), capital=False)
    pages, when = _pages(citer, entry), text(citer.date(entry))
    parts = [
        join(" ", [venue, _bracketed(label_of(entry)) if venue else label_of(entry)]),
        *_edited(citer, entry),
        _report(citer, entry),
        *map(_of, entry.institution),
        _of(entry.publisher),
        _of(entry.location),
        _worded(citer, "volume", entry.volume),
        _worded(citer, "number", entry.number),
        *_distinctions(entry),
        _of(entry.status),
        *_identifiers(entry),
        *((pages, when) if article else (when, pages)),
    ]
    place = join(", ", parts)
    title = _ends(_of(entry.title), "," if place else ".")
    authors = (*citer.authors(entry, conjunction=True), Str(","))
    body = join(" ", [authors, _quoted(title) if venue else title, place, _rate(citer, entry)])
    return join(" ", [_ends(body), *_tail(entry)])


STYLES: dict[str, Callable[[Citer, Publication], Nodes]] = {
    "venue-first": _venue_first,
    "bracketed": _tag_last,
    "badge": _badge,
    "ieee": _ieee,
}
