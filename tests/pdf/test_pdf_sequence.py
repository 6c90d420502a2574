"""Reading order: entries as in the profile, each text with its own entry, lists in theirs; sections as they like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cvpress.pdf.claim import claim
from cvpress.pdf.fold import fold
from cvpress.pdf.sequence import order_problems
from cvpress.pdf.wanted import Wanted

Entry = tuple[str, ...]
"""What one entry prints: a title, a date, names."""

JOBS: tuple[Entry, ...] = (("Analyst of Engines", "1842", "London"), ("Translator of Memoirs", "1843", "Turin"))
TALKS: tuple[Entry, ...] = (("On Numbers of Bernoulli", "1843"), ("On the Poetry of Science", "1851"))
FIELDS = ("title", "date", "place", "place")


def wanted(*sections: Sequence[Entry]) -> list[Wanted]:
    made: list[Wanted] = []
    anchor = 0
    for number, section in enumerate(sections):
        for entry in section:
            anchor += 1
            made += [
                Wanted(text, field, anchor=anchor, sequence=f"section {number}")
                for text, field in zip(entry, FIELDS, strict=False)
            ]
    return made


def told(printed: str, want: Sequence[Wanted]) -> list[str]:
    folded = fold(printed)
    spans = claim(folded, want)
    assert None not in spans
    problems = list(order_problems(folded, want, spans))
    assert {problem.rule for problem in problems} <= {"order"}
    return [problem.message for problem in problems]


def page(*entries: Entry) -> str:
    return "\r\n".join(" ".join(entry) for entry in entries)


def test_what_stands_as_in_the_profile_is_in_order() -> None:
    assert told(page(*JOBS, *TALKS), wanted(JOBS, TALKS)) == []


def test_fields_of_an_entry_may_stand_as_the_template_likes() -> None:
    columns = "1842 Analyst of Engines London\r\n1843 Turin Translator of Memoirs"
    assert told(columns, wanted(JOBS)) == []


def test_sections_may_stand_as_the_template_likes() -> None:
    assert told(page(*TALKS, *JOBS), wanted(JOBS, TALKS)) == []


def test_two_entries_that_changed_places_are_named() -> None:
    (message,) = told(page(TALKS[1], TALKS[0]), wanted(TALKS))
    assert "'On the Poetry of Science' stands before 'On Numbers of Bernoulli'" in message or (
        "'On Numbers of Bernoulli' stands behind 'On the Poetry of Science'" in message
    )


def test_one_entry_that_moved_past_many_is_told_once() -> None:
    entries = tuple((f"Paper number {number}x", f"{number}") for number in range(101, 109))
    (message,) = told(page(*entries[1:], entries[0]), wanted(entries))
    assert "'Paper number 101x' stands behind" in message


def test_a_text_that_only_another_entry_prints_is_told_with_that_entry() -> None:
    swapped = page(("Analyst of Engines", "1843", "London"), ("Translator of Memoirs", "1842", "Turin"))
    found = told(swapped, wanted(JOBS))
    assert found == [
        "date: '1842' stands only in the place of another entry, 'Translator of Memoirs'",
        "date: '1843' stands only in the place of another entry, 'Analyst of Engines'",
    ]


def test_equal_dates_elsewhere_do_not_hide_a_swap() -> None:
    entries = (*JOBS, ("Author of Notes", "1842", "Paris"), ("Reader of Letters", "1843", "Rome"))
    swapped = [("Analyst of Engines", "1843", "London"), ("Translator of Memoirs", "1842", "Turin"), *entries[2:]]
    assert told(page(*entries), wanted(entries)) == []
    assert len(told(page(*swapped), wanted(entries))) >= 1


def test_a_text_in_another_section_is_told() -> None:
    found = told(
        page(("Analyst of Engines", "1842"), JOBS[1], ("On Numbers of Bernoulli", "London", "1843"), TALKS[1]),
        wanted(JOBS, TALKS),
    )
    assert any("'London' stands only in the place of another entry, 'On Numbers of Bernoulli'" in one for one in found)


def test_a_title_that_two_sections_print_is_sought_in_each() -> None:
    papers = (("On Numbers of Bernoulli", "1840"), ("On the Poetry of Science", "1841"))
    want = wanted((("Talks",), *TALKS), (("Papers",), *papers))
    assert told(page(("Talks",), *TALKS, ("Papers",), *papers), want) == []
    found = told(page(("Talks",), TALKS[1], TALKS[0], ("Papers",), *papers), want)
    assert len(found) == 1


def test_items_of_a_list_that_changed_places_are_told() -> None:
    entry = ("On Engines", "1842", "Charles Babbage", "Luigi Menabrea")
    want = wanted((entry,))
    assert told(page(entry), want) == []
    (message,) = told("On Engines 1842 Luigi Menabrea Charles Babbage", want)
    assert "'Luigi Menabrea' stands before 'Charles Babbage'" in message


def test_what_has_no_sequence_and_what_counts_for_several_is_not_judged() -> None:
    free = [replace(want, sequence="") for want in wanted(TALKS)]
    assert told(page(TALKS[1], TALKS[0]), free) == []
    dates = [replace(want, repeats=want.field == "date") for want in wanted(JOBS)]
    swapped = page(("Analyst of Engines", "1843", "London"), ("Translator of Memoirs", "1842", "Turin"))
    assert told(swapped, dates) == []


TITLES = st.lists(
    st.text("abcdefghij", min_size=6, max_size=9), min_size=2, max_size=7, unique_by=lambda title: title
).filter(lambda titles: not any(one in "".join([*titles[:at], *titles[at + 1 :]]) for at, one in enumerate(titles)))
YEARS = st.sampled_from(["2019", "2020", "2021"])


@settings(max_examples=150)
@given(TITLES, st.data())
def test_entries_in_order_are_never_told_and_two_that_changed_places_always(
    titles: list[str], data: st.DataObject
) -> None:
    entries = [(title, data.draw(YEARS)) for title in titles]
    want = wanted(entries)
    shown = [entry[::-1] if data.draw(st.booleans()) else entry for entry in entries]
    assert told(page(*shown), want) == []
    one, other = data.draw(st.lists(st.integers(0, len(titles) - 1), min_size=2, max_size=2, unique=True))
    shown[one], shown[other] = shown[other], shown[one]
    assert told(page(*shown), want) != []


@settings(max_examples=150)
@given(TITLES, st.data())
def test_dates_that_changed_places_are_always_told(titles: list[str], data: st.DataObject) -> None:
    entries = [(title, data.draw(YEARS)) for title in titles]
    one, other = sorted(data.draw(st.lists(st.integers(0, len(titles) - 1), min_size=2, max_size=2, unique=True)))
    assume(entries[one][1] != entries[other][1])
    shown = list(entries)
    shown[one], shown[other] = (titles[one], entries[other][1]), (titles[other], entries[one][1])
    assert told(page(*shown), wanted(entries)) != []
