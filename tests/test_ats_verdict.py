"""How well a parser saw what the profile says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cvpress.ats.said import Claim, Said, Sort, StayClaims
from cvpress.ats.verdict import Mark, compare, share, verdicts
from cvpress.pdf.reader.periods import Period
from cvpress.pdf.reader.reading import Reading
from cvpress.pdf.reader.stays import Stay

EMPTY = Reading("", (), (), (), (), (), (), ())
NAME = Claim("name", "text", ("Ada Lovelace",))
SAID = Said(NAME, (), (), (), (), (), ())


def stay(place: str, title: str, start: str = "2014", end: str = "2016") -> StayClaims:
    labels = (("employer", "text"), ("position", "text"), ("from", "date"), ("to", "date"))
    made = (
        Claim(label, "date" if sort == "date" else "text", (text,))
        for (label, sort), text in zip(labels, (place, title, start, end), strict=True)
    )
    return StayClaims(*made)


@pytest.mark.parametrize(
    ("sort", "wanted", "seen", "mark"),
    [
        ("text", "Ada Lovelace", "ADA LOVELACE", "exact"),
        ("text", "Mill Inc.", "Mill Inc", "exact"),
        ("text", "University of California, Berkeley", "University of California", "partial"),
        ("text", "Mill", "Mill and Company of London and Paris", "partial"),
        ("text", "Mill of the North", "Bay of the South", "missing"),
        ("text", "Mill", "", "missing"),
        ("email", "Ada@example.org", "ada@example.org", "exact"),
        ("email", "ada@example.org", "da@example.org", "partial"),
        ("email", "ada@example.org", "bob@example.org", "missing"),
        ("phone", "+1 (412) 555-0142", "+1 412 5550142", "exact"),
        ("phone", "+1 (412) 555-0142", "(412) 555-0142", "partial"),
        ("phone", "+1 (412) 555-0142", "+1 412 555 0143", "missing"),
        ("link", "https://www.example.org/", "example.org", "exact"),
        ("link", "https://example.org/a", "example.org", "missing"),
        ("date", "2021-06", "2021-06", "exact"),
        ("date", "2021-06", "2021", "partial"),
        ("date", "2021-06", "2020-06", "missing"),
        ("date", "present", "present", "exact"),
        ("date", "present", "2021", "missing"),
    ],
)
def test_a_field_is_exact_partial_or_missing(sort: Sort, wanted: str, seen: str, mark: str) -> None:
    assert compare(Claim("x", sort, (wanted,)), seen).value == mark


def test_any_accepted_form_is_exact() -> None:
    claim = Claim("degree", "text", ("Ph.D.", "Ph.D. in Maps"))
    assert compare(claim, "Ph.D. in Maps") is Mark.EXACT


def test_an_empty_reading_misses_all() -> None:
    found = verdicts(replace(SAID, positions=(stay("Mill", "Analyst"),)), EMPTY)
    assert [(one.claim.label, one.seen, one.mark.value) for one in found] == [
        (label, "", "missing") for label in ("name", "employer", "position", "from", "to")
    ]
    assert share(found) == 0


def test_a_partial_field_counts_half() -> None:
    claims = replace(SAID, emails=(Claim("e-mail", "email", ("ada@example.org",)),))
    found = verdicts(claims, replace(EMPTY, name="Ada", emails=("bob@example.org", "ada@example.org")))
    assert [one.mark for one in found] == [Mark.PARTIAL, Mark.EXACT]
    assert share(found) == 0.75


def test_a_link_that_lies_under_the_text_is_half_seen() -> None:
    claims = replace(SAID, links=(Claim("link", "link", ("https://github.com/ada",)),))
    under = replace(EMPTY, targets=("https://github.com/ada",))
    assert verdicts(claims, under)[1].mark is Mark.PARTIAL
    assert verdicts(claims, replace(under, links=("github.com/ada",)))[1].mark is Mark.EXACT
    assert verdicts(claims, replace(under, targets=("https://github.com/bob",)))[1].mark is Mark.MISSING


def test_each_entry_is_matched_with_the_one_that_fits_best_and_with_no_two() -> None:
    claims = replace(SAID, positions=(stay("Mill", "Analyst"), stay("Bay", "Engineer", "2010", "2012")))
    bay = Stay("Bay", "Engineer", Period("2010", "2012"))
    mill = Stay("Mill", "Analyst", Period("2014", "2016"))
    assert share(verdicts(claims, replace(EMPTY, name="Ada Lovelace", positions=(bay, mill)))) == 1
    alone = verdicts(claims, replace(EMPTY, name="Ada Lovelace", positions=(bay,)))
    assert [one.mark.value for one in alone] == ["exact", *["missing"] * 4, *["exact"] * 4]


def test_the_same_entry_twice_needs_two_readings() -> None:
    claims = replace(SAID, positions=(stay("Mill", "Analyst"), stay("Mill", "Analyst")))
    found = verdicts(claims, replace(EMPTY, positions=(Stay("Mill", "Analyst", Period("2014", "2016")),)))
    assert [one.mark.value for one in found[1:]] == [*["exact"] * 4, *["missing"] * 4]


def test_a_date_that_nothing_claims_is_not_asked_for() -> None:
    claims = replace(SAID, positions=(replace(stay("Mill", "Analyst"), end=None),))
    assert len(verdicts(claims, EMPTY)) == 4
