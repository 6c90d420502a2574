"""The rules about what a link says of itself: a Subject goes in, Problems come out.

A link whose text is an address must lead there: a reader trusts what is printed, a machine what is linked, and a page
that says two things is taken for a fraud by mail filters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from cvpress.errors import Problem, Severity
from cvpress.pdf.links import ALLOWED_SCHEMES, marks, read_link, scheme_of
from cvpress.pdf.subject import Subject, entry, items
from cvpress.pdf.text import opened

if TYPE_CHECKING:
    from pypdf.generic import DictionaryObject

_EMAIL = re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+", re.ASCII)
_HOST = re.compile(
    r"(?:(?P<scheme>https?)://)?(?P<host>(?:[\w-]+\.)+[a-z]{2,24})(?::\d+)?(?P<path>[/?#]\S*)?", re.IGNORECASE
)
_COMMON = re.compile(
    "a[ciptu]|app|b[er]|biz|c[ahnoz]|com|d[ek]|dev|e[esu]|edu|f[ir]|gr|gov|h[ku]|i[elnort]|info|int|jp|kr|lu|m[ex]|n[loz]"
    "|net|org|p[lt]|r[ou]|s[egi]|t[rw]|tech|u[aks]|xyz|za"
)
_INSIDE = 1.5  # points: the box of a link is a little larger than its text
_LIKE_ADDRESS = re.compile(r"@|\w\.[a-z]{2}", re.IGNORECASE)


def link_text_problems(subject: Subject) -> Iterator[Problem]:
    """link-text, and link-http once for the whole file."""
    plain: dict[str, int] = {}
    with opened(subject.path) as document:
        for index, page in subject.own():
            held = [(mark, uri) for mark in marks(subject.pages[index]) if (uri := read_link(mark).uri)]
            for _, uri in held:
                if scheme_of(uri) == "http":
                    plain.setdefault(uri, index + 1)
            if not held or not _LIKE_ADDRESS.search(page.text):
                continue
            sight = document[index]
            words = sight.get_textpage()
            for uri, parts in groupby(held, key=lambda one: one[1]):  # a link over two lines has two boxes
                said = "".join(" ".join(words.get_text_bounded(*_box(mark)).split()) for mark, _ in parts)
                if (named := _named(said)) and not _agree(named, uri):
                    message = f"page {index + 1}: the link says {said!r} and leads to {uri!r}"
                    advice = "print the address that it leads to, or words that are no address"
                    yield Problem(message, advice=advice, rule="link-text", severity=Severity.WARNING)
            words.close()
            sight.close()
    if plain:
        first, number = next(iter(plain.items()))
        more = f" and {len(plain) - 1} more" if len(plain) > 1 else ""
        message = f"page {number}: the link to {first!r}{more} is not encrypted on its way"
        yield Problem(message, advice="use https where the host has it", rule="link-http", severity=Severity.INFO)


def _box(mark: DictionaryObject) -> tuple[float, float, float, float]:
    edges = [float(edge) for edge in items(entry(mark, "/Rect"))[:4] if isinstance(edge, (int, float))]
    if len(edges) < 4:
        return 0.0, 0.0, 0.0, 0.0
    left, right = sorted(edges[::2])
    bottom, top = sorted(edges[1::2])
    return left - _INSIDE, bottom, right + _INSIDE, top


def _named(said: str) -> str:
    """The e-mail address or the host that a link's whole text is; empty when it is none."""
    if _EMAIL.fullmatch(said):
        return said.casefold()
    found = _HOST.fullmatch(said)
    host = found["host"].casefold() if found else ""
    plain = found and (found["scheme"] or found["path"] or host.startswith("www."))
    return host if plain or _COMMON.fullmatch(host.rpartition(".")[2]) else ""  # 'paper.pdf' is no host


def _agree(named: str, uri: str) -> bool:
    """Whether a link to `uri` may be called `named`: the same address, or one host within the other's domain."""
    if scheme_of(uri) not in ALLOWED_SCHEMES:
        return True  # another rule's business
    if "@" in named:
        return scheme_of(uri) == "mailto" and unquote(uri[7:]).partition("?")[0].casefold() == named
    if scheme_of(uri) not in ("http", "https"):
        return False
    try:
        host = (urlsplit(uri).hostname or "").encode("idna").decode()
        shown = named.encode("idna").decode()
    except UnicodeError:
        return True  # no host at all
    host, shown = host.removeprefix("www."), shown.removeprefix("www.")
    return host == shown or host.endswith(f".{shown}") or shown.endswith(f".{host}")
