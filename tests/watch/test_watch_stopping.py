"""A watch ends once, at a moment at which nothing is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest

from cvpress import process
from cvpress.watch.notices import Notices
from cvpress.watch.stopping import stopping


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_waiting_and_a_second_one_disturbs_nobody(tmp_path: Path, number: signal.Signals) -> None:
    notices = Notices((tmp_path,), {})
    before = signal.signal(number, signal.default_int_handler)
    try:
        with stopping() as stop:
            threading.Timer(0.1, os.kill, (os.getpid(), number)).start()
            with pytest.raises(KeyboardInterrupt):
                notices.wait(20)
            assert stop.asked
            os.kill(os.getpid(), number)
        assert signal.getsignal(number) is signal.default_int_handler
    finally:
        signal.signal(number, before)
        notices.close()


def test_an_ignored_signal_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with stopping() as stop:
            os.kill(os.getpid(), signal.SIGHUP)
            assert not stop.asked
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_signal_while_a_process_is_started_waits_until_it_can_be_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[int] = []
    execute = subprocess.Popen._execute_child  # type: ignore[attr-defined]

    def interrupted(child: subprocess.Popen[bytes], *words: Any, **more: Any) -> None:
        execute(child, *words, **more)
        started.append(child.pid)
        os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(subprocess.Popen, "_execute_child", interrupted)
    with stopping() as stop:
        with pytest.raises(KeyboardInterrupt):
            process.run(["sleep", "100"], cwd=tmp_path, env={"PATH": os.environ["PATH"]}, timeout=60)
        assert stop.asked
    assert len(started) == 1
    with pytest.raises(ProcessLookupError):
        os.kill(started[0], 0)
