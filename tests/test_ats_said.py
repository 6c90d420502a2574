"""What a profile says in the fields that parsers fill."""

from __future__ import annotations

from pathlib import Path

from cvpress.ats.said import Claim, Said, StayClaims, said
from cvpress.profile import model
from cvpress.typeset.words import AMERICAN

PROFILE = """\
schema: 1
name: {given: Ada, family: Lovelace, suffix: Ph.D.}
contact:
  phone: ["1", "2"]
  emails: [a@example.org, b@example.org]
  homepage: https://example.org/
  profiles: {github: ada, orcid: 0000-0002-1825-0097}
sections:
  work:
    kind: position
    entries:
      - {organization: Mill, position: Analyst, start_date: 2014-09-30, end_date: present}
      - organization: [Bay, Harbour]
        start_date: 2010
        end_date: 2014
        roles:
          - {position: Head, start_date: 2012, end_date: 2014}
          - {position: Clerk, date: {text: Summers}}
  school:
    title: Schools
    kind: education
    groups: [{entries: [{degree: Ph.D., area: Maps, institution: Nowhere, date: 2009-06}]}]
  rest: {kind: item, untitled: true, entries: [Sailed.]}
documents: {cv: {template: ruled}}
"""


def claims(text: str = PROFILE) -> Said:
    return said(model.parse(text.encode(), Path("profile.yaml")), AMERICAN)


def told(stay: StayClaims) -> list[str | None]:
    return [claim.accepted[0] if claim else None for claim in (stay.place, stay.title, stay.start, stay.end)]


def test_the_name_may_come_with_its_suffix() -> None:
    assert claims().name == Claim("name", "text", ("Ada Lovelace", "Ada Lovelace, Ph.D."))


def test_every_contact_is_a_claim_and_accounts_are_addresses() -> None:
    made = claims()
    assert [one.accepted for one in made.emails] == [("a@example.org",), ("b@example.org",)]
    assert [one.accepted for one in made.phones] == [("1",), ("2",)]
    assert [one.accepted[0] for one in made.links] == [
        "https://example.org/",
        "https://github.com/ada",
        "https://orcid.org/0000-0002-1825-0097",
    ]


def test_sections_have_their_printed_titles_and_untitled_ones_none() -> None:
    assert [one.accepted[0] for one in claims().sections] == [AMERICAN.titles["position"], "Schools"]


def test_each_role_is_a_position_at_its_employer() -> None:
    assert [told(stay) for stay in claims().positions] == [
        ["Mill", "Analyst", "2014-09", "present"],
        ["Bay, Harbour", "Head", "2012", "2014"],
        ["Bay, Harbour", "Clerk", None, None],
    ]


def test_a_degree_is_accepted_with_and_without_its_area() -> None:
    (school,) = claims().schools
    assert school.title
    assert school.title.accepted == ("Ph.D.", "Ph.D. in Maps", "Ph.D. of Maps", "Ph.D. Maps")
    assert told(school) == ["Nowhere", "Ph.D.", "2009-06", None]


def test_a_profile_that_says_little_claims_little() -> None:
    text = (
        "schema: 1\nname: {given: Ada}\nsections: {a: {kind: item, entries: [A]}}\ndocuments: {cv: {template: ruled}}\n"
    )
    made = claims(text)
    assert made.name.accepted == ("Ada",)
    assert (made.emails, made.phones, made.links, made.positions, made.schools) == ((), (), (), (), ())
