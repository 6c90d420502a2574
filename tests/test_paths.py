"""Files are replaced whole or not at all; only results are removed; templates and caches lie where one expects them."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from cvpress import paths
from cvpress.errors import ProfileError, ToolError


def test_a_file_is_written_with_the_folders_it_needs(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "cv.pdf"
    paths.write(path, b"one")
    paths.write(path, b"two")
    assert path.read_bytes() == b"two"
    assert [file.name for file in path.parent.iterdir()] == ["cv.pdf"]


@pytest.mark.parametrize("call", ["fsync", "replace"])
@pytest.mark.parametrize(
    ("number", "advice"), [(errno.ENOSPC, "free some space"), (errno.EROFS, "read-only"), (errno.EIO, "check the path")]
)
def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int, advice: str
) -> None:
    path = tmp_path / "cv.pdf"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os if call == "fsync" else Path, call, fail)
    with pytest.raises(ToolError) as caught:
        paths.write(path, b"new")
    assert caught.value.problems[0].message == f"cannot read or write {path}: {os.strerror(number)}"
    assert advice in caught.value.problems[0].advice
    assert path.read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["cv.pdf"]


def test_only_results_are_forced_to_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forced: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda file: forced.append(Path(f"/proc/self/fd/{file}").readlink().name))
    paths.write(tmp_path / "ada" / "cv.pdf", b"a result")
    paths.write(tmp_path / paths.WORK / "ada" / "cv" / "document.tex", b"made again at once")
    assert [name.split(".")[1] for name in forced] == ["cv"]
    assert (tmp_path / paths.WORK / "ada" / "cv" / "document.tex").read_bytes() == b"made again at once"


def test_a_folder_in_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / "cv.pdf").mkdir()
    with pytest.raises(ToolError, match="Is a directory"):
        paths.write(tmp_path / "cv.pdf", b"new")
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ToolError, match=r"Not a directory|File exists"):
        paths.write(tmp_path / "file" / "cv.pdf", b"new")


def test_what_the_file_system_says_no_to_is_told_with_the_path(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match=f"{tmp_path}/none: No such file"), paths.storage_told(tmp_path):
        (tmp_path / "none").read_bytes()
    with pytest.raises(ToolError, match=f"{tmp_path}: No space left"), paths.storage_told(tmp_path):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_same_compares_bytes(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"one")
    assert paths.same(tmp_path / "a", b"one")
    assert not paths.same(tmp_path / "a", b"one\n")
    assert not paths.same(tmp_path / "none", b"")


# -- remove -----------------------------------------------------------------------------------------------------------


def results(folder: Path) -> Path:
    made = (".work/ada/cv/document.tex", ".last-good/ada/cv.pdf", "ada/cv.pdf", "bob/resume.pdf", "manifest.json")
    for name in made:
        paths.write(folder / name, b"made")
    return folder


def test_results_are_removed(tmp_path: Path) -> None:
    paths.remove(results(tmp_path / "build"))
    assert not (tmp_path / "build").exists()
    paths.remove(tmp_path / "build")  # nothing there is no error


@pytest.mark.parametrize(
    "alien", ["notes.txt", "ada/manifest.json", "ada/notes.txt", "ada/sub/cv.pdf", "profiles/ada/profile.yaml"]
)
def test_a_folder_that_holds_anything_else_is_not_removed(tmp_path: Path, alien: str) -> None:
    build = results(tmp_path / "build")
    paths.write(build / alien, b"mine")
    before = sorted(build.rglob("*"))
    with pytest.raises(ProfileError, match=r"is not a folder of results: .* was not made here"):
        paths.remove(build)
    assert sorted(build.rglob("*")) == before


def test_a_folder_that_only_looks_like_results_is_not_removed(tmp_path: Path) -> None:
    """A library of papers: folders of PDFs, and nothing that says cvpress made them."""
    paths.write(tmp_path / "papers" / "2021" / "notes.pdf", b"mine")
    with pytest.raises(ProfileError, match=r"it has no \.work/"):
        paths.remove(tmp_path / "papers")
    paths.write(tmp_path / "file", b"mine")
    with pytest.raises(ProfileError):
        paths.remove(tmp_path / "file")
    assert (tmp_path / "papers" / "2021" / "notes.pdf").is_file()
    assert (tmp_path / "file").is_file()


def test_what_a_link_leads_to_is_never_followed(tmp_path: Path) -> None:
    build = results(tmp_path / "build")
    paths.write(tmp_path / "mine" / "cv.pdf", b"mine")
    (build / "cyd").symlink_to(tmp_path / "mine")
    with pytest.raises(ProfileError):
        paths.remove(build)
    assert (tmp_path / "mine" / "cv.pdf").is_file()


def test_results_kept_elsewhere_are_emptied_and_the_link_stays(tmp_path: Path) -> None:
    results(tmp_path / "scratch")
    (tmp_path / "build").symlink_to(tmp_path / "scratch")
    paths.remove(tmp_path / "build")
    assert (tmp_path / "build").is_symlink()
    assert list((tmp_path / "scratch").iterdir()) == []


# -- places -----------------------------------------------------------------------------------------------------------


def test_templates_beside_the_profiles_come_first(tmp_path: Path) -> None:
    bundled = paths.bundled_templates().resolve()
    assert (bundled / "ruled" / "template.yaml").is_file()
    assert paths.template_roots(tmp_path / "profiles") == (bundled,)
    (tmp_path / "latex_templates").mkdir()
    assert paths.template_roots(tmp_path / "profiles") == (tmp_path / "latex_templates", bundled)


def test_in_a_checkout_the_bundled_templates_are_not_taken_twice() -> None:
    assert len(paths.template_roots(paths.bundled_templates().parent / "profiles")) == 1


def test_templates_beside_a_link_to_profiles_are_those_one_sees(tmp_path: Path) -> None:
    (tmp_path / "far" / "profiles").mkdir(parents=True)
    (tmp_path / "near" / "latex_templates").mkdir(parents=True)
    (tmp_path / "near" / "profiles").symlink_to(tmp_path / "far" / "profiles")
    assert paths.template_roots(tmp_path / "near" / "profiles")[0] == tmp_path / "near" / "latex_templates"


@pytest.mark.parametrize(
    ("environment", "cache"),
    [
        ({"XDG_CACHE_HOME": "/caches", "HOME": "/home/ada"}, "/caches/cvpress"),
        ({"HOME": "/home/ada", "XDG_CACHE_HOME": ""}, "/home/ada/.cache/cvpress"),
    ],
)
def test_caches_lie_where_the_xdg_specification_says(environment: dict[str, str], cache: str) -> None:
    assert paths.user_cache(environment) == Path(cache)


def test_a_user_without_a_home_has_a_cache_that_names_the_user() -> None:
    assert paths.user_cache({}).name == f"cvpress-{os.getuid()}"
