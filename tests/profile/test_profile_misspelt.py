"""Mistyped words of a status are told from words that only look like one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvpress.profile.misspelt import distance, misspelt

WORDS = st.text("abcde", max_size=7)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("accpeted", [("accpeted", "accepted")]),
        ("Submmitted to Nature", [("Submmitted", "submitted")]),
        ("to apear", [("apear", "appear")]),
        ("in pres", [("pres", "press")]),
        ("Under reveiw", [("reveiw", "review")]),
        ("forthcomming", [("forthcomming", "forthcoming")]),
        ("pubilshed 2020, preprnt", [("pubilshed", "published"), ("preprnt", "preprint")]),
        ("accepted, in press, to appear, under review, submitted, forthcoming, preprint, published", []),
        ("unpublished reprint, revised and resubmitted; publisher's preview", []),
        ("conditionally accepted with minor revisions", []),
        ("working paper, manuscript, in preparation", []),
        ("", []),
    ],
)
def test_a_word_near_to_one_of_a_status_is_told(text: str, found: list[tuple[str, str]]) -> None:
    assert list(misspelt(text)) == found


@pytest.mark.parametrize(
    ("one", "other", "steps"), [("", "abc", 3), ("accpeted", "accepted", 1), ("kitten", "sitting", 3), ("ab", "ba", 1)]
)
def test_the_distance_counts_keystrokes(one: str, other: str, steps: int) -> None:
    assert distance(one, other) == steps


@given(WORDS, WORDS)
def test_the_distance_is_the_same_both_ways_and_none_to_itself(one: str, other: str) -> None:
    assert distance(one, other) == distance(other, one)
    assert (distance(one, other) == 0) == (one == other)
    assert abs(len(one) - len(other)) <= distance(one, other) <= max(len(one), len(other))
