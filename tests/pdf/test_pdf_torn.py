"""Torn addresses and names, and what only looks like one."""

from __future__ import annotations

from pathlib import Path

import pytest
from pdf_samples import LIMITS, annotate, sample, uri_action
from pypdf import PdfWriter

from cvpress.pdf.subject import Subject, open_reader
from cvpress.pdf.text import read
from cvpress.pdf.torn import torn_problems


def told(folder: Path, *lines: str, link: str = "") -> list[str]:
    def change(writer: PdfWriter) -> None:
        if link:
            annotate(writer, 0, A=uri_action(link))

    pdf = sample(folder / "a.pdf", lines, change=change)
    found = torn_problems(Subject(pdf, open_reader(pdf), LIMITS, read(pdf)))
    return [f"{problem.rule}: {problem.message}" for problem in found]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("write to ada.love-", "lace@example.org today"), "'ada.lovelace@example.org' is torn"),
        (("see www.exam-", "ple.org/notes."), "'www.example.org/notes.' is torn"),
        (("code: github.com/ada/analyt-", "ical"), "'github.com/ada/analytical' is torn"),
        (("Menabrea and Ada Love-", "lace"), "your name is hyphenated: 'Ada Lovelace'"),
        (("Menabrea and A-", "da Lovelace"), "your name is hyphenated: 'Ada Lovelace'"),
    ],
)
def test_a_hyphen_that_is_not_its_own_is_told(tmp_path: Path, lines: tuple[str, ...], said: str) -> None:
    (message,) = told(tmp_path, *lines)
    assert message.startswith("hyphenated: page 1: ")
    assert said in message


@pytest.mark.parametrize(
    "lines",
    [
        ("an ordi-", "nary word"),
        ("by Adam Love-", "lace"),
        ("Ada Lovelace and Charles Bab-", "bage"),
        ("ada@example.org and ordi-", "nary words"),
        ("in 2011-", "2012"),
    ],
)
def test_words_may_be_hyphenated(tmp_path: Path, lines: tuple[str, ...]) -> None:
    assert told(tmp_path, *lines) == []


def test_a_hyphen_that_the_linked_address_has_is_its_own(tmp_path: Path) -> None:
    lines = ("see https://example.org/analytical-", "engine now")
    assert len(told(tmp_path, *lines)) == 1
    assert told(tmp_path, *lines, link="https://example.org/analytical-engine") == []


@pytest.mark.parametrize("line", ["S K I L L S", "E D U C A T I O N"])
def test_letters_far_apart_are_told_once_for_a_page(tmp_path: Path, line: str) -> None:
    assert [one.partition(":")[0] for one in told(tmp_path, line, line[::-1])] == ["letter-spaced"]


@pytest.mark.parametrize("line", ["A B or C D", "1 2 3 4 5 6", "T F F T T", "A B C D E", "Z Z Z Z Z"])
def test_letters_that_are_no_word_are_let_be(tmp_path: Path, line: str) -> None:
    assert told(tmp_path, line) == []
