"""CSL-JSON -> the rows of publications. In: characters of a .json file; out: a `Source`.

The file is a list of items, or a mapping with `items`, as Zotero and reference managers write them. What is wrong with
an item is told at its line; behind a fault of JSON itself nothing can be read, and what stands before it is kept.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cvpress.errors import Problem, ProfileError, Spot
from cvpress.profile import bibdates, identifiers
from cvpress.profile.address import web_fault
from cvpress.profile.bibnames import OTHERS, Named, of_parts
from cvpress.profile.bibtex import Fault
from cvpress.profile.htmlnodes import nodes
from cvpress.profile.markup import plain
from cvpress.profile.sourced import Item, Row, Source, Value
from cvpress.profile.values import NameParts

TYPES = {
    "article-journal": "journal", "article-magazine": "journal", "article-newspaper": "journal", "review": "journal",
    "review-book": "journal", "paper-conference": "conference", "chapter": "chapter", "entry": "chapter",
    "entry-dictionary": "chapter", "entry-encyclopedia": "chapter", "book": "book", "collection": "book",
    "thesis": "thesis", "report": "report", "standard": "report", "dataset": "dataset", "software": "software",
    "article": "preprint",
}  # fmt: skip
"""The type of a publication by that of its item; any other is `other`."""
PROSE = {
    "venue": ("container-title", "event-title", "event"),
    "series": ("collection-title",),
    "edition": ("edition",),
    "location": ("event-place", "publisher-place"),
    "genre": ("genre",),
    "status": ("status",),
    "note": ("note",),
}
EXACT = {"volume": ("volume",), "pages": ("page",)}
_LONGEST = 100_000
"""Characters of one value, as in a .bib file."""
_ITEMS = re.compile(r'"items"\s*:\s*(?=\[)')
_DATE = re.compile(r"(?i)\b(?:(\d{1,2})\.?\s+)?([a-z]{3,9})\.?\s+(?:(\d{1,2}),?\s+)?([12]\d{3})\b")


def read(text: str, shown: Path, faults: list[Fault]) -> Source:
    """All items that can be read. Raises ProfileError where the file is no list of items."""
    start = _begin(text)
    if start is None:
        advice = 'it begins with [ and holds items such as {"id": "lee2020", "type": "article-journal", …}'
        raise ProfileError(Problem(f"{shown} is not CSL-JSON", Spot(shown, 1), advice, "bad-source"))
    lines = [found.start() for found in re.finditer("\n", text)]
    rows = []
    for at, end, made in _items(text, start, lines, faults):
        place = _Place(text, at, end, lines)
        if isinstance(made, dict):
            rows.append(_Reader(made, place, faults).row())
        else:
            faults.append(Fault("this item is not a mapping, so it is left out", *place.of(""), "write {…}"))
    return Source(tuple(rows), tuple(dict.fromkeys(faults)))


def _begin(text: str) -> int | None:
    bare = text.lstrip()
    if bare.startswith("["):
        return len(text) - len(bare) + 1
    found = _ITEMS.search(text) if bare.startswith("{") else None
    return found.end() + 1 if found else None


def _items(text: str, at: int, lines: list[int], faults: list[Fault]) -> Iterator[tuple[int, int, Any]]:
    """Every item with where it begins and ends."""
    decoder = json.JSONDecoder()
    space = re.compile(r"[\s,]*")
    while True:
        found = space.match(text, at)
        at = found.end() if found else at
        if text[at : at + 1] == "]":
            return
        try:
            made, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            why = error.msg if isinstance(error, json.JSONDecodeError) else "it is nested too deep or too long"
            where = error.pos if isinstance(error, json.JSONDecodeError) else at
            message = f"this is not JSON: {why[:1].lower()}{why[1:]}; what follows is left out"
            faults.append(Fault(message, *_Place(text, where, where, lines).of(""), "check commas, quotes and braces"))
            return
        yield at, end, made
        at = end


@dataclass(frozen=True, slots=True)
class _Place:
    """Where an item stands in the text; `lines` are the offsets of all line ends."""

    text: str
    start: int
    end: int
    lines: list[int]

    def of(self, name: str) -> tuple[int, int]:
        """Line and column of a field, or of the item."""
        found = self.text.find(f'"{name}"', self.start, self.end) if name else -1
        at = found if found >= 0 else self.start
        line = bisect_right(self.lines, at - 1)
        return line + 1, at - (self.lines[line - 1] + 1 if line else 0) + 1


@dataclass(slots=True)
class _Reader:
    item: dict[str, Any]
    place: _Place
    faults: list[Fault]

    def row(self) -> Row:
        line, column = self.place.of("")
        items = tuple(item for item in self._fields() if item.values)
        return Row(self._said("id"), line, column, items)

    def _said(self, name: str) -> str:
        """A text or a number as text; whatever else stands there says nothing."""
        found = self.item.get(name)
        known = isinstance(found, (str, int, float)) and not isinstance(found, bool)
        said = " ".join(str(found).split()) if known else ""
        return said if len(said) <= _LONGEST else ""

    def _one(self, name: str, field: str, value: Value) -> Item:
        return Item(name, *self.place.of(field), (value,))

    def _fields(self) -> Iterator[Item]:
        arxiv = self._arxiv()
        kind = TYPES.get(self._said("type"), "other")
        if kind == "conference" and re.search(r"(?i)\bworkshops?\b", self._said("container-title")):
            kind = "workshop"
        yield self._one("type", "type", "preprint" if arxiv and kind in ("other", "report") else kind)
        yield from self._prose("title", ("title",))
        for name, field in (("authors", "author"), ("editors", "editor")):
            yield Item(name, *self.place.of(field), tuple(self._people(field)), listed=True)
        for name, sources in PROSE.items():
            yield from self._prose(name, sources)
        for name, sources in EXACT.items():
            yield from (self._one(name, field, self._said(field)) for field in sources if self._said(field))
        yield from self._numbers(kind)
        yield from self._dates()
        yield from self._identifiers(arxiv)
        tags = [tag.strip() for tag in re.split("[,;]", self._said("keyword")) if tag.strip()]
        yield Item("tags", *self.place.of("keyword"), tuple(dict.fromkeys(tags)), listed=True)

    def _prose(self, name: str, sources: tuple[str, ...]) -> Iterator[Item]:
        for field in sources:
            made = nodes(self._said(field))
            if plain(made).strip():
                yield self._one(name, field, made)
                return

    def _people(self, field: str) -> Iterator[Named]:
        people = self.item.get(field)
        for one in people if isinstance(people, list) else ():
            said = one.items() if isinstance(one, dict) else ()
            given = {key: " ".join(value.split()) for key, value in said if isinstance(value, str)}
            literal = given.get("literal", "")
            if literal.lower().rstrip(".") in ("others", "et al"):
                yield Named(OTHERS)
            elif literal:
                yield Named(literal, NameParts("", "", literal))
            elif given.get("family") or given.get("given"):
                particle = " ".join(filter(None, (given.get("dropping-particle"), given.get("non-dropping-particle"))))
                family = given.get("family") or given["given"]
                first = given.get("given", "") if given.get("family") else ""
                yield of_parts(NameParts(first, particle, family, given.get("suffix", "")))
            else:
                self.faults.append(
                    Fault(f"an item of '{field}' has no name", *self.place.of(field), "write its family")
                )

    def _numbers(self, kind: str) -> Iterator[Item]:
        issue, number, publisher = (self._said(name) for name in ("issue", "number", "publisher"))
        if issue:
            yield self._one("number", "issue", issue)
        if number and not re.match(r"(?i)arxiv", number) and (kind == "report" or not issue):
            yield self._one("report_number" if kind == "report" else "number", "number", number)
        if publisher and kind in ("thesis", "report"):
            yield Item("institution", *self.place.of("publisher"), (nodes(publisher),), listed=True)
        elif publisher:
            yield self._one("publisher", "publisher", nodes(publisher))

    def _dates(self) -> Iterator[Item]:
        issued = self.item.get("issued")
        place = self.place.of("issued")
        if not isinstance(issued, dict):
            return
        said = next((" ".join(str(issued[name]).split()) for name in ("raw", "literal") if issued.get(name)), "")
        parts = issued.get("date-parts")
        shown = "/".join(_iso(one) for one in parts if isinstance(one, list)) if isinstance(parts, list) else ""
        if shown.strip("/"):
            yield from bibdates.iso(shown, place, self.faults)
        elif found := _DATE.search(said):
            month = bibdates.month(found[2])
            day = int(found[1] or found[3] or 0)
            written = f"{found[4]}-{month:02d}" + (f"-{day:02d}" if day else "") if month else found[4]
            yield from bibdates.iso(written, place, self.faults)
        elif said:
            yield from bibdates.iso(said, place, self.faults)

    def _arxiv(self) -> str:
        for name in ("number", "DOI", "URL", "archive_location", "container-title"):
            said = self._said(name)
            if "arxiv" in f"{said} {self._said('archive')}".lower() and (found := identifiers.ARXIV.search(said)):
                return found[1]
        return ""

    def _identifiers(self, arxiv: str) -> Iterator[Item]:
        doi, url = self._said("DOI"), self._said("URL")
        if arxiv:
            yield self._one("arxiv", "DOI" if doi else "URL", arxiv)
        found = identifiers.DOI.fullmatch(doi)
        if doi and not found:
            self.faults.append(
                Fault(
                    f"'{doi}' is not a DOI; it is left out", *self.place.of("DOI"), "a DOI begins with 10.", "bad-doi"
                )
            )
        if found and "arxiv" not in doi.lower():
            yield self._one("doi", "DOI", found[1])
        if url and web_fault(url):
            message = f"'{url}' is not a web address; it is left out"
            self.faults.append(Fault(message, *self.place.of("URL"), "write it with https://", "bad-url"))
        elif url and not identifiers.leads_there(url, arxiv, found[1] if found else ""):
            yield self._one("url", "URL", url)


def _iso(parts: list[Any]) -> str:
    """The ISO form of [2020, 7, 1]; numbers may be written as texts."""
    known = [str(part) for part in parts if re.fullmatch(r"\d{1,4}", str(part))]
    return "-".join([*known[:1], *(part.zfill(2) for part in known[1:3])])
