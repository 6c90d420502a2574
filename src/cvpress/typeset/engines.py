"""Which way a document is set. In: a work folder with all that the document loads. Out: a `Compiled`.

From a format where there is one for its preamble, else, and where that does not work out, by latexmk from nothing. Both
give the same pages; only names inside of the PDF differ, so a run whose bytes must not depend on what this machine did
before (`SOURCE_DATE_EPOCH` is set) goes without formats.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cvpress.typeset import direct, formats, latexmk
from cvpress.typeset.engine import Compiled, engine_row, environment, private, program, write_prelude
from cvpress.typeset.sandbox import Sandbox, tex_tree


def compile(  # noqa: A001 -- the name of the stage, as latexmk.compile
    folder: Path,
    *,
    engine: str,
    env: Mapping[str, str],
    timeout: float,
    sandbox: Sandbox,
    cache: Path,
    kept: Path | None,
    epoch: int,
) -> Compiled:
    """Set `folder`/document.tex. `kept` is the folder of the formats, None: none is used.

    The rest, and what is raised, as in latexmk.compile.
    """
    folder = folder.resolve()
    write_prelude(engine_row(engine), folder)
    place = formats.shelf(kept, folder, env, engine) if kept else None
    if place and place.fonts:
        made = _from_format(place, folder, engine, env, timeout, sandbox, private(cache), epoch)
        if made:
            place.learn(made.log)
            return made
    made = latexmk.compile(folder, engine=engine, env=env, timeout=timeout, sandbox=sandbox, cache=cache, epoch=epoch)
    if place:
        place.learn(made.log)
    return made


def _from_format(
    place: formats.Shelf,
    folder: Path,
    engine: str,
    env: Mapping[str, str],
    timeout: float,
    sandbox: Sandbox,
    cache: Path,
    epoch: int,
) -> Compiled | None:
    row = engine_row(engine)
    trees, seen = tuple(tex_tree(program(row.program, env))), environment(env, cache=cache, epoch=epoch)
    found = place.format() or formats.make(place, folder, env=seen, sandbox=sandbox, cache=cache, trees=trees)
    if not found:
        return None
    return direct.compile(folder, found, env=seen, timeout=timeout, sandbox=sandbox, cache=cache, trees=trees)
