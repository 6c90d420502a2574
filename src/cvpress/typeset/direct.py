"""`document.tex` to `document.pdf` in one pass from a format. In: a work folder, a `Format`. Out: a `Compiled` or None.

The layer needs no second pass (page totals, links and outline are known in the first), so no driver that counts passes.
Whatever is not as expected, a rerun that TeX asks for or any error, is left to latexmk, whose messages are the record.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cvpress import process
from cvpress.typeset import layout, log
from cvpress.typeset.engine import OPTIONS, Compiled, Surroundings, text
from cvpress.typeset.formats import Format
from cvpress.typeset.standby import Call, Standby

_RERUN = ("Rerun to get", "Label(s) may have changed", "No file document.toc", "has changed. Rerun")
_OF_A_PASS = ("pdf", "log", "aux", "layout", "fdb_latexmk")  # an engine that waits has begun its .fls already


def compile(  # noqa: A001 -- the name of the stage, as latexmk.compile
    folder: Path, made: Format, around: Surroundings, timeout: float, standby: Standby | None = None
) -> Compiled | None:
    """One pass over `folder`/document.tex, for at most `timeout` seconds; None where latexmk has to do it."""
    for suffix in _OF_A_PASS:  # without its database latexmk, should it come to that, begins anew
        (folder / f"document.{suffix}").unlink(missing_ok=True)
    if standby:
        done = standby.run(call(folder, made, around), timeout)
    else:
        argv, env = _command(folder, made, around, "document.tex")
        done = process.run(argv, cwd=folder, env=env, timeout=timeout)
    return believed(folder, made, done)


def call(folder: Path, made: Format, around: Surroundings) -> Call:
    """How an engine is called that reads its format and waits; then it makes the pass."""
    wait = r"\directlua{cvpress_fonts.wait()}\input{document.tex}"
    return Call.of(folder, *_command(folder, made, around, wait), made.written)


def _command(folder: Path, made: Format, around: Surroundings, begin: str) -> tuple[tuple[str, ...], Mapping[str, str]]:
    # Not by its path: TeX would begin its record of files beside the format.
    engine = ("lualatex", f"-fmt={made.file.stem}", "-jobname=document", *OPTIONS, begin)
    place = str(made.file.parent)
    env = {**around.environment, "TEXFORMATS": place, "LUAINPUTS": f"{place}:"}
    return around.command(engine, folder, made.file.parent), env


def believed(folder: Path, made: Format, done: process.Completed) -> Compiled | None:
    """The PDF of a pass, if the process, the log and the file system agree that it is there and final."""
    told, pdf = text(folder / "document.log"), folder / "document.pdf"
    finished = not done.timed_out and not done.returncode and "\nOutput written on document." in told
    if not finished or not pdf.is_file() or any(wish in told for wish in _RERUN):
        return None
    tex = text(folder / "document.tex")
    problems = log.problems(log.read(told), locate=log.positions(tex), locate_character=log.characters(tex))
    with (folder / "document.fls").open("a", encoding="utf-8") as fls:
        fls.write(made.inputs)  # what went into the format went into the PDF
    noted = layout.read(text(folder / layout.FILE))
    return Compiled(pdf, f"{told}\n{made.log}", 1, done.cpu, done.wall, problems, noted, driver="format")
