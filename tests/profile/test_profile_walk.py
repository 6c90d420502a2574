"""Every leaf is reached, what stays is the same object, and what is taken away leaves its list."""

from __future__ import annotations

from pathlib import Path

from cvpress.profile.leaves import leaves
from cvpress.profile.model import load, parse
from cvpress.profile.values import Text
from cvpress.profile.walk import mapped

LETTER = """\
schema: 1
name: {given: Ada}
sections: {work: {kind: item, entries: [{text: One, highlights: [Two, Three]}]}}
documents: {cv: {template: ruled, letter: {opening: Dear all, body: "Four\\n\\n- five\\n- six"}}}
"""


def test_what_nothing_changes_is_the_very_same_object() -> None:
    profile = load(Path("profiles/hao-zhang/profile.yaml"))
    assert mapped(profile, lambda leaf: leaf) is profile


def test_every_leaf_of_profile_and_letter_is_reached() -> None:
    profile = parse(LETTER.encode(), Path("ada.yaml"))
    letter = profile.documents["cv"].letter
    reached: list[object] = []

    def note(leaf: object) -> object:
        reached.append(leaf)
        return leaf

    mapped(profile, note)
    seen = {id(leaf) for leaf in reached}
    assert all(id(leaf.value) in seen for leaf in leaves(profile, letter))
    assert {"Four", "five", "six"} <= {leaf.plain for leaf in reached if isinstance(leaf, Text)}


def test_a_leaf_that_goes_leaves_its_list_and_only_its_branch_is_copied() -> None:
    profile = parse(LETTER.encode(), Path("ada.yaml"))
    made = mapped(profile, lambda leaf: None if isinstance(leaf, Text) and leaf.plain == "five" else leaf)
    letter = made.documents["cv"].letter
    assert letter is not None
    assert [[text.plain for text in block.texts] for block in letter.body] == [["Four"], ["six"]]
    assert made.sections["work"] is profile.sections["work"]
