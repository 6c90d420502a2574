"""A document is the same, whichever way it is set: by latexmk from nothing, from a format, by an engine that waits."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from engines_left import wait_for

from cvpress import paths
from cvpress.errors import LatexError
from cvpress.pdf import text as pdf_text
from cvpress.profile import model
from cvpress.profile.tailor import tailor
from cvpress.typeset import engines, formats
from cvpress.typeset.engine import Compiled
from cvpress.typeset.engines import Machine
from cvpress.typeset.formats import MARK
from cvpress.typeset.render import render
from cvpress.typeset.sandbox import detect
from cvpress.typeset.standby import Standby
from cvpress.typeset.template import load, names
from cvpress.typeset.view import view
from cvpress.typeset.words import words

GOLDEN = Path(__file__).parents[1] / "golden"
ROOTS = (paths.bundled_templates(),)
pytestmark = pytest.mark.latex


@pytest.fixture
def machine(tmp_path: Path, font_cache: Path) -> Machine:
    formats_of_this_test = tmp_path / "formats"
    formats_of_this_test.mkdir(mode=0o700)
    return Machine(os.environ, 120, detect(os.environ), font_cache / "luaotfload", 0, formats_of_this_test)


def laid_out(folder: Path, template: str = "ruled", *, face: str = "", body: str = "") -> Path:
    """A work folder with the golden profile in `template`; `body` stands at the end of its text."""
    person = model.load(GOLDEN / "profile.yaml", Path("profile.yaml"))
    wanted = person.documents["cv"]
    chosen = load(template, ROOTS)
    options, problems = chosen.settle(wanted.options)
    assert problems == ()
    options = options | ({"face": face} if face else {})
    shown = view(tailor(person, wanted), wanted, words(wanted.language, person.terms), options["date_style"])
    shown = replace(shown, photo="")
    folder.mkdir(exist_ok=True)
    for name, path in chosen.assets().items():
        (folder / name).write_bytes(path.read_bytes())
    tex = render(shown, chosen, options).replace(r"\end{document}", body + "\n\\end{document}")
    (folder / "document.tex").write_text(tex, encoding="utf-8")
    return folder


def pictures(made: Compiled) -> list[bytes]:
    """Every page as pixels."""
    with pypdfium2.PdfDocument(made.pdf) as pdf:
        return [bytes(pdf[number].render(scale=1, grayscale=True).buffer) for number in range(len(pdf))]


@pytest.mark.parametrize("template", names(ROOTS))
def test_pages_text_and_record_are_the_same_from_a_format(template: str, tmp_path: Path, machine: Machine) -> None:
    folder = laid_out(tmp_path / "work", template)
    first = engines.compile(folder, "lualatex", machine)
    known, shown, noted = pdf_text.pages(first.pdf), pictures(first), first.layout
    second = engines.compile(folder, "lualatex", machine)
    assert (first.driver, second.driver, second.passes) == ("latexmk", "format", 1)
    assert pdf_text.pages(second.pdf) == known
    assert pictures(second) == shown
    assert second.layout == noted
    assert [str(problem) for problem in second.problems] == [str(problem) for problem in first.problems]


@pytest.mark.parametrize("face", ["libertine", "termes", "pagella", "heros", "gentium", "ebgaramond", "lato"])
def test_every_face_is_the_same_from_a_format(face: str, tmp_path: Path, machine: Machine) -> None:
    """With what it lacks and luaotfload has to bring: Cyrillic, Greek, Han, code, mathematics."""
    body = r"\cvsection{Zażółć Ж}Ω \textit{漢字} Wx & N \texttt{code} $x^2$ \textbf{ВЫСОТА, Zürich} ﬁn".replace(
        "&", r"\&"
    )
    folder = laid_out(tmp_path / "work", face=face, body=body)
    first = engines.compile(folder, "lualatex", machine)
    known, shown = pdf_text.pages(first.pdf), pictures(first)
    second = engines.compile(folder, "lualatex", machine)
    assert second.driver == "format"
    assert pdf_text.pages(second.pdf) == known
    assert pictures(second) == shown


def test_a_name_in_han_characters_needs_no_luaotfload(tmp_path: Path, machine: Machine) -> None:
    folder = laid_out(tmp_path / "work")
    file = folder / "document.tex"
    head = file.read_text(encoding="utf-8").partition(r"\begin{document}")[0]
    file.write_text(head + "\\begin{document}\nAda 欧明月\n\\end{document}\n", encoding="utf-8")
    first = pictures(engines.compile(folder, "lualatex", machine))
    second = engines.compile(folder, "lualatex", machine)
    assert second.driver == "format"
    assert pictures(second) == first
    assert "Ada 欧明月" in pdf_text.pages(second.pdf)[0]
    assert "luaotfload | init" not in (folder / "document.log").read_text(encoding="utf-8")


def test_a_changed_text_is_set_from_the_same_format(tmp_path: Path, machine: Machine) -> None:
    folder = laid_out(tmp_path / "work")
    engines.compile(folder, "lualatex", machine)
    engines.compile(folder, "lualatex", machine)
    laid_out(folder, body="Ackermann’s function.")
    made = engines.compile(folder, "lualatex", machine)
    assert (made.driver, made.passes) == ("format", 1)
    assert "Ackermann’s function." in " ".join(pdf_text.pages(made.pdf))
    assert made.problems == ()


def test_a_font_that_no_document_used_before_goes_into_the_format(tmp_path: Path, machine: Machine) -> None:
    """Loaded beside the fonts of the format it would lack glyphs."""
    folder = laid_out(tmp_path / "work")
    engines.compile(folder, "lualatex", machine)
    engines.compile(folder, "lualatex", machine)
    laid_out(folder, body=r"{\fontsize{31}{37}\selectfont Sphinx} {\fontsize{32}{37}\selectfont Jackdaws}")
    made = engines.compile(folder, "lualatex", machine)
    assert made.driver == "format"
    (place,) = (tmp_path / "formats").iterdir()
    fonts = (place / "fonts").read_text(encoding="utf-8").split()
    assert {"TU/cvtext/m/n/31", "TU/cvtext/m/n/32"} <= {*fonts}
    assert "cvpress font" not in (folder / "document.log").read_text(encoding="utf-8")
    shown = pictures(made)
    assert pictures(engines.compile(folder, "lualatex", replace(machine, formats=None))) == shown


def test_a_message_names_the_same_line_of_the_profile(tmp_path: Path, machine: Machine) -> None:
    folder = laid_out(tmp_path / "work")
    engines.compile(folder, "lualatex", machine)
    engines.compile(folder, "lualatex", machine)
    laid_out(folder, body="%@ profile.yaml:17:3\n\n\\noindent\\hbox to 2\\hsize{wide\\hfil}\n")
    from_format = engines.compile(folder, "lualatex", machine)
    by_latexmk = engines.compile(folder, "lualatex", replace(machine, formats=None))
    told = [[str(problem) for problem in made.problems] for made in (from_format, by_latexmk)]
    assert from_format.driver == "format"
    assert told[0] == told[1]
    assert any("profile.yaml:17:3" in line for line in told[0])


def test_what_asks_for_a_second_pass_goes_to_latexmk_and_the_format_is_given_up(
    tmp_path: Path, machine: Machine
) -> None:
    wish = r"\AtEndDocument{\typeout{LaTeX Warning: Label(s) may have changed. Rerun to get it right.}}"
    folder = laid_out(tmp_path / "work", body=wish)
    drivers = []
    for _ in range(4):
        drivers.append(engines.compile(folder, "lualatex", machine).driver)
        (folder / "document.fdb_latexmk").unlink(missing_ok=True)
    assert drivers == ["latexmk"] * 4
    place = formats.shelf(tmp_path / "formats", folder, os.environ, "lualatex")
    assert place
    assert place.given_up


def test_an_error_is_told_in_latexmks_words(tmp_path: Path, machine: Machine) -> None:
    folder = laid_out(tmp_path / "work")
    engines.compile(folder, "lualatex", machine)
    engines.compile(folder, "lualatex", machine)
    laid_out(folder, body="%@ profile.yaml:17:3\n\\nonsense\n")
    with pytest.raises(LatexError, match="nonsense") as caught:
        engines.compile(folder, "lualatex", machine)
    assert str(caught.value.problems[0].spot) == "profile.yaml:17:3"
    assert not (folder / "document.pdf").exists()
    laid_out(folder)
    assert engines.compile(folder, "lualatex", machine).driver == "format"


def test_a_damaged_format_is_made_anew(tmp_path: Path, machine: Machine) -> None:
    folder = laid_out(tmp_path / "work")
    engines.compile(folder, "lualatex", machine)
    engines.compile(folder, "lualatex", machine)
    (file,) = (tmp_path / "formats").glob("*/cvpress.fmt")
    file.write_bytes(file.read_bytes()[:1_000_000])
    drivers = [engines.compile(folder, "lualatex", machine).driver for _ in range(2)]
    assert drivers == ["latexmk", "format"]


def test_a_changed_style_is_another_format(tmp_path: Path, machine: Machine) -> None:
    folder = laid_out(tmp_path / "work")
    engines.compile(folder, "lualatex", machine)
    engines.compile(folder, "lualatex", machine)
    style = folder / "ruled.sty"
    heading = "\\AtBeginDocument{Printed by the style.}\n\\endinput"
    style.write_text(style.read_text(encoding="utf-8").replace("\\endinput", heading), encoding="utf-8")
    made = engines.compile(folder, "lualatex", machine)
    assert "Printed by the style." in pdf_text.pages(made.pdf)[0]


def test_two_may_make_the_same_format_at_once(tmp_path: Path, machine: Machine) -> None:
    folders = [laid_out(tmp_path / name) for name in ("one", "two")]
    engines.compile(folders[0], "lualatex", machine)
    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda folder: engines.compile(folder, "lualatex", machine), folders))
    assert [one.driver for one in made] == ["format", "format"]
    assert pictures(made[0]) == pictures(made[1])
    assert [path.name for path in (tmp_path / "formats").iterdir() if path.name.startswith(".")] == []


def test_what_the_format_was_made_of_is_told_with_the_document(tmp_path: Path, machine: Machine) -> None:
    folder = laid_out(tmp_path / "work")
    first = engines.compile(folder, "lualatex", machine)
    package = re.compile(r"^Package: xcolor .*$", re.MULTILINE)
    second = engines.compile(folder, "lualatex", machine)
    assert package.findall(first.log) == package.findall(second.log) != []
    read = (folder / "document.fls").read_text(encoding="utf-8")
    assert re.search(r"^INPUT /\S*/article\.cls$", read, re.MULTILINE)


# ---- engines in readiness -------------------------------------------------------------------------------------------
@pytest.fixture
def standby() -> Iterator[Standby]:
    made = Standby()
    yield made
    made.close()


def test_an_engine_that_waits_sets_what_is_written_later(tmp_path: Path, machine: Machine, standby: Standby) -> None:
    machine = replace(machine, standby=standby)
    folder = laid_out(tmp_path / "work")
    for _ in range(3):
        engines.compile(folder, "lualatex", machine)
    (waiting,) = standby._waiting.values()
    laid_out(folder, body="Written while it waited.")
    made = engines.compile(folder, "lualatex", machine)
    assert made.driver == "format"
    assert not waiting.alive
    assert "Written while it waited." in " ".join(pdf_text.pages(made.pdf))
    plain = engines.compile(folder, "lualatex", replace(machine, standby=None))
    assert pictures(plain) == pictures(made)


def test_one_that_died_is_replaced(tmp_path: Path, machine: Machine, standby: Standby) -> None:
    machine = replace(machine, standby=standby)
    folder = laid_out(tmp_path / "work")
    for _ in range(2):
        engines.compile(folder, "lualatex", machine)
    (waiting,) = standby._waiting.values()
    os.killpg(waiting.child.pid, signal.SIGKILL)
    assert engines.compile(folder, "lualatex", machine).driver == "format"


def test_none_is_left_when_it_is_closed(tmp_path: Path, machine: Machine) -> None:
    standby = Standby()
    folder = laid_out(tmp_path / "work")
    for _ in range(2):
        engines.compile(folder, "lualatex", replace(machine, standby=standby))
    assert wait_for(tmp_path, some=True)
    standby.close()
    assert wait_for(tmp_path, some=False) == set()


def test_none_is_left_when_this_process_is_killed(tmp_path: Path, machine: Machine) -> None:
    """By the end of its input."""
    folder = laid_out(tmp_path / "work")
    engines.compile(folder, "lualatex", machine)
    program = f"""
import os, time
from pathlib import Path
from cvpress.typeset import engines, sandbox, standby
machine = engines.Machine(os.environ, 60, sandbox.Sandbox(None), Path({str(machine.cache)!r}), 0,
    Path({str(machine.formats)!r}), standby.Standby())
print(engines.compile(Path({str(folder)!r}), "lualatex", machine).driver, flush=True)
time.sleep(60)
"""
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout
    assert child.stdout.readline() == "format\n"
    assert wait_for(tmp_path, some=True)
    child.kill()
    child.wait()
    child.stdout.close()
    assert wait_for(tmp_path, some=False) == set()


def test_a_document_without_the_mark_is_set_as_ever(tmp_path: Path, machine: Machine) -> None:
    folder = laid_out(tmp_path / "work")
    tex = (folder / "document.tex").read_text(encoding="utf-8").replace(MARK, "")
    (folder / "document.tex").write_text(tex, encoding="utf-8")
    assert engines.compile(folder, "lualatex", machine).driver == "latexmk"
    shutil.rmtree(tmp_path / "formats")
    assert engines.compile(folder, "lualatex", machine).passes == 0
