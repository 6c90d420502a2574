"""What a link says of itself is compared with where it leads."""

from __future__ import annotations

from pathlib import Path

import pytest
from pdf_samples import LIMITS, annotate, numbers, sample, uri_action
from pypdf import PdfWriter

from cvpress.errors import Severity
from cvpress.pdf.linktext import link_text_problems
from cvpress.pdf.subject import Subject, open_reader
from cvpress.pdf.text import read


def told(folder: Path, text: str, *uris: str) -> list[tuple[str, Severity]]:
    """`uris`: one for each line of `text`."""

    def change(writer: PdfWriter) -> None:
        for row, uri in enumerate(uris):
            annotate(writer, 0, A=uri_action(uri), Rect=numbers(59, 778 - 14 * row, 500, 791 - 14 * row))

    pdf = sample(folder / "a.pdf", text.split("\n"), change=change)
    found = link_text_problems(Subject(pdf, open_reader(pdf), LIMITS, read(pdf)))
    return [(problem.rule, problem.severity) for problem in found]


@pytest.mark.parametrize(
    ("text", "uri"),
    [
        ("https://example.org/a", "https://example.org/a?b=c"),
        ("example.org", "https://www.example.org/"),
        ("www.example.org/x", "https://example.org/y"),
        ("doi.org/10.1000/1", "https://dx.doi.org/10.1000/1"),
        ("ada@example.org", "mailto:ada@example.org?subject=Hello"),
        ("Ada@Example.org", "mailto:ada@example.org"),
        ("my page", "https://example.org"),
        ("Booking.com reviews: a study", "https://papers.example.org/1"),
        ("+1 555 0100", "tel:+15550100"),
        ("paper.pdf", "https://example.org/1"),
        ("model.py", "https://example.org/1"),
        ("www.example.org", "www.example.org"),
    ],
)
def test_words_and_the_same_host_are_let_be(tmp_path: Path, text: str, uri: str) -> None:
    assert told(tmp_path, text, uri) == []


@pytest.mark.parametrize(
    ("text", "uri"),
    [
        ("https://example.org/a", "https://example.net/a"),
        ("example.org", "https://example.org.phish.net/"),
        ("example.org", "https://notexample.org/"),
        ("github.com/ada", "https://gitlab.com/ada"),
        ("ada@example.org", "mailto:bob@example.org"),
        ("ada@example.org", "https://example.org"),
        ("example.org", "mailto:ada@example.org"),
    ],
)
def test_another_address_is_a_warning(tmp_path: Path, text: str, uri: str) -> None:
    assert told(tmp_path, text, uri) == [("link-text", Severity.WARNING)]


def test_a_link_over_two_lines_is_read_as_one(tmp_path: Path) -> None:
    same = "https://example.org/notes/on.the.engine"
    assert told(tmp_path, "https://example.org/notes/\non.the.engine", same, same) == []


def test_http_is_told_once_and_as_an_info(tmp_path: Path) -> None:
    assert told(tmp_path, "one\ntwo", "http://a.example/", "http://b.example/") == [("link-http", Severity.INFO)]
