"""The printed numbers of a section's entries. In: a tailored `Section`; out: labels, group by group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from cvpress.profile.kinds import Entry, Publication
from cvpress.profile.section import Group, Section

LETTERS = {
    "journal": "J",
    "conference": "C",
    "workshop": "W",
    "book": "B",
    "chapter": "BC",
    "thesis": "T",
    "report": "R",
    "preprint": "P",
    "dataset": "D",
    "software": "S",
    "other": "O",
}
"""What `{type}` of a `number_format` prints; a publication without a type is of another."""


def labels(section: Section) -> tuple[tuple[str, ...], ...]:
    """One label an entry, or none for a group without numbers. Where `{type}` is printed, each letter counts alone."""
    groups = section.all_groups
    modes = [group.number or section.number for group in groups]
    letters = [[_letter(section, group, entry) for entry in group.entries] for group in groups]
    onward = [group for group, mode in zip(letters, modes, strict=True) if mode in ("up", "down")]
    totals = Counter(letter for group in onward for letter in group)
    before: Counter[str] = Counter()
    made: list[tuple[str, ...]] = []
    for group, mode, own in zip(groups, modes, letters, strict=True):
        numbers = _numbers(mode, own, before, totals)
        before += Counter(own) if mode in ("up", "down") else Counter()
        form = _form(section, group)
        made.append(
            tuple(
                form.replace("{n}", str(number)).replace("{type}", letter)
                for number, letter in zip(numbers, own, strict=bool(numbers))
            )
        )
    return tuple(made)


def _form(section: Section, group: Group) -> str:
    return group.number_format or section.number_format or "{n}."


def _letter(section: Section, group: Group, entry: Entry) -> str:
    """What the number of an entry is counted by: its letter where that is printed, else nothing."""
    if "{type}" not in _form(section, group):
        return ""
    return LETTERS[(entry.type if isinstance(entry, Publication) else None) or "other"]


def _numbers(mode: str, own: Sequence[str], before: Counter[str], totals: Counter[str]) -> Sequence[int]:
    """The numbers of one group; those that run through the section go on from `before`."""
    if mode == "none":
        return ()
    rising = _rising(own)
    if mode == "per-group":
        return rising
    if mode == "per-group-down":
        of_group = Counter(own)
        return [of_group[letter] - number + 1 for number, letter in zip(rising, own, strict=True)]
    through = [before[letter] + number for number, letter in zip(rising, own, strict=True)]
    if mode == "up":
        return through
    return [totals[letter] - number + 1 for number, letter in zip(through, own, strict=True)]


def _rising(own: Iterable[str]) -> list[int]:
    """1, 2, 3 … for each letter."""
    seen: Counter[str] = Counter()
    made = []
    for letter in own:
        seen[letter] += 1
        made.append(seen[letter])
    return made
