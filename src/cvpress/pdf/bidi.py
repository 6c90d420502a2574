"""Find right-to-left text: the letters of a page and a text go in, the stretches that hold the same letters come out.

`visual` reads a line as a person does, but in a few cases what stands on the paper may be read in two ways: whether the
number at the end of a Hebrew name is a part of it, say. So a text that isn't found as it was written is sought as the
same words and marks in any order, each word with its letters in theirs. Brackets are mirrored, so each counts as its
partner.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import accumulate

from cvpress.pdf.fold import Span
from cvpress.pdf.visual import is_right_to_left

_MIRRORED = str.maketrans(")]}>\u00bb\u203a", "([{<\u00ab\u2039")


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The running sums of a page's letter weights, so that any stretch can be compared in one subtraction."""

    letters: str
    sums: tuple[int, ...]

    @classmethod
    def of(cls, letters: str) -> Shuffled:
        """Weigh `letters`."""
        return cls(letters, tuple(accumulate(_weights(letters), initial=0)))

    def spans(self, sought: str, words: Sequence[str] = ()) -> Iterator[Span]:
        """Every stretch that holds exactly the letters of `sought`, in any order, and each of `words` as it stands."""
        size, total = len(sought), sum(_weights(sought))
        for start, (before, after) in enumerate(zip(self.sums, self.sums[size:], strict=False)):
            if after - before == total and all(word in self.letters[start : start + size] for word in words):
                yield Span(start, start + size)


def words(text: str) -> tuple[str, ...]:
    """The right-to-left words of `text`: their letters and the marks on these."""
    kept = (char if is_right_to_left(char) and unicodedata.category(char)[0] in "LM" else " " for char in text)
    return tuple("".join(kept).split())


def _weights(letters: str) -> list[int]:
    """A number per letter whose sums tell multisets apart; plain code points would not ("bb" and "ac")."""
    mirrored = letters.translate(_MIRRORED)
    weights = {char: int.from_bytes(blake2b(char.encode(), digest_size=8).digest()) for char in set(mirrored)}
    return [weights[char] for char in mirrored]
