"""margin-years prints a date once for entries in a row that have the same; the check knows, and tells what is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from workshop import PROFILE, Workshop, with_tex

from cvpress import paths
from cvpress.pdf.text import pages

OURS = PROFILE.replace("{template: ruled}", "{template: margin-years}")
# Two prizes of one year, one of another, one of no year, and again one of the year before that.
PRIZES = OURS.replace(
    "      - {title: Ribbon of Endurance, date: 2021}\n",
    "      - {title: Ribbon of Endurance, date: 2021}\n"
    "      - {title: Cup of Patience, date: 2019}\n"
    "      - {title: Plate of Silence}\n"
    "      - {title: Shield of Reason, date: 2019}\n"
    "      - {title: Crown of Logic, date: 2019}\n",
)
NEXT_SECTION = "  more:\n    title: More\n    kind: award\n    entries:\n      - {title: Star, date: 2019}\ndocuments:"
RANGES = OURS.replace("date: 2021}", "start_date: 2019, end_date: 2021}")


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return with_tex(tmp_path)


def own(shop: Workshop, file: str, text: str) -> None:
    path = shop.root / "latex_templates" / "margin-years" / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def printed(shop: Workshop) -> str:
    return "\n".join(pages(shop.built("ada", "cv.pdf")))


@pytest.mark.latex
def test_a_date_is_printed_once_for_those_that_follow_it_and_passes(shop: Workshop) -> None:
    shop.profile(text=PRIZES)
    done = shop.run("pdf")
    assert "no findings" in done.out, done.err
    assert (printed(shop).count("2021"), printed(shop).count("2019")) == (1, 2)  # anew behind a prize without a year


@pytest.mark.latex
def test_behind_a_head_it_is_printed_again(shop: Workshop) -> None:
    shop.profile(text=PRIZES.replace("documents:", NEXT_SECTION))
    assert "no findings" in shop.run("pdf").out
    assert printed(shop).count("2019") == 3


@pytest.mark.latex
@pytest.mark.parametrize("options", ["", ", options: {range_style: hyphen}"])
def test_ranges_are_all_printed(shop: Workshop, options: str) -> None:
    shop.profile(text=RANGES.replace("margin-years}", f"margin-years{options}}}"))
    assert "no findings" in shop.run("pdf").out
    assert (printed(shop).count("2019"), printed(shop).count("2021")) == (2, 2)


@pytest.mark.latex
def test_the_longest_words_of_contacts_stand_in_the_margin(shop: Workshop) -> None:
    contact = "contact: {emails: [ada@example.org], homepage: https://example.org}\nsections:"
    shop.profile(text=OURS.replace("sections:", contact).replace("margin-years}", "margin-years, language: es}"))
    assert shop.run("pdf").code == 0
    assert "Correo electrónico" in printed(shop)


@pytest.mark.latex
def test_on_the_next_page_it_is_printed_again(shop: Workshop) -> None:
    many = "".join(f"      - {{title: Prize number {number}, date: 2021}}\n" for number in range(60))
    shop.profile(text=OURS.replace("      - {title: Ribbon of Endurance, date: 2021}\n", many))
    done = shop.run("pdf")
    assert done.code == 0, done.err
    assert [text.count("2021") for text in pages(shop.built("ada", "cv.pdf"))] == [1, 1]


@pytest.mark.latex
def test_a_template_that_does_not_say_so_loses_the_date(shop: Workshop) -> None:
    own(shop, "template.yaml", "repeats: always\n")
    shop.profile(text=PRIZES)
    done = shop.run("pdf")
    assert done.code == 6
    assert "award.date: '2021' is not in the PDF's text often enough (wanted 2 times, printed 1)" in done.err


@pytest.mark.latex
def test_a_date_that_differs_and_is_taken_away_is_lost(shop: Workshop) -> None:
    lua = (paths.bundled_templates() / "margin-years" / "margin-years.lua").read_text(encoding="utf-8")
    assert "elseif date == last then" in lua
    own(shop, "margin-years.lua", lua.replace("elseif date == last then", "elseif last then"))
    shop.profile(text=PRIZES)
    done = shop.run("pdf")
    assert done.code == 6
    assert "award.date: '2019' is not in the PDF's text" in done.err
    assert "'2021'" not in done.err
