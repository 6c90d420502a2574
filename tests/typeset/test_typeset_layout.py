"""The rules of the page, on records of a page of 600 by 800 pt with margins of 50 pt and lines 20 pt apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from cvpress.errors import Problem, Severity, Spot, TemplateError
from cvpress.typeset.layout import RULES, Layout, Origin, problems, read

PAGE = "page 600 800 50 50 550 750 0 5"
DOCUMENT = Spot(Path("profile.yaml"), 90)
# What stands where: page, kind, paragraph and number of the line, then from which line of the .tex.
Row = tuple[int, str, int, int, int]


def line(row: Row, baseline: float, left: float = 50, right: float = 550) -> str:
    page, kind, paragraph, number, source = row
    return f"line {page} {kind} {paragraph} {number} 1 {left} {baseline - 8} {right} {baseline + 2} {source}"


def laid_out(*lines: str, page: str = PAGE) -> Layout:
    made = read("\n".join(text.replace(" ", "\t") for text in (page, *lines)))
    assert made is not None
    return made


def flowing(*rows: Row) -> Layout:
    """Lines one below the other on each page; and so much more of a last paragraph that the last page is filled."""
    lines, at = [], dict.fromkeys(range(9), 60.0)
    for row in rows:
        lines.append(line(row, at[row[0]]))
        at[row[0]] += 20
    last = rows[-1]
    lines += [line((last[0], "paragraph", last[2] + 1, number, 99), 500 + 20 * number) for number in (1, 2, 3, 4)]
    return laid_out(*lines)


def found(layout: Layout) -> tuple[Problem, ...]:
    return problems(layout, Origin(lambda number: Spot(Path("profile.yaml"), number), DOCUMENT))


def rules(layout: Layout) -> list[str]:
    return [problem.rule for problem in found(layout)]


@pytest.mark.parametrize(
    ("last", "first", "told"),
    [
        ("section", "item", True),
        ("section", "entry", True),
        ("group", "paragraph", True),
        ("entry", "role", True),
        ("entry", "detail", True),
        ("role", "item", True),
        ("item", "section", False),
        ("detail", "paragraph", False),
        ("entry", "entry", False),
        ("role", "entry", False),
    ],
)
def test_a_head_at_the_foot_of_a_page_parts_from_what_it_heads(last: str, first: str, told: bool) -> None:
    layout = flowing((1, "paragraph", 1, 1, 3), (1, last, 2, 1, 5), (2, first, 3, 1, 7), (2, "paragraph", 4, 1, 8))
    assert rules(layout) == ["head-at-foot"] * told


def test_a_head_of_two_lines_is_not_split() -> None:
    layout = flowing((1, "paragraph", 1, 1, 3), (1, "entry", 2, 1, 5), (2, "entry", 3, 1, 5), (2, "item", 4, 1, 8))
    (problem,) = found(layout)
    assert (problem.rule, problem.severity) == ("head-at-foot", Severity.WARNING)
    assert problem.message == "page 1 ends with the head of an entry"
    assert problem.spot == Spot(Path("profile.yaml"), 5)


def test_a_head_at_the_end_of_the_document_heads_nothing() -> None:
    assert rules(laid_out(line((1, "item", 1, 1, 3), 60), line((1, "section", 2, 1, 5), 740))) == []


@pytest.mark.parametrize(
    ("above", "below", "told"),
    [
        (1, 1, "an item of 2 lines is split 1 + 1 over page 1 and the next"),
        (2, 1, "an item of 3 lines is split 2 + 1 over page 1 and the next"),
        (1, 2, "an item of 3 lines is split 1 + 2 over page 1 and the next"),
        (3, 1, "an item of 4 lines is split 3 + 1 over page 1 and the next"),
        (1, 5, "an item of 6 lines is split 1 + 5 over page 1 and the next"),
        (2, 2, ""),
        (3, 2, ""),
        (3, 0, ""),
        (0, 3, ""),
    ],
)
def test_an_item_of_three_lines_stays_whole_and_a_longer_one_leaves_two(above: int, below: int, told: str) -> None:
    pages = [1] * above + [2] * below
    item = [(page, "item", 2, number, 5) for number, page in enumerate(pages, 1)]
    layout = flowing((1, "item", 1, 1, 3), *item, (2, "section", 3, 1, 7))
    assert [problem.message for problem in found(layout)] == ([told] if told else [])


def test_a_long_item_may_go_over_three_pages() -> None:
    pages = [1, 1, 2, 2, 3, 3]
    assert rules(flowing(*((page, "item", 1, number, 5) for number, page in enumerate(pages, 1)))) == []
    pages = [1, 1, 2, 2, 2, 3]
    assert rules(flowing(*((page, "item", 1, number, 5) for number, page in enumerate(pages, 1)))) == ["split-item"]


def test_rows_of_referee_cards_may_stand_on_two_pages() -> None:
    assert rules(flowing((1, "card", 1, 1, 3), (2, "card", 1, 2, 3))) == []


@pytest.mark.parametrize(
    ("before", "first", "lines", "after", "told"),
    [
        ("item", "item", 1, "section", True),
        ("item", "item", 1, "detail", True),
        ("paragraph", "item", 1, "section", True),
        ("item", "item", 1, "item", False),
        ("item", "item", 2, "section", False),
        ("item", "paragraph", 1, "section", False),
    ],
)
def test_no_page_begins_with_a_lone_line_of_a_list(before: str, first: str, lines: int, after: str, told: bool) -> None:
    item = [(2, first, 2, number, 5) for number in range(1, lines + 1)]
    layout = flowing((1, before, 1, 1, 3), *item, (2, after, 3, 1, 7))
    assert rules(layout) == ["lone-line"] * told


def test_an_item_parted_from_its_head_is_told_as_that_only() -> None:
    layout = flowing((1, "section", 1, 1, 3), (2, "item", 2, 1, 5), (2, "section", 3, 1, 7))
    assert rules(layout) == ["head-at-foot"]


def test_the_first_page_may_begin_as_it_likes() -> None:
    assert rules(laid_out(line((1, "item", 1, 1, 3), 60), line((1, "section", 2, 1, 5), 740))) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("line 1 item 1 1 1 50 52 551 62 7", ""),
        ("line 1 item 1 1 1 50 52 551.2 62 7", "page 1: a line runs 1.2 pt into the margin"),
        ("line 1 item 1 1 1 48 52 500 62 7", "page 1: a line runs 2.0 pt into the margin"),
        ("line 1 item 1 1 1 50 45 500 62 7", "page 1: a line runs 5.0 pt into the margin"),
        ("line 1 item 1 1 1 50 740 500 755.9 7", ""),
        ("line 1 item 1 1 1 50 740 500 758 7", "page 1: a line runs 3.0 pt into the margin"),
        ("line 1 item 1 1 1 50 52 607 62 7", "page 1: a line runs 57.0 pt off the page"),
        ("line 1 item 1 1 1 50 790 500 806 7", "page 1: a line runs 51.0 pt off the page"),
        ("line 1 foot 0 1 1 50 770 550 778 0", ""),
        ("line 1 foot 0 1 1 50 770 560 778 0", "page 1: a line runs 10.0 pt into the margin"),
        ("line 1 foot 0 1 1 50 795 550 803 0", "page 1: a line runs 3.0 pt off the page"),
    ],
)
def test_ink_stays_in_the_text_block_but_for_what_hangs_below_a_baseline(text: str, told: str) -> None:
    problems_ = found(laid_out(text))
    assert [problem.message for problem in problems_] == ([told] if told else [])
    assert {problem.severity for problem in problems_} <= {Severity.ERROR}


def test_what_a_look_hangs_in_the_left_margin_is_the_pages_own() -> None:
    hung = "line 1 item 1 1 1 20 52 500 62 7"
    assert rules(laid_out(hung)) == ["outside-margins"]
    assert rules(laid_out(hung, page="page 600 800 50 50 550 750 30 5")) == []
    assert rules(laid_out(hung, page="page 600 800 50 50 550 750 28 5")) == ["outside-margins"]


def test_the_worst_line_of_each_page_is_told_with_how_many_there_are() -> None:
    over = [(1, 553), (1, 559), (1, 556), (2, 552)]
    lines = [line((page, "paragraph", at, 1, at), 60 + 100 * at, right=edge) for at, (page, edge) in enumerate(over, 1)]
    told = [problem for problem in found(laid_out(*lines)) if problem.rule == "outside-margins"]
    assert [problem.message for problem in told] == [
        "page 1: 3 lines run up to 9.0 pt into the margin",
        "page 2: a line runs 2.0 pt into the margin",
    ]
    assert [problem.spot.line for problem in told if problem.spot] == [2, 4]


@pytest.mark.parametrize(("baseline", "told"), [(223, ""), (222, "24%"), (216, "24%"), (60, "1%"), (230, "")])
def test_a_last_page_under_a_quarter_is_told_at_the_document(baseline: float, told: str) -> None:
    found_ = found(laid_out(line((1, "item", 1, 1, 3), 700), line((2, "paragraph", 2, 1, 5), baseline)))
    assert [problem.message for problem in found_] == ([f"the last page is {told} full, less than 25%"] if told else [])
    assert {problem.spot for problem in found_} <= {DOCUMENT}


def test_one_page_may_be_as_empty_as_it_is() -> None:
    assert rules(laid_out(line((1, "item", 1, 1, 3), 60))) == []


def test_a_foot_fills_no_page() -> None:
    foot = "line 2 foot 0 1 1 50 740 550 748 0"
    layout = laid_out(line((1, "item", 1, 1, 3), 700), line((2, "paragraph", 2, 1, 5), 60), foot)
    assert rules(layout) == ["last-page"]


def test_lines_are_counted_with_those_in_boxes_and_without_feet() -> None:
    foot = "line 1 foot 0 1 1 50 760 550 768 0"
    header = "line 1 header 1 1 3 50 52 550 90 3"
    assert laid_out(header, line((1, "item", 2, 1, 5), 110), foot, line((2, "item", 3, 1, 6), 60)).counts == (4, 1)


def test_without_a_record_nothing_is_told() -> None:
    assert read("") is None
    assert problems(None, Origin(lambda _: None)) == ()


@pytest.mark.parametrize(
    "text", ["nonsense", "page 1 2", PAGE + " 9", PAGE + "\nline 1 item", PAGE + "\nword 1", PAGE.replace("0", "x")]
)
def test_what_is_no_record_is_an_error_of_the_template(text: str) -> None:
    with pytest.raises(TemplateError, match=r"document\.layout is no record of lines"):
        read(text.replace(" ", "\t"))


def test_each_rule_is_known_by_its_id() -> None:
    broken = laid_out(
        line((1, "item", 1, 1, 3), 60, right=600),
        line((1, "item", 2, 1, 4), 80),
        line((2, "item", 2, 2, 4), 60),
        line((2, "section", 3, 1, 5), 80),
        line((3, "item", 4, 1, 6), 60),
        line((4, "item", 5, 1, 7), 60),
    )
    assert set(rules(broken)) == set(RULES)
