"""Where things lie: the bundled templates, work folders, results; and how a file is replaced without ever being half-written."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from cvpress.errors import Problem, ProfileError, ToolError

_PACKAGE = Path(__file__).parent


def bundled_templates() -> Path:
    """The templates that come with cvpress: in the wheel beside the package, in a checkout at the top."""
    inside = _PACKAGE / "latex_templates"
    return inside if inside.is_dir() else _PACKAGE.parents[1] / "latex_templates"


def template_roots(profiles: Path) -> tuple[Path, ...]:
    """Folders of templates, the user's first: `latex_templates/` beside `profiles/` adds to the bundled ones or overrides them."""
    own = profiles.resolve().parent / "latex_templates"
    bundled = bundled_templates().resolve()
    return (own, bundled) if own.is_dir() and own != bundled else (bundled,)


def user_cache(environment: dict[str, str]) -> Path:
    """cvpress's folder for caches of this user (XDG base directories)."""
    base = environment.get("XDG_CACHE_HOME") or os.path.join(environment.get("HOME") or "/tmp", ".cache")  # noqa: S108
    return Path(base) / "cvpress"


def write(path: Path, content: bytes) -> None:
    """Put `content` at `path` whole or not at all. Raises ToolError when the disk says no; the old file then still stands."""
    replace(path, lambda temporary: temporary.write_bytes(content))


def replace(path: Path, fill: Callable[[Path], object]) -> None:
    """Let `fill` write a temporary file in the same folder, flush it to the disk, then move it to `path` in one step."""
    temporary: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        os.close(handle)
        temporary = Path(name)
        fill(temporary)
        with temporary.open("rb") as written:
            os.fsync(written.fileno())
        temporary.chmod(0o644)
        os.replace(temporary, path)
    except OSError as error:
        raise ToolError(storage_problem(error, path)) from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def storage_problem(error: OSError, path: Path) -> Problem:
    """What a failed write means for the user."""
    advice = {
        errno.ENOSPC: "free some space on this disk and build again; the old file is untouched",
        errno.EDQUOT: "your quota is used up; free some space and build again",
        errno.EACCES: "check the permissions of the folder",
        errno.EROFS: "this disk is mounted read-only; choose another place with --out",
    }.get(error.errno or 0, "check the folder and build again")
    return Problem(f"cannot write {path}: {error.strerror}", advice=advice, rule="cannot-write")


def same(path: Path, content: bytes) -> bool:
    """Whether `path` holds exactly `content`."""
    try:
        return path.read_bytes() == content
    except OSError:
        return False


def remove(folder: Path) -> None:
    """Remove a folder that cvpress made. Raises ProfileError for one that holds anything else."""
    if not folder.exists():
        return
    if folder.resolve() in (Path.cwd().resolve(), *Path.cwd().resolve().parents) or any(folder.glob("*/profile.yaml")):
        raise ProfileError(
            Problem(f"{folder} is not a folder of results", advice="name the folder given as --out", rule="not-results")
        )
    shutil.rmtree(folder)
