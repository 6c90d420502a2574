"""Which requirement gets the cvpress that runs again, for each way that it can have been installed."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from cvpress import origin, process

ENV = {
    "PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "a",
    "GIT_COMMITTER_EMAIL": "a@example.org",
}  # fmt: skip


def test_an_installation_from_an_index_is_pinned_by_version() -> None:
    assert origin.requirement(None, "0.1.0", ENV) == "cvpress==0.1.0"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://example.org/o/cvpress.git", "https://example.org/o/cvpress.git"),
        ("https://user:secret@example.org/o/cvpress.git", "https://example.org/o/cvpress.git"),
        ("ssh://git@example.org/o/cvpress.git", "https://example.org/o/cvpress.git"),
        ("git@example.org:o/cvpress.git", "https://example.org/o/cvpress.git"),
    ],
)
def test_an_installation_from_git_is_pinned_by_commit_and_shows_no_password(url: str, shown: str) -> None:
    record = json.dumps({"url": url, "vcs_info": {"vcs": "git", "commit_id": "c0ffee"}})
    assert origin.requirement(record, "0.1.0", ENV) == f"cvpress @ git+{shown}@c0ffee"


def test_an_installation_from_an_archive_is_pinned_by_its_address() -> None:
    record = json.dumps({"url": "https://example.org/cvpress-0.1.0-py3-none-any.whl", "archive_info": {}})
    assert origin.requirement(record, "0.1.0", ENV) == "cvpress @ https://example.org/cvpress-0.1.0-py3-none-any.whl"


def test_a_local_archive_cannot_be_reached_by_ci() -> None:
    record = json.dumps({"url": "file:///tmp/cvpress-0.1.0-py3-none-any.whl", "archive_info": {}})
    assert origin.requirement(record, "0.1.0", ENV) is None


def git(folder: Path, *arguments: str) -> str:
    done = process.run(["git", *arguments], cwd=folder, env=ENV, timeout=60)
    assert done.returncode == 0, done.output
    return done.output.strip()


def test_a_checkout_is_pinned_by_its_remote_and_commit(tmp_path: Path) -> None:
    folder = tmp_path / "a folder"  # the record has %20
    folder.mkdir()
    record = json.dumps({"url": folder.as_uri(), "dir_info": {"editable": True}})
    assert origin.requirement(record, "0.1.0", ENV) is None
    git(folder, "init", "-q")
    git(folder, "commit", "-q", "--allow-empty", "-m", "one")
    assert origin.requirement(record, "0.1.0", ENV) is None
    git(folder, "remote", "add", "origin", "https://example.org/o/cvpress.git")
    commit = git(folder, "rev-parse", "HEAD")
    assert origin.requirement(record, "0.1.0", ENV) == f"cvpress @ git+https://example.org/o/cvpress.git@{commit}"


def test_a_checkout_of_a_local_folder_cannot_be_reached_by_ci(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "one")
    git(tmp_path, "remote", "add", "origin", "/srv/cvpress.git")
    record = json.dumps({"url": tmp_path.as_uri(), "dir_info": {"editable": True}})
    assert origin.requirement(record, "0.1.0", ENV) is None


@pytest.mark.parametrize(
    ("installed", "address"),
    [
        ("cvpress @ git+https://example.org/ada/cvpress.git@0123abc", "https://example.org/ada/cvpress/blob/0123abc/"),
        ("cvpress @ git+https://example.org/ada/cvpress@0123abc", "https://example.org/ada/cvpress/blob/0123abc/"),
        ("cvpress==0.1.0", ""),
        (None, ""),
    ],
)
def test_the_manual_lies_where_this_cvpress_came_from(
    monkeypatch: pytest.MonkeyPatch, installed: str | None, address: str
) -> None:
    monkeypatch.setattr(origin, "installed", lambda _: installed)
    assert origin.manual({}) == address
