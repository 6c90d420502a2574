"""The code keeps its own rules: what `invoke lint` runs is clean, and would not be if a rule were broken."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cvpress import process

ROOT = Path(__file__).resolve().parents[1]
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8"}


@pytest.mark.parametrize("tool", [("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy",)])
def test_the_sources_are_clean(tool: tuple[str, ...]) -> None:
    done = process.run([sys.executable, "-m", *tool], cwd=ROOT, env=ENVIRONMENT, timeout=300)
    assert done.returncode == 0, done.output


def test_a_broken_rule_would_be_told(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("import os\n\ndef f(x, *, y={}):\n    return eval(x)\n")
    config = str(ROOT / "pyproject.toml")
    done = process.run(
        [sys.executable, "-m", "ruff", "check", "--no-cache", "--config", config, str(bad)],
        cwd=ROOT,
        env=ENVIRONMENT,
        timeout=60,
    )
    assert done.returncode == 1
    assert {"F401", "B006", "S307"} <= set(done.output.replace(":", " ").split())
