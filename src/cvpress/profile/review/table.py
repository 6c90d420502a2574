"""All rules over a profile, in one table. In: a tailored `Profile`, its `Document`, the day; out: findings, as `info`.

A rule is a function from a `Subject` to findings. It tells what a reader may stumble over, not what is good style, and
keeps silent in doubt. Of one rule no more than `MOST` findings are told: beyond, it is a habit and no slip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date

from cvpress.errors import Problem
from cvpress.profile.model import Document, Profile
from cvpress.profile.review.addresses import unencrypted
from cvpress.profile.review.duplicates import duplicates
from cvpress.profile.review.institutions import spellings
from cvpress.profile.review.periods import future, gaps, overlapping
from cvpress.profile.review.precision import mixed
from cvpress.profile.review.spelling import misspelt
from cvpress.profile.review.subject import Subject

MOST = 10


@dataclass(frozen=True, slots=True)
class Rule:
    """`id` is what its findings carry; one that is not `usual` looks only when it is asked for."""

    id: str
    find: Callable[[Subject], Iterator[Problem]]
    usual: bool = True


RULES = (
    Rule("future-date", future),
    Rule("overlapping-dates", overlapping),
    Rule("mixed-precision", mixed),
    Rule("institution-spelling", spellings),
    Rule("duplicate-entry", duplicates),
    Rule("plain-http", unencrypted),
    Rule("typo", misspelt),
    Rule("gap", gaps, usual=False),
)


def review(profile: Profile, document: Document, today: date, asked: Iterable[str] = ()) -> tuple[Problem, ...]:
    """What the rules find in `profile`, which was tailored for `document`; `asked` names rules beyond the usual."""
    subject, wanted = Subject(profile, document, today), frozenset(asked)
    return tuple(
        problem for rule in RULES if rule.usual or rule.id in wanted for problem in _first(tuple(rule.find(subject)))
    )


def _first(found: tuple[Problem, ...]) -> tuple[Problem, ...]:
    if len(found) <= MOST:
        return found
    last = found[MOST - 1]
    return (*found[: MOST - 1], replace(last, message=f"{last.message}; and {len(found) - MOST} more of this kind"))
