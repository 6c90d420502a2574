"""What stands twice, and what only looks so."""

from __future__ import annotations

import pytest
from review_samples import found, listed, rules

PAPER = "{title: On the Analytical Engine, authors: [A. B], "


def test_a_publication_that_stands_twice_is_told_with_both_lines() -> None:
    text = listed(
        "publication",
        PAPER + "venue: Memoirs, date: 2020}",
        "{title: Another, authors: [A. B], venue: Memoirs, date: 2020}",
        "{title: 'On the analytical engine.', authors: [C. D], venue: Memoirs, date: 2020-05, doi: 10.1/x}",
    )
    assert found(text) == ["9:9 duplicate-entry: the publication 'On the analytical engine.' stands in line 7 already"]


def test_two_groups_and_two_sections_are_one_list_of_publications() -> None:
    paper = PAPER + "venue: Memoirs}"
    group = f"      - title: A\n        entries:\n          - {paper}\n"
    text = (
        f"schema: 1\nname: {{given: Ada}}\nsections:\n  one:\n    kind: publication\n    groups:\n{group}{group}"
        f"  two:\n    kind: publication\n    entries:\n      - {paper}\ndocuments: {{cv: {{template: ruled}}}}\n"
    )
    assert [line.partition(":")[0] for line in found(text)] == ["12", "16"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("venue: Memoirs, date: 2020}", "venue: Workshop on Engines, date: 2020}"),  # both appeared
        ("venue: Memoirs, date: 2020}", "venue: Memoirs, date: 2021}"),
        ("venue_short: ICE, date: 2020}", "arxiv: 2001.00001, date: 2020}"),  # the preprint of it
        ("label: ICE 2020}", "report_number: TR-1, date: 2020}"),
        ("type: journal}", "type: thesis}"),
        ("venue: Memoirs, pages: 1-9}", "venue: Memoirs, pages: 10-19}"),
        ("venue: Memoirs, date: {text: Spring}}", "venue: Memoirs, date: {text: Fall}}"),
    ],
)
def test_publications_of_one_title_that_something_tells_apart_are_not_told(one: str, other: str) -> None:
    assert found(listed("publication", PAPER + one, PAPER + other)) == []


def test_one_doi_is_one_publication_whatever_the_titles_say() -> None:
    text = listed(
        "publication",
        "{title: First, authors: [A. B], doi: 10.1145/1234.AB}",
        "{title: Second, authors: [A. B], doi: 'https://doi.org/10.1145/1234.ab'}",
        "{title: Third, authors: [A. B], doi: 10.1145/1234.5}",
    )
    assert found(text) == ["8:9 duplicate-entry: the publication with the DOI 10.1145/1234.ab stands in line 7 already"]


def test_a_publication_of_one_title_and_one_doi_is_told_once() -> None:
    assert rules(listed("publication", PAPER + "doi: 10.1/x}", PAPER + "doi: 10.1/x}")) == ["duplicate-entry"]


def test_entries_of_other_kinds_are_told_when_all_that_they_say_is_the_same() -> None:
    same = ("{title: Medal, date: 2020}", "{title: Medal., date: 2020, note: again}")
    assert found(listed("award", *same)) == ["8:9 duplicate-entry: this award stands in line 7 already"]
    assert found(listed("award", "{title: Medal, date: 2020}", "{title: Medal, date: 2021}")) == []
    assert found(listed("award", "{title: Medal, date: 2020}", "{title: Medal}")) == []


def test_an_entry_that_two_groups_draw_stands_once() -> None:
    text = listed("publication", PAPER + "date: 2020}", section="    groups:\n      - {title: A, select: {}}\n")
    assert found(text) == []
    twice = "    groups:\n      - {title: A, select: {years: 2020}}\n      - {title: B, select: {years: 2020}}\n"
    assert found(listed("award", "{title: Medal, date: 2020}", section=twice)) == []
