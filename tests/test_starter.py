"""A new profile, and a repository around it: what is written, what is never overwritten, and that it builds at once."""

from __future__ import annotations

import errno
import os
import re
import shutil
import sys
import sysconfig
from pathlib import Path

import pytest
from workshop import with_tex

from cvpress import origin, paths, process, starter
from cvpress.errors import ProfileError, ToolError
from cvpress.profile import model
from cvpress.profile.schema import schema

ROOT = Path(__file__).parents[1]
PROFILES = Path("profiles")
REPOSITORY = [
    ".github/workflows/pdfs.yml",
    ".gitignore",
    "README.md",
    "profile.schema.json",
    "profiles/ada-lovelace/profile.yaml",
    "requirements.txt",
]


@pytest.fixture(autouse=True)
def known_origin(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a released cvpress would say of itself; the checkout of whoever runs the tests may have no remote."""
    monkeypatch.setattr(origin, "installed", lambda _env: "cvpress==1.2.3")


def start(here: Path, person: str = "ada-lovelace", profiles: Path = PROFILES) -> list[str]:
    return sorted(map(str, starter.start(here, profiles, person, {})))


def files(here: Path) -> dict[str, bytes]:
    return {str(path.relative_to(here)): path.read_bytes() for path in here.rglob("*") if path.is_file()}


def checkout(here: Path) -> Path:
    for name in ("docs", "src/cvpress"):
        (here / name).mkdir(parents=True)
    (here / "docs" / "profile.schema.json").write_text(schema())
    return here


# -- what is written --------------------------------------------------------------------------------------------------


def test_an_empty_folder_becomes_a_repository_without_anybody_elses_cv(tmp_path: Path) -> None:
    assert start(tmp_path) == REPOSITORY
    written = files(tmp_path)
    assert sorted(written) == REPOSITORY
    assert written["requirements.txt"] == b"cvpress==1.2.3\n"
    assert written[".gitignore"].split() == [b".venv/", b"build/"]
    assert written[".github/workflows/pdfs.yml"] == (ROOT / "src/cvpress/starter_files/pdfs.yml").read_bytes()
    assert b"`profiles/ada-lovelace/profile.yaml` says all" in written["README.md"]


def test_where_profiles_are_only_the_profile_and_its_schema_are_written(tmp_path: Path) -> None:
    (tmp_path / "profiles").mkdir()
    assert start(tmp_path) == ["profile.schema.json", "profiles/ada-lovelace/profile.yaml"]
    assert start(tmp_path, "bob") == ["profile.schema.json", "profiles/bob/profile.yaml"]


def test_in_a_checkout_only_the_profile_is_written(tmp_path: Path) -> None:
    assert start(checkout(tmp_path)) == ["profiles/ada-lovelace/profile.yaml"]


@pytest.mark.parametrize("profiles", [Path("profiles"), Path("people/cvs")])
def test_the_first_line_leads_editors_to_the_schema(tmp_path: Path, profiles: Path) -> None:
    def leads_to(here: Path) -> Path:
        file = next(here.glob(f"{profiles}/*/profile.yaml"))
        found = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", file.read_text().splitlines()[0])
        assert found
        return (file.parent / found[1]).resolve()

    own, ours = tmp_path / "own", tmp_path / "checkout"
    own.mkdir()
    start(own, profiles=profiles)
    assert leads_to(own).read_text() == schema()
    start(checkout(ours), profiles=profiles)
    assert leads_to(ours) == ours / "docs" / "profile.schema.json"


@pytest.mark.parametrize(
    ("person", "full_name"),
    [
        ("ada-lovelace", "Ada Lovelace"),
        ("ada", "Ada"),
        ("ludwig_van-beethoven", "Ludwig Van Beethoven"),
        ("j.r.r.tolkien", "J R R Tolkien"),
        ("张昊", "张昊"),
        ("no", "No"),
        ("", "Your Name"),
    ],
)
def test_the_name_is_made_of_the_folders(tmp_path: Path, person: str, full_name: str) -> None:
    (written, *_) = starter.start(tmp_path, PROFILES, person, {})
    made = model.load(tmp_path / written)
    assert made.name.full == full_name
    (paper,) = made.sections["publications"].entries
    assert paper.authors[0].plain == full_name  # type: ignore[union-attr]
    assert written.parent.name == (person or starter.DEFAULT)


def test_the_profile_follows_the_schema_that_editors_check_with(tmp_path: Path) -> None:
    start(tmp_path)
    argv = ["check-jsonschema", "--schemafile", "profile.schema.json", "profiles/ada-lovelace/profile.yaml"]
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = process.run(argv, cwd=tmp_path, env=env, timeout=60)
    assert done.returncode == 0, done.output


def test_where_ci_could_not_get_this_cvpress_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(origin, "installed", lambda _env: None)
    written = starter.start(tmp_path, PROFILES, "", {})
    assert not [line for line in (tmp_path / "requirements.txt").read_text().splitlines() if not line.startswith("#")]
    assert "say in requirements.txt where CI gets cvpress from" in starter.next_step(tmp_path, written)


def test_the_next_step_is_a_command_that_exists_here(tmp_path: Path) -> None:
    own, ours = tmp_path / "own", checkout(tmp_path / "checkout")
    own.mkdir()
    assert starter.next_step(own, starter.start(own, PROFILES, "ada", {})) == (
        "next: cvpress setup pdf --person ada\nthen: your own facts in profiles/ada/profile.yaml"
    )
    assert starter.next_step(ours, starter.start(ours, Path("people"), "ada", {})).startswith(
        "next: invoke setup pdf --person ada --profiles people\n"
    )


# -- what is never overwritten ----------------------------------------------------------------------------------------


def test_a_profile_that_exists_is_not_overwritten(tmp_path: Path) -> None:
    start(tmp_path)
    before = files(tmp_path)
    with pytest.raises(ProfileError) as caught:
        start(tmp_path)
    assert str(caught.value.problems[0]) == (
        f"{tmp_path}/profiles/ada-lovelace/profile.yaml is there already, and nothing was written; "
        "choose another name with --person"
    )
    assert caught.value.exit_code == 2
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        (".github/workflows/pdfs.yml", "move it away and try again"),
        ("requirements.txt", "move it away and try again"),
        (".gitignore", "add the lines .venv/ and build/ to it"),
        ("profile.schema.json", "move it away and try again"),
    ],
)
def test_where_one_file_is_in_the_way_nothing_is_written(tmp_path: Path, name: str, remedy: str) -> None:
    paths.write(tmp_path / name, b"mine\n")
    with pytest.raises(ProfileError, match=re.escape(f"{tmp_path / name} is there already")) as caught:
        start(tmp_path)
    assert remedy in str(caught.value)
    assert files(tmp_path) == {name: b"mine\n"}


def test_a_link_that_leads_nowhere_is_in_the_way_too(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").symlink_to(tmp_path / "gone")
    with pytest.raises(ProfileError, match="is there already"):
        start(tmp_path)
    assert (tmp_path / "requirements.txt").is_symlink()


def test_a_readme_and_a_gitignore_that_suits_stay_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("mine")
    (tmp_path / ".gitignore").write_text("*.log\nbuild/\n.venv/\n")
    assert start(tmp_path) == [name for name in REPOSITORY if name not in ("README.md", ".gitignore")]
    assert (tmp_path / "README.md").read_text() == "mine"
    assert (tmp_path / ".gitignore").read_text() == "*.log\nbuild/\n.venv/\n"


def test_a_schema_of_an_older_version_is_brought_up_to_date(tmp_path: Path) -> None:
    (tmp_path / "profile.schema.json").write_text('{"title": "cvpress profile", "old": 1}')
    start(tmp_path)
    assert (tmp_path / "profile.schema.json").read_text() == schema()


@pytest.mark.parametrize("person", ["..", "a/b", "Ada Lovelace", ".hidden", "-x", "a--b", "a\nb", "a-"])
def test_a_name_that_no_folder_should_have_is_refused(tmp_path: Path, person: str) -> None:
    with pytest.raises(ProfileError, match="cannot name a person's folder"):
        start(tmp_path, person)
    assert files(tmp_path) == {}


@pytest.mark.parametrize("fitting", range(len(REPOSITORY)))
def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fitting: int) -> None:
    flush, written = os.fsync, []

    def fsync(file: int) -> None:
        written.append(file)
        if len(written) > fitting:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        flush(file)

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(ToolError, match="No space left on device"):
        start(tmp_path)
    assert files(tmp_path) == {}


# -- with the real TeX ------------------------------------------------------------------------------------------------


@pytest.mark.latex
def test_the_new_profile_builds_at_once_without_a_finding(tmp_path: Path) -> None:
    shop = with_tex(tmp_path)
    shutil.rmtree(tmp_path / "profiles")
    done = shop.run("new", "--person", "ada-lovelace")
    assert done.code == 0
    assert done.out.splitlines()[0] == "wrote      profiles/ada-lovelace/profile.yaml"
    done = shop.run("pdf")
    assert done.out.splitlines()[0] == "built      build/ada-lovelace/cv.pdf  (ruled, 1 page, no findings)", done.err
    assert shop.run("new", "--person", "ada-lovelace").code == 2


@pytest.mark.latex
def test_the_wheel_alone_starts_a_repository_and_builds_its_pdf(tmp_path: Path) -> None:
    """Installed without the checkout: templates, starter files and console script come out of the wheel.

    What cvpress stands on is borrowed from this environment, so nothing is downloaded.
    """
    wheels, venv, home = tmp_path / "wheels", tmp_path / "venv", tmp_path / "my cv"
    python = venv / "bin" / "python"
    env = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "XDG_CACHE_HOME")}

    def do(*argv: str, cwd: Path) -> str:
        done = process.run(argv, cwd=cwd, env=env, timeout=60)
        assert done.returncode == 0, done.output
        return done.output

    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    do(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(wheels), str(ROOT), cwd=tmp_path)
    (wheel,) = wheels.iterdir()
    do(sys.executable, "-m", "venv", "--without-pip", str(venv), cwd=tmp_path)
    do(*pip, "--python", str(python), "install", "--no-deps", "--no-index", str(wheel), cwd=tmp_path)
    (packages,) = venv.glob("lib/python*/site-packages")
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    where = do(str(python), "-c", "import cvpress; print(cvpress.__file__)", cwd=tmp_path)
    assert where.startswith(str(packages))

    home.mkdir()
    cvpress = str(venv / "bin" / "cvpress")
    do(cvpress, "new", "--person", "ada-lovelace", cwd=home)
    told = do(cvpress, "pdf", cwd=home)
    assert "built      build/ada-lovelace/cv.pdf  (ruled, 1 page, no findings)" in told
    assert sorted(name for name in files(home) if not name.startswith("build/.work")) == sorted(
        [*REPOSITORY, "build/ada-lovelace/cv.pdf", "build/manifest.json"]
    )
