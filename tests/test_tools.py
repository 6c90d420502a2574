"""The list of packages and the commands made of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cvpress.process import find, run
from cvpress.tools import FONT_PACKAGES, INSTALL, LANGUAGE_PACKAGES, TEX_PACKAGES, advice, commands


def test_advice_holds_one_whole_command_for_each_platform() -> None:
    lines = [line.split(":", 1) for line in advice("latexmk").splitlines()[1:]]
    assert [name.strip() for name, _ in lines] == ["Debian/Ubuntu", "Fedora", "macOS"]
    assert [command.split()[0] for _, command in lines] == ["sudo", "sudo", "brew"]


def test_commands_name_each_package_once() -> None:
    command = dict(commands("latexmk", "lualatex", "fonts"))["Debian/Ubuntu"]
    assert command.startswith("sudo apt-get update && sudo ")
    debian = command.rpartition("--no-install-recommends")[2].split()
    assert [word for word in debian if debian.count(word) > 1] == []
    assert set(TEX_PACKAGES + FONT_PACKAGES) <= set(debian)


def test_advice_for_an_unlisted_program_names_it() -> None:
    assert advice("nosuch") == "install nosuch"


def test_what_is_for_linux_only_says_so() -> None:
    assert dict(commands("bwrap"))["macOS"] == "not available"


def test_the_large_collections_are_nowhere() -> None:
    names = {name for row in INSTALL.values() for name in (*row.apt, *row.dnf)} | set(LANGUAGE_PACKAGES.values())
    assert not {name for name in names if name.endswith(("-full", "-fonts-extra", "fontsextra"))}


@pytest.mark.skipif(find("apt-cache", os.environ) is None, reason="only Debian and Ubuntu have apt-cache")
def test_debian_knows_every_package(tmp_path: Path) -> None:
    names = {name for row in INSTALL.values() for name in row.apt} | set(LANGUAGE_PACKAGES.values())
    argv = ["apt-cache", "--no-all-versions", "show", *sorted(names)]
    shown = run(argv, cwd=tmp_path, env={"PATH": os.environ["PATH"]}, timeout=60)
    found = {line.removeprefix("Package: ") for line in shown.output.splitlines() if line.startswith("Package: ")}
    if not found:
        pytest.skip("the package lists were not downloaded: apt-get update")
    assert names - found == set()
