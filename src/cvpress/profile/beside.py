"""A file that a profile names. In: the profile's folder and a name; out: its path, when it lies in that folder."""

from __future__ import annotations

from pathlib import Path

from cvpress.errors import Problem, ProfileError, Spot


def beside(folder: Path, name: str, shown: str, spot: Spot | None, *, form: str, rule: str) -> Path:
    """The file behind all symbolic links. `shown` names it in messages, `form` says what kind of file is wanted.

    Raises ProfileError with `rule` at `spot` when it is missing, no file, or outside the folder.
    """
    try:
        path = (folder / name).resolve(strict=True)
    except (OSError, RuntimeError) as error:  # RuntimeError: a loop of links, until Python 3.12
        why = getattr(error, "strerror", None) or "its symbolic links go round in a circle"
        raise ProfileError(Problem(f"{shown} cannot be read: {why}", spot, "check the name", rule)) from None
    if not path.is_relative_to(folder.resolve()):
        message = f"{shown} lies outside the profile's folder"
        raise ProfileError(Problem(message, spot, "copy it beside profile.yaml", rule))
    if not path.is_file():
        raise ProfileError(Problem(f"{shown} is not a file", spot, f"name {form}", rule))
    return path
