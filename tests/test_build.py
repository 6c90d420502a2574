"""One document's way: what stops it, what becomes of the old PDF, when nothing needs to run. Fake TeX, then real."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from workshop import LINES, PROFILE, Outcome, Workshop, with_fakes, with_tex

from cvpress import paths, process

RIBBON_DATE = "profiles/ada/profile.yaml:15:44"
TEX_ERROR = r"printf './document.tex:999: Undefined control sequence.\nl.999 \\foo\n' > document.log; exit 12"


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return with_fakes(tmp_path)


def without(*lost: str) -> tuple[str, ...]:
    return tuple(line for line in LINES if line not in lost)


# -- what TeX does wrong ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "code", "says"),
    [
        (TEX_ERROR, 5, r"profiles/ada/profile.yaml:15:9: TeX stopped: Undefined control sequence \foo"),
        ("exit 0", 5, "TeX made no page"),
        ("echo broken > document.pdf; exit 1", 5, "latexmk ended with code 1"),
        ("printf 'no space left: No space left on device'; exit 11", 4, "the disk is full"),
    ],
    ids=["tex-error", "no-pdf", "broken-pdf", "full-disk"],
)
def test_a_failure_of_tex_has_its_code_and_its_place(shop: Workshop, script: str, code: int, says: str) -> None:
    shop.does(script)
    done = shop.run("pdf")
    assert done.code == code
    assert says in done.err
    assert says in done.last[-1]
    assert "failed     ada/cv" in done.out
    assert not shop.built("ada").exists()


def test_tex_that_hangs_is_stopped(shop: Workshop) -> None:
    shop.does("sleep 60")
    done = shop.run("pdf", timeout="0.3")
    assert done.code == 4
    assert done.last[-1].startswith("  ada/cv: LaTeX was stopped after 0.3 s")


def test_a_pdf_without_one_of_its_texts_is_not_given_out(shop: Workshop) -> None:
    shop.prints(*without("Read a book."))
    done = shop.run("pdf")
    assert done.code == 6
    assert "profiles/ada/profile.yaml:9:9: item.text: 'Read a book.' is not in the PDF's text" in done.err
    assert not shop.built("ada").exists()


def test_of_two_equal_years_the_lost_one_is_named(shop: Workshop) -> None:
    shop.prints(*without("Ribbon of Endurance 2021"), "Ribbon of Endurance")
    done = shop.run("pdf")
    assert done.code == 6
    assert f"{RIBBON_DATE}: award.date: '2021' is not in the PDF's text often enough" in done.err


def test_a_finding_of_the_log_stops_the_pdf(shop: Workshop) -> None:
    log = (
        r"printf 'x\nOutput written on document.pdf (1 page)\nOverfull \\hbox (9.5pt too wide) detected at line 999\n'"
    )
    shop.does(f"{log} > document.log; cp {shop.root}/store/ada-cv.pdf document.pdf; exit 0")
    done = shop.run("pdf")
    assert done.code == 5
    assert "9.5 pt too wide" in done.last[-1]


def test_a_running_foot_does_not_cut_a_text_that_goes_over_the_page(shop: Workshop) -> None:
    one, two = ("Ada Lovelace", "Work", "Wrote a"), ("program.", "Read a book.", *LINES[4:])
    shop.prints_pages((*one, "Ada Lovelace 1/2"), (*two, "Ada Lovelace 2/2"))
    assert shop.run("pdf").code == 0
    shop.prints_pages((*one, "Someone 1/2"), (*two, "Someone 2/2"))
    done = shop.run("pdf", "--force")
    assert done.code == 6
    assert "'Wrote a program.' is not in the PDF's text" in done.err


# -- languages --------------------------------------------------------------------------------------------------------


def test_a_missing_translation_is_a_finding_and_the_pdf_is_given_out(shop: Workshop) -> None:
    shop.profile(text=PROFILE.replace("Read a book.", "{de: Las ein Buch., fr: Lut un livre.}"))
    shop.prints(*("Las ein Buch." if line == "Read a book." else line for line in LINES))
    done = shop.run("pdf")
    assert done.code == 0
    told = (
        "profiles/ada/profile.yaml:9:9: warning: there is no 'en-US' of this text; its 'de' is printed: 'Las ein Buch.'"
    )
    assert told in done.err
    assert shop.built("ada").exists()


def test_a_document_prints_its_own_language_and_is_not_asked_for_another(shop: Workshop) -> None:
    shop.profile(text=PROFILE.replace("Read a book.", "{de: Las ein Buch., en: Read a book.}"))
    shop.prints()
    done = shop.run("pdf")
    assert (done.code, "no 'en-US'" in done.err) == (0, False)
    shop.profile(text=PROFILE.replace("Read a book.", "{en: Read., de: Las ein Buch.}"))
    assert shop.run("pdf").code == 6


# -- what the machine does wrong --------------------------------------------------------------------------------------


def test_a_missing_latexmk_is_told_with_the_commands_that_install_it(shop: Workshop) -> None:
    (shop.root / "bin" / "latexmk").unlink()
    done = shop.run("pdf")
    assert done.code == 4
    assert "latexmk is not installed, or not on the PATH; install with" in done.err
    assert all(command in done.err for command in ("apt-get install", "dnf install", "brew install"))
    assert done.last[-1] == "  ada/cv: latexmk is not installed, or not on the PATH"


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Let files whose path holds a text no longer be put in their place, or folders of such a path be made."""
    put, make = Path.replace, Path.mkdir

    def fill(part: str) -> None:
        def replace(path: Path, target: Path) -> Path:
            if part in str(path):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return put(path, target)

        def mkdir(path: Path, *words: Any, **more: Any) -> None:
            if part in str(path) and not path.exists():
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
            make(path, *words, **more)

        monkeypatch.setattr(Path, "replace", replace)
        monkeypatch.setattr(Path, "mkdir", mkdir)

    return fill


@pytest.mark.parametrize("part", ["/.document.tex.", "/.finished.pdf.", "/.record.json.", "/ada/.cv.pdf."])
def test_a_full_disk_leaves_nothing_half_written(shop: Workshop, full_disk: Callable[[str], None], part: str) -> None:
    assert shop.run("pdf").code == 0
    old = shop.built("ada", "cv.pdf").read_bytes()
    shop.profile(text=PROFILE.replace("Wrote a", "Wrote the"))
    shop.prints(*(line.replace("Wrote a", "Wrote the") for line in LINES))
    full_disk(part)
    done = shop.run("pdf")
    assert done.code == 4
    assert "No space left on device" in done.last[-1]
    assert shop.built(".last-good", "ada", "cv.pdf").read_bytes() == old
    assert not shop.built("ada", "cv.pdf").exists()
    assert not [path for path in shop.built().rglob("*") if path.name.endswith(".part")]


def test_an_old_pdf_that_cannot_be_moved_stays_whole_and_is_told(
    shop: Workshop, full_disk: Callable[[str], None]
) -> None:
    assert shop.run("pdf").code == 0
    old = shop.built("ada", "cv.pdf").read_bytes()
    shop.does(TEX_ERROR)
    full_disk("build/.last-good")
    done = shop.run("pdf", "--force")
    assert done.code == 5
    assert shop.built("ada", "cv.pdf").read_bytes() == old
    assert "the PDF that lies there is an old one" in done.err


def test_a_cache_that_cannot_be_used_is_told_without_a_traceback(shop: Workshop) -> None:
    (shop.root / "home").mkdir()
    (shop.root / "home" / ".cache").write_text("not a folder")
    done = shop.run("pdf")
    assert done.code == 4
    assert "home/.cache/cvpress/luaotfload cannot be used for fonts" in done.err


# -- what the profile or template does wrong --------------------------------------------------------------------------


def test_a_photo_that_is_no_image_is_told_at_its_line(shop: Workshop) -> None:
    path = shop.profile(text=PROFILE.replace("sections:", "photo: {file: me.jpg}\nsections:"))
    (path.parent / "me.jpg").write_text("GIF89a, or so")
    done = shop.run("pdf")
    assert done.code == 2
    assert "profiles/ada/profile.yaml:3:15: the photo 'me.jpg' is not a PNG or JPEG image" in done.err
    assert shop.calls == []


def test_a_template_that_lacks_a_partial_is_told_before_tex_runs(shop: Workshop, tmp_path: Path) -> None:
    bare = tmp_path / "latex_templates" / "bare"
    bare.mkdir(parents=True)
    (bare / "template.yaml").write_text("description: has nothing\n")
    done = shop.run("pdf", "--template", "bare")
    assert done.code == 3
    assert "the template 'bare' has no main.tex.j2" in done.err
    assert shop.calls == []


def test_a_template_that_a_document_names_and_nobody_has_is_told_at_its_line(shop: Workshop) -> None:
    shop.profile(text=PROFILE.replace("template: ruled", "template: ruld"))
    done = shop.run("pdf")
    assert done.code == 2
    assert "profiles/ada/profile.yaml:17:18: there is no template 'ruld'; did you mean 'ruled'?" in done.last[-1]
    assert (
        "The templates are: homepage, ledger, margin-years, moderncv-banking, moderncv-classic, onepage, refs, ruled"
        in done.last[-1]
    )
    assert shop.calls == []


def test_a_paper_that_nothing_is_known_of_is_told(shop: Workshop, tmp_path: Path) -> None:
    own = tmp_path / "latex_templates" / "ruled"
    own.mkdir(parents=True)
    (own / "template.yaml").write_text("options: {paper: {default: b5, choices: [b5]}}\n")
    done = shop.run("pdf")
    assert done.code == 3
    assert "latex_templates/ruled/template.yaml:1:1: 'b5' is no paper that cvpress knows" in done.err


def test_what_a_template_leaves_out_on_purpose_is_reported_not_lost(shop: Workshop, tmp_path: Path) -> None:
    shop.prints(*without(*LINES[-2:]), "Medal of Imagination", "Ribbon of Endurance")
    assert shop.run("pdf").code == 6
    own = tmp_path / "latex_templates" / "ruled"
    own.mkdir(parents=True)
    (own / "template.yaml").write_text("omits: {award.date: years say little here}\n")
    done = shop.run("pdf")
    assert done.code == 0
    assert "info: ruled leaves out award.date (2): years say little here" in done.err
    assert "(ruled, 1 page, 1 info)" in done.out


def test_options_of_a_document_mean_nothing_to_another_template(shop: Workshop, tmp_path: Path) -> None:
    own = tmp_path / "latex_templates" / "ruled"
    own.mkdir(parents=True)
    (own / "template.yaml").write_text("options: {mood: {default: calm, choices: [calm, bright]}}\n")
    shop.profile(text=PROFILE.replace("ruled}", "ruled, options: {mood: bright}}"))
    assert shop.run("pdf").code == 0
    assert shop.run("pdf", "--template", "moderncv-classic").code == 0
    shop.profile(text=PROFILE.replace("ruled}", "ruled, options: {mood: dark}}"))
    done = shop.run("pdf")
    assert done.code == 2
    assert "profiles/ada/profile.yaml:17:41: 'dark' is no choice for mood" in done.err


# -- what becomes of the old PDF --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda shop: shop.does(TEX_ERROR), 5),
        (lambda shop: shop.prints("Nothing of it"), 6),
        (lambda shop: shop.profile(text=PROFILE.replace("kind: item", "kind: itm")), 2),
        (lambda shop: (shop.root / "bin" / "latexmk").unlink(), 4),
    ],
    ids=["tex", "check", "profile", "tool"],
)
def test_the_old_pdf_of_a_failed_document_is_put_aside(
    shop: Workshop, spoil: Callable[[Workshop], object], code: int
) -> None:
    assert shop.run("pdf").code == 0
    old = shop.built("ada", "cv.pdf").read_bytes()
    spoil(shop)
    assert shop.run("pdf", "--force").code == code
    assert not shop.built("ada", "cv.pdf").exists()
    assert shop.built(".last-good", "ada", "cv.pdf").read_bytes() == old


# -- when nothing has changed -----------------------------------------------------------------------------------------


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, ...]]]:
    """The argument lists of all processes started."""
    lists: list[tuple[str, ...]] = []
    real = process.run

    def run(argv: Sequence[str], **more: Any) -> process.Completed:
        lists.append(tuple(argv))
        return real(argv, **more)

    monkeypatch.setattr(process, "run", run)
    return iter([lists])


def built_once(shop: Workshop) -> Outcome:
    done = shop.run("pdf")
    assert done.code == 0, done.err
    assert "built " in done.out
    return done


def test_an_unchanged_rebuild_starts_no_process(shop: Workshop, started: Iterator[list[tuple[str, ...]]]) -> None:
    lists = next(started)
    built_once(shop)
    assert len(lists) == 1
    pdf = shop.built("ada", "cv.pdf")
    before = pdf.stat()
    done = shop.run("pdf")
    assert len(lists) == 1
    assert done.out.startswith("unchanged  build/ada/cv.pdf  (ruled, 1 page, no findings)")
    assert (pdf.stat().st_ino, pdf.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_findings_of_an_unchanged_document_are_told_again(shop: Workshop, tmp_path: Path) -> None:
    own = tmp_path / "latex_templates" / "ruled"
    own.mkdir(parents=True)
    (own / "template.yaml").write_text("omits: {award.date: years say little}\n")
    first = built_once(shop)
    again = shop.run("pdf")
    assert "unchanged " in again.out
    assert "leaves out award.date (2): years say little" in again.err
    assert "1 info" in first.out
    assert "1 info" in again.out


def test_what_the_profile_itself_is_told_of_is_told_by_pdf_unchanged_and_check(shop: Workshop) -> None:
    shop.profile(text=PROFILE.replace("Wrote a program.", "Recieved a program.").replace("2021}\ndoc", "2971}\ndoc"))
    shop.prints(*(line.replace("Wrote", "Recieved").replace("Endurance 2021", "Endurance 2971") for line in LINES))
    told = [
        "profiles/ada/profile.yaml:15:44: info: 2971 is more than 10 years ahead",
        "profiles/ada/profile.yaml:8:9: info: 'Recieved' is probably 'Received'",
    ]
    for words, state in (("pdf", "built "), ("pdf", "unchanged "), ("check", "checked ")):
        done = shop.run(words)
        assert done.code == 0, done.err
        assert state in done.out
        assert "2 info" in done.out
        assert [line for line in told if line not in done.err] == [], done.err
    assert shop.calls == ["ada/cv"]


def edit_asset(shop: Workshop) -> None:
    own = shop.root / "latex_templates" / "ruled"
    own.mkdir(parents=True)
    shutil.copy(paths.bundled_templates() / "ruled" / "ruled.sty", own)
    with (own / "ruled.sty").open("a") as stream:
        stream.write("% changed\n")


def edit_partial(shop: Workshop) -> None:
    own = shop.root / "latex_templates" / "shared"
    own.mkdir(parents=True)
    text = (paths.bundled_templates() / "shared" / "award.tex.j2").read_text()
    (own / "award.tex.j2").write_text(f"{text}%% changed\n")


def edit_foot(shop: Workshop) -> None:
    own = shop.root / "latex_templates" / "ruled"
    own.mkdir(parents=True)
    (own / "template.yaml").write_text("running_foot: 'page {page}'\n")


def edit_omits(shop: Workshop) -> None:
    own = shop.root / "latex_templates" / "ruled"
    own.mkdir(parents=True)
    (own / "template.yaml").write_text("omits: {award.date: years say little}\n")


def edit_engine(shop: Workshop) -> None:
    engine = shop.root / "bin" / "lualatex"
    engine.write_text(f"{engine.read_text()}# a newer one\n")


@pytest.mark.parametrize(
    "change",
    [
        lambda shop: shop.built("ada", "cv.pdf").unlink(),
        lambda shop: shop.built("ada", "cv.pdf").write_bytes(b"%PDF-1.7 another"),
        lambda shop: shop.built(".work", "ada", "cv", "record.json").unlink(),
        lambda shop: shop.built(".work", "ada", "cv", "record.json").write_text('{"inputs": 1}'),
        lambda shop: shop.profile(text=PROFILE.replace("kind: award", "kind: award\n    date_style: iso")),
        lambda shop: shop.profile(text=PROFILE.replace("ruled}", "ruled, limit: {pages: 3}}")),
        lambda shop: shop.profile(text=PROFILE.replace("ruled}", "ruled, options: {accent: navy}}")),
        edit_asset,
        edit_partial,
        edit_foot,
        edit_omits,
        edit_engine,
    ],
    ids=[
        "deleted", "overwritten", "no-record", "broken-record", "profile", "limit", "option", "style", "partial",
        "foot", "omits", "engine",
    ],
)  # fmt: skip
def test_what_has_changed_is_built_again(shop: Workshop, change: Callable[[Workshop], object]) -> None:
    built_once(shop)
    change(shop)
    built_once(shop)
    assert shop.calls == ["ada/cv", "ada/cv"]
    assert "unchanged " in shop.run("pdf").out


def test_another_date_for_the_pdfs_is_a_change_and_force_builds_always(shop: Workshop) -> None:
    built_once(shop)
    assert "built " in shop.run("pdf", env={"SOURCE_DATE_EPOCH": "1700000001"}).out
    assert "built " in shop.run("pdf", "--force", env={"SOURCE_DATE_EPOCH": "1700000001"}).out


def test_a_style_that_tex_read_from_its_installation_is_watched(shop: Workshop, tmp_path: Path) -> None:
    style = tmp_path / "moderncv.cls"
    style.write_text("one")
    shop.does(f"echo 'INPUT {style}' > document.fls")
    built_once(shop)
    assert "unchanged " in shop.run("pdf").out
    style.write_text("another")
    built_once(shop)


# -- the work folder --------------------------------------------------------------------------------------------------


def test_a_file_that_left_the_template_leaves_the_work_folder(shop: Workshop, tmp_path: Path) -> None:
    own = tmp_path / "latex_templates" / "ruled"
    own.mkdir(parents=True)
    (own / "extra.sty").write_text("% for a while\n")
    shop.does("echo noted > document.aux")
    built_once(shop)
    work = shop.built(".work", "ada", "cv")
    assert (work / "extra.sty").is_file()
    (own / "extra.sty").unlink()
    shop.does("if [ -e document.aux ]; then echo 'left over' > document.seen; fi")
    assert shop.run("pdf").code == 0
    assert not (work / "extra.sty").exists()
    assert not (work / "document.seen").exists()


def test_pdfs_have_the_permissions_that_the_umask_asks_for(shop: Workshop) -> None:
    old = os.umask(0o077)
    try:
        built_once(shop)
    finally:
        os.umask(old)
    assert shop.built("ada", "cv.pdf").stat().st_mode & 0o777 == 0o600


# -- with the real TeX ------------------------------------------------------------------------------------------------


@pytest.mark.latex
def test_two_builds_in_different_folders_are_the_same_bytes(tmp_path: Path) -> None:
    pdfs = []
    for name in ("here", "some where else"):
        (tmp_path / name).mkdir()
        shop = with_tex(tmp_path / name)
        built_once(shop)
        pdfs.append(shop.built("ada", "cv.pdf").read_bytes())
    assert pdfs[0] == pdfs[1]


@pytest.mark.latex
def test_a_year_that_a_partial_forgets_is_found_missing(tmp_path: Path) -> None:
    """Both years are equal, so only counting places can tell; `2021` of the item is still there."""
    shop = with_tex(tmp_path)
    shop.profile(text=PROFILE.replace("- Read a book.", "- {text: Read a book., date: 2021}"))
    built_once(shop)
    own = tmp_path / "latex_templates" / "shared"
    own.mkdir(parents=True)
    whole = (paths.bundled_templates() / "shared" / "item.tex.j2").read_text()
    partial = whole.replace("e.dates", "()")
    assert partial != whole
    (own / "item.tex.j2").write_text(partial)
    done = shop.run("pdf")
    assert done.code == 6
    assert "profiles/ada/profile.yaml:9:36: item.date: '2021' is not in the PDF's text often enough" in done.err
    assert not shop.built("ada", "cv.pdf").exists()


@pytest.mark.latex
def test_a_fault_of_a_partial_is_told_at_the_line_that_it_printed(tmp_path: Path) -> None:
    shop = with_tex(tmp_path)
    own = tmp_path / "latex_templates" / "shared"
    own.mkdir(parents=True)
    (own / "award.tex.j2").write_text("\\cvnosuchmacro{<< e.title >>}\n")
    done = shop.run("pdf")
    assert done.code == 5
    assert r"profiles/ada/profile.yaml:14:9: TeX stopped: Undefined control sequence \cvnosuchmacro" in done.last[-1]


@pytest.mark.latex
def test_a_rebuild_with_the_real_tex_starts_no_process(
    tmp_path: Path, started: Iterator[list[tuple[str, ...]]]
) -> None:
    lists = next(started)
    shop = with_tex(tmp_path)
    built_once(shop)
    count = len(lists)
    assert count > 0
    assert "unchanged " in shop.run("pdf").out
    assert len(lists) == count


@pytest.mark.latex
def test_a_document_may_change_its_template_in_the_same_work_folder(tmp_path: Path) -> None:
    shop = with_tex(tmp_path)
    for template in ("moderncv-classic", "ruled", "moderncv-banking"):
        done = shop.run("pdf", "--template", template)
        assert done.code == 0, done.err
        assert f"({template}, 1 page, no findings)" in done.out
