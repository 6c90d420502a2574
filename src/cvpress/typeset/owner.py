"""Whose name an author is, and how it is set apart. In: authors and what the profile says; out: an `Emphasis`, nodes.

`Owner.emphases` decides, `author` prints: every style, those of CSL too, sets names apart by these two. Who an author
is tells `profile/matching.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from cvpress.profile.abridge import members
from cvpress.profile.lists import People
from cvpress.profile.markup import Nodes, plain, styled, text
from cvpress.profile.matching import Identity, identity
from cvpress.profile.values import Person
from cvpress.typeset.typography import polish, unbreakable
from cvpress.typeset.words import Words


@dataclass(frozen=True, slots=True)
class Emphasis:
    """How one author is set apart: the person's own name, a name to be underlined, the marks behind it."""

    own: bool = False
    underline: bool = False
    marks: str = ""


@lru_cache(maxsize=16)
def _listed(forms: frozenset[str]) -> Identity:
    return identity(None, sorted(forms))


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose CV it is, by the forms of the name, or better by `known`; and `people` whose names are underlined."""

    forms: frozenset[str]
    known: Identity | None = None
    people: tuple[People, ...] = ()

    def emphases(self, people: Sequence[Person]) -> tuple[Emphasis, ...]:
        """How each of a list of people is set apart: at most one of them is the owner."""
        own = self.place(people)
        lined = frozenset[int]().union(*(members(one, tuple(people)) for one in self.people if one.underline))
        return tuple(
            Emphasis(own=at == own, underline=at in lined, marks=person.marks) for at, person in enumerate(people)
        )

    def place(self, people: Sequence[Person]) -> int | None:
        """The place of the owner in a list of people."""
        return (self.known or _listed(self.forms)).among(people)

    def is_first(self, authors: Sequence[Person]) -> bool:
        """Whether the owner is the first author."""
        return self.place(authors) == 0

    def emphasis(self, person: Person) -> Emphasis:
        """How a person who stands alone is set apart."""
        return self.emphases((person,))[0]

    def authors(self, people: Sequence[Person], words: Words) -> list[Nodes]:
        """Names as written, set apart, with their marks; at the end the language's word for those left out."""
        plain = (words.terms["et_al"] if one.is_others else one.plain for one in people)
        shown = zip(plain, self.emphases(people), strict=True)
        return [author(polish(text(name)), emphasis) for name, emphasis in shown]


def author(name: Nodes, emphasis: Emphasis) -> Nodes:
    """`name`, in whatever form a style gives it, set apart; the owner's in style `self`, unbreakable."""
    shown = styled("self", text(unbreakable(plain(name)))) if emphasis.own else styled("names", name)
    shown = styled("underline", shown) if emphasis.underline else shown
    return (*shown, *styled("sup", text(emphasis.marks)))
