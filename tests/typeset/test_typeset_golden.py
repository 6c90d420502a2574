"""The .tex of one fictional person in every bundled template, compared as text.

A change of a partial, of the view or of the escape shows here as a diff that a reviewer can read. When it is meant:
`pytest tests/typeset/test_typeset_golden.py --accept-golden`, and commit the diff.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cvpress import paths
from cvpress.profile import kinds, model
from cvpress.profile.model import Profile
from cvpress.profile.tailor import tailor
from cvpress.typeset.render import render
from cvpress.typeset.template import load, names
from cvpress.typeset.view import view
from cvpress.typeset.words import words

GOLDEN = Path(__file__).parents[1] / "golden"
ROOTS = (paths.bundled_templates(),)


def profile() -> Profile:
    """Messages and position comments name the file without its folder, so that the texts are the same everywhere."""
    return model.load(GOLDEN / "profile.yaml", Path("profile.yaml"))


def made(template: str, document: str = "cv") -> str:
    person = profile()
    wanted = person.documents[document]
    chosen = load(template, ROOTS)
    options, problems = chosen.settle(wanted.options)
    assert problems == ()
    shown = view(tailor(person, wanted), wanted, words(wanted.language, person.terms), options["date_style"])
    return render(shown, chosen, options)


@pytest.mark.parametrize("template", names(ROOTS))
def test_the_tex_is_the_accepted_one(template: str, request: pytest.FixtureRequest) -> None:
    golden = GOLDEN / f"{template}.tex"
    if request.config.getoption("--accept-golden"):
        golden.write_text(made(template), encoding="utf-8")
    assert golden.is_file(), "accept it with --accept-golden"
    assert made(template) == golden.read_text(encoding="utf-8"), "when the change is meant: --accept-golden"


def test_there_is_no_golden_text_of_a_template_that_is_gone() -> None:
    assert {path.stem for path in GOLDEN.glob("*.tex")} == set(names(ROOTS))


def test_the_profile_has_every_kind_with_and_without_numbers_and_every_style() -> None:
    sections = profile().sections.values()
    groups = [
        (group.kind or section.kind, group.number or section.number)
        for section in sections
        for group in section.all_groups
    ]
    assert {kind for kind, _ in groups} == kinds.KINDS.keys()
    assert {number for _, number in groups} == {"none", "up", "down", "per-group"}
    assert {section.style.name for section in sections if section.style and section.kind == "publication"} == {
        "venue-first",
        "bracketed",
        "badge",
        "ieee",
    }


@pytest.mark.parametrize("template", names(ROOTS))
def test_every_place_in_the_tex_is_a_place_in_the_yaml(template: str) -> None:
    lines = (GOLDEN / "profile.yaml").read_text(encoding="utf-8").splitlines()
    places = re.findall(r"^%@ (.*?):(\d+):(\d+)$", made(template), re.MULTILINE)
    assert len(places) > 60
    assert {file for file, _, _ in places} == {"profile.yaml"}
    assert [
        lines[int(line) - 1][int(column) - 1]
        for _, line, column in places
        if not lines[int(line) - 1][int(column) - 1 :].strip()
    ] == []


@pytest.mark.parametrize("template", names(ROOTS))
def test_braces_environments_and_lists_are_closed(template: str) -> None:
    tex = re.sub(r"\\[{}\\]", "", made(template))
    assert tex.count("{") == tex.count("}")
    opened: list[str] = []
    for verb, environment in re.findall(r"\\(begin|end)\{(\w+)\}", tex):
        if verb == "begin":
            opened.append(environment)
        else:
            assert opened.pop() == environment
    assert opened == []


def test_a_document_has_its_own_language_paper_and_dates() -> None:
    british = made("ruled", "british")
    assert "paper=a4,size=10.5,face=libertine,accent=navy" in british
    assert "29/02/2020" in british
    assert "02/29/2020" not in british
