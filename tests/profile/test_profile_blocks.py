"""The body of a letter: paragraphs and lists, each text at its place, and every other Markdown told."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvpress.errors import Problem, Spot
from cvpress.profile.blocks import Block, parse
from cvpress.profile.nodes import Lines, Scalar

FILE = Path("letter.md")


def read(body: str) -> tuple[tuple[Block, ...], tuple[Problem, ...]]:
    return parse(Lines(body, Spot(FILE, 5)))


def shapes(body: str) -> list[tuple[str, list[str]]]:
    blocks, problems = read(body)
    assert problems == ()
    return [(block.shape, [text.plain for text in block.texts]) for block in blocks]


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("One\nline.\n\n\nTwo  \nlines.\n", [("paragraph", ["One line."]), ("paragraph", ["Two lines."])]),
        ("- a\n- b\n  goes on\n\n- c", [("bullets", ["a", "b goes on", "c"])]),
        ("1. a\n2. b\n9. c\n", [("numbers", ["a", "b", "c"])]),
        ("So:\n- a\nlazy\n\nThen.", [("paragraph", ["So:"]), ("bullets", ["a lazy"]), ("paragraph", ["Then."])]),
        ("- a\n1. b", [("bullets", ["a"]), ("numbers", ["b"])]),
        ("It was\n2021. Then\n- a", [("paragraph", ["It was 2021. Then"]), ("bullets", ["a"])]),
        ("2021\\. was\n\n\\# one\n\n\\- two", [("paragraph", [t]) for t in ("2021. was", "# one", "- two")]),
        ("-5 degrees\n\n1.5 metres", [("paragraph", ["-5 degrees"]), ("paragraph", ["1.5 metres"])]),
        ("<https://example.org/a> is it", [("paragraph", ["https://example.org/a is it"])]),
        ("One\r\n\r\nTwo\rlines", [("paragraph", ["One"]), ("paragraph", ["Two lines"])]),
        ("*emphasis* begins", [("paragraph", ["emphasis begins"])]),
    ],
)
def test_paragraphs_and_lists_are_read(body: str, wanted: list[tuple[str, list[str]]]) -> None:
    assert shapes(body) == wanted


@pytest.mark.parametrize(
    ("body", "what", "place"),
    [
        ("One\n\n## Head", "a heading begins here", (7, 1)),
        ("One\n===", "a heading's underline begins here", (6, 1)),
        ("> said", "a quotation begins here", (5, 1)),
        ("```\ncode\n", "a block of code begins here", (5, 1)),
        ("    code", "a block of code begins here", (5, 5)),
        ("| a | b |", "a table begins here", (5, 1)),
        ("One\n\n---\n\nTwo", "a rule begins here", (7, 1)),
        ("<div>x", "HTML begins here", (5, 1)),
        ("<!-- x -->", "HTML begins here", (5, 1)),
        ("![me](https://example.org)", "a picture begins here", (5, 1)),
        ("[a]: https://example.org", "the definition of a link begins here", (5, 1)),
        ("* a", "a list with '*' begins here", (5, 1)),
        ("+ a", "a list with '+' begins here", (5, 1)),
        ("1) a", "a list with '1)' begins here", (5, 1)),
        ("7. a", "a numbered list begins here with 7", (5, 1)),
        ("- a\n  - b", "a list inside a list begins here", (6, 3)),
        ("- a\n\n  more of a", "a second paragraph of an item begins here", (7, 3)),
        ("One\\\ntwo", "a line break inside a paragraph", (5, 1)),
    ],
)
def test_everything_else_is_told_at_its_place(body: str, what: str, place: tuple[int, int]) -> None:
    _, problems = read(body)
    assert problems[0].message == f"{what}; a letter has paragraphs and lists only"
    assert problems[0].spot == Spot(FILE, *place)
    assert all(problem.advice and problem.rule == "not-in-a-letter" for problem in problems)


def test_each_text_knows_where_it_begins() -> None:
    blocks, _ = read("One\ntwo\n\n- three\n-   four\n\n12 o'clock")
    found = [(text.plain, text.spot and (text.spot.line, text.spot.column)) for block in blocks for text in block.texts]
    assert found == [("One two", (5, 1)), ("three", (8, 3)), ("four", (9, 5)), ("12 o'clock", (11, 1))]


def test_texts_of_a_yaml_value_all_stand_where_it_begins() -> None:
    spot = Spot(Path("profile.yaml"), 3, 9)
    blocks, problems = parse(Scalar("One\n\n- two\n\n# three", spot))
    assert {text.spot for block in blocks for text in block.texts} == {spot}
    assert [problem.spot for problem in problems] == [spot]


def test_a_link_that_leads_nowhere_is_told_at_its_paragraph() -> None:
    blocks, problems = read("One\n\n- see [it](example.org)\n- two")
    assert [(str(problem.spot), problem.rule) for problem in problems] == [("letter.md:7:3", "bad-markup")]
    assert [text.plain for text in blocks[1].texts] == ["two"]


@given(st.lists(st.lists(st.text(alphabet="abc ", min_size=1).filter(str.strip), min_size=1), max_size=5))
def test_no_word_of_plain_paragraphs_is_lost(paragraphs: list[list[str]]) -> None:
    body = "\n\n".join("\n".join(line.strip() for line in lines) for lines in paragraphs)
    assert shapes(body) == [("paragraph", [" ".join(" ".join(lines).split())]) for lines in paragraphs]
