"""What is lost is told with its place and with what came out instead."""

from __future__ import annotations

from pathlib import Path

from cvpress.errors import Problem, Severity, Spot
from cvpress.pdf.claim import claim
from cvpress.pdf.fold import fold
from cvpress.pdf.lost import lost_problems
from cvpress.pdf.wanted import Wanted

SPOT = Spot(Path("profile.yaml"), 12, 7)


def told(printed: str, *wanted: Wanted) -> list[Problem]:
    page = fold(printed)
    return list(lost_problems(page, wanted, claim(page, wanted)))


def test_nothing_lost_is_nothing_told() -> None:
    assert told("Ada 2011", Wanted("Ada", "name", SPOT), Wanted("2011", "date", SPOT)) == []


def test_a_lost_text_names_its_field_its_spot_and_what_stands_there() -> None:
    before, after = Wanted("Institute of Alpha", "a"), Wanted("Institute of Beta", "b")
    (problem,) = told(
        "Institute of Alpha\r\n\u0141ukasz Zolc\r\nInstitute of Beta",
        before,
        Wanted("\u0141ukasz \u017b\u00f3\u0142\u0107", "entries[0].name", SPOT),
        after,
    )
    assert (problem.rule, problem.severity, problem.spot) == ("lost-text", Severity.ERROR, SPOT)
    assert str(problem) == (
        "profile.yaml:12:7: entries[0].name: '\u0141ukasz \u017b\u00f3\u0142\u0107' is not in the PDF's text; "
        "it says '\u0141ukasz Zolc' there"
    )


def test_a_text_that_left_no_trace_is_told_without_a_guess() -> None:
    (problem,) = told("Institute of Alpha", Wanted("2011", "date", SPOT))
    assert problem.advice == "look whether the template prints this field"


def test_of_equal_texts_the_count_is_told() -> None:
    (problem,) = told("2011", Wanted("2011", "a"), Wanted("2011", "b"))
    assert "wanted 2 times, printed 1" in problem.message


def test_the_likeness_is_found_inside_a_long_stretch_that_nothing_claims() -> None:
    filler = "lorem ipsum dolor sit amet " * 20
    (problem,) = told(
        f"{filler}A Study of Compiler Aware Scheduler {filler}", Wanted("Study of Compiler-Aware Schedulers", "t")
    )
    assert "Study of Compiler Aware Scheduler" in problem.advice


def test_of_several_stretches_that_nothing_claims_the_likest_is_shown() -> None:
    fields = [Wanted("Alpha", "a"), Wanted("Analytical Engine", "b"), Wanted("Gamma", "c")]
    (problem,) = told("some words Alpha Analytic Engin Gamma other words", *fields)
    assert problem.advice == "it says 'Analytic Engin' there"


def test_long_texts_are_cut_in_messages() -> None:
    (problem,) = told("nothing", Wanted("word " * 100, "summary"))
    assert len(problem.message) < 150


def test_hundreds_of_losses_are_all_told() -> None:
    wanted = [Wanted(f"text number {index} of many", f"f{index}", SPOT) for index in range(500)]
    assert [problem.message.split(":")[0] for problem in told("nothing " * 900, *wanted)] == [w.field for w in wanted]
