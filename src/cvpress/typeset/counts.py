"""The line that sums a list of publications up, and the legend of its marks. In: a tailored `Section`; out: nodes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from cvpress.profile.arrange import TYPES
from cvpress.profile.kinds import Publication
from cvpress.profile.lists import Metrics
from cvpress.profile.markup import Nodes, Str, styled, text
from cvpress.profile.section import Section
from cvpress.typeset.reference import Citer
from cvpress.typeset.typography import TIE, join, polish, unbreakable

UNTYPED = "publication"


def summary(section: Section, citer: Citer) -> Nodes:
    """ "2 journal articles, 1 book (1 as first author); 12 citations (Google Scholar, Oct 2025)", as far as wanted."""
    counted = _counted(section, citer) if section.counts else ()
    return join("; ", [counted, _metrics(section.metrics, citer) if section.metrics else ()])


def _counted(section: Section, citer: Citer) -> Nodes:
    """How many of each type, the largest number first; those without a type last."""
    papers = [entry for group in section.all_groups for entry in group.entries if isinstance(entry, Publication)]
    numbers = Counter(paper.type for paper in papers if paper.type)
    ranked = sorted(numbers, key=lambda one: (-numbers[one], TYPES.index(one)))
    parts = [_some(citer, one, numbers[one]) for one in ranked]
    if untyped := len(papers) - numbers.total():
        parts.append(_some(citer, "other" if ranked else UNTYPED, untyped))
    first = sum(citer.owner.is_first(paper.authors) for paper in papers)
    return join(" ", [join(", ", parts), text(f"({_plain(citer, 'first_author', first)})") if first else ()])


def _some(citer: Citer, what: str, number: int) -> Nodes:
    return text(_plain(citer, what, number))


def _plain(citer: Citer, what: str, number: int) -> str:
    """A number and its noun; they stand on one line."""
    return citer.words.number(what, number, str(number)).replace(f"{number} ", f"{number}{TIE}", 1)


def _metrics(metrics: Metrics, citer: Citer) -> Nodes:
    """The person's own figures as they were typed, and when and where they were so."""
    figures = []
    if metrics.citations:
        typed = metrics.citations.plain
        digits = re.sub(r"\D", "", typed)
        figures.append(text(unbreakable(citer.words.number("citations", int(digits or 2), typed))))
    for name, figure in (("h_index", metrics.h_index), ("i10_index", metrics.i10_index)):
        if figure:
            figures.append(text(unbreakable(f"{citer.words.terms[name]} {figure.plain}")))
    source = polish(metrics.source.nodes) if metrics.source else ()
    when = text(citer.words.date(metrics.as_of, citer.date_style))
    return (*join(", ", figures), Str(" ("), *join(", ", [source, when]), Str(")"))


def legend(section: Section, marks: frozenset[str]) -> Nodes:
    """What the marks behind names mean, those that are used; an underlined meaning is that of underlined names."""
    return join("; ", _meanings(section, marks))


def _meanings(section: Section, marks: frozenset[str]) -> Iterator[Nodes]:
    for mark, meaning in section.marks.items():
        if marks.intersection(mark):
            yield (*styled("sup", text(mark)), Str(TIE), *polish(meaning.nodes))
    for people in section.people:
        if people.meaning and not (people.mark and people.mark in section.marks):
            shown = polish(people.meaning.nodes)
            sign = (*styled("sup", text(people.mark)), Str(TIE)) if people.mark else ()
            yield (*sign, *(styled("underline", shown) if people.underline else shown))
