"""One publication -> one formatted reference, as inline nodes: the templates print it, the check reads it.

Four CV styles, each what one of the four measured CVs uses. In: a `Publication`; out: nodes. A style is a row in STYLES.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from cvpress.profile.kinds import Publication
from cvpress.profile.markup import Break, Inline, Link, Nodes, Str, plain, styled, text
from cvpress.profile.values import Person, Text
from cvpress.typeset.typography import polish, unbreakable
from cvpress.typeset.words import Words


@dataclass(frozen=True, slots=True)
class Owner:
    """The forms under which the person's own name stands among authors; only these are set apart, never a namesake."""

    forms: frozenset[str]

    def author(self, person: Person) -> Nodes:
        """One author's name with marks; the owner's in style `self`, unbreakable."""
        marks = styled("sup", text(person.marks))
        if person.plain in self.forms:
            return (*styled("self", text(unbreakable(person.plain))), *marks)
        return (*styled("names", polish(text(person.plain))), *marks)


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
        worded = self.when(entry)
        return "" if worded and label_has_date(entry, worded) else worded

    def when(self, entry: Publication) -> str:
        """The worded date or range."""
        if entry.start_date and entry.end_date:
            return self.words.range(entry.start_date, entry.end_date, self.date_style)
        return self.words.date(entry.date, self.date_style) if entry.date else ""

    def authors(self, entry: Publication, conjunction: bool) -> Nodes:
        """Authors joined by commas, and by "and" before the last where the style wants it."""
        names = [self.owner.author(person) for person in entry.authors]
        if not conjunction or len(names) == 1:
            return join(", ", names)
        if len(names) == 2:
            return join(" and ", names)
        return join(", and ", [join(", ", names[:-1]), names[-1]])


def join(separator: str, parts: Iterable[Nodes]) -> Nodes:
    """The parts that say something, with `separator` between them."""
    made: list[Inline] = []
    for part in parts:
        if part:
            made += ([Str(separator)] if made else []) + list(part)
    return tuple(made)


def label_has_date(entry: Publication, worded: str) -> bool:
    """Whether the entry's label prints the whole of its worded date ("NSDI 2022" and 2022)."""
    label = plain(label_of(entry))
    return bool(label) and worded in label


def label_of(entry: Publication) -> Nodes:
    """The tag as printed: the person's own, or the short venue and the year."""
    if entry.label:
        return polish(entry.label.nodes)
    if entry.venue_short and entry.date and entry.date.year:
        return (*entry.venue_short.nodes, Str(f"\u00a0{entry.date.year}"))
    return entry.venue_short.nodes if entry.venue_short else ()


def _of(value: Text | None) -> Nodes:
    return polish(value.nodes) if value else ()


def _ends(nodes: Nodes, mark: str = ".") -> Nodes:
    return nodes if not nodes or plain(nodes).rstrip("\u201d")[-1:] in ".?!" else (*nodes, Str(mark))


def _where(entry: Publication) -> list[Nodes]:
    """What follows the venue in a proceedings line, part by part."""
    report = text(f"Technical Report #{entry.report_number.plain}") if entry.report_number else ()
    return [
        report,
        *map(_of, entry.institution),
        _of(entry.publisher),
        text(f"vol.\u00a0{entry.volume.plain}") if entry.volume else (),
        text(f"no.\u00a0{entry.number.plain}") if entry.number else (),
        text(f"pp.\u00a0{entry.pages.plain}") if entry.pages else (),
        _of(entry.location),
    ]


def _identifiers(entry: Publication, archive: str = "arXiv:") -> list[Nodes]:
    found: list[Nodes] = []
    if entry.arxiv:
        found.append((Link(text(f"{archive}{entry.arxiv.plain}"), f"https://arxiv.org/abs/{entry.arxiv.plain}"),))
    if entry.doi:
        found.append((Link(styled("url", text(f"doi:{entry.doi.plain}")), f"https://doi.org/{entry.doi.plain}"),))
    if entry.url:
        found.append((Link(styled("url", text(entry.url.target)), entry.url.target),))
    return found


def _distinctions(entry: Publication) -> list[Nodes]:
    return [_of(entry.presentation), *map(_of, entry.appearances), *map(_of, entry.awards), _of(entry.remark)]


def _rate(citer: Citer, entry: Publication) -> Nodes:
    if not entry.acceptance_rate:
        return ()
    term = unbreakable(f"({citer.words.terms['acceptance_rate']}: ")
    return styled("aside", (Str(term), *_of(entry.acceptance_rate), Str(")")))


def _tail(citer: Citer, entry: Publication) -> list[Nodes]:
    links = [(Link(link.label.nodes, link.url.target),) for link in entry.links]
    return [_rate(citer, entry), _ends(_of(entry.note)), join(", ", links)]


def _venue_first(citer: Citer, entry: Publication) -> Nodes:
    head = join("\u2002", [styled("strong", label_of(entry)), citer.authors(entry, conjunction=False)])
    venue = (Str("in "), *_of(entry.venue)) if entry.venue else ()
    title = (Str("\u201c"), *_of(entry.title), Str("\u201d"))
    body = join(
        ", ",
        [
            head,
            title,
            *_distinctions(entry),
            venue,
            *_where(entry),
            *_identifiers(entry),
            _of(entry.status),
            text(citer.date(entry)),
        ],
    )
    return join(" ", [_ends(body), *_tail(citer, entry)])


def _bracketed(citer: Citer, entry: Publication) -> Nodes:
    venue = (Str("In "), *styled("emph", _of(entry.venue))) if entry.venue else ()
    tag = join(", ", [label_of(entry), *_distinctions(entry)])
    bracket = (Str("("), *styled("strong", tag), Str(")")) if tag else ()
    rest = [*_where(entry), *_identifiers(entry), _of(entry.status), text(citer.date(entry))]
    if entry.arxiv and not entry.venue:  # the archive is the venue then
        where = (Str("In "), *styled("strong", join(", ", [*_identifiers(entry, "arXiv "), text(citer.date(entry))])))
        rest = [*_where(entry), _of(entry.status), where]
    place = join(", ", [venue, *rest])
    parts = [citer.authors(entry, conjunction=True), _of(entry.title), place]
    return join(" ", [*map(_ends, parts), _ends(bracket), *_tail(citer, entry)])


def _badge(citer: Citer, entry: Publication) -> Nodes:
    extras = join(", ", _distinctions(entry))
    badge = join(" ", [styled("strong", label_of(entry)), (Str("("), *extras, Str(")")) if extras else ()])
    venue = (Str("In "), *styled("emph", _of(entry.venue))) if entry.venue else ()
    line = join(", ", [venue, *_where(entry), *_identifiers(entry), _of(entry.status), text(citer.date(entry))])
    rows = [
        badge,
        styled("strong", _of(entry.title)),
        citer.authors(entry, conjunction=True),
        join(" ", [line, *_tail(citer, entry)]),
    ]
    made: list[Inline] = []
    for row in rows:
        if row:
            made += ([Break()] if made else []) + list(row)
    return tuple(made)


def _ieee(citer: Citer, entry: Publication) -> Nodes:
    title = (*_of(entry.title), Str(","))
    quoted = (Str("\u201c"), *title, Str("\u201d")) if entry.venue else title
    article = bool(entry.volume and entry.number)
    venue = (Str("" if article else "in "), *styled("emph", _of(entry.venue))) if entry.venue else ()
    short = (Str("("), *label_of(entry), Str(")")) if label_of(entry) else ()
    report = text(f"Technical Report #{entry.report_number.plain}") if entry.report_number else ()
    place = [venue, short, report, *map(_of, entry.institution), _of(entry.publisher), _of(entry.location)]
    numbers = [
        text(f"{word}\u00a0{value.plain}") for word, value in (("vol.", entry.volume), ("no.", entry.number)) if value
    ]
    pages = text(f"pp.\u00a0{entry.pages.plain}") if entry.pages else ()
    rest = [*place, *numbers, *_distinctions(entry), _of(entry.status), *_identifiers(entry)]
    when = text(citer.date(entry))
    last = [pages, when] if article else [when, pages]
    tail = join(", ", [*rest, *last])
    body = join(" ", [join(", ", [citer.authors(entry, conjunction=True), quoted]), tail])
    return join(" ", [_ends(body), *_tail(citer, entry)])


STYLES: dict[str, Callable[[Citer, Publication], Nodes]] = {
    "venue-first": _venue_first,
    "bracketed": _bracketed,
    "badge": _badge,
    "ieee": _ieee,
}
