"""What the rules look at: one opened PDF with its pages' texts, and the limits it was made for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cvpress.errors import CheckError, Problem, Severity, Spot

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader
    from pypdf.generic import DictionaryObject, PdfObject

    from cvpress.pdf.text import PageText

Conformance = Literal["", "B", "U"]
"""A level of PDF/A-3. B: looks the same for ever; U: its text reads back as Unicode too; empty: nothing is claimed."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What was asked for: at most `pages` pages (None: any number) of `paper` (width, height in pt) and this metadata.
    Of a stranger's file nothing may be asked: None for `paper` is any, for `title`, `author` and `language` some; for
    `conformance` it is whatever the file claims.

    `language` is a BCP 47 tag such as 'en-US'; `spot` is where the number of pages is asked for. `lines`: how many each
    page has, when that is known better than by its text; `conformance`: the level of PDF/A-3 that it must have;
    `megabytes`: how large the file may be (None: as large as is usual); `labelled`: its pages must have labels.
    """

    pages: int | None
    paper: tuple[float, float] | None
    title: str | None
    author: str | None
    language: str | None
    spot: Spot | None = None
    conformance: Conformance | None = ""
    lines: tuple[int, ...] = ()
    megabytes: int | None = None
    labelled: bool = False


@dataclass(frozen=True)  # no slots: the pages are flattened once, and only when a rule needs them
class Subject:
    """An opened PDF. `texts`: its pages as read, without running feet; `foreign`: indices of attached strangers' pages,
    in which most findings are only warnings, since their author can't be asked for better fonts."""

    path: Path
    reader: PdfReader
    limits: Limits
    texts: tuple[PageText, ...]
    foreign: frozenset[int] = frozenset()

    @cached_property
    def pages(self) -> tuple[PageObject, ...]:
        return tuple(self.reader.pages)

    def own(self) -> Iterator[tuple[int, PageText]]:
        """Index and text of the pages that were made here."""
        return ((index, page) for index, page in enumerate(self.texts) if index not in self.foreign)

    def severity(self, page: int) -> Severity:
        """How bad a finding on `page` is."""
        return Severity.WARNING if page in self.foreign else Severity.ERROR


def entry(holder: DictionaryObject, key: str) -> PdfObject | None:
    """What `holder` has under `key`, indirect references followed; None when it has nothing or null there."""
    from pypdf.generic import NullObject

    found = holder.get(key)
    found = found.get_object() if found is not None else None
    return None if isinstance(found, NullObject) else found


def name(holder: DictionaryObject, key: str) -> str:
    """The name or text that `holder` has under `key`; empty when it has none."""
    found = entry(holder, key)
    return "" if found is None else str(found)


def dictionary(value: PdfObject | None) -> DictionaryObject:
    """`value` with references followed when it is a dictionary, else an empty one: strangers' files hold anything."""
    from pypdf.generic import DictionaryObject

    found = value.get_object() if value is not None else None
    return found if isinstance(found, DictionaryObject) else DictionaryObject()


def items(value: PdfObject | None) -> tuple[PdfObject, ...]:
    """The members of an array, references followed; nothing when `value` is none."""
    from pypdf.generic import ArrayObject

    found = value.get_object() if value is not None else None
    if not isinstance(found, ArrayObject):
        return ()
    return tuple(member for raw in found if (member := raw.get_object()) is not None)


def open_reader(pdf: Path, spot: Spot | None = None) -> PdfReader:
    """`pdf` as pypdf reads it; `spot` says where it is asked for. Raises CheckError: damaged, encrypted or missing."""
    from pypdf import PdfReader

    with damage_told(pdf, spot):
        reader = PdfReader(pdf)
        if not reader.is_encrypted:
            len(reader.pages)
            return reader
    advice = f"remove the encryption, for example with 'qpdf --decrypt {pdf.name} open.pdf'"
    raise CheckError(Problem(f"{pdf} is encrypted", spot, advice, "encrypted-pdf"))


@contextmanager
def damage_told(pdf: Path, spot: Spot | None = None) -> Iterator[None]:
    """Tell as a CheckError what pypdf stumbles over in `pdf`."""
    from pypdf.errors import PyPdfError

    try:
        yield
    # pypdf meets damage with its own errors and with whatever Python raises on the way, RecursionError included.
    except (PyPdfError, OSError, AttributeError, LookupError, RuntimeError, TypeError, ValueError) as fault:
        advice = "open it in a viewer and print or save it as a new PDF"
        raise CheckError(Problem(f"{pdf} can't be read as a PDF: {fault}", spot, advice, "damaged-pdf")) from fault
