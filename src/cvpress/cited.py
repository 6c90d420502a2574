"""What the PDF must say of publications set by CSL. In: their leaves and references; out: `Wanted`s, what is left out.

A style of CSL abbreviates names, changes the case of titles and leaves fields out, so it is the reference as formatted
that must be found, word for word and link for link. What of the entry the reference does not say is told: a title or a
year as an error, all else as left out on purpose.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from cvpress.errors import Problem, Severity, Spot
from cvpress.pdf.wanted import Wanted
from cvpress.profile.address import ARXIV, doi_address
from cvpress.profile.dates import Date
from cvpress.profile.kinds import Publication
from cvpress.profile.leaves import Leaf
from cvpress.profile.markup import Nodes, plain, targets
from cvpress.profile.model import Profile
from cvpress.profile.names import split
from cvpress.profile.values import Person, Text, Url
from cvpress.typeset.tex import normal_uri
from cvpress.typeset.view import CvView

_KIND = "publication."


@dataclass(frozen=True, slots=True)
class Cited:
    """`missing`: what no reference may leave out; `left_out`: style and field of each value that one does;
    `unsaid`: the ids of these values."""

    wanted: tuple[Wanted, ...]
    missing: tuple[Problem, ...]
    left_out: tuple[tuple[str, str], ...]
    unsaid: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Reference:
    """A formatted reference as a reader compares with it: words without case, quotes and kinds of dashes; links.

    `rest` are the words without the title, whose "2" is no volume.
    """

    words: str
    rest: str
    targets: frozenset[str]

    @classmethod
    def of(cls, nodes: Nodes, title: str) -> _Reference:
        words = _folded(plain(nodes))
        links = frozenset(normal_uri(target) for target in targets(nodes))
        return cls(words, words.replace(_folded(title), "", 1), links)

    def says(self, text: str) -> bool:
        return _holds(self.words, text)

    def counts(self, number: str) -> bool:
        """Whether it says a number or the like besides its title."""
        return _holds(self.rest, number)


def references(profile: Profile, shown: CvView) -> Mapping[tuple[Spot | None, Spot | None], Nodes]:
    """The references of `shown` that CSL set, by the places of section and entry."""
    found: dict[tuple[Spot | None, Spot | None], Nodes] = {}
    for section, seen in zip(profile.sections.values(), shown.sections, strict=True):
        if section.style and section.style.file:
            for group in seen.groups:
                for entry in group.entries if group.kind == "publication" else ():
                    nodes = entry["reference"]
                    assert isinstance(nodes, tuple)
                    found[section.spot, entry.spot] = nodes
    return found


def is_cited(leaf: Leaf) -> bool:
    """Whether `leaf` belongs to a publication that CSL sets."""
    style = leaf.section.style if leaf.section else None
    return style is not None and style.file is not None and leaf.path.startswith(_KIND)


def cited(leaves: Iterable[Leaf], found: Mapping[tuple[Spot | None, Spot | None], Nodes]) -> Cited:
    """What of `leaves`, all of them cited, is wanted and what is left out."""
    wanted: list[Wanted] = []
    missing: list[Problem] = []
    left_out: list[tuple[str, str]] = []
    unsaid: list[int] = []
    for number, several in groupby(leaves, lambda leaf: leaf.entry):
        own = tuple(several)
        section, entry = own[0].section, next(one.holder for one in own if isinstance(one.holder, Publication))
        assert section is not None
        assert section.style is not None
        spot, nodes = entry.spot, found[section.spot, entry.spot]
        wanted.append(Wanted(plain(nodes), f"{_KIND}reference", spot, None, number))
        links = [normal_uri(target) for target in targets(nodes)]
        wanted += (Wanted("", f"{_KIND}reference", spot, link, number) for link in links)
        reference = _Reference.of(nodes, entry.title.plain)
        for leaf in own:
            if _is_said(leaf, reference):
                continue
            if leaf.path in (f"{_KIND}title", f"{_KIND}date"):
                missing.append(_missing(leaf, section.style.name))
            else:
                left_out.append((section.style.name, leaf.path))
                unsaid.append(id(leaf.value))
    return Cited(tuple(wanted), tuple(missing), tuple(left_out), frozenset(unsaid))


def _missing(leaf: Leaf, style: str) -> Problem:
    what = "title" if leaf.path.endswith("title") else "year"
    message = f"the reference in style '{style}' does not say the {what}"
    advice = f"choose a style that prints {what}s, or mend this entry"
    return Problem(message, leaf.value.spot, advice, "lost-text")


def omissions(left_out: Iterable[tuple[str, str]]) -> Iterator[Problem]:
    """One line for each style and field: how often it was left out."""
    several = sorted(left_out)
    for (style, path), same in groupby(several):
        message = f"style '{style}' leaves out {path} ({len(tuple(same))})"
        yield Problem(message, rule="omitted", severity=Severity.INFO)


def _is_said(leaf: Leaf, reference: _Reference) -> bool:
    value, field = leaf.value, leaf.path.rpartition(".")[2]
    if isinstance(value, Url):
        return normal_uri(value.target) in reference.targets
    if isinstance(value, Date):
        return value.is_present or reference.counts(str(value.year) if value.year else value.text)
    if isinstance(value, Person):
        return reference.says(split(value).family)
    if field == "doi":
        return normal_uri(doi_address(value.plain)) in reference.targets
    if field == "arxiv":
        return normal_uri(f"{ARXIV}{value.plain}") in reference.targets
    if field == "pages":  # of the last page a style may print the last digits only
        return reference.counts(re.split(r"\s*[-\u2013]+\s*", value.plain)[0])
    if field == "edition":  # "Second edition" is the number 2 to a style: 2nd ed., 2. Aufl.
        from cvpress.typeset.citation.item import edition_number

        number = edition_number(value.plain)
        return reference.says(value.plain) or re.search(rf"(?<!\w){number or '$.'}(?!\d)", reference.rest) is not None
    return reference.says(value.plain) if isinstance(value, Text) else reference.counts(value.plain)


_LETTER = re.compile("[0-9a-z\u00df-\u1fff]")  # of scripts that part their words by spaces: 2024\u5e74 says 2024


def _holds(words: str, text: str) -> bool:
    """Whether `text` stands in `words` as a word. To make a pattern for each text took most of a build."""
    wanted = _folded(text)
    at = words.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        if not _LETTER.match(words[max(at - 1, 0) : at]) and not _LETTER.match(words, end):
            return True
        at = words.find(wanted, at + 1)
    return False


def _folded(text: str) -> str:
    bare = re.sub("[\"'\u2018-\u201f\u2039\u203a\u00ab\u00bb\u3008-\u300f]", "", text.casefold())
    return " ".join(re.sub("--|[\u2010-\u2014]", "-", bare).split())
