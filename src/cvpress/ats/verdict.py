"""A reading held against what the profile says. In: `Said` and `Reading`; out: a verdict on each field, and their sum.

What a parser has beyond the claims is not counted: it may be right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from cvpress.ats.said import Claim, Said, StayClaims
from cvpress.pdf.reader.reading import Reading
from cvpress.pdf.reader.stays import Stay
from cvpress.pdf.reader.vocabulary import words


class Mark(StrEnum):
    EXACT = "exact"
    PARTIAL = "partial"
    MISSING = "missing"


POINTS = {Mark.EXACT: 1.0, Mark.PARTIAL: 0.5, Mark.MISSING: 0.0}


@dataclass(frozen=True, slots=True)
class Verdict:
    """One field: its claim, what was seen in it (nothing, when it is missing), and how good that is."""

    claim: Claim
    seen: str
    mark: Mark


def share(verdicts: Sequence[Verdict]) -> float:
    """How much of all fields was seen, 0 to 1: an exact one counts fully, a partial one half."""
    return sum(POINTS[one.mark] for one in verdicts) / len(verdicts) if verdicts else 1.0


def verdicts(said: Said, reading: Reading) -> tuple[Verdict, ...]:
    """One for each claim, in the order of the claims."""
    return (
        _best(said.name, [reading.name]),
        *(_best(claim, reading.emails) for claim in said.emails),
        *(_best(claim, reading.phones) for claim in said.phones),
        *(_linked(claim, reading) for claim in said.links),
        *(_best(claim, reading.sections) for claim in said.sections),
        *_stays(said.positions, reading.positions),
        *_stays(said.schools, reading.schools),
    )


def _best(claim: Claim, candidates: Sequence[str]) -> Verdict:
    found = [Verdict(claim, text, compare(claim, text)) for text in candidates]
    best = max(found, key=lambda one: POINTS[one.mark], default=None)
    return best if best and best.mark is not Mark.MISSING else Verdict(claim, "", Mark.MISSING)


def _linked(claim: Claim, reading: Reading) -> Verdict:
    """What only lies under the text, as the target of a link, is half seen: most parsers take the text alone."""
    written = _best(claim, reading.links)
    if written.mark is Mark.EXACT:
        return written
    under = _best(claim, reading.targets)
    return Verdict(claim, under.seen, Mark.PARTIAL) if under.mark is Mark.EXACT else written


def _stays(wanted: Sequence[StayClaims], seen: Sequence[Stay]) -> Iterator[Verdict]:
    """Each claimed stay with the one that fits it best among those that are left; of equals, the first."""
    left = list(seen)
    for claims in wanted:
        tried = [_stay(claims, one) for one in left]
        at = max(range(len(tried)), key=lambda at: share(tried[at]), default=None)
        if at is None or not share(tried[at]):
            yield from _stay(claims, None)
        else:
            del left[at]
            yield from tried[at]


def _stay(claims: StayClaims, seen: Stay | None) -> tuple[Verdict, ...]:
    texts = (seen.place, seen.title, seen.period.start, seen.period.end) if seen else ("", "", "", "")
    pairs = zip((claims.place, claims.title, claims.start, claims.end), texts, strict=True)
    return tuple(_best(claim, [text]) for claim, text in pairs if claim)


def compare(claim: Claim, text: str) -> Mark:
    """How well `text` says what is claimed."""
    marks = {_COMPARED[claim.sort](wanted, text) for wanted in claim.accepted} if text else set()
    return next((mark for mark in (Mark.EXACT, Mark.PARTIAL) if mark in marks), Mark.MISSING)


def _texts(wanted: str, seen: str) -> Mark:
    """Partial: half of all their words stand in both, or one stands whole in the other."""
    one, other = words(wanted), words(seen)
    if one == other:
        return Mark.EXACT
    shared = set(one) & set(other)
    half = 2 * len(shared) >= len({*one, *other})
    return Mark.PARTIAL if shared and (half or shared in (set(one), set(other))) else Mark.MISSING


def _emails(wanted: str, seen: str) -> Mark:
    if wanted.casefold() == seen.casefold():
        return Mark.EXACT
    return (
        Mark.PARTIAL if seen.casefold() in wanted.casefold() or wanted.casefold() in seen.casefold() else Mark.MISSING
    )


def _phones(wanted: str, seen: str) -> Mark:
    """By their digits; the last seven are a number without its area."""
    one, other = (re.sub(r"\D", "", number) for number in (wanted, seen))
    if one == other:
        return Mark.EXACT
    return Mark.PARTIAL if one[-7:] == other[-7:] else Mark.MISSING


def _links(wanted: str, seen: str) -> Mark:
    """Without scheme, www and a last slash, which a page may leave out."""
    one, other = (re.sub(r"^(https?://)?(www\.)?|/$", "", address.casefold()) for address in (wanted, seen))
    return Mark.EXACT if one == other else Mark.MISSING


def _dates(wanted: str, seen: str) -> Mark:
    if wanted == seen:
        return Mark.EXACT
    return Mark.PARTIAL if wanted[:4] == seen[:4] else Mark.MISSING


_COMPARED = {"text": _texts, "email": _emails, "phone": _phones, "link": _links, "date": _dates}
