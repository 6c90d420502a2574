"""The house keeps its plan: imports go down, each library has one home, modules stay small. Read with `ast`."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "cvpress"

FLOORS: dict[str, int] = {
    "__init__": 0,
    "asked": 0,
    "errors": 0,
    "fingerprint": 0,
    "process": 0,
    "streams": 0,
    "paths": 0,
    "rules": 0,
    "lock": 0,
    "pool": 0,
    "worker": 0,
    "tools": 0,  # what process says of a program that is missing
    "profile": 1,
    "typeset": 2,
    "pdf": 2,
    # the conductor and what it stands on
    "ats": 3,
    "build": 3,
    "carried": 3,
    "cited": 3,
    "examine": 3,
    "expected": 3,
    "extract": 3,
    "foreign": 3,
    "gallery": 3,
    "inventory": 3,
    "jury": 3,
    "known": 3,
    "listing": 3,
    "manifest": 3,
    "naming": 3,
    "order": 3,
    "packet": 3,
    "plan": 3,
    "schedule": 3,
    "prepare": 3,
    "readers": 3,
    "recalled": 3,
    "record": 3,
    "report": 3,
    "request": 3,
    "ahead": 3,
    "shield": 3,
    "run": 3,
    "stale": 3,
    "telling": 3,
    "unchanged": 3,
    # the machine, and new repositories
    "doctor": 3,
    "origin": 3,
    "setup": 3,
    "starter": 3,
    "verify": 3,
    # on the conductor
    "watch": 4,
    "tasks": 5,
    "plain": 5,
    "start": 5,
    "__main__": 5,
}
"""Floor of each room: a folder or a module at the top."""

ROOMS = ("ats", "profile", "typeset", "pdf", "report", "tasks", "watch")
"""Those that are folders: their modules import each other."""

HOMES: dict[str, tuple[str, ...]] = {
    "yaml": ("profile.yamlfile", "profile.written"),
    "pydantic": ("profile", "typeset.template"),  # the manifest is read like a profile
    "pydantic_core": ("profile",),
    "babel": ("typeset.locales",),
    "budoux": ("typeset.thai",),
    "fontTools": ("typeset.coverage",),
    "markdown_it": ("profile.markup",),
    "mdit_py_plugins": ("profile.markup",),
    "bibtexparser": ("profile.bibtex",),
    "pylatexenc": ("profile.latextext", "profile.mathtext", "profile.latexnodes"),
    "citeproc": ("typeset.citation.processor", "typeset.citation.corrections", "typeset.citation.namelist"),
    "lxml": ("typeset.citation.processor",),
    "jinja2": ("typeset.render",),
    "markupsafe": ("typeset.render",),
    "pypdf": ("pdf",),
    "pypdfium2": ("pdf",),
    "page": ("pdf.archive",),
    "pdfminer": ("pdf.reader.rows", "pdf.readers"),
    "subprocess": ("process",),
    "watchfiles": ("watch.notices",),
    "invoke": ("tasks", "start"),
    "rich": ("listing", "inventory", "report.table", "stale"),
}
"""Third-party libraries, and `subprocess`: the modules or rooms that may import each."""


@dataclass(frozen=True, slots=True)
class Import:
    """`module` (dotted, without 'cvpress.') imports `target` (dotted, whole) at `line`."""

    module: str
    target: str
    line: int


def imports(module: str, source: str) -> Iterator[Import]:
    """All imports of a module, those inside functions and of type checkers included."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (Import(module, alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            if base == "cvpress":  # from cvpress import paths
                yield from (Import(module, f"cvpress.{alias.name}", node.lineno) for alias in node.names)
            else:
                yield Import(module, base, node.lineno)


def fault(found: Import) -> str:
    """What is wrong with an import; empty when nothing is."""
    room, _, _ = found.module.partition(".")
    top, _, rest = found.target.partition(".")
    where = f"{found.module}:{found.line}"
    if top == "":
        return f"{where}: write imports in full, not relative"
    if top == "cvpress":
        other = (rest or "__init__").partition(".")[0]
        other = other if other in FLOORS else "__init__"  # a name of the package itself
        if room in ROOMS and other == room:
            return ""
        if other != "__init__" and FLOORS[other] > FLOORS[room]:
            return f"{where}: floor {FLOORS[room]} imports {found.target}, which is on floor {FLOORS[other]}"
        if FLOORS[other] == FLOORS[room] and "." in found.module:
            return f"{where}: {room} imports {found.target}, another room of its floor"
        return ""
    if top in HOMES:
        homes = HOMES[top]
        if not [home for home in homes if found.module == home or found.module.startswith(f"{home}.")]:
            return f"{where}: {top} belongs to {', '.join(homes)}"
        return ""
    return "" if top in sys.stdlib_module_names else f"{where}: {top} has no home"


def modules() -> dict[str, str]:
    """Dotted name, without 'cvpress.', to source."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(parts if parts[-1] != "__init__" or len(parts) == 1 else parts[:-1])] = path.read_text("utf-8")
    return found


def faults(sources: dict[str, str]) -> list[str]:
    return [told for name, source in sources.items() for found in imports(name, source) if (told := fault(found))]


def test_every_room_has_a_floor() -> None:
    assert {name.partition(".")[0] for name in modules()} == set(FLOORS)


def test_imports_go_down_and_each_library_stays_in_its_home() -> None:
    assert faults(modules()) == []


def test_every_library_that_has_a_home_is_used_there() -> None:
    """A home that nothing lives in would hide the next one who moves in."""
    used = {(found.target.partition(".")[0], name) for name, text in modules().items() for found in imports(name, text)}
    empty = [
        (library, home)
        for library, homes in HOMES.items()
        for home in homes
        if not [module for top, module in used if top == library and (module == home or module.startswith(f"{home}."))]
    ]
    assert empty == []


@pytest.mark.parametrize(
    ("module", "source", "told"),
    [
        ("errors", "from cvpress import paths, build", "errors:1: floor 0 imports cvpress.build, which is on floor 3"),
        ("profile.dates", "import cvpress.typeset.words", "floor 1 imports cvpress.typeset.words, which is on floor 2"),
        ("pdf.check", "def f():\n    from cvpress.typeset.log import read", "pdf.check:2: pdf imports cvpress.typeset"),
        ("report", "from cvpress.tasks import program", "floor 3 imports cvpress.tasks"),
        ("typeset.view", "from .words import Words", "write imports in full"),
        ("build", "import subprocess", "build:1: subprocess belongs to process"),
        ("typeset.view", "import yaml.nodes", "yaml belongs to profile.yamlfile"),
        ("profile.markup", "from pypdf import PdfReader", "pypdf belongs to pdf"),
        ("build", "import requests", "requests has no home"),
    ],
)
def test_a_wrong_import_is_found(module: str, source: str, told: str) -> None:
    (found,) = faults({module: source})
    assert told in found


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("profile.dates", "from cvpress.profile.base import Model\nfrom cvpress.errors import Spot\nimport re"),
        (
            "build",
            "from cvpress.report import Result\nfrom cvpress.pdf.check import check\nfrom cvpress import __version__",
        ),
        ("pdf.finish", "if TYPE_CHECKING:\n    from pypdf import PdfWriter"),
        ("tasks", "from cvpress import run"),
    ],
)
def test_a_right_import_is_none(module: str, source: str) -> None:
    assert faults({module: source}) == []


# -- sizes ------------------------------------------------------------------------------------------------------------

MODULE, FUNCTION = 260, 42
"""Lines: about 250 and about 40, as the house style says."""


def too_long(name: str, source: str) -> list[str]:
    told = [f"{name} has {len(source.splitlines())} lines"] if len(source.splitlines()) > MODULE else []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            told += [f"{name}.{node.name} has {length} lines"] if length > FUNCTION else []
    return told


def test_modules_and_functions_stay_small() -> None:
    assert [told for name, source in modules().items() for told in too_long(name, source)] == []


def test_a_large_one_is_found() -> None:
    body = "    pass\n" * 50
    assert too_long("m", f"def small():\n    pass\ndef large():\n{body}") == ["m.large has 51 lines"]
    assert too_long("m", "pass\n" * 300) == ["m has 300 lines"]
