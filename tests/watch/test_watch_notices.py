"""Notices of the file system, by the real watchfiles."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cvpress.errors import ToolError
from cvpress.watch.notices import Notices
from cvpress.watch.places import find, identify


def gathered(notices: Notices, wanted: Path) -> set[Path]:
    """All that is told until `wanted` is."""
    found: set[Path] = set()
    for _ in range(100):
        found |= set(notices.wait(0.1))
        if wanted in found:
            return found
    raise AssertionError(f"no notice of {wanted}: {found}")


def test_a_save_is_told_in_a_folder_made_after_the_watch(tmp_path: Path) -> None:
    notices = Notices((tmp_path,), {})
    try:
        (tmp_path / "ada").mkdir()
        gathered(notices, tmp_path / "ada")
        (tmp_path / "ada" / "profile.yaml").write_text("a", encoding="utf-8")
        gathered(notices, tmp_path / "ada" / "profile.yaml")
    finally:
        notices.close()


def test_a_file_put_in_the_place_of_another_is_told_again_and_again(tmp_path: Path) -> None:
    file = tmp_path / "profile.yaml"
    file.write_text("0", encoding="utf-8")
    notices = Notices((tmp_path,), {})
    try:
        for number in range(3):
            (tmp_path / "new").write_text(str(number), encoding="utf-8")
            (tmp_path / "new").replace(file)
            gathered(notices, file)
    finally:
        notices.close()


def test_looking_oneself_finds_the_same(tmp_path: Path) -> None:
    file = tmp_path / "profile.yaml"
    file.write_text("0", encoding="utf-8")
    os.utime(file, (0, 0))  # it looks at whole seconds
    notices = Notices((tmp_path,), {"WATCHFILES_FORCE_POLLING": "1"})
    try:
        file.write_text("1234", encoding="utf-8")
        gathered(notices, file)
    finally:
        notices.close()


def test_without_changes_nothing_is_told(tmp_path: Path) -> None:
    notices = Notices((tmp_path,), {})
    try:
        assert notices.wait(0.0) == ()
    finally:
        notices.close()


def test_a_folder_that_is_not_there_is_a_known_error(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="changes cannot be watched"):
        Notices((tmp_path / "none",), {})


def test_a_folder_made_again_is_another_and_one_that_comes_is_found(tmp_path: Path) -> None:
    profiles = tmp_path / "profiles"
    profiles.mkdir()
    first = find(profiles, tmp_path / "build", {})
    assert first.profiles == profiles.resolve()
    known = identify(first)
    assert identify(first) == known
    (tmp_path / "other").mkdir()  # takes the number that the file system would else give again
    profiles.rmdir()
    assert profiles not in [folder for folder, *_ in identify(first)]
    (tmp_path / "other").rename(profiles)
    assert identify(first) != known
    (tmp_path / "latex_templates").mkdir()
    assert find(profiles, tmp_path / "build", {}).templates[0] == tmp_path.resolve() / "latex_templates"
