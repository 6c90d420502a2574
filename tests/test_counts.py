"""What must stay fast, as counts and not as seconds: modules imported, files opened, processes started, runs of TeX."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from workshop import PROFILE, Workshop, with_fakes, with_tex

from cvpress import process

SOURCE = Path(__file__).parents[1] / "src"
LIBRARIES = {
    *("babel", "bibtexparser", "budoux", "citeproc", "fontTools", "jinja2", "lxml", "markdown_it", "mdit_py_plugins"),
    *("multiprocessing", "page", "pdfminer", "pydantic", "pydantic_core", "pylatexenc", "pypdf", "pypdfium2", "rich"),
    *("watchfiles", "yaml"),
}
INVOKE = {"yaml"}
"""What Invoke imports of these, whether there is something to do or not."""
BUILD = {
    *("fontTools", "jinja2", "markdown_it", "mdit_py_plugins", "page", "pydantic", "pydantic_core", "pypdf"),
    *("pypdfium2", "yaml"),
}
"""What a document of plain text needs: no bibliography, no math, no script of its own, no table, no worker."""
OPENED = "import sys; sys.addaudithook(lambda event, given: event == 'open' and print('opened', given[0], flush=True))"
comes_with_unchanged = pytest.mark.skipif(
    importlib.util.find_spec("cvpress.unchanged") is None, reason="unchanged work still loads what builds"
)


def own(shop: Workshop, *argv: str) -> process.Completed:
    """A process of its own, as a person starts it."""
    done = process.run(argv, cwd=shop.root, env={**shop.environment, "PYTHONPATH": str(SOURCE)}, timeout=120)
    assert not done.returncode, done.output
    return done


def imported(shop: Workshop, *words: str) -> set[str]:
    """The modules that a command imports, by their whole names."""
    told = own(shop, sys.executable, "-X", "importtime", "-m", "cvpress", *words).output
    return set(re.findall(r"^import time: +\d+ \| +\d+ \| +(\S+)$", told, re.MULTILINE))


def libraries(modules: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in modules} & LIBRARIES


def ours(modules: set[str]) -> int:
    return sum(name.startswith("cvpress.") for name in modules)


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return with_fakes(tmp_path)


# -- modules -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [("--list",), ("--help", "pdf"), ("--version",)])
def test_who_asks_what_there_is_loads_no_more_than_the_tasks(shop: Workshop, words: tuple[str, ...]) -> None:
    modules = imported(shop, *words)
    assert libraries(modules) <= INVOKE
    assert ours(modules) <= 12


@comes_with_unchanged
def test_an_unchanged_run_loads_nothing_that_builds(shop: Workshop) -> None:
    assert shop.run("pdf").code == 0
    modules = imported(shop, "pdf")
    assert libraries(modules) <= INVOKE
    assert ours(modules) <= 45


def test_a_build_of_one_document_loads_what_that_needs_and_no_more(shop: Workshop) -> None:
    modules = imported(shop, "pdf")
    assert libraries(modules) <= BUILD
    assert ours(modules) <= 190


def test_the_count_sees_what_is_imported(shop: Workshop) -> None:
    """The control: with two documents there are workers, and with a bibliography its parser."""
    shop.profile("bob")
    shop.prints(person="bob")
    assert "multiprocessing" in libraries(imported(shop, "pdf", "--jobs", "2"))
    assert libraries(imported(shop, "pdf", "--jobs", "1")) & {"multiprocessing"} == set()


# -- files -------------------------------------------------------------------------------------------------------------


def opened(shop: Workshop, *words: str) -> list[str]:
    """The files that a command opens besides Python's own modules."""
    script = f"{OPENED}\nsys.argv = ['cvpress', *{words!r}]\nfrom cvpress.tasks import program\nprogram.run()"
    told = own(shop, sys.executable, "-c", script).output
    names = re.findall(r"^opened (\S+)$", told, re.MULTILINE)
    assert any(name.endswith("profile.yaml") for name in names) or "pdf" not in words
    return [name for name in names if not name.endswith((".py", ".pyc", ".so", "entry_points.txt", "METADATA"))]


def test_the_profile_is_read_once(shop: Workshop) -> None:
    names = [name for name in opened(shop, "pdf") if name.endswith("profile.yaml")]
    assert len(names) <= 3  # to build from, to hash for the manifest, and for what is unchanged


def test_nobody_elses_profile_is_read(shop: Workshop) -> None:
    shop.profile("bob")
    assert [name for name in opened(shop, "pdf", "--person", "ada") if "/bob/" in name] == []


def test_an_unchanged_run_opens_no_font(shop: Workshop) -> None:
    assert shop.run("pdf").code == 0
    names = opened(shop, "pdf")
    assert [name for name in names if name.endswith((".otf", ".ttf", ".pfb"))] == []


# -- runs of TeX -------------------------------------------------------------------------------------------------------

TWO = PROFILE.replace(
    "documents:\n  cv: {template: ruled}\n",
    "documents:\n  cv: {template: ruled, sections: [work]}\n  prizes: {template: ruled, sections: [prizes]}\n",
)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The name of each program that is started."""
    names: list[str] = []
    start: Callable[..., None] = subprocess.Popen.__init__

    def noted(self: subprocess.Popen[bytes], argv: list[str], *arguments: object, **named: object) -> None:
        names.append(Path(argv[0]).name)
        start(self, argv, *arguments, **named)

    monkeypatch.setattr(subprocess.Popen, "__init__", noted)
    return names


def passes(shop: Workshop, *words: str) -> dict[str, int]:
    """How often the engine ran for each document."""
    assert shop.run("pdf", "--report", "report.json", *words).code == 0
    told = json.loads((shop.root / "report.json").read_bytes())
    return {one["document"]: one["passes"] for one in told["results"]}


@pytest.mark.latex
def test_tex_runs_once_for_each_document_that_its_own_entries_change(tmp_path: Path, begun: list[str]) -> None:
    shop = with_tex(tmp_path)
    shop.profile(text=TWO)
    passes(shop)  # a cold cache of fonts may cost more
    shop.run("clean")
    assert passes(shop) == {"cv": 1, "prizes": 1}
    begun.clear()
    assert passes(shop) == {"cv": 0, "prizes": 0}
    assert set(begun) <= {"git"}  # which the report asks for the address of the manual
    shop.profile(text=TWO.replace("Read a book", "Read a long book"))
    assert passes(shop) == {"cv": 1, "prizes": 0}
    shop.profile(text=TWO.replace("Read a book", "Read a long book").replace("Ribbon", "Band"))
    assert passes(shop) == {"cv": 0, "prizes": 1}
    assert passes(shop, "--force", "--document", "cv")["cv"] <= 1
