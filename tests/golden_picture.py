"""Two states of a page as pictures. In: the page that was accepted, that of now; out: where their ink differs, and a
picture that shows both, and one over the other: what went in red, what came in blue, changed words in frames.

Boxes are in pixels from the upper left corner: left, upper, right, lower.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from PIL import Image, ImageChops, ImageDraw, ImageFilter

Box = tuple[float, float, float, float]

SCALE = 0.8
"""Pixels a point: text can still be read, and all records together take 600 KB."""
_STEP = 17
"""A level of the palette of `cvpress.pdf.picture`. On one machine no pixel differs (measured on the recorded documents,
built for two dates); one level is left to processors that round otherwise."""
_BLUR, _RANGE, _MOST = 2, 3, 3 * _STEP
"""Measured on all pages of four templates at 66, 72 and 96 dpi, shifted by 0.3 and 0.5 pt along either axis or both:
with means of 5 x 5 pixels, none is more than 38 of 255 above or below all of the 3 x 3 around its place."""
_LOOSE = 2  # pixels around a word: the same ink may begin one beside its place, and antialiasing takes another
_RED, _BLUE = (214, 32, 32), (24, 80, 220)
_ZOOM, _GAP, _BAND = 2, 14, 34


def unlike(old: Image.Image, new: Image.Image, nudged: Sequence[Box]) -> Image.Image:
    """A mask of all ink that is not as it was: white, on black.

    Equal pixels are the rule. Where a word moved within the tolerance, `nudged` has its boxes; in them ink may move by
    a pixel, but not change its weight or colour.
    """
    if old.size != new.size:
        return Image.new("L", new.size, 255)
    other = _over(_STEP, ImageChops.difference(old, new))
    if nudged:
        canvas = Image.new("L", old.size)
        draw = ImageDraw.Draw(canvas)
        for x0, y0, x1, y1 in nudged:
            draw.rectangle((x0 - _LOOSE, y0 - _LOOSE, x1 + _LOOSE, y1 + _LOOSE), fill=255)
        other = Image.composite(_over(_MOST, _strayed(old, new)), other, canvas)
    return other


def within(mask: Image.Image, box: Box) -> bool:
    """Whether `mask` has any white in `box`."""
    x0, y0, x1, y1 = box
    return mask.crop((int(x0), int(y0), int(x1) + 1, int(y1) + 1)).getbbox() is not None


def beside(mask: Image.Image, boxes: Sequence[Box]) -> Image.Image:
    """What `mask` has outside of `boxes`."""
    rest = mask.copy()
    draw = ImageDraw.Draw(rest)
    for x0, y0, x1, y1 in boxes:
        draw.rectangle((x0 - _LOOSE, y0 - _LOOSE, x1 + _LOOSE, y1 + _LOOSE), fill=0)
    return rest


def compared(old: Image.Image, new: Image.Image, removed: Sequence[Box], added: Sequence[Box]) -> Image.Image:
    """The page that was accepted, that of now, and both over each other, side by side, at twice their size.

    `removed` is framed in the first, `added` in the second, and both in the third.
    """
    size = (max(old.width, new.width), max(old.height, new.height))
    old, new = _on_paper(old, size), _on_paper(new, size)
    panels = (
        ("accepted", old, ((removed, _RED),)),
        ("now", new, ((added, _BLUE),)),
        ("what went is red, what came is blue", overlay(old, new), ((removed, _RED), (added, _BLUE))),
    )
    width, height = _ZOOM * size[0], _ZOOM * size[1]
    made = Image.new("RGB", (3 * width + 4 * _GAP, height + _BAND + _GAP), (221, 221, 221))
    for at, (title, page, frames) in enumerate(panels):
        shown = page.resize((width, height), Image.Resampling.BICUBIC)
        for boxes, colour in frames:
            for x0, y0, x1, y1 in ([_ZOOM * edge for edge in box] for box in boxes):
                ImageDraw.Draw(shown).rectangle((x0 - 3, y0 - 3, x1 + 3, y1 + 3), outline=colour)
        left = _GAP + at * (width + _GAP)
        made.paste(shown, (left, _BAND))
        ImageDraw.Draw(made).text((left, 8), title, fill=(0, 0, 0), font_size=16)
    return made


def overlay(old: Image.Image, new: Image.Image) -> Image.Image:
    """Both in one: ink of `old` alone is red, of `new` alone blue, of both grey."""
    was, now = old.convert("L"), new.convert("L")
    made = Image.merge("RGB", (now, ImageChops.darker(was, now), was))
    pale = Image.blend(made, Image.new("RGB", made.size, "white"), 0.55)
    return Image.composite(made, pale, _over(_STEP, ImageChops.difference(old, new)))


def _strayed(old: Image.Image, new: Image.Image) -> Image.Image:
    """By how much each pixel is above or below all that are around its place in the other."""
    was, now = (page.filter(ImageFilter.BoxBlur(_BLUR)) for page in (old, new))
    return reduce(
        ImageChops.lighter, (part for one, other in ((was, now), (now, was)) for part in _outside(one, other))
    )


def _outside(one: Image.Image, other: Image.Image) -> tuple[Image.Image, Image.Image]:
    highest, lowest = one.filter(ImageFilter.MaxFilter(_RANGE)), one.filter(ImageFilter.MinFilter(_RANGE))
    return ImageChops.subtract(other, highest), ImageChops.subtract(lowest, other)


def _over(limit: int, page: Image.Image) -> Image.Image:
    """White where a channel of `page` is above `limit`, else black."""
    levels = [255 * (value > limit) for value in range(256)]
    return reduce(ImageChops.lighter, page.split()).point(levels)


def _on_paper(page: Image.Image, size: tuple[int, int]) -> Image.Image:
    """A copy of `page`, at the upper left of a white sheet of `size`."""
    sheet = Image.new("RGB", size, "white")
    sheet.paste(page)
    return sheet
