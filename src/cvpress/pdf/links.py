"""The rules about links and actions: a Subject goes in, Problems come out; `merge` keeps what passes here.

A link may open an address of an allowed scheme or a place in the same document. All else that a PDF can do on a click
or on opening (scripts, programs, other files, forms sent off) has no place in an application. ISO 32000-1, 12.3, 12.6.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from cvpress.errors import Problem, Severity
from cvpress.pdf.subject import Subject, dictionary, entry, items, name

if TYPE_CHECKING:
    from pypdf import PdfReader
    from pypdf.generic import DictionaryObject, PdfObject

ALLOWED_SCHEMES = ("https", "http", "mailto", "tel")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*(?=:)")
_TURNING_PAGES = ("/NextPage", "/PrevPage", "/FirstPage", "/LastPage")
# Annotations that carry a file, a program or a film rather than a mark on the page.
CARRIERS = ("/FileAttachment", "/Sound", "/Movie", "/Screen", "/RichMedia", "/3D", "/PrinterMark", "/TrapNet")
_BOOKMARKS = 20_000
_RESERVED = "%:/?#[]@!$&'()*+,;=-._~"


@dataclass(frozen=True, slots=True)
class Link:
    """What happens on a click: a `uri` is opened, a place `inside` is shown, or something `forbidden` (its name) is
    done; nothing of the three for the harmless actions that turn pages."""

    uri: str | None = None
    inside: PdfObject | None = None
    forbidden: str = ""


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An item of the outline; `depth` counts from 0."""

    depth: int
    title: str
    link: Link


@dataclass(frozen=True, slots=True)
class Landing:
    """Where an internal link lands: a page, counted from 0, and how it is shown (/XYZ left top zoom ...)."""

    page: int
    view: tuple[PdfObject, ...]


@dataclass(frozen=True, slots=True)
class Landings:
    """Where the internal links of one document may land: `pages` by object number, `named` destinations."""

    pages: Mapping[int, int]
    named: Mapping[str, PdfObject]

    @classmethod
    def of(cls, reader: PdfReader) -> Landings:
        """Those of `reader`."""
        numbered = {
            page.indirect_reference.idnum: index
            for index, page in enumerate(reader.pages)
            if page.indirect_reference is not None
        }
        return cls(numbered, {title: found.dest_array for title, found in reader.named_destinations.items()})

    def landing(self, inside: PdfObject | None) -> Landing | None:
        """Where a destination (a name, or an array that begins with a page) leads; None when it leads nowhere."""
        from pypdf.generic import ArrayObject, IndirectObject, NullObject

        found = inside.get_object() if inside is not None else None
        if isinstance(found, (str, bytes)):
            named = self.named.get(_text(found))
            return self.landing(named) if named is not None else None
        if not isinstance(found, ArrayObject) or not found:
            return None
        page = found[0]
        # Some writers give the page's index where the standard wants a reference; viewers accept it.
        index = self.pages.get(page.idnum) if isinstance(page, IndirectObject) else page
        if not isinstance(index, int) or index not in self.pages.values():
            return None
        return Landing(index, tuple(NullObject() if item is None else item.get_object() for item in found[1:]))


def read_link(annotation: DictionaryObject) -> Link:
    """What a click on `annotation` does."""
    if "/AA" in annotation:
        return Link(forbidden="/AA")
    if "/A" not in annotation:
        return Link(inside=entry(annotation, "/Dest"))
    return read_action(dictionary(entry(annotation, "/A")))


def read_action(action: DictionaryObject) -> Link:
    """What `action` does."""
    kind = name(action, "/S")
    if "/Next" in action:
        return Link(forbidden="/Next")
    if kind == "/URI":
        return Link(uri=_text(entry(action, "/URI")))
    if kind == "/GoTo":
        return Link(inside=entry(action, "/D"))
    if kind == "/Named" and name(action, "/N") in _TURNING_PAGES:
        return Link()
    return Link(forbidden=kind or "/A")


def scheme_of(uri: str) -> str:
    """The scheme of `uri` in lower case; empty when it has none."""
    found = _SCHEME.match(uri)
    return found[0].lower() if found else ""


def canonical(uri: str) -> str:
    """`uri` so that two spellings of one address are equal: IDNA host, percent-encoded where it has to be."""
    head, slashes, tail = uri.partition("://")
    host, *rest = re.split(r"(?=[/?#])", tail, maxsplit=1)
    with suppress(UnicodeError):  # an over-long or empty label: compare it as it stands
        host = host if host.isascii() else host.encode("idna").decode()
    encoded = quote(head.lower() + slashes + host + "".join(rest) if slashes else uri, safe=_RESERVED)
    return re.sub("%[0-9A-Fa-f]{2}", lambda found: _unreserved(found[0]), encoded)


def _unreserved(escape: str) -> str:
    char = unquote(escape)
    return char if char.isascii() and (char.isalnum() or char in "-._~") else escape.upper()


def targets(subject: Subject) -> Counter[str]:
    """How often each address is linked, in canonical form."""
    links = (read_link(mark) for page in subject.pages for mark in marks(page) if name(mark, "/Subtype") == "/Link")
    return Counter(canonical(link.uri) for link in links if link.uri is not None)


def link_problems(subject: Subject) -> Iterator[Problem]:
    """link-scheme, link-not-ascii, dangling-link and forbidden-action, on every page and on opening the document."""
    landings = Landings.of(subject.reader)
    for index, page in enumerate(subject.pages):
        place, severity = f"page {index + 1}", subject.severity(index)
        if "/AA" in page:
            yield _forbidden(place, "/AA")
        for mark in marks(page):
            kind = name(mark, "/Subtype")
            if kind in CARRIERS:
                yield _forbidden(place, kind)
            yield from _judge(place, read_link(mark), kind == "/Link", landings, severity)
    yield from _on_opening(subject, landings)


def _judge(place: str, link: Link, must_lead: bool, landings: Landings, severity: Severity) -> Iterator[Problem]:
    if link.forbidden:
        yield _forbidden(place, link.forbidden)
    elif link.uri is not None:
        if scheme_of(link.uri) not in ALLOWED_SCHEMES:
            message = f"{place}: the link to {link.uri!r} has a scheme that is not allowed"
            yield Problem(message, None, f"use one of {', '.join(ALLOWED_SCHEMES)}", "link-scheme", severity)
        if not link.uri.isascii():
            message = f"{place}: the link to {link.uri!r} is not ASCII"
            yield Problem(message, None, "percent-encode it", "link-not-ascii", severity)
    elif must_lead and link.inside is not None and landings.landing(link.inside) is None:
        message = f"{place}: a link inside the document leads nowhere ({_shown(link.inside)})"
        yield Problem(message, None, "look for a reference to something that is not printed", "dangling-link", severity)


def _on_opening(subject: Subject, landings: Landings) -> Iterator[Problem]:
    root = subject.reader.root_object
    opening = entry(root, "/OpenAction")
    if "/AA" in root:
        yield _forbidden("the document", "/AA")
    if "/JavaScript" in dictionary(entry(root, "/Names")):
        yield _forbidden("the document", "/JavaScript")
    if isinstance(opening, dict):
        yield from _judge("on opening", read_action(dictionary(opening)), False, landings, Severity.ERROR)
    for item in bookmarks(subject.reader):
        yield from _judge(f"the bookmark {item.title!r}", item.link, True, landings, Severity.ERROR)


def bookmarks(reader: PdfReader) -> Iterator[Bookmark]:
    """The outline of `reader`, in reading order."""
    seen: set[int] = set()
    waiting = [(0, dictionary(entry(dictionary(entry(reader.root_object, "/Outlines")), "/First")))]
    while waiting and len(seen) < _BOOKMARKS:
        depth, item = waiting.pop()
        if item and id(item) not in seen:  # a loop in the chain would never end
            seen.add(id(item))
            yield Bookmark(depth, _text(entry(item, "/Title")), read_link(item))
            waiting.append((depth, dictionary(entry(item, "/Next"))))
            waiting.append((depth + 1, dictionary(entry(item, "/First"))))


def marks(page: DictionaryObject) -> tuple[DictionaryObject, ...]:
    """The annotations of `page`."""
    return tuple(dictionary(mark) for mark in items(entry(page, "/Annots")))


def _forbidden(place: str, kind: str) -> Problem:
    what = f"{place}: the action {kind} does more than open an address or a page"
    return Problem(what, None, "remove it from the PDF", "forbidden-action")


def _shown(inside: PdfObject) -> str:
    found = inside.get_object()
    return _text(found) if isinstance(found, (str, bytes)) else "a page that is not in it"


def _text(value: object) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)
