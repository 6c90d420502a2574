"""Text from right to left: the algorithm by cases, and pages in Hebrew, Arabic and English in every template.

In the cases a capital stands for a right-to-left letter, so that they can be read: "see SHALOM" is set "see MOLAHS".
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from cvpress import paths, process
from cvpress.build import build
from cvpress.pdf.text import opened, pages
from cvpress.prepare import Job, Press
from cvpress.profile import model
from cvpress.profile.values import Verbatim
from cvpress.report import Result
from cvpress.run import press
from cvpress.typeset.template import names

pytestmark = pytest.mark.latex

ROOTS = (paths.bundled_templates(),)
SHARED = ROOTS[0] / "shared"
PROFILES = Path(__file__).parents[1] / "rtl"
MIRROR = str.maketrans("()[]<>", ")(][><")


def lua(script: str, told: str, folder: Path) -> list[str]:
    """What a Lua script that has the module as B prints for each line of `told`, in which it finds a file's lines."""
    (folder / "told").write_text(told, encoding="utf-8")
    head = f'package.path = "{SHARED}/?.lua;" .. package.path\nlocal B = require("cvpress-bidi")\n'
    (folder / "script.lua").write_text(head + script, encoding="utf-8")
    done = process.run(["texlua", "script.lua"], cwd=folder, env=os.environ, timeout=60)
    assert done.returncode == 0, done.output
    return done.output.splitlines()


LEVELS = """
for line in io.lines("told") do
  local base, rest = line:match("^(%d) (.*)$")
  local classes, chars = {}, {}
  for number in rest:gmatch("%d+") do
    chars[#chars + 1] = tonumber(number)
    classes[#classes + 1] = B.class[tonumber(number)]
  end
  print(table.concat(B.levels(classes, chars, tonumber(base)), " "))
end
"""
CASES = [
    # in a paragraph from left to right
    (0, "see SHALOM now", "see MOLAHS now"),
    (0, "see SHALOM OLAM now", "see MALO MOLAHS now"),
    (0, "see SHALOM 12 now", "see 12 MOLAHS now"),
    (0, "12 SHALOM", "12 MOLAHS"),
    (0, "see (SHALOM) now", "see (MOLAHS) now"),
    (0, "see SHALOM (x) now", "see MOLAHS (x) now"),
    (0, "AB (CD) x", "(DC) BA x"),
    (0, "AB, CD", "DC ,BA"),
    (0, "AB, x, CD", "BA, x, DC"),
    (0, "AB 1,234.5 CD", "DC 1,234.5 BA"),
    (0, "AB 1-2 CD", "DC 1-2 BA"),
    (0, "AB 5% CD", "DC 5% BA"),
    (0, "AB.", "BA."),
    # in a paragraph from right to left
    (1, "SHALOM olam", "olam MOLAHS"),
    (1, "AB c, d EF", "FE c, d BA"),
    (1, "AB (c) DE", "ED (c) BA"),
    (1, "AB c (d) EF", "FE c (d) BA"),
    (1, "AB c (DE) FG", "GF (ED) c BA"),
    (1, "AB [c (d) e] FG", "GF [c (d) e] BA"),
    (1, "AB c (d", "c (d BA"),
    (1, "2014 – 2019", "2019 – 2014"),
    (1, "2014-2019", "2014-2019"),
    (1, "AB 12/05/2020.", ".12/05/2020 BA"),
    (1, "AB c.", ".c BA"),
    (1, "c2, AB", "BA ,c2"),
    (1, "c++", "++c"),
    # behind an Arabic letter a European number is an Arabic one, whose per cent sign turns
    (1, "\u0633 12 34%", "%34 12 \u0633"),
    (1, "\u0633 \u0661\u0662\u066b\u0665", "\u0661\u0662\u066b\u0665 \u0633"),
    (0, "x \u0633 1-2 y", "x 2-1 \u0633 y"),
]


def in_hebrew(text: str) -> str:
    return "".join(chr(0x5D0 + ord(char) - ord("A")) if char.isupper() else char for char in text)


def on_paper(text: str, levels: Sequence[int]) -> str:
    """UAX #9, L2 and L4: from the highest level down, each run of it or above is turned around."""
    order = list(range(len(text)))
    for level in range(max(levels), 0, -1):
        turned: list[int] = []
        run: list[int] = []
        for index in order:
            if levels[index] >= level:
                run.insert(0, index)
            else:
                turned += (*run, index)
                run = []
        order = turned + run
    return "".join(text[index].translate(MIRROR) if levels[index] % 2 else text[index] for index in order)


def test_the_order_on_paper_is_that_of_the_unicode_algorithm(tmp_path: Path) -> None:
    texts = [in_hebrew(text) for _, text, _ in CASES]
    told = "".join(
        f"{base} {' '.join(str(ord(char)) for char in text)}\n" for (base, _, _), text in zip(CASES, texts, strict=True)
    )
    levels = [[int(level) for level in line.split()] for line in lua(LEVELS, told, tmp_path)]
    shown = [on_paper(text, level) for text, level in zip(texts, levels, strict=True)]
    assert shown == [in_hebrew(visual) for _, _, visual in CASES]


def test_what_counts_for_nothing_takes_the_level_before_it_and_a_separator_the_paragraphs(tmp_path: Path) -> None:
    script = """
      print(table.concat(B.levels({"BN", "R", "BN", "EN", "S", "R", "WS", "BN"}, {0, 0, 0, 0, 0, 0, 0, 0}, 0), " "))
    """
    assert lua(script, "", tmp_path) == ["0 1 1 2 0 1 0 0"]


def test_every_character_has_its_class_in_unicode(tmp_path: Path) -> None:
    """But for what no .tex file holds, and for marks of scripts from left to right: as such a letter, they are L."""
    spared = {"B", "S", "LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}
    chars = [char for char in map(chr, range(0x20, 0xE000)) if unicodedata.bidirectional(char) not in {"", *spared}]
    chars += [char for char in map(chr, range(0xF900, 0x20000)) if unicodedata.bidirectional(char) not in {"", *spared}]
    script = 'for line in io.lines("told") do print(B.class[tonumber(line)]) end'
    found = lua(script, "".join(f"{ord(char)}\n" for char in chars), tmp_path)
    wrong = [
        f"{ord(char):04X} {unicodedata.bidirectional(char)} {name}"
        for char, name in zip(chars, found, strict=True)
        if name != unicodedata.bidirectional(char)
        and not (name == "L" and unicodedata.bidirectional(char) == "NSM" and is_leftward_mark(char) is False)
        and not (name == "L" and unicodedata.bidirectional(char) == "BN")
    ]
    assert wrong == []


def is_leftward_mark(char: str) -> bool:
    """Whether a mark belongs to no script, or to one from right to left."""
    code = ord(char)
    return (
        any(low <= code <= high for low, high in ((0x300, 0x36F), (0x590, 0x8FF), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF)))
        or 0x20D0 <= code <= 0x20FF
        or 0xFB1E <= code <= 0xFE2F
        or 0x10A00 <= code <= 0x10FFF
        or 0x1E800 <= code <= 0x1EFFF
    )


# -- whole documents ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """The words of one baseline: outer edges in points from the paper's left, and the text as PDFium has it."""

    left: float
    right: float
    text: str


@pytest.fixture
def rtl_press(tmp_path: Path, font_cache: Path) -> Press:
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    return replace(press(tmp_path / "profiles", tmp_path / "build", environment, 1_700_000_000), cache=font_cache)


@cache
def profile(person: str) -> model.Profile:
    return model.load(PROFILES / f"{person}.yaml")


def made(press_: Press, person: str, template: str, document: str = "cv", **options: str) -> Result:
    asked = profile(person).documents[document]
    update = {"template": Verbatim(template), "options": {name: Verbatim(value) for name, value in options.items()}}
    cut = profile(person)
    if template == "onepage" and document == "cv":
        kept = {name: cut.sections[name] for name in ("about", "education", "honors", "skills") if name in cut.sections}
        cut = cut.model_copy(update={"sections": kept})
    return build(press_, Job(person, document, cut, asked.model_copy(update=update)))


def errors(done: Result) -> list[str]:
    return [str(problem) for problem in done.problems if problem.rule != "last-page"]


def printed(done: Result) -> list[str]:
    assert done.pdf is not None
    return [" ".join(line.split()) for line in "\n".join(pages(done.pdf)).splitlines()]


def lines(pdf: Path) -> Iterator[Line]:
    """The lines of a PDF, from its rectangles of text: those at one height are one line."""
    with opened(pdf) as document:
        for index in range(len(document)):
            textpage = document[index].get_textpage()
            rows: dict[int, list[tuple[float, float, str]]] = {}
            for at in range(textpage.count_rects()):
                left, bottom, right, top = textpage.get_rect(at)
                text = textpage.get_text_bounded(left, bottom, right, top)
                row = next((key for key in rows if abs(key - (bottom + top) / 2) < 4), round((bottom + top) / 2))
                rows.setdefault(row, []).append((left, right, text))
            for parts in rows.values():
                yield Line(
                    min(left for left, _, _ in parts),
                    max(right for _, right, _ in parts),
                    " ".join(text for _, _, text in parts),
                )


@pytest.mark.parametrize("template", names(ROOTS))
@pytest.mark.parametrize("person", ["hebrew", "arabic", "english"])
def test_every_template_sets_it_without_a_finding(rtl_press: Press, person: str, template: str) -> None:
    done = made(rtl_press, person, template)
    assert errors(done) == []
    assert done.state == "built"


@pytest.mark.parametrize("template", names(ROOTS))
@pytest.mark.parametrize("person", ["hebrew", "arabic"])
def test_every_template_sets_a_letter_without_a_finding(rtl_press: Press, person: str, template: str) -> None:
    done = made(rtl_press, person, template, "letter")
    assert errors(done) == []
    assert done.state == "built"


@pytest.mark.parametrize("style", ["casual", "oldstyle", "fancy"])
def test_every_style_of_moderncv_is_mirrored_without_a_finding(rtl_press: Press, style: str) -> None:
    done = made(rtl_press, "hebrew", "moderncv-banking", style=style)
    assert errors(done) == []
    assert done.state == "built"


@pytest.mark.parametrize(
    ("template", "date_at_left"),
    [(name, name not in ("margin-years", "moderncv-classic")) for name in names(ROOTS) if name != "onepage"],
)
def test_lines_begin_at_the_right_and_dates_stand_at_their_end(
    rtl_press: Press, template: str, date_at_left: bool
) -> None:
    done = made(rtl_press, "hebrew", template)
    assert done.pdf is not None
    found = tuple(lines(done.pdf))
    body = [line for line in found if re.search("חוקרת|האטלס|ספרייה|בהצטיינות|קרטוגרפית", line.text)]
    assert body
    dated = [line for line in found if "2014" in line.text and "2019" in line.text]
    assert dated
    width = 595.0 if template in ("margin-years", "homepage") else 612.0
    outer = max(line.right for line in found)
    assert outer > width * 0.84  # the first letters are at the right margin
    assert all(line.right > width * 0.6 for line in body)
    ends = [line.left < width * 0.2 for line in dated]
    begins = [line.right > outer - 2 for line in dated]
    assert all(ends) if date_at_left else all(begins)


def test_a_hebrew_page_reads_back_as_it_was_written(rtl_press: Press) -> None:
    text = printed(made(rtl_press, "hebrew", "ruled"))
    wanted = (
        "נועה בן־דוד Noa Ben-David",
        "רחוב הדוגמה 7, דירה 12",
        "+972 (3) 555-0100 ◇ noa@example.org ◇ example.org/~noa/ ◇ GitHub: noa-example",
        "אני מציירת מפות של איים שאינם קיימים (באנגלית Imaginary Islands) כבר 12 שנים, ב־100% מן המחיר של איים "
        "אמיתיים.",
        "• רמה ראשונה (בסוגריים [כפולים])",
        "– רמה שנייה עם x2 ו־H2O",
        "• שוב ראשונה: code(x) ו־C++",
        "Acme Atlas Inc., Boulder 2016–2021",
        "מלגה, קרן המחקר (2 מתוך 150) 2017",
        "אנגלית: שוטפת (C2)",
    )
    assert [line for line in wanted if line not in text] == []


def test_numbers_are_in_order_on_an_arabic_page(rtl_press: Press) -> None:
    text = "\n".join(printed(made(rtl_press, "arabic", "ruled")))
    assert "الأرقام 1,234 و 56.7 والتاريخ 12/05/2020." in text
    assert "(الطبعة 3، 2021)" in text
    assert "مثل ١٢٣٫٥" in text
    assert "معهد الخرائط، جامعة اللامكان" in text  # a template's comma is that of the language
    assert [line[0] for line in text.splitlines() if re.match(r"[123]\. ", line)] == ["3", "2", "1"]


def test_names_from_right_to_left_stand_in_lines_from_left_to_right(rtl_press: Press) -> None:
    text = "\n".join(printed(made(rtl_press, "english", "ruled")))
    assert "Layla Almithali (ليلى المثالي) and Dan Sample (דן הדוגמה), whose atlas" in text
    assert "won a prize, שלום עולם רב, and קישור אל האתר of 12 maps." in text
