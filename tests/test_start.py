"""The way in ends as Python would have ended: with the same exit code, and after all that was to be done."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from cvpress import process

ROOT = Path(__file__).parents[1]


def ended(code: str, *, to: str = "") -> process.Completed:
    """A Python that runs `code` by way of `start.run`, its stdout sent `to` a file."""
    program = f"import atexit, sys\nfrom cvpress import start\ndef command():\n    {code}\nstart.run(command)"
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "src"), "PROGRAM": program}
    shell = f'"{sys.executable}" -c "$PROGRAM" {f">{to}" if to else ""}'
    return process.run(["sh", "-c", shell], cwd=ROOT, env=env, timeout=60)


@pytest.mark.parametrize(
    ("code", "expected"),
    [("pass", 0), ("sys.exit()", 0), ("sys.exit(3)", 3), ("sys.exit('told')", 1), ("raise ValueError('told')", 1)],
)
def test_the_exit_code_is_the_commands(code: str, expected: int) -> None:
    done = ended(f"print('said'); {code}")
    assert done.returncode == expected
    assert "said\n" in done.output
    assert ("told" in done.output) is (expected == 1)


def test_what_was_left_for_the_end_is_done() -> None:
    done = ended("atexit.register(print, 'the last'); sys.exit(3)")
    assert (done.returncode, done.output) == (3, "the last\n")


def test_threads_finish_their_work() -> None:
    late = "import threading, time; threading.Thread(target=lambda: (time.sleep(0.2), print('late'))).start()"
    assert ended(late).output == "late\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_output_that_could_not_be_written_is_an_error() -> None:
    done = ended("print('said')", to="/dev/full")
    assert done.returncode == 120
    assert "No space left" in done.output


@pytest.mark.parametrize(
    ("module", "head"), [("cvpress", "Subcommands:"), ("cvpress.start", "Available tasks:")], ids=["cvpress", "invoke"]
)
def test_both_programs_list_their_tasks(module: str, head: str) -> None:
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "src")}
    done = process.run([sys.executable, "-m", module, "--list"], cwd=ROOT, env=env, timeout=60)
    assert done.returncode == 0
    assert done.output.startswith(head)
