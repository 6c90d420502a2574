"""Formats: what a preamble loads, dumped by TeX, so that a run begins behind it. In: a work folder. Out: a `Format`.

LuaTeX reads a format in 0.1 s; class, layer, look, luaotfload and fonts cost 0.5 s in each run without one. A format
holds for every document with the same preamble, in a folder with the same styles, by the same TeX.
It is made when its preamble is met for the second time: the first run, by latexmk, tells which fonts such documents
use, and on a machine that builds once and is thrown away a format would cost more than it saves.
"""

from __future__ import annotations

import os
import re
import tempfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from cvpress import paths, process
from cvpress.typeset.engine import OPTIONS, PRELUDE, Surroundings, engine_state, text, time_of

MARK = "%%% what stands above may come from a format\n"
"""A template that does not have this line is always set from nothing."""
_STYLE = "cvpress-format.sty"
_CODE = (".sty", ".lua", ".cls", ".def", ".clo", ".cfg", ".fd", ".tex")
_FONT = re.compile(r"^cvpress font (\S+) \.", re.MULTILINE)
_SOMETIMES = {*range(0x04, 0x1E), 0x1F, 0x24, *range(0x28, 0x2E), *range(0xE0, 0xF9)}
"""Blocks of 256 characters that only the formats of documents with such characters have (cvpress-fontdata.lua)."""
_HAN = (*range(0x2E, 0xD8), *range(0xF9, 0xFB), *range(0xFE, 0x100), *range(0x200, 0x400))
"""Blocks of characters of which a format has those of its documents alone: a face has sixty thousand."""
_MOST_HAN = 48
"""More are a text that changes with each edit, not a name beside a Latin one; luaotfload then brings their fonts."""
_KEPT = 24  # formats in the cache, of 30 MB each; the oldest go
_PATIENCE = 2  # how often a format may fail where latexmk does not: one may have been damaged
_TIMEOUT = 60.0  # seconds; a format is made in one


@dataclass(frozen=True, slots=True)
class Format:
    """A format that holds now: its file, TeX's log of making it, and what went into it, as `.fls` lines.

    `written`: when it was made, in ns; one that is made anew has the same file.
    """

    file: Path
    log: str
    inputs: str
    written: int


@dataclass(frozen=True, slots=True)
class Shelf:
    """The place of the formats for one preamble, there or not.

    `blocks`, `han`: what its fonts need beyond what all have, in hexadecimal; `lines`: how many lines of the document
    it replaces.
    """

    folder: Path
    preamble: str
    blocks: str
    han: str

    @property
    def lines(self) -> int:
        return self.preamble.count("\n")

    @property
    def fonts(self) -> tuple[str, ...]:
        """Which fonts its documents used, as NFSS names them."""
        return tuple(text(self.folder / "fonts").split())

    def format(self) -> Format | None:
        """The format, while TeX and all that was read for it are as they were."""
        inputs = text(self.folder / "inputs")
        if not inputs or _states(inputs) != text(self.folder / "states"):
            return None
        file = self.folder / "cvpress.fmt"
        try:
            os.utime(file)  # the least recently used go first
        except OSError:
            return None
        return Format(file, text(self.folder / "log"), inputs, time_of(self.folder / "states"))

    @property
    def given_up(self) -> bool:
        """Whether its formats failed twice: such documents need a second pass, or TeX can't dump their styles."""
        return len(text(self.folder / "failures")) >= _PATIENCE

    def fail(self) -> None:
        """Note that latexmk did what the format, or making it, did not; the next one is made anew."""
        paths.write(self.folder / "failures", text(self.folder / "failures").encode() + b"x")
        (self.folder / "states").unlink(missing_ok=True)

    def learn(self, log: str) -> bool:
        """Note which fonts a run selected, and whether one was new; a format without it holds no longer."""
        known = self.fonts
        if new := sorted({*_FONT.findall(log)} - {*known}):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            paths.write(self.folder / "fonts", "\n".join([*known, *new]).encode())
            (self.folder / "states").unlink(missing_ok=True)
        return bool(new)


def shelf(cache: Path, folder: Path, env: Mapping[str, str], engine: str) -> Shelf | None:
    """Where the format for `folder`/document.tex has its place in `cache`; None where a document has no use for it."""
    preamble, mark, body = text(folder / "document.tex").partition(MARK)
    codes = {ord(character) for character in {*body}}
    if not mark or engine != "lualatex" or not (folder / _STYLE).is_file():
        return None
    blocks = _hexadecimal({code // 256 for code in codes} & _SOMETIMES)
    many = [code for code in codes if code // 256 in _HAN]
    han = _hexadecimal(many) if len(many) <= _MOST_HAN else ""
    code = [(path.name, path.read_bytes()) for path in sorted(folder.iterdir()) if _is_code(path)]
    key = sha256(repr((preamble, blocks, han, code, engine_state(engine, env))).encode()).hexdigest()
    return Shelf(cache / key[:32], preamble + mark, blocks, han)


def _hexadecimal(numbers: Iterable[int]) -> str:
    return " ".join(f"{number:X}" for number in sorted(numbers))


def _is_code(path: Path) -> bool:
    return path.suffix in _CODE and not path.name.startswith("document.")


def make(shelf: Shelf, folder: Path, around: Surroundings) -> Format | None:
    """Make the format of a shelf whose fonts are known, for the styles in `folder`; None where TeX can't.

    Two processes may make the same one: each works in a folder of its own, and the last to finish wins.
    """
    shelf.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(prefix=".making-", dir=shelf.folder.parent) as name:
        work = Path(name).resolve()
        for path in (path for path in folder.iterdir() if _is_code(path) or path.name == PRELUDE):
            (work / path.name).write_bytes(path.read_bytes())
        (work / "format.tex").write_text(_source(shelf), encoding="utf-8")
        argv = around.command(("lualatex", "-ini", *OPTIONS, "&lualatex", "format.tex"), work)
        done = process.run(argv, cwd=work, env=around.environment, timeout=_TIMEOUT)
        if done.returncode or not (work / "format.fmt").is_file():
            return None
        inputs = "".join(f"{line}\n" for line in sorted(set(text(work / "format.fls").splitlines())) if _lasts(line))
        states = _states(inputs)
        for path in work.glob("*.lua"):  # a format has none of Lua, so a run from it reads them here
            paths.write(shelf.folder / path.name, path.read_bytes())
        paths.write(shelf.folder / "cvpress.fmt", _inflated((work / "format.fmt").read_bytes()))
        paths.write(shelf.folder / "log", text(work / "format.log").encode())
        paths.write(shelf.folder / "inputs", inputs.encode())
        paths.write(shelf.folder / "states", states.encode())  # last: it makes the rest valid
    _tidy(shelf.folder.parent)
    return shelf.format()


def _source(shelf: Shelf) -> str:
    """What TeX dumps: the preamble, then all fonts that are used behind it."""
    prune = (
        rf"\directlua{{dofile([[{PRELUDE}]]) require([[cvpress-fontdata]]).prune([[{shelf.blocks}]], [[{shelf.han}]])}}"
    )
    named = ",".join(font for font in shelf.fonts if "@" not in font)
    others = ",".join(font for font in shelf.fonts if "@" in font and ("CJK" not in font or shelf.han))
    dump = rf"\RequirePackage{{cvpress-format}}\cvformat{{{named}}}{{{others}}}{{{shelf.lines}}}"
    return f"{prune}\n{shelf.preamble}{dump}\n"


def _inflated(content: bytes) -> bytes:
    """TeX compresses formats and reads them either way; without, in half of the time (0.08 s instead of 0.14)."""
    return zlib.decompress(content, wbits=31) if content[:2] == b"\x1f\x8b" else content


def _lasts(line: str) -> bool:
    return line.startswith("INPUT /") and "/luatex-cache/" not in line and not line.startswith("INPUT /tmp/")


def _states(inputs: str) -> str:
    """Size and age of each file that went into a format; "gone" where one is not there any more."""
    rows = []
    for line in inputs.splitlines():
        try:
            state = Path(line.removeprefix("INPUT ")).stat()
        except OSError:
            return "gone"
        rows.append(f"{state.st_size} {state.st_mtime_ns}")
    return "\n".join(rows)


def _tidy(cache: Path) -> None:
    """Let the formats go that were used least recently, those that no preamble will ever meet again among them."""
    formats = sorted(cache.glob("*/cvpress.fmt"), key=lambda file: file.stat().st_mtime_ns, reverse=True)
    for file in formats[_KEPT:]:
        for path in file.parent.iterdir():
            path.unlink(missing_ok=True)
        file.parent.rmdir()
