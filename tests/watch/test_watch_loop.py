"""A watch as a process of its own, with the real watchfiles and, but for one test, a fake TeX.

What it prints goes to a file; a test waits for a line in it, as long as it takes.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from workshop import LINES, PROFILE, Workshop, with_fakes, with_tex

from cvpress.pdf.text import pages

ROOT = Path(__file__).parents[2]
RESULT = r"^(built|merged|unchanged|failed|gone) "
TEX_ERROR = r"printf './document.tex:999: Undefined control sequence.\nl.999 \\foo\n' > document.log; exit 12"
TWICE = PROFILE.replace("Read a book.", "Read two books.")
TWICE_LINES = tuple("Read two books." if line == "Read a book." else line for line in LINES)


@dataclass(frozen=True, slots=True)
class Watching:
    """A watch under way."""

    child: subprocess.Popen[bytes]
    said: Path

    def lines(self, pattern: str = RESULT) -> list[str]:
        """What it said that `pattern` is found in."""
        return [line for line in self.said.read_text(encoding="utf-8").splitlines() if re.search(pattern, line)]

    def wait(self, count: int, pattern: str = RESULT) -> list[str]:
        """Its first `count` such lines, when they are there."""
        for _ in range(3000):
            found = self.lines(pattern)
            if len(found) >= count:
                return found
            assert self.child.poll() is None, f"it ended:\n{self.said.read_text(encoding='utf-8')}"
            time.sleep(0.02)
        raise AssertionError(f"not {count} lines {pattern}:\n{self.said.read_text(encoding='utf-8')}")

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.child.send_signal(number)
        return self.child.wait(60)


@contextmanager
def watching(shop: Workshop, *words: str) -> Iterator[Watching]:
    """`cvpress watch` with these words."""
    said = shop.root / "said.txt"
    environment = {**shop.environment, "PYTHONPATH": str(ROOT / "src"), "LC_ALL": "C.UTF-8"}
    with said.open("wb") as stream:
        child = subprocess.Popen(
            [sys.executable, "-m", "cvpress", "watch", *words],
            cwd=shop.root,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=subprocess.STDOUT,
        )
        try:
            yield Watching(child, said)
            if child.poll() is None:
                child.send_signal(signal.SIGTERM)  # nobody starts a process that ignores it
                assert child.wait(60) == 0
        finally:
            child.kill()
            child.wait()


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return with_fakes(tmp_path)


def profile(shop: Workshop, person: str = "ada") -> Path:
    return shop.root / "profiles" / person / "profile.yaml"


def in_place(path: Path, text: str) -> None:
    """As nano and VS Code save."""
    path.write_text(text, encoding="utf-8")


def as_vim(path: Path, text: str) -> None:
    """A probe whether the folder can be written, the old file out of the way, the new one, and the backup away."""
    probe = path.with_name("4913")
    probe.touch()
    probe.unlink()
    backup = path.rename(path.with_name(f"{path.name}~"))
    path.write_text(text, encoding="utf-8")
    backup.unlink()


def as_jetbrains(path: Path, text: str) -> None:
    new = path.with_name(f"{path.name}___jb_tmp___")
    new.write_text(text, encoding="utf-8")
    old = path.rename(path.with_name(f"{path.name}___jb_old___"))
    new.rename(path)
    old.unlink()


def as_emacs(path: Path, text: str) -> None:
    lock = path.with_name(f".#{path.name}")
    lock.symlink_to("ada@engine.1234:1700000000")
    path.write_text(text, encoding="utf-8")
    lock.unlink()


# -- saves ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("save", [in_place, as_vim, as_jetbrains, as_emacs])
def test_every_save_is_one_build_however_an_editor_saves(shop: Workshop, save: object) -> None:
    assert callable(save)
    with watching(shop) as watch:
        watch.wait(1)
        shop.prints(*TWICE_LINES)
        save(profile(shop), TWICE)
        assert re.fullmatch(r"built +build/ada/cv.pdf  \(ruled, 1 page, no findings\)  \d+\.\d\d s", watch.wait(2)[1])
        shop.prints()
        save(profile(shop), PROFILE)
        watch.wait(3)
    assert shop.calls == ["ada/cv"] * 3
    assert len(watch.lines()) == 3


def test_a_save_that_changes_nothing_builds_nothing_and_says_so(shop: Workshop) -> None:
    with watching(shop) as watch:
        watch.wait(1)
        profile(shop).touch()
        assert watch.wait(2)[1].startswith("unchanged  ada/cv  ")
    assert shop.calls == ["ada/cv"]


def test_saves_during_a_build_lead_to_one_more(shop: Workshop) -> None:
    shop.does("while [ ! -e ../../../../go ]; do sleep 0.05; done")
    with watching(shop) as watch:
        watch.wait(1, "^watching ")
        while shop.calls != ["ada/cv"]:
            time.sleep(0.02)
        shop.prints(*TWICE_LINES)
        for text in (PROFILE.replace("Read a", "Lost a"), PROFILE.replace("Read a", "Found a"), TWICE):
            in_place(profile(shop), text)
            time.sleep(0.1)
        (shop.root / "go").touch()
        watch.wait(2)
        profile(shop).touch()
        watch.wait(3)
    assert shop.calls == ["ada/cv"] * 2
    assert [line.split()[0] for line in watch.lines()] == ["failed", "built", "unchanged"]


def test_results_in_a_watched_folder_start_no_build(shop: Workshop) -> None:
    with watching(shop, "--out", "profiles/ada/build") as watch:
        watch.wait(1)
        shop.prints(*TWICE_LINES)
        in_place(profile(shop), TWICE)
        watch.wait(2)
        profile(shop).touch()  # what the build above touched would be told before this
        assert watch.wait(3)[2].startswith("unchanged")
    assert shop.calls == ["ada/cv"] * 2
    assert len(watch.lines()) == 3


# -- whom a change touches --------------------------------------------------------------------------------------------


def test_only_the_person_whose_file_changed_is_looked_at(shop: Workshop) -> None:
    shop.profile("bob")
    shop.prints(person="bob")
    with watching(shop) as watch:
        watch.wait(2)
        (shop.root / "profiles" / "bob" / "notes.txt").write_text("x", encoding="utf-8")
        assert watch.wait(3)[2].startswith("unchanged  bob/cv  ")


def test_people_who_were_not_asked_for_are_left_alone(shop: Workshop) -> None:
    shop.profile("bob")
    with watching(shop, "--person", "ada") as watch:
        watch.wait(1)
        profile(shop, "bob").touch()
        time.sleep(0.2)
        profile(shop).touch()
        assert watch.wait(2)[1].startswith("unchanged  ada/cv  ")
    assert len(watch.lines()) == 2


def test_a_template_touches_the_documents_in_it(shop: Workshop) -> None:
    own = shop.root / "latex_templates" / "ruled"
    own.mkdir(parents=True)
    shop.profile("bob", PROFILE.replace("ruled", "refs"))
    shop.prints(person="bob")
    with watching(shop) as watch:
        watch.wait(2)
        (own / "own.sty").write_text("% mine", encoding="utf-8")
        assert watch.wait(3)[2].startswith("built      build/ada/cv.pdf")
    assert shop.calls == ["ada/cv", "bob/cv", "ada/cv"]


def test_a_folder_of_templates_may_come_later(shop: Workshop) -> None:
    with watching(shop) as watch:
        watch.wait(1)
        own = shop.root / "latex_templates" / "ruled"
        own.mkdir(parents=True)
        (own / "own.sty").write_text("% mine", encoding="utf-8")
        assert watch.wait(2)[1].startswith("built      build/ada/cv.pdf")
        (own / "own.sty").write_text("% mine and yours", encoding="utf-8")
        assert watch.wait(3)[2].startswith("built      build/ada/cv.pdf")


def test_people_come_are_renamed_and_go(shop: Workshop) -> None:
    for person in ("bob", "cyd"):
        shop.prints(person=person)
    with watching(shop) as watch:
        watch.wait(1)
        shop.profile("bob")
        assert watch.wait(2)[1].startswith("built      build/bob/cv.pdf")
        (shop.root / "profiles" / "bob").rename(shop.root / "profiles" / "cyd")
        told = sorted(watch.wait(4)[2:])
        assert told[0].startswith("built      build/cyd/cv.pdf")
        assert told[1] == "gone       bob has no profile any more; the PDFs in build/bob are those of before"
        shop.prints(*TWICE_LINES, person="cyd")
        in_place(profile(shop, "cyd"), TWICE)
        assert watch.wait(5)[4].startswith("built      build/cyd/cv.pdf")
        profile(shop, "cyd").unlink()
        assert watch.wait(6)[5].startswith("gone       cyd")


def test_a_folder_of_profiles_that_is_made_again_is_read_again(shop: Workshop) -> None:
    with watching(shop) as watch:
        watch.wait(1)
        (shop.root / "profiles").rename(shop.root / "old")
        watch.wait(2, "^gone|^built|there is no folder")
        shop.prints(*TWICE_LINES)
        shop.profile(text=TWICE)
        watch.wait(2, "^built ")


def test_a_packet_follows_its_documents_and_its_attachments(shop: Workshop) -> None:
    shop.prints(document="letter")
    (shop.prints(person="x")).rename(shop.root / "profiles" / "ada" / "paper.pdf")
    text = f"{PROFILE}  letter: {{template: refs}}\npackets: {{all: [cv, letter, paper.pdf]}}\n"
    shop.profile(text=text)
    with watching(shop) as watch:
        assert [line.split()[0] for line in watch.wait(3)] == ["built", "built", "merged"]
        shop.prints(*TWICE_LINES, person="x").replace(shop.root / "profiles" / "ada" / "paper.pdf")
        assert watch.wait(4)[3].startswith("merged     build/ada/all.pdf")
    assert shop.calls == ["ada/cv", "ada/letter"]


# -- what goes wrong --------------------------------------------------------------------------------------------------


def test_a_profile_that_cannot_be_read_leaves_the_pdf_and_is_mended(shop: Workshop) -> None:
    with watching(shop) as watch:
        watch.wait(1)
        for _ in range(2):
            in_place(profile(shop), PROFILE.replace("kind: award", "kind: awrd"))
            failed = watch.wait(len(watch.lines()) + 1)[-1]
            assert re.fullmatch(
                r"failed     ada/\*  \(-\): 1 error; the PDFs in build/ada are those of before  \d+\.\d\d s", failed
            )
        assert len(watch.lines("profile.yaml:12:11: 'awrd' is not a known kind")) == 2
        assert shop.built("ada", "cv.pdf").is_file()
        in_place(profile(shop), PROFILE)
        assert watch.wait(4)[3].startswith("unchanged  ada/cv")
    assert shop.built("ada", "cv.pdf").is_file()


def test_an_error_of_tex_leaves_the_pdf_and_says_that_it_is_old(shop: Workshop) -> None:
    with watching(shop) as watch:
        watch.wait(1)
        good = shop.built("ada", "cv.pdf").read_bytes()
        shop.does(TEX_ERROR)
        in_place(profile(shop), TWICE)
        told = watch.wait(2)[1]
        assert re.search(r": 1 error; build/ada/cv.pdf is still that of \d\d:\d\d:\d\d  \d+\.\d\d s$", told)
        assert watch.lines("TeX stopped: Undefined control sequence")
        assert shop.built("ada", "cv.pdf").read_bytes() == good
        shop.does("")
        shop.prints(*TWICE_LINES)
        profile(shop).touch()
        assert watch.wait(3)[2].startswith("built      build/ada/cv.pdf")
    assert not shop.built(".last-good").exists()


def test_a_template_with_a_fault_leaves_the_pdf_and_is_mended(shop: Workshop) -> None:
    own = shop.root / "latex_templates" / "ruled"
    own.mkdir(parents=True)
    with watching(shop) as watch:
        watch.wait(1)
        (own / "item.tex.j2").write_text("<% if %>", encoding="utf-8")
        assert "is still that of" in watch.wait(2)[1]
        assert watch.lines("item.tex.j2:1:1: ")
        (own / "item.tex.j2").unlink()
        assert watch.wait(3)[2].startswith("unchanged  build/ada/cv.pdf")


def test_what_was_saved_while_a_manifest_was_broken_is_read_later(shop: Workshop) -> None:
    own = shop.root / "latex_templates" / "refs"
    own.mkdir(parents=True)
    with watching(shop, "--template", "refs") as watch:
        watch.wait(1)
        (own / "template.yaml").write_text("engine: [", encoding="utf-8")
        watch.wait(1, "template.yaml:2:.*not YAML")
        shop.prints(*TWICE_LINES)
        in_place(profile(shop), TWICE)
        watch.wait(2, "template.yaml:2:.*not YAML")
        (own / "template.yaml").unlink()
        assert watch.wait(3)[-1].startswith("built      build/ada/cv.pdf  (refs")


def test_what_does_not_exist_at_the_start_ends_with_2(shop: Workshop) -> None:
    with watching(shop, "--person", "bob") as watch:
        assert watch.child.wait(60) == 2
    assert watch.lines("there is no profile of 'bob'")


# -- the end ----------------------------------------------------------------------------------------------------------


def alive(pid: int) -> bool:
    """Whether `pid` runs; a zombie waits for somebody else's init and runs no more."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in {"Z", "X"}


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_stopped_during_a_build_it_leaves_no_process(shop: Workshop, number: signal.Signals) -> None:
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip(f"{number.name} is ignored here, as below nohup, and would be by the watch")
    note = shop.root / "pid"
    shop.does(f"sleep 1000 & echo $! $$ > {note}.new; cp {note}.new {note}; sleep 1000")
    with watching(shop) as watch:
        while not note.is_file() or len(note.read_text(encoding="utf-8").split()) < 2:
            time.sleep(0.02)
        pids = [int(word) for word in note.read_text(encoding="utf-8").split()]
        assert all(map(alive, pids))
        assert watch.stop(number) == 0
        for _ in range(500):
            if not any(map(alive, pids)):
                break
            time.sleep(0.01)
        assert not any(map(alive, pids))
    assert watch.lines("^stopped$")
    assert not watch.lines("Traceback|Interrupt")


def test_stopped_while_it_waits_it_has_listed_its_results(shop: Workshop) -> None:
    with watching(shop) as watch:
        watch.wait(1)
        assert watch.stop() == 0
    assert '"file": "ada/cv.pdf"' in shop.built("manifest.json").read_text(encoding="utf-8")


# -- a real TeX -------------------------------------------------------------------------------------------------------


@pytest.mark.latex
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_an_engine_waits_for_the_next_save_and_goes_with_the_watch(tmp_path: Path, number: signal.Signals) -> None:
    shop = with_tex(tmp_path)
    shop.environment.pop("SOURCE_DATE_EPOCH")  # with it there are no formats
    with watching(shop) as watch:
        for count in range(1, 4):  # the first builds learn what fonts the format needs
            watch.wait(count)
            in_place(profile(shop), PROFILE.replace("Read a", f"Read {count}"))
        watch.wait(4)
        assert engines(shop.root)
        watch.stop(number)
        for _ in range(500):
            if not engines(shop.root):
                break
            time.sleep(0.01)
        assert not engines(shop.root)


def engines(root: Path) -> list[int]:
    """The engines that run in a folder of work below `root`."""
    found = []
    for link in Path("/proc").glob("[0-9]*/cwd"):
        with suppress(OSError):
            if link.readlink().is_relative_to(root / "build" / ".work") and alive(int(link.parent.name)):
                found.append(int(link.parent.name))
    return found


@pytest.mark.latex
def test_a_word_saved_is_a_word_in_the_pdf(tmp_path: Path) -> None:
    shop = with_tex(tmp_path)
    shop.environment["PATH"] = os.environ["PATH"]
    with watching(shop) as watch:
        watch.wait(1)
        as_vim(profile(shop), TWICE)
        watch.wait(2)
        assert "Read two books." in "\n".join(str(page) for page in pages(shop.built("ada", "cv.pdf")))
        in_place(profile(shop), TWICE.replace("*", "").replace("two books", r"two $\foo$ books"))
        assert watch.wait(3)[2].startswith("failed")
        assert "Read two books." in "\n".join(str(page) for page in pages(shop.built("ada", "cv.pdf")))
