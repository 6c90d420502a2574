"""What the rules over a profile look at, and how they tell. In: a tailored profile and a document; out: findings."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from cvpress.errors import Problem, Severity, Spot
from cvpress.profile.kinds import Entry
from cvpress.profile.leaves import Leaf, leaves
from cvpress.profile.model import Document, Profile
from cvpress.profile.section import Group, Section


@dataclass(frozen=True)
class Subject:
    """What a `document` prints of a `profile` that was tailored for it, looked at on the day `today`."""

    profile: Profile
    document: Document
    today: date

    @cached_property
    def leaves(self) -> tuple[Leaf, ...]:
        """Every text, name, date and address, those of the document's letter too."""
        return tuple(leaves(self.profile, self.document.letter))

    @cached_property
    def entries(self) -> tuple[tuple[Section, Group, Entry], ...]:
        """Every entry with its section and group; one that several groups draw only once."""
        made: dict[object, tuple[Section, Group, Entry]] = {}
        for section in self.profile.sections.values():
            for group in section.all_groups:
                for entry in group.entries:
                    made.setdefault(entry.spot or id(entry), (section, group, entry))
        return tuple(made.values())

    def spot(self, leaf: Leaf) -> Spot | None:
        """Where a leaf is written: its own place, else that of its entry."""
        return leaf.value.spot or (leaf.holder.spot if leaf.holder else None)


def finding(rule: str, message: str, spot: Spot | None, advice: str = "") -> Problem:
    """What a rule over the profile tells: never more than an information."""
    return Problem(message, spot, advice, rule, Severity.INFO)


def place(spot: Spot | None, seen_from: Spot | None) -> str:
    """The place of `spot` for a message that stands at `seen_from`: the line, and the file when it is another one."""
    if spot is None:
        return "elsewhere"
    return f"line {spot.line}" if seen_from and seen_from.file == spot.file else f"{spot.file}:{spot.line}"


def also(spots: Sequence[Spot | None]) -> str:
    """The places behind the first, as the end of a message; at most three of them by name."""
    others = list(dict.fromkeys(place(spot, spots[0]) for spot in spots[1:] if spot != spots[0]))
    if not others:
        return ""
    more = f" and {len(others) - 3} more" if len(others) > 3 else ""
    return f" (also {', '.join(others[:3])}{more})"


def folded(text: str) -> str:
    """For comparing: no case, accents, punctuation or runs of space."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return " ".join("".join(c if c.isalnum() else " " for c in bare).split())
