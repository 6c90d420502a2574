"""A whole run as asked for: reports as files, --strict, PDFs of strangers. Fake TeX."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pdf_samples import drawn, sample
from workshop import LINES, PROFILE, Workshop, with_fakes

from cvpress.prepare import Press
from cvpress.report import Report, Result
from cvpress.run import press
from cvpress.telling import finish, tell_result

PACKET = PROFILE + "packets:\n  all: [cv]\n"
WARNED = PROFILE + "packets:\n  all: [cv, other.pdf]\n"


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return with_fakes(tmp_path)


def read(shop: Workshop, name: str = "r.json") -> dict[str, Any]:
    made: dict[str, Any] = json.loads((shop.root / name).read_text())
    return made


# -- reports ----------------------------------------------------------------------------------------------------------


def test_each_report_asked_for_is_written(shop: Workshop) -> None:
    words = [f"--report=reports/r.{ending}" for ending in ("json", "xml", "sarif", "md")]
    assert shop.run("pdf", *words).code == 0
    assert sorted(path.name for path in (shop.root / "reports").iterdir()) == ["r.json", "r.md", "r.sarif", "r.xml"]
    assert [result["state"] for result in read(shop, "reports/r.json")["results"]] == ["built"]


def test_a_failure_is_in_the_report_with_its_exit_code(shop: Workshop) -> None:
    shop.prints(*(line for line in LINES if line != "Read a book."))
    assert shop.run("pdf", "--report", "r.json").code == 6
    made = read(shop)
    assert made["exit_code"] == 6
    assert [(one["rule"], one["place"]["line"]) for one in made["results"][0]["problems"]] == [("lost-text", 9)]


def test_who_asks_for_what_is_not_there_gets_a_report_of_that(shop: Workshop) -> None:
    assert shop.run("pdf", "--person", "xyz", "--report", "r.json").code == 2
    made = read(shop)
    assert (made["exit_code"], made["results"], made["problems"][0]["rule"]) == (2, [], "unknown-person")


def test_a_report_of_no_known_format_stops_the_run_before_it_begins(shop: Workshop) -> None:
    done = shop.run("pdf", "--report", "r.txt")
    assert done.code == 2
    assert "'r.txt' names no format of a report" in done.err
    assert shop.calls == []


def test_check_and_merge_write_reports_too(shop: Workshop) -> None:
    shop.profile(text=PACKET)
    assert shop.run("merge", "--report", "m.json").code == 0
    assert [result["state"] for result in read(shop, "m.json")["results"]] == ["built", "merged"]
    assert shop.run("check", "--report", "c.json").code == 0
    assert [result["state"] for result in read(shop, "c.json")["results"]] == ["checked", "checked"]


# -- strict -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def warned(shop: Workshop) -> Workshop:
    """A packet with a warning: the attached PDF's font is not embedded."""
    shop.profile(text=WARNED)
    drawn(shop.root / "profiles" / "ada" / "other.pdf", "BT /F1 12 Tf 72 700 Td (Hello) Tj ET", size=(612, 792))
    return shop


def test_a_warning_fails_no_run_but_a_strict_one(warned: Workshop) -> None:
    assert warned.run("pdf").code == 0
    done = warned.run("pdf", "--strict", "--report", "r.json")
    assert done.code == 6
    assert "the font Helvetica is not embedded" in done.err
    assert "warning:" not in done.err.replace("warning: LuaTeX runs without", "")
    made = read(warned)
    assert [result["exit_code"] for result in made["results"]] == [0, 6]
    assert made["counts"]["warning"] == 0
    assert made["strict"] is True
    assert warned.built("ada", "all.pdf").is_file()  # the judgement is harder, the PDF the same
    assert warned.run("check", "--strict").code == 6
    assert warned.run("check").code == 0


def test_infos_fail_no_strict_run(shop: Workshop) -> None:
    assert shop.run("pdf", "--strict").code == 0


# -- PDFs of strangers ------------------------------------------------------------------------------------------------


def test_any_pdf_is_checked_without_a_profile(tmp_path: Path) -> None:
    shop = Workshop(tmp_path, {"HOME": str(tmp_path)})
    sample(tmp_path / "good.pdf", ["Hello"])
    drawn(tmp_path / "bad.pdf", "BT /F1 12 Tf 72 700 Td (Hello) Tj ET")
    done = shop.run("check", "--pdf", "good.pdf", "--pdf", "bad.pdf", "--report", "r.json")
    assert done.code == 6
    assert done.out.splitlines()[0] == "checked    good.pdf  (foreign, 1 page, 1 info)"
    assert done.last[-2] == "1 of 2 done, 1 failed:"
    assert done.last[-1].startswith("  bad.pdf: page 1: the font Helvetica is not embedded; ")
    assert [result["document"] for result in read(shop)["results"]] == ["good.pdf", "bad.pdf"]


# -- on a terminal ----------------------------------------------------------------------------------------------------


def test_who_reads_along_gets_one_table_at_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def told(*, terminal: bool) -> str:
        made: Press = press(tmp_path, tmp_path / "out", {}, 0.0, terminal=terminal)
        result = tell_result(Result("ada", "cv", "ruled", "built", Path("cv.pdf"), 2, ()), made)
        assert finish(Report((result,)), made) == 0
        return capsys.readouterr().out

    assert told(terminal=False) == "built      cv.pdf  (ruled, 2 pages, no findings)\n1 of 1 done\n"
    table = told(terminal=True)
    assert "document" in table
    assert table.endswith("1 of 1 done\n")
    assert "built      cv.pdf" not in table
