"""What a profile says is to be made, in plain words. In: names; out: `Plan`s, and what of them stands as it was.

Whoever knows a plan needs no profile to say what has become of it; so a profile that has not changed is not read.
"""

from __future__ import annotations

from dataclasses import dataclass

from cvpress.report import Result


@dataclass(frozen=True, slots=True)
class Item:
    """A document and its `template`, or a packet and the documents among its `parts`; `file` is the name of its PDF."""

    name: str
    file: str
    template: str = ""
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """All that one profile says is to be made, in its order."""

    documents: tuple[Item, ...]
    packets: tuple[Item, ...]

    @property
    def items(self) -> tuple[Item, ...]:
        return (*self.documents, *self.packets)

    def parts(self, item: Item) -> tuple[Item, ...]:
        """The documents that a packet needs."""
        return tuple(one for one in self.documents if one.name in item.parts)

    def templates(self, item: Item) -> tuple[str, ...]:
        """The templates that decide over an item: of a packet those of its documents."""
        used = (item.template, *(one.template for one in self.parts(item)))
        return tuple(dict.fromkeys(name for name in used if name))


@dataclass(frozen=True, slots=True)
class Settled:
    """A document or a packet that is as it was: `result` says so; `parts` are the documents that the packet needs."""

    person: str
    name: str
    result: Result
    parts: tuple[Settled, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """What was asked of one person, all of which stands as it was; `names` are all that the plan has."""

    names: tuple[str, ...]
    documents: tuple[Settled, ...]
    packets: tuple[Settled, ...]
