"""Two pages in one picture: what went is red, what came is blue, what stayed is grey; changed words have frames."""

from __future__ import annotations

import golden_picture
import pytest
from golden_picture import Box
from PIL import Image, ImageDraw

WHITE, BLACK = (255, 255, 255), (0, 0, 0)
SIZE = (60, 40)


def page(*boxes: Box, colour: tuple[int, int, int] = BLACK, size: tuple[int, int] = SIZE) -> Image.Image:
    made = Image.new("RGB", size, WHITE)
    for box in boxes:
        ImageDraw.Draw(made).rectangle(box, fill=colour)
    return made


def box_of(old: Image.Image, new: Image.Image, *nudged: Box) -> Box | None:
    return golden_picture.unlike(old, new, nudged).getbbox()


def test_equal_pages_are_not_unlike() -> None:
    assert box_of(page((5, 5, 9, 9)), page((5, 5, 9, 9))) is None


@pytest.mark.parametrize(("grey", "wanted"), [(17, None), (18, (5, 5, 10, 10))])
def test_a_channel_may_differ_by_one_level(grey: int, wanted: Box | None) -> None:
    assert box_of(page((5, 5, 9, 9)), page((5, 5, 9, 9), colour=(0, 0, grey))) == wanted


def test_ink_moves_only_where_a_word_did_and_by_no_more_than_a_pixel() -> None:
    stem, word = (20, 10, 21, 20), (18, 8, 30, 22)
    for moved in ((21, 10, 22, 20), (20, 11, 21, 21)):
        assert box_of(page(stem), page(moved)) is not None
        assert box_of(page(stem), page(moved), word) is None
    assert box_of(page(stem), page((23, 10, 24, 20)), word) is not None
    assert box_of(page(stem), page((21, 10, 22, 20)), (40, 8, 50, 22)) is not None


def test_ink_of_another_weight_or_colour_is_told_where_a_word_moved() -> None:
    stem, word = (20, 10, 21, 20), (18, 8, 30, 22)
    assert box_of(page(stem), page((20, 10, 24, 20)), word) is not None
    assert box_of(page(stem), page(stem, colour=(0, 0, 200)), word) is not None
    assert box_of(page(stem), page(), word) is not None


def test_pages_of_two_sizes_are_unlike_everywhere() -> None:
    assert box_of(page(), page(size=(62, 40))) == (0, 0, 62, 40)


def test_what_is_within_and_beside_boxes() -> None:
    mask = golden_picture.unlike(page((5, 5, 9, 9), (40, 20, 44, 24)), page(), ())
    assert golden_picture.within(mask, (4, 4, 10, 10))
    assert not golden_picture.within(mask, (15, 5, 30, 30))
    assert golden_picture.beside(mask, [(4, 4, 10, 10)]).getbbox() == (40, 20, 45, 25)
    assert golden_picture.beside(mask, [(4, 4, 10, 10), (40, 20, 44, 24)]).getbbox() is None
    assert mask.getbbox() == (5, 5, 45, 25)


def test_the_overlay_is_red_where_ink_went_blue_where_it_came_and_grey_where_it_stayed() -> None:
    made = golden_picture.overlay(page((5, 5, 9, 9), (40, 20, 44, 24)), page((5, 5, 9, 9), (20, 20, 24, 24)))
    assert made.getpixel((42, 22)) == (255, 0, 0)
    assert made.getpixel((22, 22)) == (0, 0, 255)
    grey = made.getpixel((7, 7))
    assert isinstance(grey, tuple)
    assert len(set(grey)) == 1
    assert 80 < grey[0] < 200
    assert made.getpixel((0, 0)) == WHITE


def test_the_three_panels_stand_side_by_side_with_their_frames() -> None:
    old, new = page((5, 5, 9, 9)), page((20, 20, 24, 24), size=(60, 50))
    made = golden_picture.compared(old, new, [(5, 5, 9, 9)], [(20, 20, 24, 24)])
    left, width, top = 14, 2 * 60, 34
    assert made.size == (3 * width + 4 * left, 2 * 50 + top + left)
    panels = [left + at * (width + left) for at in range(3)]

    def at(panel: int, x: int, y: int) -> object:
        return made.getpixel((panels[panel] + x, top + y))

    old_frame, new_frame = (2 * 5 - 3, 15), (2 * 20 - 3, 45)
    assert [at(panel, *old_frame) for panel in range(3)] == [(214, 32, 32), WHITE, (214, 32, 32)]
    assert [at(panel, *new_frame) for panel in range(3)] == [WHITE, (24, 80, 220), (24, 80, 220)]
    assert [at(panel, 14, 14) for panel in range(3)] == [BLACK, WHITE, (255, 0, 0)]
