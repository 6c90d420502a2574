"""What people bring that no example has: a name of 60 letters, addresses of 90, an entry of 40 lines, 300 papers, an
address of one word or of ten lines, capitals, a section of nothing. Each is set well in every template, or is told.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest

from cvpress import order, paths
from cvpress.build import build
from cvpress.pdf.text import pages
from cvpress.prepare import Job, Press
from cvpress.report import Result
from cvpress.run import press
from cvpress.typeset.template import load, names

ROOTS = (paths.bundled_templates(),)
UNLIMITED = tuple(name for name in names(ROOTS) if load(name, ROOTS).pages is None)
STYLES = ("casual", "oldstyle", "fancy")

GIVEN, FAMILY = "Maximiliana Wilhelmina Theodora", "Featherstonehaugh-Cholmondeley"
URL = "https://example.org/people/a-very-long-address/of-a-homepage/that-has-ninety-characters/in"
EMAIL = "m.featherstonehaugh-cholmondeley@comparative-cartography.example.org"
SENTENCE = "The archive was read from its first shelf to its last, and what it said was written down. "
LONGEST = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
CAPITALS = "THE REEFS AND THE SHOALS OF THE IMAGINARY ARCHIPELAGOS: A SURVEY OF ALL SURVEYS"
TEN_LINES = (
    "Institute of Comparative Cartography", "Department of Imaginary Archipelagos", "Division of Reefs", "Wing C",
    "Building 17", "Room 4.231", "123 Long Street", "Example Quarter", "12345 Utopia", "Nowhere",
)  # fmt: skip


def profile(address: tuple[str, ...], lines: int, papers: int) -> str:
    """The YAML of a person with `lines` lines in each long text and as many bullets, and so many papers."""
    bullets = "".join(f"\n          - Bullet {number} says what was done that day." for number in range(1, lines + 1))
    more = "".join(
        f"\n      - {{title: On reef {n}, authors: [A. Blau, {GIVEN} {FAMILY}], venue: Reefs, date: {n + 1700}}}"
        for n in range(3, papers + 1)
    )
    return f"""\
schema: 1
name: {{given: {GIVEN}, family: {FAMILY}}}
headline: Professor of Comparative Cartography
contact:
  address: [{", ".join(address)}]
  phone: "+1 (412) 555-0100"
  emails: [{EMAIL}]
  homepage: {URL}
  profiles: {{github: maximiliana-featherstonehaugh, linkedin: maximiliana-featherstonehaugh-cholmondeley}}
sections:
  work:
    title: {CAPITALS.replace(":", " AND")}
    kind: position
    entries:
      - organization: Institute of Reading
        position: Senior Reader
        start_date: 2014-09
        end_date: 2019-06
        url: {URL}
        highlights: ["{SENTENCE * lines}"]
      - position: SENIOR VICE PRESIDENT OF COMPARATIVE CARTOGRAPHY AND OF IMAGINARY ARCHIPELAGOS
        organization: INTERNATIONAL INSTITUTE OF COMPARATIVE CARTOGRAPHY AND OF ALL THE ARCHIPELAGOS
        location: UTOPIA-UPON-THE-SEA
        start_date: 2011-09
        end_date: 2012-06
      - organization: Office
        date: 2010
        highlights:{bullets}
  nothing:
    title: Nothing
    kind: award
    entries: []
  papers:
    kind: publication
    number: up
    entries:
      - {{title: Notes, authors: [A. Blau, {GIVEN} {FAMILY}], venue: Reefs, date: 2001, url: "{URL}"}}
      - title: "{CAPITALS}"
        authors: [{GIVEN} {FAMILY}]
        venue: Reefs
        date: 2002
        doi: 10.1000/182.a-very-long-identifier.of-nearly-ninety-characters_in-all.2020.12345678{more}
  about:
    kind: text
    entries: ["{SENTENCE * lines}"]
  links:
    kind: item
    entries:
      - Read [{URL}]({URL}) or {URL} today, or write to {EMAIL}.
      - {LONGEST} and {LONGEST}
  referees:
    kind: reference
    entries:
      - {{name: {GIVEN} {FAMILY}, affiliation: Institute of Reading, email: {EMAIL}, url: "{URL}"}}
      - {{name: Ada}}
documents:
  cv: {{template: ruled}}
  casual: {{template: moderncv-banking, options: {{style: casual}}}}
  oldstyle: {{template: moderncv-banking, options: {{style: oldstyle}}}}
  fancy: {{template: moderncv-banking, options: {{style: fancy}}}}
"""


@pytest.fixture
def hard_press(tmp_path: Path, font_cache: Path) -> Press:
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    return replace(press(tmp_path / "profiles", tmp_path / "build", environment, 1_700_000_000), cache=font_cache)


def made(hard: Press, text: str, template: str | None = None, document: str = "cv") -> Result:
    file = hard.profiles / "hard" / "profile.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    person = order.read(hard.profiles, "hard")
    return build(hard, Job("hard", document, person, person.documents[document], template))


def findings(done: Result) -> list[str]:
    """All but how far the last page is filled, which is the profile's business."""
    return [problem.rule for problem in done.problems if problem.rule != "last-page"]


def margins(template: str) -> tuple[float, float]:
    """Left and right margin in points, as the look sets them."""
    styles = "".join(file.read_text(encoding="utf-8") for file in sorted((ROOTS[0] / template).glob("*.sty")))
    found = re.search(r"^\\cvpage\{([\d.]+)(mm|in)\}\{([\d.]+)(mm|in)\}", styles, flags=re.MULTILINE)
    assert found
    points = {"mm": 72 / 25.4, "in": 72.0}
    return float(found[1]) * points[found[2]], float(found[3]) * points[found[4]]


def edges(pdf: Path) -> Iterator[tuple[float, float]]:
    """How far from the left and from the right of its page each visible character stands, in points."""
    for page in pypdfium2.PdfDocument(pdf):
        text = page.get_textpage()
        for index in range(text.count_chars()):
            left, _, right, _ = text.get_charbox(index)
            if right - left > 0.1:
                yield left, page.get_width() - right


def breaks(printed: str) -> list[str]:
    """What stands before each break within the address of the line "Read https://…"."""
    found = re.search(r"Read\s+(" + r"\s*".join(map(re.escape, URL)) + ")", printed)
    assert found
    return re.findall(r"(\S)\s+", found[1])


# What hangs in the left margin, in points: the dates of margin-years (30 mm and 6 mm beside them), numbers of homepage.
HANGING = {"margin-years": 103.0, "homepage": 34.0}


@pytest.mark.latex
@pytest.mark.parametrize("template", UNLIMITED)
def test_all_of_it_is_set_in_every_template(hard_press: Press, template: str) -> None:
    assert (len(f"{GIVEN} {FAMILY}"), len(URL), len(TEN_LINES)) == (62, 90, 10)
    done = made(hard_press, profile(TEN_LINES, lines=40, papers=300), template)
    assert findings(done) == ["empty-section"]
    assert done.state == "built"
    assert done.pdf is not None
    left, right = margins(template)
    assert min(edge for edge, _ in edges(done.pdf)) > left - HANGING.get(template, 0) - 2
    assert min(edge for _, edge in edges(done.pdf)) > right - 4  # a mark may hang out
    lines = "\n".join(pages(done.pdf))
    assert set(breaks(lines)) <= {"/"}  # such a line stays short instead
    printed = "".join(lines.split())
    assert printed.count(URL.removeprefix("https://")) == 6  # broken, but not hyphenated
    assert printed.count(EMAIL) == 3


@pytest.mark.latex
@pytest.mark.parametrize("style", STYLES)
def test_all_of_it_is_set_in_every_style_of_moderncv(hard_press: Press, style: str) -> None:
    done = made(hard_press, profile(TEN_LINES, lines=40, papers=30), document=style)
    assert (findings(done), done.state) == (["empty-section"], "built")


@pytest.mark.latex
@pytest.mark.parametrize("template", names(ROOTS))
def test_an_address_of_one_word_and_what_fits_a_page_are_set(hard_press: Press, template: str) -> None:
    done = made(hard_press, profile(("Utopia",), lines=3, papers=3), template)
    assert (findings(done), done.state) == (["empty-section"], "built")


@pytest.mark.latex
def test_what_does_not_fit_one_page_is_told_with_how_much_it_is_too_much(hard_press: Press) -> None:
    done = made(hard_press, profile(("Utopia",), lines=8, papers=8), "onepage")
    (told,) = [problem for problem in done.problems if problem.rule == "page-limit"]
    assert (done.state, done.pdf) == ("failed", None)
    assert re.search(r"about \d+ lines too many: select less", str(told))
