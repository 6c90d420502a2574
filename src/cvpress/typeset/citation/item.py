"""A publication -> what a CSL processor is told of it. In: the entry and the words; out: an `Item` of marked texts.

What CSL calls a thing and where it wants it is known here, and nothing of how a style prints it. Every text lies in a
span that names its field, so that the finished reference tells which fields it says.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cvpress.profile.address import ARXIV
from cvpress.profile.dates import Date
from cvpress.profile.kinds import Publication
from cvpress.profile.markup import Nodes, Str
from cvpress.profile.names import split
from cvpress.profile.values import Person, Text, Verbatim
from cvpress.typeset.citation.marked import PRIVATE, Table, field_span
from cvpress.typeset.typography import polish
from cvpress.typeset.words import Words

FIELDS = (
    "title", "venue", "series", "publisher", "institution", "location", "genre", "status", "doi", "url", "arxiv",
)  # fmt: skip
"""The fields whose places in a reference are known by their spans, by index."""

TYPES = {
    "journal": "article-journal",
    "conference": "paper-conference",
    "workshop": "paper-conference",
    "book": "book",
    "chapter": "chapter",
    "thesis": "thesis",
    "report": "report",
    "preprint": "article",
    "dataset": "dataset",
    "software": "software",
    "other": "document",
}
"""CSL's name of each type of publication."""

_IN_A_BOOK = frozenset({"chapter", "paper-conference"})


@dataclass(frozen=True, slots=True)
class Name:
    """One name in CSL's parts; `index` counts the authors first, then the editors."""

    index: int
    given: str
    particle: str
    family: str
    suffix: str


@dataclass(frozen=True, slots=True)
class Item:
    """`variables` are CSL's names and marked texts; `date` is (year, month, day) or free words.

    `open`: the list of authors ends in "et al." as the person wrote it. `own`: the indices of the owner's names, which
    no abbreviation may hide.
    """

    type: str
    variables: tuple[tuple[str, str], ...]
    authors: tuple[Name, ...]
    editors: tuple[Name, ...]
    date: tuple[int, ...] | str
    language: str
    open: bool
    own: tuple[int, ...]


def item(entry: Publication, words: Words, own: tuple[int, ...], table: Table) -> Item:
    """What CSL knows of `entry`; the nodes behind the marks go into `table`."""
    kind = type_of(entry)
    listed = [(index, person) for index, person in enumerate(entry.authors) if not is_et_al(person)]
    values = {**_texts(entry, kind, table), **_numbers(entry, kind, words), **_addresses(entry, kind)}
    return Item(
        type=kind,
        variables=tuple((name, value) for name, value in values.items() if value),
        authors=tuple(_name(index, person) for index, person in listed),
        editors=tuple(_name(index, person) for index, person in enumerate(entry.editors, len(entry.authors))),
        date=_date(entry.date or entry.end_date or entry.start_date),
        language=words.language,
        open=len(listed) < len(entry.authors),
        own=own,
    )


def is_et_al(person: Person) -> bool:
    """Whether a name at the end of a list stands for all others."""
    return person.plain.casefold().startswith(("et al", "and others")) or person.plain.casefold() == "others"


def type_of(entry: Publication) -> str:
    """CSL's type: of the entry's own, else of what its fields say."""
    if entry.type:
        return TYPES[entry.type]
    if entry.report_number:
        return "report"
    if entry.venue:
        return "article-journal" if entry.volume and entry.number else "paper-conference"
    if entry.arxiv:
        return "article"
    if entry.institution or entry.genre:
        return "thesis" if entry.genre or not entry.publisher else "report"
    return "book" if entry.publisher else "document"


def _texts(entry: Publication, kind: str, table: Table) -> dict[str, str]:
    maker = entry.publisher or (entry.institution[0] if len(entry.institution) == 1 else None)
    made_by = "publisher" if entry.publisher else "institution"
    archive = kind == "article" and entry.arxiv and not maker
    edition = entry.edition
    found = {
        "title": _text("title", entry.title, table),
        "container_title": _text("venue", entry.venue, table),
        "collection_title": _text("series", entry.series, table),
        "publisher": "arXiv" if archive else _text(made_by, maker, table),
        "genre": _text("genre", entry.genre, table),
        "status": _text("status", entry.status, table),
        "edition": (edition_number(edition.plain) or table.mark(polish(edition.nodes))) if edition else "",
        "event_place" if kind == "paper-conference" else "publisher_place": _text("location", entry.location, table),
    }
    if not maker and entry.institution:
        several = ", ".join(table.mark(polish(one.nodes)) for one in entry.institution)
        found["publisher"] = _span("institution", several)
    return found


def edition_number(edition: str) -> str:
    """ "2nd ed." and "Second edition" are the number 2 to a style, which words it itself; '' for anything else."""
    end = r"\.?(?:\s+ed(?:ition|n)?\.?)?"
    if number := re.fullmatch(rf"(\d+)(?:st|nd|rd|th)?{end}", edition, re.IGNORECASE):
        return number[1]
    word = re.fullmatch(rf"(\w+){end}", edition.casefold())
    return _ORDINALS.get(word[1], "") if word else ""


_ORDINALS = {
    "first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5", "sixth": "6", "seventh": "7",
    "eighth": "8", "ninth": "9", "tenth": "10",
}  # fmt: skip


def _numbers(entry: Publication, kind: str, words: Words) -> dict[str, str]:
    number = _plain(entry.number)
    found = {
        "volume": _plain(entry.volume),
        "issue": number if kind not in ("report", "book") else "",
        "collection_number": number if kind == "book" else "",
        "number": _plain(entry.report_number) or (number if kind == "report" else ""),
        "page": re.sub(r"(?<=\w)(?:--|\u2013)(?=\w)", "-", _plain(entry.pages)),
    }
    if kind == "article" and entry.arxiv and not found["number"]:
        found["number"] = _span("arxiv", f"arXiv:{entry.arxiv.plain}")
    if kind == "report" and found["number"] and not entry.genre:
        found["genre"] = words.terms["report"]
    return found


def _addresses(entry: Publication, kind: str) -> dict[str, str]:
    address = _span("url", _escaped(entry.url.target)) if entry.url else ""
    if not address and kind == "article" and entry.arxiv:
        address = _span("arxiv", f"{ARXIV}{entry.arxiv.plain}")
    return {"DOI": _span("doi", _plain(entry.doi)), "URL": address}


def _text(name: str, value: Text | None, table: Table) -> str:
    return _span(name, table.mark(polish(value.nodes))) if value else ""


def _span(name: str, value: str) -> str:
    return field_span(FIELDS.index(name), value)


def _plain(value: Verbatim | None) -> str:
    return _escaped(value.plain) if value else ""


def _escaped(characters: str) -> str:
    """Without private characters, which are marks here: no number or address has any."""
    return PRIVATE.sub("", characters)


def _name(index: int, person: Person) -> Name:
    parts = split(person)
    shown = (_escaped(_curled(part)) for part in (parts.given, parts.particle, parts.family, parts.suffix))
    return Name(index, *shown)


def _curled(part: str) -> str:
    if "'" not in part and '"' not in part:
        return part
    nodes: Nodes = polish((Str(part),))
    return "".join(node.text for node in nodes if isinstance(node, Str)).replace("\u00a0", " ")


def _date(date: Date | None) -> tuple[int, ...] | str:
    if date is None or date.is_present:
        return ()
    if date.is_free:
        return date.text
    return tuple(part for part in (date.year, date.month, date.day) if part)
