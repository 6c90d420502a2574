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

from cvpress.errors import CheckError, Problem, Severity, Spot
from cvpress.pdf.archive import conformance, lowest
from cvpress.pdf.attach import detach
from cvpress.pdf.bind import Binder
from cvpress.pdf.finish import Metadata, seal
from cvpress.pdf.subject import damage_told, entry, items, open_reader

if TYPE_CHECKING:
    from pypdf import PdfReader

_LARGEST = 100 * 1024 * 1024
_MOST_PAGES = 2000
# A stranger's pages may unpack to this much, a single stream to a quarter of it: a real page holds under 1 MB.
_UNPACKED = 256 * 1024 * 1024


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
    from pypdf import PdfWriter, apply_configuration

    binder = Binder(PdfWriter())
    problems: list[Problem] = []
    for number, part in enumerate(parts, start=1):
        with damage_told(part.path, part.spot), apply_configuration(zlib_maximum_output_length=_UNPACKED // 4):
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
    from pypdf import apply_configuration

    with damage_told(part.path, part.spot), apply_configuration(zlib_maximum_output_length=_UNPACKED // 4):
        return len(_opened(part).pages)


def _opened(part: Part) -> PdfReader:
    if not part.foreign:
        own = open_reader(part.path, part.spot)
        detach(own)  # what a document carries is about that document alone
        return own
    size = part.path.stat().st_size
    if size > _LARGEST:
        raise _too_large(part, f"{size // 1024**2} MiB, the limit is {_LARGEST // 1024**2}")
    reader = open_reader(part.path, part.spot)
    if len(reader.pages) > _MOST_PAGES:
        raise _too_large(part, f"{len(reader.pages)} pages, the limit is {_MOST_PAGES}")
    _unpack(part, reader)
    return reader


def _unpack(part: Part, reader: PdfReader) -> None:
    """Refuse a stranger's pages that unpack to more than a viewer can take; pypdf limits each single stream."""
    from pypdf.errors import LimitReachedError
    from pypdf.filters import decode_stream_data
    from pypdf.generic import StreamObject

    total = 0
    try:
        for page in reader.pages:
            contents = entry(page, "/Contents")
            for stream in items(contents) or (contents,):
                if isinstance(stream, StreamObject):  # get_data() would keep what it unpacks
                    total += len(decode_stream_data(stream) if "/Filter" in stream else stream.get_data())
                if total > _UNPACKED:
                    raise LimitReachedError("all pages")
    except LimitReachedError as fault:
        raise _too_large(part, f"its pages unpack to more than {_UNPACKED // 1024**2} MiB") from fault


def _too_large(part: Part, size: str) -> CheckError:
    advice = "print it to a smaller PDF"
    return CheckError(Problem(f"{part.path} is too large: {size}", part.spot, advice, "too-large"))
