"""What single CSL files print otherwise than their guide. In: the style's name, marked text; out: the text put right.

Each rule has the name under which docs/styles.md tells it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from cvpress.typeset.citation.item import FIELDS
from cvpress.typeset.citation.marked import CLOSE, MARK, STYLES, opener

_M = f"{MARK}*"
_FIELD = {name: opener(index) for index, name in enumerate(FIELDS)}
_MONTHS = {
    "January": "Jan.", "February": "Feb.", "March": "March", "April": "April", "August": "Aug.", "September": "Sept.",
    "October": "Oct.", "November": "Nov.", "December": "Dec.",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rule:
    """`name` tells what is put right."""

    name: str
    pattern: re.Pattern[str]
    put: str | Callable[[re.Match[str]], str]


def _rule(name: str, pattern: str, put: str | Callable[[re.Match[str]], str]) -> Rule:
    return Rule(name, re.compile(pattern), put)


def _short_month(found: re.Match[str]) -> str:
    return f"({_MONTHS.get(found[1], found[1])} {found[2]})"


_PLACE = f"[{_FIELD['location']}{_FIELD['publisher']}{_FIELD['institution']}]"
RULES: dict[str, tuple[Rule, ...]] = {
    "ieee": (
        _rule("a comma before the DOI", rf"\.({_M}) ({_M})doi: ", r",\1 \2doi: "),
        _rule("a full stop behind editors", rf"(, Eds?\.),({_M} {_M})(?={_PLACE})", r"\1\2"),
        _rule(
            "no address beside an arXiv number",
            rf"(arXiv:[^ ]+\.?{_M}) \[[^\]]+\]\. [^:]+: {_FIELD['arxiv']}[^ {CLOSE}]*{CLOSE}",
            r"\1",
        ),
    ),
    "association-for-computing-machinery": (
        _rule("short names of months", r"\(([A-Z][a-z]+) (\d{4})\)", _short_month),
        _rule("the year once", rf"({CLOSE}+), \d{{4}}\.(?= )", r"\1."),
    ),
    "nature": (
        _rule("no full stop before 'in'", rf"\.({_M}) in (?={STYLES['emph']})", r"\1 in "),
        _rule("no full stop before a book's publisher", rf"({STYLES['emph']}[^.]*)\.({_M}) \((?={_PLACE})", r"\1\2 ("),
    ),
    "nlm-citation-sequence": (
        _rule("a hyphen between pages", r"((?::|\bp\. )[A-Za-z]?\d+)\u2013(?=\w*\d)", r"\1-"),
        _rule("the kind of a report once", rf" \[({_M}[^\]]+{_M})\](?=.*\. \1 )", ""),
        _rule("no brackets around a place", rf"\[({_FIELD['location']}[^{CLOSE}]*{CLOSE})\]", r"\1"),
    ),
}
"""By the name of the CSL file."""


def put_right(style: str, marked: str) -> str:
    """`marked` by the rules of `style`."""
    for rule in RULES.get(style, ()):
        marked = rule.pattern.sub(rule.put, marked)
    return marked
