"""What is loaded, and what waits to be made. In: what was asked for and whom changes touch; out: `Result`s.

Only who is touched is read again. What was touched while another document was made waits for its turn once, and is
then made of what lies there. What the last save changed goes first: its writer looks at it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from cvpress import order, paths, report
from cvpress.build import build
from cvpress.order import Order
from cvpress.packet import Binding, bind
from cvpress.prepare import Job, Press
from cvpress.report import Result
from cvpress.watch.touched import Touched


@dataclass(frozen=True, slots=True)
class Asked:
    """For whom (nobody named: everybody), which document or packet (all), in which template (its own)."""

    people: tuple[str, ...] = ()
    document: str | None = None
    template: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """A document's or a packet's turn to be made."""

    person: str
    name: str
    packet: bool = False


@dataclass(frozen=True, slots=True)
class Wait:
    """Since when it waits, on the monotonic clock, None: since the start. `force`: the record would not notice why."""

    since: float | None
    force: bool = False


@dataclass(slots=True)
class Desk:
    """`loaded`: what each person has of what was asked for. `made`: results that still hold."""

    asked: Asked
    loaded: dict[str, Order] = field(default_factory=dict)
    waiting: dict[Turn, Wait] = field(default_factory=dict)
    made: dict[Turn, Result] = field(default_factory=dict)
    _changed: dict[Turn, float] = field(default_factory=dict)
    _unread: set[str] = field(default_factory=set)

    def begin(self, press: Press) -> tuple[Result, ...]:
        """Read everybody asked for, and let all of it wait: whose profile is broken.

        Raises CvpressError for what does not exist.
        """
        asked = self.asked
        whole = order.order(
            press.profiles, press.roots, asked.people, asked.document, asked.template, cache=press.kept("sources")
        )
        for person in order.chosen(press.profiles, asked.people):
            self.loaded[person] = self._of(person, whole)
        self._wait(Touched(everything=True), None)
        return whole.broken

    def take(self, press: Press, touched: Touched, since: float) -> tuple[tuple[Result, ...], tuple[str, ...]]:
        """Read whom the changes touch, and let what they concern wait: whose profile is broken now, and who is gone.

        Raises CvpressError when it can't be told what there is to make; at the next change that is asked again.
        """
        broken: list[Result] = []
        gone: list[str] = []
        self._unread |= touched.people
        touched = replace(touched, people=frozenset(self._unread))
        for person in sorted(touched.people):
            if self.asked.people and person not in self.asked.people:
                continue
            if (press.profiles / person / paths.PROFILE).is_file():
                self.loaded[person] = read = self._read(press, person)
                broken += read.broken
            elif self.loaded.pop(person, None):
                gone.append(person)
        self._unread.clear()
        self._wait(touched, since)
        return tuple(broken), tuple(gone)

    def make(self, press: Press) -> tuple[Wait, tuple[Result, ...]]:
        """Make what is to be made next: since when it waited, and what came of it; of a packet, its documents first."""
        turn = min(self.waiting, key=lambda one: (one.packet, -self._changed.get(one, 0.0)))
        wait = self.waiting.pop(turn)
        press = replace(press, force=wait.force)
        if turn.packet:
            binding = next(one for one in self.loaded[turn.person].bindings if one.name == turn.name)
            return wait, self._bind(press, binding)
        job = next(one for one in self.loaded[turn.person].jobs if one.name == turn.name)
        result = self._build(press, job)
        if result.state == "built" and wait.since:
            self._changed[turn] = wait.since
        return wait, (result,)

    def _build(self, press: Press, job: Job) -> Result:
        self.made[Turn(job.person, job.name)] = result = build(press, job)
        return result

    def _bind(self, press: Press, binding: Binding) -> tuple[Result, ...]:
        """A packet, after those of its documents that were not asked for themselves."""
        made = {job.name: self.made.get(Turn(job.person, job.name)) for job in binding.jobs}
        new = {job.name: self._build(press, job) for job in binding.jobs if made[job.name] is None}
        done = {name: result for name, result in (made | new).items() if result}
        self.made[Turn(binding.person, binding.name, packet=True)] = packet = bind(press, binding, done)
        return (*new.values(), packet)

    def _read(self, press: Press, person: str) -> Order:
        read = order.order(
            press.profiles, press.roots, (person,), None, self.asked.template, cache=press.kept("sources")
        )
        return self._of(person, read)

    def _of(self, person: str, whole: Order) -> Order:
        """What `person` has of what was asked for; the document may be one that others have."""
        return Order(
            tuple(job for job in whole.jobs if job.person == person and self.asked.document in (None, job.name)),
            tuple(one for one in whole.bindings if one.person == person and self.asked.document in (None, one.name)),
            tuple(result for result in whole.broken if result.person == person),
            {name: profile for name, profile in whole.profiles.items() if name == person},
        )

    def _wait(self, touched: Touched, since: float | None) -> None:
        """Forget what no longer holds, and let it wait; what is not there any more waits for nothing."""
        forced = {turn for turn, wait in self.waiting.items() if wait.force}
        concerned = dict.fromkeys(turn for person in self.loaded for turn in self._concerned(person, touched))
        for turn in (*self.waiting, *self.made):
            if turn.person in touched.people or turn in concerned:
                self.waiting.pop(turn, None)
                self.made.pop(turn, None)
        for turn in concerned:
            if turn in self._turns(turn.person):
                self.waiting[turn] = Wait(since, touched.fonts or turn in forced)

    def _turns(self, person: str) -> frozenset[Turn]:
        """All that `person` has of what was asked for."""
        own = self.loaded[person]
        packets = (Turn(person, one.name, packet=True) for one in own.bindings)
        return frozenset((*(Turn(person, job.name) for job in own.jobs), *packets))

    def _concerned(self, person: str, touched: Touched) -> Iterator[Turn]:
        """The documents of `person` that may come out differently, those of packets too, and these packets."""
        own = self.loaded[person]
        for job in own.jobs:
            if touched.concerns(person, job.template_name):
                yield Turn(person, job.name)
        for binding in own.bindings:
            within = [job for job in binding.jobs if touched.concerns(person, job.template_name)]
            yield from (Turn(person, job.name) for job in within)
            if within or touched.concerns(person, report.PACKET):
                yield Turn(person, binding.name, packet=True)
