"""One run at a time in a folder of results: who waits, for how long, and what becomes of a lock."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest
from workshop import Workshop, with_fakes

from cvpress import lock
from cvpress.errors import ToolError

SOURCE = Path(__file__).parents[1] / "src"
HOLDER = """
import sys, time
from pathlib import Path
from cvpress import lock
with lock.held(Path(sys.argv[1]), 5, print):
    print("held", flush=True)
    time.sleep(60)
"""


def nobody(text: str) -> None:
    pytest.fail(f"nobody else is there, but: {text}")


def test_nobody_waits_where_nobody_is(tmp_path: Path) -> None:
    for _ in range(2):
        with lock.held(tmp_path / "out", 5, nobody):
            assert (tmp_path / "out" / ".work").is_dir()


def test_who_comes_second_says_so_once_and_waits(tmp_path: Path) -> None:
    said: list[str] = []
    order: list[str] = []
    waits = threading.Event()

    def second() -> None:
        def say(text: str) -> None:
            said.append(text)
            waits.set()

        with lock.held(tmp_path, 30, say):
            order.append("second")

    thread = threading.Thread(target=second)
    with lock.held(tmp_path, 5, nobody):
        thread.start()
        assert waits.wait(30)
        order.append("first")
    thread.join(30)
    assert order == ["first", "second"]
    assert said == [f"another run works in {tmp_path}/, waiting"]


def test_patience_ends_with_the_folder_and_the_remedy(tmp_path: Path) -> None:
    told = f"another run has worked in {tmp_path}/ for 0.1 s; wait for it"
    with (
        lock.held(tmp_path, 5, nobody),
        pytest.raises(ToolError, match=told),
        lock.held(tmp_path, 0.1, lambda _text: None),
    ):
        pytest.fail("two at once")


def test_a_lock_is_gone_with_a_process_that_was_killed(tmp_path: Path) -> None:
    argv = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(argv, env={"PYTHONPATH": str(SOURCE)}, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(ToolError), lock.held(tmp_path, 0.01, lambda _text: None):
            pytest.fail("two at once")
        holder.kill()
        holder.wait(30)
    with lock.held(tmp_path, 0.01, nobody):
        pass


def test_a_folder_that_is_removed_and_made_again_is_locked_again(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with lock.held(out, 5, nobody):
        shutil.rmtree(out)
        with lock.held(out, 5, nobody), pytest.raises(ToolError), lock.held(out, 0.01, lambda _text: None):
            pytest.fail("two at once")


def test_who_waits_for_a_lock_that_is_removed_locks_the_new_one(tmp_path: Path) -> None:
    with ExitStack() as first:
        first.enter_context(lock.held(tmp_path, 5, nobody))

        def removed(_text: str) -> None:
            shutil.rmtree(tmp_path)
            first.close()

        with lock.held(tmp_path, 5, removed), pytest.raises(ToolError), lock.held(tmp_path, 0.01, lambda _text: None):
            pytest.fail("two at once")


def test_where_no_lock_can_be_made_the_work_goes_on(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("no folder")
    with lock.held(tmp_path / "out", 5, nobody):
        pass


# -- by the command line -----------------------------------------------------------------------------------------------


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return with_fakes(tmp_path)


@pytest.mark.parametrize("task", ["pdf", "merge"])
def test_a_run_gives_up_after_the_time_out_and_touches_nothing(shop: Workshop, task: str) -> None:
    with lock.held(shop.built(), 5, nobody):
        done = shop.run(task, timeout="0.2")
    assert done.code == 4
    assert "another run works in build/, waiting\n" in done.err
    assert "another run has worked in build/ for 0.2 s; wait for it or end it" in done.err
    assert shop.calls == []


def test_looking_waits_for_nobody(shop: Workshop) -> None:
    assert shop.run("pdf").code == 0
    with lock.held(shop.built(), 5, nobody):
        assert shop.run("check").code == 0


def test_clean_removes_nothing_from_under_a_run(shop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cvpress.tasks.machine._PATIENCE", 0.1)
    assert shop.run("pdf").code == 0
    with lock.held(shop.built(), 5, nobody):
        assert shop.run("clean").code == 4
    assert shop.built("ada", "cv.pdf").is_file()
    assert shop.run("clean").code == 0
    assert not shop.built().exists()
