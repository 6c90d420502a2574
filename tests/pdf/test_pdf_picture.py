"""Pages as pictures: what PDFium draws is what the PNG shows, and sheets put every page in its place."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, NameObject

from cvpress.errors import CheckError
from cvpress.pdf import picture
from cvpress.pdf.picture import Picture

WHITE, RED, BLUE = (255, 255, 255), (255, 0, 0), (0, 0, 255)
MAT = (221, 221, 221)


def pdf_of(target: Path, *contents: str, size: tuple[float, float] = (100, 50)) -> Path:
    """A PDF with a page for each content stream."""
    writer = PdfWriter()
    for content in contents:
        page = writer.add_blank_page(*size)
        drawn = DecodedStreamObject()
        drawn.set_data(content.encode())
        page[NameObject("/Contents")] = writer._add_object(drawn)
    writer.write(target)
    return target


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png))


def plain(width: int, height: int, colour: tuple[int, int, int]) -> Picture:
    return Picture(width, height, bytes((*colour, 255)) * (width * height))


def at(png: bytes, x: int, y: int) -> object:
    return opened(png).convert("RGB").getpixel((x, y))


def test_a_page_is_drawn_at_its_scale(tmp_path: Path) -> None:
    made = pdf_of(tmp_path / "a.pdf", "", "1 0 0 rg 50 25 50 25 re f")  # the upper right quarter
    blank, quarter = picture.render(made, 0, 2), picture.render(made, 1, 2)
    assert opened(quarter).size == (200, 100)
    assert opened(blank).convert("RGB").getcolors() == [(20_000, WHITE)]
    assert [at(quarter, x, y) for x, y in ((50, 20), (150, 20), (50, 80), (150, 80))] == [WHITE, RED, WHITE, WHITE]


def test_pages_are_drawn_at_one_width_all_or_the_first(tmp_path: Path) -> None:
    made = pdf_of(tmp_path / "a.pdf", "", "", "", size=(595.276, 841.89))
    pages = picture.draw(made, 333)
    assert [page.width for page in pages] == [333] * 3
    assert {len(page.pixels) for page in pages} == {4 * 333 * pages[0].height}
    assert picture.draw(made, 333, most=1) == pages[:1]


def test_what_is_no_pdf_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_text("no")
    with pytest.raises(CheckError, match="can't be read as a PDF"):
        picture.render(tmp_path / "a.pdf", 0, 1)


def test_a_sheet_puts_pictures_in_rows_with_a_mat_around_each() -> None:
    made = picture.sheet([plain(10, 20, RED), plain(10, 12, WHITE), plain(10, 6, BLUE)], 2, 3)
    png = picture.png(made)
    assert opened(png).size == (made.width, made.height) == (3 + 13 + 13, 3 + 23 + 9)
    assert [at(png, x, y) for x, y in ((3, 3), (12, 22), (16, 3), (16, 14), (3, 26), (12, 31))] == [
        RED, RED, WHITE, WHITE, BLUE, BLUE,
    ]  # fmt: skip
    outside = ((0, 0), (2, 10), (13, 5), (16, 15), (3, 24), (16, 28), (28, 34))
    assert {at(png, x, y) for x, y in outside} == {MAT}


@pytest.mark.parametrize("width", [7, 8])
def test_few_colours_take_four_bits(width: int) -> None:
    dots = b"".join(bytes((17 * (n % 16),) * 3) + b"\xff" for n in range(width * 5))
    png = picture.png(Picture(width, 5, dots))
    assert png[24:26] == bytes((4, 3))  # bits, palette
    assert opened(png).convert("RGBA").tobytes() == dots


def test_more_colours_take_eight_bits_and_more_than_a_palette_holds_the_nearest() -> None:
    colours = [(17 * red, 17 * green, 0) for red in range(16) for green in range(16)]
    rare = [(0, 0, 17), (255, 255, 34)]
    dots = b"".join(bytes((*colour, 255)) for colour in (*colours, *colours, *rare))
    png = picture.png(Picture(len(dots) // 4, 1, dots))
    assert png[24:26] == bytes((8, 3))
    shown = opened(png).convert("RGB")
    assert [shown.getpixel((x, 0)) for x in range(256)] == colours
    assert [shown.getpixel((512 + x, 0)) for x in range(2)] == [(0, 0, 0), (255, 255, 0)]


def test_no_channel_moves_by_more_than_half_a_step() -> None:
    dots = b"".join(bytes((n, n, n, 255)) for n in range(256))
    shown = opened(picture.png(Picture(256, 1, dots))).convert("L")
    assert max(abs(shown.tobytes()[n] - n) for n in range(256)) == 8


def test_the_same_picture_makes_the_same_bytes() -> None:
    made = picture.sheet([plain(10, 20, RED), plain(10, 12, BLUE)], 2, 3)
    assert picture.png(made) == picture.png(Picture(made.width, made.height, bytes(made.pixels)))
