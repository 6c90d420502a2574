"""Lines, areas and pictures of a page are told with their size and colour, and text is not."""

from __future__ import annotations

from pathlib import Path

from golden_shapes import shapes
from pdf_samples import drawn

TEXT = "BT /F1 10 Tf 72 500 Td (text) Tj ET "
IMAGE = "q 11 0 0 12 72 600 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q "


def test_each_shape_has_its_kind_size_and_colour(tmp_path: Path) -> None:
    made = drawn(
        tmp_path / "a.pdf", f"{TEXT} 1 0 0 rg 72 700 100 2 re f 0 0 1 RG .4 w 72 650 m 172 650 l S {IMAGE}", TEXT
    )
    area, line, image = shapes(made)
    assert area.text == "[area 100.0 × 2.0, #ff0000]"
    assert [round(edge, 1) for edge in (area.x0, area.y0, area.x1, area.y1)] == [72, 700, 172, 702]
    assert line.text.startswith("[line 100.")
    assert line.text.endswith(", 0.40 pt, #0000ff]")
    assert image.text == "[image 11.0 × 12.0]"


def test_shapes_are_counted_by_page_in_the_order_in_which_they_are_drawn(tmp_path: Path) -> None:
    made = drawn(tmp_path / "a.pdf", "1 1 1 1 re f 0 0 2 2 re f", TEXT, "3 3 3 3 re f")
    assert [(shape.page, shape.text) for shape in shapes(made)] == [
        (0, "[area 1.0 × 1.0, #000000]"),
        (0, "[area 2.0 × 2.0, #000000]"),
        (2, "[area 3.0 × 3.0, #000000]"),
    ]
