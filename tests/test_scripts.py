"""The shell scripts: the way in from a bare machine, CI's entry, the proof on a fresh machine. No network, no root."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from cvpress import process

ROOT = Path(__file__).parents[1]

# A Python that says 3.11, "makes" a virtual environment by copying itself, and tells what it was asked to do.
FAKE_PYTHON = """#!/bin/sh
echo "python $*" >>"$LOG"
case "$*" in
    *version_info*) echo 3.11 ;;
    *"import ensurepip"*) exit ${NO_VENV:-0} ;;
    "-m venv"*) shift 3; rm -rf "$1"; mkdir -p "$1/bin"; cp "$0" "$1/bin/python" ;;
    "-m pip"*) exit ${NO_PIP:-0} ;;
    "-m cvpress.start"*) shift 2; echo "invoke got: $*" ;;
esac
"""
OLD_PYTHON = '#!/bin/sh\ncase "$*" in *--version*) echo "Python 3.9.6" ;; *) exit 1 ;; esac\n'


class Checkout:
    """A copy of what scripts/invoke looks at, and a PATH with a fake Python."""

    def __init__(self, folder: Path) -> None:
        self.root, self.log, self.bin = folder / "a checkout", folder / "log", folder / "bin"
        (self.root / "scripts").mkdir(parents=True)
        (self.root / "src").mkdir()
        for name in ("scripts/invoke", "pyproject.toml"):
            shutil.copy(ROOT / name, self.root / name)
        (self.root / "tasks.py").touch()
        self.bin.mkdir()
        self.python(FAKE_PYTHON)
        self.env = {"PATH": f"{self.bin}:/usr/bin:/bin", "LOG": str(self.log), "HOME": str(folder)}

    def python(self, text: str, name: str = "python3") -> None:
        file = self.bin / name
        file.write_text(text)
        file.chmod(0o755)

    def invoke(self, *arguments: str, **env: str) -> process.Completed:
        self.log.unlink(missing_ok=True)
        argv = ["sh", str(self.root / "scripts/invoke"), *arguments]
        return process.run(argv, cwd=self.root, env={**self.env, **env}, timeout=60)

    @property
    def steps(self) -> list[str]:
        """What Python was asked to do beyond saying its version."""
        asked = re.findall(r"^python -m (venv|pip|compileall|cvpress.start)", self.log.read_text(), flags=re.MULTILINE)
        return list(asked)


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_the_first_run_makes_everything_and_hands_the_arguments_on(checkout: Checkout) -> None:
    done = checkout.invoke("setup", "pdf", "--person", "a b")
    assert done.returncode == 0
    assert done.output.endswith("invoke got: setup pdf --person a b\n")
    assert checkout.steps == ["venv", "pip", "compileall", "cvpress.start"]


def test_the_second_run_does_nothing_of_it_again(checkout: Checkout) -> None:
    checkout.invoke("pdf")
    done = checkout.invoke("pdf")
    assert done.output == "invoke got: pdf\n"
    assert checkout.steps == ["cvpress.start"]


def test_a_changed_pyproject_is_installed(checkout: Checkout) -> None:
    checkout.invoke("pdf")
    with (checkout.root / "pyproject.toml").open("a") as file:
        file.write("# a pin was raised\n")
    checkout.invoke("pdf")
    assert checkout.steps == ["pip", "cvpress.start"]


def test_a_failed_installation_is_tried_again(checkout: Checkout) -> None:
    done = checkout.invoke("pdf", NO_PIP="1")
    assert done.returncode == 4
    assert "pip could not install the packages" in done.output
    assert "invoke got" not in done.output
    checkout.invoke("pdf")
    assert checkout.steps == ["pip", "compileall", "cvpress.start"]


def test_a_moved_checkout_gets_a_new_environment(checkout: Checkout) -> None:
    checkout.invoke("pdf")
    checkout.root = checkout.root.rename(checkout.root.with_name("moved"))
    assert checkout.invoke("pdf").returncode == 0
    assert checkout.steps == ["venv", "pip", "compileall", "cvpress.start"]


def test_an_environment_whose_python_is_gone_is_made_again(checkout: Checkout) -> None:
    checkout.invoke("pdf")
    (checkout.root / ".venv/bin/python").unlink()
    checkout.invoke("pdf")
    assert checkout.steps == ["venv", "pip", "compileall", "cvpress.start"]


def test_an_environment_that_the_user_made_is_used(checkout: Checkout) -> None:
    (checkout.root / ".venv/bin").mkdir(parents=True)
    shutil.copy(checkout.bin / "python3", checkout.root / ".venv/bin/python")
    (checkout.root / ".venv/mine").touch()
    checkout.invoke("pdf")
    assert checkout.steps == ["pip", "compileall", "cvpress.start"]
    assert (checkout.root / ".venv/mine").exists()


def test_a_changed_source_is_compiled(checkout: Checkout) -> None:
    checkout.invoke("pdf")
    os.utime(checkout.root / "tasks.py", (2**31, 2**31))
    checkout.invoke("pdf")
    assert checkout.steps == ["compileall", "cvpress.start"]


def test_a_python_that_is_too_old_ends_with_4_and_the_remedy_of_each_platform(checkout: Checkout) -> None:
    for name in ("python3", "python3.14", "python3.13", "python3.12", "python3.11"):
        checkout.python(OLD_PYTHON, name)
    done = checkout.invoke("pdf")
    assert done.returncode == 4
    assert "Python 3.11 or newer is needed; found: Python 3.9.6" in done.output
    assert all(remedy in done.output for remedy in ("apt-get install -y python3 python3-venv", "dnf", "brew"))
    assert not (checkout.root / ".venv").exists()


def test_a_newer_python_beside_an_old_one_is_found(checkout: Checkout) -> None:
    checkout.python(OLD_PYTHON)
    checkout.python(FAKE_PYTHON, "python3.12")
    assert checkout.invoke("pdf").returncode == 0


def test_a_python_without_venv_ends_with_4_and_the_remedy(checkout: Checkout) -> None:
    done = checkout.invoke("pdf", NO_VENV="1")
    assert done.returncode == 4
    assert "python3 has no venv module" in done.output
    assert "apt-get install -y python3 python3-venv" in done.output
    assert not (checkout.root / ".venv").exists()


# A project whose one package is called cvpress, so that `python -m cvpress.start` tells what an installation left.
BACKEND = '''
import zipfile

TOLD = """
import sys, pathlib, mine
for module in ("mine", "cvpress.other"):
    __import__(module)
    print(module, pathlib.Path(sys.modules[module].__cached__).is_file())
"""
INFO = "told-1.dist-info"


def build_editable(folder, settings=None, metadata=None):
    files = {"cvpress/__init__.py": "", "cvpress/other.py": "", "cvpress/start.py": TOLD, "mine.pth": SOURCE}
    files[f"{INFO}/METADATA"] = "Metadata-Version: 2.1\\nName: told\\nVersion: 1\\n"
    files[f"{INFO}/WHEEL"] = "Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n"
    record = "".join(f"{name},,\\n" for name in (*files, f"{INFO}/RECORD"))
    with zipfile.ZipFile(f"{folder}/told-1-py3-none-any.whl", "w") as wheel:
        for name, text in (*files.items(), (f"{INFO}/RECORD", record)):
            wheel.writestr(name, text)
    return "told-1-py3-none-any.whl"
'''
PROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
[project]
name = "told"
version = "1"
"""


def test_a_machine_that_writes_no_compiled_files_gets_them_all_the_same(checkout: Checkout) -> None:
    """With the real Python, venv and pip, which a PIP_NO_COMPILE of 0 (sic) keeps from compiling."""
    (checkout.root / "pyproject.toml").write_text(PROJECT)
    (checkout.root / "backend.py").write_text(BACKEND + f"\nSOURCE = {str(checkout.root / 'src')!r}\n")
    (checkout.root / "src" / "mine.py").touch()
    sparing = {"PYTHONDONTWRITEBYTECODE": "1", "PIP_NO_COMPILE": "0", "PIP_NO_INDEX": "1", "PYTHON": sys.executable}
    done = checkout.invoke("pdf", **sparing)
    assert done.output.splitlines()[-2:] == ["mine True", "cvpress.other True"]
    assert list(checkout.root.glob("**/backend*.pyc")) == []  # nothing else wrote them


# -- CI and the proof ------------------------------------------------------------------------------------------------


@pytest.fixture
def ci(tmp_path: Path) -> Path:
    for name in (".ci/run", "scripts/quick-start"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_ci_runs_the_second_command_of_readme_and_says_that_it_is_ci(ci: Path) -> None:
    (ci / "README.md").write_text('## Quick start\n\n```sh\nfalse\n```\n\n```sh\necho "CI is $CI"; exit 7\n```\n')
    done = process.run([str(ci / ".ci/run")], cwd=ci, env=os.environ, timeout=60)
    assert done.output.endswith("CI is true\n")
    assert done.returncode == 7


def test_ci_fails_when_readme_has_no_such_command(ci: Path) -> None:
    (ci / "README.md").write_text("## Quick start\n")
    assert process.run([str(ci / ".ci/run")], cwd=ci, env=os.environ, timeout=60).returncode != 0


def prove(*arguments: str) -> process.Completed:
    argv = ["bash", str(ROOT / "scripts/prove-fresh.sh"), *arguments]
    return process.run(argv, cwd=ROOT, env=os.environ, timeout=60)


def test_the_proof_explains_itself() -> None:
    done = prove("--help")
    assert done.returncode == 0
    assert all(option in done.output for option in ("--keep", "--plain", "--worktree", "--mirror"))
    assert "set -e" not in done.output


def test_the_proof_refuses_an_option_that_it_does_not_know() -> None:
    done = prove("--kep")
    assert done.returncode == 2
    assert "unknown option --kep" in done.output


def test_the_proof_asks_for_root() -> None:
    become_nobody = ("setpriv", "--reuid=65534", "--clear-groups") if os.geteuid() == 0 else ()
    text = (ROOT / "scripts/prove-fresh.sh").read_text(encoding="utf-8")  # nobody may not read root's files
    argv = [*become_nobody, "bash", "-c", text, "prove-fresh.sh"]
    done = process.run(argv, cwd=Path("/"), env=os.environ, timeout=60)
    assert done.returncode == 4
    assert "needs root" in done.output


@pytest.mark.parametrize("name", ["scripts/invoke", "scripts/quick-start", "scripts/prove-fresh.sh", ".ci/run"])
def test_a_script_parses_may_be_run_and_names_no_host(name: str) -> None:
    file = ROOT / name
    text = file.read_text(encoding="utf-8")
    shell = text.splitlines()[0].rpartition("/")[2].removeprefix("env ")
    assert process.run([shell, "-n", str(file)], cwd=ROOT, env=os.environ, timeout=60).output == ""
    assert os.access(file, os.X_OK)
    assert not re.search(r"https?://|deb\.debian\.org|pypi", text)
