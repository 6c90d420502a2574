"""What a page shows beside text: a PDF goes in; its lines, areas and pictures come out, each with its box.

A picture of a page small enough for the repository shows every line of up to a point as one row of pixels; the sizes
here are those of the PDF. Each shape is given as a `Word` whose text tells its kind, size and colour, so that the rules
for words hold for it: another thickness is another text, and it may move by half a point.
"""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import byref, c_float, c_int, c_uint
from pathlib import Path
from typing import TYPE_CHECKING

from cvpress.pdf.text import opened
from cvpress.pdf.words import Word

if TYPE_CHECKING:
    from pypdfium2 import PdfObject


def shapes(pdf: Path) -> tuple[Word, ...]:
    """Every shape of `pdf`, page by page, in the order in which they are drawn."""
    with opened(pdf) as document:
        return tuple(
            shape
            for index in range(len(document))
            for shape in _shapes(index, document[index].get_objects(max_depth=1))
        )


def _shapes(page: int, objects: Iterator[PdfObject]) -> Iterator[Word]:
    from pypdfium2 import raw

    others = {raw.FPDF_PAGEOBJ_IMAGE: "image", raw.FPDF_PAGEOBJ_SHADING: "shading", raw.FPDF_PAGEOBJ_FORM: "form"}
    for item in objects:
        if item.type == raw.FPDF_PAGEOBJ_TEXT:
            continue
        x0, y0, x1, y1 = item.get_bounds()
        kind, look = _path(item) if item.type == raw.FPDF_PAGEOBJ_PATH else (others.get(item.type, "object"), "")
        yield Word(page, x0, y0, x1, y1, f"[{kind} {x1 - x0:.1f} × {y1 - y0:.1f}{look}]")


def _path(item: PdfObject) -> tuple[str, str]:
    """Its kind, and its colour: of a line its own thickness too, since the box adds that on every side."""
    from pypdfium2 import raw

    filled, stroked, width = c_int(), c_int(), c_float()
    raw.FPDFPath_GetDrawMode(item, byref(filled), byref(stroked))
    channels = [c_uint() for _ in range(4)]
    if filled:
        raw.FPDFPageObj_GetFillColor(item, *map(byref, channels))
    else:
        raw.FPDFPageObj_GetStrokeColor(item, *map(byref, channels))
    raw.FPDFPageObj_GetStrokeWidth(item, byref(width))
    colour = "#" + "".join(f"{channel.value:02x}" for channel in channels[:3])
    return ("area", f", {colour}") if filled else ("line", f", {width.value:.2f} pt, {colour}")
