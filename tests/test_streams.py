"""What people read goes through any terminal, and a pipe that closes is no error."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from cvpress import process, streams


def test_what_a_terminal_cannot_show_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    with streams.open_to_people():
        print("Š")
    assert raw.getvalue() == b"\\u0160\n"


def test_a_pipe_that_closes_ends_the_run_with_0_and_another_error_stays_one(tmp_path: Path) -> None:
    script = (
        "import os\nfrom cvpress import streams\n"
        "with streams.open_to_people():\n    os.close(1), os.dup2(os.pipe()[1], 1), os.closerange(3, 9)\n"
        "    print('x' * 100_000)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = process.run([sys.executable, "-c", script], cwd=tmp_path, env=environment, timeout=60)
    assert (done.returncode, done.output) == (0, "")
    with pytest.raises(ValueError, match="told"), streams.open_to_people():
        raise ValueError("told")
