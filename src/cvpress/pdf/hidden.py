"""The rules about text that a machine reads and nobody sees: a Subject goes in, Problems come out.

What PDFium knows of each piece of text is looked at: how it is drawn, in which colour, how large, within which clip,
and what is painted under and over it. It is fair as a carrier alone (`carrier`).
"""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import byref, c_float, c_int, c_uint, c_ushort
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from cvpress.errors import Problem
from cvpress.pdf.carrier import is_carrier
from cvpress.pdf.geometry import Box, Colour, Matrix, around, contrast, times
from cvpress.pdf.subject import Subject, dictionary, entry, items, name

if TYPE_CHECKING:
    from pypdfium2 import PdfPage, PdfTextPage

_TEXT, _PATH, _IMAGE, _SHADING, _FORM = 1, 2, 3, 4, 5  # FPDF_PAGEOBJ_…
_STROKED, _UNSEEN = (1, 5), (3, 7)  # ISO 32000-1, 9.3.6
_PAPER: Colour = (255, 255, 255)
_TINY = 1.0
_CONTRAST = 1.1  # as WCAG 2.1 counts it: 1 is equal, and 4.5 is what it asks for
_FAINT = 13  # of 255: the least opacity
_SIMPLE = 12  # segments of a path that is about as large as its box: a rectangle, also a rounded one
_DEPTH = 4
_BLANK = " \t\r\n\u00a0\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f\ufeff"
_BAND = 8.0  # points
_SHOWN = 60


def hidden_problems(subject: Subject) -> Iterator[Problem]:
    """hidden-text, once for each page and reason, and hidden-layer; strangers' pages are not read."""
    yield from _layers(subject)
    for index, page in subject.own():
        found: dict[str, list[str]] = {}
        assert page.unseen is not None, "read with `unseen`, or nothing would be found"
        for why, text in page.unseen:
            found.setdefault(why, []).append(text)
        for why, texts in found.items():
            said = " ".join(" ".join(texts).split())
            shown = said if len(said) <= _SHOWN else said[: _SHOWN - 1] + "…"
            message = f"page {index + 1}: machines read {shown!r}, which {why}, so that nobody sees it"
            yield Problem(message, advice="print it, or leave it out", rule="hidden-text")


def unseen(page: PdfPage, words: PdfTextPage) -> Iterator[tuple[str, str]]:
    """Why a text of `page` isn't seen, and what it says; `words`: the same page as it is read."""
    yield from _Sight(page, words).hidden()


def _layers(subject: Subject) -> Iterator[Problem]:
    """Layers that a viewer does not show at first (ISO 32000-1, 8.11.4)."""
    layers = dictionary(entry(subject.reader.root_object, "/OCProperties"))
    usual = dictionary(entry(layers, "/D"))
    shut = items(entry(usual, "/OFF"))
    if name(usual, "/BaseState") == "/OFF":
        shown = [id(layer) for layer in items(entry(usual, "/ON"))]
        shut = tuple(layer for layer in items(entry(layers, "/OCGs")) if id(layer) not in shown)
    if shut:
        names = ", ".join(repr(name(dictionary(layer), "/Name")) for layer in shut)
        message = f"the layer {names} is not shown when the PDF is opened"
        yield Problem(message, advice="remove the layer, or show it", rule="hidden-layer")


@dataclass(frozen=True, slots=True)
class _Paint:
    """What covers: a filled path of a colour, or a picture (None); `at` its place among all that is painted.

    `broad`: whether it hides what lies under it and within its box.
    """

    at: int
    box: Box
    colour: Colour | None
    strokes: int = 0
    broad: bool = True


class _Piece(NamedTuple):
    """A stretch of text; `why` it isn't seen, as far as that is known without its surroundings.

    Pages have a thousand of them: a frozen class of values would take twice as long to make.
    """

    at: int
    item: Any
    matrix: Matrix | None
    colour: Colour
    why: str


class _Sight:
    """One page as it is painted, from the first mark to the last."""

    def __init__(self, page: PdfPage, words: PdfTextPage) -> None:
        from pypdfium2 import raw

        self.raw: Any = raw
        self.page = page
        self.words = words
        self.paints: list[_Paint] = []
        self.pieces: list[_Piece] = []
        self.place = raw.FS_MATRIX()
        self.bands: dict[int, list[_Paint]] = {}
        self.at = 0
        self.numbers = tuple(c_uint() for _ in range(4))
        self.edges = tuple(c_float() for _ in range(4))

    def hidden(self) -> Iterator[tuple[str, str]]:
        """Why a text isn't seen, and what it says."""
        raw = self.raw
        page = self.page.raw
        count = raw.FPDFPage_CountObjects(page)
        self._walk((raw.FPDFPage_GetObject(page, number) for number in range(count)), None, 0)
        broad = [paint for paint in self.paints if paint.broad]
        for piece in self.pieces:
            if not (piece.why or broad or contrast(_PAPER, piece.colour) < _CONTRAST):
                continue  # dark on white paper: nearly all of a page
            box = self._box(piece.item, piece.matrix)
            if why := piece.why or self._covered(piece, box, broad):
                text = self._text(piece, box)
                if text.strip(_BLANK) and not self._is_carrier(text, box):
                    yield why, text

    def _walk(self, found: Iterator[Any], matrix: Matrix | None, depth: int) -> None:
        raw = self.raw
        for item in found:
            self.at += 1
            kind = raw.FPDFPageObj_GetType(item)
            if kind == _TEXT:
                self._note_text(item, matrix)
            elif kind == _FORM and depth < _DEPTH:
                inner = (raw.FPDFFormObj_GetObject(item, n) for n in range(raw.FPDFFormObj_CountObjects(item)))
                self._walk(inner, times(self._matrix(item), matrix), depth + 1)
            elif kind in (_IMAGE, _SHADING):
                self.paints.append(_Paint(self.at, self._box(item, matrix), None))
            elif kind == _PATH:
                self._note_path(item, matrix)

    def _note_text(self, item: Any, matrix: Matrix | None) -> None:
        raw = self.raw
        mode = raw.FPDFTextObj_GetTextRenderMode(item)
        colour, opacity = self._colour(item, stroked=mode in _STROKED)
        why = ""
        if mode in _UNSEEN:
            why = _NO_PEN
        elif opacity < _FAINT:
            why = "is drawn transparent"
        elif self._size(item, matrix) < _TINY:
            why = f"is smaller than {_TINY:g} pt"
        elif raw.FPDFClipPath_CountPaths(raw.FPDFPageObj_GetClipPath(item)) > 0 and self._is_clipped(item, matrix):
            why = "lies outside of what is let through"
        self.pieces.append(_Piece(self.at, item, matrix, colour, why))

    def _note_path(self, item: Any, matrix: Matrix | None) -> None:
        raw = self.raw
        fill, stroke = c_int(), c_int()
        raw.FPDFPath_GetDrawMode(item, byref(fill), byref(stroke))
        colour, opacity = self._colour(item)
        if fill.value and opacity >= _FAINT:
            box = self._box(item, matrix)
            strokes = raw.FPDFPath_CountSegments(item)
            simple = strokes <= _SIMPLE and opacity > 255 - _FAINT
            thick = min(box.right - box.left, box.top - box.bottom) > 1
            self.paints.append(_Paint(self.at, box, colour, strokes, simple and thick))

    def _covered(self, piece: _Piece, box: Box, broad: list[_Paint]) -> str:
        under = [paint for paint in self.paints if paint.at < piece.at and paint.box.holds(box)]
        # What is no simple shape may be under it or beside it, as a picture may have any colour there.
        ground = (under[-1].colour if under[-1].broad else None) if under else _PAPER
        if ground is not None and contrast(ground, piece.colour) < _CONTRAST:
            return "has the colour of its ground"
        over = [paint for paint in broad if paint.at > piece.at and paint.box.holds(box)]
        return "lies under a picture or an area" if over else ""

    def _is_carrier(self, text: str, box: Box) -> bool:
        if not self.bands:
            for paint in self.paints:
                for band in _bands(paint.box):
                    self.bands.setdefault(band, []).append(paint)
        near = {paint.at: paint for band in _bands(box) for paint in self.bands.get(band, ())}
        there = [paint for paint in near.values() if paint.box.meets(box)]
        pictures = sum(paint.colour is None for paint in there)
        return is_carrier(text, box, pictures, sum(paint.strokes for paint in there))

    def _is_clipped(self, item: Any, matrix: Matrix | None) -> bool:
        """Whether a path of its clip leaves all of it out."""
        raw = self.raw
        clip = raw.FPDFPageObj_GetClipPath(item)
        box = self._box(item, matrix)
        for number in range(raw.FPDFClipPath_CountPaths(clip)):
            corners = []
            for n in range(max(0, raw.FPDFClipPath_CountPathSegments(clip, number))):
                x, y = c_float(), c_float()
                raw.FPDFPathSegment_GetPoint(raw.FPDFClipPath_GetPathSegment(clip, number, n), byref(x), byref(y))
                corners.append((x.value, y.value))
            if corners and not around(corners, matrix).meets(box):
                return True
        return False

    def _colour(self, item: Any, *, stroked: bool = False) -> tuple[Colour, int]:
        """Its colour and opacity, of 255; a pattern counts as black."""
        read = self.raw.FPDFPageObj_GetStrokeColor if stroked else self.raw.FPDFPageObj_GetFillColor
        red, green, blue, alpha = self.numbers
        if not read(item, red, green, blue, alpha):
            return (0, 0, 0), 255
        return (red.value, green.value, blue.value), alpha.value

    def _size(self, item: Any, matrix: Matrix | None) -> float:
        size = self.edges[0]
        if not self.raw.FPDFTextObj_GetFontSize(item, size):
            return _TINY
        a, b, c, d, _, _ = times(self._matrix(item), matrix) if matrix else self._matrix(item)
        return float(abs(size.value) * sqrt(abs(a * d - b * c)))

    def _matrix(self, item: Any) -> Matrix:
        found = self.place
        self.raw.FPDFPageObj_GetMatrix(item, found)
        return found.a, found.b, found.c, found.d, found.e, found.f

    def _box(self, item: Any, matrix: Matrix | None) -> Box:
        self.raw.FPDFPageObj_GetBounds(item, *self.edges)
        left, bottom, right, top = (edge.value for edge in self.edges)
        return around(((left, bottom), (left, top), (right, bottom), (right, top)), matrix)

    def _text(self, piece: _Piece, box: Box) -> str:
        size = self.raw.FPDFTextObj_GetText(piece.item, self.words, None, 0)
        buffer = (c_ushort * (size // 2 + 1))()
        self.raw.FPDFTextObj_GetText(piece.item, self.words, buffer, size)
        said = bytes(buffer).decode("utf-16-le", "replace").rstrip("\0")
        return said if said.strip() else str(self.words.get_text_bounded(*box))


_NO_PEN = "no pen draws"


def _bands(box: Box) -> range:
    """Which bands across the page `box` stands in: a page of drawn words has thousands of outlines."""
    return range(int(box.bottom // _BAND), int(box.top // _BAND) + 1)
