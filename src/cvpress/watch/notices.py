"""The file system's notices of changes, by watchfiles. In: folders; out: the paths that changed, soon after a save.

Folders are watched, not files: an editor that puts a new file in the place of the old one leaves the watch of a file
with nothing. Two notices are one when less than `_STEP` lies between them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

# The class under `watchfiles.watch`, described in its documentation: the generator can wait for one time only.
from watchfiles._rust_notify import RustNotify

from cvpress.errors import Problem, ToolError

_STEP = 5
"""Milliseconds without a change that end a burst; a save is told 5 to 10 ms after it. Measured: 0.6 % of a core while
nothing happens, and 0.3 % with 10."""
_BURST = 50
"""Milliseconds after which a burst that does not end is told all the same."""
POLLING = "WATCHFILES_FORCE_POLLING"
"""The variable by which watchfiles is told to look itself, where no notices come: network drives, Windows' in WSL."""


class Notices:
    """An open watch; what changes is kept until it is asked for. Raises ToolError where there can be none."""

    def __init__(self, folders: tuple[Path, ...], environment: Mapping[str, str]) -> None:
        names = [str(folder) for folder in folders]
        polling = bool(environment.get(POLLING))
        try:
            try:
                self._watch = _open(names, polling=polling)
            except PermissionError:  # to leave such folders out is to hear of no other error either
                self._watch = _open(names, polling=polling, forbidden=True)
        except OSError as error:
            advice = f"raise fs.inotify.max_user_watches, or set {POLLING}=1"
            problem = Problem(f"changes cannot be watched: {error}", advice=advice, rule="no-watch")
            raise ToolError(problem) from error

    def wait(self, seconds: float) -> tuple[Path, ...]:
        """What changed since it was last asked, or changes within `seconds`; nothing else. Raises KeyboardInterrupt."""
        found = self._watch.watch(_BURST, _STEP, max(1, round(seconds * 1000)), None)
        if found == "signal":
            raise KeyboardInterrupt
        return () if isinstance(found, str) else tuple(Path(name) for _, name in found)

    def close(self) -> None:
        self._watch.close()


def _open(names: list[str], *, polling: bool, forbidden: bool = False) -> RustNotify:
    """Watch folders and what is in them. `forbidden`: what may not be read is left out; `polling`: look every 0.3 s."""
    return RustNotify(names, False, polling, 300, True, forbidden)  # the first: whether all is told on stderr
