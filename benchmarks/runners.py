"""What is timed: cvpress, bare latexmk, a bare engine pass and RenderCV. In: folders; out: a `Runner` for each.

A runner is called with the number of the run. Run 0 warms up and is not counted; in it the memory is looked at. What a
run needs beforehand, such as an edit or an empty folder, is done before its time begins.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import fiction
import rendering
from timing import ROOT, Figure, timed

from cvpress import paths
from cvpress.profile import model

_FIRST = 3
"""How often cvpress warms up: of a preamble it has not met, it first learns the fonts, and then dumps a format."""
Runner = Callable[[int], Figure]
Before = Callable[[int], object]
_OPTIONS = ("-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape")
_PRELUDE = "cvpress-prelude.lua"
_MADE = {".pdf", ".log", ".aux", ".fls", ".fdb_latexmk", ".out", ".layout", ".json"}


@dataclass(frozen=True, slots=True)
class Cvpress:
    """`cvpress pdf`, which scripts/invoke starts, in this checkout, by an interpreter that has what cvpress needs."""

    python: str
    environment: dict[str, str]

    def pdf(self, profiles: Path, out: Path, *choice: str) -> list[str]:
        """The command line."""
        return [self.python, "-m", "cvpress", "pdf", "--profiles", str(profiles), "--out", str(out), *choice]

    def clean(self, profiles: Path, out: Path, *choice: str, cold: Path | None = None, want: str = "built") -> Runner:
        """Into an empty folder, with warm caches of fonts; `cold`: where caches of publications begin empty."""

        def run(number: int) -> Figure:
            for _ in range(1 if number else _FIRST):
                shutil.rmtree(out, ignore_errors=True)
                own = {**self.environment, "XDG_CACHE_HOME": str(self._cold(cold))} if cold else self.environment
                figure = timed(self.pdf(profiles, out, *choice), ROOT, own, sampled=not number, want=want)
            return figure

        return run

    def again(self, profiles: Path, out: Path, want: str, before: Before = id) -> Runner:
        """Where a run has built already; its output must hold `want`."""

        def run(number: int) -> Figure:
            before(number)
            return timed(self.pdf(profiles, out), ROOT, self.environment, sampled=not number, want=want)

        return run

    def _cold(self, folder: Path) -> Path:
        """The user's cache, without what was read from bibliographies and formatted of them."""
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "cvpress").mkdir(parents=True, mode=0o700)
        for kept in paths.user_cache(self.environment).iterdir():
            if kept.name not in ("sources", "references"):
                (folder / "cvpress" / kept.name).symlink_to(kept)
        return folder


# -- TeX alone --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bare:
    """TeX alone on the .tex that cvpress made, in a copy of its work folder, without a sandbox or a format."""

    work: Path
    folder: Path
    environment: dict[str, str]

    def latexmk(self, number: int) -> Figure:
        """From clean, as many passes as latexmk finds necessary."""
        self._copy()
        return self._timed(self._latexmk(), number)

    def engine(self, number: int) -> Figure:
        """One pass of LuaLaTeX as it is installed, from clean."""
        self._copy()
        return self._timed(
            ["lualatex", *_OPTIONS, "-jobname=document", rf"{self._before()}\input{{document.tex}}"], number
        )

    def again(self, number: int) -> Figure:
        """latexmk where nothing has changed."""
        if not self.folder.exists():
            self.latexmk(0)
        return self._timed(self._latexmk(), number)

    def edited(self, number: int) -> Figure:
        """latexmk after an edit."""
        if not self.folder.exists():
            self.latexmk(0)
        text = (self.work / "document.tex").read_text(encoding="utf-8")
        text = re.sub(r"\b\d{3}(?=\W{1,2}communities)", str(301 + number), text, count=1)
        (self.folder / "document.tex").write_text(text, encoding="utf-8")
        return self._timed(self._latexmk(), number)

    def _latexmk(self) -> list[str]:
        return ["latexmk", "-norc", "-pdflua", f"-usepretex={self._before()}", *_OPTIONS, "document.tex"]

    def _before(self) -> str:
        """TeX that finds fonts by their files, without a database of them, as in cvpress: half a minute otherwise."""
        return rf"\directlua{{dofile([[{_PRELUDE}]])}}" if (self.work / _PRELUDE).is_file() else r"\relax"

    def _timed(self, argv: list[str], number: int) -> Figure:
        fonts = {
            "TEXMFCACHE": str(paths.user_cache(self.environment) / "luaotfload"),
            "OSFONTDIR": "/usr/share/fonts//",
        }
        return timed(argv, self.folder, {**self.environment, **fonts}, sampled=not number)

    def _copy(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.work, self.folder)
        for path in self.folder.iterdir():
            if path.suffix in _MADE:
                path.unlink()


# -- RenderCV ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rendering:
    """RenderCV on profiles, each converted into a folder of its own below `folder`."""

    program: rendering.RenderCV
    folder: Path

    def convert(self, profile: Path) -> Path:
        """The YAML file made of a profile."""
        source = self.folder / profile.parent.name / "cv.yaml"
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(rendering.text(model.load(profile)), encoding="utf-8")
        return source

    def clean(self, source: Path) -> Runner:
        """With nothing of an earlier run there."""

        def run(number: int) -> Figure:
            shutil.rmtree(source.parent / "rendercv_output", ignore_errors=True)
            source.with_suffix(".pdf").unlink(missing_ok=True)
            return self._timed(source, number)

        return run

    def again(self, source: Path, before: Before = id) -> Runner:
        """Over what an earlier run left."""

        def run(number: int) -> Figure:
            before(number)
            return self._timed(source, number)

        return run

    def loop(self, sources: list[Path]) -> Runner:
        """One after the other, as its users do who have many."""

        def run(number: int) -> Figure:
            chosen = sources if number else sources[:2]
            figures = [self.clean(source)(number) for source in chosen]
            wall, cpu, own = (sum(getattr(one, part) for one in figures) for part in ("wall", "cpu", "own"))
            return Figure(wall, cpu, own, max(one.memory for one in figures))

        return run

    def _timed(self, source: Path, number: int) -> Figure:
        return timed(self.program.command(source), source.parent, self.program.environment, sampled=not number)


def editing(path: Path) -> Before:
    """Before run n: the file after edit n, so that every run meets a text that none has met."""
    text = path.read_text(encoding="utf-8")
    return lambda number: path.write_text(fiction.changed(text, number + 1 + os.getpid() % 300), encoding="utf-8")
