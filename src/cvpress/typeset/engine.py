"""What the ways of driving TeX share: engines, the environment they see, what a run leaves behind.

In: the name of an engine, the user's environment. Out: an `Engine`, all that TeX gets to see, a `Compiled`.
The environment is made from nothing, so that no secret of a CI runner reaches TeX.
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
from cvpress.errors import Problem, TemplateError, ToolError
from cvpress.tools import advice
from cvpress.typeset.layout import Layout
from cvpress.typeset.sandbox import Sandbox

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

OPTIONS = ("-interaction=nonstopmode", "-halt-on-error", "-file-line-error", "-no-shell-escape", "-recorder")
# 4 GiB of address space: a cold font cache takes 0.8, and a loop in Lua would take all that the machine has.
LIMITED = ("sh", "-c", 'ulimit -v 4194304 2>/dev/null; exec "$@"', "sh")  # macOS has no such limit and goes on
PRELUDE = "cvpress-prelude.lua"


@dataclass(frozen=True, slots=True)
class Compiled:
    """A PDF that TeX finished. `problems` is what its log says; with an error among them the PDF must not be given out.

    `layout` is where its lines stand, None when the template does not note that down. `passes` counts the engine's
    runs, 0 when latexmk found nothing to do; `cpu` and `wall` are seconds; `driver` is "latexmk" or "format".
    """

    pdf: Path
    log: str
    passes: int
    cpu: float
    wall: float
    problems: tuple[Problem, ...]
    layout: Layout | None = None
    driver: str = "latexmk"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What an engine gets to see when nothing drives it: the whole environment, and in the sandbox what it may read.

    `cache`: luaotfload's, where it may write; `trees`: a TeX Live outside of /usr.
    """

    environment: Mapping[str, str]
    sandbox: Sandbox
    cache: Path
    trees: tuple[Path, ...]

    def command(self, argv: tuple[str, ...], folder: Path, *readable: Path) -> tuple[str, ...]:
        """`argv` as it must be started to run in `folder`; `readable` are further folders."""
        trees = (*self.trees, *readable)
        return self.sandbox.command((*LIMITED, *argv), folder=folder, cache=self.cache, readable=trees)


def engine_row(name: str) -> Engine:
    """The engine of that name. Raises TemplateError."""
    if name not in ENGINES:
        raise TemplateError(Problem(f"no engine '{name}'", advice=f"use one of {', '.join(ENGINES)}", rule="engine"))
    return ENGINES[name]


def write_prelude(row: Engine, folder: Path) -> None:
    """Put the Lua that runs before a document beside it. Raises ToolError."""
    try:
        (folder / PRELUDE).write_text(row.prelude, encoding="utf-8")
    except OSError as error:
        raise ToolError(Problem(f"{folder} cannot be written: {error.strerror}", rule="work-folder")) from error


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


def _font_folders(env: Mapping[str, str]) -> str:
    """Where the system keeps its fonts, in kpathsea's notation; Debian's texmf.cnf knows, others' don't."""
    if sys.platform == "darwin":
        return f"{env.get('HOME', '')}/Library/Fonts//:/Library/Fonts//:/System/Library/Fonts"
    return "/usr/share/fonts//:/usr/local/share/fonts"


def program(name: str, env: Mapping[str, str]) -> Path:
    """Where a program of TeX lies. Raises ToolError."""
    found = process.find(name, env)
    if found is None:
        raise ToolError(
            Problem(f"{name} is not installed, or not on the PATH", advice=advice(name), rule="missing-tool")
        )
    return found


def text(path: Path) -> str:
    """What a file of TeX's says; "" where there is none."""
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""


def time_of(path: Path) -> int:
    """When a file was written last, in ns; 0 where there is none."""
    return path.stat().st_mtime_ns if path.is_file() else 0


def engine_state(engine: str, env: Mapping[str, str]) -> tuple[str, int, int]:
    """Place, size and age of the engine's program: another TeX may set another page, so builds hash it."""
    row = ENGINES.get(engine)
    found = process.find(row.program, env) if row else None
    if found is None:
        return (engine, 0, 0)
    state = found.resolve().stat()
    return (str(found.resolve()), state.st_size, state.st_mtime_ns)
