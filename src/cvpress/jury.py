"""What other programs read in a PDF that passed. In: a `Press`, a PDF, what it must say. Out: Problems.

Only where it was asked for: three more readers take seconds where the check takes a tenth of one. What they say is a
warning and is not kept, so that a build without them is not taken for one with them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cvpress.errors import Problem, ToolError
from cvpress.pdf.wanted import Wanted
from cvpress.prepare import Prepared, Press
from cvpress.tools import advice

if TYPE_CHECKING:
    from cvpress.pdf.feet import Foot

_NEEDED = 2
"""Readers besides PDFium, which gates the build."""
_EXTRA = "pip install 'cvpress[jury]'"


def summon(environment: Mapping[str, str]) -> None:
    """Raise ToolError where this machine has too few readers to ask."""
    from cvpress.pdf.readers import readers

    found = [reader.name for reader in readers(environment)]
    if len(found) < _NEEDED:
        message = f"a jury needs {_NEEDED} readers besides PDFium, and there is only {' and '.join(found)}"
        raise ToolError(Problem(message, None, f"{_EXTRA}, or\n{advice('pdftotext')}", "no-jury"))


def verdict(press: Press, ready: Prepared, pdf: Path) -> tuple[Problem, ...]:
    """What the readers do not confirm of one document; nothing when nobody asked them."""
    if not press.jury:
        return ()
    from cvpress.pdf.feet import Foot

    return heard(press, pdf, ready.expected.wanted, (Foot(ready.foot),))


def heard(
    press: Press, pdf: Path, wanted: Sequence[Wanted], feet: Sequence[Foot], foreign: Sequence[range] = ()
) -> tuple[Problem, ...]:
    """The same of any PDF; pages in `foreign` are not judged."""
    if not press.jury:
        return ()
    from cvpress.pdf.jury import jury_problems
    from cvpress.pdf.readers import readers

    return tuple(jury_problems(pdf, wanted, readers(press.environment), foreign=foreign, feet=feet))
