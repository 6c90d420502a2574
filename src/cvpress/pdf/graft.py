"""Take annotations over into another PDF: those of one page go in, what is safe of them comes out, made anew.

Only what is listed here is carried over, so no key of a stranger's file can bring a script along. Links keep their
looks and, of their actions, an allowed address or a place in the same part. Everything else that shows on the page
(stamps, highlights, form fields filled in) becomes a stamp with the same picture: it may be what the reader came for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import quote

from cvpress.pdf.links import (
    ALLOWED_SCHEMES,
    CARRIERS,
    Landing,
    Landings,
    canonical,
    read_action,
    read_link,
    scheme_of,
)
from cvpress.pdf.subject import dictionary, entry, items, name

if TYPE_CHECKING:
    from pypdf import PdfReader, PdfWriter
    from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject, PdfObject

_LINK_LOOKS = ("/Rect", "/Border", "/BS", "/C", "/H", "/F", "/QuadPoints", "/Contents")
_HIDDEN = 2 | 32  # the flags Hidden and NoView, ISO 32000-1, 12.5.3
_PRINT = 4
# Remarks of some reader to another, and the windows that show them.
_REMARKS = ("/Text", "/Popup")
_DEPTH = 4


@dataclass(slots=True)
class Graft:
    """Makes annotations anew in `writer`. `pages`: where the part's pages went; `prefix` goes before its destination
    names; `left` counts what was left out, by kind."""

    writer: PdfWriter
    landings: Landings
    pages: Sequence[IndirectObject]
    prefix: str
    left: Counter[str] = field(default_factory=Counter)

    def marks(self, found: Sequence[DictionaryObject]) -> Iterator[DictionaryObject]:
        """What is kept of the annotations `found`."""
        for mark in found:
            kind = name(mark, "/Subtype")
            if kind in CARRIERS or kind in _REMARKS:
                self.left[kind] += kind != "/Popup"
                continue
            made = self._link(mark) if kind == "/Link" else self._stamp(mark, kind)
            if made is not None:
                yield made

    def renamed(self, title: str) -> str:
        """The name of the destination `title` in the packet, in ASCII."""
        return self.prefix + quote(title, safe="!$&'*+,;=:@/ ")

    def place(self, landing: Landing) -> ArrayObject:
        """The destination `landing` in the packet."""
        from pypdf.generic import ArrayObject, NameObject, NullObject

        view = [copy if (copy := plain(item)) is not None else NullObject() for item in landing.view]
        return ArrayObject((self.pages[landing.page], *(view or [NameObject("/Fit")])))

    def _link(self, mark: DictionaryObject) -> DictionaryObject | None:
        from pypdf.generic import DictionaryObject, NameObject, TextStringObject

        link = read_link(mark)
        action = DictionaryObject()
        if link.forbidden:
            self.left[link.forbidden] += 1
        elif link.uri is not None:
            if scheme_of(link.uri) in ALLOWED_SCHEMES:
                address = link.uri if link.uri.isascii() else canonical(link.uri)
                action[NameObject("/S")] = NameObject("/URI")
                action[NameObject("/URI")] = TextStringObject(address)
            else:
                self.left[f"link to {link.uri[:40]!r}"] += 1
        elif (landing := self.landings.landing(link.inside)) is not None:
            inside = link.inside.get_object() if link.inside is not None else None
            action[NameObject("/S")] = NameObject("/GoTo")
            action[NameObject("/D")] = (
                TextStringObject(self.renamed(inside)) if isinstance(inside, str) else self.place(landing)
            )
        else:
            self.left["link that leads nowhere"] += 1
        if not action:
            return None
        made = _annotation("/Link", {key: plain(entry(mark, key)) for key in _LINK_LOOKS})
        made[NameObject("/A")] = action
        return made

    def _stamp(self, mark: DictionaryObject, kind: str) -> DictionaryObject | None:
        from pypdf.generic import DictionaryObject, NameObject, NumberObject, StreamObject

        flags = entry(mark, "/F")
        flags = flags if isinstance(flags, int) else NumberObject(0)
        corners = [float(str(corner)) for corner in items(entry(mark, "/Rect"))]
        if flags & _HIDDEN or len(corners) != 4 or corners[0] == corners[2] or corners[1] == corners[3]:
            return None  # shows nothing
        look = entry(dictionary(entry(mark, "/AP")), "/N")
        if not isinstance(look, StreamObject):
            look = entry(dictionary(look), name(mark, "/AS"))
        if not isinstance(look, StreamObject):
            self.left[kind or "annotation"] += 1
            return None
        made = _annotation("/Stamp", {"/Rect": plain(entry(mark, "/Rect")), "/F": NumberObject(flags | _PRINT)})
        picture = look.clone(self.writer).indirect_reference
        if picture is not None:
            made[NameObject("/AP")] = DictionaryObject({NameObject("/N"): picture})
        return made

    def count_catalog(self, reader: PdfReader) -> None:
        """Count what the catalog of `reader` holds that isn't taken over."""
        root = reader.root_object
        names = dictionary(entry(root, "/Names"))
        opening = entry(root, "/OpenAction")
        forms = dictionary(entry(root, "/AcroForm"))
        self.left.update(key for key in ("/JavaScript", "/EmbeddedFiles") if key in names)
        self.left.update(["/AA"] if "/AA" in root else [])
        self.left.update(["/XFA"] if "/XFA" in forms else [])
        if isinstance(opening, dict) and (doing := read_action(dictionary(opening)).forbidden):
            self.left[doing] += 1


def _annotation(kind: str, looks: dict[str, PdfObject | None]) -> DictionaryObject:
    from pypdf.generic import DictionaryObject, NameObject

    made = DictionaryObject({NameObject("/Type"): NameObject("/Annot"), NameObject("/Subtype"): NameObject(kind)})
    made.update({NameObject(key): value for key, value in looks.items() if value is not None})
    return made


def plain(value: PdfObject | None, depth: int = 0) -> PdfObject | None:
    """`value` without references and streams: numbers, names, texts, and arrays and dictionaries of them; else None."""
    from pypdf import generic as pdf

    found = value.get_object() if value is not None else None
    if isinstance(found, (pdf.NumberObject, pdf.FloatObject, pdf.NameObject, pdf.BooleanObject, pdf.TextStringObject)):
        return found
    if depth > _DEPTH or isinstance(found, pdf.StreamObject):
        return None
    if isinstance(found, pdf.ArrayObject):
        return pdf.ArrayObject(copy for item in found if (copy := plain(item, depth + 1)) is not None)
    if isinstance(found, pdf.DictionaryObject):
        copies = {pdf.NameObject(key): plain(item, depth + 1) for key, item in found.items()}
        return pdf.DictionaryObject({key: copy for key, copy in copies.items() if copy is not None})
    return None
