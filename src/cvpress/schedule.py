"""What a run does, step by step, and a step done wherever that may be. In: an `Order`; out: a `Schedule`, `Result`s.

Workers are handed the schedule when they begin, and numbers of steps afterwards: profiles do not travel.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cvpress import examine, report
from cvpress.build import build, retire
from cvpress.errors import Problem, ToolError
from cvpress.order import Order
from cvpress.packet import Binding, bind, packet_target
from cvpress.plan import Settled
from cvpress.prepare import Job, Press, target
from cvpress.report import Result


@dataclass(frozen=True, slots=True)
class Step:
    """A document or a packet, made or as it was; `needs` are the numbers of the steps that make a packet's parts."""

    what: Job | Binding | Settled
    needs: tuple[int, ...] = ()

    @property
    def is_document(self) -> bool:
        what = self.what
        return isinstance(what, Job) or (isinstance(what, Settled) and what.result.template != report.PACKET)


@dataclass(frozen=True, slots=True)
class Schedule:
    """Everything in the order in which it is told; `making`: it is built, else only looked at."""

    steps: tuple[Step, ...]
    making: bool

    @property
    def work(self) -> int:
        """How many steps there is anything to do for."""
        return sum(not isinstance(step.what, Settled) for step in self.steps)

    def heading(self, number: int) -> str:
        """What is said when a step begins: documents are counted, and nothing is said of a mere look."""
        what = self.steps[number].what
        count = sum(step.is_document for step in self.steps)
        place = sum(step.is_document for step in self.steps[: number + 1])
        counted = f"[{place}/{count}] " if self.steps[number].is_document else ""
        return f"{counted}{what.person}/{what.name}" if self.making else ""


def making(ordered: Order) -> Schedule:
    """The documents that were ordered, then each packet after those of its parts that were not; each document once."""
    steps: list[Step] = [Step(one) for one in ordered.documents]
    places = {(one.person, one.name): number for number, one in enumerate(ordered.documents)}
    for packet in ordered.packets:
        parts = packet.jobs if isinstance(packet, Binding) else packet.parts
        for part in parts:
            if (part.person, part.name) not in places:
                places[part.person, part.name] = len(steps)
                steps.append(Step(part))
        steps.append(Step(packet, tuple(places[part.person, part.name] for part in parts)))
    return Schedule(tuple(steps), making=True)


def checking(ordered: Order) -> Schedule:
    """A look at every document and packet that was ordered."""
    return Schedule((*map(Step, ordered.jobs), *map(Step, ordered.bindings)), making=False)


@dataclass(frozen=True, slots=True)
class Worker:
    """Does a step of the schedule by its number, given the results of the steps that it needs."""

    press: Press
    schedule: Schedule

    def __call__(self, number: int, parts: tuple[Result, ...]) -> Result:
        what = self.schedule.steps[number].what
        if isinstance(what, Settled):
            return what.result
        if self.schedule.making:
            # What a strict run judges hard is bound all the same: the packet is as good as its parts.
            return build(self.press, what) if isinstance(what, Job) else bind(self.press, what, _by_name(parts))
        return examine.document(self.press, what) if isinstance(what, Job) else examine.bound(self.press, what)


def _by_name(parts: tuple[Result, ...]) -> Mapping[str, Result]:
    return {result.document: result for result in parts}


def lost(press: Press, schedule: Schedule, number: int, end: str) -> Result:
    """What became of a step whose worker was killed; the PDF of an earlier build is not what was asked for."""
    what = schedule.steps[number].what
    if isinstance(what, Settled):
        return what.result
    template = what.template_name if isinstance(what, Job) else report.PACKET
    pdf = target(press, what) if isinstance(what, Job) else packet_target(press, what)
    problem = Problem(
        f"the process that made it ended with {end}",
        advice="perhaps the memory ran out: '--jobs 1' takes less",
        rule="worker-killed",
    )
    retired = retire(press, what.person, pdf) if schedule.making else ()
    return report.of_error(ToolError(problem, *retired), what.person, what.name, template, 0.0)
