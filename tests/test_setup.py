"""What set-up finds missing, installs, or advises, against fake tools; and whether it sees right on a real machine."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from cvpress import process, setup, tools
from cvpress.errors import ToolError

ROOT = Path(__file__).parents[1]
EVERYTHING = (*tools.TEX_PACKAGES, *tools.FONT_PACKAGES)


class Machine:
    """A folder of fake programs: kpsewhich knows the files in `texmf`, apt-get brings what it is asked to."""

    def __init__(self, folder: Path) -> None:
        self.bin, self.texmf, self.log = folder / "bin", folder / "texmf", folder / "log"
        for made in (self.bin, self.texmf, folder / "home"):
            made.mkdir()
        self.env = {"PATH": str(self.bin), "HOME": str(folder / "home"), "TEXMF": str(self.texmf)}
        self.env["XDG_DATA_DIRS"] = str(folder)  # whose fonts/ does not exist
        for real in ("env", "sh", "chmod"):
            (self.bin / real).symlink_to(Path("/usr/bin") / real)
        self.program("kpsewhich", 'for name; do if [ -e "$TEXMF/$name" ]; then echo "/some/where/$name"; fi; done')
        self.root = folder

    def program(self, name: str, body: str) -> None:
        file = self.bin / name
        file.write_text(f'#!/bin/sh\necho "{name} $*" >>"{self.log}"\n{body}\n')
        file.chmod(0o755)

    def apt(self, install: str | None = None, update: str = "") -> None:
        """An apt-get whose install brings the witness of every package, or does `install` instead."""
        cases = "".join(
            f'{package}) : >"{self._place(package)}"; chmod +x "{self._place(package)}" ;;\n'
            for package in setup.WITNESSES
        )
        bring = f'for name; do case "$name" in\n{cases}esac; done'
        self.program(
            "apt-get",
            f'echo "frontend $DEBIAN_FRONTEND"\n'
            f'case "$*" in *update) {update or ":"} ;;\n*) {install or bring} ;; esac',
        )

    def has(self, *packages: str) -> None:
        for package in packages:
            self._place(package).touch(mode=0o755)

    def _place(self, package: str) -> Path:
        witness = setup.WITNESSES[package]
        return (self.texmf if "." in witness else self.bin) / witness

    def calls(self, program: str) -> list[str]:
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [line for line in lines if line.startswith(f"{program} ")]

    def setup(self, *, uid: int = 0, platform: str = "linux", languages: tuple[str, ...] = ()) -> setup.Plan:
        self.said: list[str] = []
        return setup.setup(self.env, self.root, say=self.said.append, uid=uid, platform=platform, languages=languages)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_machine_that_has_everything_needs_nothing_and_starts_no_installer(machine: Machine) -> None:
    machine.apt()
    machine.has(*EVERYTHING)
    assert machine.setup() == setup.Plan()
    assert machine.calls("apt-get") == []
    assert machine.said == []


def test_root_installs_exactly_what_is_missing_after_one_update(machine: Machine) -> None:
    machine.apt()
    machine.has(*(name for name in EVERYTHING if name not in ("latexmk", "lmodern", "fonts-lato")))
    assert machine.setup().packages == ("latexmk", "lmodern", "fonts-lato")
    update, install = machine.calls("apt-get")
    assert update.endswith(" update")
    assert install.endswith(" install --yes --no-install-recommends latexmk lmodern fonts-lato")


def test_a_second_run_finds_nothing_to_do(machine: Machine) -> None:
    machine.apt()
    machine.setup()
    before = machine.calls("apt-get")
    assert machine.setup() == setup.Plan()
    assert machine.calls("apt-get") == before


def test_the_installer_asks_no_question_and_is_seen_at_work(
    machine: Machine, capfd: pytest.CaptureFixture[str]
) -> None:
    machine.apt()
    machine.setup()
    shown = capfd.readouterr()
    assert "frontend noninteractive" in shown.err
    assert shown.out == ""


def test_without_root_and_sudo_the_command_of_every_platform_is_named(machine: Machine) -> None:
    machine.apt()
    machine.has(*(name for name in EVERYTHING if name not in ("texlive-latex-extra", "fonts-lato")))
    with pytest.raises(ToolError) as caught:
        machine.setup(uid=1000, languages=("de",))
    assert caught.value.exit_code == 4
    said = str(caught.value)
    assert "missing: texlive-latex-extra, fonts-lato, texlive-lang-german" in said
    assert "installing needs root" in said
    assert (
        "sudo apt-get update && sudo apt-get install --yes --no-install-recommends"
        " texlive-latex-extra fonts-lato texlive-lang-german\n"
    ) in said
    assert re.search(r"Fedora: +sudo dnf install --yes .*lato-fonts.* texlive-collection-langgerman\n", said)
    assert re.search(r"macOS: +brew install --cask mactex-no-gui", said)
    assert machine.calls("apt-get") == []


def test_without_apt_the_reason_is_named(machine: Machine) -> None:
    with pytest.raises(ToolError, match="this system has no apt-get"):
        machine.setup()


def test_a_sudo_that_asks_for_a_password_is_not_waited_for(machine: Machine) -> None:
    machine.apt()
    machine.program("sudo", "exit 1")
    with pytest.raises(ToolError, match="sudo asks for a password here"):
        machine.setup(uid=1000)
    assert machine.calls("sudo") == ["sudo -n true"]


def test_a_sudo_that_asks_nothing_is_used(machine: Machine) -> None:
    machine.apt()
    machine.program("sudo", 'shift; if [ "$1" != true ]; then "$@"; fi')
    machine.setup(uid=1000)
    assert machine.calls("sudo")[-1].startswith("sudo -n env DEBIAN_FRONTEND=noninteractive apt-get ")


def test_a_failing_installation_says_what_apt_said(machine: Machine) -> None:
    machine.apt(install='echo "E: No space left on device"; exit 100')
    with pytest.raises(ToolError) as caught:
        machine.setup()
    assert caught.value.exit_code == 4
    assert "apt-get ended with 100\n    E: No space left on device" in str(caught.value)


def test_an_installation_that_brings_nothing_is_not_believed(machine: Machine) -> None:
    machine.apt(install=":")
    with pytest.raises(ToolError, match=r"still does not find latexmk, .*moderncv\.cls"):
        machine.setup()


def test_a_failing_update_alone_is_not_the_end(machine: Machine) -> None:
    machine.apt(update="exit 100")
    assert machine.setup().packages == tuple(dict.fromkeys(EVERYTHING))


def test_a_missing_sandbox_alone_fails_nothing_where_it_cannot_be_installed(machine: Machine) -> None:
    machine.has(*(name for name in EVERYTHING if name != "bubblewrap"))
    machine.setup()
    assert machine.said[0].startswith("setup: bubblewrap could be installed too, but this system has no apt-get")


def test_macos_is_not_asked_for_the_sandbox_of_linux() -> None:
    assert "bubblewrap" in setup.wanted_packages((), dev=False, platform="linux")
    assert "bubblewrap" not in setup.wanted_packages((), dev=False, platform="darwin")


def test_fonts_of_the_user_count_where_kpsewhich_does_not_look(machine: Machine) -> None:
    machine.has(*(name for name in EVERYTHING if name != "fonts-lato"))
    assert setup.plan(machine.env, machine.root, platform="linux").packages == ("fonts-lato",)
    folder = Path(machine.env["HOME"], ".local/share/fonts/lato")
    folder.mkdir(parents=True)
    (folder / "Lato-Regular.ttf").touch()
    assert setup.plan(machine.env, machine.root, platform="linux") == setup.Plan()


@pytest.mark.parametrize(
    ("languages", "added"),
    [
        (("en-US", "en-GB"), ()),
        (("de-AT", "de", "DE"), ("texlive-lang-german",)),
        (("fr", "pl"), ("texlive-lang-french", "texlive-lang-polish")),
        (("tlh",), ()),
    ],
)
def test_a_language_brings_its_package_once(languages: tuple[str, ...], added: tuple[str, ...]) -> None:
    assert setup.wanted_packages(languages, dev=False, platform="linux") == (*EVERYTHING, *added)


def test_the_tests_bring_their_packages() -> None:
    assert setup.wanted_packages((), dev=True, platform="linux") == (*EVERYTHING, *setup.TEST_PACKAGES)


def test_every_package_has_a_witness_of_its_own() -> None:
    packages = {*EVERYTHING, *setup.TEST_PACKAGES, *tools.LANGUAGE_PACKAGES.values()}
    assert packages == set(setup.WITNESSES)
    assert len(set(setup.WITNESSES.values())) == len(setup.WITNESSES)


def test_every_font_package_that_a_template_names_is_installed() -> None:
    files = [file for file in (ROOT / "latex_templates").rglob("*") if file.suffix in (".sty", ".lua", ".j2", ".yaml")]
    named = {name for file in files for name in re.findall(r"\bfonts-[a-z0-9-]+", file.read_text(encoding="utf-8"))}
    assert named
    assert named <= set(tools.FONT_PACKAGES)


def test_nothing_as_large_as_texlive_full_is_wanted() -> None:
    assert not {"texlive-full", "texlive-fonts-extra"} & {*setup.WITNESSES}


@pytest.mark.latex
@pytest.mark.skipif(shutil.which("dpkg-query") is None, reason="witnesses are files of Debian packages")
def test_the_witness_of_an_installed_package_is_one_of_its_files() -> None:
    asked = process.run(
        ["dpkg-query", "-W", "-f", "${Package} ${db:Status-Abbrev}\n"], cwd=ROOT, env=os.environ, timeout=60
    )
    installed = {line.split()[0] for line in asked.output.splitlines() if line.split()[1] == "ii"}
    assert set(tools.TEX_PACKAGES) <= installed
    for package in sorted(installed & set(setup.WITNESSES)):
        # lmodern's OpenType files are those of fonts-lmodern, which it depends on.
        owner = "fonts-lmodern" if package == "lmodern" else package
        listed = process.run(["dpkg-query", "-L", owner], cwd=ROOT, env=os.environ, timeout=60).output.splitlines()
        assert setup.WITNESSES[package] in {Path(line).name for line in listed}, package


@pytest.mark.latex
def test_this_machine_has_everything() -> None:
    assert setup.plan(os.environ, ROOT).needed == ()


# -- the tests' own requirements -------------------------------------------------------------------------------------


def checkout(folder: Path, *requirements: str) -> Path:
    (folder / "pyproject.toml").write_text(f"[dependency-groups]\ndev = {list(requirements)!r}\n")
    return folder


def test_requirements_that_are_installed_as_pinned_are_not_installed_again(machine: Machine) -> None:
    from importlib.metadata import version

    pinned = f"pytest=={version('pytest')}"
    root = checkout(machine.root, pinned, "pytest==0.1", "no-such-package==1")
    missing = setup.plan(machine.env, root, dev=True, platform="linux").requirements
    assert missing == ("pytest==0.1", "no-such-package==1")


def test_missing_requirements_are_installed_by_pip(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.has(*EVERYTHING, *setup.TEST_PACKAGES)
    machine.program("python-of-the-tests", "")
    monkeypatch.setattr(sys, "executable", str(machine.bin / "python-of-the-tests"))
    root = checkout(machine.root, "no-such-package==1")
    setup.setup(machine.env, root, say=print, uid=0, dev=True, platform="linux")
    assert machine.calls("python-of-the-tests") == ["python-of-the-tests -m pip install no-such-package==1"]


def test_a_failing_pip_is_a_tool_error(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.has(*EVERYTHING, *setup.TEST_PACKAGES)
    machine.program("python-of-the-tests", "exit 3")
    monkeypatch.setattr(sys, "executable", str(machine.bin / "python-of-the-tests"))
    root = checkout(machine.root, "no-such-package==1")
    with pytest.raises(ToolError, match="pip ended with 3"):
        setup.setup(machine.env, root, say=print, uid=0, dev=True, platform="linux")


def test_outside_a_checkout_dev_says_where_it_works(machine: Machine) -> None:
    with pytest.raises(ToolError, match="is not a checkout of cvpress"):
        setup.plan(machine.env, machine.root, dev=True)


def test_our_requirements_are_pinned_plainly() -> None:
    assert setup.dev_requirements(ROOT)
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[0-9.]+", name) for name in setup.dev_requirements(ROOT))
