"""Letter + words -> LetterView: what a template prints of a letter, worded and polished."""

from __future__ import annotations

from dataclasses import dataclass

from cvpress.errors import Spot
from cvpress.profile.blocks import Block
from cvpress.profile.letter import Letter
from cvpress.profile.markup import Nodes, text
from cvpress.typeset.typography import polish
from cvpress.typeset.words import Words

LETTER_DATE_STYLE = "long"
"""A letter tells its date in full, whatever the document's other dates are like."""


@dataclass(frozen=True, slots=True)
class BlockView:
    """One paragraph, or the items of a list; `labels` are the numbers of a numbered one."""

    shape: str
    texts: tuple[Nodes, ...]
    labels: tuple[Nodes, ...]
    spot: Spot | None

    @property
    def widest(self) -> Nodes:
        return self.labels[-1]


@dataclass(frozen=True, slots=True)
class LetterView:
    """All of one letter; `signature` is the file's name as TeX finds it, empty for none."""

    recipient: tuple[Nodes, ...]
    date: Nodes
    subject: Nodes
    opening: Nodes
    blocks: tuple[BlockView, ...]
    closing: Nodes
    signature: str
    enclosures_label: Nodes
    enclosures: tuple[Nodes, ...]
    spot: Spot | None


def letter_view(letter: Letter, words: Words) -> LetterView:
    """The view of a letter; the signature's file is known when it has been checked."""
    label = "enclosures" if len(letter.enclosures) > 1 else "enclosure"
    return LetterView(
        recipient=tuple(polish(line.nodes) for line in letter.recipient),
        date=text(words.date(letter.date, LETTER_DATE_STYLE)) if letter.date else (),
        subject=polish(letter.subject.nodes) if letter.subject else (),
        opening=polish(letter.opening.nodes),
        blocks=tuple(map(_block, letter.body)),
        closing=polish(letter.closing.nodes) if letter.closing else (),
        signature="",
        enclosures_label=text(words.terms[label]),
        enclosures=tuple(polish(one.nodes) for one in letter.enclosures),
        spot=letter.spot,
    )


def _block(block: Block) -> BlockView:
    numbers = range(1, len(block.texts) + 1) if block.shape == "numbers" else ()
    return BlockView(
        shape=block.shape,
        texts=tuple(polish(one.nodes, paragraph=True) for one in block.texts),
        labels=tuple(text(f"{number}.") for number in numbers),
        spot=block.spot,
    )
