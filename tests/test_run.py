"""Runs of many documents: one failure stops no other, and what is told where. Fake TeX."""

from __future__ import annotations

from pathlib import Path

import pytest
from workshop import EPOCH, LINES, PROFILE, Workshop, with_fakes

from cvpress import run
from cvpress.errors import ProfileError

TEX_ERROR = r"printf './document.tex:999: Undefined control sequence.\nl.999 \\foo\n' > document.log; exit 12"
BROKEN = PROFILE.replace("kind: award", "kind: awrd")


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    """Three people, one document each."""
    made = with_fakes(tmp_path)
    for person in ("bob", "cyd"):
        made.profile(person)
        made.prints(person=person)
    return made


def test_a_document_that_fails_does_not_stop_the_others(shop: Workshop) -> None:
    shop.does(TEX_ERROR, person="ada")
    shop.profile("bob", BROKEN)
    done = shop.run("pdf")
    assert shop.calls == ["ada/cv", "cyd/cv"]
    assert "built      build/cyd/cv.pdf  (ruled, 1 page, no findings)" in done.out
    assert done.last[-3] == "1 of 3 done, 2 failed:"
    assert done.last[-2].startswith("  bob/*: profiles/bob/profile.yaml:12:11: 'awrd' is not a known kind")
    assert done.last[-1].startswith("  ada/cv: profiles/ada/profile.yaml:15:9: TeX stopped: Undefined control sequence")


@pytest.mark.parametrize(
    ("scripts", "profile", "code"),
    [
        ({"ada": TEX_ERROR}, PROFILE, 5),
        ({"ada": TEX_ERROR, "bob": "sleep 9"}, PROFILE, 4),
        ({"ada": TEX_ERROR, "bob": "sleep 9"}, BROKEN, 2),
        ({}, PROFILE, 0),
    ],
)
def test_the_exit_code_is_the_lowest_of_the_failures(
    shop: Workshop, scripts: dict[str, str], profile: str, code: int
) -> None:
    for person, script in scripts.items():
        shop.does(script, person=person)
    shop.profile("cyd", profile)
    assert shop.run("pdf", timeout="0.5").code == code


def test_a_person_whose_profile_broke_keeps_no_pdf_in_the_results(shop: Workshop) -> None:
    assert shop.run("pdf").code == 0
    shop.profile("bob", BROKEN)
    assert shop.run("check").code == 2
    assert shop.built("bob", "cv.pdf").is_file()  # looking changes nothing
    assert shop.run("pdf").code == 2
    assert not shop.built("bob", "cv.pdf").exists()
    assert shop.built(".last-good", "bob", "cv.pdf").is_file()
    assert shop.built("ada", "cv.pdf").is_file()


def test_a_source_line_stands_under_each_problem(shop: Workshop) -> None:
    shop.profile("bob", BROKEN)
    done = shop.run("pdf", "--person", "bob")
    assert "\n        kind: awrd\n              ^\n" in done.err


def test_results_go_to_stdout_and_all_else_to_stderr(shop: Workshop) -> None:
    done = shop.run("pdf")
    assert done.out.splitlines() == [
        *(f"built      build/{person}/cv.pdf  (ruled, 1 page, no findings)" for person in ("ada", "bob", "cyd")),
        "3 of 3 done",
    ]
    assert [line for line in done.err.splitlines() if line.startswith("[")] == [
        "[1/3] ada/cv ...",
        "[2/3] bob/cv ...",
        "[3/3] cyd/cv ...",
    ]
    assert done.err.count("LuaTeX runs without a sandbox") == 1


def test_progress_can_be_silenced(shop: Workshop) -> None:
    assert "[1/3]" not in shop.run("pdf", env={"CVPRESS_QUIET": "1"}).err


# -- check ------------------------------------------------------------------------------------------------------------


def test_checking_starts_no_tex_and_writes_nothing(shop: Workshop) -> None:
    assert shop.run("pdf").code == 0
    calls = shop.calls
    before = {path: path.stat().st_mtime_ns for path in shop.built().rglob("*")}
    done = shop.run("check")
    assert done.code == 0
    assert done.out.splitlines()[0] == "checked    build/ada/cv.pdf  (ruled, 1 page, no findings)"
    assert shop.calls == calls
    assert {path: path.stat().st_mtime_ns for path in shop.built().rglob("*")} == before


def test_checking_finds_what_a_pdf_no_longer_says(shop: Workshop) -> None:
    assert shop.run("pdf").code == 0
    shop.profile("bob", PROFILE.replace("Read a book", "Read two books"))
    done = shop.run("check")
    assert done.code == 6
    assert done.last[-1].startswith(
        "  bob/cv: profiles/bob/profile.yaml:9:9: item.text: 'Read two books.' is not in the PDF's text"
    )
    assert shop.built("bob", "cv.pdf").is_file()


@pytest.mark.parametrize(
    ("content", "says"),
    [(None, "build/bob/cv.pdf is not there; build it first with 'pdf'"), (b"no PDF", "can't be read as a PDF")],
)
def test_checking_tells_of_a_pdf_that_is_no_pdf(shop: Workshop, content: bytes | None, says: str) -> None:
    assert shop.run("pdf").code == 0
    pdf = shop.built("bob", "cv.pdf")
    pdf.write_bytes(content) if content else pdf.unlink()
    done = shop.run("check")
    assert done.code == 6
    assert says in done.last[-1]


# -- on GitHub --------------------------------------------------------------------------------------------------------


def test_on_github_problems_are_annotations_and_results_a_table(shop: Workshop, tmp_path: Path) -> None:
    shop.profile("bob", BROKEN)
    shop.prints(*(line for line in LINES if line != "Read a book."), person="cyd")
    summary = tmp_path / "summary.md"
    summary.write_text("what another step wrote\n\n")
    done = shop.run("pdf", env={"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary)})
    assert done.code == 2
    notes = [line for line in done.out.splitlines() if line.startswith("::")]
    assert len(notes) == 3
    assert notes[0].startswith(
        "::error file=profiles/bob/profile.yaml,line=12,col=11,title=unknown-choice::'awrd' is not a known kind"
    )
    assert notes[1].startswith("::warning title=no-sandbox::LuaTeX runs without a sandbox")
    assert "%0A" in notes[1]
    assert notes[2].startswith("::error file=profiles/cyd/profile.yaml,line=9,col=9,title=lost-text::item.text")
    *_, bob, cyd = summary.read_text().splitlines()
    rows = [bob, cyd]
    assert summary.read_text().splitlines() == [
        "what another step wrote",
        "",
        "## CVs",
        "",
        "| person | document | template | pages | findings |",
        "|---|---|---|---|---|",
        "| bob | \\* | - |  | **failed**: 1 error |",
        "| ada | cv | ruled | 1 | no findings |",
        "| cyd | cv | ruled |  | **failed**: 1 error |",
        "",
        "| | document | rule | finding |",
        "|---|---|---|---|",
        *rows,
    ]
    assert [row.split(" | ")[:3] for row in rows] == [
        ["| error", "bob/\\*", "`unknown-choice`"],
        ["| error", "cyd/cv", "`lost-text`"],
    ]


def test_a_refusal_is_in_the_summary_too(shop: Workshop, tmp_path: Path) -> None:
    summary = tmp_path / "summary.md"
    assert shop.run("pdf", "--person", "xyz", env={"GITHUB_STEP_SUMMARY": str(summary)}).code == 2
    *_, row = summary.read_text().splitlines()
    assert row.startswith("| error |  | `unknown-person` | there is no profile of 'xyz' in profiles")


def test_elsewhere_nothing_is_annotated(shop: Workshop) -> None:
    shop.profile("bob", BROKEN)
    assert "::" not in shop.run("pdf").out


def test_a_summary_that_cannot_be_written_is_a_warning(shop: Workshop, tmp_path: Path) -> None:
    done = shop.run("pdf", env={"GITHUB_STEP_SUMMARY": str(tmp_path)})
    assert done.code == 0
    assert f"warning: cannot read or write {tmp_path}: Is a directory" in done.err


# -- the environment --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("epoch", ["", "yesterday", "-5", "1.5", "٣", "999999999999999"])
def test_an_epoch_that_is_no_time_is_refused(tmp_path: Path, epoch: str) -> None:
    with pytest.raises(ProfileError, match="SOURCE_DATE_EPOCH is"):
        run.press(tmp_path, tmp_path / "out", {"SOURCE_DATE_EPOCH": epoch}, 0.0)


@pytest.mark.parametrize("timeout", ["", "0", "0.0", "-1", "nan", "1e9", "soon"])
def test_a_time_out_that_is_none_is_refused(tmp_path: Path, timeout: str) -> None:
    with pytest.raises(ProfileError, match="the time-out is"):
        run.press(tmp_path, tmp_path / "out", {}, 0.0, timeout=timeout)


def test_the_epoch_dates_the_pdfs_and_else_the_clock_does(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run.press(tmp_path, out, {"SOURCE_DATE_EPOCH": "0"}, 5.9).date == 0
    assert run.press(tmp_path, out, {"SOURCE_DATE_EPOCH": str(EPOCH)}, 5.9).date == EPOCH
    assert run.press(tmp_path, out, {}, 5.9).date == 5
