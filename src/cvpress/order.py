"""What was asked for -> what is to be made. In: names of people, documents, a template; out: `Job`s and `Binding`s.

Everything asked for is read and validated here, before the first TeX run; nothing else is read. A name that does not exist
is an error at once (exit 2); a profile that is broken is a failed result of that person, and the others go on.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cvpress import report
from cvpress.build import Job
from cvpress.errors import Problem, ProfileError
from cvpress.packet import Binding
from cvpress.profile import model
from cvpress.profile.complaints import did_you_mean
from cvpress.profile.model import Profile
from cvpress.report import Result
from cvpress.typeset import template as templates

PROFILE = "profile.yaml"


@dataclass(frozen=True, slots=True)
class Order:
    """All that is to be made, and what failed before it could be tried."""

    jobs: tuple[Job, ...]
    bindings: tuple[Binding, ...]
    broken: tuple[Result, ...]


def people(profiles: Path) -> tuple[str, ...]:
    """The names of all folders that hold a profile. Raises ProfileError where there is no folder of profiles."""
    if not profiles.is_dir():
        advice = "run this where that folder is, name it with --profiles, or begin with 'new'"
        raise ProfileError(Problem(f"there is no folder {profiles}", advice=advice, rule="no-profiles"))
    return tuple(sorted(path.parent.name for path in profiles.glob(f"*/{PROFILE}")))


def read(profiles: Path, person: str) -> Profile:
    """One person's profile; messages name its path relative to where the user stands."""
    path = profiles / person / PROFILE
    return model.load(path, Path(os.path.relpath(path)) if path.is_absolute() else path)


def order(
    profiles: Path, roots: tuple[Path, ...], persons: Sequence[str], document: str | None, template: str | None
) -> Order:
    """Jobs for the named people (all, when none is named), their `document` (all), in `template` (each document's own)."""
    chosen = _chosen(profiles, persons)
    if template is not None:
        templates.load(template, roots)
    jobs: list[Job] = []
    bindings: list[Binding] = []
    broken: list[Result] = []
    names: dict[str, None] = {}
    for person in chosen:
        try:
            profile = read(profiles, person)
        except ProfileError as error:
            broken.append(report.of_error(error, person, document or "*", template or "-", 0.0))
            continue
        names |= dict.fromkeys((*profile.documents, *profile.packets))
        jobs += [
            Job(person, name, profile, wanted, template)
            for name, wanted in profile.documents.items()
            if document in (None, name)
        ]
        bindings += [Binding(person, name, profile, template) for name in profile.packets if document in (None, name)]
    if document is not None and not jobs and not bindings and not broken:
        advice = did_you_mean(document, list(names), "there are")
        raise ProfileError(Problem(f"nobody has a document '{document}'", advice=advice, rule="unknown-document"))
    return Order(tuple(jobs), tuple(bindings), tuple(broken))


def _chosen(profiles: Path, persons: Sequence[str]) -> tuple[str, ...]:
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
