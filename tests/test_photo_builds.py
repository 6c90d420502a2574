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
    full, green, _ = page.split()
    strong, pale = full.point(lambda value: 255 * (value > 200)), green.point(lambda value: 255 * (value < 60))
    mask = ImageChops.multiply(strong, pale)
    box = mask.getbbox()
    assert box
    return box[2] - box[0], box[3] - box[1], mask.histogram()[255]


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
