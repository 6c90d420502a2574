"""Web addresses without encryption. In: what a document prints; out: findings."""

from __future__ import annotations

from collections.abc import Iterator

from cvpress.errors import Problem, Spot
from cvpress.profile.markup import targets
from cvpress.profile.review.subject import Subject, also, finding
from cvpress.profile.values import Text, Url


def unencrypted(subject: Subject) -> Iterator[Problem]:
    """Each address, also of a link inside a text, that begins with http: and could be read or changed on the way."""
    found: dict[str, list[Spot | None]] = {}
    for leaf in subject.leaves:
        if isinstance(leaf.value, Url):
            given = [leaf.value.target]
        else:
            given = list(targets(leaf.value.nodes)) if isinstance(leaf.value, Text) else []
        for target in given:
            if target.lower().startswith("http:"):
                found.setdefault(target, []).append(subject.spot(leaf))
    for target, spots in found.items():
        message = f"the address '{target}' is not https{also(spots)}"
        yield finding("plain-http", message, spots[0], f"see whether 'https:{target[5:]}' opens, and write that")
