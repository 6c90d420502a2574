"""What is known of the last build, so that unchanged work is skipped. In: a hash of inputs, a PDF; out: findings.

A record holds for a PDF only while both are the same as when it was written: the inputs, among them the files that the
engine read from its own installation, and the bytes of the PDF.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import cast

from cvpress import paths
from cvpress.errors import Problem, Severity, Spot

FILE = "record.json"


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
        "installation": installation(folder),
        "output": sha256(output).hexdigest(),
        "pages": made.pages,
        "problems": [_row(problem) for problem in made.problems],
    }
    paths.write(folder / FILE, json.dumps(content, ensure_ascii=False, indent=1).encode())


def read(folder: Path, inputs: str, pdf: Path) -> Record | None:
    """The record, while it holds for `inputs` and for `pdf` as it lies there; None means: build."""
    try:
        content = json.loads((folder / FILE).read_bytes())
        valid = (
            content["inputs"] == inputs
            and content["output"] == file_digest(pdf)
            and content["installation"] == installation(folder)
        )
        return Record(int(content["pages"]), tuple(map(_problem, content["problems"]))) if valid else None
    except (OSError, ValueError, KeyError, TypeError):
        return None  # no record, or one that was damaged


def installation(folder: Path) -> str:
    """A hash of the size and age of all that TeX read from outside its work folder, as its recorder (`.fls`) tells.

    A package manager that updates a style leaves the engine as it was, so the engine's own age says too little. Caches
    of fonts are left out: they change with every new document. Font files are missing: luaotfload doesn't record them.
    """
    try:
        lines = (folder / "document.fls").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""  # a packet: no TeX made it
    names = {line.removeprefix("INPUT ") for line in lines if line.startswith("INPUT /")}
    states = []
    for name in sorted(name for name in names if "/luatex-cache/" not in name):
        try:
            state = Path(name).stat()
        except OSError:
            return "gone"
        states.append((name, state.st_size, state.st_mtime_ns))
    return digest(states)


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
