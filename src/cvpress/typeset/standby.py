"""Engines in readiness, for who builds the same documents again and again. In: folders, formats. Out: finished passes.

An engine that has read its format takes 0.04 s for two pages, one that has yet to start takes 0.17. So after each pass
from a format the engine for the next one in the same folder is started, and waits behind the preamble.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from cvpress import process
from cvpress.errors import ToolError
from cvpress.process import Completed, Waiting

_MOST = 4  # engines that wait at a time, of 100 MB each; the one that waited longest goes


@dataclass(frozen=True, slots=True)
class Call:
    """How an engine is called: its arguments for a folder, and the environment. A changed format is another call."""

    folder: Path
    argv: tuple[str, ...]
    environment: tuple[tuple[str, str], ...]
    made: int

    @classmethod
    def of(cls, folder: Path, argv: tuple[str, ...], environment: Mapping[str, str], made: int) -> Call:
        """`made` tells one format from the next of the same name: when its file was written, in ns."""
        return cls(folder, argv, tuple(sorted(environment.items())), made)


@dataclass(slots=True)
class Standby:
    """The engines that wait. `close` it at the end: they would go by themselves only when this process ends.

    `again`: after each pass the engine for the next one in its folder is started; `taken`: one that waited was used.
    """

    again: bool = True
    taken: bool = False
    _waiting: dict[Call, Waiting] = field(default_factory=dict)

    def run(self, call: Call, timeout: float) -> Completed:
        """A pass, by the engine that waits for this call, or by one that has yet to start; then the next one waits."""
        waiting = self._waiting.pop(call, None)
        if waiting is None or not waiting.alive:
            if waiting:
                waiting.stop()
            waiting = self._start(call)
        else:
            self.taken = True
        done = waiting.finish(timeout)
        if self.again:
            self.begin(call)
        return done

    def begin(self, call: Call) -> None:
        """Start an engine for a pass that will come; of all that wait in its folder it is the only one."""
        for other in [other for other in self._waiting if other.folder == call.folder]:
            self._waiting.pop(other).stop()
        while len(self._waiting) >= _MOST:
            self._waiting.pop(next(iter(self._waiting))).stop()
        with suppress(ToolError):  # the pass will tell
            self._waiting[call] = self._start(call)

    def _start(self, call: Call) -> Waiting:
        return process.start(call.argv, cwd=call.folder, env=dict(call.environment))

    def close(self) -> None:
        """Stop all that wait."""
        while self._waiting:
            self._waiting.popitem()[1].stop()
