"""`document.tex` to `document.pdf`, by latexmk. In: a work folder with all that the document loads. Out: a `Compiled`.

The job name is constant, because latexmk hands it to a shell; `-norc`, because latexmk runs Perl from rc files in the
folder, the home and XDG's; the environment is made from nothing, so that no secret of a CI runner reaches TeX.
Nothing is believed of a PDF that lies there: after a failure the old or a broken one remains, so it is removed here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from cvpress import process
from cvpress.errors import LatexError, Problem, ToolError
from cvpress.typeset import layout, log
from cvpress.typeset.engine import (
    LIMITED,
    OPTIONS,
    PRELUDE,
    Compiled,
    Engine,
    engine_row,
    environment,
    private,
    program,
    text,
    time_of,
    write_prelude,
)
from cvpress.typeset.sandbox import Sandbox, tex_tree

_OF_A_RUN = ("pdf", "xdv", "fdb_latexmk", "fls", "aux", "out", "toc", "layout")  # the log stays: it is the evidence
_FULL_DISK = re.compile(r"No space left on device|Disk quota exceeded|fwrite\(\) failed")  # by Perl, the shell, LuaTeX
_TAIL = 12  # lines of output shown when nothing better is known


def compile(  # noqa: A001 -- the name of the stage, used as latexmk.compile
    folder: Path, *, engine: str, env: Mapping[str, str], timeout: float, sandbox: Sandbox, cache: Path, epoch: int
) -> Compiled:
    """Run latexmk on `folder`/document.tex until it is stable, for at most `timeout` seconds.

    Of `env` only PATH is used (on macOS HOME too, to find fonts). `cache` keeps luaotfload's font tables from
    build to build; it must be this user's alone, for TeX runs the Lua in it. `epoch` is SOURCE_DATE_EPOCH.
    Raises `LatexError` when TeX failed, `ToolError` when a program is missing, the time is up or the disk is full.
    """
    row = engine_row(engine)
    programs = [program(name, env) for name in ("latexmk", row.program)]
    trees = [tree for found in programs for tree in tex_tree(found)]
    folder, cache = folder.resolve(), private(cache)
    written, noted = time_of(folder / "document.log"), time_of(folder / layout.FILE)
    done = process.run(
        sandbox.command(command(row, folder), folder=folder, cache=cache, readable=trees),
        cwd=folder,
        env=environment(env, cache=cache, epoch=epoch),
        timeout=timeout,
    )
    passes = len(re.findall(rf"^Run number \d+ of rule '{row.program}'", done.output, re.MULTILINE))
    silent = bool(passes) and time_of(folder / "document.log") == written  # it died before it opened its log
    if passes and time_of(folder / layout.FILE) == noted:  # it tells of an earlier run, by another template
        (folder / layout.FILE).unlink(missing_ok=True)
    return _believed(folder, done, passes, "" if silent else text(folder / "document.log"), timeout)


def _believed(folder: Path, done: process.Completed, passes: int, told: str, timeout: float) -> Compiled:
    """The PDF, if latexmk, the file system and the log agree that it was made; else none stays in the folder."""
    tex = text(folder / "document.tex")
    problems = log.problems(log.read(told), locate=log.positions(tex), locate_character=log.characters(tex))
    pdf = folder / "document.pdf"
    if done.timed_out or done.returncode or not pdf.is_file() or "\nOutput written on document." not in told:
        for suffix in _OF_A_RUN:  # without its database latexmk tries again; with it, it repeats the old failure
            (folder / f"document.{suffix}").unlink(missing_ok=True)
        raise _failure(done, problems, timeout)
    noted = layout.read(text(folder / layout.FILE))
    return Compiled(pdf, told, passes, done.cpu, done.wall, problems, noted)


def command(row: Engine, folder: Path) -> tuple[str, ...]:
    """latexmk's arguments. The prelude goes through a shell in double quotes: hence a file, and Lua's long brackets."""
    prelude: tuple[str, ...] = ()
    if row.prelude:
        write_prelude(row, folder)
        prelude = (rf"-usepretex=\directlua{{dofile([[{PRELUDE}]])}}",)
    return (*LIMITED, "latexmk", "-norc", row.flag, *prelude, *OPTIONS, "document.tex")


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
