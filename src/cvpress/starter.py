"""A new profile to begin with, and around it a repository for one's own CV. In: folders and a name; out: files written.

Nothing that exists is overwritten: where a file is in the way nothing at all is written. The profile builds at once, so
that the first thing one sees is a PDF, and its first line leads editors to the schema.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from cvpress import origin, paths
from cvpress.errors import CvpressError, Problem, ProfileError
from cvpress.paths import PROFILE
from cvpress.profile.schema import schema

DEFAULT = "your-name"
"""The folder of a person who was not named."""

_SCHEMA = "profile.schema.json"
_PERSON = re.compile(r"[^\W_]+(?:[-_.][^\W_]+)*")
_UNREACHABLE = """\
# CI installs from this file, and this cvpress came from where CI can't get it (a local folder or file). Put a line
# here that CI can install, such as:
# cvpress @ git+https://<host>/<owner>/cvpress@<commit>
"""


def start(here: Path, profiles: Path, person: str, environment: Mapping[str, str]) -> tuple[Path, ...]:
    """Write a profile for `person` (empty: for nobody in particular) below `profiles`, which may be relative to `here`.

    Where `here` is neither a checkout of cvpress nor has profiles yet, all that a repository needs is written, too.
    Returns the files written, the profile first. Raises ProfileError when one of them is there already, or for a name
    that can't be a folder's, and ToolError when the disk says no; then nothing is written.
    """
    person = person or DEFAULT
    if not _PERSON.fullmatch(person):
        advice = "use letters and digits joined by hyphens, such as ada-lovelace"
        raise ProfileError(Problem(f"'{person}' cannot name a person's folder", advice=advice, rule="bad-name"))
    folder = here / profiles / person
    files = {folder / PROFILE: _profile(person, _schema_path(here, profiles, folder))}
    files |= _schema_copy(here, profiles)
    if not (here / profiles).exists() and not _is_checkout(here):
        files |= _repository(here, folder / PROFILE, environment)
    _refuse_overwriting(files)
    return _write_all(files, here)


def next_step(here: Path, written: tuple[Path, ...]) -> str:
    """What to do now that these files were `written` by `start`."""
    profile = written[0]
    program = "cvpress" if any(path.name == _SCHEMA for path in written) else "invoke"
    folder = profile.parents[1]
    chosen = f" --profiles {folder}" if folder != Path("profiles") else ""
    steps = f"next: {program} setup pdf --person {profile.parent.name}{chosen}\nthen: your own facts in {profile}"
    if any(path.name == "requirements.txt" and paths.same(here / path, _UNREACHABLE.encode()) for path in written):
        steps += "\nand:  say in requirements.txt where CI gets cvpress from"
    return steps


def _is_checkout(here: Path) -> bool:
    """Whether `here` is cvpress's own repository, which has the schema and needs nothing but the profile."""
    return (here / "docs" / _SCHEMA).is_file() and (here / "src" / "cvpress").is_dir()


def _schema_path(here: Path, profiles: Path, folder: Path) -> str:
    schema_file = here / "docs" / _SCHEMA if _is_checkout(here) else (here / profiles).parent / _SCHEMA
    return Path(os.path.relpath(schema_file, folder)).as_posix()


def _schema_copy(here: Path, profiles: Path) -> dict[Path, str]:
    """The schema beside `profiles`, unless a checkout has it; a copy by another version is brought up to date."""
    return {} if _is_checkout(here) else {(here / profiles).parent / _SCHEMA: schema()}


def _profile(person: str, schema_path: str) -> str:
    words = [word[:1].upper() + word[1:] for word in re.split("[-_.]", person)]
    given, family = (" ".join(words[:-1]), words[-1]) if len(words) > 1 else (words[0], "")
    name = f"  given: {given}" + (f"\n  family: {family}" if family else "")
    values = {"@SCHEMA@": schema_path, "@NAME@": name, "@FULL_NAME@": " ".join(words)}
    return _filled("profile.yaml", values)


def _repository(here: Path, profile: Path, environment: Mapping[str, str]) -> dict[Path, str]:
    """What a person's own repository holds besides. A README or .gitignore that suits stays as it is."""
    requirement = origin.installed(environment)
    ignored = paths.starter_file("gitignore")
    files = {
        here / ".github" / "workflows" / "pdfs.yml": paths.starter_file("pdfs.yml"),
        here / "requirements.txt": f"{requirement}\n" if requirement else _UNREACHABLE,
    }
    if not (here / "README.md").exists():
        place = Path(os.path.relpath(profile, here)).as_posix()
        files[here / "README.md"] = _filled("README.md", {"@PROFILE@": place})
    if not _has_lines(here / ".gitignore", ignored):
        files[here / ".gitignore"] = ignored
    return files


def _filled(name: str, values: Mapping[str, str]) -> str:
    text = paths.starter_file(name)
    for token, value in values.items():
        text = text.replace(token, value)
    return text


def _has_lines(path: Path, wanted: str) -> bool:
    return path.is_file() and set(wanted.split()) <= set(path.read_text(encoding="utf-8", errors="replace").split())


def _refuse_overwriting(files: Mapping[Path, str]) -> None:
    problems = [
        Problem(f"{path} is there already, and nothing was written", advice=_remedy(path, content), rule="exists")
        for path, content in files.items()
        if (path.exists() or path.is_symlink()) and not _is_generated(path)
    ]
    if problems:
        raise ProfileError(*problems)


def _remedy(path: Path, content: str) -> str:
    if path.name == PROFILE:
        return "choose another name with --person"
    if path.name == ".gitignore":
        return f"add the lines {' and '.join(content.split())} to it and try again"
    return "move it away and try again, or make a folder 'profiles' for a profile alone"


def _is_generated(path: Path) -> bool:
    """Whether it is a copy of the schema, which is made, not written."""
    return path.name == _SCHEMA and path.is_file() and '"title": "cvpress profile"' in path.read_text(errors="replace")


def _write_all(files: Mapping[Path, str], here: Path) -> tuple[Path, ...]:
    """Write all of `files`, or none: those already written are taken back when the disk is full."""
    new = [path for path in files if not path.exists()]
    try:
        for path, content in files.items():
            paths.write(path, content.encode())
    except CvpressError:
        for path in new:
            path.unlink(missing_ok=True)
        raise
    return tuple(path.relative_to(here) if path.is_relative_to(here) else path for path in files)
