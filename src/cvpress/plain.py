"""A command line that can be read without Invoke. In: its words; out: a `Request`, and the exit code of its run.

To import Invoke and to let it read a dozen words takes 0.08 s, more than all else that a run does of which nothing is
new. So the tasks that people start all day are read here, when each word is plain: a task, then options in full with
their values. All else, mistakes among it, is left to Invoke, whose tasks say what there is; a test compares the two.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cvpress import streams

if TYPE_CHECKING:
    from cvpress.request import Request

_EVERY = ("person", "report", "document", "template", "profiles", "out", "strict")
TASKS: dict[Literal["pdf", "check", "merge"], tuple[str, ...]] = {
    "pdf": (*_EVERY, "force", "timeout", "jobs", "jury"),
    "check": (*_EVERY, "pdf", "jobs", "jury"),
    "merge": (*_EVERY, "force", "timeout", "jobs"),
}
"""The options of each task."""
SWITCHES = frozenset({"strict", "force", "jury"})
SEVERAL = frozenset({"person", "report", "pdf"})


def understood(words: Sequence[str], *, terminal: bool) -> Request | None:
    """What `words` ask for; None where Invoke must tell. `terminal`: a person reads along."""
    task = next((name for name in TASKS if words[:1] == [name]), None)
    given = _options(words[1:], TASKS[task]) if task else None
    if task is None or given is None:
        return None
    from cvpress.request import Request

    def one(name: str, usual: str) -> str:
        return given.get(name, [usual])[0]

    return Request(
        task,
        tuple(given.get("person", ())),
        next(iter(given.get("document", ())), None),
        next(iter(given.get("template", ())), None),
        Path(one("profiles", "profiles")),
        Path(one("out", "build")),
        "force" in given,
        one("timeout", "120"),
        "strict" in given,
        tuple(map(Path, given.get("report", ()))),
        tuple(map(Path, given.get("pdf", ()))),
        terminal=terminal,
        jury="jury" in given,
        jobs=one("jobs", ""),
    )


def _options(words: Sequence[str], known: Sequence[str]) -> dict[str, list[str]] | None:
    """The values of each option; None when a word is not plain."""
    given: dict[str, list[str]] = {}
    rest = iter(words)
    for word in rest:
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or name not in known or (name in given and name not in SEVERAL):
            return None
        if name in SWITCHES:
            plain = not equals
        else:
            value = value if equals else next(rest, "")
            plain = value != "" and not value.startswith("-")
        if not plain:
            return None
        given.setdefault(name, []).append(value)
    return given


def answered(words: Sequence[str]) -> int | None:
    """Run what `words` ask for: the exit code; None where Invoke must."""
    asked = understood(words, terminal=streams.on_terminal(os.environ))
    if asked is None:
        return None
    from cvpress import paths
    from cvpress.errors import CvpressError
    from cvpress.request import answer

    try:
        with paths.storage_told(Path.cwd()), streams.open_to_people():
            return answer(asked, os.environ, time.time())
    except CvpressError as error:
        from cvpress.telling import tell

        for problem in error.problems:
            tell(problem, os.environ)
        return error.exit_code
    except KeyboardInterrupt:
        return 1  # as Invoke does
