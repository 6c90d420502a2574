"""What a watch says: a line for each build, each finding once, and plainly when a PDF is an old one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cvpress.errors import Problem, Severity, Spot
from cvpress.report import Result
from cvpress.watch.telling import Telling, old_pdf, old_pdfs

FILE = Path("profiles/ada/profile.yaml")
PDF = Path("build/ada/cv.pdf")


def warning(message: str, line: int = 3) -> Problem:
    return Problem(message, Spot(FILE, line), rule="typo", severity=Severity.WARNING)


def built(*problems: Problem, document: str = "cv", state: str = "built") -> Result:
    return Result("ada", document, "ruled", state, PDF.with_name(f"{document}.pdf"), 2, problems)


def failed(*problems: Problem) -> Result:
    return Result("ada", "cv", "ruled", "failed", None, 0, problems, exit_code=5)


@pytest.fixture
def telling() -> Telling:
    return Telling({}, strict=False)


def test_a_build_is_a_line_with_its_seconds(telling: Telling, capsys: pytest.CaptureFixture[str]) -> None:
    telling.result(built(), 0.1432)
    assert capsys.readouterr() == ("built      build/ada/cv.pdf  (ruled, 2 pages, no findings)  0.14 s\n", "")


def test_a_finding_is_told_once_wherever_it_moves(telling: Telling, capsys: pytest.CaptureFixture[str]) -> None:
    telling.result(built(warning("one")), 0.1)
    telling.end_round()
    assert "one" in capsys.readouterr().err
    telling.result(built(warning("one", line=9), warning("two")), 0.1)
    telling.end_round()
    out, err = capsys.readouterr()
    assert "2 warnings" in out
    assert "two" in err
    assert "one" not in err


def test_a_second_one_of_the_same_words_is_told(telling: Telling, capsys: pytest.CaptureFixture[str]) -> None:
    telling.result(built(warning("one")), 0.1)
    telling.end_round()
    capsys.readouterr()
    telling.result(built(warning("one"), warning("one", line=9)), 0.1)
    assert capsys.readouterr().err.count("one") == 1


def test_one_that_went_and_comes_back_is_told_again(telling: Telling, capsys: pytest.CaptureFixture[str]) -> None:
    for problems in ((warning("one"),), ()):
        telling.result(built(*problems), 0.1)
        telling.end_round()
    capsys.readouterr()
    telling.result(built(warning("one")), 0.1)
    assert "one" in capsys.readouterr().err


def test_what_two_documents_share_is_told_once(telling: Telling, capsys: pytest.CaptureFixture[str]) -> None:
    telling.result(built(warning("one")), 0.1)
    telling.result(built(warning("one"), document="resume"), 0.2)
    out, err = capsys.readouterr()
    assert err.count("one") == 1
    assert [line.split()[1] for line in out.splitlines()] == ["build/ada/cv.pdf", "build/ada/resume.pdf"]


def test_an_error_is_told_at_every_save(telling: Telling, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        telling.result(failed(Problem("TeX stopped", Spot(FILE, 3))), 0.5, "; it is old")
        telling.end_round()
        out, err = capsys.readouterr()
        assert out == "failed     ada/cv  (ruled): 1 error; it is old  0.50 s\n"
        assert "TeX stopped" in err


def test_after_a_failure_the_old_warnings_are_no_news(telling: Telling, capsys: pytest.CaptureFixture[str]) -> None:
    telling.result(built(warning("one")), 0.1)
    telling.end_round()
    telling.result(failed(Problem("TeX stopped")), 0.5)
    telling.end_round()
    capsys.readouterr()
    telling.result(built(warning("one")), 0.1)
    assert capsys.readouterr() == ("built      build/ada/cv.pdf  (ruled, 2 pages, 1 warning)  0.10 s\n", "")


def test_a_save_that_changed_nothing_is_one_line(telling: Telling, capsys: pytest.CaptureFixture[str]) -> None:
    for document in ("cv", "resume"):
        telling.result(built(document=document), 0.1)
    telling.end_round()
    capsys.readouterr()
    for document in ("cv", "resume"):
        telling.result(built(document=document, state="unchanged"), 0.02)
    telling.end_round()
    telling.end_round()
    assert capsys.readouterr().out == "unchanged  ada/cv, ada/resume  0.02 s\n"


def test_what_stays_is_not_told_beside_what_was_built(telling: Telling, capsys: pytest.CaptureFixture[str]) -> None:
    for document in ("cv", "resume"):
        telling.result(built(document=document), 0.1)
    telling.end_round()
    capsys.readouterr()
    telling.result(built(), 0.1)
    telling.result(built(document="resume", state="unchanged"), 0.1)
    telling.end_round()
    assert capsys.readouterr().out.count("\n") == 1


def test_that_a_failure_was_taken_back_is_told(telling: Telling, capsys: pytest.CaptureFixture[str]) -> None:
    telling.result(built(), 0.1)
    telling.result(failed(Problem("TeX stopped")), 0.5)
    telling.end_round()
    capsys.readouterr()
    telling.result(built(state="unchanged"), 0.02)
    telling.end_round()
    assert capsys.readouterr().out == "unchanged  build/ada/cv.pdf  (ruled, 2 pages, no findings)  0.02 s\n"


def test_strict_judges_hard_and_tells_only_news(capsys: pytest.CaptureFixture[str]) -> None:
    telling = Telling({}, strict=True)
    for told in (1, 0):
        telling.result(built(warning("one")), 0.1)
        telling.end_round()
        out, err = capsys.readouterr()
        assert "1 error" in out
        assert err.count("one") == told


def test_of_an_old_pdf_its_time_is_told(tmp_path: Path) -> None:
    pdf = tmp_path / "cv.pdf"
    assert (old_pdf(pdf), old_pdfs(tmp_path)) == ("", "")
    pdf.write_bytes(b"%PDF")
    assert re.fullmatch(rf"; {re.escape(str(pdf))} is still that of \d\d:\d\d:\d\d", old_pdf(pdf))
    assert old_pdfs(tmp_path) == f"; the PDFs in {tmp_path} are those of before"


def test_a_person_who_is_gone_leaves_pdfs(telling: Telling, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    telling.gone("ada", tmp_path)
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "cv.pdf").write_bytes(b"%PDF")
    telling.gone("ada", tmp_path)
    first, second = capsys.readouterr().out.splitlines()
    assert first == "gone       ada has no profile any more"
    assert second == f"{first}; the PDFs in {tmp_path / 'ada'} are those of before"
