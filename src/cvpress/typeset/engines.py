"""Which way a document is set. In: a work folder with all that the document loads. Out: a `Compiled`.

From a format where there is one for its preamble, else, and where that does not work out, by latexmk from nothing. Both
give the same pages; only names inside of the PDF differ, so a run whose bytes must not depend on what this machine did
before (`SOURCE_DATE_EPOCH` is set) goes without formats.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cvpress.typeset import direct, formats, latexmk
from cvpress.typeset.engine import Compiled, Surroundings, engine_row, environment, private, program, write_prelude
from cvpress.typeset.sandbox import Sandbox, tex_tree
from cvpress.typeset.standby import Standby

_TRIES = 2
"""A text font that the format has not is loaded from the same file once more, and LuaTeX (1.15) then writes only a part
of its glyphs into the PDF: so a document with a new one is set again, from a format with it."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What TeX runs on: all but `formats` and `standby` as latexmk.compile describes it.

    `formats`: the folder of the formats, None: none is used; `standby`: engines in readiness, None: none are kept.
    """

    env: Mapping[str, str]
    timeout: float
    sandbox: Sandbox
    cache: Path
    epoch: int
    formats: Path | None = None
    standby: Standby | None = None


def compile(folder: Path, engine: str, machine: Machine) -> Compiled:  # noqa: A001 -- the name of the stage, as latexmk's
    """Set `folder`/document.tex with `engine`. Raises what latexmk.compile raises."""
    folder = folder.resolve()
    row = engine_row(engine)
    write_prelude(row, folder)
    shelf = formats.shelf(machine.formats, folder, machine.env, engine) if machine.formats else None
    ready = shelf if shelf and shelf.fonts and not shelf.given_up else None
    made = _from_format(folder, ready, row.program, machine) if ready else None
    if made is None:
        made = _from_nothing(folder, engine, machine)
        if ready:
            ready.fail()
    if shelf:
        shelf.learn(made.log)
    return made


def _from_nothing(folder: Path, engine: str, machine: Machine) -> Compiled:
    return latexmk.compile(
        folder,
        engine=engine,
        env=machine.env,
        timeout=machine.timeout,
        sandbox=machine.sandbox,
        cache=machine.cache,
        epoch=machine.epoch,
    )


def begin(folder: Path, place: Path, machine: Machine) -> None:
    """Start the engine for a pass over `folder`/document.tex that will come, from the format in `place`.

    `machine` has to be the one of that pass. Where there is no such format any more, nothing is started.
    """
    found = formats.Shelf(place, "", "", "").format()
    if machine.standby and found:
        machine.standby.begin(direct.call(folder.resolve(), found, _surroundings("lualatex", machine)))


def place(folder: Path, engine: str, machine: Machine) -> Path | None:
    """Where the format for `folder`/document.tex lies, if there is one."""
    shelf = formats.shelf(machine.formats, folder, machine.env, engine) if machine.formats else None
    return shelf.folder if shelf and shelf.format() else None


def _surroundings(engine: str, machine: Machine) -> Surroundings:
    cache = private(machine.cache)
    trees = tuple(tex_tree(program(engine, machine.env)))
    return Surroundings(environment(machine.env, cache=cache, epoch=machine.epoch), machine.sandbox, cache, trees)


def _from_format(folder: Path, shelf: formats.Shelf, engine: str, machine: Machine) -> Compiled | None:
    around = _surroundings(engine, machine)
    for _ in range(_TRIES):
        found = shelf.format() or formats.make(shelf, folder, around)
        made = direct.compile(folder, found, around, machine.timeout, machine.standby) if found else None
        if made is None or not shelf.learn(made.log):
            return made
    return None
