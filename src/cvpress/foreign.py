"""What can be said of a PDF without its profile. In: a path, of anybody's file. Out: a `Result`.

Fonts, text layer, links, metadata, and whether it keeps what it claims. It may be hostile: it is weighed before it is
read, and what it breaks in a reader is a finding about it.
"""

from __future__ import annotations

import time
from pathlib import Path

from cvpress import report
from cvpress.build import passed
from cvpress.errors import CheckError, CvpressError, Problem
from cvpress.pdf.check import Limits, check
from cvpress.pdf.subject import damage_told
from cvpress.pdf.weigh import bounded, weighed
from cvpress.report import Result

KIND = "foreign"
"""What stands in the place of a template."""
_NOTHING_ASKED = Limits(pages=None, paper=None, title=None, author=None, language=None, conformance=None)


def inspect(pdf: Path) -> Result:
    """All that is to be said of `pdf`. Never raises for a known error: that is a failed Result."""
    start = time.monotonic()
    try:
        pages, problems = _read(pdf)
        if not passed(problems):
            raise CheckError(*problems)
    except CvpressError as error:
        return report.of_error(error, "", str(pdf), KIND, time.monotonic() - start)
    return Result("", str(pdf), KIND, "checked", pdf, pages, problems, seconds=time.monotonic() - start)


def _read(pdf: Path) -> tuple[int, tuple[Problem, ...]]:
    if not pdf.is_file():
        raise CheckError(Problem(f"{pdf} is not there", advice="check the name", rule="not-built"))
    with damage_told(pdf), bounded():
        pages = len(weighed(pdf).pages)
        if not pages:
            raise CheckError(Problem(f"{pdf} has no pages", advice="make it again", rule="no-pages"))
        return pages, check(pdf, (), _NOTHING_ASKED)
