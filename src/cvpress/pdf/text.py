"""Read a PDF back: a path goes in, what a machine finds on each page comes out.

PDFium is the extractor that gates every build because it is fast: eight pages cost 0.012 s, pypdf needs 0.135 s.
PDFium is not safe for threads; use processes.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager
from ctypes import c_ushort
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cvpress.errors import CheckError, Problem
from cvpress.pdf import visual

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage, PdfTextPage

Look = Callable[["PdfPage", "PdfTextPage"], Iterable[tuple[str, str]]]

# PDFium prints a hyphen that it takes for a word break at a line's end as U+FFFE and leaves the line break out.
BREAK_HYPHEN = "\ufffe"
# Languages written from right to left, as their codes stand in /Lang.
RIGHT_TO_LEFT = frozenset({"ar", "fa", "he", "ur", "yi"})
# A page with more text than that is not blank; walking its objects would cost more than reading it.
_FEW_WORDS = 120


@dataclass(frozen=True, slots=True)
class PageText:
    """What one page says: `text` in reading order (lines end in CR LF) and `outside`, those of its characters that lie
    off the page. `drawn`: whether it shows more than text; taken for granted on a page of more than a few words.
    `unseen`: what machines read there and nobody sees, each with why; None when nobody has looked."""

    text: str
    outside: str = ""
    drawn: bool = True
    unseen: tuple[tuple[str, str], ...] | None = None


def pages(pdf: Path) -> tuple[str, ...]:
    """The text of each page of `pdf`. Raises CheckError when the file can't be opened."""
    return tuple(page.text for page in read(pdf))


def count(pdf: Path) -> int:
    """The number of pages, none of them read. Raises CheckError when the file can't be opened."""
    with opened(pdf) as document:
        return len(document)


def read(pdf: Path, skip: Container[int] = (), look: Look | None = None) -> tuple[PageText, ...]:
    """Every page of `pdf`; those whose index (from 0) is in `skip` stay unread, as a stranger's file might be a trap.

    `look` tells what is `unseen` on a page, while it is open: to open it anew takes as long as to read it. Raises
    CheckError when the file can't be opened.
    """
    with opened(pdf) as document:
        leftwards = _runs_leftwards(document)
        return tuple(
            PageText("") if index in skip else _page(document[index], leftwards, look) for index in range(len(document))
        )


@contextmanager
def opened(pdf: Path) -> Iterator[PdfDocument]:
    import pypdfium2  # 0.035 s: only a build that checks something pays for it

    try:
        document = pypdfium2.PdfDocument(pdf)
    except (pypdfium2.PdfiumError, FileNotFoundError) as fault:
        problem = Problem(
            f"{pdf} can't be read as a PDF: {fault}",
            rule="unreadable-pdf",
            advice="build it again, or save it anew in a viewer",
        )
        raise CheckError(problem) from fault
    try:
        yield document
    finally:
        document.close()


def _runs_leftwards(document: PdfDocument) -> bool:
    """Whether the language that the file names is written from right to left."""
    from pypdfium2.raw import FPDFCatalog_GetLanguage

    size = FPDFCatalog_GetLanguage(document, None, 0)
    buffer = (c_ushort * (size // 2))()  # of UTF-16, with a zero at its end
    FPDFCatalog_GetLanguage(document, buffer, size)
    return "".join(map(chr, buffer[:-1])).partition("-")[0] in RIGHT_TO_LEFT


def _page(page: PdfPage, leftwards: bool, look: Look | None) -> PageText:
    textpage = page.get_textpage()
    text = textpage.get_text_range()
    inside = textpage.get_text_bounded()
    drawn = len(text) > _FEW_WORDS or _shows_more_than_text(page)
    shown = text
    if leftwards or visual.is_right_to_left(text):
        shown = "\r\n".join(visual.lines(_glyphs(textpage), leftwards=leftwards))
    unseen = tuple(look(page, textpage)) if look else None
    textpage.close()
    page.close()
    return PageText(shown, _missing(_solid(text), _solid(inside)), drawn, unseen)


def _glyphs(textpage: PdfTextPage) -> Iterator[visual.Glyph]:
    from pypdfium2.raw import FPDFText_GetUnicode

    for index in range(textpage.count_chars()):
        char = chr(FPDFText_GetUnicode(textpage, index))
        if char == "\r":
            continue
        box = (0.0, 0.0, 0.0, 0.0) if char.isspace() else textpage.get_charbox(index, loose=True)
        yield visual.Glyph(char, *box)


def _shows_more_than_text(page: PdfPage) -> bool:
    from pypdfium2.raw import FPDF_PAGEOBJ_TEXT

    return not all(item.type == FPDF_PAGEOBJ_TEXT for item in page.get_objects(max_depth=1))


def _solid(text: str) -> str:
    # get_text_range() marks a hyphen at a line's end by U+FFFE, get_text_bounded() by U+0002.
    return "".join(text.replace(BREAK_HYPHEN, "").replace("\x02", "").split())


def _missing(whole: str, part: str) -> str:
    """The characters of `whole` that its subsequence `part` lacks."""
    if len(whole) <= len(part):
        return ""
    lacking = []
    at = 0
    for char in whole:
        if at < len(part) and part[at] == char:
            at += 1
        else:
            lacking.append(char)
    return "".join(lacking)
