"""Check a finished PDF: a path, what it must say and what it was made for go in; what is wrong comes out.

Nothing lost: each wanted text is found in the text that a machine reads, each in a place of its own, and each wanted
address among the links. Then every rule of the table RULES looks at the file. `claim` says how texts are matched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path

from cvpress.errors import Problem
from cvpress.pdf.archive import archive_problems, validating
from cvpress.pdf.cargo import cargo_problems
from cvpress.pdf.claim import claim
from cvpress.pdf.feet import Foot, without_feet
from cvpress.pdf.fold import fold
from cvpress.pdf.fonts import font_problems
from cvpress.pdf.hidden import hidden_problems, unseen
from cvpress.pdf.links import canonical, link_problems, targets
from cvpress.pdf.linktext import link_text_problems
from cvpress.pdf.lost import lost_problems
from cvpress.pdf.repeats import with_repeats
from cvpress.pdf.sequence import order_problems
from cvpress.pdf.stray import stray_problems
from cvpress.pdf.structure import metadata_problems, page_problems, text_problems
from cvpress.pdf.subject import Limits, Subject, open_reader
from cvpress.pdf.text import PageText, read
from cvpress.pdf.textlayer import text_layer_problems
from cvpress.pdf.torn import torn_problems
from cvpress.pdf.wanted import Known, Wanted

__all__ = ["RULES", "Foot", "Limits", "check"]

# A check is a row here: a function from the opened PDF to what is wrong with it.
RULES: tuple[Callable[[Subject], Iterator[Problem]], ...] = (
    page_problems,
    text_problems,
    metadata_problems,
    font_problems,
    link_problems,
    text_layer_problems,
    torn_problems,
    link_text_problems,
    hidden_problems,
    cargo_problems,
)
# What these find is no business of PDF/A, so the validator is asked all the same.
_BESIDE_THE_STANDARD = (
    page_problems,
    text_layer_problems,
    torn_problems,
    link_text_problems,
    hidden_problems,
    cargo_problems,
)


def check(
    pdf: Path,
    wanted: Sequence[Wanted],
    limits: Limits,
    *,
    foreign: Sequence[range] = (),
    feet: Sequence[Foot] = (),
    known: Known | None = None,
) -> tuple[Problem, ...]:
    """Everything that is wrong with `pdf`, lost texts and links first, in the order of `wanted`.

    `foreign`: pages, by index from 0, of attached PDFs; they are not searched for `wanted`, and their fonts, sizes and
    links are warnings. `feet` are taken off the page ends, else a paragraph across two pages would be broken by them.
    `known`: what the pages may say besides what is wanted; without it nothing is a stray. Raises CheckError when `pdf`
    can't be opened.
    """
    strangers = frozenset(index for pages in foreign for index in pages)
    with validating(pdf, limits) as verdict:
        texts = without_feet(read(pdf, strangers, unseen), feet)
        subject = Subject(pdf, open_reader(pdf), limits, texts, strangers)
        problems = [*_of_texts(subject, wanted, known), *_lost_links(subject, wanted)]
        sound = True
        for rule in RULES:
            found = tuple(rule(subject))
            problems += found
            sound = sound and (not found or rule in _BESIDE_THE_STANDARD)
        if sound or limits.conformance is None:  # else the validator would say once more what a rule says better
            problems += archive_problems(subject, verdict)
    return tuple(problems)


def _of_texts(subject: Subject, wanted: Sequence[Wanted], known: Known | None) -> Iterator[Problem]:
    """What is lost, out of order and astray."""
    texts = subject.texts
    printed = fold("\n".join(page.text for page in texts))
    spans = claim(printed, wanted)
    if any(want.repeats for want in wanted):
        spans = with_repeats(printed, wanted, spans, _beginnings(texts))
    yield from lost_problems(printed, wanted, spans)
    yield from order_problems(printed, wanted, spans)
    if known:
        yield from stray_problems(printed, wanted, spans, known)


def _beginnings(texts: Sequence[PageText]) -> tuple[int, ...]:
    """Where each page begins among the letters of all."""
    return tuple(accumulate((len(fold(page.text).letters) for page in texts[:-1]), initial=0))


def _lost_links(subject: Subject, wanted: Sequence[Wanted]) -> Iterator[Problem]:
    """`lost-link`: each wanted address needs a link of its own (a link that breaks over lines has several)."""
    found = targets(subject)
    for want in wanted:
        if want.target is not None:
            address = canonical(want.target)
            if found[address] <= 0:
                message = f"{want.field}: no link in the PDF leads to {want.target!r}"
                yield Problem(message, want.spot, "look whether the template prints it as a link", "lost-link")
            found[address] -= 1
