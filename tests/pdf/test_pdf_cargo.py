"""What a file carries besides its pages; what must not be there has its cases in tests/broken_pdf."""

from __future__ import annotations

from pathlib import Path

import pytest
from broken_cases import ASKING, CLAIMING, FIRST, SECOND, carrying, good
from pdf_samples import METADATA
from pypdf import PdfWriter

from cvpress.errors import Problem, Severity
from cvpress.pdf.attach import Attachment
from cvpress.pdf.cargo import cargo_problems
from cvpress.pdf.finish import finish
from cvpress.pdf.subject import Subject, open_reader
from cvpress.pdf.text import read


def told(pdf: Path, foreign: frozenset[int] = frozenset()) -> list[Problem]:
    return [*cargo_problems(Subject(pdf, open_reader(pdf), ASKING, read(pdf), foreign))]


def test_files_that_say_what_the_pages_say_are_let_be(tmp_path: Path) -> None:
    pdf = good(tmp_path / "a.pdf")
    record = "\n".join(f"- {line}" for line in (*FIRST, *SECOND))
    finish(pdf, pdf, CLAIMING, (Attachment("profile.yaml", "application/yaml", record.encode(), "Source"),))
    assert told(pdf) == []


@pytest.mark.parametrize(
    ("content", "severity"), [("phone: +1 555 010 0199", Severity.ERROR), ("note: Divorced", Severity.WARNING)]
)
def test_a_way_to_reach_somebody_weighs_more_than_a_word(tmp_path: Path, content: str, severity: Severity) -> None:
    (problem,) = told(carrying("a.yaml", "application/yaml", content)(tmp_path / "a.pdf"))
    assert (problem.rule, problem.severity) == ("attachment-says-more", severity)


def test_where_pages_are_unread_nothing_is_compared(tmp_path: Path) -> None:
    pdf = carrying("a.yaml", "application/yaml", "note: Divorced")(tmp_path / "a.pdf")
    assert told(pdf, frozenset({1})) == []


@pytest.mark.parametrize("name", ["setup.EXE", "run.sh", "cv.docm", "link.lnk"])
def test_programs_are_known_by_their_names(tmp_path: Path, name: str) -> None:
    found = told(carrying(name, "text/x-none", b"")(tmp_path / "a.pdf"))
    assert [problem.rule for problem in found] == ["embedded-executable"]


def test_what_tex_says_of_itself_is_no_telephone_number(tmp_path: Path) -> None:
    pdf = good(tmp_path / "a.pdf")
    writer = PdfWriter(clone_from=pdf)
    writer.add_metadata({"/PTEX.Fullbanner": "This is TeX, Version 3.1415926-1.40.11-2.2"})
    writer.write(pdf)
    assert told(pdf) == []
    writer.add_metadata({"/Remark": "Call 3.1415926-1.40.11-2.2"})
    writer.write(pdf)
    assert [problem.rule for problem in told(pdf)] == ["attachment-says-more"]


def test_title_and_author_are_no_news(tmp_path: Path) -> None:
    assert METADATA.title == ASKING.title
    assert told(good(tmp_path / "a.pdf")) == []
