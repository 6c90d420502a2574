"""Whose name an author is, and how it is set apart. In: an author and what the profile says; out: an `Emphasis`, nodes.

`Owner.emphasis` decides (matching), `author` prints: every style, those of CSL too, sets names apart by these two.
"""

from __future__ import annotations

from dataclasses import dataclass

from cvpress.profile.markup import Nodes, plain, styled, text
from cvpress.profile.values import Person
from cvpress.typeset.typography import polish, unbreakable


@dataclass(frozen=True, slots=True)
class Emphasis:
    """How one author is set apart: the person's own name, a name to be underlined, the marks behind it."""

    own: bool = False
    underline: bool = False
    marks: str = ""


@dataclass(frozen=True, slots=True)
class Owner:
    """The forms under which the person's own name stands among authors; only these are set apart, never a namesake."""

    forms: frozenset[str]

    def emphasis(self, person: Person) -> Emphasis:
        """How `person` is set apart."""
        return Emphasis(own=person.plain in self.forms, marks=person.marks)

    def author(self, person: Person) -> Nodes:
        """One author's name as written, set apart, with its marks."""
        return author(polish(text(person.plain)), self.emphasis(person))


def author(name: Nodes, emphasis: Emphasis) -> Nodes:
    """`name`, in whatever form a style gives it, set apart; the owner's in style `self`, unbreakable."""
    shown = styled("self", text(unbreakable(plain(name)))) if emphasis.own else styled("names", name)
    shown = styled("underline", shown) if emphasis.underline else shown
    return (*shown, *styled("sup", text(emphasis.marks)))
