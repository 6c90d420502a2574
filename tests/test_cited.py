"""Publications set by CSL: the reference as formatted is asked of the PDF; what it does not say is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from cvpress import paths
from cvpress.errors import Severity
from cvpress.expected import Expected, expected
from cvpress.profile import model
from cvpress.profile.model import Terms
from cvpress.typeset import template as templates
from cvpress.typeset.view import view
from cvpress.typeset.words import words

PROFILE = """schema: 1
name: {given: Tong, family: Zhao}
sections:
  papers:
    kind: publication
    style: STYLE
    entries:
      - type: journal
        title: "On *islands* - and (2)"
        authors: [Ann B. Lee†, Tong Zhao, Cid Dee, Eva Eff, Gus Gee, Hal Aitch]
        venue: Journal of Sand
        volume: 7
        number: 2
        pages: 120--134
        date: 2021-05
        doi: 10.1000/x
        venue_short: JoS
        links: [{label: code, url: "https://code.example"}]
  older: {kind: publication, entries: [{title: Older, authors: [Tong Zhao], date: 2001}]}
documents: {cv: {template: ruled}}
"""


def wanted(folder: Path, style: str, source: str = PROFILE, language: str = "en-US") -> Expected:
    path = folder / "profile.yaml"
    path.write_text(source.replace("STYLE", style), encoding="utf-8")
    profile = model.load(path)
    own = words(language, Terms())
    template = templates.load("ruled", (paths.bundled_templates(),))
    return expected(profile, own, template, "short", None, view(profile, profile.documents["cv"], own, "short"))


def test_the_reference_is_wanted_whole_with_its_links_and_other_sections_as_ever(tmp_path: Path) -> None:
    found = [(want.field, want.text.replace("\u00a0", " "), want.target) for want in wanted(tmp_path, "ieee").wanted]
    reference = (
        "A. B. Lee†, T. Zhao, C. Dee, E. Eff, G. Gee, and H. Aitch, “On islands - and (2),” Journal of Sand, vol. 7, "
        "no. 2, pp. 120–134, May 2021, doi: 10.1000/x. (JoS 2021). code"
    )
    assert found[-3:] == [
        ("publication.reference", reference, None),
        ("publication.reference", "", "https://doi.org/10.1000/x"),
        ("publication.reference", "", "https://code.example"),
    ]
    assert ("publication.title", "Older", None) in found
    assert [field for field, _, _ in found].count("publication.title") == 1


@pytest.mark.parametrize(
    ("style", "told"),
    [
        ("ieee", []),
        ("mla", ["style 'mla' leaves out publication.authors (4)"]),
        (
            "nature",
            ["style 'nature' leaves out publication.authors (4)", "style 'nature' leaves out publication.number (1)"],
        ),
    ],
)
def test_what_a_style_leaves_out_is_told_by_field(tmp_path: Path, style: str, told: list[str]) -> None:
    omitted = wanted(tmp_path, style).omitted
    assert [problem.message for problem in omitted] == told
    assert {problem.severity for problem in omitted} <= {Severity.INFO}
    assert {problem.rule for problem in omitted} <= {"omitted"}


@pytest.mark.parametrize(("left", "what", "line"), [("title", "title", 9), ("issued", "year", 15)])
def test_a_title_or_a_year_left_out_is_an_error_at_its_line(tmp_path: Path, left: str, what: str, line: int) -> None:
    every = {"title": '<text variable="title"/>', "issued": '<date variable="issued"><date-part name="year"/></date>'}
    body = " ".join(shown for name, shown in every.items() if name != left)
    (tmp_path / "my.csl").write_text(
        f'<style xmlns="http://purl.org/net/xbiblio/csl"><bibliography><layout>{body}</layout></bibliography></style>'
    )
    source = PROFILE.replace("        venue_short: JoS\n", "")  # which would say the year
    errors = [one for one in wanted(tmp_path, "my.csl", source).omitted if one.severity is Severity.ERROR]
    assert [problem.message for problem in errors] == [f"the reference in style 'my.csl' does not say the {what}"]
    assert errors[0].spot
    assert errors[0].spot.line == line


def test_one_number_does_not_pass_for_another(tmp_path: Path) -> None:
    (tmp_path / "my.csl").write_text(
        '<style xmlns="http://purl.org/net/xbiblio/csl"><bibliography><layout delimiter=", "><text variable="title"/>'
        '<text variable="page"/><date variable="issued"><date-part name="year"/></date></layout></bibliography></style>'
    )
    told = [
        problem.message for problem in wanted(tmp_path, "my.csl", PROFILE.replace("volume: 7", "volume: 12")).omitted
    ]
    assert "style 'my.csl' leaves out publication.volume (1)" in told
    assert not [message for message in told if "pages" in message]


@pytest.mark.parametrize("language", ["de", "fr", "zh", "ja", "ko", "ru", "ar", "he"])
@pytest.mark.parametrize("style", ["ieee", "apa", "chicago-author-date", "mla", "vancouver"])
def test_title_and_year_are_found_in_every_language(tmp_path: Path, style: str, language: str) -> None:
    source = PROFILE.replace("date: 2021-05", "date: 2021").replace("        venue_short: JoS\n", "")
    source = source.replace('"On *islands* - and (2)"', "'The \"deep\" sea'").replace("type: journal", "type: other")
    told = wanted(tmp_path, style, source, language).omitted
    assert [problem.message for problem in told if problem.severity is Severity.ERROR] == []
