"""Many documents by several workers, as a person sees it: the same words as one after the other, and clean ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from workshop import EPOCH, LINES, PROFILE, Workshop, with_fakes

from cvpress import run, schedule
from cvpress.order import order
from cvpress.pool import Tasks, working

SOURCE = Path(__file__).parents[1] / "src"
TEX_ERROR = r"printf './document.tex:999: Undefined control sequence.\nl.999 \\foo\n' > document.log; exit 12"
PACKET = PROFILE + "packets:\n  all: [cv]\n"
RESULTS = "../../.."  # build/, seen from where TeX runs


def until(name: str) -> str:
    """Shell that waits for a file in the results."""
    return f"until [ -e {RESULTS}/{name} ]; do sleep 0.01; done\n"


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    """Three people, one document each."""
    made = with_fakes(tmp_path)
    for person in ("bob", "cyd"):
        made.profile(person)
        made.prints(person=person)
    return made


@contextmanager
def started(shop: Workshop, *words: str) -> Iterator[subprocess.Popen[str]]:
    """The command in a process of its own, which leads a group as a terminal's job does."""
    environment = {**shop.environment, "PYTHONPATH": str(SOURCE), "PYTHONUNBUFFERED": "1"}
    argv = [sys.executable, "-m", "cvpress", *words]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        argv, cwd=shop.root, env=environment, stdout=pipe, stderr=pipe, text=True, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def await_(paths: list[Path]) -> None:
    deadline = time.monotonic() + 60
    while not all(path.is_file() and path.read_text() for path in paths):
        assert time.monotonic() < deadline, f"they never came: {paths}"
        time.sleep(0.01)


def is_gone(pid: int) -> bool:
    """Whether a process has ended, or ends within seconds: one that its parent left is waited for by nobody here."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
            os.kill(pid, 0)
        except (OSError, ProcessLookupError):
            return True
        time.sleep(0.01)
    return False


def children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def without_times(path: Path) -> Any:
    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: bare(one) for name, one in value.items() if name != "seconds"}
        return [bare(one) for one in value] if isinstance(value, list) else value

    return bare(json.loads(path.read_bytes()))


# -- what is told ------------------------------------------------------------------------------------------------------


def test_documents_are_made_at_the_same_time_and_told_in_order(shop: Workshop) -> None:
    shop.does(until("bob/cv.pdf"), person="ada")
    shop.does(until("cyd/cv.pdf"), person="bob")
    done = shop.run("pdf", "--jobs", "3", timeout="60")
    assert done.out.splitlines() == [
        *(f"built      build/{person}/cv.pdf  (ruled, 1 page, no findings)" for person in ("ada", "bob", "cyd")),
        "3 of 3 done",
    ]
    assert [line for line in done.err.splitlines() if line.startswith("[")] == [
        "[1/3] ada/cv ...",
        "[2/3] bob/cv ...",
        "[3/3] cyd/cv ...",
    ]
    assert done.err.count("LuaTeX runs without a sandbox") == 1


def test_a_result_is_told_while_later_ones_are_made(shop: Workshop) -> None:
    shop.does(until("go"), person="cyd")
    with started(shop, "pdf", "--jobs", "2") as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("built      build/ada/cv.pdf")
        assert process.stdout.readline().startswith("built      build/bob/cv.pdf")
        shop.built("go").touch()
        assert process.stdout.readline().startswith("built      build/cyd/cv.pdf")
        assert process.wait(60) == 0


@pytest.mark.parametrize("words", [("pdf",), ("merge",), ("check", "--strict")])
def test_the_same_is_told_and_left_as_one_after_the_other(shop: Workshop, words: tuple[str, ...]) -> None:
    shop.profile("ada", PACKET)
    shop.profile("bob", PROFILE.replace("kind: award", "kind: awrd"))
    shop.prints(*(line for line in LINES if line != "Read a book."), person="cyd")
    shop.profile("dee", PACKET.replace("[cv]", "[cv, none.pdf]"))
    shop.prints(person="dee")
    shop.profile("eve", PACKET)
    shop.does(TEX_ERROR, person="eve")
    if words[0] == "check":
        assert shop.run("pdf", "--jobs", "3").code == 2
    told = []
    for jobs in ("1", "3"):
        github = {"GITHUB_ACTIONS": "true"}  # problems are on stdout too then, so that the order of both shows
        done = shop.run(*words, "--jobs", jobs, "--report", "report.json", env=github)
        files = sorted(path.relative_to(shop.root) for path in shop.built().glob("*/*.pdf"))
        progress = [line for line in done.err.splitlines() if line.endswith(" ...")]
        errors = [line for line in done.err.splitlines() if not line.endswith(" ...")]
        left = (files, shop.built("manifest.json").read_bytes(), without_times(shop.root / "report.json"))
        told.append((done.code, done.out, errors, sorted(progress), left))
        if words[0] != "check":
            shop.run("clean")
    assert told[0] == told[1]
    assert told[0][0] == 2


def test_a_packet_waits_for_its_parts_only(shop: Workshop) -> None:
    shop.profile("ada", PACKET)
    shop.does(until("ada/all.pdf"), person="bob")
    shop.does(until("ada/all.pdf"), person="cyd")
    done = shop.run("pdf", "--jobs", "3", timeout="60")
    assert done.code == 0, done.err
    assert [line.split()[1] for line in done.out.splitlines()[:-1]] == [
        *(f"build/{person}/cv.pdf" for person in ("ada", "bob", "cyd")),
        "build/ada/all.pdf",
    ]


def test_the_plan_makes_each_document_once_and_before_its_packets(shop: Workshop) -> None:
    shop.profile("ada", PACKET.replace("  all: [cv]", "  all: [cv]\n  too: [cv, cv]"))
    press = run.press(shop.root / "profiles", shop.built(), shop.environment, 0.0)
    whole = schedule.making(order(press.profiles, press.roots, ["ada", "bob"], None, None))
    assert [(step.what.person, step.what.name, step.needs) for step in whole.steps] == [
        ("ada", "cv", ()),
        ("bob", "cv", ()),
        ("ada", "all", (0,)),
        ("ada", "too", (0,)),
    ]
    packets = schedule.making(order(press.profiles, press.roots, ["ada"], None, None, packets_only=True))
    assert [(step.what.name, step.needs) for step in packets.steps] == [("cv", ()), ("all", (0,)), ("too", (0,))]
    assert [packets.heading(number) for number in range(3)] == ["[1/1] ada/cv", "ada/all", "ada/too"]


def test_a_number_of_jobs_that_is_none_is_refused(shop: Workshop) -> None:
    done = shop.run("pdf", "--jobs", "0")
    assert done.code == 2
    assert "the number of jobs is '0'" in done.err
    assert shop.calls == []


def test_where_workers_cannot_be_forked_they_do_the_same(shop: Workshop) -> None:
    """On macOS: what they are handed is pickled."""
    shop.profile("ada", PACKET)
    press = run.press(shop.root / "profiles", shop.built(), shop.environment, EPOCH)
    press.sandbox()
    whole = schedule.making(order(press.profiles, press.roots, [], None, None))
    tasks = Tasks(
        tuple(step.needs for step in whole.steps),
        schedule.Worker(press, whole),
        lambda _number: None,
        lambda number, end: schedule.lost(press, whole, number, end),
    )
    with working(tasks, 2, "spawn") as results:
        states = [(result.name, result.state, result.problems) for result in results]
    people = ("ada", "bob", "cyd")
    assert states == [*((f"{person}/cv", "built", ()) for person in people), ("ada/all", "merged", ())]
    with working(tasks, 2, "spawn") as results:
        assert [result.state for result in results] == ["unchanged"] * 4


# -- how it ends -------------------------------------------------------------------------------------------------------


def test_a_killed_worker_is_a_document_that_failed(shop: Workshop) -> None:
    assert shop.run("pdf").code == 0
    shop.does("kill -9 $PPID", person="bob")
    with started(shop, "pdf", "--jobs", "2", "--force") as process:
        out, err = process.communicate(timeout=60)
    assert process.returncode == 4
    assert (
        "bob/cv: the process that made it ended with signal 9; perhaps the memory ran out: '--jobs 1' takes less" in err
    )
    assert [line.split()[:2] for line in out.splitlines()] == [
        ["built", "build/ada/cv.pdf"],
        ["failed", "bob/cv"],
        ["built", "build/cyd/cv.pdf"],
    ]
    assert not shop.built("bob", "cv.pdf").exists()
    assert shop.built(".last-good", "bob", "cv.pdf").is_file()


@pytest.mark.parametrize(
    ("number", "group"),
    [(signal.SIGINT, True), (signal.SIGINT, False), (signal.SIGTERM, False), (signal.SIGTERM, True)],
)
def test_who_ends_a_run_ends_all_of_it(shop: Workshop, number: signal.Signals, group: bool) -> None:
    for person in ("ada", "bob"):
        shop.does("echo $$ > tex; exec sleep 300", person=person)
    began = [shop.built(".work", person, "cv", "tex") for person in ("ada", "bob")]
    with started(shop, "pdf", "--jobs", "2") as process:
        await_(began)
        all_of_it = [process.pid, *children(process.pid), *(int(file.read_text()) for file in began)]
        assert len(all_of_it) == 5
        os.killpg(process.pid, number) if group else process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert process.returncode != 0
    assert [pid for pid in all_of_it if not is_gone(pid)] == []
    assert out == ""
    assert "Traceback" not in err
    assert [path for path in shop.built().rglob("*") if path.suffix in (".part", ".pdf")] == []
    shop.does("", person="ada")
    shop.does("", person="bob")
    assert shop.run("pdf", "--jobs", "2").code == 0


def test_workers_whose_parent_was_killed_end_with_what_they_have_and_others_wait_for_them(shop: Workshop) -> None:
    for person in ("ada", "bob"):
        shop.does("echo $$ > tex\n" + until("go"), person=person)
    began = [shop.built(".work", person, "cv", "tex") for person in ("ada", "bob")]
    with started(shop, "pdf", "--jobs", "2") as process:
        await_(began)
        workers = children(process.pid)
        process.kill()
        process.wait(60)
        assert shop.run("pdf", timeout="0.1").code == 4  # they share its lock
        shop.built("go").touch()
        assert [pid for pid in workers if not is_gone(pid)] == []
    done = shop.run("pdf")
    assert [line.split()[0] for line in done.out.splitlines()[:-1]] == ["unchanged", "unchanged", "built"]
