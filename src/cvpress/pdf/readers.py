"""What other programs read in a PDF: a path goes in, the text of each page comes out, as that program orders it.

Three hands that share no code with PDFium: pypdf, which is always there; pdfminer.six, an extra of this package; and
poppler's pdftotext, where it is installed.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from cvpress import process
from cvpress.errors import Problem, ToolError
from cvpress.pdf.subject import damage_told, open_reader

_TIMEOUT = 60.0  # seconds; ten pages take 0.1


@dataclass(frozen=True, slots=True)
class Reader:
    """A program by the name that people know it by. `read` raises CheckError or ToolError when it can't.

    `joins`: it takes a hyphen at a line's end for its own, so that "Multi-way" may come out as "Multiway".
    """

    name: str
    read: Callable[[Path], tuple[str, ...]]
    joins: bool = False


def readers(environment: Mapping[str, str]) -> tuple[Reader, ...]:
    """The programs that this machine has."""
    found = [Reader("pypdf", _pypdf)]
    if find_spec("pdfminer") is not None:
        found.append(Reader("pdfminer.six", _pdfminer))
    if process.find("pdftotext", environment) is not None:
        found.append(Reader("pdftotext", lambda pdf: _pdftotext(pdf, environment), joins=True))
    return tuple(found)


def _pypdf(pdf: Path) -> tuple[str, ...]:
    reader = open_reader(pdf)
    with damage_told(pdf):
        return tuple(page.extract_text() for page in reader.pages)


def _pdfminer(pdf: Path) -> tuple[str, ...]:
    from pdfminer.high_level import extract_text
    from pdfminer.pdfexceptions import PDFException

    try:
        with damage_told(pdf):
            return _pages(extract_text(pdf))
    except PDFException as fault:
        problem = Problem(f"pdfminer.six can't read {pdf}: {fault}", advice="build it again", rule="damaged-pdf")
        raise ToolError(problem) from fault


def _pdftotext(pdf: Path, environment: Mapping[str, str]) -> tuple[str, ...]:
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder, "text")  # not the standard output, of which only the end is kept
        argv = ("pdftotext", "-enc", "UTF-8", str(pdf.absolute()), str(text))
        done = process.run(argv, cwd=Path(folder), env=environment, timeout=_TIMEOUT)
        if done.returncode or not text.is_file():
            message = f"pdftotext can't read {pdf}: {done.output.strip() or 'it stopped'}"
            raise ToolError(Problem(message, advice="build it again", rule="tool-failed"))
        return _pages(text.read_text(encoding="utf-8", errors="replace"))


def _pages(text: str) -> tuple[str, ...]:
    """Each page ends with a form feed."""
    return tuple(text.removesuffix("\f").split("\f"))
