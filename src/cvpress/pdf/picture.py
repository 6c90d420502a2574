"""Pages as pictures: a PDF goes in, small PNGs come out, one page or a contact sheet of many.

PDFium draws; the PNG is written here, since all it takes is zlib and a palette, and Pillow would be one more library to
install for every CV. A palette makes a page of text four times smaller than true colour does.
"""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cvpress.pdf.text import opened

_STEP = 17  # 16 levels a channel are enough for the edges of letters; white stays 255, and black on white takes 4 bits
_LEVELS = bytes((value + _STEP // 2) // _STEP * _STEP for value in range(256))
_MAT = 13 * _STEP  # a light grey on which white pages show, on a white and on a black screen
_MOST = 256  # colours in the palette of a PNG


@dataclass(frozen=True, slots=True)
class Picture:
    """`pixels`: four bytes each (red, green, blue, one unused), row by row from the top."""

    width: int
    height: int
    pixels: bytes


def render(pdf: Path, page: int, scale: float) -> bytes:
    """One page (from 0) as a PNG; at `scale` 1 a point is a pixel. Raises CheckError when the file can't be opened."""
    with opened(pdf) as document:
        bitmap = document[page].render(scale=scale, rev_byteorder=True, prefer_bgrx=True)
        return png(Picture(bitmap.width, bitmap.height, bytes(bitmap.buffer)))


def draw(pdf: Path, width: int, most: int | None = None) -> tuple[Picture, ...]:
    """Its pages, or the first `most`, each `width` pixels wide. Raises CheckError when the file can't be opened."""
    made = []
    with opened(pdf) as document:
        for page in [document[index] for index in range(len(document))][:most]:
            bitmap = page.render(scale=width / page.get_width(), rev_byteorder=True, prefer_bgrx=True)
            made.append(_cropped(Picture(bitmap.width, bitmap.height, bytes(bitmap.buffer)), width))
    return tuple(made)


def sheet(pictures: Sequence[Picture], columns: int, gap: int) -> Picture:
    """Pictures of one width side by side, `columns` in a row, with a mat of `gap` pixels around each."""
    rows = [pictures[at : at + columns] for at in range(0, len(pictures), columns)]
    across = min(columns, len(pictures))
    width = gap + across * (pictures[0].width + gap)
    lines = [_mat(width) * gap]
    for row in rows:
        for y in range(max(picture.height for picture in row)):
            dots = [_mat(gap) + _line(picture, y) for picture in row]
            line = b"".join(dots)
            lines.append(line + _mat(width - len(line) // 4))
        lines.append(_mat(width) * gap)
    pixels = b"".join(lines)
    return Picture(width, len(pixels) // (4 * width), pixels)


def png(picture: Picture) -> bytes:
    """The picture as a PNG with a palette; the same picture always makes the same bytes."""
    dots = memoryview(picture.pixels.translate(_LEVELS)).cast("I")
    ranked = [dot for dot, _ in sorted(Counter(dots).items(), key=lambda item: (-item[1], item[0]))]
    palette = [_colour(dot) for dot in ranked[:_MOST]]
    index = {dot: at if at < _MOST else _nearest(_colour(dot), palette) for at, dot in enumerate(ranked)}
    places = bytes(map(index.__getitem__, dots))
    depth = 4 if len(palette) <= 16 else 8
    rows = (places[at : at + picture.width] for at in range(0, len(places), picture.width))
    packed = b"".join(b"\0" + (_halved(row) if depth == 4 else row) for row in rows)
    return b"".join((
        b"\x89PNG\r\n\x1a\n",
        _chunk(b"IHDR", struct.pack(">IIBBBBB", picture.width, picture.height, depth, 3, 0, 0, 0)),
        _chunk(b"PLTE", bytes(value for colour in palette for value in colour)),
        _chunk(b"IDAT", zlib.compress(packed, 9)),
        _chunk(b"IEND", b""),
    ))  # fmt: skip


def _cropped(picture: Picture, width: int) -> Picture:
    """PDFium rounds up, so a page may come out a dot too wide for its place on a sheet."""
    rows = (picture.pixels[4 * y * picture.width :][: 4 * width] for y in range(picture.height))
    return picture if picture.width == width else Picture(width, picture.height, b"".join(rows))


def _mat(width: int) -> bytes:
    return bytes((_MAT, _MAT, _MAT, 255)) * width


def _line(picture: Picture, y: int) -> bytes:
    """A row of dots; of the mat below the picture's end."""
    if y >= picture.height:
        return _mat(picture.width)
    return picture.pixels[4 * y * picture.width : 4 * (y + 1) * picture.width]


def _colour(dot: int) -> tuple[int, int, int]:
    red, green, blue, _ = dot.to_bytes(4, "little")
    return red, green, blue


def _nearest(colour: tuple[int, int, int], palette: list[tuple[int, int, int]]) -> int:
    def far(at: int) -> int:
        return sum((mine - theirs) ** 2 for mine, theirs in zip(colour, palette[at], strict=True))

    return min(range(len(palette)), key=far)


def _halved(row: bytes) -> bytes:
    """Two dots in a byte."""
    even = row + b"\0" * (len(row) % 2)
    return bytes(left << 4 | right for left, right in zip(even[::2], even[1::2], strict=True))


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
