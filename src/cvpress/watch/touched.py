"""Whom a changed file concerns. In: paths that changed and the places watched; out: a `Touched`. Pure: reads no disk.

A file of a person's folder touches that person, whatever it is: the hash of what goes into each document then tells
which of them really changed. What editors leave beside the file that they save touches nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cvpress import paths
from cvpress.typeset.template import SHARED

# Vim's backups, swap files and probe for a folder that can be written (4913, then 5036 and so on); Emacs's autosaves
# and backups; JetBrains' safe write; other programs' half-written files.
_NOISE = re.compile(r"[0-9]+|#.*#|__pycache__|.*(~|___jb_(tmp|old)___|\.(sw[a-z]|tmp|part|crdownload))", re.DOTALL)
_FONTS = frozenset({".otf", ".ttf", ".ttc", ".otc", ".pfb"})


@dataclass(frozen=True, slots=True)
class Places:
    """What is watched, and where the results go; absolute, behind all symbolic links. `templates` in lookup order."""

    profiles: Path
    templates: tuple[Path, ...]
    fonts: tuple[Path, ...]
    out: Path

    @property
    def folders(self) -> tuple[Path, ...]:
        return (self.profiles, *self.templates, *self.fonts)


@dataclass(frozen=True, slots=True)
class Touched:
    """People by the names of their folders, templates by theirs; `everything`: the fonts, or what templates share."""

    people: frozenset[str] = frozenset()
    templates: frozenset[str] = frozenset()
    everything: bool = False
    fonts: bool = False

    def __bool__(self) -> bool:
        return bool(self.people or self.templates or self.everything)

    def concerns(self, person: str, template: str) -> bool:
        """Whether a document of `person` in `template` may come out differently."""
        return self.everything or person in self.people or template in self.templates


def meant(changed: Iterable[Path], places: Places) -> tuple[Path, ...]:
    """The changed paths without the results and what editors leave."""
    return tuple(sorted(path for path in changed if _is_meant(path, places)))


def touched(changed: Iterable[Path], places: Places) -> Touched:
    """Whom these paths concern; those that `meant` would drop concern nobody."""
    people: set[str] = set()
    templates: set[str] = set()
    fonts = False
    for path in meant(changed, places):
        if path.is_relative_to(places.profiles):
            people.add(path.relative_to(places.profiles).parts[0])
        for root in places.templates:
            if path.is_relative_to(root):
                templates.add(path.relative_to(root).parts[0])
        fonts = fonts or any(path.is_relative_to(folder) for folder in places.fonts)
    return Touched(frozenset(people), frozenset(templates), fonts or SHARED in templates, fonts)


def _is_meant(path: Path, places: Places) -> bool:
    root = next((folder for folder in places.folders if path != folder and path.is_relative_to(folder)), None)
    if root is None or _is_result(path, root, places.out):
        return False
    if root in places.fonts:
        return path.suffix.lower() in _FONTS
    hidden = any(part.startswith(".") for part in path.relative_to(root).parts)  # locks, swap files, half-written ones
    return not hidden and not _NOISE.fullmatch(path.name)


def _is_result(path: Path, root: Path, out: Path) -> bool:
    """Whether cvpress put it there. Results may lie below, in or around what is watched."""
    if not path.is_relative_to(out):
        return False
    if out != root and out.is_relative_to(root):
        return True
    parts = path.relative_to(out).parts
    return parts[0] in (paths.WORK, paths.LAST_GOOD, paths.MANIFEST) or (len(parts) == 2 and path.suffix == ".pdf")
