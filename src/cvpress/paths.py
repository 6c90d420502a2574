"""Where things lie, and how files are replaced. In: folders and an environment; out: paths, whole files, or a problem.

No file is ever half-written: what is there stays until the new content is safe on the disk.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from cvpress.errors import Problem, ProfileError, ToolError

_PACKAGE = Path(__file__).parent

WORK = ".work"
"""The folder inside the results in which documents are made; it marks a folder as results."""
LAST_GOOD = ".last-good"
"""The folder inside the results that keeps the old PDFs of documents that failed."""
MANIFEST = "manifest.json"
"""The file inside the results that says what each PDF is and was made of."""
PROFILE = "profile.yaml"
"""What a person's folder holds."""


def bundled_templates() -> Path:
    """The templates that come with cvpress: in the wheel beside the package, in a checkout at the top."""
    inside = _PACKAGE / "latex_templates"
    return inside if inside.is_dir() else _PACKAGE.parents[1] / "latex_templates"


def template_roots(profiles: Path) -> tuple[Path, ...]:
    """Folders of templates: `latex_templates/` beside `profiles/` goes before the bundled ones."""
    own = profiles.absolute().parent / "latex_templates"
    bundled = bundled_templates().resolve()
    return (own, bundled) if own.is_dir() and own.resolve() != bundled else (bundled,)


def people(profiles: Path) -> tuple[str, ...]:
    """The names of all folders that hold a profile."""
    return tuple(sorted(path.parent.name for path in profiles.glob(f"*/{PROFILE}")))


def names_a_person(name: str) -> bool:
    """Whether a folder of this name can be a person's.

    Results lie in folders of these names: a hidden one would be cvpress's own, a line break would end a TeX comment.
    """
    return name.isprintable() and not name.startswith(".")


def shown(path: Path) -> Path:
    """A file as messages name it: relative to where the user stands, if it lies below."""
    below = os.path.relpath(path)
    return path if below.startswith(os.pardir) else Path(below)


def starter_file(name: str) -> str:
    """The text of a file with which `new` begins."""
    return (_PACKAGE / "starter_files" / name).read_text(encoding="utf-8")


def user_cache(environment: Mapping[str, str]) -> Path:
    """cvpress's folder for caches of this user (XDG base directories; one in /tmp for a user without a home)."""
    if base := environment.get("XDG_CACHE_HOME"):
        return Path(base) / "cvpress"
    if home := environment.get("HOME"):
        return Path(home) / ".cache" / "cvpress"
    return Path(tempfile.gettempdir()) / f"cvpress-{os.getuid()}"


def write(path: Path, content: bytes) -> None:
    """Put `content` at `path` whole or not at all, with the permissions that the user's umask asks for.

    Raises ToolError when the disk says no; what was there then still stands. What lies in the folder of work need not
    outlive a power cut, since it can be made again: nobody waits for the disk to have it (2 ms a file, four a build).
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with temporary.open("xb") as stream:
                stream.write(content)
                stream.flush()
                if WORK not in path.parts:
                    os.fsync(stream.fileno())
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise ToolError(storage_problem(error, path)) from error


@contextmanager
def storage_told(path: Path) -> Iterator[None]:
    """Tell as a ToolError whatever the file system says no to; `path` is named when the error names none."""
    try:
        yield
    except OSError as error:
        raise ToolError(storage_problem(error, Path(error.filename or path))) from error


def storage_problem(error: OSError, path: Path) -> Problem:
    """What a failed read or write means for the user."""
    advice = {
        errno.ENOSPC: "free some space on this disk and try again; what was there is untouched",
        errno.EFBIG: "the file may not grow as large as that here; raise the limit (ulimit -f)",
        errno.EDQUOT: "your quota is used up; free some space and try again",
        errno.EACCES: "check the permissions",
        errno.EPERM: "check the permissions",
        errno.EROFS: "this disk is mounted read-only; choose another place",
    }.get(error.errno or 0, "check the path and try again")
    return Problem(f"cannot read or write {path}: {error.strerror or error}", advice=advice, rule="storage")


def same(path: Path, content: bytes) -> bool:
    """Whether `path` holds exactly `content`."""
    try:
        return path.read_bytes() == content
    except OSError:
        return False


def remove(folder: Path) -> None:
    """Remove a folder of results. Raises ProfileError, and removes nothing, where it is not one or holds more."""
    if not folder.exists():
        return
    alien = next(_alien(folder), None)
    if not (folder / WORK).is_dir() or alien:
        why = f"{alien} was not made here" if alien else f"it has no {WORK}/"
        advice = "name the folder given as --out, or remove it yourself"
        raise ProfileError(Problem(f"{folder} is not a folder of results: {why}", advice=advice, rule="not-results"))
    with storage_told(folder):
        for entry in folder.iterdir():
            if entry.name == MANIFEST:
                entry.unlink()
            else:
                shutil.rmtree(entry)
        if not folder.is_symlink():  # who keeps results elsewhere keeps the link to them
            folder.rmdir()


def _alien(folder: Path) -> Iterator[Path]:
    """What is none of ours: anything but the manifest, the two hidden folders and folders of PDFs."""
    for entry in sorted(folder.iterdir()) if folder.is_dir() else (folder,):
        if entry.is_symlink() or not entry.is_dir():
            if entry.name != MANIFEST or not entry.is_file():
                yield entry
        elif entry.name not in (WORK, LAST_GOOD):
            yield from (file for file in sorted(entry.iterdir()) if file.suffix != ".pdf" or not file.is_file())
