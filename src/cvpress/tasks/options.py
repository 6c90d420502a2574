"""What tasks share: options that mean the same everywhere, and how a known error ends. In: words; out: an exit code."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from invoke.exceptions import Exit

from cvpress.errors import CvpressError

CHOICE = {
    "person": "NAME of a folder below --profiles; may be given several times (default: everybody)",
    "document": "one document or packet by its name in the profile (default: all of them)",
    "template": "set in this template instead of the document's own, e.g. ruled",
    "profiles": "the folder with one folder per person",
    "out": "where the PDFs go: <out>/<person>/<document>.pdf",
}
EFFORT = {
    "force": "build even where nothing has changed",
    "timeout": "seconds that LaTeX may take for one document",
}
JOBS = {"jobs": "how many documents to work on at the same time (default: one for each core)"}
JURY = {"jury": "let pypdf, pdfminer.six and pdftotext confirm each text; two of them must be installed"}
TELLING = {
    "report": "FILE to write a report to, by its ending: .json, .xml (JUnit), .sarif or .md; several times if you like",
    "strict": "warnings are errors: exit code 6",
}


@contextmanager
def told() -> Iterator[None]:
    """A known error ends as its problems on stderr and the documented exit code, without a traceback."""
    from cvpress import paths, streams, telling

    try:
        with paths.storage_told(Path.cwd()), streams.open_to_people():
            yield
    except CvpressError as error:
        for problem in error.problems:
            telling.tell(problem, os.environ)
        raise Exit(code=error.exit_code) from None
