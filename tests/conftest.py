"""What all tests share: TeX runs only where a test asks for it, and its absence is never mistaken for success."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import settings

from cvpress import paths, process

TEX = ("latexmk", "lualatex")

# No deadline: how long an example takes says nothing about the code on a machine that others share.
settings.register_profile("cvpress", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("cvpress")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--accept-golden", action="store_true", help="rewrite the records in tests/golden with what comes out now"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Without TeX a test marked `latex` is skipped on a laptop and an error in CI."""
    missing = [name for name in TEX if shutil.which(name) is None]
    if missing and item.get_closest_marker("latex"):
        reason = f"{' and '.join(missing)} not installed; run 'invoke setup'"
        if os.environ.get("CI", "").lower() in ("", "0", "false"):
            pytest.skip(reason)
        pytest.fail(reason, pytrace=False)


@pytest.fixture(scope="session")
def font_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A `Press.cache` of the tests' own, but for the user's font tables: to make them takes ten seconds of CPU."""
    folder = tmp_path_factory.mktemp("cache")
    tables = paths.user_cache(dict(os.environ)) / "luaotfload"
    tables.mkdir(parents=True, exist_ok=True, mode=0o700)
    (folder / "luaotfload").symlink_to(tables)
    return folder


@pytest.fixture(autouse=True)
def no_tex_unasked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a test marked `latex` may start the machine's own TeX; a fake one in a folder of the test is fine."""
    if request.node.get_closest_marker("latex"):
        return
    real = {str(Path(found)) for name in TEX if (found := shutil.which(name))}
    run = process.run

    def guarded(
        argv: Sequence[str], *, cwd: Path, env: Mapping[str, str], timeout: float, stream: bool = False
    ) -> process.Completed:
        found = {str(process.find(word, env)) for word in argv if Path(word).name in TEX}
        assert real.isdisjoint(found), f"{argv[0]} starts TeX in a test without @pytest.mark.latex"
        return run(argv, cwd=cwd, env=env, timeout=timeout, stream=stream)

    monkeypatch.setattr(process, "run", guarded)
