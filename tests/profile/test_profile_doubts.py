"""What looks wrong in a publication is told at its place; what is as it should be is not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cvpress.errors import Problem, Severity
from cvpress.profile import model
from cvpress.profile.bibtex import read
from cvpress.profile.doubts import doubts, of_bib, twins
from cvpress.profile.matching import identity
from cvpress.profile.values import NameParts
from cvpress.profile.works import Publication

IDENTITY = identity(NameParts("Ada", "", "Lovelace"))
GOOD = "title: Tides of the sea, type: journal, authors: [A. Lovelace, Bo Lee], venue: Waves, date: 2020"


def publications(*entries: str) -> list[Publication]:
    """A profile of Ada Lovelace with these papers, each of which begins at column 9 of a line from 7 on."""
    lines = ["schema: 1", "name: {given: Ada, family: Lovelace}", "sections:", "  p:", "    kind: publication"]
    lines += ["    entries:", *(f"      - {{{entry}}}" for entry in entries), "documents: {cv: {template: ruled}}", ""]
    profile = model.parse("\n".join(lines).encode(), Path("p.yaml"))
    return [entry for entry in profile.sections["p"].entries if isinstance(entry, Publication)]


def told(entry: str) -> list[tuple[str, str]]:
    return [(one.rule, one.message) for one in doubts(publications(entry)[0], IDENTITY, "Ada Lovelace", 2026)]


def changed(**fields: str) -> str:
    """GOOD with these fields instead; an empty one is left out."""
    found = dict(re.findall(r"(\w+): (\[.*?\]|[^,]+)", GOOD)) | fields
    return ", ".join(f"{name}: {value}" for name, value in found.items() if value)


def test_a_paper_as_it_should_be_raises_no_doubt() -> None:
    assert told(GOOD) == []
    assert told(changed(doi="10.1000/182", arxiv="2101.00001", status="in press")) == []


@pytest.mark.parametrize(
    ("fields", "rule", "message"),
    [
        ({"venue": ""}, "missing-venue", "this journal has no venue"),
        ({"venue": "", "type": "thesis"}, "missing-venue", "this thesis has no venue"),
        ({"venue": "", "type": ""}, "missing-venue", "this entry has no venue"),
        ({"date": ""}, "missing-year", "the entry has no year"),
        ({"date": "2062"}, "future-year", "the year 2062 is still to come"),
        ({"date": "2027"}, "future-year", "the year 2027 is still to come"),
        ({"authors": "[Augusta Lovelace]"}, "owner-missing", "'Ada Lovelace' is not found among the authors"),
        (
            {"authors": "[Bo Lee, et al.]"},
            "owner-missing",
            "'Ada Lovelace' is not found among the authors, who end in 'et al.'",
        ),
        ({"title": "TIDES OF THE SEA"}, "capitals", "the title is in capitals"),
        ({"doi": "11.1000/182"}, "bad-doi", "'11.1000/182' is not a DOI"),
        ({"arxiv": "21.00001"}, "bad-arxiv", "'21.00001' is not an arXiv id"),
        ({"status": "accpeted"}, "misspelt-status", "'accpeted' looks misspelt"),
        ({"note": "to apear"}, "misspelt-status", "'apear' looks misspelt"),
        ({"date": "{text: in pres}"}, "misspelt-status", "'pres' looks misspelt"),
    ],
)
def test_each_doubt_is_told_alone(fields: dict[str, str], rule: str, message: str) -> None:
    assert told(changed(**fields)) == [(rule, message)]


@pytest.mark.parametrize(
    "fields",
    [
        {"venue": "", "status": "under review"},
        {"venue": "", "type": "thesis", "institution": "University of London"},
        {"venue": "", "type": "preprint", "arxiv": "2101.00001"},
        {"venue": "", "venue_short": "W"},
        {"date": "", "status": "in press"},
        {"date": "{text: in press}"},
        {"date": "2027", "status": "to appear"},
        {"title": "GPT-4 VS BERT at 100 km"},
        {"title": "BERT"},
        {"note": "I was a visitor of the pres then"},
        {"authors": "[赵, A. K. Lovelace]"},
    ],
)
def test_what_only_looks_like_a_doubt_is_none(fields: dict[str, str]) -> None:
    assert told(changed(**fields)) == []


def test_a_doubt_stands_at_the_field_and_is_a_warning() -> None:
    (paper,) = publications(changed(status="accpeted"))
    (found,) = doubts(paper, IDENTITY, "Ada Lovelace", 2026)
    line = f"      - {{{changed(status='accpeted')}}}"
    assert str(found.spot) == f"p.yaml:7:{line.index('accpeted') + 1}"
    assert found.severity is Severity.WARNING


def doubled(*entries: str) -> list[tuple[str, str]]:
    return [(one.rule, one.message) for one in twins(publications(*entries))]


def test_a_title_or_doi_that_stands_twice_is_told_once_with_the_place_of_the_first() -> None:
    first = changed(doi="10.1/AB", key="a")
    assert doubled(first, changed(title="Another one")) == []
    assert doubled(first, changed(title='"TIDES of the sea!"')) == [
        ("duplicate-title", "it has the title of another entry, 'a', at p.yaml:7:9")
    ]
    assert doubled(first, changed(title="Another one", doi="10.1/ab")) == [
        ("duplicate-doi", "it has the DOI of another entry, 'a', at p.yaml:7:9")
    ]
    assert doubled(first, first) == [("duplicate-doi", "it has the DOI of another entry, 'a', at p.yaml:7:9")]


def test_of_two_versions_the_type_of_the_other_is_told() -> None:
    assert doubled(GOOD, changed(type="preprint")) == [
        ("duplicate-title", "it has the title of another entry, at p.yaml:7:9, a journal")
    ]


def raw(text: str) -> list[Problem]:
    return [problem for entry in read(text)[0] for problem in of_bib(entry, Path("a.bib"))]


def test_types_that_nobody_knows_are_told_with_what_they_may_be() -> None:
    assert raw("@article{a, title={T}}\n@online{b, title={T}}\n@PhDThesis{c, title={T}}") == []
    one, two = raw("@artcle{a, title={T}}\n\n@xyzzy{b, title={T}}")
    assert str(one) == "a.bib:1:1: '@artcle' is not a known type of entry; did you mean 'article'?"
    assert str(two) == (
        "a.bib:3:1: '@xyzzy' is not a known type of entry; it counts as 'other'; @misc is the type for what has none"
    )


def test_an_eprint_that_is_no_id_of_arxiv_is_told() -> None:
    text = "@misc{a,\n  eprint = {%s},\n  archiveprefix = {%s}}"
    assert raw(text % ("2101.00001v2", "arXiv")) == []
    assert raw(text % ("math/0309136", "arXiv")) == []
    assert raw(text % ("12345", "jstor")) == []
    (found,) = raw(text % ("2101:0001", "arXiv"))
    assert (found.rule, found.message) == ("bad-arxiv", "'2101:0001' is not an arXiv id")
    assert found.spot
    assert found.spot.line == 2
