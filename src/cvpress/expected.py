"""What the PDF of a document must say. In: the tailored Profile, its words and template; out: `Wanted` texts and links.

Every text leaf of the profile, whatever the partials chose to print. Two rules of the view are known here, because they
decide how a leaf is worded: dates have the style of their section, and a year that the person's own tag of a paper
already prints ("TOG Vol 35, 2016") is not asked for twice. What a template omits on purpose is told, not asked for;
a date that it prints once for several entries is asked for as one that may be. Of publications set by CSL `cited` tells
what is wanted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cvpress.cited import cited, is_cited, omissions, references
from cvpress.errors import Problem, Severity
from cvpress.known import known
from cvpress.pdf.wanted import Known, Wanted
from cvpress.profile.dates import Date
from cvpress.profile.kinds import Publication
from cvpress.profile.leaves import Leaf, leaves
from cvpress.profile.letter import Letter
from cvpress.profile.markup import targets
from cvpress.profile.model import Profile
from cvpress.profile.section import Section
from cvpress.profile.values import Email, Others, Person, Text, Url, Verbatim
from cvpress.typeset.citation.parts import tag_has_date
from cvpress.typeset.letter import LETTER_DATE_STYLE
from cvpress.typeset.template import Template
from cvpress.typeset.tex import normal_uri
from cvpress.typeset.view import CvView
from cvpress.typeset.words import Words

_TERM = "teaching.term"
"""It stands with the date, or in its place."""
_CASELESS = ("name.", "section.title", "group.title")


@dataclass(frozen=True, slots=True)
class Expected:
    """`omitted`: what the PDF leaves out on purpose, or says in another language than the document's. `known`: what it
    may say besides; None where that is not known."""

    wanted: tuple[Wanted, ...]
    omitted: tuple[Problem, ...]
    known: Known | None = None
    unsaid: frozenset[int] = field(default=frozenset(), repr=False)


def expected(
    profile: Profile,
    words: Words,
    template: Template,
    date_style: str,
    letter: Letter | None = None,
    shown: CvView | None = None,
) -> Expected:
    """All that must be found again in the PDF of `profile` and of the document's `letter`, in the order of `leaves`.

    `shown` is the document's view, which has the references that CSL formatted: without it every leaf is asked for.
    """
    wanted: list[Wanted] = []
    omitted: Counter[str] = Counter()
    unnamed: Counter[str] = Counter()
    by_csl: list[Leaf] = []
    unsaid: list[int] = []
    everything = tuple(leaves(profile, letter))
    for leaf in everything:
        if leaf.path in template.omits:
            omitted[leaf.path] += 1
            unsaid.append(id(leaf.value))
        elif isinstance(leaf.value, Others):
            unnamed[leaf.path] += leaf.value.count
        elif shown and is_cited(leaf):
            by_csl.append(leaf)
        else:
            wanted += _wanted(leaf, words, date_style, template.repeats == "once")
    found = cited(by_csl, references(profile, shown) if shown else {})
    homes = {leaf.entry: leaf.section for leaf in everything}
    ordered = (replace(want, sequence=_sequence(want.field, homes[want.anchor])) for want in (*wanted, *found.wanted))
    addresses = (leaf.value.shown for leaf in everything if isinstance(leaf.value, Url))
    return Expected(
        tuple(ordered),
        (*_told(template, omitted, unnamed), *found.missing, *omissions(found.left_out)),
        known(shown, words, template, addresses) if shown else None,
        found.unsaid.union(unsaid),
    )


def _told(template: Template, omitted: Mapping[str, int], unnamed: Mapping[str, int]) -> Iterator[Problem]:
    """What the template leaves out on purpose, and `et_al`, with how often."""
    for path, count in omitted.items():
        message = f"{template.name} leaves out {path} ({count}): {template.omits[path]}"
        yield Problem(message, rule="omitted", severity=Severity.INFO)
    for path, count in unnamed.items():
        if count:
            yield Problem(f"et_al leaves out {count} names of {path}", rule="omitted", severity=Severity.INFO)


def together(parts: Sequence[Expected]) -> Expected:
    """What a PDF must say that is bound from `parts`: their entries counted on, and ordered part by part."""
    wanted: list[Wanted] = []
    for number, part in enumerate(parts):
        past = max((want.anchor for want in wanted), default=-1) + 1
        for want in part.wanted:
            sequence = want.sequence and f"{number}: {want.sequence}"
            wanted.append(replace(want, anchor=past + want.anchor, sequence=sequence))
    known = [part.known for part in parts if part.known]
    return Expected(
        tuple(wanted),
        tuple(problem for part in parts for problem in part.omitted),
        Known(tuple(text for one in known for text in one.texts), tuple(word for one in known for word in one.words)),
    )


def _sequence(path: str, section: Section | None) -> str:
    """The sequence of a field by its path: its section, or its part of the letter.

    The header stands in none, nor do a section's notes, figures and marks: a template puts them where it likes.
    """
    if section is None:
        return path if path.startswith("letter.") else ""
    return "" if path.startswith("section.") and path != "section.title" else f"section at {section.spot}"


def _wanted(leaf: Leaf, words: Words, date_style: str, once: bool) -> list[Wanted]:
    value = leaf.value
    if isinstance(value, Date):
        style = (leaf.section.date_style if leaf.section else None) or date_style
        style = LETTER_DATE_STYLE if isinstance(leaf.holder, Letter) else style
        worded = words.date(value, style)
        paper = leaf.holder
        if isinstance(paper, Publication) and tag_has_date(paper, worded):
            return []
        # A paper's date is told by its reference, whatever stands beside that.
        is_single = leaf.section and leaf.path.endswith(".date") and not isinstance(leaf.holder, Publication)
        return [replace(_one(leaf, worded), repeats=once and bool(is_single))]
    if leaf.path == _TERM and isinstance(value, Text):
        return [replace(_one(leaf, value.plain), repeats=once)]
    if isinstance(value, Url):
        return [_one(leaf, "", normal_uri(value.target))]
    if isinstance(value, Person):
        return [_one(leaf, words.terms["et_al"] if value.is_others else value.plain + value.marks)]
    if isinstance(value, Text):
        return [_one(leaf, value.plain), *(_one(leaf, "", normal_uri(target)) for target in targets(value.nodes))]
    assert isinstance(value, Verbatim)
    return [_one(leaf, value.plain, value.target if isinstance(value, Email) else None)]


def _one(leaf: Leaf, text: str, target: str | None = None) -> Wanted:
    return Wanted(text, leaf.path, leaf.value.spot, target, leaf.entry, leaf.path.startswith(_CASELESS))
