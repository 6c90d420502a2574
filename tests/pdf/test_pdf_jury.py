"""The jury: each reader confirms each text, or a warning names the reader and shows what came out instead."""

from __future__ import annotations

from pathlib import Path

from cvpress.errors import CheckError, Problem, Severity
from cvpress.pdf.feet import Foot
from cvpress.pdf.jury import jury_problems
from cvpress.pdf.readers import Reader
from cvpress.pdf.wanted import Wanted

WANTED = [
    Wanted("Ada Lovelace", "name", caseless=True),
    Wanted("Notes on a Multi-way Engine of the year and its many parts", "title", anchor=1),
    Wanted("1842", "date", anchor=1, repeats=True),
    Wanted("1842", "date", anchor=2, repeats=True),
]
WHOLE = "ADA LOVELACE\nNotes on a Multi-way Engine of the year\nand its many parts 1842"


def told(
    *pages: str, joins: bool = False, wanted: list[Wanted] = WANTED, foot: str = "", foreign: int = 0
) -> list[str]:
    reader = Reader("reader", lambda _pdf: pages, joins)
    feet = (Foot(foot),) if foot else ()
    problems = list(jury_problems(Path("a.pdf"), wanted, [reader], feet=feet, foreign=[range(foreign)]))
    assert all((problem.rule, problem.severity) == ("jury", Severity.WARNING) for problem in problems)
    return [str(problem) for problem in problems]


def test_what_comes_out_whole_is_confirmed() -> None:
    assert told(WHOLE) == []


def test_columns_may_come_out_in_any_order() -> None:
    assert told("and its many parts 1842 lovelace\nNotes on a Multi-way Engine of the year ADA") == []


def test_a_text_that_is_missing_names_the_reader_and_what_came_out() -> None:
    (message,) = told(WHOLE.replace("Engine", "Eng\ufffdne"))
    assert message.startswith("reader does not confirm it: title: 'Notes on a Multi-way Engine")
    assert "it says 'Notes on a Multi-way Eng\ufffdne" in message


def test_words_that_run_together_are_told() -> None:
    (message,) = told(
        WHOLE.replace("Notes on a Multi-way Engine of the year\nand its", "NotesonaMulti-wayEngineoftheyearandits")
    )
    assert "comes out without its spaces" in message


def test_a_hyphen_lost_at_a_line_end_is_forgiven_where_the_reader_is_known_to_take_it() -> None:
    joined = WHOLE.replace("Multi-way", "Multiway")
    assert told(joined, joins=True) == []
    assert len(told(joined)) == 1
    assert told("2016\u20132021", joins=True, wanted=[Wanted("2016", "a"), Wanted("2021", "b")]) == []


def test_right_to_left_words_count_in_the_order_of_the_paper_too() -> None:
    wanted = [Wanted("\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd", "title")]
    assert told("\u05dd\u05dc\u05d5\u05e2 \u05dd\u05d5\u05dc\u05e9", wanted=wanted) == []
    assert len(told("\u05dd\u05dc\u05d5\u05e2", wanted=wanted)) == 1


def test_running_feet_break_no_text_and_pages_of_strangers_confirm_none() -> None:
    title = [WANTED[1]]
    pages = ("Notes on a Multi-way\nAda 1/2\n", "Engine of the year and its many parts\nAda 2/2")
    assert told(*pages, wanted=title, foot="Ada {page}/{pages}") == []
    assert len(told(*pages, wanted=title, foreign=2)) == 1


def test_many_are_summed_up() -> None:
    wanted = [Wanted(f"Word{number}x", "field", anchor=number) for number in range(20)]
    found = told("nothing", wanted=wanted)
    assert len(found) == 7
    assert "14 texts more" in found[-1]


def test_a_reader_that_fails_is_told(tmp_path: Path) -> None:
    def fails(pdf: Path) -> tuple[str, ...]:
        raise CheckError(Problem(f"{pdf.name} is too odd", rule="damaged-pdf"))

    (problem,) = jury_problems(tmp_path / "a.pdf", WANTED, [Reader("reader", fails)])
    assert (problem.rule, problem.severity, problem.message) == ("jury", Severity.WARNING, "a.pdf is too odd")
