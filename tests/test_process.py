"""Processes: what they leave, and that nothing of them is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from cvpress import process
from cvpress.errors import ToolError
from cvpress.process import OUTPUT_LIMIT, Completed, find, run

ENV = {"PATH": os.environ["PATH"]}


def shell(script: str, folder: Path, timeout: float = 30) -> Completed:
    return run(["sh", "-c", script], cwd=folder, env=ENV, timeout=timeout)


def alive(pid: int) -> bool:
    """Whether `pid` still runs; a zombie waits for somebody else's init and runs no more."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in {"Z", "X"}


def gone(pid: int) -> bool:
    """Whether `pid` ends soon: the kernel takes a moment after SIGKILL."""
    for _ in range(500):
        if not alive(pid):
            return True
        time.sleep(0.01)
    return False


def test_a_result_holds_both_streams_code_and_costs(tmp_path: Path) -> None:
    done = shell("echo to-out; echo to-err >&2; pwd; exit 7", tmp_path)
    assert done.output.splitlines() == ["to-out", "to-err", str(tmp_path)]
    assert (done.returncode, done.timed_out) == (7, False)
    assert done.argv == ("sh", "-c", "echo to-out; echo to-err >&2; pwd; exit 7")
    assert done.wall > 0
    assert done.peak_memory > 0


def test_cpu_counts_the_children_of_the_child(tmp_path: Path) -> None:
    burn = f"{sys.executable} -c 'import time\nwhile time.process_time() < 0.3: pass'; exit 0"
    assert shell(burn, tmp_path).cpu >= 0.3
    assert shell("sleep 0.4", tmp_path).cpu < 0.3


def test_only_the_given_environment_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "from-the-caller")
    done = run(["env"], cwd=tmp_path, env={**ENV, "GIVEN": "yes"}, timeout=30)
    assert "GIVEN=yes" in done.output.splitlines()
    assert "SECRET" not in done.output


def test_stdin_is_empty(tmp_path: Path) -> None:
    assert shell("read line; echo $?", tmp_path).output == "1\n"


def test_bytes_that_are_not_utf8_are_replaced(tmp_path: Path) -> None:
    assert shell(r"printf 'a\377b'", tmp_path).output == "a\ufffdb"


def test_more_output_than_a_pipe_holds_neither_blocks_nor_fills_memory(tmp_path: Path) -> None:
    done = shell("yes first | head -c 5000000; echo; echo last", tmp_path)
    assert done.returncode == 0
    assert len(done.output) == OUTPUT_LIMIT
    assert done.output.endswith("\nlast\n")


def test_a_program_that_closed_its_output_is_waited_for(tmp_path: Path) -> None:
    assert shell("exec >&- 2>&-; sleep 0.2; exit 3", tmp_path).returncode == 3


def test_time_out_kills_the_whole_group(tmp_path: Path) -> None:
    done = shell("sleep 300 & echo $!; wait", tmp_path, timeout=0.5)
    assert done.timed_out
    assert done.returncode == -signal.SIGTERM
    assert gone(int(done.output))


def test_time_out_kills_what_ignores_sigterm(tmp_path: Path) -> None:
    done = shell("trap '' TERM; echo $$; while :; do sleep 0.05; done", tmp_path, timeout=0.5)
    assert done.timed_out
    assert done.returncode == -signal.SIGKILL
    assert gone(int(done.output))


def test_a_child_left_behind_is_killed_and_does_not_hold_up_the_result(tmp_path: Path) -> None:
    done = shell("sleep 300 & echo $!; exit 0", tmp_path)
    assert not done.timed_out
    assert gone(int(done.output))


def test_control_without_a_group_that_child_goes_on(tmp_path: Path) -> None:
    """The guard above can fail: started by `os.system`, the same script leaves its child alive."""
    assert os.system(f"cd '{tmp_path}' && {{ sleep 300 & echo $! > pid; }}") == 0
    pid = int((tmp_path / "pid").read_text(encoding="utf-8"))
    try:
        assert alive(pid)
    finally:
        os.kill(pid, signal.SIGKILL)


def test_an_interrupt_kills_the_group_and_goes_on_up(tmp_path: Path) -> None:
    marker = tmp_path / "pid"

    def interrupt() -> None:
        while not (marker.exists() and marker.read_text(encoding="utf-8").endswith("\n")):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        shell("trap '' INT; sleep 300 & echo $! > pid; wait", tmp_path)
    thread.join()
    assert gone(int(marker.read_text(encoding="utf-8")))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_while_a_program_is_being_started_leaves_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    begun: list[int] = []

    class Interrupted(subprocess.Popen[bytes]):
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            begun.append(self.pid)
            signal.raise_signal(number)
            begun.append(0)  # the answer has to wait

    def answer(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cvpress.process.subprocess.Popen", Interrupted)
    before = signal.signal(number, answer)
    try:
        with pytest.raises(KeyboardInterrupt):
            run(["sleep", "300"], cwd=tmp_path, env=ENV, timeout=300)
        assert signal.getsignal(number) is answer
    finally:
        signal.signal(number, before)
    pid, _ = begun
    assert gone(pid)


def test_an_interrupt_of_a_program_that_did_not_start_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object, **_named: object) -> None:
        signal.raise_signal(signal.SIGINT)
        raise PermissionError(1, "no")

    monkeypatch.setattr("cvpress.process.subprocess.Popen", refuse)
    with pytest.raises(KeyboardInterrupt):
        run(["sleep", "300"], cwd=tmp_path, env=ENV, timeout=300)


def test_a_missing_program_is_a_tool_error_with_the_commands_that_install_it(tmp_path: Path) -> None:
    with pytest.raises(ToolError) as caught:
        run(["latexmk", "-v"], cwd=tmp_path, env={"PATH": str(tmp_path)}, timeout=1)
    (problem,) = caught.value.problems
    assert "latexmk is not installed" in problem.message
    assert problem.rule == "missing-tool"
    assert all(word in problem.advice for word in ("apt-get install", "dnf install", "brew install", "texlive-luatex"))


def test_a_program_that_cannot_be_started_is_a_tool_error(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_text("#!/no/such/interpreter\n", encoding="utf-8")
    broken.chmod(0o755)
    with pytest.raises(ToolError, match="could not be started"):
        run([str(broken)], cwd=tmp_path, env=ENV, timeout=1)


def test_find_looks_on_the_given_path_only(tmp_path: Path) -> None:
    assert find("sh", ENV) is not None
    assert find("sh", {"PATH": str(tmp_path)}) is None
    assert find("sh", {}) is None


def test_the_reader_forgets_the_oldest_output_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "OUTPUT_LIMIT", 4)
    assert shell("printf 123456789", tmp_path).output == "6789"
