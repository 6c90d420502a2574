"""Brings a machine to where CVs build. In: an environment, a folder, languages. Out: what is missing, then installed.

`invoke setup` asks for files and programs, not for packages: a TeX Live that came another way than from the
distribution counts, and finding nothing to do takes two short processes. With apt, as root or by a sudo that asks no
password, it installs; elsewhere it says the exact command of the platform and raises `ToolError`.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from types import MappingProxyType

from cvpress import process, tools
from cvpress.errors import Problem, ToolError

Say = Callable[[str], None]

TEST_PACKAGES = ("poppler-utils", "qpdf", "texlive-lang-german")
"""Debian packages that only the tests need: two PDF readers by other hands than ours, a language's hyphenation."""

WITNESSES: Mapping[str, str] = MappingProxyType(
    {
        "latexmk": "latexmk",
        "bubblewrap": "bwrap",
        "poppler-utils": "pdftotext",
        "qpdf": "qpdf",
        "texlive-luatex": "luaotfload.sty",
        "texlive-latex-extra": "moderncv.cls",
        "texlive-fonts-recommended": "marvosym.sty",
        "lmodern": "lmroman10-regular.otf",
        "fonts-linuxlibertine": "LinLibertine_R.otf",
        "fonts-ebgaramond": "EBGaramond12-Regular.otf",
        "fonts-texgyre": "texgyretermes-regular.otf",
        "fonts-sil-gentiumplus": "GentiumPlus-Regular.ttf",
        "fonts-lato": "Lato-Regular.ttf",
        "fonts-noto-cjk": "NotoSansCJK-Regular.ttc",
        "fonts-noto-color-emoji": "NotoColorEmoji.ttf",
        "fonts-noto-core": "NotoSerifThai-Regular.ttf",
        "fonts-symbola": "Symbola_hint.ttf",
        "texlive-lang-cyrillic": "bulgarian.ldf",
        "texlive-lang-czechslovak": "czech.ldf",
        "texlive-lang-european": "swedish.ldf",
        "texlive-lang-french": "french.ldf",
        "texlive-lang-german": "ngerman.ldf",
        "texlive-lang-greek": "greek.ldf",
        "texlive-lang-italian": "italian.ldf",
        "texlive-lang-polish": "polish.ldf",
        "texlive-lang-portuguese": "portuguese.ldf",
        "texlive-lang-spanish": "spanish.ldf",
    }
)
"""Debian package to a file that only it brings (checked in the archives of Debian 12): found, so the package is not
needed. A name without a suffix is a program, to be found on the PATH."""

OPTIONAL = frozenset({"bubblewrap"})
"""Wished for, but builds work without, and say so: its absence alone fails no set-up."""

_APT_TIMEOUT = 3600.0  # seconds; 250 MB over a slow line, and a lock held by unattended upgrades
_PROBE_TIMEOUT = 30.0  # seconds; kpsewhich answers in 0.01


@dataclass(frozen=True, slots=True)
class Plan:
    """What is missing: Debian packages, and Python requirements of the tests (`name==version`)."""

    packages: tuple[str, ...] = ()
    requirements: tuple[str, ...] = ()

    @property
    def needed(self) -> tuple[str, ...]:
        """The packages without which nothing builds."""
        return tuple(name for name in self.packages if name not in OPTIONAL)


def wanted_packages(languages: Iterable[str], *, dev: bool, platform: str = sys.platform) -> tuple[str, ...]:
    """Every Debian package that documents in `languages` (tags such as `de-AT`) stand on; the key of CI's cache."""
    codes = dict.fromkeys(tag.split("-")[0].lower() for tag in languages)
    by_language = (tools.LANGUAGE_PACKAGES[code] for code in codes if code in tools.LANGUAGE_PACKAGES)
    names = (*tools.TEX_PACKAGES, *tools.FONT_PACKAGES, *by_language, *(TEST_PACKAGES if dev else ()))
    return tuple(name for name in dict.fromkeys(names) if platform == "linux" or name != "bubblewrap")


def plan(
    env: Mapping[str, str],
    root: Path,
    *,
    dev: bool = False,
    languages: Iterable[str] = (),
    platform: str = sys.platform,
) -> Plan:
    """What is missing on this machine. `root` is the checkout, read only for the tests' requirements (`dev`)."""
    packages = wanted_packages(languages, dev=dev, platform=platform)
    found = _found(packages, env, root)
    requirements = tuple(name for name in dev_requirements(root) if not is_installed(name)) if dev else ()
    return Plan(tuple(name for name in packages if WITNESSES[name] not in found), requirements)


def _found(packages: Sequence[str], env: Mapping[str, str], root: Path) -> frozenset[str]:
    """The witnesses of `packages` that are there: programs by PATH, files by kpsewhich, then fonts by their folders."""
    witnesses = [WITNESSES[name] for name in packages]
    programs = {name for name in witnesses if "." not in name and process.find(name, env)}
    files = [name for name in witnesses if "." in name]
    found = programs | _kpsewhich(files, env, root)
    if any(name not in found and _is_font(name) for name in files):
        # An upstream TeX Live does not look into the system's font folders, but luaotfload does.
        found |= _fonts_in_folders(env)
    return frozenset(found)


def _kpsewhich(files: Sequence[str], env: Mapping[str, str], root: Path) -> set[str]:
    if process.find("kpsewhich", env) is None:
        return set()
    done = process.run(["kpsewhich", *files], cwd=root, env=env, timeout=_PROBE_TIMEOUT)
    return {Path(line).name for line in done.output.splitlines()}


def _is_font(name: str) -> bool:
    return name.endswith((".otf", ".ttf", ".ttc"))


def _fonts_in_folders(env: Mapping[str, str]) -> set[str]:
    home = env.get("HOME", "/nonexistent")
    shared = env.get("XDG_DATA_DIRS", "") or "/usr/local/share:/usr/share"  # the default of the XDG specification
    linux = (*(f"{folder}/fonts" for folder in shared.split(":")), f"{home}/.local/share/fonts", f"{home}/.fonts")
    folders = (*linux, "/Library/Fonts", "/System/Library/Fonts", f"{home}/Library/Fonts")
    return {path.name for folder in folders for path in Path(folder).rglob("*.[ot]t[fc]")}


def dev_requirements(root: Path) -> tuple[str, ...]:
    """The pinned requirements of the group `dev` in pyproject.toml. Raises ToolError outside a checkout of cvpress.

    Read here because pip 23, which Debian 12 has, knows no `--group` (PEP 735).
    """
    try:
        groups = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    except (OSError, KeyError):
        raise ToolError(
            Problem(
                f"{root} is not a checkout of cvpress: the tests' requirements are in its pyproject.toml",
                advice="clone cvpress and run this there, or leave out --dev",
                rule="no-checkout",
            )
        ) from None
    return tuple(map(str, groups["dev"]))


def is_installed(requirement: str) -> bool:
    """Whether `name==version` is what this Python has."""
    name, _, version = requirement.partition("==")
    try:
        return metadata.version(name) == version
    except metadata.PackageNotFoundError:
        return False


def setup(
    env: Mapping[str, str],
    root: Path,
    *,
    say: Say,
    uid: int,
    dev: bool = False,
    languages: Iterable[str] = (),
    platform: str = sys.platform,
) -> Plan:
    """Install what is missing, with the installers' output on stderr as it comes; returns what was missing.

    `uid` is the user's number (0 installs without sudo). Raises ToolError where installing is not possible or failed.
    """
    languages = tuple(languages)
    missing = plan(env, root, dev=dev, languages=languages, platform=platform)
    if missing.packages:
        _install_packages(missing, env, root, say=say, uid=uid)
    if missing.requirements:
        _install_requirements(missing.requirements, env, root, say=say)
    if missing == Plan():
        return missing
    left = plan(env, root, languages=languages, platform=platform)
    if left.needed:
        files = ", ".join(WITNESSES[name] for name in left.needed)
        message = f"installed, but TeX still does not find {files}"
        raise ToolError(Problem(message, advice=advice(left.packages, "nothing"), rule="still-missing"))
    say("setup: done")
    return missing


def _install_packages(missing: Plan, env: Mapping[str, str], root: Path, *, say: Say, uid: int) -> None:
    why_not, prefix = _apt_prefix(env, root, uid)
    if why_not:
        if not missing.needed:
            say(f"setup: {', '.join(missing.packages)} could be installed too, but {why_not}; builds work without")
            return
        message = f"missing: {', '.join(missing.packages)}"
        raise ToolError(Problem(message, advice=advice(missing.packages, why_not), rule="missing-packages"))
    say(f"setup: installing {' '.join(missing.packages)} and what they stand on (a minute or two)")
    apt = (*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=300")
    # A failing update alone is not the end: one dead third-party archive makes it fail, and the packages may be known.
    process.run([*apt, "update"], cwd=root, env=env, timeout=_APT_TIMEOUT, stream=True)
    install = [*apt, *tools.APT.split()[1:], *missing.packages]
    done = process.run(install, cwd=root, env=env, timeout=_APT_TIMEOUT, stream=True)
    if done.timed_out or done.returncode != 0:
        how = f"took longer than {_APT_TIMEOUT:.0f} s" if done.timed_out else f"ended with {done.returncode}"
        last = [line for line in done.output.splitlines() if line.startswith("E: ")][-3:]
        message = f"apt-get {how}" + "".join(f"\n    {line}" for line in last)
        remedy = "mend that (network, disk space, another apt at work), then run the same command again"
        raise ToolError(Problem(message, advice=remedy, rule="apt-failed"))


def _apt_prefix(env: Mapping[str, str], root: Path, uid: int) -> tuple[str, tuple[str, ...]]:
    """Why apt can't be used here, or "" and what to put in front of its command."""
    if process.find("apt-get", env) is None:
        return "this system has no apt-get", ()
    if uid == 0:
        return "", ()
    if process.find("sudo", env) is None:
        return "installing needs root", ()
    if process.run(["sudo", "-n", "true"], cwd=root, env=env, timeout=_PROBE_TIMEOUT).returncode != 0:
        return "sudo asks for a password here", ()
    return "", ("sudo", "-n")


def _install_requirements(requirements: Sequence[str], env: Mapping[str, str], root: Path, *, say: Say) -> None:
    say(f"setup: installing {' '.join(requirements)}")
    pip = [sys.executable, "-m", "pip", "install"]
    done = process.run([*pip, *requirements], cwd=root, env=env, timeout=_APT_TIMEOUT, stream=True)
    if done.returncode != 0:
        remedy = f"the reason is above; the command was: {' '.join(pip)} {' '.join(requirements)}"
        raise ToolError(Problem(f"pip ended with {done.returncode}", advice=remedy, rule="pip-failed"))


def advice(packages: Sequence[str], why_not: str) -> str:
    """The exact command of each platform for these Debian packages, one line each."""
    tex = [name for name in packages if name in tools.TEX_PACKAGES]
    fonts = [name for name in packages if name in tools.FONT_PACKAGES]
    rows = (*((tools.INSTALL["lualatex"],) if tex else ()), *((tools.INSTALL["fonts"],) if fonts else ()))
    others = [name for name in packages if name not in (*tex, *fonts)]
    # Debian's texlive-lang-x and Fedora's texlive-collection-langx are the same collection of TeX Live.
    dnf = [*(name for row in rows for name in row.dnf), *(re.sub("-lang-", "-collection-lang", n) for n in others)]
    brew = [*(row.brew for row in rows), *(f"brew install {_BREW[name]}" for name in others if name in _BREW)]
    lines = (
        ("Debian/Ubuntu", f"{tools.APT_UPDATE} {' '.join(packages)}"),
        ("Fedora", f"sudo dnf install --yes {' '.join(dict.fromkeys(dnf))}"),
        ("macOS", " && ".join(dict.fromkeys(filter(None, brew))) or "(mactex-no-gui has it)"),
    )
    return f"{why_not}: install with\n" + "\n".join(f"    {name + ':':15}{command}" for name, command in lines)


_BREW: Mapping[str, str] = MappingProxyType({"poppler-utils": "poppler", "qpdf": "qpdf"})
