"""Dates that are printed once for several entries of a page: what may share a date, and what has lost it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import pytest

from cvpress.pdf.claim import claim
from cvpress.pdf.fold import fold
from cvpress.pdf.repeats import with_repeats
from cvpress.pdf.wanted import Wanted

MEDAL, RIBBON, CUP = ("Medal of Imagination", "2021"), ("Ribbon of Endurance", "2021"), ("Cup of Patience", "2021")


def lost(pages: Sequence[str], *entries: tuple[str, ...], repeats: bool = True) -> list[str]:
    """Of entries, each a title and then what stands for its date, those whose date is not found, by their titles."""
    wanted = [
        Wanted(text, "field", anchor=anchor, repeats=repeats and place > 0)
        for anchor, entry in enumerate(entries, 1)
        for place, text in enumerate(entry)
        if text
    ]
    begins = tuple(accumulate((len(fold(page).letters) for page in pages[:-1]), initial=0))
    printed = fold("\n".join(pages))
    spans = with_repeats(printed, wanted, claim(printed, wanted), begins)
    titles = {anchor: entry[0] for anchor, entry in enumerate(entries, 1)}
    return [titles[want.anchor] for want, span in zip(wanted, spans, strict=True) if span is None]


def test_a_date_counts_for_those_that_follow_it() -> None:
    assert lost(["2021 Medal of Imagination\nRibbon of Endurance\nCup of Patience"], MEDAL, RIBBON, CUP) == []


def test_without_leave_each_date_is_asked_for() -> None:
    printed = ["2021 Medal of Imagination\nRibbon of Endurance"]
    assert len(lost(printed, MEDAL, RIBBON, repeats=False)) == 1


def test_a_date_that_differs_is_lost() -> None:
    printed = ["2021 Medal of Imagination\nRibbon of Endurance\nCup of Patience"]
    assert lost(printed, MEDAL, ("Ribbon of Endurance", "2020"), CUP) == ["Ribbon of Endurance", "Cup of Patience"]


@pytest.mark.parametrize("date", ["2020", ""])
def test_an_entry_with_another_date_or_none_ends_it(date: str) -> None:
    printed = [f"2021 Medal of Imagination\n{date} Ribbon of Endurance\nCup of Patience"]
    entries = [MEDAL, ("Ribbon of Endurance", date), CUP]
    assert len(lost(printed, *entries)) == 1


def test_on_another_page_it_is_printed_again() -> None:
    assert lost(["2021 Medal of Imagination", "Ribbon of Endurance"], MEDAL, RIBBON) == ["Ribbon of Endurance"]
    assert lost(["2021 Medal of Imagination", "2021 Ribbon of Endurance\nCup of Patience"], MEDAL, RIBBON, CUP) == []


def test_the_first_of_several_is_lost_when_only_a_later_one_has_its_date() -> None:
    printed = ["Medal of Imagination\n2021 Ribbon of Endurance\nCup of Patience"]
    assert len(lost(printed, MEDAL, RIBBON, CUP)) == 2  # one date, which is not before the text of the first
    assert len(lost(["Medal of Imagination\n2021 Ribbon of Endurance"], MEDAL, RIBBON)) == 1


def test_all_are_lost_when_none_is_printed() -> None:
    printed = ["Medal of Imagination\nRibbon of Endurance"]
    assert lost(printed, MEDAL, RIBBON) == ["Medal of Imagination", "Ribbon of Endurance"]


def test_an_entry_that_is_not_there_shares_nothing() -> None:
    printed = ["2021 Medal of Imagination\nCup of Patience"]
    assert set(lost(printed, MEDAL, RIBBON, CUP)) == {"Ribbon of Endurance", "Cup of Patience"}


def test_a_term_is_shared_with_its_date() -> None:
    first, second = ("Probability and Measure", "Fall", "2021"), ("Linear Algebra One", "Fall", "2021")
    assert lost(["Fall, 2021 Probability and Measure\nLinear Algebra One"], first, second) == []
    other = ("Linear Algebra One", "Spring", "2021")
    assert lost(["Fall, 2021 Probability and Measure\nLinear Algebra One"], first, other) == ["Linear Algebra One"] * 2


def test_entries_with_something_between_them_share_nothing() -> None:
    wanted = [
        Wanted("Medal of Imagination", "field", anchor=1),
        Wanted("2021", "field", anchor=1, repeats=True),
        Wanted("Ribbon of Endurance", "field", anchor=4),
        Wanted("2021", "field", anchor=4, repeats=True),
    ]
    printed = fold("2021 Medal of Imagination\nRibbon of Endurance")
    assert with_repeats(printed, wanted, claim(printed, wanted), (0,)).count(None) == 1


def test_a_run_over_pages_needs_its_date_once_on_each() -> None:
    prizes = [(f"Prize with the number {number:02}", "2021") for number in range(30)]
    first, second = ("\n".join(title for title, _ in part) for part in (prizes[:17], prizes[17:]))
    assert lost([f"2021 {first}", f"2021 {second}"], *prizes) == []
    assert len(lost([f"2021 {first}", second], *prizes)) == 13


def test_two_runs_of_one_year_on_a_page_need_it_twice() -> None:
    between = ("Plate of Silence", "2020")
    entries = [MEDAL, RIBBON, between, CUP, ("Crown of Logic", "2021")]
    printed = "2021 Medal of Imagination\nRibbon of Endurance\n2020 Plate of Silence\n{}Cup of Patience\nCrown of Logic"
    assert lost([printed.format("2021 ")], *entries) == []
    assert len(lost([printed.format("")], *entries)) >= 2


def test_a_year_of_another_entry_hides_no_loss() -> None:
    entries = [MEDAL, ("Plate of Silence", "2020"), CUP]
    printed = "2021 Medal of Imagination\n{}Plate of Silence\n2021 Cup of Patience\nread in 2020 and 2020"
    assert lost([printed.format("2020 ")], *entries, ("read in", "")) == []
    assert lost([printed.format("")], *entries, ("read in", "")) == ["Plate of Silence"]


def test_a_year_in_the_entrys_own_text_is_not_its_date() -> None:
    entries = [MEDAL, ("Reviewer of ICLR 2020", "2020"), CUP]
    assert lost(["2021 Medal of Imagination\n2020 Reviewer of ICLR 2020\n2021 Cup of Patience"], *entries) == []
    printed = ["2021 Medal of Imagination\nReviewer of ICLR 2020\n2021 Cup of Patience, 2020"]
    assert lost(printed, *entries) == ["Reviewer of ICLR 2020"]


def test_a_date_may_stand_behind_the_text_too() -> None:
    entries = [("Wrote a program", "2021"), ("Read a book", "2020")]
    assert lost(["Wrote a program (2021)\nRead a book (2020)"], *entries) == []


def test_equal_titles_that_changed_places_lose_nothing() -> None:
    entries = [("Excellence Award", "2020"), ("Excellence Award", "2018"), ("Excellence Award", "2017"), CUP]
    assert (
        lost(["2020 Excellence Award\n2018 Excellence Award\n2017 Excellence Award\n2021 Cup of Patience"], *entries)
        == []
    )
