"""The engine that is started while the rest is loaded: taken where it is the right one, else stopped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from engines_left import wait_for
from workshop import PROFILE, Workshop, with_tex

from cvpress.process import Completed
from cvpress.typeset.standby import Call, Standby

pytestmark = pytest.mark.latex


@pytest.fixture
def shop(tmp_path: Path, font_cache: Path) -> Workshop:
    """With formats and notes of this test alone, and fonts that others have read."""
    made = with_tex(tmp_path)
    cache = tmp_path / "cache" / "cvpress"
    cache.mkdir(parents=True, mode=0o700)
    (cache / "luaotfload").symlink_to(font_cache / "luaotfload")
    made.environment["XDG_CACHE_HOME"] = str(cache.parent)
    del made.environment["SOURCE_DATE_EPOCH"]
    return made


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Of each pass whether an engine waited for it."""
    passes: list[bool] = []
    ordinary = Standby.run

    def noted(self: Standby, call: Call, timeout: float) -> Completed:
        passes.append(call in self._waiting)
        return ordinary(self, call, timeout)

    monkeypatch.setattr(Standby, "run", noted)
    return passes


def note(shop: Workshop) -> Path:
    (found,) = shop.root.glob("cache/cvpress/ahead/*.json")
    return found


def test_the_engine_of_the_last_run_waits_for_the_next(shop: Workshop, taken: list[bool]) -> None:
    for word in ("a program", "a proof", "a letter", "a book"):
        shop.profile(text=PROFILE.replace("a program", word))
        assert shop.run("pdf").code == 0
    assert taken == [True, True]  # the first two were set by latexmk, and from a format that was new
    assert wait_for(shop.root, some=False) == set()


def test_one_that_is_not_wanted_is_stopped(shop: Workshop, taken: list[bool]) -> None:
    for _ in range(2):
        assert shop.run("pdf", "--force").code == 0
    shop.profile(text=PROFILE.replace("{template: ruled}", "{template: onepage}"))
    done = shop.run("pdf")
    assert (done.code, "onepage" in done.out) == (0, True)
    assert not any(taken)
    assert wait_for(shop.root, some=False) == set()


def test_a_note_that_means_nothing_is_replaced(shop: Workshop) -> None:
    for _ in range(2):
        shop.run("pdf", "--force")
    right = json.loads(note(shop).read_text(encoding="utf-8"))
    gone, other = {**right, "format": "/nowhere"}, {**right, "format": str(shop.root)}
    for content in ("", "[]", "{}", json.dumps(gone), json.dumps(other)):
        note(shop).write_text(content, encoding="utf-8")
        assert shop.run("pdf", "--force").code == 0
        assert json.loads(note(shop).read_text(encoding="utf-8")) == right


def test_where_bytes_matter_nothing_is_begun(shop: Workshop, taken: list[bool]) -> None:
    for _ in range(3):
        assert shop.run("pdf", "--force", env={"SOURCE_DATE_EPOCH": "1700000000"}).code == 0
    assert taken == []
    assert not list(shop.root.glob("cache/cvpress/ahead/*"))
