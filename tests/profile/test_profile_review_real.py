"""What the rules find in the four profiles: each finding is held here and argued for.

All are the author's own words, kept as printed on purpose; the head of each profile lists them. None is a name, a place
or a word of the trade. A new finding needs its argument, or a better rule.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from profile_samples import PEOPLE, ROOT

from cvpress.profile.model import load
from cvpress.profile.review.table import RULES, review
from cvpress.profile.tailor import tailor

HELD: dict[str, list[str]] = {
    "hao-zhang": [
        # both in titles of his own works; "Kept as printed" in the head of the profile
        "typo: 'Bayeisan' is probably 'Bayesian'",
        "typo: 'Composible' is probably 'Composable'",
    ],
    "minjia-zhang": [
        # the same workshop paper twice in a row, venue, year and place alike
        "duplicate-entry: the publication 'HM-ANN: Efficient Billion-Point Nearest Neighbor Search on…' stands in line "
        "520 already",
        # a role she held: Publicity Co-Chair
        "typo: 'Publicitiy' is probably 'Publicity'",
    ],
    "tong-zhao": [
        # the title of his thesis, on systems of interacting particles
        "typo: 'partical' is probably 'particle'",
        # the status of a preprint
        "typo: 'Submmitted' is probably 'Submitted'",
    ],
    "tongtian-zhu": [
        "typo: 'prounced' is probably 'pronounced'",
        # two news items, told once
        "typo: 'accpeted' is probably 'accepted' (also line 69)",
    ],
}


def told(person: str, *asked: str) -> list[str]:
    profile = load(ROOT / "profiles" / person / "profile.yaml", Path("p.yaml"))
    document = profile.documents["cv"]
    problems = review(tailor(profile, document), document, date(2026, 11, 20), asked)
    return [f"{problem.rule}: {problem.message}" for problem in problems]


@pytest.mark.parametrize("person", PEOPLE)
def test_what_is_found_in_a_real_profile_is_held_and_argued_for(person: str) -> None:
    assert told(person) == HELD[person]


@pytest.mark.parametrize("person", PEOPLE)
def test_nobody_of_them_has_a_gap(person: str) -> None:
    assert told(person, *(rule.id for rule in RULES)) == HELD[person]
