"""What was asked for -> what is to be made. In: names of people, documents, a template; out: `Job`s and `Binding`s.

Everything asked for is read and validated here, before the first TeX run; nothing else is read. A name that does not
exist is an error at once (exit 2); a profile that is broken is a failed result of that person, and the others go on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cvpress import naming, paths, report
from cvpress.errors import Problem, ProfileError
from cvpress.packet import Binding
from cvpress.paths import PROFILE
from cvpress.plan import Item, Plan, Settled, Standing
from cvpress.prepare import Job
from cvpress.profile import model
from cvpress.profile.complaints import did_you_mean
from cvpress.profile.model import Profile
from cvpress.report import Result
from cvpress.typeset import template as templates


@dataclass(frozen=True, slots=True)
class Order:
    """All that is to be made, what failed before it could be tried, and who has nothing to do.

    `profiles` are those that were read, by person, `plans` what each says is to be made; `people`: everybody in turn.
    """

    jobs: tuple[Job, ...]
    bindings: tuple[Binding, ...]
    broken: tuple[Result, ...]
    profiles: Mapping[str, Profile] = field(default_factory=dict)
    plans: Mapping[str, Plan] = field(default_factory=dict)
    people: tuple[str, ...] = ()
    standing: Mapping[str, Standing] = field(default_factory=dict)

    @property
    def documents(self) -> tuple[Job | Settled, ...]:
        """Each person's documents in turn, those too that are settled."""
        settled = [one for standing in self.standing.values() for one in standing.documents]
        return tuple(sorted((*self.jobs, *settled), key=self._turn()))

    @property
    def packets(self) -> tuple[Binding | Settled, ...]:
        """The same of packets."""
        settled = [one for standing in self.standing.values() for one in standing.packets]
        return tuple(sorted((*self.bindings, *settled), key=self._turn()))

    def _turn(self) -> Callable[[Job | Binding | Settled], int]:
        turns = {person: turn for turn, person in enumerate(self.people)}
        return lambda one: turns.get(one.person, 0)


def people(profiles: Path) -> tuple[str, ...]:
    """The names of all folders that hold a profile. Raises ProfileError where there is no folder of profiles."""
    if not profiles.is_dir():
        advice = "run this where that folder is, name it with --profiles, or begin with 'new'"
        raise ProfileError(Problem(f"there is no folder {profiles}", advice=advice, rule="no-profiles"))
    found = paths.people(profiles)
    if bad := [name for name in found if not paths.names_a_person(name)]:
        advice = "rename the folder: letters, digits and hyphens do best"
        raise ProfileError(*(Problem(f"{name!r} cannot name a person", None, advice, "bad-name") for name in bad))
    return found


def read(profiles: Path, person: str, cache: Path | None = None) -> Profile:
    """One person's profile; messages name its path relative to where the user stands, if it lies below.

    `cache` is where what was read from bibliographies is kept.
    """
    path = profiles / person / PROFILE
    return model.load(path, paths.shown(path), cache)


def order(
    profiles: Path,
    roots: tuple[Path, ...],
    persons: Sequence[str],
    document: str | None,
    template: str | None,
    *,
    packets_only: bool = False,
    cache: Path | None = None,
    standing: Mapping[str, Standing] | None = None,
) -> Order:
    """Jobs for the named people (all, when none is named), their `document` (all), in `template` (each document's own).

    With `packets_only` the `document` is a packet, and the documents that packets need are left to the binding. Of who
    is in `standing` nothing is read.
    """
    wanted = chosen(profiles, persons)
    if template is not None:
        templates.load(template, roots)
    jobs: list[Job] = []
    bindings: list[Binding] = []
    broken: list[Result] = []
    read_now: dict[str, Profile] = {}
    plans: dict[str, Plan] = {}
    settled = standing or {}
    names = {person: one.names for person, one in settled.items()}
    for person in (one for one in wanted if one not in settled):
        try:
            profile = read(profiles, person, cache)
            own = _wanted(person, profile, template)
        except ProfileError as error:
            broken.append(report.of_error(error, person, document or "*", template or "-", 0.0))
            continue
        read_now[person], plans[person] = profile, _plan(*own)
        names[person] = (*(() if packets_only else profile.documents), *profile.packets)
        jobs += [job for job in own[0] if document in (None, job.name) and not packets_only]
        bindings += [binding for binding in own[1] if document in (None, binding.name)]
    if document is not None:
        what = "packet" if packets_only else "document"
        _refuse_unknown(what, document, names, named=bool(persons), broken=bool(broken))
    return Order(tuple(jobs), tuple(bindings), tuple(broken), read_now, plans, wanted, settled)


def _plan(jobs: Sequence[Job], bindings: Sequence[Binding]) -> Plan:
    documents = (Item(job.name, job.file, job.template_name) for job in jobs)
    packets = (Item(one.name, one.file, "", tuple(job.name for job in one.jobs)) for one in bindings)
    return Plan(tuple(documents), tuple(packets))


def _wanted(person: str, profile: Profile, template: str | None) -> tuple[list[Job], list[Binding]]:
    """All that a profile names. Raises ProfileError where two of its PDFs would be one file."""
    jobs = [Job(person, name, profile, document, template) for name, document in profile.documents.items()]
    bindings = [Binding(person, name, profile, template) for name in profile.packets]
    files = [*((job.name, job.file) for job in jobs), *((binding.name, binding.file) for binding in bindings)]
    if problems := naming.clashes(profile, files):
        raise ProfileError(*problems)
    return jobs, bindings


def _refuse_unknown(what: str, document: str, names: dict[str, tuple[str, ...]], *, named: bool, broken: bool) -> None:
    """A document must exist for each person who was named, or for somebody when nobody was."""
    lacking = {person: own for person, own in names.items() if document not in own}
    if named:
        problems = [_unknown(what, document, f"{person} has no", own) for person, own in lacking.items()]
    elif len(lacking) == len(names) and not broken:
        known = dict.fromkeys(name for own in names.values() for name in own)
        problems = [_unknown(what, document, "nobody has a", tuple(known))]
    else:
        problems = []
    if problems:
        raise ProfileError(*problems)


def _unknown(what: str, document: str, who: str, known: tuple[str, ...]) -> Problem:
    advice = did_you_mean(document, list(known), f"the {what}s are") if known else "none is defined"
    return Problem(f"{who} {what} '{document}'", advice=advice, rule=f"unknown-{what}")


def chosen(profiles: Path, persons: Sequence[str]) -> tuple[str, ...]:
    """The named people, all when none is named. Raises ProfileError for a name that no folder has."""
    known = people(profiles)
    if not known:
        advice = f"write {profiles}/<person>/{PROFILE}, or let 'new' write one"
        raise ProfileError(Problem(f"{profiles} holds no profile", advice=advice, rule="no-profiles"))
    unknown = [
        Problem(
            f"there is no profile of '{person}' in {profiles}",
            advice=did_you_mean(person, list(known), "there are"),
            rule="unknown-person",
        )
        for person in persons
        if person not in known
    ]
    if unknown:
        raise ProfileError(*unknown)
    return tuple(dict.fromkeys(persons)) or known
