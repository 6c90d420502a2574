"""Where to look for changes. In: folders and an environment; out: `Places`, and by what they are told to be the same.

A folder that is removed and made again, as a change of branch does, is another one to the file system, which then says
nothing of it: so what was there is compared with what is.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from cvpress import paths
from cvpress.typeset import engine
from cvpress.watch.touched import Places

State = tuple[tuple[Path, int, int], ...]


def find(profiles: Path, out: Path, environment: Mapping[str, str]) -> Places:
    """What there is now: a `latex_templates/` may come while one watches."""
    roots = tuple(root.resolve() for root in paths.template_roots(profiles))
    return Places(profiles.resolve(), roots, _fonts(environment), out.resolve())


def identify(found: Places) -> State:
    """The folders that exist, each with the numbers by which the file system knows it."""
    made = []
    for folder in found.folders:
        try:
            status = folder.stat()
        except OSError:
            continue
        made.append((folder, status.st_dev, status.st_ino))
    return tuple(made)


def _fonts(environment: Mapping[str, str]) -> tuple[Path, ...]:
    """The folders in which TeX looks for the system's fonts. Those of its own installation only a new one changes."""
    told = engine.environment(environment, cache=Path(), epoch=0)["OSFONTDIR"].split(os.pathsep)
    return tuple(path.resolve() for path in (Path(name.rstrip("/")) for name in told) if path.is_dir())
