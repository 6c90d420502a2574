"""The comparison of pages can fail: a digit, a step of 0.6 pt, a colour, a page, another font are told and shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import golden_pages
import pytest
from golden_pages import Record, kept, made_with, problems, seen
from pdf_samples import drawn
from PIL import Image

from cvpress import paths
from cvpress.typeset.template import names

LOG = """\
This is LuaHBTeX, Version 1.15.0 (TeX Live 2022/Debian)  (format=lualatex 2026.11.20)  14 NOV 2023 22:13
Lua module: luaotfload 2022-10-03 3.23 Lua based OpenType font support
Document Class: article 2022/07/02 v1.4n Standard LaTeX document class
Package: cvpress 2025/11/20 cvpress shared layer
Package: xcolor 2022/06/12 v2.14 LaTeX color extensions (UK)
</nowhere/none.png>
"""
MADE_WITH = (
    "LuaHBTeX, Version 1.15.0 (TeX Live 2022/Debian)",
    "luaotfload 2022-10-03 3.23",
    "article 2022/07/02 v1.4n",
)
RULE = "72 690 400 .8 re f\n"
RECORDS = golden_pages.ROOT / golden_pages.RECORDS
ROOTS = (paths.bundled_templates(),)


def page(*, share: str = "62 %", x: float = 72, y: float = 700, first: str = "", rest: str = RULE) -> str:
    """A line in two parts, whose first part can stand elsewhere or have another colour; and a rule."""
    begin = f"BT {first} /F1 10 Tf {x} {y} Td (Faster by {share}) Tj ET "
    return f"{begin} BT 0 g /F1 10 Tf 200 700 Td (than before) Tj ET {rest}"


def record(folder: Path, *pages: str, log: str = LOG) -> Record:
    (folder / "document.log").write_text(log, encoding="utf-8")
    return seen(drawn(folder / "document.pdf", *pages), folder / "document.log")


@pytest.fixture
def shown(tmp_path: Path) -> Path:
    """Where pictures go."""
    return tmp_path / "shown"


def test_the_same_pages_have_no_problems_and_leave_no_picture_of_an_earlier_run(tmp_path: Path, shown: Path) -> None:
    shown.mkdir()
    (shown / "1.png").touch()
    assert problems(record(tmp_path, page(), page()), record(tmp_path, page(), page()), shown) == ()
    assert not shown.exists()


def test_a_digit_is_told_and_framed(tmp_path: Path, shown: Path) -> None:
    told = problems(record(tmp_path, page()), record(tmp_path, page(share="63 %")), shown)
    assert told == ("page 1: '62' is now '63'",)
    assert [path.name for path in shown.iterdir()] == ["1.png"]


def test_a_digit_in_the_record_of_any_template_is_told(shown: Path) -> None:
    checked = 0
    for folder in sorted(RECORDS.iterdir()):
        old = kept(folder)
        index = next(index for index, word in enumerate(old.words) if "5" in word.text)
        word = old.words[index]
        other = replace(word, text=word.text.replace("5", "6", 1))
        new = replace(old, words=(*old.words[:index], other, *old.words[index + 1 :]))
        assert problems(old, new, shown) == (f"page {word.page + 1}: '{word.text}' is now '{other.text}'",)
        checked += 1
    assert checked == 2 * len(names(ROOTS))


@pytest.mark.parametrize(("x", "y"), [(72.6, 700), (71.4, 700), (72, 700.6), (72, 699.4)])
def test_words_that_moved_by_more_than_the_tolerance_are_told(tmp_path: Path, shown: Path, x: float, y: float) -> None:
    told = problems(record(tmp_path, page()), record(tmp_path, page(x=x, y=y)), shown)
    assert len(told) == 4
    assert [line.split("'")[1] for line in told] == ["Faster", "by", "62", "%"]
    assert all("0.6 pt" in line for line in told)
    assert (shown / "1.png").is_file()


@pytest.mark.parametrize(("x", "y"), [(72.3, 700), (71.7, 700), (72, 700.3), (72, 699.7), (72.3, 700.3)])
def test_words_that_moved_by_less_are_as_accepted(tmp_path: Path, shown: Path, x: float, y: float) -> None:
    assert problems(record(tmp_path, page()), record(tmp_path, page(x=x, y=y)), shown) == ()
    assert not shown.exists()


def test_a_word_of_another_colour_is_told_also_when_it_moved_a_little(tmp_path: Path, shown: Path) -> None:
    wanted = tuple(f"page 1: '{word}' is drawn otherwise" for word in ("Faster", "by", "62", "%"))
    assert problems(record(tmp_path, page()), record(tmp_path, page(first=".1 .1 .2 rg")), shown) == wanted
    assert problems(record(tmp_path, page()), record(tmp_path, page(first="1 0 0 rg", x=72.3)), shown) == wanted


@pytest.mark.parametrize(
    ("rest", "told"),
    [
        ("", "'[area 400.0 × 0.8, #000000]' is gone"),
        ("72 690 400 .6 re f\n", "'[area 400.0 × 0.8, #000000]' is now '[area 400.0 × 0.6, #000000]'"),
        ("72 690.6 400 .8 re f\n", "'[area 400.0 × 0.8, #000000]' moved: lower +0.6 pt, upper +0.6 pt"),
        (".5 g " + RULE, "'[area 400.0 × 0.8, #000000]' is now '[area 400.0 × 0.8, #808080]'"),
        (RULE + "72 720 3 3 re f\n", "'[area 3.0 × 3.0, #000000]' is new"),
    ],
)
def test_a_rule_that_changed_is_told(tmp_path: Path, shown: Path, rest: str, told: str) -> None:
    found = problems(record(tmp_path, page()), record(tmp_path, page(rest=rest)), shown)
    assert found == (f"page 1: {told}",)
    assert (shown / "1.png").is_file()


def test_a_line_of_another_thickness_is_told(tmp_path: Path, shown: Path) -> None:
    old, new = (record(tmp_path, page(rest=f"{width} w 72 690 m 472 690 l S")) for width in (0.4, 0.5))
    (told,) = problems(old, new, shown)
    assert ", 0.40 pt, #000000]' is now " in told
    assert told.endswith(", 0.50 pt, #000000]'")


def test_a_rule_may_move_a_little(tmp_path: Path, shown: Path) -> None:
    assert problems(record(tmp_path, page()), record(tmp_path, page(rest="72 690.3 400 .8 re f\n")), shown) == ()


def test_ink_that_is_neither_a_word_nor_a_shape_is_told(tmp_path: Path, shown: Path) -> None:
    old = record(tmp_path, page(rest=""))
    new = replace(old, pages=record(tmp_path, page(rest=RULE)).pages)
    assert problems(old, new, shown) == ("page 1: other ink, 71–472 pt from the left, 151–152 from the top",)
    assert (shown / "1.png").is_file()


def test_other_ink_is_told_beside_a_changed_word(tmp_path: Path, shown: Path) -> None:
    told = problems(record(tmp_path, page()), record(tmp_path, page(share="63 %", first=".1 .1 .2 rg")), shown)
    assert told == (
        "page 1: '62' is now '63'",
        *(f"page 1: '{word}' is drawn otherwise" for word in ("Faster", "by", "%")),
    )


def test_a_word_more_and_one_less_are_told_and_the_rest_keeps_its_partners(tmp_path: Path, shown: Path) -> None:
    more = page(rest=RULE + "BT /F1 10 Tf 300 700 Td (again) Tj ET")
    assert problems(record(tmp_path, page()), record(tmp_path, more), shown) == ("page 1: 'again' is new",)
    assert problems(record(tmp_path, more), record(tmp_path, page()), shown) == ("page 1: 'again' is gone",)


def test_a_page_more_or_less_or_of_another_size_is_told_and_shown(tmp_path: Path, shown: Path) -> None:
    one, two = record(tmp_path, page()), record(tmp_path, page(), "")
    assert problems(one, two, shown) == ("page 2 is new",)
    assert [path.name for path in shown.iterdir()] == ["2.png"]
    assert problems(two, one, shown) == ("page 2 is gone",)
    drawn(tmp_path / "document.pdf", page(), size=(612, 842))
    wider = seen(tmp_path / "document.pdf", tmp_path / "document.log")
    assert "page 1: other ink, 0–612 pt from the left, 0–842 from the top" in problems(one, wider, shown)
    assert [path.name for path in shown.iterdir()] == ["1.png"]


def test_a_word_that_went_to_the_next_page_is_told(tmp_path: Path, shown: Path) -> None:
    last = "BT /F1 10 Tf 72 60 Td (last) Tj ET"
    old, new = record(tmp_path, page() + last, ""), record(tmp_path, page(), last)
    assert problems(old, new, shown) == ("page 2: 'last' was on page 1",)
    assert sorted(path.name for path in shown.iterdir()) == ["1.png", "2.png"]


def test_many_changes_are_counted(tmp_path: Path, shown: Path) -> None:
    lines = [f"BT /F1 10 Tf {{x}} {700 - 14 * n} Td (word{n}) Tj ET" for n in range(20)]
    old, new = (record(tmp_path, "\n".join(lines).format(x=x)) for x in (72, 90))
    told = problems(old, new, shown)
    assert len(told) == 13
    assert told[-1] == "and 8 changes more"


def test_other_programs_are_told_even_where_the_pages_are_the_same(tmp_path: Path, shown: Path) -> None:
    font = tmp_path / "face.otf"
    font.write_bytes(b"one")
    log = f"{LOG}<{font}><{font}>\n"
    old = record(tmp_path, page(), log=log)
    assert set(MADE_WITH) < set(old.made_with)
    assert [line for line in old.made_with if line.startswith(("cvpress", "none"))] == []
    font.write_bytes(b"two")
    new = record(tmp_path, page(), log=log.replace("v2.14", "v3.0"))
    assert problems(old, new, shown) == (
        "the record was made with xcolor 2022/06/12 v2.14, face.otf 7692c3ad3540; "
        "this machine has xcolor 2022/06/12 v3.0, face.otf 3fc4ccfe7458",
    )


def test_a_record_is_read_back_as_it_was_written(tmp_path: Path, shown: Path) -> None:
    made = record(tmp_path, page(), page(share="a\\\\\\(b\\)"))
    folder = tmp_path / "kept"
    folder.mkdir()
    (folder / "9.png").touch()
    golden_pages.keep(made, folder)
    read = kept(folder)
    assert problems(made, read, shown) == problems(read, made, shown) == ()
    assert (read.made_with, read.pages) == (made.made_with, made.pages)
    assert "\n1\t200.1\t699.9\t218.8\t707.2\tthan\n" in (folder / "words.tsv").read_text(encoding="utf-8")
    golden_pages.keep(read, folder)
    assert kept(folder) == read


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose tests/golden/pages and build/golden are read and written instead of the checkout's own."""
    monkeypatch.setattr(golden_pages, "ROOT", tmp_path)
    (tmp_path / "document.log").write_text(LOG, encoding="utf-8")
    return tmp_path


def check(folder: Path, content: str, *, accept: bool = False) -> None:
    golden_pages.check("slate", drawn(folder / "a.pdf", content), folder / "document.log", accept=accept)


def test_a_template_without_a_record_says_how_to_make_one(checkout: Path) -> None:
    with pytest.raises(pytest.fail.Exception, match=r"there is no tests/golden/pages/slate.*--accept-golden"):
        check(checkout, page())
    check(checkout, page(), accept=True)
    check(checkout, page())


def test_a_change_fails_with_the_path_of_its_picture_until_it_is_accepted(checkout: Path) -> None:
    check(checkout, page(), accept=True)
    with pytest.raises(pytest.fail.Exception) as failed:
        check(checkout, page(share="63 %"))
    told = str(failed.value).splitlines()
    assert told[1] == "page 1: '62' is now '63'"
    assert told[-1] == f"see {checkout / 'build/golden/slate'}; to accept it: --accept-golden"
    with Image.open(checkout / "build/golden/slate/1.png") as shown:
        assert shown.width > 3 * 595
    check(checkout, page(share="63 %"), accept=True)
    check(checkout, page(share="63 %"))
    assert not (checkout / "build/golden/slate").exists()


def test_a_font_that_a_template_brings_is_told_with_the_rest(tmp_path: Path) -> None:
    (tmp_path / "own.ttf").write_bytes(b"one")
    (tmp_path / "document.log").write_text("<./own.ttf>")
    reader, font = made_with(tmp_path / "document.log")
    assert reader.startswith("pypdfium2 ")
    assert font == "own.ttf 7692c3ad3540"


def test_every_template_has_a_record_of_a_cv_and_of_a_letter_and_no_other_has() -> None:
    wanted = {name for template in names(ROOTS) for name in (template, f"{template}-letter")}
    assert {path.name for path in RECORDS.iterdir()} == wanted


def test_the_pictures_of_all_records_stay_small() -> None:
    assert sum(path.stat().st_size for path in RECORDS.glob("*/*.png")) < 700_000
