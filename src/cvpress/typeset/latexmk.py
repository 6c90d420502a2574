"""`document.tex` to `document.pdf`, by latexmk. In: a work folder with all that the document loads. Out: a `Compiled`.

The job name is constant, because latexmk hands it to a shell; `-norc`, because latexmk runs Perl from rc files in the
folder, the home and XDG's; the environment is made from nothing, so that no secret of a CI runner reaches TeX.
Nothing is believed of a PDF that lies there: after a failure the old or a broken one remains, so it is removed here.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from cvpress import process
from cvpress.errors import LatexError, Problem, TemplateError, ToolError
from cvpress.tools import advice
from cvpress.typeset import layout, log
from cvpress.typeset.layout import Layout
from cvpress.typeset.sandbox import Sandbox, tex_tree

# luaotfload 3.23 to 3.29 answers each request for a font *file* from its database of all fonts, and first builds that
# (2 s with 160 fonts, 40 s with a full TeX Live), though kpathsea finds the file at once. A request by family name
# still uses the database. `getfilename` is the same database again, asked for a file that does not exist.
_FONT_FILES = r"""-- Written by cvpress: find font files by kpathsea, without luaotfload's database of font names.
local resolvers = luaotfload and luaotfload.resolvers
if resolvers and resolvers.kpse then
  local function by_file (specification)
    local name = specification.name
    if lfs.isfile (name) then return name end
    return resolvers.kpse (specification)
  end
  resolvers.path, resolvers.file = by_file, by_file
  fonts.names.getfilename = function () end
end
"""


@dataclass(frozen=True, slots=True)
class Engine:
    """A row: latexmk's switch for the engine, the program, and Lua to run before the document (LuaTeX only)."""

    name: str
    flag: str
    program: str
    prelude: str = ""


ENGINES: Mapping[str, Engine] = MappingProxyType(
    {
        row.name: row
        for row in (
            Engine("lualatex", "-pdflua", "lualatex", _FONT_FILES),
            Engine("xelatex", "-pdfxe", "xelatex"),
            Engine("pdflatex", "-pdf", "pdflatex"),
        )
    }
)

_OPTIONS = ("-interaction=nonstopmode", "-halt-on-error", "-file-line-error", "-no-shell-escape", "-recorder")
# 4 GiB of address space: a cold font cache takes 0.8, and a loop in Lua would take all that the machine has.
_LIMITED = ("sh", "-c", 'ulimit -v 4194304 2>/dev/null; exec "$@"', "sh")  # macOS has no such limit and goes on
_PRELUDE = "cvpress-prelude.lua"
_OF_A_RUN = ("pdf", "xdv", "fdb_latexmk", "fls", "aux", "out", "toc", "layout")  # the log stays: it is the evidence
_FULL_DISK = re.compile(r"No space left on device|Disk quota exceeded|fwrite\(\) failed")  # by Perl, the shell, LuaTeX
_TAIL = 12  # lines of output shown when nothing better is known


@dataclass(frozen=True, slots=True)
class Compiled:
    """A PDF that TeX finished. `problems` is what its log says; with an error among them the PDF must not be given out.

    `layout` is where its lines stand, None when the template does not note that down. `passes` counts the engine's
    runs, 0 when latexmk found nothing to do; `cpu` and `wall` are seconds.
    """

    pdf: Path
    log: str
    passes: int
    cpu: float
    wall: float
    problems: tuple[Problem, ...]
    layout: Layout | None = None


def compile(  # noqa: A001 -- the name of the stage, used as latexmk.compile
    folder: Path, *, engine: str, env: Mapping[str, str], timeout: float, sandbox: Sandbox, cache: Path, epoch: int
) -> Compiled:
    """Run latexmk on `folder`/document.tex until it is stable, for at most `timeout` seconds.

    Of `env` only PATH is used (on macOS HOME too, to find fonts). `cache` keeps luaotfload's font tables from
    build to build; it must be this user's alone, for TeX runs the Lua in it. `epoch` is SOURCE_DATE_EPOCH.
    Raises `LatexError` when TeX failed, `ToolError` when a program is missing, the time is up or the disk is full.
    """
    row = ENGINES.get(engine)
    if row is None:
        raise TemplateError(Problem(f"no engine '{engine}'", advice=f"use one of {', '.join(ENGINES)}", rule="engine"))
    programs = [_program(name, env) for name in ("latexmk", row.program)]
    trees = [tree for program in programs for tree in tex_tree(program)]
    folder, cache = folder.resolve(), private(cache)
    written, noted = _time_of(folder / "document.log"), _time_of(folder / layout.FILE)
    done = process.run(
        sandbox.command(command(row, folder), folder=folder, cache=cache, readable=trees),
        cwd=folder,
        env=environment(env, cache=cache, epoch=epoch),
        timeout=timeout,
    )
    passes = len(re.findall(rf"^Run number \d+ of rule '{row.program}'", done.output, re.MULTILINE))
    silent = bool(passes) and _time_of(folder / "document.log") == written  # it died before it opened its log
    if passes and _time_of(folder / layout.FILE) == noted:  # it tells of an earlier run, by another template
        (folder / layout.FILE).unlink(missing_ok=True)
    return _believed(folder, done, passes, "" if silent else _text(folder / "document.log"), timeout)


def _believed(folder: Path, done: process.Completed, passes: int, text: str, timeout: float) -> Compiled:
    """The PDF, if latexmk, the file system and the log agree that it was made; else none stays in the folder."""
    tex = _text(folder / "document.tex")
    problems = log.problems(log.read(text), locate=log.positions(tex), locate_character=log.characters(tex))
    pdf = folder / "document.pdf"
    if done.timed_out or done.returncode or not pdf.is_file() or "\nOutput written on document." not in text:
        for suffix in _OF_A_RUN:  # without its database latexmk tries again; with it, it repeats the old failure
            (folder / f"document.{suffix}").unlink(missing_ok=True)
        raise _failure(done, problems, timeout)
    noted = layout.read(_text(folder / layout.FILE))
    return Compiled(pdf, text, passes, done.cpu, done.wall, problems, noted)


def environment(env: Mapping[str, str], *, cache: Path, epoch: int) -> dict[str, str]:
    """All that TeX gets to see. TEXMFVAR is not the cache: TeX searches it for packages, and the cache is shared.

    It stays in the home that does not exist, with TEXMFHOME and TEXMFCONFIG: nothing of the user's is found there.
    """
    return {
        "PATH": env.get("PATH", ""),
        "HOME": "/nonexistent",  # kpathsea expands $ in it without end: a folder named "$HOME" took 24 GB
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "SOURCE_DATE_EPOCH": str(epoch),
        "FORCE_SOURCE_DATE": "1",
        "TEXMFCACHE": str(cache),
        "OSFONTDIR": _font_folders(env),
        "openin_any": "p",
        "openout_any": "p",
        "max_print_line": "10000",
        "error_line": "254",
        "half_error_line": "238",
        **dict.fromkeys(("MKTEXPK", "MKTEXTFM", "MKTEXMF"), "0"),  # no bitmap font is worth making
    }


def private(cache: Path) -> Path:
    """`cache`, made if need be, for this user only; `ToolError` if others own it or could have written in it."""
    try:
        cache.mkdir(parents=True, exist_ok=True, mode=0o700)
        state = cache.stat()
    except OSError as error:
        raise ToolError(Problem(f"{cache} cannot be used for fonts: {error.strerror}", rule="font-cache")) from error
    if state.st_uid != os.getuid() or state.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        message = f"other users can write in {cache}, and TeX runs the Lua code in it"
        raise ToolError(Problem(message, advice="remove it; it will be made afresh", rule="font-cache"))
    if odd := re.search(r"[$~,;:{}]", str(cache.resolve())):
        message = f"{cache} has a '{odd[0]}' in its path, which means something else to TeX's file search"
        raise ToolError(Problem(message, advice="set XDG_CACHE_HOME to a plain path", rule="font-cache"))
    cache.chmod(0o700)
    return cache.resolve()


def command(row: Engine, folder: Path) -> tuple[str, ...]:
    """latexmk's arguments. The prelude goes through a shell in double quotes: hence a file, and Lua's long brackets."""
    prelude: tuple[str, ...] = ()
    if row.prelude:
        try:
            (folder / _PRELUDE).write_text(row.prelude, encoding="utf-8")
        except OSError as error:
            raise ToolError(Problem(f"{folder} cannot be written: {error.strerror}", rule="work-folder")) from error
        prelude = (rf"-usepretex=\directlua{{dofile([[{_PRELUDE}]])}}",)
    return (*_LIMITED, "latexmk", "-norc", row.flag, *prelude, *_OPTIONS, "document.tex")


def _font_folders(env: Mapping[str, str]) -> str:
    """Where the system keeps its fonts, in kpathsea's notation; Debian's texmf.cnf knows, others' don't."""
    if sys.platform == "darwin":
        return f"{env.get('HOME', '')}/Library/Fonts//:/Library/Fonts//:/System/Library/Fonts"
    return "/usr/share/fonts//:/usr/local/share/fonts"


def _program(name: str, env: Mapping[str, str]) -> Path:
    found = process.find(name, env)
    if found is None:
        raise ToolError(
            Problem(f"{name} is not installed, or not on the PATH", advice=advice(name), rule="missing-tool")
        )
    return found


def _failure(done: process.Completed, problems: tuple[Problem, ...], timeout: float) -> LatexError | ToolError:
    """Why there is no PDF, as far as the outputs tell."""
    tail = "\n".join(line for line in done.output.splitlines()[-_TAIL:] if line.strip())
    if done.timed_out:
        hint = "raise the limit, or look for an endless loop in the template"
        return ToolError(Problem(f"LaTeX was stopped after {timeout:g} s", advice=hint, rule="too-slow"))
    if _FULL_DISK.search(done.output):
        return ToolError(Problem("the disk is full", advice="free some space and build again", rule="disk-full"))
    if "Maximum runs of" in done.output:
        hint = "look in the template for a page number or reference that moves itself"
        return LatexError(
            Problem("the document changes with every run of TeX", advice=hint, rule="unstable"), *problems
        )
    stops = [problem for problem in problems if problem.rule in {"tex-error", "missing-character"}]
    if stops:
        return LatexError(*stops, *(problem for problem in problems if problem not in stops))
    if not done.returncode or "o pages of output" in done.output:
        return LatexError(Problem("TeX made no page", advice="the template prints nothing", rule="no-pages"), *problems)
    message = f"latexmk ended with code {done.returncode} and TeX gave no reason"
    return LatexError(Problem(message, advice=f"the last lines are:\n{tail}", rule="tex-error"), *problems)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""


def _time_of(path: Path) -> int:
    return path.stat().st_mtime_ns if path.is_file() else 0


def engine_state(engine: str, env: Mapping[str, str]) -> tuple[str, int, int]:
    """Place, size and age of the engine's program: another TeX may set another page, so builds hash it."""
    row = ENGINES.get(engine)
    program = process.find(row.program, env) if row else None
    if program is None:
        return (engine, 0, 0)
    state = program.resolve().stat()
    return (str(program.resolve()), state.st_size, state.st_mtime_ns)
