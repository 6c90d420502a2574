"""Words of a publication's status that are likely mistyped. In: a text; out: the words, and what they may stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator

_STATES = ("accepted", "published", "submitted", "forthcoming", "preprint", "review", "revision", "press", "appear")
_OTHERS = frozenset(
    ["unpublished", "publisher", "publishers", "publishes", "republished", "reprint", "reprints", "preprints",
     "reviews", "reviewed", "reviewer", "revised", "revisions", "appears", "appeared", "appeal", "submit",
     "resubmitted", "dress", "presses", "pressed", "preview", "accepts", "excepted", "adapted", "accented"]
)  # fmt: skip
"""Words as near as that which are none of them."""
_LONG = 8


def misspelt(text: str) -> Iterator[tuple[str, str]]:
    """Each word one keystroke away from a word of a status, or two where that is long: "accpeted", "forthcomming"."""
    for word in re.findall(r"[^\W\d_]{4,}", text):
        folded = word.lower()
        if folded in _STATES or folded in _OTHERS:
            continue
        near = ((distance(folded, state), state) for state in _STATES if abs(len(state) - len(folded)) <= 2)
        found = min((one for one in near if one[0] <= 1 + (len(one[1]) >= _LONG)), default=None)
        if found:
            yield word, found[1]


def distance(one: str, other: str) -> int:
    """How many letters must be added, taken away, changed, or swapped with the next (optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        made = [i]
        for j, against in enumerate(other, 1):
            cost = min(row[j] + 1, made[j - 1] + 1, row[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, before[j - 2] + 1)
            made.append(cost)
        before, row = row, made
    return row[-1]
