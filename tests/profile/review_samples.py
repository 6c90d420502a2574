"""Profiles for the rules over the profile itself, and what the rules find in them."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from cvpress.errors import Severity
from cvpress.profile.model import parse
from cvpress.profile.review.table import review
from cvpress.profile.tailor import tailor

TODAY = date(2026, 11, 20)


def listed(kind: str, *entries: str, section: str = "", language: str = "en-US") -> str:
    """A profile with one section of entries in flow style, one a line; `section` adds lines of four spaces to it."""
    lines = "".join(f"      - {entry}\n" for entry in entries)
    return (
        "schema: 1\nname: {given: Ada, family: Lovelace}\nsections:\n  one:\n"
        f"    kind: {kind}\n{section}    entries:\n{lines}"
        f"documents: {{cv: {{template: ruled, language: {language}}}}}\n"
    )


def found(text: str, *asked: str, today: date = TODAY, only: str = "") -> list[str]:
    """What is told of the document `cv`: "line:column rule: message"; with `only`, of that rule, without its name."""
    profile = parse(text.encode(), Path("p.yaml"))
    document = profile.documents["cv"]
    told = []
    for problem in review(tailor(profile, document), document, today, asked):
        assert problem.severity is Severity.INFO
        assert problem.spot is not None
        assert problem.advice
        if not only or problem.rule == only:
            rule = "" if only else f" {problem.rule}"
            told.append(f"{problem.spot.line}:{problem.spot.column}{rule}: {problem.message}")
    return told


def rules(text: str, *asked: str) -> list[str]:
    """The ids of what is told, in order."""
    return [line.split()[1].removesuffix(":") for line in found(text, *asked)]
