"""Parts of a reference that every style sets alike. In: a publication; out: nodes.

Here is all that no style of CSL has a field for: the label, awards and their like, the acceptance rate, notes, links.
"""

from __future__ import annotations

import re

from cvpress.profile.address import ARXIV, doi_address
from cvpress.profile.kinds import Publication
from cvpress.profile.markup import Link, Nodes, Str, plain, styled, text
from cvpress.profile.values import Text
from cvpress.typeset.typography import TIE, join, polish, unbreakable
from cvpress.typeset.words import Words


def label_has_date(entry: Publication, worded: str) -> bool:
    """Whether the label, as printed, says the whole of the worded date ("NSDI 2022" and 2022)."""
    return _says(label_of(entry), worded)


def tag_has_date(entry: Publication, worded: str) -> bool:
    """Whether the tag, as the person wrote it, says the worded date, which is then printed within it and not again."""
    return _says(of(entry.label or entry.venue_short), worded)


def label_of(entry: Publication) -> Nodes:
    """The tag as printed: the person's own, or the short venue and the year."""
    short = of(entry.label or entry.venue_short)
    year = str(entry.date.year) if entry.date and entry.date.year and entry.venue_short else ""
    return (*short, Str(f"{TIE}{year}")) if year and not _says(short, year) else short


def _says(nodes: Nodes, worded: str) -> bool:
    said = plain(nodes).replace(TIE, " ")
    return re.search(rf"(?<!\w){re.escape(worded.replace(TIE, ' '))}(?!\w)", said) is not None


def of(value: Text | None) -> Nodes:
    """A text as printed."""
    return polish(value.nodes) if value else ()


_STOPS = (".", "?", "!", "\u2026")


def ends(nodes: Nodes, mark: str = ".") -> Nodes:
    """`nodes` with a mark at the end, unless they have one of their own there."""
    return nodes if not nodes or plain(nodes).rstrip("\u201d\u2019").endswith(_STOPS) else (*nodes, Str(mark))


def bracketed(nodes: Nodes) -> Nodes:
    """`nodes` in round brackets."""
    return (Str("("), *nodes, Str(")")) if nodes else ()


def identifiers(entry: Publication, archive: str = "arXiv:") -> list[Nodes]:
    """arXiv id, DOI and address, each a link."""
    found: list[Nodes] = []
    if entry.arxiv:
        found.append((Link(text(f"{archive}{entry.arxiv.plain}"), f"{ARXIV}{entry.arxiv.plain}"),))
    if entry.doi:
        found.append((Link(styled("url", text(f"doi:{entry.doi.plain}")), doi_address(entry.doi.plain)),))
    if entry.url:  # in full: on paper it has to be typed
        found.append((Link(styled("url", text(entry.url.target)), entry.url.target),))
    return found


def distinctions(entry: Publication) -> list[Nodes]:
    """What a paper is proud of, one by one."""
    return [of(entry.presentation), *map(of, entry.appearances), *map(of, entry.awards), of(entry.remark)]


def rate(words: Words, entry: Publication) -> Nodes:
    """The acceptance rate in brackets, behind its term."""
    term = Str(unbreakable(f"{words.terms['acceptance_rate']}: "))
    return styled("aside", bracketed((term, *of(entry.acceptance_rate)))) if entry.acceptance_rate else ()


def tail(entry: Publication) -> list[Nodes]:
    """What stands behind all else: the note, and named links."""
    links = [(Link(polish(link.label.nodes), link.url.target),) for link in entry.links]
    return [ends(of(entry.note)), join(", ", links)]
