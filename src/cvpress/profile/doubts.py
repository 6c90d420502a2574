"""What looks wrong in publications that are valid all the same. In: publications, entries of a .bib; out: warnings.

Only `bib` asks for these: a paper without a venue may be meant so, and a build is no place to ask.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from cvpress.errors import Problem, Severity, Spot
from cvpress.profile.bibfields import KNOWN_TYPES
from cvpress.profile.bibtex import RawEntry
from cvpress.profile.complaints import did_you_mean
from cvpress.profile.identifiers import ARXIV, DOI
from cvpress.profile.latexnodes import characters
from cvpress.profile.matching import Identity, fold
from cvpress.profile.misspelt import misspelt
from cvpress.profile.works import Publication

_VENUES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("journal", "conference", "workshop", "chapter"), ()),
    **dict.fromkeys(("book", "thesis", "report"), ("publisher", "institution")),
    **dict.fromkeys(("preprint", "dataset", "software"), ("arxiv", "doi", "url", "publisher", "institution")),
    "other": ("arxiv", "doi", "url", "publisher", "institution", "report_number"),
}
"""By type, the fields that say where a work came out, besides those of a venue; a status says that it has not yet."""
_CAPITALS = 3
"""Words from which on a title in capitals is no acronym."""


def doubts(entry: Publication, owner: Identity, name: str, year: int) -> Iterator[Problem]:
    """What looks wrong in one publication; `name` is that of its owner, `year` the current one."""
    yield from _places(entry)
    yield from _years(entry, year)
    people = entry.authors or entry.editors
    if people and owner.among(people) is None:
        makers = "authors" if entry.authors else "editors"
        others = ", who end in 'et al.'" if people[-1].is_others else ""
        message = f"'{name}' is not found among the {makers}{others}"
        advice = "delete the entry if it is not yours, or add the form of the name to 'aliases' of 'name'"
        yield _doubt(message, people[0].spot or entry.spot, advice, "owner-missing")
    words = [word for word in re.findall(r"[^\W\d_]+", entry.title.plain) if len(word) > 1]
    if len(words) >= _CAPITALS and all(word.isupper() for word in words):
        advice = "write it as it is to be printed; a style can make capitals, but not take them away"
        yield _doubt("the title is in capitals", entry.title.spot, advice, "capitals")
    yield from _identifiers(entry)
    yield from _misspelt(entry)


def _places(entry: Publication) -> Iterator[Problem]:
    kind = entry.type or "other"
    fields = ("venue", "venue_short", "label", "series", "status", "appearances", *_VENUES[kind])
    if not any(getattr(entry, field) for field in fields):
        message = f"this {kind} has no venue" if kind != "other" else "this entry has no venue"
        advice = "add where it came out, or a 'status' such as 'under review'"
        yield _doubt(message, entry.spot, advice, "missing-venue")


def _years(entry: Publication, year: int) -> Iterator[Problem]:
    dates = [date for date in (entry.date, entry.end_date, entry.start_date) if date]
    last = max((date.year for date in dates), default=0)
    if not last and not entry.status and not any(date.is_present or _is_status(date.text) for date in dates):
        yield _doubt("the entry has no year", entry.spot, "add 'year', or 'status' if it is not out", "missing-year")
    if last > year + bool(entry.status):
        spot = next(date.spot for date in dates if date.year == last)
        yield _doubt(f"the year {last} is still to come", spot or entry.spot, "is it mistyped?", "future-year")


def _is_status(text: str) -> bool:
    """Whether a date in free words says something like a status, or a year: "in press", "Spring 2019"."""
    return re.search(r"\b\d{4}\b|[^\W\d_]{3}", text) is not None


def _identifiers(entry: Publication) -> Iterator[Problem]:
    if entry.doi and not DOI.fullmatch(entry.doi.plain):
        yield _doubt(f"'{entry.doi.plain}' is not a DOI", entry.doi.spot, "a DOI begins with 10.", "bad-doi")
    if entry.arxiv and not ARXIV.fullmatch(entry.arxiv.plain):
        yield _no_arxiv(entry.arxiv.plain, entry.arxiv.spot)


def _no_arxiv(text: str, spot: Spot | None) -> Problem:
    return _doubt(f"'{text}' is not an arXiv id", spot, "write it like 2101.00001 or math/0309136", "bad-arxiv")


def _misspelt(entry: Publication) -> Iterator[Problem]:
    """In a status, a date in free words, and a note so short that it may be meant as a status."""
    free = [date for date in (entry.date,) if date and date.is_free]
    note = [entry.note] if entry.note and len(entry.note.plain.split()) <= _CAPITALS else []
    texts = [(one.plain, one.spot) for one in (entry.status, *note) if one]
    for text, spot in (*texts, *((date.text, date.spot) for date in free)):
        for word, meant in misspelt(text):
            yield _doubt(f"'{word}' looks misspelt", spot or entry.spot, f"did you mean '{meant}'?", "misspelt-status")


def twins(entries: Iterable[Publication]) -> Iterator[Problem]:
    """Entries with the DOI or the title of an earlier one, wherever the two stand."""
    seen: dict[tuple[str, str], Publication] = {}
    for entry in entries:
        doi = entry.doi.plain.lower() if entry.doi else ""
        for what, value in (("DOI", doi), ("title", fold(entry.title.plain))):
            first = seen.setdefault((what, value), entry) if value else entry
            if first is not entry:
                own, other = entry.type or "other", first.type or "other"
                named = f"'{first.key}', " if first.key else ""
                message = f"it has the {what} of another entry, {named}at {first.spot}"
                advice = "keep one of them"
                if what == "title" and own != other:
                    message, advice = f"{message}, a {other}", "keep one of them, unless both came out"
                yield _doubt(message, entry.spot, advice, f"duplicate-{what.lower()}")
                break


def of_bib(entry: RawEntry, file: Path) -> Iterator[Problem]:
    """What the reading of a .bib entry passes over: a type that nobody knows, an eprint that arXiv does not have."""
    if entry.type not in KNOWN_TYPES:
        advice = did_you_mean(entry.type, KNOWN_TYPES, "types are")
        advice = advice if "?" in advice else "it counts as 'other'; @misc is the type for what has none"
        message = f"'@{entry.type}' is not a known type of entry"
        yield _doubt(message, Spot(file, entry.line, entry.column), advice, "unknown-type")
    archive = entry.get("archiveprefix") or entry.get("eprinttype")
    eprint = entry.get("eprint")
    if archive and eprint and archive.latex.strip().lower() == "arxiv":
        said = characters(eprint.latex).strip()
        if said and not ARXIV.fullmatch(said):
            yield _no_arxiv(said, Spot(file, eprint.line, eprint.column))


def _doubt(message: str, spot: Spot | None, advice: str, rule: str) -> Problem:
    return Problem(message, spot, advice, rule, Severity.WARNING)
