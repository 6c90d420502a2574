"""How often the four profiles fall back on what has no kind: the numbers are held, each use is argued for beside it.

A new use needs an argument in the profile and a new number here; a kind or a field that takes one over lowers it.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from profile_samples import PEOPLE, ROOT, of_kind

from cvpress.profile import model
from cvpress.profile.model import Profile

CATCH_ALLS = ("text", "item", "line")

# Sections of kind text, item or line, with the entries in them; notes of sections and entries.
HELD: dict[str, dict[str, tuple[int, int]]] = {
    # his interest, one paragraph; "Google Scholar Profile" under the head of the publications
    "hao-zhang": {"text": (1, 1), "note": (1, 0)},
    "minjia-zhang": {},
    # seven numbered paragraphs of interests, four arguments under run-in heads
    "tong-zhao": {"text": (2, 11)},
    # a greeting, three paragraphs of interests; three remarks on hobbies
    "tongtian-zhu": {"text": (2, 4), "item": (1, 3)},
}


def uses(profile: Profile) -> dict[str, tuple[int, int]]:
    sections: Counter[str] = Counter()
    entries: Counter[str] = Counter()
    for section in profile.sections.values():
        kinds = {section.kind: None} | {group.kind or section.kind: None for group in section.groups}
        sections.update([*kinds, *(["note"] if section.note else [])])
        for group in section.all_groups:
            entries[group.kind or section.kind] += len(group.entries)
            entries["note"] += sum(entry.note is not None for entry in group.entries)
    found = {kind: (sections[kind], entries[kind]) for kind in (*CATCH_ALLS, "note")}
    return {kind: count for kind, count in found.items() if count != (0, 0)}


@pytest.mark.parametrize("person", PEOPLE)
def test_the_uses_of_text_item_line_and_note_are_counted(person: str) -> None:
    assert uses(model.load(ROOT / "profiles" / person / "profile.yaml")) == HELD[person]


def test_the_count_sees_all_four() -> None:
    text = of_kind("item", "{text: A, note: B}", "C", section="    note: D\n")
    groups = "    groups: [{kind: line, entries: [{label: A, text: B}]}, {kind: text, entries: [A, B]}]\ndocuments"
    found = uses(model.parse(text.replace("documents", groups).encode(), Path("p.yaml")))
    assert found == {"text": (1, 2), "item": (1, 2), "line": (1, 1), "note": (1, 1)}


@pytest.mark.parametrize("person", PEOPLE)
def test_every_section_without_a_kind_says_why(person: str) -> None:
    lines = (ROOT / "profiles" / person / "profile.yaml").read_text(encoding="utf-8").splitlines()
    found = [at for at, line in enumerate(lines) if re.fullmatch(r"\s+(- )?kind: (text|item|line)", line)]
    assert len(found) == sum(HELD[person].get(kind, (0, 0))[0] for kind in CATCH_ALLS)
    for at in found:
        head = [line.strip() for line in lines[max(0, at - 4) : at]]
        assert any(re.match(r"# no kind: \w+", line) for line in head), f"line {at + 1} has no argument above it"
