"""The watch itself. In: a `Press`, what was asked for; out: PDFs made anew at every save, until it is told to stop.

One thread: it waits for notices, reads whom they touch, makes one document, and looks for notices again. So a save
during a build is taken up after it, and a document that waits is made once, however often it was saved.
"""

from __future__ import annotations

import gc
import time
import traceback
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from cvpress import lock, manifest, paths, report
from cvpress.errors import CvpressError
from cvpress.prepare import Press, target
from cvpress.report import Result
from cvpress.watch import telling
from cvpress.watch.desk import Asked, Desk
from cvpress.watch.notices import Notices
from cvpress.watch.places import State, find, identify
from cvpress.watch.stopping import stopping
from cvpress.watch.telling import Telling
from cvpress.watch.touched import Places, Touched, meant, touched

_IDLE = 1.0
"""Seconds without a notice after which what can wait is done."""
_SETTLE = 0.15
"""Seconds that a file may be missing or empty: an editor that saves in place empties it first."""
_PAUSE = 0.02
"""Seconds between two looks at it."""
_DAY = 86400
"""Seconds."""
_LONGEST = 600.0
"""Seconds by which a file may be older than its notice: beyond, its time says something else."""


def watch(press: Press, asked: Asked) -> None:
    """Make what was asked for, then make it anew at every save, until SIGINT, SIGTERM or SIGHUP.

    Raises CvpressError when it can't begin: what was asked for does not exist, or nothing can be watched.
    """
    with stopping() as stop:
        session = _Session(replace(press, keeps_old=True), Desk(asked))
        try:
            session.begin()
            while not stop.asked:
                session.step()
        except KeyboardInterrupt:
            pass
        finally:
            session.end()
        session.telling.line("stopped")


@dataclass(slots=True)
class _Session:
    press: Press
    desk: Desk
    telling: Telling = field(init=False)
    places: Places = field(init=False)
    state: State = field(init=False)
    notices: Notices | None = None
    unwritten: bool = False

    def __post_init__(self) -> None:
        self.telling = Telling(self.press.environment, self.press.strict)

    def begin(self) -> None:
        """Watch, and then read: what is saved meanwhile is taken up after it."""
        self._look()
        broken = self.desk.begin(self.press)
        folders = ", ".join(_short(folder) for folder in (self.places.profiles, *self.places.templates))
        self.telling.line(f"watching   {folders}; Ctrl-C ends it")
        self._broken(broken, time.monotonic())

    def step(self) -> None:
        """Take what changed; make one document, or do what could wait."""
        assert self.notices
        changed = self.notices.wait(0.0 if self.desk.waiting else _IDLE)
        try:
            if changed:
                self._take(changed)
            elif not self.desk.waiting:
                self._rest()
            if self.desk.waiting:
                self._make()
        except CvpressError as error:
            self.telling.problems(error.problems)
        except OSError as error:
            if isinstance(error, BrokenPipeError):
                raise
            self.telling.problems((paths.storage_problem(error, Path(error.filename or ".")),))
        except Exception:  # noqa: BLE001 -- who writes goes on writing, and the next save may go well
            self.telling.fault(traceback.format_exc())
        if not self.desk.waiting:
            self.telling.end_round()

    def end(self) -> None:
        if self.press.standby:
            self.press.standby.close()
        if self.notices:
            self.notices.close()
        self._write_manifest()

    def _look(self) -> None:
        """Watch what there is now. Raises ToolError where that can't be; what was watched then still is."""
        self.places = find(self.press.profiles, self.press.out, self.press.environment)
        self.state = identify(self.places)
        self.press = replace(self.press, roots=paths.template_roots(self.press.profiles))
        notices = Notices(tuple(folder for folder, *_ in self.state), self.press.environment)
        if self.notices:
            self.notices.close()
        self.notices = notices

    def _take(self, changed: Iterable[Path]) -> None:
        assert self.notices
        files = meant(changed, self.places)
        deadline = time.monotonic() + _SETTLE
        while files and not any(map(_is_there, files)) and time.monotonic() < deadline:
            files = (*files, *meant(self.notices.wait(_PAUSE), self.places))
        if found := touched(files, self.places):
            self._touch(found, _saved(files))

    def _touch(self, found: Touched, since: float) -> None:
        broken, gone = self.desk.take(self.press, found, since)
        self._broken(broken, since)
        for person in gone:
            self.telling.gone(person, self.press.out)

    def _broken(self, results: Iterable[Result], since: float) -> None:
        for result in results:
            old = telling.old_pdfs(self.press.out / result.person)
            self.telling.result(result, time.monotonic() - since, old)

    def _make(self) -> None:
        """One document or packet."""
        with lock.held(self.press.out, self.press.timeout, self.telling.line):
            wait, results = self.desk.make(self.press)
        self.unwritten = True
        now = time.monotonic()
        for result in results:
            seconds = result.seconds if wait.since is None else now - wait.since
            old = telling.old_pdf(self._pdf(result)) if result.state == "failed" else ""
            self.telling.result(result, seconds, old)

    def _pdf(self, result: Result) -> Path:
        """Where the PDF of a result would lie."""
        own = self.desk.loaded[result.person]
        job = next((one for one in own.jobs if one.name == result.document), None)
        if result.template == report.PACKET or job is None:
            return self.press.out / result.person / f"{result.document}.pdf"
        try:
            return target(self.press, job)
        except CvpressError:  # its `filename` is what is wrong
            return self.press.out / result.person / "-"

    def _rest(self) -> None:
        """What needs not be done while somebody waits: the manifest, and a look whether the folders still are the same.

        Where they are not, no notice told what happened in them meanwhile. A new day is a new date of PDFs; not each
        build is, for an engine that waits was told the date when it was started.
        """
        self._write_manifest()
        if (today := int(time.time())) // _DAY != self.press.now // _DAY:
            self.press = replace(self.press, now=today)
        now = find(self.press.profiles, self.press.out, self.press.environment)
        if now != self.places or identify(now) != self.state:
            self._look()
            there = {path.parent.name for path in self.press.profiles.glob(f"*/{paths.PROFILE}")}
            self._touch(Touched(frozenset(there | self.desk.loaded.keys()), everything=True), time.monotonic())

    def _write_manifest(self) -> None:
        if self.unwritten:
            self.unwritten = False
            gc.collect()  # what builds leave would add up, as nothing else collects it for long (tasks/watching.py)
            read = {name: profile for own in self.desk.loaded.values() for name, profile in own.profiles.items()}
            with lock.held(self.press.out, self.press.timeout, self.telling.line):
                manifest.write(self.press.out, self.press.profiles, read)


def _is_there(path: Path) -> bool:
    try:
        return path.is_dir() or path.stat().st_size > 0
    except OSError:
        return False


def _saved(files: Iterable[Path]) -> float:
    """When the newest of `files` was saved, on the monotonic clock.

    By the time at which the file system noted it, which a rename sets too, as the time of its content it does not.
    """
    times = []
    for path in files:
        try:
            times.append(path.stat().st_ctime)
        except OSError:
            continue
    age = time.time() - max(times, default=time.time())
    return time.monotonic() - (age if 0.0 <= age <= _LONGEST else 0.0)


def _short(folder: Path) -> str:
    below = Path.cwd()
    return str(folder.relative_to(below)) if folder.is_relative_to(below) else str(folder)
