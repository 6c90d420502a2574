"""How results are told: to people, and to GitHub."""

from __future__ import annotations

from pathlib import Path

import pytest

from cvpress import report
from cvpress.errors import CheckError, LatexError, Problem, Severity, Spot, ToolError
from cvpress.report import Report, Result

LOST = Problem("'2021' is lost", Spot(Path("profiles/ada/profile.yaml"), 3, 7), "look there", "lost-text")
WARNING = Problem("no outline", severity=Severity.WARNING)
INFO = Problem("left out", severity=Severity.INFO)


def result(*problems: Problem, state: str = "built", code: int = 0, pages: int = 2) -> Result:
    return Result("ada", "cv", "ruled", state, Path("build/ada/cv.pdf"), pages, problems, code)


def failed(*problems: Problem, code: int = 6) -> Result:
    return Result("ada", "cv", "ruled", "failed", None, 0, problems, code)


@pytest.mark.parametrize(("codes", "code"), [((), 0), ((0, 0), 0), ((6, 0, 5), 5), ((5, 2, 6), 2), ((1, 6), 1)])
def test_of_several_failures_the_lowest_code_counts(codes: tuple[int, ...], code: int) -> None:
    assert report.exit_code([failed(LOST, code=each) for each in codes]) == code


@pytest.mark.parametrize(
    ("shown", "line"),
    [
        (result(), "built      build/ada/cv.pdf  (ruled, 2 pages, no findings)"),
        (result(pages=1, state="unchanged"), "unchanged  build/ada/cv.pdf  (ruled, 1 page, no findings)"),
        (result(WARNING, INFO, WARNING), "built      build/ada/cv.pdf  (ruled, 2 pages, 2 warnings, 1 info)"),
        (failed(LOST, LOST, INFO, INFO), "failed     ada/cv  (ruled): 2 errors, 2 info"),
    ],
)
def test_a_result_is_one_line(shown: Result, line: str) -> None:
    assert report.summary_line(shown) == line


def test_the_last_lines_say_which_failed_and_why() -> None:
    assert report.closing_lines((result(), failed(WARNING, LOST, LOST))) == (
        "1 of 2 done, 1 failed:",
        "  ada/cv: profiles/ada/profile.yaml:3:7: '2021' is lost; look there (and 1 more)",
    )
    assert report.closing_lines((result(), result())) == ("2 of 2 done",)
    assert report.closing_lines(()) == ("nothing to do",)


def test_an_advice_of_several_lines_is_not_cut_in_the_last_lines() -> None:
    missing = Problem("latexmk is not installed", advice="install with\n    Debian: apt-get", rule="missing-tool")
    assert report.closing_lines((failed(missing),))[-1] == "  ada/cv: latexmk is not installed"


def test_a_problem_is_told_with_its_source_line_and_a_caret(tmp_path: Path) -> None:
    file = tmp_path / "profile.yaml"
    file.write_text("schema: 1\nname: {givn: Ada}\n", encoding="utf-8")
    told = report.told(Problem("'givn' is not a field", Spot(file, 2, 8), "did you mean 'given'?"))
    assert told == f"{file}:2:8: 'givn' is not a field; did you mean 'given'?\n    name: {{givn: Ada}}\n           ^"
    assert report.told(WARNING) == "warning: no outline"


@pytest.mark.parametrize(
    ("content", "line", "column", "shown"),
    [
        (b"a:\tb", 1, 4, "\n    a: b\n       ^"),
        (b"a: \x1b[2Jb", 1, 4, "\n    a: \ufffd[2Jb\n       ^"),
        (b"x" * 200 + b"HERE", 1, 201, f"\n    {'x' * 59}HERE\n    {' ' * 59}^"),
        (b"a", 2, 1, ""),
        (b"\xff", 1, 1, ""),
        (None, 1, 1, ""),
    ],
    ids=["tab", "escape", "long", "no-such-line", "no-text", "no-file"],
)
def test_only_what_can_be_shown_safely_is_shown(
    tmp_path: Path, content: bytes | None, line: int, column: int, shown: str
) -> None:
    file = tmp_path / "profile.yaml"
    if content is not None:
        file.write_bytes(content)
    found = report.excerpt(Problem("wrong", Spot(file, line, column)))
    assert found == shown


def test_an_annotation_names_the_place_and_escapes_what_github_reads_as_its_own() -> None:
    spot = Spot(Path("profiles/a,b:c/profile.yaml"), 3, 7)
    assert report.annotation(Problem("100% lost:\nall, of it", spot, "look", "lost-text")) == (
        "::error file=profiles/a%2Cb%3Ac/profile.yaml,line=3,col=7,title=lost-text::100%25 lost:%0Aall, of it; look"
    )
    assert report.annotation(WARNING) == "::warning title=problem::no outline"
    assert report.annotation(INFO) == "::notice title=problem::left out"


def test_the_summary_is_a_table_that_a_name_cannot_break() -> None:
    odd = Result("a|b\nc", "cv", "ruled", "built", None, 2, (INFO,))
    assert report.job_summary(Report((odd, failed(LOST)))).splitlines() == [
        "## CVs",
        "",
        "| person | document | template | pages | findings |",
        "|---|---|---|---|---|",
        "| a\\|b c | cv | ruled | 2 | 1 info |",
        "| ada | cv | ruled |  | **failed**: 1 error |",
        "",
        "| | document | rule | finding |",
        "|---|---|---|---|",
        "| error | ada/cv | `lost-text` | profiles/ada/profile.yaml:3:7: '2021' is lost; look there |",
        "| info | a\\|b c/cv | `problem` | left out |",
    ]


def test_the_summary_is_appended_where_github_says_and_else_nowhere(tmp_path: Path) -> None:
    file = tmp_path / "summary.md"
    report.write_job_summary(Report((result(),)), {})
    assert not file.exists()
    for _ in range(2):
        report.write_job_summary(Report((result(),)), {"GITHUB_STEP_SUMMARY": str(file)})
    assert file.read_text() == 2 * report.job_summary(Report((result(),)))
    with pytest.raises(ToolError, match="No such file or directory"):
        report.write_job_summary(Report((result(),)), {"GITHUB_STEP_SUMMARY": str(tmp_path / "no" / "summary.md")})


def test_an_error_becomes_a_failed_result_with_its_code() -> None:
    for error, code in ((CheckError(LOST), 6), (LatexError(LOST), 5), (ToolError(LOST), 4)):
        made = report.of_error(error, "ada", "cv", "ruled", 1.5)
        assert (made.state, made.exit_code, made.problems, made.pdf) == ("failed", code, (LOST,), None)
