"""Merge PDFs into a packet: parts go in, one PDF comes out, and what had to be left behind is told.

Each part gets an outline item with its own outline beneath it, and page labels that agree with the numbers printed on
its pages ("CV 1", "CV 2"): parts number their pages from 1, so running numbers would name another page than the paper.
pypdf's append() keeps only the first of equal destination names, and every hyperref file has section.1: so pages are
taken over bare, and names, links and outline are made anew, a part's number in front of each of its names.
Not taken over: tags (a structure tree can't be merged safely), scripts, actions, form logic, embedded files.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cvpress.errors import Problem, Severity, Spot
from cvpress.pdf.archive import conformance, lowest
from cvpress.pdf.attach import detach
from cvpress.pdf.bind import Binder
from cvpress.pdf.finish import Metadata, seal
from cvpress.pdf.subject import damage_told, open_reader
from cvpress.pdf.weigh import bounded, weighed

if TYPE_CHECKING:
    from pypdf import PdfReader


@dataclass(frozen=True, slots=True)
class Part:
    """A PDF of a packet and its `title` in the outline; `foreign`: not made here; `spot`: where it is asked for."""

    title: str
    path: Path
    foreign: bool = False
    spot: Spot | None = None


def merge(parts: Sequence[Part], target: Path, metadata: Metadata) -> tuple[Problem, ...]:
    """Bind `parts` in order into `target`, finished with `metadata`; returns warnings about what was left behind.

    Raises CheckError when a part is damaged, encrypted or too large, ToolError when `target` can't be written.
    """
    from pypdf import PdfWriter

    binder = Binder(PdfWriter())
    problems: list[Problem] = []
    for number, part in enumerate(parts, start=1):
        with damage_told(part.path, part.spot), bounded():
            left = binder.bind(part.title, f"part{number}.", _opened(part))
        kinds = ", ".join(f"{kind} ({count})" for kind, count in left)
        if kinds:
            message = f"{part.path}: left out of the packet: {kinds}"
            advice = "look whether the pages still say all they should"
            problems.append(Problem(message, part.spot, advice, "left-out", Severity.WARNING))
    binder.close()
    seal(binder.writer, target, replace(metadata, conformance=lowest(conformance(part.path) for part in parts)))
    return tuple(problems)


def length(part: Part) -> int:
    """The number of its pages, without reading them: a stranger's PDF is weighed before anything unpacks it.

    Raises CheckError as `merge` does.
    """
    with damage_told(part.path, part.spot), bounded():
        return len(_opened(part).pages)


def _opened(part: Part) -> PdfReader:
    if part.foreign:
        return weighed(part.path, part.spot)
    own = open_reader(part.path, part.spot)
    detach(own)  # what a document carries is about that document alone
    return own
