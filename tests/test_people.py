"""The four real CVs, whole, in every bundled template that does not limit its pages, a cut of each in one that does:
compiled, checked, nothing found.

"Nothing" is meant: no lost text or link, no missing character, no box over 1 pt, no font or metadata fault, no warning
but that of a last page that is nearly empty. What their own words are told of is held in `test_profile_review_real.py`.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from cvpress import order, paths, process
from cvpress.build import build
from cvpress.order import Order
from cvpress.packet import Binding
from cvpress.pdf import picture
from cvpress.pdf.archive import conformance
from cvpress.pdf.subject import open_reader
from cvpress.prepare import Job, Press
from cvpress.profile.review.table import RULES
from cvpress.profile.values import Verbatim
from cvpress.report import Result
from cvpress.run import build_all, press
from cvpress.typeset import template as templates

PROFILES = Path("profiles")
NOW = 1_780_000_000
"""A day in 2026, when all that the four profiles tell of had happened."""
PEOPLE = ("hao-zhang", "minjia-zhang", "tong-zhao", "tongtian-zhu")
ROOTS = (paths.bundled_templates(),)
UNLIMITED = tuple(name for name in templates.names(ROOTS) if templates.load(name, ROOTS).pages is None)


@pytest.fixture
def shop(tmp_path: Path, font_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Press:
    monkeypatch.chdir(Path(__file__).parents[1])
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    return replace(press(PROFILES, tmp_path, environment, NOW), cache=font_cache)


def job(person: str, document: str, template: str | None = None) -> Job:
    profile = order.read(PROFILES, person)
    return Job(person, document, profile, profile.documents[document], template)


def findings(done: Result) -> list[str]:
    """All but the profile's business: how far the last page is filled (`fit: true` is for it), and its own words."""
    own = {"last-page", *(rule.id for rule in RULES)}
    return [str(problem) for problem in done.problems if problem.rule not in own]


def is_whole(pdf: Path) -> bool:
    """Whether qpdf finds nothing wrong with it, and the validator of PDF/A says that it is what it claims to be."""
    checked = process.run(["qpdf", "--check", str(pdf)], cwd=pdf.parent, env=os.environ, timeout=60)
    return checked.returncode == 0 and conformance(pdf) == "U"


def test_the_three_first_templates_are_among_those_without_a_limit() -> None:
    assert {"moderncv-classic", "moderncv-banking", "ruled"} <= set(UNLIMITED)


@pytest.mark.latex
@pytest.mark.parametrize("template", UNLIMITED)
@pytest.mark.parametrize("person", PEOPLE)
def test_a_whole_cv_loses_nothing_in_any_template(shop: Press, person: str, template: str) -> None:
    done = build(shop, job(person, "cv", template))
    assert findings(done) == []
    assert done.state == "built"
    assert done.pdf is not None
    assert is_whole(done.pdf)


@pytest.mark.latex
@pytest.mark.parametrize("person", PEOPLE)
def test_the_cut_of_each_fills_the_one_page_that_it_may_have(shop: Press, person: str) -> None:
    done = build(shop, job(person, "onepage"))
    assert (done.template, done.pages, findings(done)) == ("onepage", 1, [])
    assert done.pdf is not None
    assert is_whole(done.pdf)
    assert 0.85 < ink_ends(done.pdf) < 0.97


@pytest.mark.latex
def test_a_page_with_little_on_it_would_be_told(shop: Press) -> None:
    done = build(shop, job("tong-zhao", "referees", "onepage"))
    assert done.pdf is not None
    assert ink_ends(done.pdf) < 0.4


def ink_ends(pdf: Path) -> float:
    """How far down its first page something is printed, from 0 to 1."""
    (page,) = picture.draw(pdf, 200, most=1)
    rows = [page.pixels[4 * 200 * y : 4 * 200 * (y + 1)] for y in range(page.height)]
    return max(y for y, row in enumerate(rows) if set(row) != {255}) / page.height


@pytest.mark.latex
def test_a_whole_cv_does_not_pass_as_one_page(shop: Press) -> None:
    done = build(shop, job("tongtian-zhu", "cv", "onepage"))
    assert done.state == "failed"
    assert {problem.rule for problem in done.problems} == {
        "typo",
        "page-limit",
        "last-page",
    }  # its second page is short


@pytest.mark.latex
def test_the_resume_keeps_to_two_pages(shop: Press) -> None:
    done = build(shop, job("minjia-zhang", "resume"))
    assert (done.template, done.pages, findings(done)) == ("moderncv-banking", 2, [])


@pytest.mark.latex
def test_the_application_is_bound_of_its_three_parts(shop: Press) -> None:
    ordered = Order((), (Binding("tong-zhao", "application", order.read(PROFILES, "tong-zhao")),), ())
    results = build_all(shop, ordered)
    packet = results[-1]
    assert (packet.state, packet.problems) == ("merged", ())
    assert packet.pdf is not None
    reader = open_reader(packet.pdf)
    parts = [item for item in reader.outline if not isinstance(item, list)]
    assert [item.title for item in parts] == [
        "Advantages for Why I am Suitable for our Group",
        "Curriculum Vitae",
        "Referees",
    ]
    assert len(reader.page_labels) == len(reader.pages) == packet.pages


@pytest.mark.latex
@pytest.mark.parametrize("style", ["casual", "oldstyle", "fancy"])
@pytest.mark.parametrize("person", PEOPLE)
def test_a_whole_cv_loses_nothing_in_any_style_of_moderncv(shop: Press, person: str, style: str) -> None:
    asked = job(person, "cv")
    update = {"template": Verbatim("moderncv-banking"), "options": {"style": Verbatim(style)}}
    done = build(shop, replace(asked, document=asked.document.model_copy(update=update)))
    assert findings(done) == []
    assert done.state == "built"
