"""What the fields of a .bib entry mean. In: an entry of LaTeX fields; out: the row of a publication, and what is wrong.

The names are those of BibTeX and of biblatex. What is read and what is left out stands in docs/profile.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from cvpress.profile import bibdates, identifiers, latexnodes
from cvpress.profile.bibnames import Named, names
from cvpress.profile.bibtex import Fault, RawEntry, RawField
from cvpress.profile.markup import Nodes, Str, plain
from cvpress.profile.sourced import Item, Row, Value
from cvpress.profile.values import NameParts

TYPES = {
    "article": "journal", "periodical": "journal", "suppperiodical": "journal", "review": "journal",
    "inproceedings": "conference", "conference": "conference", "inbook": "chapter", "incollection": "chapter",
    "bookinbook": "chapter", "suppbook": "chapter", "suppcollection": "chapter", "inreference": "chapter",
    "book": "book", "mvbook": "book", "booklet": "book", "proceedings": "book", "mvproceedings": "book",
    "collection": "book", "mvcollection": "book", "reference": "book", "mvreference": "book",
    "phdthesis": "thesis", "mastersthesis": "thesis", "thesis": "thesis", "bachelorsthesis": "thesis",
    "techreport": "report", "report": "report", "manual": "report", "standard": "report",
    "dataset": "dataset", "data": "dataset", "software": "software", "softwareversion": "software",
}  # fmt: skip
"""The type of a publication by the type of its entry; any other is `other`, or `preprint` when it has an arXiv id."""
KNOWN_TYPES = (
    *TYPES, *("misc", "online", "electronic", "www", "unpublished", "patent", "artwork", "audio", "image", "movie"),
    *("music", "performance", "video", "letter", "legislation", "legal", "jurisdiction", "commentary", "set", "xdata"),
    *("codefragment", "softwaremodule", "bibnote"),
)  # fmt: skip
"""Every type of entry that BibTeX, biblatex and the styles in use know."""
_GENRES = {
    "phdthesis": "Ph.D. thesis",
    "mastersthesis": "Master\u2019s thesis",
    "bachelorsthesis": "Bachelor\u2019s thesis",
}
_GENRE_KEYS = {
    **_GENRES, "mathesis": _GENRES["mastersthesis"], "bathesis": _GENRES["bachelorsthesis"],
    "candthesis": "Candidate thesis", "techreport": "Technical report", "resreport": "Research report",
}  # fmt: skip
PROSE = {
    "venue": ("journaltitle", "journal", "booktitle", "eventtitle"),
    "series": ("series",),
    "edition": ("edition",),
    "publisher": ("publisher",),
    "location": ("venue", "location", "address"),
}
"""Texts of a publication and the fields they come from: the first that an entry has."""
EXACT = {"volume": ("volume",), "number": ("number", "issue"), "pages": ("pages", "eid", "articleno")}
"""Likewise for what is printed as it stands."""
_BY_GROUPS = frozenset(
    ["manual", "misc", "online", "electronic", "www", "report", "techreport", "standard", "software"]
)
"""Types of entries whose author may be an organization, given as that."""
_STATES = {"inpress": "in press", "inpreparation": "in preparation", "prepublished": "prepublished"}
_STATUS = re.compile(
    r"(?i)\(?(?:to appear|in press|in print|accepted|forthcoming|submitted|under (?:review|submission|revision)"
    r"|in (?:preparation|submission|review|revision)|conditionally accepted|working paper|manuscript)\b"
    r"[^.;]{0,60}\.?\)?"
)
_SEPARATORS = re.compile(r"\s*[,;]\s*")


def row(entry: RawEntry, faults: list[Fault]) -> Row:
    """The publication that an entry is; what is wrong with its fields is added to `faults`."""
    reader = _Reader(entry, faults)
    items = tuple(item for item in reader.items() if item.values)
    return Row(entry.key, entry.line, entry.column, items, entry.only_parent)


@dataclass(slots=True)
class _Reader:
    entry: RawEntry
    faults: list[Fault]
    taken: set[str] = field(default_factory=set)

    def items(self) -> Iterator[Item]:
        found = identifiers.of(self.entry, self.faults)
        self.taken |= set(found.taken)
        kind = self._type(bool(found.arxiv))
        yield Item("type", self.entry.line, self.entry.column, (kind,))
        yield from self._title()
        yield from self._people()
        for name, sources in PROSE.items():
            yield from self._prose(name, sources)
        yield from self._numbers(kind)
        yield from self._makers(kind)
        yield from bibdates.items(self.entry, self.faults)
        yield from self._remarks()
        yield from found.items
        yield from self._tags()

    def _type(self, arxiv: bool) -> str:
        entry = self.entry
        kind = TYPES.get(entry.type, "other")
        if kind == "conference" and re.search(r"(?i)\bworkshops?\b", self._said("booktitle")):
            return "workshop"
        published = any(self._said(name) for name in ("journaltitle", "journal"))
        if arxiv and (kind == "other" or (kind in ("journal", "report") and not published)):
            return "preprint"
        return kind

    def _said(self, name: str) -> str:
        found = self.entry.get(name)
        return latexnodes.characters(found.latex) if found and name not in self.taken else ""

    def _nodes(self, found: RawField, *, titled: bool = False) -> Nodes:
        made, unknown = latexnodes.nodes(found.latex, titled=titled)
        for command in unknown:
            message = (
                f"the command {command} in '{found.name}' is not known; what it holds, or else its name, is printed"
            )
            advice = "write the characters themselves, or another command"
            self.faults.append(Fault(message, found.line, found.column, advice, "unknown-command"))
        return made if plain(made).strip() else ()

    def _title(self) -> Iterator[Item]:
        found = self.entry.get("title")
        if found and (made := self._nodes(found, titled=True)):
            below = self.entry.get("subtitle")
            if below and (rest := self._nodes(below, titled=True)):
                mark = " " if plain(made).endswith((":", "?", "!", ".")) else ": "
                made = latexnodes.joined((*made, Str(mark), *rest))
            yield _item("title", found, made)

    def _people(self) -> Iterator[Item]:
        for name, source in (("authors", "author"), ("editors", "editor")):
            if found := self.entry.get(source):
                yield Item(name, found.line, found.column, names(found.latex), listed=True)
        if self.entry.type in _BY_GROUPS and not any(map(self.entry.get, ("author", "editor"))):
            group = next((one for one in map(self.entry.get, ("organization", "institution")) if one), None)
            if group and (said := latexnodes.characters(group.latex)):
                self.taken.add(group.name)
                yield Item("authors", group.line, group.column, (Named(said, NameParts("", "", said)),), listed=True)

    def _prose(self, name: str, sources: tuple[str, ...]) -> Iterator[Item]:
        for source in sources:
            found = self.entry.get(source)
            if found and source not in self.taken and (made := self._nodes(found)):
                yield _item(name, found, made)
                return

    def _exact(self, name: str, *sources: str) -> Iterator[Item]:
        for source in sources:
            found = self.entry.get(source)
            if found and source not in self.taken and (said := latexnodes.characters(found.latex)):
                if name == "pages":
                    said = re.sub(r"(?<=\w)\s*[-\u2013\u2014]+\s*(?=\w)", "-", said)
                yield _item(name, found, said)
                return

    def _numbers(self, kind: str) -> Iterator[Item]:
        for name, sources in EXACT.items():
            yield from self._exact("report_number" if (name, kind) == ("number", "report") else name, *sources)

    def _makers(self, kind: str) -> Iterator[Item]:
        """Who stands behind it: the school of a thesis, the institute of a report, and what a thesis calls itself."""
        found = [self.entry.get(name) for name in ("school", "institution", "organization")]
        shown = [(one, self._nodes(one)) for one in found if one and one.name not in self.taken]
        if kind in ("conference", "workshop", "book", "chapter", "journal") and not self.entry.get("publisher"):
            yield from (_item("publisher", one, made) for one, made in shown[:1] if made)
            shown = shown[1:]
        if shown:
            values: tuple[Value, ...] = tuple(dict.fromkeys(made for _, made in shown if made))
            yield Item("institution", shown[0][0].line, shown[0][0].column, values, listed=True)
        said = self.entry.get("type")
        if said and (made := self._nodes(said)):
            key = plain(made).lower()
            yield _item("genre", said, (Str(_GENRE_KEYS[key]),) if key in _GENRE_KEYS else made)
        elif self.entry.type in _GENRES:
            yield Item("genre", self.entry.line, self.entry.column, ((Str(_GENRES[self.entry.type]),),))

    def _remarks(self) -> Iterator[Item]:
        state = self.entry.get("pubstate")
        note = self.entry.get("note") if "note" not in self.taken else None
        if state and (said := latexnodes.characters(state.latex)):
            yield _item("status", state, (Str(_STATES.get(said.lower(), said)),))
        if note and (made := self._nodes(note)):
            status = not state and _STATUS.fullmatch(plain(made)) is not None
            yield _item("status" if status else "note", note, made)
        elif (more := self.entry.get("addendum")) and (made := self._nodes(more)):
            yield _item("note", more, made)
        how = self.entry.get("howpublished")
        other = "howpublished" in self.taken or any(map(self.entry.get, PROSE["venue"]))
        if how and not other and (made := self._nodes(how)):
            yield _item("venue", how, made)

    def _tags(self) -> Iterator[Item]:
        found = self.entry.get("keywords") or self.entry.get("keyword")
        if found:
            said = _SEPARATORS.split(latexnodes.characters(found.latex))
            yield Item("tags", found.line, found.column, tuple(dict.fromkeys(filter(None, said))), listed=True)
        chosen = self.entry.get("selected")
        if chosen and chosen.latex.strip().lower() in ("true", "yes"):
            yield _item("selected", chosen, "true")


def _item(name: str, found: RawField, value: Value) -> Item:
    return Item(name, found.line, found.column, (value,))
