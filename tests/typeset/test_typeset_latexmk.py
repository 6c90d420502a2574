"""latexmk: what it is given, and what is believed of it. First with fake programs that fail, then for real."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

import pytest

from cvpress import process
from cvpress.errors import LatexError, Problem, Severity, TemplateError, ToolError
from cvpress.typeset import latexmk
from cvpress.typeset.engine import ENGINES, Compiled, environment, private
from cvpress.typeset.sandbox import Sandbox, detect

OPEN = Sandbox(None)
EPOCH = 1_700_000_000
GOOD = "printf 'x\\nOutput written on document.pdf (1 page)\\n' > document.log; echo new > document.pdf"
RUN = "echo \"Run number 1 of rule 'lualatex'\""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "work"
    made.mkdir()
    (made / "document.tex").write_text("%@ profile.yaml:3:5\ntext\n", encoding="utf-8")
    return made


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder with a lualatex that is never run, for fake programs."""
    (tmp_path / "bin").mkdir()
    put(tmp_path / "bin", "lualatex", "exit 99")
    return tmp_path / "bin"


def put(programs: Path, name: str, script: str) -> None:
    (programs / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    (programs / name).chmod(0o755)


def build(folder: Path, path: str, *, timeout: float = 60, engine: str = "lualatex") -> Compiled:
    return latexmk.compile(
        folder,
        engine=engine,
        env={"PATH": path, "SECRET": "token"},
        timeout=timeout,
        sandbox=OPEN,
        cache=folder.parent / "cache",
        epoch=EPOCH,
    )


def pretend(folder: Path, programs: Path, script: str, *, timeout: float = 60) -> Compiled:
    put(programs, "latexmk", script)
    return build(folder, f"{programs}:/usr/bin:/bin", timeout=timeout)


def failure(folder: Path, programs: Path, script: str, *, timeout: float = 60) -> tuple[type[Exception], Problem]:
    with pytest.raises((LatexError, ToolError)) as caught:
        pretend(folder, programs, script, timeout=timeout)
    return caught.type, caught.value.problems[0]


def test_a_finished_run_is_counted_and_its_log_is_read(folder: Path, programs: Path) -> None:
    overfull = r"printf 'Overfull \\hbox (9.5pt too wide) detected at line 2\n' >> document.log"
    made = pretend(folder, programs, f"{RUN}; {RUN}; {GOOD}; {overfull}")
    assert (made.pdf, made.passes) == (folder / "document.pdf", 2)
    assert [(str(problem.spot), problem.rule) for problem in made.problems] == [("profile.yaml:3:5", "overfull")]
    assert made.log.endswith("at line 2\n")


NOTED = "printf 'page\\t600\\t800\\t50\\t50\\t550\\t750\\t0\\t5\\n' > document.layout"


def test_the_record_of_the_lines_is_that_of_the_last_run(folder: Path, programs: Path) -> None:
    made = pretend(folder, programs, f"{RUN}; {NOTED}; {GOOD}")
    assert made.layout is not None
    assert made.layout.sheet.width == 600
    assert pretend(folder, programs, GOOD).layout == made.layout  # latexmk found nothing to do
    assert pretend(folder, programs, f"{RUN}; {GOOD}").layout is None  # another template, which notes nothing
    assert pretend(folder, programs, GOOD).layout is None


def test_a_failed_run_leaves_no_record_of_lines(folder: Path, programs: Path) -> None:
    failure(folder, programs, f"{RUN}; {NOTED}; exit 12")
    assert not (folder / "document.layout").exists()


def test_the_command_and_the_environment_are_these(folder: Path, programs: Path) -> None:
    pretend(folder, programs, f'echo "$@" > args; env > env; {RUN}; {GOOD}')
    assert (folder / "args").read_text(encoding="utf-8").split() == [
        "-norc",
        "-pdflua",
        r"-usepretex=\directlua{dofile([[cvpress-prelude.lua]])}",
        "-interaction=nonstopmode",
        "-halt-on-error",
        "-file-line-error",
        "-no-shell-escape",
        "-recorder",
        "document.tex",
    ]
    seen = dict(line.split("=", 1) for line in (folder / "env").read_text(encoding="utf-8").splitlines())
    for added_by_the_shell in ("PWD", "OLDPWD", "SHLVL", "_"):
        seen.pop(added_by_the_shell, None)
    expected = environment({"PATH": f"{programs}:/usr/bin:/bin"}, cache=folder.parent / "cache", epoch=EPOCH)
    assert seen == expected
    assert "SECRET" not in seen
    assert (seen["openin_any"], seen["openout_any"], seen["SOURCE_DATE_EPOCH"]) == ("p", "p", str(EPOCH))
    assert not Path(seen["HOME"]).exists()


def test_a_missing_latexmk_or_engine_is_told_with_the_command_that_installs_it(folder: Path, programs: Path) -> None:
    with pytest.raises(ToolError, match="latexmk is not installed") as caught:
        build(folder, str(programs))
    assert "apt-get install" in caught.value.problems[0].advice
    put(programs, "latexmk", "exit 0")
    (programs / "lualatex").unlink()
    with pytest.raises(ToolError, match="lualatex is not installed"):
        build(folder, str(programs))


def test_an_unknown_engine_lists_the_known_ones(folder: Path, programs: Path) -> None:
    with pytest.raises(TemplateError, match="lualatex, xelatex, pdflatex"):
        build(folder, str(programs), engine="tex")


def test_a_failed_run_removes_the_old_pdf_and_what_would_repeat_the_failure(folder: Path, programs: Path) -> None:
    pretend(folder, programs, f"{RUN}; {GOOD}; touch document.fdb_latexmk document.aux")
    error = r"printf './document.tex:2: Undefined control sequence.\nl.2 \\nosuch\n' > document.log; exit 12"
    kind, problem = failure(folder, programs, f"{RUN}; sleep 0.02; {error}")
    assert kind is LatexError
    assert problem.message == r"TeX stopped: Undefined control sequence \nosuch"
    assert str(problem.spot) == "profile.yaml:3:5"
    left = {path.name for path in folder.iterdir()}
    assert left == {"document.tex", "document.log", "cvpress-prelude.lua"}


def test_code_0_without_a_pdf_is_a_failure(folder: Path, programs: Path) -> None:
    kind, problem = failure(folder, programs, f"{RUN}; echo 'Output written on document.pdf' > document.log")
    assert (kind, problem.rule) == (LatexError, "no-pages")


def test_code_0_with_the_pdf_of_an_older_run_is_a_failure(folder: Path, programs: Path) -> None:
    pretend(folder, programs, f"{RUN}; {GOOD}")
    kind, problem = failure(folder, programs, f"{RUN}; sleep 0.02; echo 'No pages of output.' > document.log")
    assert (kind, problem.rule) == (LatexError, "no-pages")
    assert not (folder / "document.pdf").exists()


def test_the_log_of_an_older_run_explains_nothing(folder: Path, programs: Path) -> None:
    (folder / "document.log").write_text("./document.tex:2: Old error.\n", encoding="utf-8")
    kind, problem = failure(folder, programs, f"{RUN}; echo 'I cannot find the format file'; exit 12")
    assert kind is LatexError
    assert problem.message == "latexmk ended with code 12 and TeX gave no reason"
    assert "I cannot find the format file" in problem.advice


@pytest.mark.parametrize("said", ["write: No space left on device", "error:  (file io): fwrite() failed"])
def test_a_full_disk_is_told_as_that(folder: Path, programs: Path, said: str) -> None:
    kind, problem = failure(folder, programs, f"{RUN}; echo '{said}'; exit 12")
    assert (kind, problem.rule) == (ToolError, "disk-full")


def test_a_document_that_never_settles_is_told_as_that(folder: Path, programs: Path) -> None:
    said = "Latexmk: Maximum runs of lualatex reached without getting stable files"
    kind, problem = failure(folder, programs, f"{RUN}; {GOOD}; echo '{said}'; exit 12")
    assert (kind, problem.rule) == (LatexError, "unstable")
    assert not (folder / "document.pdf").exists()


def test_time_out_names_the_limit(folder: Path, programs: Path) -> None:
    kind, problem = failure(folder, programs, f"{GOOD}; sleep 300", timeout=0.5)
    assert (kind, problem.rule) == (ToolError, "too-slow")
    assert "0.5 s" in problem.message
    assert not (folder / "document.pdf").exists()


def test_a_folder_that_cannot_be_written_is_a_tool_error(folder: Path, programs: Path) -> None:
    (folder / "cvpress-prelude.lua").mkdir()
    kind, problem = failure(folder, programs, GOOD)
    assert (kind, problem.rule) == (ToolError, "work-folder")


def test_the_cache_is_made_for_this_user_only(tmp_path: Path) -> None:
    made = private(tmp_path / "a" / "cache")
    assert stat.S_IMODE(made.stat().st_mode) == 0o700
    made.chmod(0o755)
    assert stat.S_IMODE(private(made).stat().st_mode) == 0o700


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_a_cache_that_others_could_have_written_is_refused(tmp_path: Path, mode: int) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache").chmod(mode)
    with pytest.raises(ToolError, match="other users can write"):
        private(tmp_path / "cache")


def test_a_cache_of_another_user_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = tmp_path.stat().st_uid
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    with pytest.raises(ToolError, match="other users can write"):
        private(tmp_path)


@pytest.mark.parametrize("name", ["$HOME", "a:b", "{x,y}"])
def test_a_cache_whose_path_tex_would_misread_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ToolError, match="file search"):
        private(tmp_path / name)


def test_a_cache_that_cannot_be_made_is_a_tool_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ToolError, match="cannot be used"):
        private(tmp_path / "file" / "cache")


def test_fonts_are_looked_for_where_each_system_keeps_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def folders() -> str:
        return environment({"PATH": "", "HOME": "/Users/ada"}, cache=tmp_path, epoch=0)["OSFONTDIR"]

    monkeypatch.setattr("sys.platform", "linux")
    assert folders().startswith("/usr/share/fonts")
    monkeypatch.setattr("sys.platform", "darwin")
    assert "/Users/ada/Library/Fonts//" in folders().split(":")


def test_every_engine_names_its_program_and_switch() -> None:
    rows = [(row.name, row.program, row.flag) for row in ENGINES.values()]
    assert rows == [
        ("lualatex", "lualatex", "-pdflua"),
        ("xelatex", "xelatex", "-pdfxe"),
        ("pdflatex", "pdflatex", "-pdf"),
    ]
    for row in ENGINES.values():  # they go through a shell in double quotes
        assert not re.search(r'["$`]', row.flag)


# For real. `cache` is shared by the tests, as it is by the builds.


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("font-cache")


@pytest.fixture(scope="module")
def sandbox() -> Sandbox:
    return detect(os.environ)


def typeset(folder: Path, cache: Path, sandbox: Sandbox, text: str, *, engine: str = "lualatex") -> Compiled:
    (folder / "document.tex").write_text(text, encoding="utf-8")
    env = {"PATH": os.environ["PATH"]}
    return latexmk.compile(folder, engine=engine, env=env, timeout=180, sandbox=sandbox, cache=cache, epoch=EPOCH)


def document(body: str, preamble: str = "") -> str:
    lines = (r"\documentclass{article}", preamble, r"\begin{document}", "%@ ada/profile.yaml:7:3", body)
    return "\n".join((*lines, r"\end{document}", ""))


LIBERTINE = r"\usepackage{fontspec}\tracinglostchars=2\setmainfont{LinLibertine_R.otf}"


@pytest.mark.latex
@pytest.mark.parametrize("engine", ["lualatex", "pdflatex"])
def test_a_document_compiles_and_an_unchanged_one_starts_no_engine(
    folder: Path, cache: Path, sandbox: Sandbox, engine: str
) -> None:
    text = document("Hello.")
    assert typeset(folder, cache, sandbox, text, engine=engine).passes >= 1
    again = typeset(folder, cache, sandbox, text, engine=engine)
    assert again.passes == 0
    assert again.pdf.read_bytes().startswith(b"%PDF")
    assert again.problems == ()
    assert typeset(folder, cache, sandbox, document("Hello again."), engine=engine).passes >= 1


@pytest.mark.latex
def test_references_take_a_second_pass_and_its_cpu_is_counted(folder: Path, cache: Path, sandbox: Sandbox) -> None:
    typeset(folder, cache, sandbox, document("warm"))
    made = typeset(folder, cache, sandbox, document(r"See \pageref{here}.\label{here}"))
    assert made.passes == 2
    assert made.problems == ()
    assert made.cpu > 0.1


@pytest.mark.latex
@pytest.mark.parametrize("name", ["Ada's Łukasz 智", "$HOME `x` $(x)", 'a,b;c:d{e}~"f"'])
def test_a_folder_may_have_any_name(tmp_path: Path, cache: Path, sandbox: Sandbox, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()
    assert typeset(folder, cache, sandbox, document("Hello.")).pdf.is_file()


@pytest.mark.latex
def test_an_error_names_the_line_of_the_profile_and_can_be_repaired(
    folder: Path, cache: Path, sandbox: Sandbox
) -> None:
    typeset(folder, cache, sandbox, document("Good."))
    for _ in range(2):  # the second time latexmk has nothing new and must not be silent
        with pytest.raises(LatexError) as caught:
            typeset(folder, cache, sandbox, document(r"Bad \nosuch."))
        (problem,) = caught.value.problems
        assert problem.message == r"TeX stopped: Undefined control sequence \nosuch"
        assert str(problem.spot) == "ada/profile.yaml:7:3"
        assert not (folder / "document.pdf").exists()
    assert typeset(folder, cache, sandbox, document("Good.")).pdf.is_file()


@pytest.mark.latex
def test_luatex_that_ends_without_a_word_is_a_failure(folder: Path, cache: Path, sandbox: Sandbox) -> None:
    with pytest.raises(LatexError, match="gave no reason"):
        typeset(folder, cache, sandbox, document(r"\directlua{os.exit(1)}"))


@pytest.mark.latex
def test_a_document_that_became_empty_does_not_leave_the_old_pdf(folder: Path, cache: Path, sandbox: Sandbox) -> None:
    typeset(folder, cache, sandbox, document("Good."))
    with pytest.raises(LatexError, match="TeX made no page"):
        typeset(folder, cache, sandbox, document(""))
    assert not (folder / "document.pdf").exists()


@pytest.mark.latex
@pytest.mark.parametrize("renderer", ["Node", "Base", "HarfBuzz"])
def test_missing_characters_are_errors_in_every_mode(
    folder: Path, cache: Path, sandbox: Sandbox, renderer: str
) -> None:
    preamble = rf"{LIBERTINE}[Renderer={renderer}]"
    made = typeset(folder, cache, sandbox, document("Zhao 智慧, 智.\n%@ ada/profile.yaml:9:1\n\n😀", preamble))
    assert [(str(problem.spot), problem.message) for problem in made.problems] == [
        ("ada/profile.yaml:7:3", "the font LinLibertine_R.otf lacks '智' (U+667A CJK UNIFIED IDEOGRAPH-667A)"),
        ("ada/profile.yaml:7:3", "the font LinLibertine_R.otf lacks '慧' (U+6167 CJK UNIFIED IDEOGRAPH-6167)"),
        ("ada/profile.yaml:9:1", "the font LinLibertine_R.otf lacks '😀' (U+1F600 GRINNING FACE)"),
    ]
    assert {problem.severity for problem in made.problems} == {Severity.ERROR}


@pytest.mark.latex
def test_characters_missing_in_a_fallback_chain_too_are_errors(folder: Path, cache: Path, sandbox: Sandbox) -> None:
    chain = r"""\directlua{luaotfload.add_fallback("chain", {"file:LinBiolinum_R.otf:mode=node;"})}"""
    preamble = f"{LIBERTINE}[Renderer=HarfBuzz,RawFeature={{fallback=chain}}]\n"
    made = typeset(folder, cache, sandbox, document("智", f"\\usepackage{{fontspec}}{chain}{preamble}"))
    assert [problem.rule for problem in made.problems] == ["missing-character"]


@pytest.mark.latex
def test_what_tex_only_warns_of_is_found(folder: Path, cache: Path, sandbox: Sandbox) -> None:
    body = r"\noindent\hbox to 10pt{much too wide} \ref{nothing} {\fontshape{xx}\selectfont x}"
    made = typeset(folder, cache, sandbox, document(body))
    assert {(problem.rule, problem.severity) for problem in made.problems} == {
        ("overfull", Severity.ERROR),
        ("undefined-reference", Severity.ERROR),
        ("missing-shape", Severity.WARNING),
    }


@pytest.mark.latex
def test_a_font_by_file_name_builds_no_database(folder: Path, tmp_path: Path, sandbox: Sandbox) -> None:
    cache = private(tmp_path / "cache")
    made = typeset(folder, cache, sandbox, document("Hello.", LIBERTINE))
    assert "database" not in made.log
    assert not list(cache.rglob("luaotfload-names*"))
    assert "LinLibertine_R.otf>" in made.log
    env = environment({"PATH": os.environ["PATH"]}, cache=cache, epoch=0)
    plain = process.run(["lualatex", "document.tex"], cwd=folder, env=env, timeout=300)  # control: without the prelude
    assert "Font names database not found" in plain.output


@pytest.mark.latex
def test_a_missing_font_file_is_told_at_once(folder: Path, tmp_path: Path, sandbox: Sandbox) -> None:
    cache = private(tmp_path / "cache")
    with pytest.raises(LatexError, match='The font "Nothing" cannot be found'):
        typeset(folder, cache, sandbox, document("x", r"\usepackage{fontspec}\setmainfont{Nothing.otf}"))
    assert not list(cache.rglob("luaotfload-names*"))


@pytest.mark.latex
def test_a_font_in_the_work_folder_is_found(folder: Path, cache: Path, sandbox: Sandbox) -> None:
    found = process.run(["kpsewhich", "lmmono10-regular.otf"], cwd=folder, env=dict(os.environ), timeout=60)
    (folder / "own.otf").write_bytes(Path(found.output.strip()).read_bytes())
    made = typeset(folder, cache, sandbox, document("x", r"\usepackage{fontspec}\setmainfont{own.otf}"))
    assert "<./own.otf>" in made.log


@pytest.mark.latex
def test_the_font_cache_serves_the_next_build(folder: Path, tmp_path: Path, sandbox: Sandbox) -> None:
    cache = private(tmp_path / "cache")
    typeset(folder, cache, sandbox, document("Hello.", LIBERTINE))
    written = {path: path.stat().st_mtime_ns for path in cache.rglob("*.luc")}
    assert [path.name for path in written if "linlibertine" in path.name] == ["linlibertine-r.luc"]
    second = tmp_path / "second"
    second.mkdir()
    made = typeset(second, cache, sandbox, document("Hello, too.", LIBERTINE))
    assert made.passes == 1  # a cold cache costs one more, because latexmk sees new files
    assert {path: path.stat().st_mtime_ns for path in cache.rglob("*.luc")} == written
    assert f"{cache}/luatex-cache" in made.log
    assert not list(second.glob(".texlive*/texmf-var"))


@pytest.mark.latex
def test_a_broken_font_cache_is_mended(folder: Path, tmp_path: Path, sandbox: Sandbox) -> None:
    """Two builds may fill the cache at the same time: a half-written table must not break the one that reads it."""
    cache = private(tmp_path / "cache")
    typeset(folder, cache, sandbox, document("Hello.", LIBERTINE))
    for path in cache.rglob("*.lu?"):
        os.truncate(path, path.stat().st_size // 2)
    made = typeset(folder, cache, sandbox, document("Hello again.", LIBERTINE))
    assert made.problems == ()
