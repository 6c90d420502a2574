"""What an entry of a .bib file inherits. In: all its entries; out: the same, with inherited fields behind their own.

`crossref` gives what biblatex gives: the title of proceedings becomes the `booktitle` of their papers. `xdata` gives
everything. What identifies the proceedings themselves (their DOI, their pages) is not given on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cvpress.profile.bibtex import Fault, RawEntry, RawField

_DEEPEST = 10
"""How many entries may inherit from one another."""
_NEVER = frozenset(
    """
    abstract addendum annotation annote arxivid crossref doi eprint eprinttype archiveprefix eprintclass
    primaryclass file ids keywords langid note pages pubstate shorttitle sorttitle sortkey status url urldate xdata
    xref
    """.split()  # noqa: SIM905  # a list of one a line would take a page
)
"""Of the entry itself: what a paper does not inherit from its proceedings (their DOI is not its own)."""
_INSIDE = frozenset(["inproceedings", "conference", "incollection", "inbook", "bookinbook", "suppbook", "inreference"])
_INHERITS_AS = {"title": "booktitle", "subtitle": "booksubtitle"}


def inherited(entries: tuple[RawEntry, ...], faults: list[Fault]) -> Iterator[RawEntry]:
    """Every entry with the fields of its crossref and xdata behind its own, as biblatex gives them on."""
    known: dict[str, RawEntry] = {}
    for one in entries:
        known.setdefault(one.key, one)
    parents = {name.casefold() for one in entries for name in _named(one, "crossref")}
    folded = {key.casefold(): one for key, one in reversed(known.items())}
    done: dict[str, RawEntry] = {}
    for one in entries:
        for what in ("crossref", "xdata"):
            for name in _named(one, what):
                if name.casefold() not in folded:
                    at = one.get(what)
                    advice = "check the key; nothing is inherited"
                    message = f"the entry '{one.key}' refers to '{name}', which is not in this file"
                    faults.append(Fault(message, at.line if at else 1, at.column if at else 1, advice))
        made = _whole(one, folded, done)
        yield replace(made, only_parent=one.key.casefold() in parents or one.type == "xdata")


def _named(entry: RawEntry, field_name: str) -> tuple[str, ...]:
    found = entry.get(field_name)
    return tuple(name.strip() for name in found.latex.split(",") if name.strip()) if found else ()


def _whole(
    entry: RawEntry, known: dict[str, RawEntry], done: dict[str, RawEntry], below: tuple[str, ...] = ()
) -> RawEntry:
    """`entry` with what it inherits; `done` are those made already, `below` those for which it is being made."""
    name = entry.key.casefold()
    if name in done and known.get(name) is entry:
        return done[name]
    fields = {one.name: one for one in entry.fields}
    for what in ("xdata", "crossref"):
        for named in _named(entry, what):
            parent = known.get(named.casefold())
            if parent is None or parent is entry or named.casefold() in below or len(below) > _DEEPEST:
                continue
            for one in _whole(parent, known, done, (*below, name)).fields:
                given = _given(one, entry.type) if what == "crossref" else one
                if given and given.name not in ("crossref", "xdata"):
                    fields.setdefault(given.name, given)
    made = replace(entry, fields=tuple(fields.values()))
    if known.get(name) is entry:
        done[name] = made
    return made


def _given(one: RawField, child: str) -> RawField | None:
    """What a child of this type inherits a field as."""
    if one.name in _NEVER:
        return None
    if child in _INSIDE:
        if one.name == "author" and child != "inbook":
            return None
        return replace(one, name=_INHERITS_AS.get(one.name, one.name))
    return None if one.name in ("title", "subtitle") else one
