"""What is known of the last build, so that unchanged work is skipped. In: a hash of inputs, a PDF; out: findings.

A record holds for a PDF only while all is the same as when it was written: the inputs, the files that the engine read
from its own installation, the cvpress that made it, and the bytes of the PDF.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from cvpress import fingerprint, paths
from cvpress.errors import Problem, Severity, Spot
from cvpress.typeset.made import font_files

FILE = "record.json"
_CACHES = ("/luatex-cache/", "/cvpress.fmt")
NEVER, INPUTS, TEX, CODE = "never built", "its inputs changed", "TeX or fonts changed", "cvpress changed"
"""Why a record does not hold, in words."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a build found out about a PDF."""

    pages: int
    problems: tuple[Problem, ...]


def digest(parts: Iterable[object]) -> str:
    """A hash of `parts`: texts, numbers, and bytes, by value and in order."""
    return sha256(repr(tuple(parts)).encode("utf-8", "surrogatepass")).hexdigest()


def file_digest(path: Path) -> str:
    """A hash of the content of a file."""
    return sha256(path.read_bytes()).hexdigest()


def write(folder: Path, inputs: str, output: bytes, made: Record) -> None:
    """Keep `made` in the work folder: for these `inputs` and a PDF of the bytes `output`. Raises ToolError."""
    content = {
        "inputs": inputs,
        "code": fingerprint.code(),
        "installation": fingerprint.ages(installed(folder)),
        "output": sha256(output).hexdigest(),
        "pages": made.pages,
        "problems": [_row(problem) for problem in made.problems],
    }
    paths.write(folder / FILE, json.dumps(content, ensure_ascii=False).encode())


def read(folder: Path, inputs: str, pdf: Path) -> Record | None:
    """The record, while it holds for `inputs` and for `pdf` as it lies there; None means: build."""
    content = _content(folder)
    try:
        if not content or _fault(content, inputs, pdf):
            return None
        return Record(int(content["pages"]), tuple(map(_problem, content["problems"])))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None  # one that was damaged


def output(folder: Path) -> str:
    """The hash of the PDF that the record in a work folder is about; "" where there is none."""
    content = _content(folder)
    return str(content.get("output", "")) if content else ""


def inputs(folder: Path) -> str:
    """The hash of what went into that PDF; "" where there is none."""
    content = _content(folder)
    return str(content.get("inputs", "")) if content else ""


def fault(folder: Path, inputs: str, pdf: Path) -> str:
    """Why the record does not hold for `inputs` and for `pdf` as it lies there; "" while it does."""
    content = _content(folder)
    try:
        return _fault(content, inputs, pdf) if content else NEVER
    except (ValueError, KeyError, TypeError, AttributeError):
        return NEVER


def _fault(content: dict[str, Any], inputs: str, pdf: Path) -> str:
    if content["inputs"] != inputs:
        return INPUTS
    now = fingerprint.ages(content["installation"])
    if moved := [name for name, age in content["installation"].items() if tuple(age) != now[name]]:
        return f"{TEX} ({Path(moved[0]).name})"
    if content["code"] != fingerprint.code():
        return CODE
    try:
        return "" if content["output"] == file_digest(pdf) else "output edited"
    except OSError:
        return "output missing"


def _content(folder: Path) -> dict[str, Any] | None:
    try:
        content = json.loads((folder / FILE).read_bytes())
    except (OSError, ValueError):
        return None
    return content if isinstance(content, dict) else None


def installed(folder: Path) -> tuple[str, ...]:
    """All that TeX read from outside its work folder: by its recorder (`.fls`), and by its log the fonts in the PDF.

    A package manager that updates a style leaves the engine as it was, so the engine's own age says too little. Caches
    are left out: of fonts, which change with every new document, and formats of ours, whose files are listed too. A
    packet has none of this: no TeX made it.
    """
    lines = _text(folder / "document.fls").splitlines()
    names = {line.removeprefix("INPUT ") for line in lines if line.startswith("INPUT /")}
    fonts = {str(file) for file in font_files(_text(folder / "document.log"), folder)}
    return tuple(sorted(name for name in names | fonts if not [cache for cache in _CACHES if cache in name]))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _row(problem: Problem) -> dict[str, object]:
    spot = problem.spot
    return {
        "message": problem.message,
        "spot": [str(spot.file), spot.line, spot.column] if spot else None,
        "advice": problem.advice,
        "rule": problem.rule,
        "severity": problem.severity,
    }


def _problem(row: dict[str, object]) -> Problem:
    spot: Spot | None = None
    if row["spot"] is not None:
        file, line, column = cast("tuple[str, int, int]", row["spot"])
        spot = Spot(Path(file), int(line), int(column))
    return Problem(str(row["message"]), spot, str(row["advice"]), str(row["rule"]), Severity(str(row["severity"])))
