"""A photo on the page of every bundled template: whole, square or round, without what its file says of the place."""

from __future__ import annotations

import math
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops
from workshop import PROFILE, Workshop, with_tex

from cvpress import paths
from cvpress.typeset.template import names

ROOTS = (paths.bundled_templates(),)
RED = (255, 0, 0)


def with_photo(root: Path, crop: str, size: tuple[int, int] = (300, 400)) -> Workshop:
    shop = with_tex(root)
    text = PROFILE.replace("{template: ruled}", f"{{template: ruled, options: {{photo: {crop}}}}}")
    folder = shop.profile("ada", f"{text}photo: {{file: a.jpg}}\n").parent
    made = Image.Exif()
    made[0x0110] = "TELEPHONE"
    made.get_ifd(0x8825)[1] = "N"
    Image.new("RGB", size, RED).save(folder / "a.jpg", exif=made)
    return shop


def red(pdf: Path) -> tuple[int, int, int]:
    """Width and height of the red on the first page, and how many dots of it there are."""
    page = pypdfium2.PdfDocument(pdf)[0].render(scale=2).to_pil().convert("RGB")
    mask = redness(page)
    box = mask.getbbox()
    assert box
    return box[2] - box[0], box[3] - box[1], mask.histogram()[255]


def redness(page: Image.Image) -> Image.Image:
    """White where the page is red."""
    full, green, _ = page.split()
    strong, pale = full.point(lambda value: 255 * (value > 200)), green.point(lambda value: 255 * (value < 60))
    return ImageChops.multiply(strong, pale)


@pytest.mark.latex
@pytest.mark.parametrize("template", names(ROOTS))
def test_a_round_photo_is_a_circle_in_every_template(tmp_path: Path, template: str) -> None:
    shop = with_photo(tmp_path, "round")
    text = (tmp_path / "profiles/ada/profile.yaml").read_text(encoding="utf-8")
    shop.profile("ada", text.replace("template: ruled", f"template: {template}"))
    done = shop.run("pdf", "--person", "ada")
    assert done.code == 0, done.err
    width, height, dots = red(shop.built("ada", "cv.pdf"))
    assert abs(width - height) <= 2
    assert dots == pytest.approx(math.pi / 4 * width * height, rel=0.04)


LONG_CONTACTS = """\
headline: Reader of Long Headlines in Comparative Cartography
motto: A motto that is as long as mottoes come, and then some words more than that
contact:
  address: [Institute of Comparative Cartography, 123 Long Street, 12345 Utopia]
  phone: "+1 (412) 555-0100"
  emails: [ada.of.the.long.address@comparative-cartography.example.org]
  homepage: https://example.org/people/a-very-long-address/of-a-homepage
  profiles: {github: ada}
"""


@pytest.mark.latex
@pytest.mark.parametrize("crop", ["whole", "round"])
@pytest.mark.parametrize("style", ["banking", "casual", "oldstyle", "fancy"])
def test_no_word_stands_on_the_photo_in_any_style_of_moderncv(tmp_path: Path, style: str, crop: str) -> None:
    shop = with_photo(tmp_path, crop)
    text = (tmp_path / "profiles/ada/profile.yaml").read_text(encoding="utf-8")
    text = text.replace("{template: ruled, options: {", f"{{template: moderncv-banking, options: {{style: {style}, ")
    text = text.replace("family: Lovelace", "family: Featherstonehaugh Cholmondeley-Lovelace")
    text = text.replace("file: a.jpg", "file: a.jpg, caption: Taken on the reef")
    shop.profile("ada", text.replace("sections:\n", f"{LONG_CONTACTS}sections:\n"))
    done = shop.run("pdf", "--person", "ada")
    assert done.code == 0, done.err
    page = pypdfium2.PdfDocument(shop.built("ada", "cv.pdf"))[0]
    left, bottom, right, top = photo_box(page)
    width, height = page.get_size()
    assert 40 < left < right < width - 40
    assert height - 220 < bottom < top < height - 30
    assert right - left == pytest.approx(64 * 72 / 72.27, abs=1)
    words = page.get_textpage()
    boxes = [words.get_charbox(index) for index in range(words.count_chars())]
    on_it = [b for b in boxes if b[0] < right - 1 and b[2] > left + 1 and b[1] < top - 1 and b[3] > bottom + 1]
    assert len(boxes) > 300
    assert on_it == []


def photo_box(page: pypdfium2.PdfPage) -> tuple[float, float, float, float]:
    """Left, bottom, right, top of the red on a page, in points."""
    drawn = page.render(scale=4).to_pil().convert("RGB")
    box = redness(drawn).getbbox()
    assert box
    height = page.get_height()
    return box[0] / 4, height - box[3] / 4, box[2] / 4, height - box[1] / 4


@pytest.mark.latex
@pytest.mark.parametrize("size", [(300, 400), (400, 300)])
@pytest.mark.parametrize(("crop", "ratio"), [("whole", None), ("square", 1.0)])
def test_a_photo_is_whole_or_square(tmp_path: Path, crop: str, ratio: float | None, size: tuple[int, int]) -> None:
    shop = with_photo(tmp_path, crop, size)
    done = shop.run("pdf", "--person", "ada")
    assert done.code == 0, done.err
    pdf = shop.built("ada", "cv.pdf")
    width, height, dots = red(pdf)
    assert width / height == pytest.approx(ratio or size[0] / size[1], rel=0.03)
    assert dots == pytest.approx(width * height, rel=0.04)
    assert not [word for word in (b"Exif", b"TELEPHONE") if word in pdf.read_bytes()]
