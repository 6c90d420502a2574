"""Each PDF as parsers of résumés read it, next to its profile. In: a `Press` and an `Order`; out: `Outcome`s, and text.

Nothing is built: what is read is the PDF that lies in the output folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cvpress.ats.said import said
from cvpress.ats.verdict import Mark, Verdict, share, verdicts
from cvpress.errors import CheckError, Problem, ProfileError
from cvpress.order import Order
from cvpress.pdf.reader.reading import read
from cvpress.pdf.reader.rows import ORDERS, sheets
from cvpress.pdf.reader.rows import Order as Way
from cvpress.prepare import Job, Press, target
from cvpress.profile.tailor import tailor
from cvpress.typeset.words import words

_WIDTHS = (10, 34, 28)
"""Of the columns: the field, what the profile says, what is seen in each order."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One PDF: the verdicts on its fields by the order in which parsers take the text; the same fields in each."""

    pdf: Path
    by_order: Mapping[Way, tuple[Verdict, ...]]

    @property
    def total(self) -> float:
        """The mean of the orders, 0 to 1."""
        return sum(share(found) for found in self.by_order.values()) / len(self.by_order)


def show(press: Press, ordered: Order) -> None:
    """Print a table for each CV that was ordered; letters and statements have no fields.

    What can't be read does not stop the others. Raises ProfileError for broken profiles, else CheckError for PDFs that
    are not built; ToolError at once where pdfminer.six is not installed.
    """
    broken = [problem for result in ordered.broken for problem in result.problems]
    absent: list[Problem] = []
    for job in ordered.jobs:
        if job.document.sort == "cv":
            try:
                print(told(examine(press, job)), flush=True)
            except CheckError as error:
                absent += error.problems
    if broken:
        raise ProfileError(*broken, *absent)
    if absent:
        raise CheckError(*absent)


def examine(press: Press, job: Job) -> Outcome:
    """One document's PDF. Raises CheckError where it is not built, ToolError where pdfminer.six is not installed."""
    pdf = target(press, job)
    if not pdf.is_file():
        raise CheckError(Problem(f"{pdf} is not there", advice="build it first with 'pdf'", rule="not-built"))
    return outcome(job, pdf)


def outcome(job: Job, pdf: Path) -> Outcome:
    """Any PDF held against what a document says."""
    profile = tailor(job.profile, job.document)
    claims = said(profile, words(job.document.language, profile.terms))
    found = sheets(pdf)
    return Outcome(pdf, {order: verdicts(claims, read(found, order)) for order in ORDERS})


def told(found: Outcome) -> str:
    """A table of all fields; where an order sees a field exactly it says so, else what it sees."""
    rows: list[Sequence[str]] = [("field", "the profile says", *(f"seen by {order}" for order in ORDERS))]
    for several in zip(*(found.by_order[order] for order in ORDERS), strict=True):
        claim = several[0].claim
        rows.append((claim.label, claim.accepted[0], *map(_seen, several)))
    shares = (f"{share(found.by_order[order]):.0%}" for order in ORDERS)
    rows.append(("score", f"{found.total:.0%} in the mean", *shares))
    return "\n".join((str(found.pdf), *map(_line, rows)))


def _seen(verdict: Verdict) -> str:
    if verdict.mark is Mark.PARTIAL:
        return f"partial: {verdict.seen}"
    return verdict.mark.value


def _line(row: Sequence[str]) -> str:
    widths = (*_WIDTHS[:2], *(_WIDTHS[2] for _ in ORDERS))
    cells = (text if len(text) <= width else f"{text[: width - 1]}…" for text, width in zip(row, widths, strict=True))
    return "  " + " ".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip()
