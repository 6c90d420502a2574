"""The line that sums publications up, and the legend."""

from __future__ import annotations

from pathlib import Path

import pytest

from cvpress.profile import model
from cvpress.profile.markup import Styled, plain
from cvpress.profile.model import Terms
from cvpress.profile.tailor import tailor
from cvpress.typeset.counts import legend, summary
from cvpress.typeset.owner import Owner
from cvpress.typeset.reference import Citer
from cvpress.typeset.words import words


def line(section: str, *papers: str, language: str = "en-US") -> str:
    """The line of a section of these papers, each "type: first author"."""
    entries = ", ".join(
        f"{{title: T, authors: [{author.strip()}, B. Two]{f', type: {kind}' if kind else ''}}}"
        for kind, author in (paper.split(":") for paper in papers)
    )
    text = (
        "schema: 1\nname: {given: Tong, family: Zhao}\nsections:\n"
        f"  p: {{kind: publication, {section}, entries: [{entries or '{title: T, authors: [A]}'}]}}\n"
        "documents: {cv: {template: ruled}}\n"
    )
    profile = model.parse(text.encode(), Path("p.yaml"))
    made = tailor(profile, profile.documents["cv"]).sections["p"]
    citer = Citer(Owner(frozenset(), profile.name.identity), words(language, Terms()), "long")
    return plain(summary(made, citer)).replace("\u00a0", " ")


ONE, TWO = "journal: T. Zhao", "conference: A. One"


@pytest.mark.parametrize(
    ("papers", "expected"),
    [
        ([ONE], "1 journal article (1 as first author)"),
        ([TWO, TWO, ONE, ONE, TWO], "3 conference papers, 2 journal articles (2 as first author)"),
        ([TWO, ONE.replace("T. Zhao", "A")], "1 journal article, 1 conference paper"),
        (["software: A", "thesis: A", "thesis: A"], "2 theses, 1 software package"),
        ([": A"], "1 publication"),
        ([": A", ": Zhao, T."], "2 publications (1 as first author)"),
        ([": A", TWO, ": A"], "1 conference paper, 2 other publications"),
        (["other: A", "other: A", ": A"], "2 other publications, 1 other publication"),
    ],
)
def test_publications_are_counted_by_type_and_by_first_author(papers: list[str], expected: str) -> None:
    shown = [paper if "," not in paper else paper.replace("Zhao, T.", "T. Zhao") for paper in papers]
    assert line("counts: true", *shown) == expected


def test_nothing_is_counted_unasked() -> None:
    assert line("counts: false", ONE) == ""


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("de", "2 Konferenzbeiträge, 1 Zeitschriftenartikel (1 in Erstautorschaft)"),
        ("pl", "2 referaty konferencyjne, 1 artykuł w czasopiśmie (1 jako pierwszy autor)"),
        ("ru", "2 доклада на конференциях, 1 статья в журнале (1 первым автором)"),
        ("zh", "会议论文 2 篇, 期刊论文 1 篇 (第一作者 1 篇)"),
    ],
)
def test_the_line_is_in_the_language_of_the_document(language: str, expected: str) -> None:
    assert line("counts: true", ONE, TWO, TWO, language=language) == expected


@pytest.mark.parametrize(
    ("metrics", "expected"),
    [
        ('{citations: "1,234", h_index: 20, as_of: 2025-10, source: Google *Scholar*}',
         "1,234 citations, h-index 20 (Google Scholar, October 2025)"),
        ("{citations: 1, as_of: 2025}", "1 citation (2025)"),
        ("{citations: some 50, i10_index: 3, as_of: {text: in May}}", "some 50 citations, i10-index 3 (in May)"),
        ("{citations: many, as_of: 2025}", "many citations (2025)"),
    ],
)  # fmt: skip
def test_metrics_print_as_they_were_typed_with_their_date(metrics: str, expected: str) -> None:
    assert line(f"metrics: {metrics}") == expected


def test_counts_and_metrics_share_a_line() -> None:
    made = line("counts: true, metrics: {h_index: 20, as_of: 2025}", TWO)
    assert made == "1 conference paper; h-index 20 (2025)"


def test_the_legend_has_marks_then_people_and_underlines_what_is_underlined() -> None:
    text = (
        "schema: 1\nname: {given: Tong, family: Zhao}\nsections:\n  p:\n    kind: publication\n"
        "    marks: {†: equal, §: unused}\n    people:\n"
        "      - {names: Ann Lee, mark: '*', meaning: students}\n"
        "      - {names: Bob Roe, underline: true, meaning: friends}\n"
        "      - {names: Cat Doe, underline: true, mark: ‡}\n"
        "    entries: [{title: T, authors: [Ann Lee†, Bob Roe, Cat Doe]}]\ndocuments: {cv: {template: ruled}}\n"
    )
    profile = model.parse(text.encode(), Path("p.yaml"))
    made = legend(tailor(profile, profile.documents["cv"]).sections["p"], frozenset("†*‡"))
    assert plain(made).replace("\u00a0", " ") == "† equal; * students; friends"
    assert [node.style for node in made if isinstance(node, Styled)] == ["sup", "sup", "underline"]
