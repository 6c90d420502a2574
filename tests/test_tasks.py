"""The command line: what it offers, how its help reads, and which exit code it ends with. Fake TeX."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from pathlib import Path

import pytest
from workshop import PROFILE, Workshop, with_fakes

from cvpress import listing, process
from cvpress.tasks import namespace

ROOT = Path(__file__).parents[1]
PROGRAMS = Path(sys.executable).parent
TASKS = [
    "ats", "bib",
    "check", "clean", "doctor", "extract", "gallery", "lint", "list", "merge", "new", "pdf", "schema", "setup", "test",
    "verify", "watch",
]  # fmt: skip


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return with_fakes(tmp_path)


def command(*argv: str, cwd: Path, **env: str) -> process.Completed:
    """A real process, as a person would start it."""
    path = f"{PROGRAMS}:{os.environ['PATH']}"
    whole = {"PATH": path, "HOME": str(cwd), "LC_ALL": "C.UTF-8", "PYTHONPATH": str(ROOT / "src"), **env}
    return process.run(argv, cwd=cwd, env=whole, timeout=60)


# -- help -------------------------------------------------------------------------------------------------------------


def test_these_are_the_tasks() -> None:
    assert sorted(namespace.task_names) == TASKS


@pytest.mark.parametrize("program", ["cvpress", "invoke"])
def test_the_list_says_in_a_sentence_what_each_task_does(program: str) -> None:
    shown = command(program, "--list", cwd=ROOT).output
    lines = re.findall(r"^  (\S+)   ?\s*(\S.*(?:\n {8,}\S.*)*)", shown, re.MULTILINE)
    told = {name: " ".join(text.split()) for name, text in lines}
    assert sorted(told) == TASKS
    for name, text in told.items():
        assert re.fullmatch(r"[A-Z].{20,110}\.", text), name


def test_the_help_of_a_task_explains_each_option() -> None:
    shown = command("invoke", "--help", "pdf", cwd=ROOT).output
    options = re.findall(r"^  -\w(?: STRING)?, --(\w+)(?:=STRING)?\s+(\S.*)", shown, re.MULTILINE)
    assert [name for name, _ in options] == [
        "document", "force", "timeout", "jobs", "profiles", "person", "report", "strict", "template", "out", "jury",
    ]  # fmt: skip
    assert "Build PDFs, check that nothing was lost, and put them into --out." in shown
    flat = " ".join(shown.split())
    assert "may be given several times (default: everybody)" in flat
    assert "<out>/<person>/<document>.pdf" in flat


@pytest.mark.parametrize("name", TASKS)
def test_no_option_of_any_task_is_left_without_words(name: str) -> None:
    shown = command("cvpress", "--help", name, cwd=ROOT).output
    assert re.search(r"Docstring:\n  \S.*\.\n", shown)
    options = re.findall(r"^  (-.*)$", shown, re.MULTILINE)
    assert len(options) == len(namespace[name].argspec(namespace[name].body).parameters)
    assert all(re.search(r"--\w+(?:=STRING)?\s\s+\S", option) for option in options), options


# -- exit codes and messages ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["pdf", "--person", "adda"], "there is no profile of 'adda' in profiles; did you mean 'ada'?"),
        (["pdf", "--person", "xyz"], "there is no profile of 'xyz' in profiles; there are: ada"),
        (["check", "--document", "resume"], "nobody has a document 'resume'; the documents are: cv"),
        (
            ["pdf", "--template", "fancy"],
            "homepage, ledger, margin-years, moderncv-banking, moderncv-classic, onepage, refs, ruled",
        ),
        (["merge", "--document", "cv"], "nobody has a packet 'cv'; none is defined"),
        (["pdf", "--profiles", "people"], "there is no folder people"),
        (["list", "--profiles", "people"], "there is no folder people"),
        (["pdf", "--timeout", "soon"], "the time-out is 'soon'"),
    ],
)
def test_what_does_not_exist_ends_with_2_and_what_there_is(shop: Workshop, words: list[str], says: str) -> None:
    done = shop.run(*words)
    assert done.code == 2
    assert says in done.err
    assert "Traceback" not in done.err
    assert not shop.built().exists()


def test_the_template_asked_for_is_used_and_the_file_keeps_its_name(shop: Workshop) -> None:
    done = shop.run("pdf", "--template", "moderncv-classic")
    assert done.code == 0
    assert done.out.splitlines()[0] == "built      build/ada/cv.pdf  (moderncv-classic, 1 page, no findings)"


def test_people_documents_and_folders_are_chosen(shop: Workshop) -> None:
    shop.profile("bob")
    shop.prints(person="bob")
    shop.root.joinpath("profiles").rename(shop.root / "people")
    words = ["--profiles", "people", "--out", "results", "--person", "bob", "--document", "cv"]
    assert shop.run("pdf", *words).code == 0
    assert [str(path.relative_to(shop.root)) for path in shop.root.glob("results/*/*.pdf")] == ["results/bob/cv.pdf"]
    assert shop.run("check", *words).code == 0


def test_a_known_error_of_a_process_shows_no_traceback(tmp_path: Path) -> None:
    done = command("cvpress", "pdf", cwd=tmp_path)
    assert done.returncode == 2
    assert done.output.startswith("there is no folder profiles; run this where that folder is")
    assert "Traceback" not in done.output


def test_on_github_a_refusal_is_an_annotation_too(shop: Workshop) -> None:
    done = shop.run("pdf", "--person", "xyz", env={"GITHUB_ACTIONS": "true"})
    assert done.out == "::error title=unknown-person::there is no profile of 'xyz' in profiles; there are: ada\n"


def test_a_file_that_may_not_be_read_is_told(shop: Workshop) -> None:
    (shop.root / "profiles" / "ada" / "profile.yaml").unlink()
    (shop.root / "profiles" / "ada" / "profile.yaml").mkdir()
    done = shop.run("pdf")
    assert done.code == 2
    assert "cannot read profiles/ada/profile.yaml: Is a directory" in done.err


def test_what_the_file_system_refuses_anywhere_is_told(shop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> str:
        raise OSError(errno.EIO, os.strerror(errno.EIO), "profiles")

    monkeypatch.setattr(listing, "as_tables", fail)
    done = shop.run("list")
    assert done.code == 4
    assert done.err.startswith("cannot read or write profiles: Input/output error")


# -- list, schema, clean ----------------------------------------------------------------------------------------------


def test_the_list_is_a_table_or_json(shop: Workshop) -> None:
    assert "People and documents" in shop.run("list").out
    assert json.loads(shop.run("list", "--json").out) == [
        {"person": "ada", "document": "cv", "template": "ruled", "file": "build/ada/cv.pdf"}
    ]


def test_a_list_goes_through_any_terminal_and_a_closed_pipe(shop: Workshop) -> None:
    done = command("cvpress", "list", cwd=shop.root, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "build/ada/cv.pdf" in done.output
    # `exec true` closes its end before anything is written
    piped = command("bash", "-c", "set -o pipefail; cvpress list | true", cwd=shop.root)
    assert (piped.returncode, piped.output) == (0, "")


def test_the_schema_is_written_and_its_freshness_told(shop: Workshop) -> None:
    assert shop.run("schema", "--check", "--out", "s.json").code == 2
    assert shop.run("schema", "--out", "s.json").code == 0
    assert json.loads((shop.root / "s.json").read_text())["title"] == "cvpress profile"
    assert shop.run("schema", "--check", "--out", "s.json").code == 0
    (shop.root / "s.json").write_text("{}")
    assert shop.run("schema", "--check", "--out", "s.json").code == 2


def test_clean_removes_results_and_nothing_else(shop: Workshop) -> None:
    assert shop.run("pdf").code == 0
    done = shop.run("clean", "--out", "profiles")
    assert done.code == 2
    assert "profiles is not a folder of results" in done.err
    assert shop.run("clean", "--out", ".").code == 2
    assert shop.run("clean").code == 0
    assert not shop.built().exists()
    assert (shop.root / "profiles" / "ada" / "profile.yaml").is_file()


@pytest.mark.parametrize("task", ["test", "lint"])
def test_what_needs_a_checkout_says_so_elsewhere(shop: Workshop, task: str) -> None:
    assert shop.run(task).code == 4


# -- the task file ----------------------------------------------------------------------------------------------------


def test_the_task_file_of_the_checkout_is_the_packages_collection() -> None:
    done = command("invoke", "list", "--json", cwd=ROOT)
    assert done.returncode == 0
    assert {row["person"] for row in json.loads(done.output)} >= {"tong-zhao", "minjia-zhang"}


def test_several_tasks_run_in_one_command(shop: Workshop) -> None:
    shop.profile(text=PROFILE)
    done = shop.run("pdf", "check", "--document", "cv")
    assert done.code == 0
    assert [line.split()[0] for line in done.out.splitlines()] == ["built", "1", "checked", "1"]
