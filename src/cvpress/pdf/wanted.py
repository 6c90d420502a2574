"""What a PDF must say, and what it may: values alone, made before TeX runs. `check.py` asks for them."""

from __future__ import annotations

from dataclasses import dataclass

from cvpress.errors import Spot


@dataclass(frozen=True, slots=True)
class Wanted:
    """A text that the PDF must print, and a link it must carry.

    `field` names it for people ('sections.education.entries[0].degree'); `target` is the URI that a link annotation
    must have; `anchor` is the number of the entry it belongs to, rising in the order of the profile; `caseless` is for
    headings that a template sets in capitals; `repeats` for a date that may be printed once for several entries.
    `sequence` names what it is a part of whose entries come in the order of `anchor`; empty where none counts.
    """

    text: str
    field: str
    spot: Spot | None = None
    target: str | None = None
    anchor: int = 0
    caseless: bool = False
    repeats: bool = False
    sequence: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """What a page may say besides what is wanted. `texts`: all that the template was given, wanted or not;
    `words`: what may stand there in any case, even if a wanted text reads the same."""

    texts: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
