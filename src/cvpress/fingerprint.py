"""What goes into PDFs, as it lies there now. In: folders, programs, this cvpress. Out: hashes and ages, to compare.

A user's files are known by their content, never by their age alone. What was installed (TeX, Python, this cvpress) is
known by size and age, which every installer and editor changes: to hash a TeX Live would cost more than to run it.
"""

from __future__ import annotations

import os
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
    """The first path that is not the same in both, one that is there now before one that is gone; "" if there is none."""
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
    own = sorted(
        f"{folder}/{name}"
        for folder, _, names in os.walk(_PACKAGE)
        for name in names
        if not _NOT_CODE & set(Path(folder).relative_to(_PACKAGE).parts)
    )
    libraries = {name for folder in sys.path for name in _names(Path(folder)) if name.endswith(".dist-info")}
    states = (__version__, sys.version, sys.executable, sorted(libraries), tuple(ages(own).items()))
    return sha256(repr(states).encode("utf-8", "surrogatepass")).hexdigest()


def _names(folder: Path) -> tuple[str, ...]:
    try:
        with os.scandir(folder) as entries:
            return tuple(entry.name for entry in entries)
    except OSError:
        return ()
