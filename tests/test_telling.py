"""What a run says, and where: problems and progress on stderr, results on stdout."""

from __future__ import annotations

from pathlib import Path

import pytest

from cvpress import telling
from cvpress.errors import Problem, Severity
from cvpress.report import Report, Result
from cvpress.telling import Listener

WARNING = Problem("it is small", None, "enlarge it", "small", Severity.WARNING)
RESULT = Result("ada", "cv", "ruled", "built", Path("cv.pdf"), 2, (WARNING,))


def test_problems_go_to_stderr_and_results_to_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    assert telling.tell_result(RESULT, Listener({})) == RESULT
    told = capsys.readouterr()
    assert told.err == "warning: it is small; enlarge it\n"
    assert told.out == "built      cv.pdf  (ruled, 2 pages, 1 warning)\n"


def test_who_is_strict_hears_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    judged = telling.tell_result(RESULT, Listener({}, strict=True))
    assert (judged.exit_code, telling.finish(Report((judged,)), Listener({}))) == (6, 6)
    assert capsys.readouterr().err.endswith("0 of 1 done, 1 failed:\n  ada/cv: it is small; enlarge it\n")


def test_github_hears_a_problem_twice(capsys: pytest.CaptureFixture[str]) -> None:
    telling.tell(WARNING, {"GITHUB_ACTIONS": "true"})
    told = capsys.readouterr()
    assert (told.out, told.err) == (
        "::warning title=small::it is small; enlarge it\n",
        "warning: it is small; enlarge it\n",
    )


def test_a_summary_that_cannot_be_written_is_a_warning(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    telling.summarize(Report((RESULT,)), {"GITHUB_STEP_SUMMARY": str(tmp_path / "none" / "summary")})
    assert capsys.readouterr().err.startswith("warning: cannot read or write ")


def test_progress_is_told_to_who_does_not_want_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    telling.progress("ada/cv", {})
    telling.progress("ada/cv", {"CVPRESS_QUIET": "1"})
    assert capsys.readouterr() == ("", "ada/cv ...\n")
