"""Running feet come off the ends of pages, however they are spaced, and nothing else does."""

from __future__ import annotations

from cvpress.pdf.feet import Foot, without_feet
from cvpress.pdf.text import PageText


def texts(foot: Foot, *pages: str) -> list[str]:
    return [page.text for page in without_feet([PageText(page) for page in pages], [foot])]


def test_the_foot_comes_off_each_page_with_its_number() -> None:
    foot = Foot("Ada O'Neill {page}/{pages}")
    assert texts(foot, "One\r\nAda O\u2019Neill 1/2\r\n", "Two Ada O'Neill\r\n2 / 2") == ["One\r\n", "Two "]


def test_a_foot_of_another_page_and_one_in_the_text_stay() -> None:
    foot = Foot("Ada {page}/{pages}")
    assert texts(foot, "Ada 2/2", "Ada 2/2 goes on") == ["Ada 2/2", "Ada 2/2 goes on"]


def test_the_parts_of_a_packet_count_for_themselves() -> None:
    assert texts(Foot("Ada {page}/{pages}", range(1, 3)), "Ada 1/2", "Ada 1/2", "Ada 2/2") == ["Ada 1/2", "", ""]


def test_from_right_to_left_the_numbers_may_stand_as_on_the_paper() -> None:
    assert texts(Foot("\u05e0\u05d5\u05e2\u05d4 {page}/{pages}"), "One \u05e0\u05d5\u05e2\u05d4 2 / 1", "Two 2/2") == [
        "One ",
        "Two 2/2",
    ]
