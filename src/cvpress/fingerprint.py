"""What goes into PDFs, as it lies there now. In: folders, programs, this cvpress. Out: hashes and ages, to compare.

A user's files are known by their content, never by their age alone. What was installed (TeX, Python, this cvpress) is
known by size and age, which every installer and editor changes: to hash a TeX Live would cost more than to run it.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable, Mapping
from functools import cache as once
from hashlib import sha256
from pathlib import Path

from cvpress import __version__

Files = Mapping[str, str]
"""Paths below a folder, each with a hash."""
Ages = Mapping[str, tuple[int, int]]
"""Paths, each with its size and the time of its last change in nanoseconds."""

_PACKAGE = Path(__file__).parent
_NOT_CODE = frozenset({"__pycache__", "latex_templates", "starter_files"})  # templates are known by their content
_GONE = (-1, 0)


def files(folder: Path) -> Files:
    """Every file below `folder` by its content, but those in hidden folders, which are of git and of editors."""
    found: dict[str, str] = {}
    _gather(folder, "", found, frozenset())
    return found


def _gather(folder: Path, prefix: str, found: dict[str, str], above: frozenset[tuple[int, int]]) -> None:
    try:
        state = folder.stat()
        here = (state.st_dev, state.st_ino)
        if here in above:  # a link into a folder above it
            return
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir():
                    if not entry.name.startswith("."):
                        _gather(Path(entry.path), f"{prefix}{entry.name}/", found, above | {here})
                elif not _of_an_editor(entry.name):
                    found[prefix + entry.name] = _content(entry)
    except OSError:
        return


def _of_an_editor(name: str) -> bool:
    """Whether a file says that somebody edits another one: of vim and of emacs."""
    return name.startswith(".#") or (name.startswith(".") and name[-4:-1] == ".sw")


def _content(entry: os.DirEntry[str]) -> str:
    """A hash of a file; of a link also where it leads, since another place may be one that is refused."""
    path = Path(entry.path)
    leads = f"-> {path.readlink()} " if entry.is_symlink() else ""
    if not entry.is_file():  # a link to nothing, or something that may never end
        return f"{leads}no file"
    try:
        return leads + sha256(path.read_bytes()).hexdigest()
    except OSError:
        return f"{leads}unreadable"


def difference(then: Files, now: Files) -> str:
    """The first path that is not the same in both, of those there now if it can be; "" where there is none."""
    if then == now:
        return ""
    odd = [name for name in then.keys() | now.keys() if then.get(name) != now.get(name)]
    return min(odd, key=lambda name: (name not in now, name))


def ages(names: Iterable[str]) -> Ages:
    """Size and age of files; one that is gone has its own."""
    made = {}
    for name in names:
        try:
            state = os.stat(name)  # noqa: PTH116 -- hundreds for each document: a Path takes as long again
            made[name] = (state.st_size, state.st_mtime_ns)
        except OSError:
            made[name] = _GONE
    return made


def programs(names: Iterable[str], environment: Mapping[str, str]) -> Ages:
    """The files that programs of these names are, as PATH finds them."""
    found = (shutil.which(name, path=environment.get("PATH", "")) for name in names)
    return ages(str(Path(one).resolve()) for one in found if one)


@once  # what this process has loaded does not change any more
def code() -> str:
    """A hash of what builds: our modules and what lies beside them, the Python, and the libraries by their versions."""
    folders = [Path(folder) for folder in sys.path]
    records = (folder / f"cvpress-{__version__}.dist-info" for folder in folders)
    installed = next((one for one in records if one.is_dir()), None)
    needed = _needed(_text(installed / "METADATA")) if installed else frozenset()
    libraries = {name for folder in folders for name in _names(folder) if _bare(name.partition("-")[0]) in needed}
    states = (__version__, sys.version, sorted(libraries), _modules())
    return sha256(repr(states).encode("utf-8", "surrogatepass")).hexdigest()


def _modules() -> tuple[object, ...]:
    """Our own files: in a checkout by their age, installed by the hashes that the installer wrote down beside them."""
    lines = _text(_PACKAGE.parent / f"cvpress-{__version__}.dist-info" / "RECORD").splitlines()
    if own := sorted(line for line in lines if line.startswith("cvpress/") and "__pycache__" not in line):
        return tuple(own)
    found = (
        f"{folder}/{name}"
        for folder, _, names in os.walk(_PACKAGE)
        for name in names
        if not _NOT_CODE & set(Path(folder).relative_to(_PACKAGE).parts)
    )
    return tuple(ages(sorted(found)).items())


def _needed(metadata: str) -> frozenset[str]:
    """The libraries that an installation cannot do without. Format: Core metadata specifications, Requires-Dist."""
    head = metadata.partition("\n\n")[0].splitlines()
    needs = (line.removeprefix("Requires-Dist: ") for line in head if line.startswith("Requires-Dist: "))
    return frozenset(_bare(re.split(r"[^\w.-]", need, maxsplit=1)[0]) for need in needs if "extra ==" not in need)


def _bare(name: str) -> str:
    """A library's name, however it is written. PEP 503."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _names(folder: Path) -> tuple[str, ...]:
    """The installed libraries of a folder, each with its version."""
    try:
        with os.scandir(folder) as entries:
            return tuple(entry.name for entry in entries if entry.name.endswith(".dist-info"))
    except OSError:
        return ()
