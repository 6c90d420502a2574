"""Find right-to-left text: the letters of a page and a text go in, the stretches that hold the same letters come out.

PDFium returns right-to-left text in visual order, so the order of the letters can't be compared:
"שלום עולם" comes back as "םלועםולש", and numbers inside it keep their own direction, so no single reversal finds it.
Only the multiset of letters is compared. Brackets are mirrored, so each counts as its partner.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import accumulate

from cvpress.pdf.fold import Span

_MIRRORED = str.maketrans(")]}>\u00bb\u203a", "([{<\u00ab\u2039")


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The running sums of a page's letter weights, so that any stretch can be compared in one subtraction."""

    sums: tuple[int, ...]

    @classmethod
    def of(cls, letters: str) -> Shuffled:
        """Weigh `letters`."""
        return cls(tuple(accumulate(_weights(letters), initial=0)))

    def spans(self, sought: str) -> Iterator[Span]:
        """Every stretch that holds exactly the letters of `sought`, in any order."""
        size, total = len(sought), sum(_weights(sought))
        for start, (before, after) in enumerate(zip(self.sums, self.sums[size:], strict=False)):
            if after - before == total:
                yield Span(start, start + size)


def _weights(letters: str) -> list[int]:
    """A number per letter whose sums tell multisets apart; plain code points would not ("bb" and "ac")."""
    mirrored = letters.translate(_MIRRORED)
    weights = {char: int.from_bytes(blake2b(char.encode(), digest_size=8).digest()) for char in set(mirrored)}
    return [weights[char] for char in mirrored]
