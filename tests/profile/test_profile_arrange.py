"""Entries chosen, sorted and grouped: nothing is added, and what no group draws is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvpress.errors import Severity
from cvpress.profile import model
from cvpress.profile.arrange import ordered
from cvpress.profile.kinds import Entry, Publication
from cvpress.profile.model import Profile
from cvpress.profile.tailor import left_over, tailor

PAPERS = """\
      - {title: A, authors: [M. Roe, Z. Zed], type: journal, date: 2021, venue: Waves, key: a, tags: [sea, short]}
      - {title: B, authors: [Ann Lee], type: conference, date: 2019-05, venue: Älps, tags: [land]}
      - {title: C, authors: [M. Roe, A. Abe], type: journal, date: 2019, key: c, tags: [sea], selected: true}
      - {title: D, authors: ["van Berg, Ludwig"], status: in press, venue: Beach}
      - {title: E, authors: [Ann Lee], type: thesis, date: {text: some day}, tags: [land, short]}
      - {title: F, authors: [Ann Lee], type: conference, start_date: 2018, end_date: present, venue: waves}
"""


def profile(section: str = "", selection: str = "", entries: str = PAPERS) -> Profile:
    """A profile with one section `p`; `section` are its further lines, `selection` what the document says of it."""
    lines = "".join(f"    {line}\n" for line in section.splitlines())
    listed = f"    entries:\n{entries}" if entries else ""
    text = (
        f"schema: 1\nname: {{given: Ann, family: Lee}}\nsections:\n  p:\n    kind: publication\n{lines}{listed}"
        f"documents:\n  cv: {{template: ruled, sections: [{{section: p{selection}}}]}}\n"
    )
    return model.parse(text.encode(), Path("p.yaml"))


def printed(section: str = "", selection: str = "") -> list[str]:
    """The titles of the papers, group by group: "Head: AB"."""
    whole = profile(section, selection)
    sections = tailor(whole, whole.documents["cv"]).sections
    return [
        (f"{group.title.plain}: " if group.title else "") + titles(group.entries)
        for part in sections.values()
        for group in part.all_groups
    ]


def titles(entries: tuple[Entry, ...]) -> str:
    return "".join(entry.title.plain for entry in entries if isinstance(entry, Publication))


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("file", "ABCDEF"),
        ("newest", "DFABCE"),  # in press; what goes on; 2021; May 2019 before 2019 alone; no date to compare
        ("oldest", "CBAFDE"),
        ("author", "DFBECA"),  # Berg, Lee (newest first), Roe with Abe, Roe with Zed
        ("venue", "BDFACE"),  # Älps, Beach, waves and Waves alike (newest first), then those without one
    ],
)
def test_orders(order: str, expected: str) -> None:
    assert printed(f"sort: {order}") == [expected]


@given(st.permutations("ABCDEF"), st.sampled_from(["newest", "oldest", "author", "venue", "file"]))
def test_sorting_keeps_every_entry_and_is_stable(shuffled: list[str], order: str) -> None:
    entries = {titles((entry,)): entry for entry in profile().sections["p"].entries}
    made = ordered([entries[title] for title in shuffled], order)
    assert sorted(titles(made)) == list("ABCDEF")
    assert ordered(made, order) == made
    same = [*made, *made]
    assert ordered(same, "newest")[0::2] == ordered(same, "newest")[1::2]


@pytest.mark.parametrize(
    ("select", "expected"),
    [
        ("{types: journal}", "AC"),
        ("{types: [journal, thesis]}", "ACE"),
        ("{types: other}", "D"),
        ("{tags: sea}", "AC"),
        ("{tags: [sea, land]}", "ABCE"),
        ("{tags: sea, years: 2020-}", "A"),
        ("{years: 2019}", "BCF"),
        ("{years: 2018-2019}", "BCF"),
        ("{years: -2018}", "F"),
        ("{years: 2020-2030}", "AF"),
        ("{years: 2020-}", "ADF"),
        ("{selected: true}", "C"),
        ("{keys: [a, c]}", "AC"),
        ("{keys: c, types: conference}", "BCF"),
        ("{last: 3}", "ADF"),
        ("{last: 1, tags: sea}", "A"),
        ("{}", "ABCDEF"),
    ],
)
def test_what_a_selection_means_is_the_same_everywhere(select: str, expected: str) -> None:
    assert printed(f"select: {select}") == [expected]
    inner = select.strip("{}")
    assert printed(selection=f", {inner}" if inner else "") == [expected]
    assert printed(f"groups: [{{title: G, select: {select}}}]") == [f"G: {expected}"]


def test_a_document_selects_of_what_the_section_selects() -> None:
    assert printed("select: {tags: sea}", ", years: 2021") == ["A"]
    assert printed("select: {tags: land}", ", keys: a") == []


def test_a_limit_caps_each_list_in_the_order_in_which_it_is_printed() -> None:
    assert printed("sort: newest", ", limit: 2") == ["DF"]
    assert printed("sort: oldest\ngroup_by: type", ", limit: 1") == ["C", "B", "E", "D"]


def test_groups_by_type_have_the_order_of_the_types() -> None:
    whole = profile("group_by: type")
    groups = tailor(whole, whole.documents["cv"]).sections["p"].groups
    assert [(group.type, titles(group.entries)) for group in groups] == [
        ("journal", "AC"),
        ("conference", "BF"),
        ("thesis", "E"),
        (None, "D"),
    ]


def test_groups_by_year_are_headed_by_it_newest_first() -> None:
    assert printed("group_by: year") == ["D", "2021: A", "2019: BC", "2018: F", "E"]
    assert printed("group_by: year\nsort: oldest") == ["2018: F", "2019: CB", "2021: A", "D", "E"]


def test_groups_by_tag_are_headed_by_the_first_tag_in_order_of_appearance() -> None:
    assert printed("group_by: tag") == ["sea: AC", "land: BE", "DF"]


HAND = "groups:\n  - {title: G, select: {tags: land}}\n  - {title: H, select: {types: [conference, journal]}}\n"


def test_an_entry_goes_to_the_first_group_that_draws_it() -> None:
    assert printed(HAND) == ["G: BE", "H: ACF"]


def test_what_no_group_draws_is_told_at_its_place() -> None:
    whole = profile(HAND)
    (told,) = left_over(whole, whole.documents["cv"])
    assert told.message == "no group of 'p' selects this entry, so it is not printed"
    assert (told.severity, told.rule, told.spot and told.spot.line) == (Severity.WARNING, "unplaced", 13)


def test_of_many_that_no_group_draws_the_first_are_told_and_the_others_counted() -> None:
    many = "".join(f"      - {{title: T{at}, authors: [B]}}\n" for at in range(13))
    whole = profile("groups: [{title: G, select: {types: journal}}]", entries=many)
    told = left_over(whole, whole.documents["cv"])
    assert len({problem.spot for problem in told}) == len(told) == 11
    assert told[-1].message == "no group of 'p' selects 3 more entries, of which this is the first"


def test_what_the_document_does_not_want_is_not_missing_from_a_group() -> None:
    whole = profile(HAND, ", types: [journal]")
    assert left_over(whole, whole.documents["cv"]) == ()


def test_the_rest_is_what_is_left_wherever_its_group_stands() -> None:
    rest = "groups:\n  - {title: R, select: {rest: true}}\n  - {title: G, select: {tags: land}}\n"
    whole = profile(rest)
    assert printed(rest) == ["R: ACDF", "G: BE"]
    assert left_over(whole, whole.documents["cv"]) == ()


def test_a_group_has_its_own_entries_before_those_it_draws() -> None:
    own = (
        "groups:\n  - {title: G, select: {types: journal}, entries: [{title: X, authors: [B], date: 2020}]}\n"
        "  - {title: R, select: {rest: true}}"
    )
    assert printed(own) == ["G: XAC", "R: BDEF"]
    assert printed(f"sort: newest\n{own}") == ["G: AXC", "R: DFBE"]


def test_entries_have_the_type_of_their_group() -> None:
    section = "groups:\n  - {type: book, entries: [{title: X, authors: [B]}, {title: Y, authors: [B], type: thesis}]}"
    whole = profile(section, ", types: book", "")
    (group,) = tailor(whole, whole.documents["cv"]).sections["p"].groups
    assert titles(group.entries) == "X"


@pytest.mark.parametrize("section", ["group_by: type", "group_by: year\nsort: oldest", HAND, "select: {last: 3}"])
def test_arranging_twice_is_arranging_once(section: str) -> None:
    whole = profile(section, ", last: 4")
    once = tailor(whole, whole.documents["cv"])
    assert tailor(once, whole.documents["cv"]) == once


def test_a_hidden_paper_is_not_among_the_last() -> None:
    entries = (
        "      - {title: A, authors: [B], date: 2022, private: true}\n      - {title: B, authors: [B], date: 2020}\n"
    )
    whole = profile("select: {last: 1}", entries=entries)
    assert titles(tailor(whole, whole.documents["cv"]).sections["p"].entries) == "B"
