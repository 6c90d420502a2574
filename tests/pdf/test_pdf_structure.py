"""Rules about pages, text layer and metadata: each has a PDF that breaks it, and one that doesn't."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from pdf_samples import A4, LIMITS, METADATA, sample
from pypdf import PdfWriter
from pypdf.generic import NameObject, NumberObject, StreamObject

from cvpress.errors import Problem, Severity
from cvpress.pdf.check import Foot, check
from cvpress.pdf.subject import Limits

Made = Callable[..., list[Problem]]


@pytest.fixture
def found(tmp_path: Path) -> Made:
    """Make a PDF of pages of lines and check it."""

    def checked(
        *pages: Sequence[str],
        change: Callable[[PdfWriter], None] | None = None,
        limits: Limits = LIMITS,
        size: tuple[float, float] = A4,
        foreign: Sequence[range] = (),
        feet: Sequence[Foot] = (),
    ) -> list[Problem]:
        pdf = sample(tmp_path / "a.pdf", *pages, change=change, size=size)
        return list(check(pdf, [], limits, foreign=foreign, feet=feet))

    return checked


def rules(problems: Sequence[Problem]) -> list[str]:
    return [problem.rule for problem in problems]


def test_a_good_document_has_no_problem(found: Made) -> None:
    assert found(["One"], ["Two"]) == []


def test_pages_over_the_limit_are_counted(found: Made) -> None:
    (problem,) = found(["1"], ["2"], ["3"], ["4"])
    assert (problem.rule, problem.message) == ("page-limit", "4 pages, 2 over the limit of 2")
    assert found(["1"], ["2"], ["3"], limits=replace(LIMITS, pages=None)) == []


def test_lines_over_the_limit_are_those_of_the_text_unless_they_are_known_better(found: Made) -> None:
    (problem,) = found(["1"], ["2"], ["3"], ["4"])
    assert problem.advice.startswith("about 2 lines too many")
    (problem,) = found(["1"], ["2"], ["3"], ["4"], limits=replace(LIMITS, lines=(40, 40, 30, 9)))
    assert problem.advice.startswith("about 39 lines too many")


@pytest.mark.parametrize("size", [(612, 792), (595.276, 843), (841.89, 595.276)])
def test_another_paper_is_an_error(found: Made, size: tuple[float, float]) -> None:
    (problem,) = found(["1"], ["2"], size=size)
    assert (problem.rule, problem.severity) == ("paper-size", Severity.ERROR)
    assert problem.message.startswith("page 1 and 1 more: the paper is ")


@pytest.mark.parametrize("size", [(595, 842), (596.2, 841)])
def test_rounding_of_paper_is_none(found: Made, size: tuple[float, float]) -> None:
    assert found(["1"], size=size) == []


def test_a_turned_page_is_measured_as_it_is_seen(found: Made) -> None:
    def turn(writer: PdfWriter) -> None:
        writer.pages[0][NameObject("/Rotate")] = NumberObject(90)

    assert found(["1"], size=(841.89, 595.276), change=turn) == []
    assert rules(found(["1"], change=turn)) == ["paper-size"]


def test_another_paper_on_a_strangers_page_is_a_warning(found: Made) -> None:
    problems = found(["1"], ["2"], size=(612, 792), foreign=[range(1, 2)])
    assert [(p.rule, p.severity) for p in problems] == [
        ("paper-size", Severity.ERROR),
        ("paper-size", Severity.WARNING),
    ]


def draw(writer: PdfWriter) -> None:
    contents = writer.pages[1]["/Contents"].get_object()
    assert isinstance(contents, StreamObject)
    contents.set_data(contents.get_data() + b"\n60 60 100 100 re f")


def test_a_blank_page_is_found_and_a_drawing_is_none(found: Made) -> None:
    (problem,) = found(["1"], [])
    assert (problem.rule, problem.message) == ("blank-page", "page 2 is blank")
    assert found(["1"], [], change=draw) == []
    assert found(["1"], [], foreign=[range(1, 2)]) == []


def test_a_page_with_only_a_running_foot_is_blank(found: Made) -> None:
    pages = ["Text", "Ada 1/2"], ["Ada 2/2"]
    assert rules(found(*pages, feet=[Foot("Ada {page}/{pages}")])) == ["blank-page"]
    assert found(*pages) == []


@pytest.mark.parametrize(
    ("char", "rule"),
    [
        ("\ufffd", "replacement-character"),
        ("\ue000", "private-use"),
        ("\uf8ff", "private-use"),
        ("\U000f0001", "private-use"),
    ],
)
def test_unreadable_characters_are_told_with_their_surroundings(found: Made, char: str, rule: str) -> None:
    (problem,) = found(["Mail", f"to {char} ada"])
    assert problem.rule == rule
    assert f"page 1: U+{ord(char):04X} in the text, first in" in problem.message
    assert "to " in problem.message
    assert found(["Mail", f"to {char} ada"], ["2"], foreign=[range(1)]) == []


def test_readable_characters_are_no_finding(found: Made) -> None:
    assert found(["\u0141 \u4e2d \U0001f525 \u2013 \u2022 \u20ac \u05e9"]) == []


def test_text_off_the_page_is_found(found: Made) -> None:
    (problem,) = found(["https://example.org/" + "a" * 100 + "tail"])
    assert problem.rule == "off-page"
    assert problem.message.endswith("tail'")


@pytest.mark.parametrize(
    ("limits", "rule", "message"),
    [
        (replace(LIMITS, title="Another"), "metadata-title", "the PDF's title is 'Ada Lovelace, CV', not 'Another'"),
        (replace(LIMITS, author="Bob"), "metadata-author", "the PDF's author is 'Ada Lovelace', not 'Bob'"),
        (replace(LIMITS, language="de"), "metadata-language", "the PDF's language is 'en-GB', not 'de'"),
    ],
)
def test_wrong_metadata_is_an_error(found: Made, limits: Limits, rule: str, message: str) -> None:
    (problem,) = found(["1"], limits=limits)
    assert (problem.rule, problem.message, problem.severity) == (rule, message, Severity.ERROR)


def test_an_unfinished_document_lacks_everything(tmp_path: Path) -> None:
    pdf = sample(tmp_path / "a.pdf", ["1"], ["2"], metadata=METADATA)
    writer = PdfWriter()
    writer.append(pdf, import_outline=False)
    writer.write(tmp_path / "raw.pdf")
    problems = check(tmp_path / "raw.pdf", [], LIMITS)
    assert rules(problems) == [
        "metadata-title",
        "metadata-author",
        "metadata-language",
        "display-title",
        "no-bookmarks",
    ]
    assert problems[-1].severity is Severity.WARNING


def test_a_single_page_needs_no_bookmarks(found: Made) -> None:
    assert found(["1"]) == []
