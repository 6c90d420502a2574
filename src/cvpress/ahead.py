"""The engine of a run that makes one document, started while the rest is loaded. In: a `Request`; out: an engine ready.

On a second core the engine reads its format, 0.1 s, while Python loads libraries and reads the profile. Which format
that will be is only known when all of it is done, so a run keeps in the user's cache which it was, for the next run
that asks for the same. If it then is another, the engine is stopped; nothing is lost but the second core's time.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from cvpress import paths
from cvpress.errors import CvpressError
from cvpress.shield import Shield
from cvpress.typeset import engines
from cvpress.typeset.engine import private
from cvpress.typeset.engines import Machine
from cvpress.typeset.standby import Standby

if TYPE_CHECKING:
    from cvpress.prepare import Press
    from cvpress.report import Result
    from cvpress.request import Request


@dataclass(frozen=True, slots=True)
class Ahead:
    """What was begun: the engine, and the sandbox that it is in. `close` it at the end."""

    standby: Standby
    sandbox: Shield

    def close(self) -> None:
        """Stop an engine that was not wanted."""
        self.standby.close()


def begin(request: Request, environment: Mapping[str, str], now: float) -> Ahead | None:
    """Start the engine that the last run like this one used, if it made one document from a format."""
    if request.work != "pdf" or "SOURCE_DATE_EPOCH" in environment:
        return None
    ahead = Ahead(Standby(again=False), Shield(environment))
    with suppress(CvpressError, OSError, ValueError, KeyError, TypeError):
        cache = paths.user_cache(environment)
        noted = json.loads(_note(cache, request).read_bytes())
        folder, format_ = Path(noted["folder"]), Path(noted["format"])
        if format_.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            machine = Machine(environment, 0.0, ahead.sandbox(), cache / "luaotfload", int(now), standby=ahead.standby)
            engines.begin(folder, format_, machine)
    return ahead if ahead.sandbox.found else None  # what was told of the sandbox is not told again


def keep(request: Request, press: Press, results: Sequence[Result]) -> None:
    """Note which format the one document of this run was made from, unless its engine was the one noted before."""
    if press.standby and press.standby.taken:
        return
    if request.work != "pdf" or press.epoch is not None or [result.state for result in results] != ["built"]:
        return
    folder = press.work(results[0].person, results[0].document).resolve()
    with suppress(CvpressError, OSError):
        machine = Machine(
            press.environment, press.timeout, press.sandbox(), press.cache, press.date, press.kept("formats")
        )
        place = engines.place(folder, "lualatex", machine)
        content = json.dumps({"folder": str(folder), "format": str(place)}).encode()
        note = _note(press.cache, request)
        if place and not paths.same(note, content):
            private(note.parent)
            paths.write(note, content)


def _note(cache: Path, request: Request) -> Path:
    """The file for all runs that ask for the same."""
    asked = (request.profiles.resolve(), request.out.resolve(), request.persons, request.document, request.template)
    return cache / "ahead" / f"{sha256(repr(asked).encode()).hexdigest()[:32]}.json"
