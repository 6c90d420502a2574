"""The letters of a fictional person: the .tex of one, and pages that passed in every bundled template."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import golden_pages
import pytest

from cvpress import paths
from cvpress.build import build
from cvpress.order import Order
from cvpress.packet import Binding
from cvpress.pdf.text import pages
from cvpress.prepare import Job, Press, prepare
from cvpress.profile import model
from cvpress.run import build_all, press
from cvpress.typeset.template import load, names

ROOTS = (paths.bundled_templates(),)
GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture
def letter_press(tmp_path: Path, font_cache: Path) -> Press:
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "maeve").symlink_to(GOLDEN)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    return replace(press(tmp_path / "profiles", tmp_path / "build", environment, 1_700_000_000), cache=font_cache)


def job(document: str, template: str | None = None) -> Job:
    profile = model.load(GOLDEN / "letter.yaml", Path("letter.yaml"))
    return Job("maeve", document, profile, profile.documents[document], template)


def test_the_tex_is_the_accepted_one(letter_press: Press, request: pytest.FixtureRequest) -> None:
    golden = GOLDEN / "letters" / "ruled.tex"
    made = prepare(letter_press, job("grant")).tex
    if request.config.getoption("--accept-golden"):
        golden.write_text(made, encoding="utf-8")
    assert made == golden.read_text(encoding="utf-8"), "when the change is meant: --accept-golden"


def test_every_paragraph_of_the_letter_is_asked_for(letter_press: Press) -> None:
    ready = prepare(letter_press, job("grant"))
    wanted = [want for want in ready.expected.wanted if want.field.startswith("letter.")]
    assert [want.field for want in wanted if want.text].count("letter.body") == 9
    assert ("letter.date", "September\u00a01,\u00a02026") in [(want.field, want.text) for want in wanted]
    assert "https://example.org/reefs" in [want.target for want in wanted]
    assert "signature.png" in ready.assets


@pytest.mark.latex
@pytest.mark.parametrize("template", names(ROOTS))
def test_a_letter_is_set_without_a_finding_and_as_accepted_in_every_template(
    letter_press: Press, template: str, request: pytest.FixtureRequest
) -> None:
    done = build(letter_press, job("grant", template))
    # In the narrow measure it goes to a second page, a hair less than a quarter of it.
    short = ["last-page"] if template == "margin-years" else []
    assert [problem.rule for problem in done.problems] == short, done.problems
    assert done.pdf is not None
    printed = " ".join("\n".join(pages(done.pdf)).split())
    for text in ("Committee for Voyages & Maps", "(about $5 & a pencil)", "2021. was the year", "Enclosures: "):
        assert text in printed
    assert printed.index("Dear Professor") < printed.index("1. The Norrvik") < printed.index("Yours sincerely")
    log = letter_press.work(done.person, done.document) / "document.log"
    golden_pages.check(f"{template}-letter", done.pdf, log, accept=request.config.getoption("--accept-golden"))


@pytest.mark.latex
@pytest.mark.parametrize("template", [name for name in names(ROOTS) if load(name, ROOTS).pages is None])
def test_a_long_letter_breaks_so_that_its_closing_has_company(letter_press: Press, template: str) -> None:
    done = build(letter_press, job("long", template))
    assert [str(problem) for problem in done.problems] == []
    assert done.pdf is not None
    first, second = pages(done.pdf)
    assert "28 February 2026" in first
    assert "Yours faithfully" in second
    above = second[: second.index("Yours faithfully")].split("\n")
    assert len([line for line in above if line.strip()]) >= 2


@pytest.mark.latex
def test_a_letter_in_the_profile_may_print_sections_and_be_bound_in_a_packet(letter_press: Press) -> None:
    done = build(letter_press, job("note"))
    assert [str(problem) for problem in done.problems] == []
    assert done.pdf is not None
    assert "University of Norrvik" in "".join(pages(done.pdf))
    ordered = Order((), (Binding("maeve", "application", job("grant").profile),), ())
    results = build_all(letter_press, ordered)
    assert [(result.document, result.exit_code) for result in results] == [("grant", 0), ("cv", 0), ("application", 0)]
