"""DOI, arXiv id and web address of a .bib entry. In: its fields; out: items, and the fields that said nothing else.

They are found wherever people keep them: a DOI as an address, an arXiv id as journal, in `howpublished` or as the DOI
that arXiv gives. What says the same twice is kept once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

from cvpress.profile import latexnodes
from cvpress.profile.address import web_fault
from cvpress.profile.bibtex import Fault, RawEntry, RawField
from cvpress.profile.sourced import Item

_ID = r"(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?"
ARXIV = re.compile(rf"(?i)(?:arxiv\s*:?\s*|abs/|arxiv\.org/(?:abs|pdf|html)/)?({_ID})(?:\.pdf)?(?:\s*\[[\w.-]+\])?")
_ARXIV_NAME = re.compile(
    rf"(?i)(?:computing research repository|corr|(?:arxiv\s*)?(?:e-?prints?|preprints?)|arxiv(?:\.org)?)?"
    rf"[\s,:(]*(?:(?:arxiv\s*:\s*|abs/|arxiv\s+)?({_ID}))?[\s)\].]*(?:\[[\w.-]+\])?\s*"
)
DOI = re.compile(r"(?i)(?:https?://)?(?:dx\.|www\.)?(?:doi\.org/|doi:?\s*)?(10\.\d{4,9}/\S+)")
_ARXIV_DOI = re.compile(r"(?i)10\.48550/arxiv\.(.+)")
_HOST = re.compile(r"(?:[\w-]+\.)+[A-Za-z]{2,}(?:/|$)")
_ARCHIVES = {
    "jstor": "https://www.jstor.org/stable/",
    "hdl": "https://hdl.handle.net/",
    "pubmed": "https://pubmed.ncbi.nlm.nih.gov/",
    "googlebooks": "https://books.google.com/books?id=",
    "hal": "https://hal.science/",
}


@dataclass(frozen=True, slots=True)
class Identifiers:
    """`arxiv` is the id; `taken` are fields that said only what is in `items`."""

    items: tuple[Item, ...]
    arxiv: str
    taken: tuple[str, ...]


def of(entry: RawEntry, faults: list[Fault]) -> Identifiers:
    """What identifies the entry; a DOI or an address that is none is told in `faults`."""
    items: list[Item] = []
    taken: list[str] = []
    arxiv, at = _arxiv(entry, taken)
    doi = _doi(entry, faults)
    if doi and (same := _ARXIV_DOI.fullmatch(doi[0])):
        arxiv, at = (arxiv, at) if arxiv else (same[1], doi[1])
        doi = None
    if arxiv and at:
        items.append(Item("arxiv", at.line, at.column, (arxiv,)))
    if doi:
        items.append(Item("doi", doi[1].line, doi[1].column, (doi[0],)))
    url = _url(entry, taken, faults)
    if url and not leads_there(url[0], arxiv, doi[0] if doi else ""):
        items.append(Item("url", url[1].line, url[1].column, (url[0],)))
    return Identifiers(tuple(items), arxiv, tuple(taken))


def leads_there(url: str, arxiv: str, doi: str) -> bool:
    """Whether an address leads to nothing but the page of the DOI or of the arXiv id."""
    found = DOI.fullmatch(unquote(url)) if doi else None
    if found and found[1].lower() == doi.lower():
        return True
    bare = re.escape(re.sub(r"v\d+$", "", arxiv))
    return bool(arxiv and re.fullmatch(rf"(?i)https?://arxiv\.org/(?:abs|pdf)/{bare}(?:v\d+)?(?:\.pdf)?", url))


def _said(entry: RawEntry, name: str) -> tuple[str, RawField] | None:
    found = entry.get(name)
    said = latexnodes.characters(found.latex) if found else ""
    return (said, found) if found and said else None


def _arxiv(entry: RawEntry, taken: list[str]) -> tuple[str, RawField | None]:
    archive = (_said(entry, "eprinttype") or _said(entry, "archiveprefix") or ("", None))[0].lower()
    for name in ("eprint", "arxivid", "arxiv"):
        found = _said(entry, name)
        if found and archive in ("", "arxiv") and (known := ARXIV.fullmatch(found[0].strip())):
            _take_venue(entry, taken)
            return known[1], found[1]
    named = _take_venue(entry, taken)
    if named[0]:
        return named
    for name in ("url", "howpublished", "note"):
        found = _said(entry, name)
        bare = latexnodes.address(found[1].latex) if found else ""
        if found and (
            known := re.fullmatch(rf"(?:https?://(?:www\.)?)?arxiv\.org/(?:abs|pdf)/({_ID})(?:\.pdf)?", bare)
        ):
            taken.append(name)
            return known[1], found[1]
        if (
            found
            and name != "url"
            and "arxiv" in found[0].lower()
            and (known := _ARXIV_NAME.fullmatch(found[0]))
            and known[1]
        ):
            taken.append(name)
            return known[1], found[1]
    return "", None


def _take_venue(entry: RawEntry, taken: list[str]) -> tuple[str, RawField | None]:
    """The id in a journal that is arXiv itself, which then is no venue ("CoRR", volume "abs/2101.00001")."""
    for name in ("journaltitle", "journal"):
        found = _said(entry, name)
        known = _ARXIV_NAME.fullmatch(found[0].strip()) if found else None
        if not found or not known or not re.search(r"(?i)arxiv|corr|computing research|eprint", found[0]):
            continue
        volume = _said(entry, "volume")
        numbered = ARXIV.fullmatch(volume[0]) if volume else None
        if known[1] or numbered or entry.get("eprint"):
            taken.append(name)
            taken += ["volume"] if numbered else []
            taken += ["pages"] if (pages := _said(entry, "pages")) and re.match(r"(?i)arxiv", pages[0]) else []
            if known[1]:
                return known[1], found[1]
            return (numbered[1], volume[1]) if numbered and volume else ("", None)
    return "", None


def _doi(entry: RawEntry, faults: list[Fault]) -> tuple[str, RawField] | None:
    found = entry.get("doi")
    bare = latexnodes.address(found.latex) if found else ""
    if not found or not bare:
        return None
    if known := DOI.fullmatch(bare):
        return known[1].rstrip(".,;"), found
    message = f"'{bare}' is not a DOI; it is left out"
    faults.append(Fault(message, found.line, found.column, "a DOI begins with 10.", "bad-doi"))
    return None


def _url(entry: RawEntry, taken: list[str], faults: list[Fault]) -> tuple[str, RawField] | None:
    archive = (_said(entry, "eprinttype") or _said(entry, "archiveprefix") or ("", None))[0].lower()
    if found := entry.get("url"):
        bare = latexnodes.address(found.latex)
        several = [one for one in re.split(r";(?=\w+://)", bare) if not web_fault(one)]
        bare = several[0] if several else f"https://{bare}" if _HOST.match(bare) else bare
        if bare and not web_fault(bare):
            return bare, found
        if bare:
            message = f"'{bare}' is not a web address; it is left out"
            faults.append(Fault(message, found.line, found.column, "write it with https://", "bad-url"))
    for name in ("howpublished", "note"):
        found = entry.get(name)
        if found and (
            only := re.fullmatch(
                r"(?is)\s*(?:available (?:at|from|online)|online|see|url)?\s*:?\s*\{?\\url\s*\{([^{}]*)\}\}?\.?\s*",
                found.latex,
            )
        ):
            bare = latexnodes.address(only[1])
            if not web_fault(bare) and name not in taken:
                taken.append(name)
                return bare, found
    eprint = entry.get("eprint")
    if eprint and archive in _ARCHIVES:
        return f"{_ARCHIVES[archive]}{latexnodes.address(eprint.latex)}", eprint
    return None
