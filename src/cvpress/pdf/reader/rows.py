"""A PDF -> rows of cells. In: a file; out: the lines of its pages, in one of the orders that parsers take them in.

pdfminer.six groups characters into lines by its own defaults: those that follow each other in the file, on one line,
and no further apart than two widths. `file`: as they stand in the file, where neighbours on one line are one row.
`rows`: all that stands on one line is one row, down the page. `blocks`: each is a row of its own, block after block of
lines that stand close, as pdfminer's own text output has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cvpress.errors import CheckError, Problem, ToolError

if TYPE_CHECKING:
    from pdfminer.layout import LTPage
    from pdfminer.pdfpage import PDFPage

Order = Literal["file", "rows", "blocks"]
ORDERS: tuple[Order, ...] = ("file", "rows", "blocks")

_BULLETS = re.compile(r"[•‣▪◦●○∙·⁃*–—-](?:\s|$)")


@dataclass(frozen=True, slots=True)
class Cell:
    """One piece of a line; lengths in points, `bottom` and `top` from the foot of the page.

    `size` is that of its largest character, `place` counts where it begins in the file.
    """

    text: str
    left: float
    bottom: float
    top: float
    size: float
    place: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """Cells from left to right; `page` counts from 1."""

    page: int
    cells: tuple[Cell, ...]

    @property
    def text(self) -> str:
        return "  ".join(cell.text for cell in self.cells)

    @property
    def left(self) -> float:
        return self.cells[0].left

    @property
    def is_bullet(self) -> bool:
        return _BULLETS.match(self.cells[0].text) is not None


@dataclass(frozen=True, slots=True)
class Sheets:
    """The cells of each page in the order of blocks, and where the links of all pages lead."""

    pages: tuple[tuple[Cell, ...], ...]
    targets: tuple[str, ...]

    def rows(self, order: Order) -> tuple[Row, ...]:
        """All rows of all pages in this order."""
        return tuple(row for number, cells in enumerate(self.pages, 1) for row in in_rows(cells, number, order))


def sheets(pdf: Path) -> Sheets:
    """What stands in a PDF. Raises ToolError where pdfminer.six is not installed, CheckError where it can't read it."""
    try:
        from pdfminer.converter import PDFPageAggregator
        from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
        from pdfminer.pdfpage import PDFPage
        from pdfminer.psexceptions import PSException
    except ImportError:
        advice = "install it: pip install 'cvpress[ats]'"
        raise ToolError(Problem("pdfminer.six is not installed", advice=advice, rule="missing-tool")) from None
    resources = PDFResourceManager()
    device = PDFPageAggregator(resources, laparams=None)
    interpreter = PDFPageInterpreter(resources, device)
    pages: list[tuple[Cell, ...]] = []
    targets: list[str] = []
    try:
        with pdf.open("rb") as file:
            for page in PDFPage.get_pages(file):
                interpreter.process_page(page)
                pages.append(tuple(_cells(device.get_result())))
                targets += _targets(page)
    except PSException as error:
        raise CheckError(Problem(f"{pdf} is no PDF that can be read", advice=str(error), rule="broken-pdf")) from error
    return Sheets(tuple(pages), tuple(dict.fromkeys(targets)))


def in_rows(cells: Iterable[Cell], page: int, order: Order) -> Iterator[Row]:
    """Cells of a page, given in the order of blocks, in rows: those in one share half the height of the smaller."""
    if order == "blocks":
        yield from (Row(page, (cell,)) for cell in cells)
        return
    rows: list[list[Cell]] = []
    for cell in sorted(cells, key=lambda cell: cell.place if order == "file" else -(cell.top + cell.bottom)):
        if rows and _beside(rows[-1][0], cell):
            rows[-1].append(cell)
        else:
            rows.append([cell])
    for row in rows:
        yield Row(page, tuple(sorted(row, key=lambda cell: cell.left)))


def _beside(one: Cell, other: Cell) -> bool:
    shared = min(one.top, other.top) - max(one.bottom, other.bottom)
    return shared > 0.5 * min(one.top - one.bottom, other.top - other.bottom)


def _cells(page: LTPage) -> Iterator[Cell]:
    from pdfminer.layout import LAParams, LTChar, LTTextBox, LTTextLine

    places = {id(one): place for place, one in enumerate(page)}
    page.analyze(LAParams())
    for box in page:
        for line in box if isinstance(box, LTTextBox) else ():
            text = " ".join(line.get_text().split())
            drawn = [one for one in line if isinstance(one, LTChar)] if isinstance(line, LTTextLine) else []
            if text and drawn:
                size = round(max(one.size for one in drawn), 1)
                yield Cell(text, line.x0, line.y0, line.y1, size, places[id(drawn[0])])


def _targets(page: PDFPage) -> Iterator[str]:
    from pdfminer.pdftypes import dict_value, list_value, resolve1

    for annotation in list_value(page.annots) if page.annots else ():
        action = dict_value(annotation).get("A")
        uri = resolve1(dict_value(action).get("URI")) if action else None
        if isinstance(uri, bytes):
            yield uri.decode("utf-8", "replace")
